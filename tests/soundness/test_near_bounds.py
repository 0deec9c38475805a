"""False bounds of methods: refuted by a function of the class, and proved by nothing."""

import pytest
from near_bounds import NEAR
from sound import QUICK, must_fail

from verify.judgement.examine import prove
from verify.methods.base import Proof


@pytest.mark.parametrize("name", NEAR)
def test_a_false_bound_fails_with_a_function(name: str) -> None:
    must_fail(NEAR[name])


@pytest.mark.parametrize("name", NEAR)
def test_nothing_proves_it_without_the_search_before(name: str) -> None:
    statement = NEAR[name].build()
    assert not isinstance(prove(statement, QUICK), Proof)
