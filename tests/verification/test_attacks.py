"""Attacks on repairs: what only an extreme instance breaks is found, what is true stands."""

from fractions import Fraction

import pytest

from benchmarks.attacks import attack, offered
from verify.formula.expression import expectation
from verify.language.notation import law, natural, nonnegative, notation, positive, real, sequence
from verify.language.says import Draft, at_least, at_most, less
from verify.ledger.selection import all_entries

V = notation(
    x=nonnegative(unit="1", search=(0, 1)),
    y=positive(unit="1", search=(1, 2)),
    r=real(unit="1", search=(-1, 1)),
    n=natural("n", search=(1, 5)),
    a=sequence("n", unit="1"),
    P=law("P", unit="1"),
    v=real(unit="1"),
)
SQUARE, FOURTH = (expectation(V.P, V.v, V.v**k) for k in (2, 4))
FALSE: dict[str, Draft] = {
    "far outside of the search box": at_most(V, lambda x: x, 10**9),
    "close to the end of a set": less(V, Fraction(1, 10**9), lambda y: y),
    "large and negative": at_least(V, lambda r: r, -(10**6)),
    "an atom of small mass": at_most(V, FOURTH, 50 * SQUARE**2),
    "one entry of a sequence": at_most(V, V.a[1], 10**8),
}
TRUE: dict[str, Draft] = {
    "an amount and its square": at_most(V, lambda x: 2 * x, lambda x: 1 + x**2),
    "moments": at_least(V, FOURTH, SQUARE**2),
}


@pytest.mark.parametrize("name", FALSE)
def test_an_attack_breaks(name: str) -> None:
    assert attack(FALSE[name].build(), seed=1).witnesses


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_stands(name: str) -> None:
    found = attack(TRUE[name].build(), seed=1)
    assert not found.witnesses
    assert found.tried > 500


def test_every_repair_can_be_attacked() -> None:
    claims = [e.claim for e in all_entries()]
    roles = [role for c in claims for role, _ in offered(c)]
    assert sum(r.startswith("repaired") for r in roles) > 30
