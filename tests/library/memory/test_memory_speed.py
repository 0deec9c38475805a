"""Batches that fit a memory, and what they bring."""

from fractions import Fraction
from itertools import pairwise

from dptheory.memory.grouping import layer_wise_peak
from dptheory.memory.models import network
from dptheory.memory.speed import choices, largest_batch, throughput


def test_the_largest_batch_fits_and_one_sample_more_does_not() -> None:
    for memory in (99, 100, 109, 110, 111):
        batch = largest_batch(memory, 11, 1)
        assert 1 + 11 * batch <= memory < 1 + 11 * (batch + 1)
    assert largest_batch(5, 11) == 0
    assert largest_batch(5, 1, 9) == 0
    assert largest_batch(Fraction(10, 3), Fraction(1, 3)) == 10


def test_throughput_is_exact_and_grows_with_the_batch() -> None:
    assert throughput(3, Fraction(1, 2), 2) == Fraction(6, 13)
    assert throughput(0, 1, 1) == 0
    rates = [throughput(batch, 1, 1) for batch in range(5)]
    assert all(a < b for a, b in pairwise(rates))


def test_more_groups_never_slow_down_and_help_only_up_to_the_layer_wise_batch() -> None:
    model = network("vit-small")
    stored = model.activations, model.output_gradients
    memory = 32 * layer_wise_peak(*stored)
    found = choices(*stored, memory, 10, 1)
    assert [choice.groups for choice in found] == list(range(1, 76))
    assert all(a.batch_size <= b.batch_size for a, b in pairwise(found))
    assert all(a.throughput <= b.throughput for a, b in pairwise(found))
    assert found[-1].batch_size == 32
