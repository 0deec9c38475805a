"""The best groups are best, uniform groups are uniform, and the peaks never grow with M."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

from dptheory.memory.grouping import (
    equal_layers_peak,
    fewest_groups,
    grouping_peak,
    layer_wise_peak,
    optimal_groupings,
    uniform_boundaries,
    uniform_counts,
)
from dptheory.memory.layers import Layer, Network
from dptheory.memory.models import MODELS, network
from dptheory.memory.timeline import groups_from, peak


def exhaustive(activations: Sequence[int], gradients: Sequence[int], groups: int) -> int:
    """The smallest peak of all groupings into contiguous groups, by the event simulator."""
    layers = len(activations)
    every = combinations(range(2, layers + 1), groups - 1)
    return min(peak(activations, gradients, groups_from((1, *cuts), layers)) for cuts in every)


def drawn(seed: int, layers: int) -> tuple[list[int], list[int]]:
    """Sizes with many ties (seed even) or few, zeros among them."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 4 if seed % 2 == 0 else 1000, size=(2, layers)).tolist()
    return sizes[0], sizes[1]


@pytest.mark.parametrize(
    ("seed", "layers"), [*((seed, 1 + seed % 10) for seed in range(40)), (11, 11), (12, 12)]
)
def test_optimal_groups_have_the_smallest_peak_of_all(seed: int, layers: int) -> None:
    stored = drawn(seed, layers)
    found = optimal_groupings(*stored)
    assert [len(grouping.boundaries) for grouping in found] == list(range(1, layers + 1))
    for m, grouping in enumerate(found, 1):
        counted = peak(*stored, groups_from(grouping.boundaries, layers))
        assert grouping.peak == counted == exhaustive(*stored, m)


@pytest.mark.parametrize("seed", range(40))
def test_the_greedy_grouping_needs_the_fewest_groups(seed: int) -> None:
    stored = drawn(seed, 1 + seed % 30)
    found = optimal_groupings(*stored)
    for bound in {grouping.peak + extra for grouping in found for extra in (0, 1)}:
        fewest = next(m for m, grouping in enumerate(found, 1) if grouping.peak <= bound)
        greedy = fewest_groups(*stored, bound)
        assert len(greedy.boundaries) == fewest
        assert greedy.peak == grouping_peak(*stored, greedy.boundaries) <= bound
    least = layer_wise_peak(*stored)
    with pytest.raises(ValueError, match=f"peak must be at least the layer-wise peak {least}."):
        fewest_groups(*stored, least - 1)


@pytest.mark.parametrize("seed", range(20))
def test_the_closed_form_is_the_simulator(seed: int) -> None:
    rng, stored = np.random.default_rng(seed), drawn(seed, 30)
    cuts = rng.choice(np.arange(2, 31), size=int(rng.integers(0, 29)), replace=False)
    boundaries = (1, *sorted(cuts.tolist()))
    assert grouping_peak(*stored, boundaries) == peak(*stored, groups_from(boundaries, 30))


@pytest.mark.parametrize("name", MODELS)
def test_peaks_of_the_models_fall_to_the_layer_wise_one(name: str) -> None:
    model = network(name)
    stored = model.activations, model.output_gradients
    found = optimal_groupings(*stored)
    assert found[0].peak == sum(stored[0]) + sum(stored[1])
    assert all(a.peak >= b.peak for a, b in pairwise(found))
    assert found[-1].peak == layer_wise_peak(*stored)
    for m in uniform_counts(model):
        assert grouping_peak(*stored, uniform_boundaries(model, m)) >= found[m - 1].peak


@pytest.mark.parametrize(("a", "g"), [(9, 11), (1, 1), (1, 0), (0, 1), (1, 50), (50, 1), (3, 7)])
@pytest.mark.parametrize("layers", [1, 2, 7, 24])
def test_equal_layers_are_grouped_to_one_output_gradient(a: int, g: int, layers: int) -> None:
    found = optimal_groupings([a] * layers, [g] * layers)
    for m, grouping in enumerate(found, 1):
        bound = equal_layers_peak(a, g, layers, m)
        assert bound <= grouping.peak <= bound + g
    assert equal_layers_peak(a, g, layers, 1) == (a + g) * layers


def test_small_networks_by_hand() -> None:
    r, third = Fraction(20, 11), Fraction(1, 3)
    assert equal_layers_peak(9, 11, 24, 4) == 9 * 24 * r**4 / (r**4 - 1)
    assert equal_layers_peak(0, 3, 8, 4) == 6
    # The last layer's group decides for every M from 2 on.
    assert [g.peak for g in optimal_groupings([1, 1, 10], [1, 1, 5])] == [19, 17, 17]
    found = optimal_groupings([third, third, third], [third, third, third])
    assert [g.peak for g in found] == [2, Fraction(4, 3), Fraction(4, 3)]
    plain = Network("plain", (Layer("a", 1, 1, 1), Layer("b", 1, 1, 1)))
    assert uniform_counts(plain) == uniform_boundaries(plain, 1) == (1,)


def test_uniform_groups_share_the_blocks() -> None:
    large = network("vit-large")
    assert uniform_counts(large) == (1, 2, 3, 4, 6, 8, 12, 24)
    for m in uniform_counts(large):
        boundaries = uniform_boundaries(large, m)
        firsts = [large.layers[first - 1] for first in boundaries]
        assert firsts[0].name == "patch embedding"
        assert [layer.block for layer in firsts[1:]] == [1 + k * 24 // m for k in range(1, m)]
        assert all(layer.name.endswith("norm 1") for layer in firsts[1:])
