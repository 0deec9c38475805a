"""What ``make elsewhere`` compares: what a verdict rests on, and the rest of a record."""

import math
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from benchmarks.audits.elsewhere import apart, drawn, places, same, verdicts
from benchmarks.audits.other_libraries import oldest

CLAIM = {
    "id": "a/b",
    "verdict": "verified",
    "extent": None,
    "strength": "exact",
    "seconds": 1.5,
    "sources": {"a.py": "12"},
    "parts": [
        {
            "name": "statement",
            "verdict": "verified",
            "extent": None,
            "printed": {"hash": "7e5c", "finding": {"ratio": 0.5, "seconds": 2.0}},
        }
    ],
}


def changed(change: Any) -> dict[str, Any]:
    claim: dict[str, Any] = deepcopy(CLAIM)
    change(claim)
    return claim


MOVES = {
    "its verdict": lambda claim: claim.update(verdict="supported"),
    "its grade": lambda claim: claim.update(strength="numeric"),
    "a part's extent": lambda claim: claim["parts"][0].update(extent="at the edge"),
    "a statement's hash": lambda claim: claim["parts"][0]["printed"].update(hash="7e5d"),
}


@pytest.mark.parametrize("change", MOVES.values(), ids=list(MOVES))
def test_what_a_verdict_rests_on_is_seen(change: Any) -> None:
    assert verdicts(changed(change)) != verdicts(CLAIM)


def test_a_ratio_in_its_last_digits_is_another_record_and_no_other_verdict() -> None:
    claim = changed(lambda c: c["parts"][0]["printed"]["finding"].update(ratio=0.5000001))
    assert verdicts(claim) == verdicts(CLAIM)
    assert not same(claim, CLAIM)


def test_seconds_and_paths_are_no_part_of_a_record() -> None:
    def later(claim: dict[str, Any]) -> None:
        claim.update(seconds=99.0, sources={})
        claim["parts"][0]["printed"]["finding"].update(seconds=7.0)

    assert same(changed(later), CLAIM)


def test_the_first_place_is_this_machine() -> None:
    first, *others = places()
    assert first.variables == {}
    assert all(place.variables or place.libraries for place in others)


def test_the_oldest_libraries_are_those_of_the_project() -> None:
    found = oldest()
    assert "numpy==2.0" in found
    assert not any(">=" in text for text in found)


def test_draws_may_differ_in_their_last_digits_and_words_not_at_all() -> None:
    ours = drawn()
    near = ours | {"laplace": np.nextafter(ours["laplace"], np.inf)}
    assert (apart(ours, ours), apart(near, ours)) == (0, 1)
    assert apart(ours | {"batches": ours["batches"] + 1}, ours) == math.inf
