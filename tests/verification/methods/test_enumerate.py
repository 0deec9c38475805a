"""Finite sets: every point, exactly."""

import math
from fractions import Fraction

import pytest

from verify.formula.evaluate import truth
from verify.language import Draft, Formula, natural, notation, one_of, real, says
from verify.language.statement import Goal
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.enumerate import Enumerate, size
from verify.methods.evidence import Level

F = Fraction
BITS = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})
V = notation(
    **{f"v{i}": one_of(range(20), unit="1") for i in range(3)},
    t=natural(least=31, most=60),
    long=natural(most=2000),
    n=natural(),
    large=natural(most=300_001),
    s=one_of((F(-1, 2), 0, F(1, 3)), unit="1"),
    r=real(unit="1"),
    words=one_of(((1, 2), (3, 4)), unit="1"),
)
large, long, t, v0, v1 = V.large, V.long, V.t, V.v0, V.v1


def goal(draft: Draft) -> Goal:
    s = draft.build()
    return Goal(s.symbols, s.where, s.assertion.condition)  # type: ignore[union-attr]


def outcome(draft: Draft, **options: int) -> Proof | Suspect | None:
    return Enumerate(**options).prove(goal(draft), Context())


def refuted(draft: Draft) -> bool:
    found = outcome(draft)
    return isinstance(found, Suspect) and not truth(goal(draft).prove, found.point)


def bits() -> Formula:
    result = BITS.b0
    for i in range(1, 13):
        result = result + getattr(BITS, f"b{i}")
    return result


def product() -> Formula:
    return V.v0 * V.v1 * V.v2


@pytest.mark.parametrize(
    "draft",
    [
        says(bits() <= 12),
        says(product() <= 19**3 - 1),
        says(2**t <= 2**t - 1),
        says(long.exp() <= 10**308),
        says(V.s < F(1, 3)),
        says(V.of(lambda v0: 5 if v0 == 7 else 0) <= 4),
        says(v0**2 == v0, given=("v0 <= 2",)),
    ],
)
def test_one_false_point_is_found(draft: Draft) -> None:
    assert refuted(draft)


@pytest.mark.parametrize(
    "draft",
    [
        says(bits() <= 13),
        says(product() <= 19**3),
        says(2**t - 1 < 2**t),
        says(V.s * V.s <= F(1, 4)),
        says(v0 * v1 <= 0, given=("v0 <= 0",)),
        says(V.of(lambda v0: 5 if v0 == 7 else 0) <= 4, given=("v0 != 7",)),
    ],
)
def test_every_point_is_looked_at_and_the_level_is_exact(draft: Draft) -> None:
    found = outcome(draft)
    assert isinstance(found, Proof)
    assert found.level is Level.EXACT
    assert not found.fixed


def test_irrational_values_make_the_level_certified() -> None:
    found = outcome(says(1 / t <= 1 / t.sqrt()))
    assert isinstance(found, Proof)
    assert found.level is Level.CERTIFIED


def test_a_set_beyond_the_limit_is_refused_with_the_reason() -> None:
    draft = says(large >= 1)
    assert outcome(draft) is None
    assert "300001" in (Enumerate().refusal(goal(draft)) or "")
    assert outcome(says(product() <= 19**3), limit=7999) is None
    assert isinstance(outcome(says(product() <= 19**3), limit=8000), Proof)


@pytest.mark.parametrize("name", ["n", "r"])
def test_a_set_without_end_is_refused(name: str) -> None:
    draft = says(getattr(V, name) <= getattr(V, name))
    assert outcome(draft) is None
    assert name in (Enumerate().refusal(goal(draft)) or "")


def test_one_value_more_than_the_statement_holds_for_is_refused() -> None:
    def growth(most: int) -> Draft:
        v = notation(t=natural(most=most))
        return says(v.of(lambda t: math.exp(t)) <= 10**300)

    assert isinstance(outcome(growth(690)), Proof)
    assert refuted(growth(691))


def test_a_point_without_a_value_is_no_pass() -> None:
    assert outcome(says(v0 / v0 <= 1)) is None
    assert isinstance(outcome(says(v0 / v0 <= 1, given=("v0 >= 1",))), Proof)


def test_a_point_that_cannot_be_decided_is_no_pass() -> None:
    # exp(log 3) = 3: balls never tell equality from a small difference.
    draft = says((v0 + 1).log().exp() <= v0 + 1)
    assert outcome(draft) is None


def test_an_undecided_hypothesis_neither_hides_nor_makes_a_counterexample() -> None:
    hypothesis = "exp(log(v0 + 1)) <= v0 + 1"
    assert outcome(says(v0 <= 18, given=(hypothesis,))) is None
    assert isinstance(outcome(says(v0 <= 19, given=(hypothesis,))), Proof)


def test_values_that_are_no_numbers_are_enumerated_too() -> None:
    first = V.words[1]
    assert isinstance(outcome(says(first <= 3)), Proof)
    assert refuted(says(first <= 2))


def test_sizes_multiply_and_an_endless_set_has_none() -> None:
    assert size(tuple(BITS.symbols.values())) == 8192
    assert size((V.symbols["t"], V.symbols["s"])) == 90
    assert size((V.symbols["t"], V.symbols["n"])) is None
    assert size(()) == 1
