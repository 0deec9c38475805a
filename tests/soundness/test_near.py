"""Statements of papers that are false by one part in a hundred: the command line, every prover."""

import pytest
from near_statements import NEAR
from sound import PROVERS, QUICK, must_fail, proves

from verify.asked import asked
from verify.judgement.examine import prove
from verify.language import Draft
from verify.methods.base import Proof


def said(name: str) -> Draft:
    (draft,) = asked(*NEAR[name]).claim.printed.values()
    return draft


@pytest.mark.parametrize("name", NEAR)
def test_a_near_miss_fails_with_a_witness(name: str) -> None:
    must_fail(said(name))


@pytest.mark.parametrize("name", NEAR)
def test_nothing_proves_it_without_the_search_before(name: str) -> None:
    assert not isinstance(prove(said(name).build(), QUICK), Proof)
    assert not any(proves(said(name), prover) for prover in PROVERS)
