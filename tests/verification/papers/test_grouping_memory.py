"""What a step holds, for the figures: places, deletions, batches."""

import pytest

from dptheory.memory import network, uniform_boundaries
from verify.papers.groupwise.laboratory.grouping_memory import (
    optimal_peaks,
    speeds,
    trace,
    uniform_peaks,
)

LARGE = network("vit-large")


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_a_trace_has_as_many_teeth_as_groups(groups: int) -> None:
    found = trace(LARGE, uniform_boundaries(LARGE, groups), 32)
    assert found.places[0] == found.held[0] == found.held[-1] == 0
    assert found.places[-1] == 2 * len(LARGE.layers)
    drops = [k for k in range(1, len(found.held)) if found.held[k] < found.held[k - 1]]
    assert len(drops) == groups
    assert all(found.places[k] == found.places[k - 1] for k in drops)
    # The first tooth, at the output side, is the highest.
    assert found.held[drops[0] - 1] == max(found.held) == 32 * uniform_peaks(LARGE)[groups]


def test_layer_wise_clipping_falls_from_the_start_of_the_backward_pass() -> None:
    layers = len(LARGE.layers)
    found = trace(LARGE, range(1, layers + 1), 1)
    assert layers <= found.places[found.held.index(max(found.held))] <= layers + 2


def test_speeds_follow_from_the_batch() -> None:
    found = speeds({1: 10, 2: 5}, memory=20, start=2.0)
    assert found == {1: (2, 0.5), 2: (4, 4 / 6)}


def test_optimal_peaks_are_by_number_of_groups() -> None:
    model = network("vit-small")
    best = optimal_peaks(model, 4)
    assert list(best) == [1, 2, 3, 4]
    assert all(best[m] <= peak for m, peak in uniform_peaks(model).items() if m in best)
