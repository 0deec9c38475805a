"""Algorithm 1 event by event, against lifetimes, and why contiguous groups suffice."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest

from dptheory.memory import timeline
from dptheory.memory.timeline import ACTIVATION, DELETION, GRADIENT

Groups = Sequence[Sequence[int]]


def lifetimes(activations: Sequence[int], gradients: Sequence[int], groups: Groups) -> list[int]:
    """What is held at each time, from the birth and the death of every tensor.

    Layer l's activation is born at time l; the backward pass takes two times a layer, its output
    gradient's birth and a possible deletion.
    """
    layers = len(activations)
    lowest, alive = {layer: min(group) for group in groups for layer in group}, []
    for layer, (stored, gradient) in enumerate(zip(activations, gradients, strict=True), 1):
        death = 3 * layers + 2 - 2 * lowest[layer]
        alive += [(layer, death, stored), (3 * layers + 1 - 2 * layer, death, gradient)]
    return [
        sum(size for birth, death, size in alive if birth <= time < death)
        for time in range(1, 3 * layers + 1)
    ]


def partitions(layers: int) -> Iterator[list[list[int]]]:
    """All partitions of 1, ..., layers into nonempty sets."""
    if layers == 0:
        yield []
        return
    for smaller in partitions(layers - 1):
        for k in range(len(smaller)):
            yield [[*group, layers] if i == k else group for i, group in enumerate(smaller)]
        yield [*smaller, [layers]]


def held(activations: Sequence[int], gradients: Sequence[int], groups: Groups) -> list[int]:
    """What is held after every store: the events that all groupings share."""
    found = timeline.events(activations, gradients, groups)
    return [event.held for event in found if event.kind != DELETION]


def drawn(seed: int, most: int = 12) -> tuple[list[int], list[int], list[list[int]]]:
    """A random network, sizes 0 and equal sizes included, and a random partition of it."""
    rng = np.random.default_rng(seed)
    layers = int(rng.integers(1, most + 1))
    top = int(rng.choice([1, 3, 100]))
    sizes = rng.integers(0, top + 1, size=(2, layers)).tolist()
    labels = rng.integers(0, rng.integers(1, layers + 1), size=layers).tolist()
    if rng.random() < 0.5:
        labels.sort()
    members = [[i for i, k in enumerate(labels, 1) if k == label] for label in set(labels)]
    return sizes[0], sizes[1], members


@pytest.mark.parametrize("seed", range(200))
def test_the_simulator_agrees_with_the_lifetimes_of_all_tensors(seed: int) -> None:
    activations, gradients, groups = drawn(seed)
    expected = lifetimes(activations, gradients, groups)
    assert timeline.peak(activations, gradients, groups) == max(expected)
    # At every event as well: a time without a deletion repeats the value before it.
    found = [event.held for event in timeline.events(activations, gradients, groups)]
    layers, lowest = len(activations), {min(group) for group in groups}
    kept = expected[:layers]
    for k, layer in enumerate(range(layers, 0, -1)):
        kept.append(expected[layers + 2 * k])
        if layer in lowest:
            kept.append(expected[layers + 2 * k + 1])
    assert found == kept
    assert found[-1] == 0


def test_the_events_of_a_small_network_in_their_order() -> None:
    found = [
        (e.kind, e.layer, e.held) for e in timeline.events([5, 7, 11], [1, 2, 3], [(1, 2), (3,)])
    ]
    assert found == [
        (ACTIVATION, 1, 5), (ACTIVATION, 2, 12), (ACTIVATION, 3, 23), (GRADIENT, 3, 26),
        (DELETION, 3, 12), (GRADIENT, 2, 14), (GRADIENT, 1, 15), (DELETION, 1, 0),
    ]  # fmt: skip
    assert timeline.group_peaks([5, 7, 11], [1, 2, 3], [(1, 2), (3,)]) == {3: 26, 1: 15}
    # A group is freed at its lowest layer.
    assert timeline.group_peaks([5, 7, 11], [1, 2, 3], [(1, 3), (2,)]) == {2: 28, 1: 20}
    third = Fraction(1, 3)
    assert timeline.peak([third, 1], [1, third], [(1, 2)]) == Fraction(8, 3)
    assert timeline.groups_from((1, 3, 4), 6) == (range(1, 3), range(3, 4), range(4, 7))


@pytest.mark.parametrize("layers", range(1, 8))
def test_contiguous_groups_never_hold_more_than_any_partition(layers: int) -> None:
    rng = np.random.default_rng(layers)
    activations, gradients = rng.integers(0, 10, size=(2, layers)).tolist()
    tried = list(partitions(layers))
    assert layers < 7 or len(tried) == 877, "the Bell number"
    for groups in tried:
        better = timeline.contiguous(groups)
        assert len(better) == len(groups)
        mine = held(activations, gradients, better)
        assert all(a <= b for a, b in zip(mine, held(activations, gradients, groups), strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_splitting_a_group_never_holds_more(seed: int) -> None:
    activations, gradients, groups = drawn(seed)
    coarse = held(activations, gradients, groups)
    for k, group in enumerate(groups):
        for cut in range(1, len(group)):
            split = [*groups[:k], group[:cut], group[cut:], *groups[k + 1 :]]
            fine = held(activations, gradients, split)
            assert all(a <= b for a, b in zip(fine, coarse, strict=True))
