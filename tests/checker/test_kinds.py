"""Each kind of proof is accepted where it holds, and refused where the statement is false."""

import pytest

from benchmarks.audits.checked_proofs import ACCEPTED, DERIVATIONS, FALSE, document
from verify.checker.documents import answer


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_proof_is_accepted(name: str) -> None:
    assert answer(document(ACCEPTED[name])).word == "accepted"


@pytest.mark.parametrize("name", DERIVATIONS)
def test_a_derivation_is_accepted(name: str) -> None:
    assert answer(DERIVATIONS[name]).word == "accepted"


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_not(name: str) -> None:
    assert answer(document(FALSE[name])).word in ("refused", "not read")
