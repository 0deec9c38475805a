"""The numbers of docs/memory.md are those that the library computes."""

from itertools import pairwise
from pathlib import Path

import pytest

from dptheory.memory import fewest_groups, network, optimal_groupings, uniform_boundaries
from dptheory.memory.grouping import grouping_peak, layer_wise_peak
from dptheory.memory.models import MODELS
from dptheory.memory.timeline import group_peaks, groups_from
from figures.groupwise import groupings

STORED = {name: (network(name).activations, network(name).output_gradients) for name in MODELS}
LARGE = network("vit-large")
TEXT = (Path(__file__).parents[3] / "docs" / "memory.md").read_text(encoding="utf-8")


def test_four_optimal_groups_hold_less_than_twelve_uniform_ones() -> None:
    twelve = grouping_peak(*STORED["vit-large"], uniform_boundaries(LARGE, 12))
    assert f"twelve uniform ones ({twelve})" in TEXT
    assert optimal_groupings(*STORED["vit-large"], 4)[-1].peak < twelve


@pytest.mark.parametrize("name", MODELS)
def test_the_table_of_peaks_and_uniform_peaks_fall_along_all_divisors(name: str) -> None:
    model, stored = network(name), STORED[name]
    least, best = layer_wise_peak(*stored), optimal_groupings(*stored, 4)
    peaks = [best[0].peak]
    for m in (2, 4):
        peaks += [grouping_peak(*stored, uniform_boundaries(model, m)), best[m - 1].peak]
    cells = [name, str(len(model.layers)), str(least), *(f"{peak / least:.3f}" for peak in peaks)]
    cells.append(str(len(fewest_groups(*stored, least).boundaries)))
    assert f"| {' | '.join(cells)} |" in TEXT
    assert all(a > b for a, b in pairwise(groupings.uniform_peaks(model).values()))


def test_the_teeth_of_vit_large() -> None:
    stored, layers = STORED["vit-large"], len(LARGE.layers)
    for m in (1, 4):
        teeth = group_peaks(*stored, groups_from(uniform_boundaries(LARGE, m), layers))
        assert max(teeth, key=teeth.__getitem__) == max(teeth)
    teeth = group_peaks(*stored, groups_from(range(1, layers + 1), layers))
    assert ", ".join(map(str, list(teeth.values())[:3])) in TEXT
    assert max(teeth, key=teeth.__getitem__) == layers - 1
    assert LARGE.layers[-2].name == "norm"


def test_equal_layers_in_the_proportions_of_vit() -> None:
    r = 20 / 11
    assert f"by {r**4 / (r**4 - 1) - 1:.0%}".replace("%", " %") in TEXT
    assert f"by {11 / 9 / 4:.0%}".replace("%", " %") in TEXT
