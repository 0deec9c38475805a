"""Links about the circle, sums, slopes and laws: what they show, and false neighbours refused.

Leaves are examined by the engine itself. Where a neighbour is false, the statement is one that the
link would show if it forgot what the neighbour breaks.
"""

import inspect
from typing import Any

import pytest
from verification.statements import corpus, said

from verify.judgement.examine import examine
from verify.methods import derive as steps
from verify.methods.context import Context
from verify.methods.derive import Derive
from verify.methods.evidence import Level

STEPS = dict(inspect.getmembers(steps, inspect.isfunction))
LISTS = corpus(__file__, "laws", **STEPS)
PROVED = (Level.EXACT, Level.CERTIFIED, Level.DECIDED)
QUICK = Context(mode="quick")


def derived(row: list[Any]) -> Any:
    draft, link = row
    return Derive(link).run(said(draft).build(), lambda inner: examine(inner, QUICK))


@pytest.mark.parametrize("name", LISTS.tables["shown"])
def test_a_link_shows_what_it_says(name: str) -> None:
    found = derived(LISTS.read(LISTS.tables["shown"][name]))
    assert found.level in PROVED, found.failure
    assert not found.argued


@pytest.mark.parametrize("name", LISTS.tables["refused"])
def test_a_false_neighbour_is_refused(name: str) -> None:
    *row, why = LISTS.tables["refused"][name]
    found = derived(LISTS.read(row))
    assert found.level is None
    assert why in found.failure
