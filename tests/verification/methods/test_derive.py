"""Derivations: each link goes through where it should, and is refused just outside of that."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from verification.methods.derive_statements import (
    AT_INSTANCE,
    CUBIC,
    ENTRIES,
    IN_BALL,
    INSTANCE,
    LINKS,
    LOG,
    V,
)
from verification.statements import said

from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.judgement.examine import prove as prove_by_engine
from verify.language import E, dot, external, natural, norm, notation, says, vector
from verify.language.statement import Goal, Statement
from verify.language.symbols import Real, Symbol
from verify.methods import defined, gram
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.derive import Derivation, Derive, derive, given, monotone, substitute, words
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.reduce import Reduce

u, x = V.u, V.x
LEMMAS = {LOG.hash, IN_BALL.hash, ENTRIES.hash}


def prove(statement: Statement) -> Finding:
    """Lemmas of the test by decree, the rest by z3 and reduction; a witness refutes."""

    def found(level: Level, outcome: Outcome = Outcome.HOLDS, **more: object) -> Finding:
        return Finding(
            statement=statement.hash, method="test", level=level, outcome=outcome, text="", **more
        )

    if statement.hash in LEMMAS:
        return found(Level.CERTIFIED)
    try:
        goals = gram.lowered(statement)
        for goal in goals:
            if _witness(goal):
                return found(Level.EXACT, Outcome.FAILS)
        proofs = [_proof(goal) for goal in goals]
    except (gram.NotGram, defined.Unclear):
        return found(Level.NUMERIC, sampled=True)
    if not all(proofs):
        return found(Level.NUMERIC, sampled=True)
    return found(Level.DECIDED)


def _proof(goal: Goal) -> Proof | None:
    for need in defined.needs(goal.prove, goal.symbols):
        known = {s.name for s in goal.symbols}
        names = sorted(free_names(need.condition).union(*map(free_names, need.path)) - known)
        bound = tuple(Symbol(n, n, "1", Real()) for n in names)
        inner = Goal(goal.symbols + bound, goal.given + need.path, need.condition)
        if not isinstance(Decide().prove(inner, Context()), Proof):
            return None
    for prover in (Reduce(), Decide()):
        answer = prover.prove(goal, Context())
        if isinstance(answer, Proof):
            return answer
    return None


def _witness(goal: Goal) -> bool:
    for value in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)):
        point = {s.name: value for s in goal.symbols}
        try:
            if not all(truth(c, point) for c in goal.assumptions):
                continue
            if not truth(goal.prove, point):
                return True
        except (ArithmeticError, KeyError):
            continue
    return False


def run(statement: Statement, *steps: object) -> Derivation:
    return Derive(*steps).run(statement, prove)


@pytest.mark.parametrize("name", LINKS)
def test_a_link_goes_through_or_is_refused_with_its_reason(name: str) -> None:
    for place, (draft, expected, *links) in enumerate(LINKS[name]):
        found = run(said(draft).build(), *links)
        if isinstance(expected, str):
            assert found.level is None, place
            assert expected in found.failure, place
        else:
            assert found.level in expected, (place, found.failure)
            assert found.failure == ""


def test_the_engine_gets_a_proof() -> None:
    statement = says((1 + INSTANCE).log() <= INSTANCE, by=Derive(AT_INSTANCE)).build()
    assert LOG in [leaf for leaf, _ in run(statement, AT_INSTANCE).leaves]
    proof = derive(statement, Context(), prove).proof(statement, Context())
    assert isinstance(proof, Proof)
    assert proof.level is Level.DECIDED
    with pytest.raises(TypeError, match="must be a Derive"):
        derive(statement.but(by=None), Context(), prove)


def test_words_make_a_result_argued_and_are_no_way_round_a_refutation() -> None:
    statement = says(CUBIC <= x.sin()).build()
    found = run(statement, words("the series alternates", CUBIC <= x.sin()))
    assert (found.level, found.argued) == (Level.ARGUED, ("the series alternates",))
    false = says(x <= x**2).build()
    assert "words are given" in run(false, words("clearly", V("x <= x**2"))).failure
    with pytest.raises(ValueError, match="must have words"):
        words(" ", V("x <= x**2"))


@pytest.mark.parametrize(
    "flaw", [{"added": ("$x\\ne 0$",)}, {"fixed": {"u": 1}}, {"asymptotic": True}]
)
def test_a_lemma_that_is_proved_in_part_is_no_lemma(flaw: dict[str, Any]) -> None:
    statement = says((1 + x).log() <= x).build()
    by = Derive(substitute(LOG, {"u": x}))
    assert by.run(statement, prove).level is not None
    assert by.run(statement, lambda inner: replace(prove(inner), **flaw)).level is None


def test_a_finding_about_another_statement_is_refused() -> None:
    statement = says((1 + x).log() <= x).build()
    found = Derive(substitute(LOG, {"u": x})).run(statement, lambda inner: prove(statement))
    assert "another statement" in found.failure


def test_a_derivation_needs_steps() -> None:
    with pytest.raises(ValueError, match="must have steps"):
        Derive()
    with pytest.raises(ValueError, match="must be one of"):
        monotone("sine", given(x <= E))


def test_words_need_an_instance() -> None:
    root = external("root", lambda x: math.sqrt(x + 1), x)
    anywhere = says(root <= x + 1).argued("a root is smaller")
    assert isinstance(prove_by_engine(anywhere.build(), Context(mode="quick")), Proof)
    # The root of cos x = x is no rational number: no instance is found.
    nowhere = anywhere.but(given=[(x.cos() == x)])
    assert prove_by_engine(nowhere.build(), Context(mode="quick")) is None


def test_three_vectors_have_a_gram_matrix_and_no_other() -> None:
    W = notation(d=natural(), **{name: vector("d", unit="1") for name in "fgh"})
    statement = says(dot(W.f, W.g) * dot(W.g, W.h) <= norm(W.f) * norm(W.h) + dot(W.f, W.h))
    (goal,) = gram.lowered(statement.build())
    ones = {s.name: Fraction(1) for s in goal.symbols}
    assert all(truth(c, ones) for c in goal.given), "the same vector three times"
    assert not all(truth(c, ones | {"f.h": Fraction(-1)}) for c in goal.given)
