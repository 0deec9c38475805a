"""The graph of arguments: edges in the record, lemmas that nothing cites."""

import sys
from types import ModuleType
from typing import Any

import pytest

from verify.judgement.graph import lemmas_of, uncited
from verify.judgement.judge import run_claim
from verify.language import claim, lemma, notation, positive, says
from verify.ledger.selection import all_entries
from verify.methods.context import Context
from verify.methods.derive import Derive, chain, shown, substitute

V = notation(x=positive("x", unit="1"), y=positive("y", unit="1"))
BELOW = lemma("mine/below", says(V.x < V.x + 1))
WORDS = "The square root grows."
ROOT = lemma("mine/root", says(V.x.sqrt() < (V.x + 1).sqrt()).argued(WORDS, cites=[BELOW]))
LONELY = lemma("mine/lonely", says(V.x < V.x + 2))
SUM = says(
    V.x < V.x + 1 + V.y, by=Derive(chain(substitute(BELOW, {}), shown(V.x + 1 <= V.x + 1 + V.y)))
)
OTHER = says(V.x.sqrt() <= (V.x + 1).sqrt()).argued("From the strict one.", cites=[ROOT])
CLAIM = claim("mine/sum", "here", "two edges", {"sum": SUM, "root": OTHER})


def holding(**names: Any) -> ModuleType:
    module = ModuleType("holding")
    vars(module).update(names)
    return module


def test_a_claim_rests_on_what_its_arguments_cite_and_what_that_rests_on() -> None:
    assert [one.id for one in CLAIM.rests_on] == ["mine/below", "mine/root"]


def test_the_record_holds_steps_and_lemmas_with_their_grades() -> None:
    record = run_claim(CLAIM, Context("quick"))
    total, root = (part.printed for part in record.parts)
    assert total is not None
    assert root is not None
    assert [(step.text, step.cites) for step in total.steps] == [("", ("mine/below",))]
    assert [step.cites for step in root.steps] == [("mine/root",)]
    assert [(one.id, one.strength) for one in record.lemmas] == [
        ("mine/below", "verified"),
        ("mine/root", "verified"),
    ]
    assert [step.text for step in record.lemmas[1].steps] == [WORDS]


def test_a_lemma_that_nothing_cites_is_named() -> None:
    module = holding(A=(BELOW, ROOT), B={"lonely": LONELY})
    assert uncited([CLAIM], [module]) == ["mine/lonely"]
    assert uncited([], [holding(A=BELOW)]) == ["mine/below"]


def test_two_lemmas_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="Found two mine/below"):
        lemmas_of([holding(A=BELOW, B=lemma("mine/below", SUM))])


def test_every_lemma_of_the_papers_is_cited() -> None:
    claims = [entry.claim for entry in all_entries()]
    papers = [sys.modules[name] for name in sys.modules if name.startswith("verify.papers.")]
    assert uncited(claims, papers) == []
