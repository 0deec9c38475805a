"""Links about the circle, sums, slopes and laws: what they show, and false neighbours refused.

Leaves are examined by the engine itself. Where a neighbour is false, the statement is one that the
link would show if it forgot what the neighbour breaks.
"""

import inspect
from dataclasses import dataclass
from typing import Any

import pytest
from verification.statements import corpus, said

from verify.formula.expression import Node
from verify.judgement.examine import examine
from verify.language import laws
from verify.language.circulant import Circulant
from verify.methods import derive as steps
from verify.methods.context import Context
from verify.methods.derive import Derive
from verify.methods.evidence import Level

STEPS = dict(inspect.getmembers(steps, inspect.isfunction))
LAWS = {f.__name__: f for f in vars(laws).values() if getattr(f, "__module__", "") == laws.__name__}


@dataclass(frozen=True)
class Ring(Circulant):
    """1 + 2x on the diagonal and -x beside it, or without the 1."""

    singular: bool = False

    @property
    def bands(self) -> tuple[tuple[int, Node], ...]:
        x = Node("symbol", (), "x")
        return (0, 2 * x if self.singular else 1 + 2 * x), (1, -x)


LISTS = corpus(__file__, "laws", Ring=Ring, **LAWS, **STEPS)
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
