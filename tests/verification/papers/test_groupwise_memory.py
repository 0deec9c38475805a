"""What the claims on peak memory compute, by other ways."""

import math
from fractions import Fraction
from itertools import accumulate

import pytest

from dptheory.memory.layers import NORM
from dptheory.memory.timeline import group_peaks, groups_from, peak
from verify.papers.groupwise.formulas.printed_table_3 import (
    BOUNDARIES,
    ROWS,
    first_layers,
    memory,
    misfit,
    predicted,
    turns,
)
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.results import section_5, section_6, section_6_1, section_6_2
from verify.papers.groupwise.results.section_6_1_ends import held

SIZES = {name: networks.sizes(name, 197) for name in (22, 303, 125, 124)}


def test_bell_numbers_obey_their_recurrence():
    for n in range(1, 40):
        others = sum(math.comb(n, k) * section_5.bell(k) for k in range(1, n + 1))
        assert section_5.bell(n + 1) == 1 + others


def test_every_partition_is_listed_once():
    found = list(section_5.partitions(6))
    assert len(set(found)) == len(found) == section_5.bell(6)
    for of in found:
        assert all(group <= max(of[:i], default=-1) + 1 for i, group in enumerate(of))


def test_networks_are_called_by_their_millions_of_parameters():
    for number in networks.NAMES:
        assert abs(networks.network(number).parameters / 1e6 - number) <= 0.5
    # The final norm of ViT-large: as many scales as shifts.
    assert [x.tensors for x in networks.network(303).layers if x.kind == NORM][-1] == (1024, 1024)


@pytest.mark.parametrize("number", SIZES)
@pytest.mark.parametrize("groups", networks.UNIFORM)
def test_the_peak_of_uniform_groups_is_that_of_the_events(number, groups):
    sizes = SIZES[number]
    boundaries = networks.uniform_boundaries(number, groups)
    by_events = group_peaks(*sizes, groups_from(boundaries, len(sizes[0])))
    assert networks.uniform_peak(number, 197, groups) == max(by_events.values())
    assert section_6_1.last_uniform(number, 197, groups) == by_events[boundaries[-1]]
    assert section_6_1.first_uniform(number, 197, groups) == by_events[1]
    assert networks.optimal_peak(number, 197, groups) <= max(by_events.values())


def test_the_peaks_of_two_groups_are_those_of_the_events():
    activations, gradients = (3, 1, 4, 1, 5), (9, 2, 6, 5, 3)
    for split, pair in enumerate(section_6_2.pairs(activations, gradients), 1):
        found = group_peaks(activations, gradients, groups_from((1, split + 1), 5))
        assert pair == (found[1], found[split + 1])


def test_a_fall_after_a_stay_is_one_peak():
    assert section_6.count_peaks([1, 2, 2, 1, 1, 3, 2]) == 2
    assert section_6.count_peaks([1, 2, 3]) == 0
    assert section_6.count_peaks([3, 2, 2, 1]) == 1


def test_a_step_of_layer_wise_clipping_holds_what_the_events_say():
    activations, gradients = SIZES[303]
    by_events = group_peaks(activations, gradients, groups_from(range(1, 148), 147))
    assert held(303, 197) == list(by_events.values())
    handed = held(303, 197, handed=True)
    assert handed[0] == sum(activations) + gradients[-1]
    assert handed[1] == sum(activations[:-1]) + gradients[-2] + gradients[-1]
    assert len(handed) == 147


def test_vgg_16_has_its_published_size():
    convolutions = sum(9 * a * b + b for a, b, _ in section_6_1.CONVOLUTIONS)
    connected = sum(a * b + b for a, b in section_6_1.CONNECTED)
    assert convolutions + connected == 138_357_544
    point = section_6_1.vgg(2)
    held = [a + p for a, p in zip(accumulate(point["A"]), point["P"], strict=True)]
    groups = groups_from((1, 9), 16)
    assert held == sorted(group_peaks(*section_6_1.VGG, groups).values())[::-1]
    for M in (2, 4, 8, 16):
        by_events = group_peaks(*section_6_1.VGG, groups_from(range(1, 17, 16 // M), 16))
        assert section_6_1.vgg_peak(M) == max(by_events.values())
        assert section_6_1.vgg_last(M) == by_events[17 - 16 // M]


def test_a_reading_of_table_3_puts_the_boundary_where_it_says():
    sizes = networks.sizes(303, 197)
    # Layer 1 is the stem; each block has six layers.
    for reading, first in ((4, 2 + 6 * 4), (2, 2 + 6 * 2), (5, 2 + 6 * 20), (3, 2 + 6 * 22)):
        assert first_layers(303, reading, 2) == (1, first)
        by_events = peak(*sizes, groups_from((1, first), 147))
        assert predicted(303, reading, 197, 2, cut=0) == by_events


@pytest.mark.parametrize("X", ROWS)
def test_the_printed_peak_of_a_row_has_the_printed_sums(X):
    activations, gradients = networks.sizes(125, 256)
    firsts = first_layers(125, 2, X)
    assert predicted(125, 2, 256, X) == max(
        sum(activations[: max(group) - 1]) + sum(gradients[min(group) : max(group) - 1])
        for group in groups_from(firsts, 103)
    )


def test_no_line_fits_better_than_the_misfit():
    peaks = [predicted(303, 4, 197, X) for X in ROWS]
    printed = [memory(303, X) for X in ROWS]
    least = misfit(303, 4, 197)
    widest = max(printed) - min(printed)
    for step in range(200):
        slope = Fraction(step, 100) * widest / (max(peaks) - min(peaks))
        rest = [y - slope * x for x, y in zip(peaks, printed, strict=True)]
        assert (max(rest) - min(rest)) / 2 >= least
    assert misfit(303, 4, 197, *BOUNDARIES) < least


def test_turns_count_rises_and_falls():
    assert turns([Fraction(x) for x in (1, 2, 3)]) == 0
    assert turns([Fraction(x) for x in (1, 3, 2, 4)]) == 2
