"""True statements that say little: the ledger says so, in a remark or by a control."""

from fractions import Fraction as F
from typing import Any

import pytest
from sound import GOOD, judged, remarks
from soundness import empty_statements
from soundness.empty_statements import IGNORING
from verification.notation import V
from verification.statements import drafts, said

from verify.judgement.controls import Answer
from verify.language import (
    between,
    dot,
    expectation,
    law,
    natural,
    notation,
    number,
    of_kind,
    one_of,
    positive,
    real,
    says,
    sequence,
    vector,
)
from verify.language.kinds import Real
from verify.language.laws import by_poisson, gaussian_noise

TAUTOLOGIES = drafts(empty_statements.TAUTOLOGIES)
NOT_NEEDED = drafts(empty_statements.NOT_NEEDED)


@pytest.mark.parametrize("name", TAUTOLOGIES)
def test_a_tautology_is_remarked(name: str) -> None:
    record = judged(TAUTOLOGIES[name])
    assert record.verdict in GOOD, record.reason
    assert "both sides are the same formula" in remarks(record)


@pytest.mark.parametrize(("claimed", "symbol"), IGNORING.values(), ids=IGNORING)
def test_a_symbol_without_influence_is_remarked(claimed: Any, symbol: str) -> None:
    record = judged(said(claimed))
    assert record.verdict in GOOD, record.reason
    assert f"what is said does not depend on ${symbol}$" in remarks(record)


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_a_hypothesis_that_is_not_needed_is_slack(name: str) -> None:
    record = judged(NOT_NEEDED[name], mode="standard")
    assert record.verdict in GOOD, record.reason
    slack = [c.name for c in record.controls if c.answer is Answer.SLACK]
    assert any(n.startswith("hypothesis") for n in slack), record.controls


def test_a_statement_that_says_something_has_no_remark() -> None:
    needed = says(V.x**2 <= V.x, given=["x <= 1"])
    record = judged(needed, mode="standard")
    assert record.verdict in GOOD
    assert remarks(record) == ()
    (dropped,) = [c for c in record.controls if c.name.startswith("hypothesis")]
    assert dropped.answer is Answer.REJECTED
    assert remarks(judged(says((V.a + V.b) ** 2 == V.a**2 + 2 * V.a * V.b + V.b**2))) == ()
    assert remarks(judged(says(V.of(lambda y, a: min(y, a)) <= 1))) == ()


# Sets without a point ---------------------------------------------------------------------------

OF = notation(
    r=real(unit="1"),
    s=positive(unit="1"),
    q=between(2, 3, unit="1"),
    n=natural(),
    z=vector("n", unit="1"),
)


def test_no_law_lies_within_a_negative_radius() -> None:
    v = OF.extended(P=law(unit="1", radius=OF.r))
    record = judged(says(number(0) <= v.r, forall="P"))
    assert record.verdict == "supported"
    assert not v.symbols["P"].kind.contains(((F(1), (F(0),)),), {"r": F(-1)})
    assert v.symbols["P"].kind.contains(((F(1), (F(0),)),), {"r": F(0)})


@pytest.mark.parametrize(
    "declared",
    [
        law(unit="1", radius=-1 - OF.s, dimension="n"),
        of_kind(by_poisson("n", "q"), unit="1"),
        of_kind(gaussian_noise("n", -1 - OF.s.tree), unit="1"),
    ],
    ids=["within a negative radius", "a batch at a rate above 1", "noise of a negative scale"],
)
def test_a_statement_about_no_law_is_vacuous(declared: Any) -> None:
    v = OF.extended(P=declared)
    record = judged(says(expectation(v.P, v.z, dot(v.z, v.z)) <= -5, forall="s, q"))
    assert record.verdict == "vacuous", record.reason


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        ({"x": natural(least=5, most=1)}, "the set of a symbol must not be empty. Found 'x'."),
        ({"x": between(0, 0, unit="1", ends="[)")}, "the set of a symbol must not be empty."),
        ({"x": one_of([], unit="1")}, "the set of a symbol must not be empty."),
        ({"x": sequence(3, unit="1", entry=Real(F(1), F(0)))}, "the set of a symbol must not be"),
        ({"x": vector(-1, unit="1")}, "a dimension or a length must be .* Found -1 for 'x'."),
        ({"x": vector("r", unit="1")}, "a dimension or a length must be .* Found r for 'x'."),
        ({"x": law(unit="1", dimension="r")}, "a dimension or a length must be"),
        ({"x": vector("m", unit="1"), "m": natural(least=-2)}, "must be .* Found m for 'x'."),
        ({"x": sequence("m", unit="1"), "m": one_of((1, F(5, 2)), unit="1")}, "Found m for 'x'."),
    ],
)
def test_a_set_without_a_point_is_refused(declared: dict[str, Any], found: str) -> None:
    with pytest.raises(ValueError, match=found):
        says(number(0) <= OF.extended(**declared).s, forall="x").build()


def test_whole_numbers_begin_with_one() -> None:
    with pytest.raises(ValueError, match="must be whole"):
        natural(least=F(1, 2))  # type: ignore[arg-type]
