"""The graph of arguments: edges in the record, lemmas that nothing cites."""

import sys
from types import ModuleType
from typing import Any

import pytest

from verify.display.sentences import sentence
from verify.formula.expression import walk
from verify.judgement.graph import lemmas_of, uncited
from verify.judgement.judge import run_claim
from verify.language import claim, lemma, notation, positive, says
from verify.language.statement import Compare
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


# One quantity, computed or bounded in two ways.
SAME_QUANTITY = (
    "D_\\alpha",  # of the worst neighbours, and what a pair attains
    r"E[F(\tilde w)]-F^*",  # of two kinds of runs
    r"\min\lbrace\epsilon':\text{a run of 4.1 with noise }\nu/k\text{ is }(\epsilon',10^{-5})"
    r"\text{-DP}\rbrace",
    "P[|v - E v| >= xi]",
)


def test_a_name_on_a_row_stands_for_one_computation() -> None:
    """Else two notes that are both true exclude each other as they are displayed."""
    several = []
    for entry in all_entries():
        named: dict[str, set[str]] = {}
        for draft in entry.claim.drafts:
            said = draft.build()
            a = said.assertion
            if isinstance(a, Compare):  # an entry of a table has a name of its own
                trees = (a.left, a.right, *said.where)
                found = (n.value for tree in trees for n in walk(tree) if n.op == "external")
                for computed in found:
                    named.setdefault(computed.name, set()).add(repr(computed))
        several += [
            f"{entry.claim.id}: {name}"
            for name, computed in named.items()
            if len(computed) > 1 and name not in SAME_QUANTITY
        ]
    assert not several


def test_the_tables_of_a_note_are_told_apart_by_their_clip() -> None:
    (claim,) = (e.claim for e in all_entries() if e.claim.id == "adambc/prop-3-against-prop-4")
    notes = [sentence(note.build()) for note in claim.notes]
    assert "Table 3 at C = 0.1" in notes[0]
    assert "Table 3 at C = 1}" in notes[3]
    assert "0.1" not in notes[3].partition("for all")[0]
