"""Attacks on repairs: what only an extreme instance breaks is found, what is true stands."""

from fractions import Fraction

import pytest

from benchmarks.attacks import attack, offered
from verify.language import (
    Draft,
    expectation,
    law,
    natural,
    nonnegative,
    notation,
    number,
    positive,
    real,
    says,
    sequence,
)
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
    "far outside of the search box": says(V.of(lambda x: x) <= 10**9),
    "close to the end of a set": says(number(Fraction(1, 10**9)) < V.of(lambda y: y)),
    "large and negative": says(V.of(lambda r: r) >= -(10**6)),
    "an atom of small mass": says(FOURTH <= 50 * SQUARE**2),
    "one entry of a sequence": says(V.a[1] <= 10**8),
}
TRUE: dict[str, Draft] = {
    "an amount and its square": says(V.of(lambda x: 2 * x) <= V.of(lambda x: 1 + x**2)),
    "moments": says(FOURTH >= SQUARE**2),
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
