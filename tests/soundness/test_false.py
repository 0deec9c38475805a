"""False statements, written as an honest author in a hurry writes them, and worse ones.

Each is judged by the automatic choice of methods, and put to every prover by itself, without the
search that would have found the counterexample first.
"""

import pytest
from sound import PROVERS, must_fail, proves
from soundness import false_statements
from verification.statements import drafts

FALSE = drafts(false_statements.FALSE)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_fails_with_a_witness(name: str) -> None:
    must_fail(FALSE[name])


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", FALSE)
def test_no_prover_proves_a_false_statement(name: str, prover: str) -> None:
    assert not proves(FALSE[name], prover)
