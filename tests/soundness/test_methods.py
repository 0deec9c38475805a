"""For each method: what it covers it proves, and a statement just outside of that it refuses.

The provers are asked alone, without the search that would find a counterexample first.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from sound import PROVERS, QUICK, judged, proves
from soundness import covered_statements
from soundness.covered_statements import REFUSED, THROUGH, V
from verification.notation import goal
from verification.statements import drafts, said

from verify.formula.expression import lift
from verify.judgement.examine import examine, prove
from verify.language import external, says
from verify.language.statement import Compare, Goal, Statement
from verify.methods.base import Proof
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.derivation.scope import Link, Run, Scope
from verify.methods.derive import Derivation, Derive, multiply, shown, words
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Level, Outcome
from verify.methods.induct import Induct
from verify.methods.reduce import Reduce

F = Fraction
PAIRS = drafts(covered_statements.PAIRS)
DERIVED = THROUGH | REFUSED


@pytest.mark.parametrize("name", PAIRS)
def test_a_method_proves_what_it_covers(name: str) -> None:
    prover = name.partition(",")[0]
    by = {"boxes": Boxes(), "decide": Decide()}.get(prover, PROVERS[prover]())
    assert isinstance(prove(PAIRS[name][0].but(by=by).build(), QUICK), Proof)


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", PAIRS)
def test_no_method_proves_what_lies_just_outside(name: str, prover: str) -> None:
    for number, outside in enumerate(PAIRS[name][1:], 1):
        assert not proves(outside, prover), number


@pytest.mark.parametrize("name", DERIVED)
def test_derive_gives_what_its_links_give_and_no_more(name: str) -> None:
    draft, link = DERIVED[name]
    statement = said(draft).but(by=Derive(link)).build()
    assert isinstance(prove(statement, QUICK), Proof) is (name in THROUGH)


def test_words_that_conclude_the_statement_support_it_and_no_more() -> None:
    half = external("half", lambda y: 0.5, V.y)
    verdicts = ((half <= 1, "supported"), (half <= F(1, 3), "refuted"), (V.x**2 <= V.x, "refuted"))
    for claimed, verdict in verdicts:
        draft = says(claimed).but(by=Derive(words("clearly", claimed)))
        assert judged(draft).verdict == verdict


# The search alone.
def test_a_search_alone_supports_and_says_how_it_looked() -> None:
    def bump(y: Any, z: Any) -> Any:
        return max(1, 1 + F(1, 1000) - 10 * max(abs(y - F(41, 100)), abs(z - F(57, 100))))

    # Proves no inequality.
    nothing = Reduce()
    held = examine(says(V.y * V.z <= 1, by=nothing).build(), QUICK)
    assert held.outcome is Outcome.HOLDS
    assert held.sampled
    assert "cells a side" in held.text
    for prover in (nothing, Boxes(), Decide(), None):
        found = examine(says(V.of(bump) <= 1, by=prover).build(), QUICK)
        assert found.outcome is Outcome.FAILS, prover


# What an author's own object says is no evidence, of a false statement or a true one.
class Oracle:
    """Proves everything, or its first goal only."""

    name, derives = "decide", False

    def __init__(self, most: float) -> None:
        self.most = most

    def prove(self, goal: Goal, context: Context) -> Proof | None:
        self.most -= 1
        return Proof("decide", Level.EXACT, "settled") if self.most >= 0 else None


class Faith(Decide):
    """A method of the engine's in name."""

    def prove(self, goal: Goal, context: Context) -> Proof:
        return Proof("decide", Level.EXACT, "settled")


class Wish(Derive):
    """A derivation that goes through."""

    def run(self, statement: Statement, prove: Any) -> Derivation:
        return Derivation(Level.EXACT)


@dataclass(frozen=True)
class Claimed:
    """A link that concludes what it is asked for."""

    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        run.step(self.link, scope, None)
        return wanted or Compare("le", lift(0), lift(1))


TRUE_STEP = shown(V.y <= V.y + 1)


@pytest.mark.parametrize(
    ("by", "refusal"),
    [
        (Oracle(math.inf), "by must be of"),
        (Oracle(1), "by must be of"),
        ((Decide(), Oracle(1)), "by must be of"),
        (Faith(), "by must be of"),
        (Induct(provers=(Faith(),)), "by must be of"),
        (Wish(TRUE_STEP), "must be a Derive"),
        (Derive(Claimed(TRUE_STEP)), "one of the engine's links"),
        (Derive(multiply(Claimed(TRUE_STEP), 1)), "one of the engine's links"),
    ],
)
def test_only_the_methods_of_the_engine_are_asked(by: Any, refusal: str) -> None:
    for draft in (says(V.y <= F(999_999, 10**6)), says(V.y <= 2 * V.y)):
        record = judged(draft.but(by=by))
        assert record.verdict not in ("verified", "argued")
        assert record.verdict == "refuted" or refusal in f"{record.reason} {record.parts}"


def test_a_prover_alone_does_not_prove_what_it_cannot_evaluate() -> None:
    half = external("half", lambda y: F(1, 2), V.y)
    for prover in PROVERS:
        assert not proves(says(half <= F(49, 100)), prover)
    assert not proves(says(external("half", lambda bit: 0.5, V.bit) <= 1), "enumerate")
    assert Enumerate(limit=5).prove(goal(says(V.six <= 6)), QUICK) is None
