"""Induction: true statements for all t, and false ones that look like them."""

import math
from fractions import Fraction

import pytest
from verification.notation import V as SHARED
from verification.notation import goal

from verify.formula.evaluate import truth
from verify.language import Draft, between, natural, number, positive, product, says, total
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.induct import Induct

F = Fraction
V = SHARED.extended(
    x=between(0, 1, unit="1"),
    b=between(0, 1, unit="1"),
    c=between(0, 1, ends="[)", unit="1"),
    z=between(-1, math.inf, unit="1"),
    low=between(-3, 10, unit="1"),
    r=positive(unit="1"),
    t0=natural(least=0),
    t4=natural(least=4),
    t3=natural(least=3),
    m=natural(),
    i=natural(),
    short=natural(most=5),
    seven=natural(most=7),
    eight=natural(most=8),
)
b, c, low, m, short, t, t0, t3, t4, x = V.b, V.c, V.low, V.m, V.short, V.t, V.t0, V.t3, V.t4, V.x
z = V.z
T, J = t, V.i


def outcome(draft: Draft, **options: object) -> Proof | Suspect | None:
    return Induct(**options).prove(goal(draft), Context())  # type: ignore[arg-type]


TRUE = {
    "geometric decay from 0": says((1 - x) ** t0 <= (-x * t0).exp()),
    "geometric decay from 1": says((1 - x) ** t <= (-x * t).exp()),
    "sum of naturals": says(total(J, 1, T, J) == t * (t + 1) / 2),
    "sum of squares": says(total(J, 1, T, J**2) == t * (t + 1) * (2 * t + 1) / 6),
    "sum of roots": says(total(J, 1, T, 1 / J.sqrt()) <= 2 * t.sqrt()),
    "geometric sum backwards": says((1 - b) * total(J, 1, T, b ** (T - J)) == 1 - b**T),
    "geometric sum": says((1 - b) * total(J, 0, T - 1, b**J) == 1 - b**T),
    "geometric sum, bounded": says((1 - c) * total(J, 1, T, c ** (T - J)) <= 1),
    "Bernoulli": says((1 + z) ** t >= 1 + t * z),
    "a power above its exponent": says(t < 2**t),
    "squares below powers from 4": says(t4**2 <= 2**t4),
    "squares below powers, by hypothesis": says(t**2 <= 2**t, given=("t >= 4",)),
    "sum of inverse squares": says(total(J, 1, T, 1 / J**2) <= 2 - 1 / t),
    "product": says(product(J, 1, T, (J + 1) / J) == t + 1),
    "two steps at a time": says(total(J, 1, 2 * T, J) == t * (2 * t + 1)),
    "a bounded natural": says(short**2 <= 5 * short),
    "a range that ends in time": says(V.seven**2 <= 7 * V.seven),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_proved_for_all_t(name: str) -> None:
    found = outcome(TRUE[name])
    assert isinstance(found, Proof)
    assert found.level in (Level.EXACT, Level.CERTIFIED, Level.DECIDED)
    assert not found.fixed
    assert not found.argued


FALSE = {
    "one less": says(2**t <= 2**t - 1),
    "decay twice as fast": says((1 - x) ** t0 <= (-2 * x * t0).exp()),
    "decay a little faster": says((1 - x) ** t <= (-F(101, 100) * x * t).exp()),
    "false at 3 only": says(t**2 <= 2**t),
    "false at its start": says(t3**2 <= 2**t3),
    "true at its start only": says(total(J, 1, T, J) == t * (t + 1) / 2 + t - 1),
    "false from some t on": says(2**t <= 1000 * t),
    "false far out": says(t**2 <= 10**9 * t),
    "geometric sum, one more": says((1 - b) * total(J, 1, T, b ** (T - J)) == 1 - b ** (T + 1)),
    "geometric sum below its first term": says((1 - c) * total(J, 1, T, c ** (T - J)) <= F(1, 2)),
    "constant of the roots": says(total(J, 1, T, 1 / J.sqrt()) <= F(19, 10) * t.sqrt()),
    "Bernoulli below -2": says((1 + low) ** t >= 1 + t * low),
    "Bernoulli, more slope": says((1 + z) ** t >= 1 + t * z + (t - 1) * z / 10),
    "strict where equal at 1": says(total(J, 1, T, 1 / J**2) < 2 - 1 / t),
    "a sum that may be empty": says(total(J, m, T, number(1)) == t - m + 1),
    "a hypothesis that fails at t": says(t <= 3, given=("(t - 1)*(t - 2)*(t - 5) <= 0",)),
    # b^t = sum over t = 1..1 of b^t would be b = b^t.
    "an index with the name of t": says(total(T, 1, 1, b**T) == b**T),
    # i is a symbol with i >= 5 and the index of a sum over 1..t.
    "an index with the name of a symbol": says(
        total(J, 1, T, b ** (T - J)) + 0 * J <= F(1, 2) * t, given=("i >= 5",)
    ),
    "a range that ends one too late": says(V.eight**2 <= 7 * V.eight),
    "alternating": says((-1) ** t + F(1, 2) >= 0, given=("t >= 2",)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not_proved(name: str) -> None:
    found = outcome(FALSE[name])
    assert not isinstance(found, Proof)
    if isinstance(found, Suspect):
        assert not truth(goal(FALSE[name]).prove, found.point)


def test_a_base_case_that_fails_is_a_counterexample() -> None:
    assert isinstance(outcome(FALSE["one less"]), Suspect)
    assert isinstance(outcome(FALSE["false at its start"]), Suspect)
    # 1 <= 1.9 at the start.
    assert not isinstance(outcome(FALSE["constant of the roots"]), Suspect)


def test_exact_base_and_step_make_an_exact_proof() -> None:
    for name in ("sum of naturals", "geometric sum", "geometric sum backwards", "product"):
        found = outcome(TRUE[name], provers=())
        assert isinstance(found, Proof)
        assert found.level is Level.EXACT


def test_the_weaker_of_base_and_step_is_the_level() -> None:
    found = outcome(TRUE["geometric decay from 0"], provers=(Boxes(),))
    assert isinstance(found, Proof)
    assert found.level is Level.CERTIFIED


def test_without_provers_an_inequality_that_needs_them_is_not_proved() -> None:
    assert outcome(TRUE["geometric decay from 0"], provers=()) is None


def test_the_symbol_can_be_named() -> None:
    draft = says(t <= t * m)
    assert isinstance(outcome(draft, on="m"), Proof)
    assert outcome(draft, on="x") is None
    hidden = says(b**T <= total(T, 1, m, b**T))
    assert not isinstance(outcome(hidden, on="t"), Proof)


def test_a_negative_exponent_of_zero_is_not_multiplied_out() -> None:
    # b^(t-3) grows by the factor b only where t >= 3 or b > 0.
    powers = b ** (T - 3)
    found = outcome(says(powers * b <= b ** (T - 2)))
    assert not isinstance(found, Proof) or "exact" in found.text
