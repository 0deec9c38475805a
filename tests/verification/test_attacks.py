"""Attacks on repairs: what only an extreme instance breaks is found, what is true stands."""

import pytest
from verification import attacked_statements
from verification.statements import drafts

from benchmarks.audits.attacks import attack, offered
from verify.ledger.selection import all_entries

FALSE, TRUE = drafts(attacked_statements.FALSE), drafts(attacked_statements.TRUE)


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
