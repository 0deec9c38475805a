"""Finite sets: every point, exactly."""

import math
from fractions import Fraction

import pytest
from verification.notation import V as SHARED
from verification.notation import goal

from verify.formula.evaluate import truth
from verify.language import Draft, Formula, natural, notation, one_of, says
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.enumerate import Enumerate, size
from verify.methods.evidence import Level

F = Fraction
BITS = notation(**{f"b{i}": one_of((0, 1), unit="1") for i in range(13)})
V = SHARED.extended(
    **{f"v{i}": one_of(range(20), unit="1") for i in range(3)},
    t=natural(least=31, most=60),
    long=natural(most=2000),
    large=natural(most=300_001),
    s=one_of((F(-1, 2), 0, F(1, 3)), unit="1"),
    words=one_of(((1, 2), (3, 4)), unit="1"),
)
large, long, t, v0, v1 = V.large, V.long, V.t, V.v0, V.v1


def outcome(draft: Draft, **options: int) -> Proof | Suspect | None:
    return Enumerate(**options).prove(goal(draft), Context())


def bits() -> Formula:
    result = BITS.b0
    for i in range(1, 13):
        result = result + getattr(BITS, f"b{i}")
    return result


def product() -> Formula:
    return V.v0 * V.v1 * V.v2


def growth(most: int) -> Draft:
    v = notation(t=natural(most=most))
    return says(v.of(lambda t: math.exp(t)) <= 10**300)


# exp(log 3) = 3: balls never tell equality from a small difference.
UNDECIDED = "exp(log(v0 + 1)) <= v0 + 1"
FIVE_AT_7 = says(V.of(lambda v0: 5 if v0 == 7 else 0) <= 4)
EXACT = {
    "13 bits": says(bits() <= 13),
    "8000 values": says(product() <= 19**3),
    "a power of two": says(2**t - 1 < 2**t),
    "listed values": says(V.s * V.s <= F(1, 4)),
    "a hypothesis": says(v0 * v1 <= 0, given=("v0 <= 0",)),
    "without the value of the branch": FIVE_AT_7.but(given=("v0 != 7",)),
    "values that are no numbers": says(V.words[1] <= 3),
    "an undecided hypothesis that is not needed": says(v0 <= 19, given=(UNDECIDED,)),
    "where the quotient has a value": says(v0 / v0 <= 1, given=("v0 >= 1",)),
}
CERTIFIED = {"irrational values": says(1 / t <= 1 / t.sqrt()), "as many as hold": growth(690)}
FALSE = {
    "13 bits": says(bits() <= 12),
    "8000 values": says(product() <= 19**3 - 1),
    "a power of two": says(2**t <= 2**t - 1),
    "an overflow": says(long.exp() <= 10**308),
    "listed values": says(V.s < F(1, 3)),
    "a branch": FIVE_AT_7,
    "a hypothesis": says(v0**2 == v0, given=("v0 <= 2",)),
    "one value more than it holds for": growth(691),
    "values that are no numbers": says(V.words[1] <= 2),
}
OPEN = {
    "a point without a value": says(v0 / v0 <= 1),
    "a point that cannot be decided": says((v0 + 1).log().exp() <= v0 + 1),
    "an undecided hypothesis": says(v0 <= 18, given=(UNDECIDED,)),
}


@pytest.mark.parametrize("name", FALSE)
def test_one_false_point_is_found(name: str) -> None:
    found = outcome(FALSE[name])
    assert isinstance(found, Suspect)
    assert not truth(goal(FALSE[name]).prove, found.point)


@pytest.mark.parametrize("name", EXACT)
def test_every_point_is_looked_at_and_the_level_is_exact(name: str) -> None:
    found = outcome(EXACT[name])
    assert isinstance(found, Proof)
    assert found.level is Level.EXACT
    assert not found.fixed


@pytest.mark.parametrize("name", CERTIFIED)
def test_what_is_no_rational_number_makes_the_level_certified(name: str) -> None:
    found = outcome(CERTIFIED[name])
    assert isinstance(found, Proof)
    assert found.level is Level.CERTIFIED


@pytest.mark.parametrize("name", OPEN)
def test_a_point_without_an_answer_is_no_pass_and_no_counterexample(name: str) -> None:
    assert outcome(OPEN[name]) is None


@pytest.mark.parametrize(("draft", "word"), [(V.large, "300001"), (V.n, "n"), (V.r, "r")])
def test_a_set_beyond_the_limit_or_without_end_is_refused(draft: Formula, word: str) -> None:
    said = says(draft <= draft)
    assert outcome(said) is None
    assert word in (Enumerate().refusal(goal(said)) or "")


def test_the_limit_is_the_number_of_points() -> None:
    assert outcome(says(product() <= 19**3), limit=7999) is None
    assert isinstance(outcome(says(product() <= 19**3), limit=8000), Proof)


def test_sizes_multiply_and_an_endless_set_has_none() -> None:
    assert size(tuple(BITS.symbols.values())) == 8192
    assert size((V.symbols["t"], V.symbols["s"])) == 90
    assert size((V.symbols["t"], V.symbols["n"])) is None
    assert size(()) == 1
