"""All methods in turn: constants that exist, entries and their sums, enclosures, laws in R^d."""

import math
from fractions import Fraction as F
from typing import Any

import pytest
from flint import arb, fmpq
from verification.methods import examine_statements
from verification.methods.examine_statements import NO_SUMS, SUMS, V, escaping, small
from verification.statements import drafts

from verify.formula.evaluate import Undecided, truth
from verify.judgement.examine import examine, prove
from verify.judgement.findings import covered
from verify.language import Escape, between, external, norm, notation, says
from verify.language.symbols import Matrix
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome

QUICK = Context(mode="quick")


def enclosed(x: Any) -> Any:
    """erfc in balls, of rational numbers."""
    return arb(fmpq(x.numerator, x.denominator)).erfc() if isinstance(x, int | F) else None


FAILS, COVERED = drafts(examine_statements.FAILS), drafts(examine_statements.COVERED)
OPEN = drafts(examine_statements.OPEN)
ALL_SUMS = SUMS | NO_SUMS
ERFC = external("erfc", math.erfc, V.x, balls=enclosed)
ERFC_ALONE = external("erfc", math.erfc, V.x)


@pytest.mark.parametrize("name", FAILS)
def test_what_is_false_is_found_false(name: str) -> None:
    assert examine(FAILS[name].build(), QUICK).outcome is Outcome.FAILS


@pytest.mark.parametrize("name", COVERED)
def test_what_is_shown_is_covered(name: str) -> None:
    said = COVERED[name].build()
    assert covered(examine(said, QUICK), said)


@pytest.mark.parametrize("name", [*OPEN, "a computation with balls"])
def test_what_may_have_no_value_is_not_covered(name: str) -> None:
    said = OPEN.get(name, says(ERFC <= 1)).build()
    found = examine(said, QUICK)
    assert not covered(found, said) or found.edge


def test_a_bound_that_is_too_low_or_has_no_value_is_no_escape() -> None:
    assert examine(escaping(T=V.c - 1).build(), QUICK).outcome is Outcome.INCONCLUSIVE
    broken = examine(escaping(T=V.c + 1 / (V.c - 1) ** 2).build(), QUICK)
    assert broken.outcome is not Outcome.FAILS
    said = says(V.bounded <= V.c, exists={"c": None}, by=Escape({}, beyond={"bounded": V.c}))
    with pytest.raises(ValueError, match="no upper end"):
        examine(said.build(), QUICK)


def test_a_hypothesis_in_no_numbers_is_left_out_of_a_proof_and_helps_none() -> None:
    left_out = COVERED["a hypothesis in no numbers is left out"].build()
    assert examine(left_out, QUICK).level is Level.EXACT
    assert prove(says(norm(V.u) <= V.x, given=[small]).build(), QUICK) is None


@pytest.mark.parametrize("name", ALL_SUMS)
def test_words_about_a_sum_need_its_values(name: str) -> None:
    statement = says(external("computed", float, V.x) <= ALL_SUMS[name] + V.x).argued("so")
    accepted = isinstance(prove(statement.build(), QUICK), Proof)
    assert accepted == (name in SUMS)


def test_a_violation_is_certified_inside_an_enclosure_and_numeric_without() -> None:
    for computed, level in ((ERFC, Level.CERTIFIED), (ERFC_ALONE, Level.NUMERIC)):
        found = examine(says(computed <= F(1, 2)).build(), QUICK)
        assert (found.outcome, found.level) == (Outcome.FAILS, level)


def test_an_enclosure_is_a_ball_or_unknown() -> None:
    for answer, error in ((None, Undecided), (0.5, TypeError)):
        node = external("f", math.erfc, V.x, balls=lambda x, answer=answer: answer)
        with pytest.raises(error):
            truth((node <= 1).tree, {"x": F(1)})


def test_roots_are_compared_exactly() -> None:
    assert not truth((V.y.sqrt() < V.x.sqrt()).tree, {"x": 2, "y": 2})


def test_a_definite_matrix_is_not_singular() -> None:
    singular = ((F(1), F(1)), (F(1), F(1)))
    assert Matrix(2, "psd").contains(singular, {})
    assert not Matrix(2, "pd").contains(singular, {})


def test_a_hypothesis_that_no_prover_reads_may_be_left_out() -> None:
    given = [V.x >= ERFC_ALONE]
    assert isinstance(prove(says(V.x <= V.x + V.x**2, given=given).build(), QUICK), Proof)
    assert not isinstance(prove(says(V.x <= V.x - V.x**2, given=given).build(), QUICK), Proof)


WIDE = external("wide", lambda x: 1.01, V.x, balls=lambda x: arb(fmpq(1)).union(arb(fmpq(51, 50))))


@pytest.mark.parametrize(
    ("said", "side", "shown"),
    [
        (WIDE <= F(1, 2), "left", 1),
        (WIDE < F(1, 2), "left", 1),
        (WIDE >= 2, "right", F(51, 50)),  # the left side of <= is 2
        (WIDE <= 2, "left", 1),
        (WIDE == 2, "left", F(101, 100)),
    ],
)
def test_of_a_wide_enclosure_the_end_that_decides_is_shown(said: Any, side: str, shown: F) -> None:
    found = examine(says(said).build(), QUICK)
    assert getattr(found, side) == pytest.approx(float(shown), rel=1e-9)


@pytest.mark.parametrize("prover", [True, False])
def test_the_ratio_that_is_shown_is_that_of_the_instance(prover: bool) -> None:
    # 0 is 0 at the origin, where the sides are nearest and have no ratio.
    w = notation(x=between(0, 1, unit="1")).x
    side = 2 * w**2 / 3 if prover else external("share", lambda x: 2 * float(x) ** 2 / 3, w)
    found = examine(says(side <= w).build(), QUICK)
    assert (found.method != "search") == prover
    assert found.ratio == pytest.approx(2 / 3)
    assert found.point == {"x": 1}
    assert found.left / found.right == pytest.approx(found.ratio)
    assert "largest ratio found of left to right side 0.667 at x = 1" in found.text
