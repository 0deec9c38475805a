"""Expectations and entries as numbers: what is false is not proved, what is true is read."""

import pytest
from mean_statements import CLASSICS, FALSE, NOT_PROVED, TRUE, V, e, moment, within
from sound import PROVERS, QUICK, must_fail, proves
from verification.statements import drafts

from verify.judgement.examine import prove
from verify.language import says
from verify.methods.base import Proof
from verify.methods.classics import CHORD
from verify.methods.derive import Derive, chain, expect, shown, substitute
from verify.methods.evidence import Level

WRONG, NOWHERE, RIGHT = drafts(FALSE), drafts(NOT_PROVED), drafts(TRUE)
NEVER = {**WRONG, **NOWHERE}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_false_fails_with_a_witness(name: str) -> None:
    must_fail(WRONG[name])


@pytest.mark.parametrize("name", NEVER)
def test_nothing_proves_it_without_the_search_before(name: str) -> None:
    assert not isinstance(prove(NEVER[name].build(), QUICK), Proof)
    assert not any(proves(NEVER[name], prover) for prover in PROVERS)


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_true_is_proved_and_read_by_the_second_checker(name: str) -> None:
    proof = prove(RIGHT[name].build(), QUICK)
    assert isinstance(proof, Proof)
    assert proof.read


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_proves_a_bound_of_an_exponential_moment(name: str) -> None:
    proof = prove(drafts(CLASSICS)[name].build(), QUICK)
    assert isinstance(proof, Proof)
    assert proof.level is Level.CERTIFIED
    assert not proof.argued


def test_the_second_checker_knows_the_range_of_what_is_drawn_on_the_line() -> None:
    u, most = V.a * e[1], V.a * V.R
    chord = within((most + u) / (2 * most) * most.exp() + (most - u) / (2 * most) * (-most).exp())
    ends = (most.exp() + (-most).exp()) / 2
    below = expect(V.Within, e, substitute(CHORD, {"u": u, "x": most}))
    by = Derive(chain(below, shown(chord == ends)))
    proof = prove(says(moment <= ends, by=by).build(), QUICK)
    assert isinstance(proof, Proof)
    assert proof.read
