"""What each prover must prove, refute at a point, and leave open: one contract, a list a prover."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from verification.methods import (
    boxes_statements,
    decide_statements,
    decompose_statements,
    enumerate_statements,
    induct_statements,
    multipliers_statements,
)
from verification.notation import goal
from verification.statements import drafts

from verify.formula.evaluate import Undefined, truth
from verify.language import Draft
from verify.language.symbols import satisfied
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.decompose import Decompose
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Level
from verify.methods.induct import Induct
from verify.methods.multipliers import Multipliers

METHODS: dict[str, Any] = {
    "boxes": Boxes(),
    "decide": Decide(),
    "decompose": Decompose(),
    "enumerate": Enumerate(),
    "induct": Induct(),
    "multipliers": Multipliers(),
}
LEVELS = {
    ("boxes", "proved"): {Level.CERTIFIED},
    ("decide", "proved"): {Level.DECIDED},
    ("decompose", "proved"): {Level.EXACT, Level.CERTIFIED},
    ("enumerate", "proved"): {Level.EXACT},
    ("enumerate", "irrational"): {Level.CERTIFIED},
    ("induct", "proved"): {Level.EXACT, Level.CERTIFIED, Level.DECIDED},
    ("multipliers", "proved"): {Level.EXACT},
}
LISTS = {
    "boxes": boxes_statements,
    "decide": decide_statements,
    "decompose": decompose_statements,
    "enumerate": enumerate_statements,
    "induct": induct_statements,
    "multipliers": multipliers_statements,
}
TABLES = ("proved", "irrational", "refuted", "false", "open")
DRAFTS = {
    (method, table, name): draft
    for method, lists in LISTS.items()
    for table in TABLES
    for name, draft in drafts(getattr(lists, table.upper(), {})).items()
}
Row = tuple[str, str, str]


def rows(*tables: str) -> pytest.MarkDecorator:
    """A test for each statement of some tables."""
    chosen = [row for row in DRAFTS if row[1] in tables]
    return pytest.mark.parametrize("row", chosen, ids=" ".join)


def answer(row: Row) -> Proof | Suspect | None:
    return METHODS[row[0]].prove(goal(DRAFTS[row]), Context())


def refutes(draft: Draft, point: Mapping[str, Any]) -> bool:
    """Whether a point meets the hypotheses and violates the statement, exactly."""
    g = goal(draft)
    return satisfied(g.symbols, g.given, point) is True and not truth(g.prove, point)


@rows("proved", "irrational")
def test_a_true_statement_is_proved(row: Row) -> None:
    found = answer(row)
    assert isinstance(found, Proof), found
    assert found.level in LEVELS[row[:2]]
    assert not found.fixed
    assert not found.argued


@rows("refuted")
def test_a_false_statement_is_suspected_at_a_point_that_refutes_it(row: Row) -> None:
    found = answer(row)
    assert isinstance(found, Suspect), found
    assert set(found.point) == {s.name for s in goal(DRAFTS[row]).symbols}
    assert refutes(DRAFTS[row], found.point), found.point


@rows("false")
def test_a_false_statement_is_not_proved_and_a_suspect_refutes_it(row: Row) -> None:
    found = answer(row)
    assert not isinstance(found, Proof)
    assert found is None or not truth(goal(DRAFTS[row]).prove, found.point)


@rows("open")
def test_what_is_not_shown_is_not_proved(row: Row) -> None:
    for draft in DRAFTS[row] if isinstance(DRAFTS[row], list) else [DRAFTS[row]]:
        found = METHODS[row[0]].prove(goal(draft), Context())
        assert not isinstance(found, Proof)
        assert found is None or row[0] != "enumerate", "a point without an answer refutes nothing"


@pytest.mark.parametrize("name", decompose_statements.FALSE)
def test_the_false_neighbours_of_what_decompose_shows_are_false(name: str) -> None:
    """At a random or corner point."""
    draft, rng = DRAFTS["decompose", "false", name], np.random.default_rng(1)
    for corner in (True, False) * 2000:
        point: dict[str, Any] = {}
        for s in goal(draft).symbols:
            corners = s.kind.corners(point)
            drawn = rng.choice(len(corners)) if corner else s.kind.draw(rng, {}, None)
            point[s.name] = corners[int(drawn)] if corner else drawn
        try:
            if refutes(draft, point):
                return
        except Undefined:
            continue
    pytest.fail("no point refutes it")
