"""Links about the circle, sums, slopes and laws: what they show, and false neighbours refused.

Leaves are examined by the engine itself. Where a neighbour is false, the statement is one that the
link would show if it forgot what the neighbour breaks.
"""

from typing import Any

import pytest
from verification.methods.laws_statements import REFUSED, SHOWN
from verification.statements import said

from verify.judgement.examine import examine
from verify.methods.context import Context
from verify.methods.derive import Derive
from verify.methods.evidence import Level

PROVED = (Level.EXACT, Level.CERTIFIED, Level.DECIDED)
QUICK = Context(mode="quick")


def derived(draft: Any, link: Any) -> Any:
    return Derive(link).run(said(draft).build(), lambda inner: examine(inner, QUICK))


@pytest.mark.parametrize("name", SHOWN)
def test_a_link_shows_what_it_says(name: str) -> None:
    found = derived(*SHOWN[name])
    assert found.level in PROVED, found.failure
    assert not found.argued


@pytest.mark.parametrize("name", REFUSED)
def test_a_false_neighbour_is_refused(name: str) -> None:
    draft, link, why = REFUSED[name]
    found = derived(draft, link)
    assert found.level is None
    assert why in found.failure
