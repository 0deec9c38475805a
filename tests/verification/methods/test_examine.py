"""All methods in turn: constants that exist, entries and their sums, enclosures, laws in R^d."""

import math
from fractions import Fraction as F
from typing import Any

import pytest
from flint import arb, fmpq

from verify.formula.evaluate import Undecided, truth
from verify.judgement.examine import examine, prove
from verify.judgement.exists import Escape
from verify.judgement.findings import covered
from verify.language import (
    Draft,
    Formula,
    dot,
    expectation,
    external,
    index,
    law,
    natural,
    norm,
    norm1,
    notation,
    number,
    positive,
    real,
    says,
    sequence,
    total,
    vector,
)
from verify.language.symbols import Matrix, Real
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome

QUICK = Context(mode="quick")
V = notation(
    x=positive(unit="1", search=(0.01, 5)),
    y=real(unit="1", search=(-3, 3)),
    c=positive(unit="1"),
    T=natural(search=(1, 5)),
    bounded=natural(most=9),
    n=natural(),
    other=natural(),
    k=natural(least=0, search=(0, 5)),
    d=natural(search=(1, 3)),
    a=sequence("T", unit="1", entry=Real(F(0))),
    s=sequence("n", unit="1", entry=Real(F(0), F(1))),
    u=vector("d", unit="1"),
    P=law(unit="1", dimension="d"),
)
INDEX, NOISE = index("i"), index("e")


def enclosed(x: Any) -> Any:
    """erfc in balls, of rational numbers."""
    return arb(fmpq(x.numerator, x.denominator)).erfc() if isinstance(x, int | F) else None


def mean(value: Formula) -> Formula:
    return expectation(V.P, NOISE, value)


def escaping(**beyond: Formula) -> Draft:
    """No constant bounds T: every one is passed beyond a bound."""
    return says(V.T <= V.c, exists={"c": None}, by=Escape(family={}, beyond=beyond))


ERFC = external("erfc", math.erfc, V.x, balls=enclosed)
ERFC_ALONE = external("erfc", math.erfc, V.x)
SMALL = norm1(V.u) <= V.x
INSIDE = [V("k >= 1"), V("k <= T")]
FAILS: dict[str, Draft] = {
    "a constant, passed beyond a bound": escaping(T=V.c + 1),
    "entries of a sequence": says(V.a[V.k] <= V.a[1], given=INSIDE),
    "with a hypothesis in no numbers": says(norm(V.u) <= V.x / 2, given=[SMALL]),
    "equal irrational lengths": says(norm(V.u) < norm(V.u), given=[norm(V.u) > 1]),
    "the mean of a square": says(mean(dot(NOISE, NOISE)) == 0),
    "the mean of the square of a form": says(mean(dot(V.u, NOISE) ** 2) == 0),
}
COVERED: dict[str, Draft] = {
    "entries of a sequence": says(
        2 * V.a[V.k] * V.a[1] <= V.a[V.k] ** 2 + V.a[1] ** 2, given=INSIDE
    ),
    "the mean of a linear form in R^d": says(mean(dot(V.u, V.u + NOISE)) == dot(V.u, V.u)),
    "a hypothesis in no numbers is left out": says(norm(V.u) <= norm(V.u) + V.x, given=[SMALL]),
}
ENTRY = number(0) <= V.a[V.k]
OPEN: dict[str, Draft] = {
    "an entry anywhere": says(ENTRY),
    "an entry before the first": says(ENTRY, given=INSIDE[1:]),
    "an entry beyond the last": says(ENTRY, given=INSIDE[:1]),
    "a computation with balls": says(ERFC <= 1),
}


@pytest.mark.parametrize("name", FAILS)
def test_what_is_false_is_found_false(name: str) -> None:
    assert examine(FAILS[name].build(), QUICK).outcome is Outcome.FAILS


@pytest.mark.parametrize("name", COVERED)
def test_what_is_shown_is_covered(name: str) -> None:
    said = COVERED[name].build()
    assert covered(examine(said, QUICK), said)


@pytest.mark.parametrize("name", OPEN)
def test_what_may_have_no_value_is_not_covered(name: str) -> None:
    said = OPEN[name].build()
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
    assert prove(says(norm(V.u) <= V.x, given=[SMALL]).build(), QUICK) is None


TERM = (V.x + 1) / (V.x + 1 - V.s[INDEX])
SUMS: dict[str, tuple[Formula, bool]] = {
    "fine": (total(INDEX, 1, V.n, TERM), True),
    "zero": (total(INDEX, 1, V.n, 1 / V.s[INDEX]) + 100, False),
    "vanishing": (total(INDEX, 1, V.n, 1 / (1 - V.s[INDEX])), False),
    "beyond the last": (total(INDEX, 1, V.n + 1, TERM), False),
    "before the first": (total(INDEX, 0, V.n, TERM), False),
    "another length": (total(INDEX, 1, V.other, TERM), False),
}


@pytest.mark.parametrize("name", SUMS)
def test_words_about_a_sum_need_its_values(name: str) -> None:
    sum_of_entries, accepted = SUMS[name]
    statement = says(external("computed", float, V.x) <= sum_of_entries + V.x).argued("so")
    assert isinstance(prove(statement.build(), QUICK), Proof) is accepted


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
