"""What a training step holds: the costs of groups, the best groups, and bytes by hand."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from dptheory.memory.functions import Attention, Pointwise, Recipe
from dptheory.memory.layers import CONVOLUTION, EMBEDDING, NORM, Layer, Network
from dptheory.memory.models import MODELS, network
from dptheory.memory.partitions import best_grouping, fewest_within, grouping_cost, smallest_peak
from dptheory.memory.step import (
    Held,
    batch_independent_bytes,
    costs,
    ghost_cost,
    held,
    moments,
    per_sample_cost,
    table_of,
)
from dptheory.memory.timeline import groups_from

FLOAT = 4


def drawn(rng: random.Random, layers: int) -> list[Held]:
    """Layers with sizes at random, many of them 0."""
    return [Held(*(rng.choice((0, rng.randrange(30))) for _ in range(6))) for _ in range(layers)]


def splits(layers: int) -> Iterator[tuple[int, ...]]:
    """The first layers of all contiguous groupings."""
    for groups in range(layers):
        for cuts in combinations(range(2, layers + 1), groups):
            yield (1, *cuts)


def test_costs_and_best_groups_are_those_of_following_every_event() -> None:
    rng = random.Random(0)
    for _ in range(40):
        layers = rng.randrange(1, 8)
        parts = drawn(rng, layers)
        table = costs(parts)
        followed = {f: max(moments(parts, groups_from(f, layers))) for f in splits(layers)}
        assert all(grouping_cost(table, f) == peak for f, peak in followed.items())
        assert smallest_peak(table) == min(followed.values())
        for most in range(1, layers + 1):
            best = best_grouping(table, most)
            assert best.peak == min(v for f, v in followed.items() if len(f) <= most)
            assert best.peak == followed[best.boundaries]
            assert len(best.boundaries) == min(
                len(f) for f, v in followed.items() if v <= best.peak
            )
        bound = rng.choice(list(followed.values()))
        fewest = fewest_within(table, bound)
        assert followed[fewest.boundaries] <= bound
        assert len(fewest.boundaries) == min(len(f) for f, v in followed.items() if v <= bound)


def test_no_grouping_within_too_small_a_bound_and_no_boundaries_out_of_order() -> None:
    table = costs(drawn(random.Random(1), 4))
    least = smallest_peak(table)
    with pytest.raises(ValueError, match=f"bound must be at least the smallest peak {least}"):
        fewest_within(table, least - 1)
    for wrong in ((), (2,), (1, 1), (1, 5)):
        with pytest.raises(ValueError, match="boundaries must be 1 and then increasing"):
            grouping_cost(table, wrong)


def test_a_block_of_vit_saves_sixteen_widths_and_its_attention_and_keeps_twenty() -> None:
    T, d, heads = 197, 1024, 16
    block = [layer for layer in network("vit-large").layers if layer.block == 7]
    parts = [held(layer, Recipe()) for layer in block]
    saved = sum(part.saved + part.kept_input for part in parts)
    statistics = 2 * 2 * T * 4
    assert saved == FLOAT * (16 * T * d + heads * T * T) + statistics
    # Biases of 3 + 1 + 4 + 1 widths, two norms with two tensors each.
    assert sum(part.kept for part in parts) == FLOAT * (20 * T * d + (9 + 4) * d)


def test_a_block_of_roberta_reads_once_for_queries_keys_values_and_drops_out() -> None:
    T, d, heads = 256, 768, 12
    block = [layer for layer in network("roberta-base").layers if layer.block == 1]
    scores, statistics, read = heads * T * T, 2 * 2 * T * 4, T * d
    for recipe, attention, masks in (
        (Recipe(), 2 * scores, scores + 2 * read),
        (Recipe(dropout=False), scores, 0),
    ):
        parts = [held(layer, recipe) for layer in block]
        saved = sum(part.saved + part.kept_input for part in parts)
        assert saved == FLOAT * (16 * read + attention) + masks + statistics
        assert sum(part.kept for part in parts) == FLOAT * (20 * read + (9 + 4) * d)
    assert [held(layer, Recipe()).kept_input for layer in block[:3]] == [FLOAT * read, 0, 0]


def test_fused_attention_saves_no_matrix_of_weights() -> None:
    attention = Attention(100, 64, 4, drops=True)
    plain, fused = Recipe(), Recipe(fused=True)
    assert (attention.saved(plain), attention.masks(plain)) == (3 * 6400 + 2 * 40000, 40000)
    assert (attention.saved(fused), attention.masks(fused)) == (4 * 6400 + 400, 0)


def test_half_precision_halves_all_but_indices_statistics_and_masks() -> None:
    for layer in network("roberta-base").layers:
        whole, half = held(layer, Recipe()), held(layer, Recipe(width=2))
        assert half.passing * 2 == whole.passing
        assert half.kept_gradient * 2 == whole.kept_gradient
        exact = sum(f.masks(Recipe()) for f in layer.then)
        exact += 8 * layer.tokens if layer.kind == NORM else 0
        assert (half.saved - exact) * 2 == whole.saved - exact
        assert half.kept_input * (1 if layer.kind == EMBEDDING else 2) == whole.kept_input


def test_a_convolution_keeps_its_image_and_unfolds_it_for_norms() -> None:
    # 3x3 kernels on 8 channels of 32 x 32, padded: 1024 places of 72 numbers, 16 filters.
    layer = Layer("c", 1024, 72, 16, kind=CONVOLUTION, tensors=(1152, 16), stored=8 * 1024)
    part = held(layer, Recipe())
    assert part.kept_input == FLOAT * 8 * 1024
    # 2 T^2 > d p: gradients of every sample are formed and kept.
    assert part.kept_gradient == FLOAT * (1024 * 16 + 16 + 1152)
    assert part.handed == FLOAT * (1024 * 16 + 1024 * 72 + 1024 * 72 + 1152)


def test_without_privacy_nothing_is_copied_and_more_groups_change_nothing_kept() -> None:
    plain = Recipe(private=False)
    for name in MODELS:
        parts = [held(layer, plain) for layer in network(name).layers]
        assert {(part.kept_gradient, part.clipping) for part in parts} == {(0, 0)}
        table, layers = costs(parts), len(parts)
        private = table_of(network(name), Recipe())
        each = range(1, layers + 1)
        assert grouping_cost(table, each) <= grouping_cost(private, each)


def test_bytes_besides_the_batch() -> None:
    model = Network("m", (Layer("a", 1, 5, 3, tensors=(15, 3)), Layer("b", 1, 3, 2)), others=7)
    # 15 + 3 + 7 and the matrix of the layer whose tensors are unknown.
    assert batch_independent_bytes(model, Recipe()) == FLOAT * (4 * 31 + 15)
    assert batch_independent_bytes(model, Recipe(width=2, states=0)) == 2 * (2 * 31 + 15)


def test_what_is_saved_behind_a_layer_is_gone_when_its_gradient_is_there() -> None:
    layer = Layer("a", 10, 4, 6, tensors=(24, 6), then=(Pointwise(60),), waiting=40)
    part = held(layer, Recipe())
    assert part == Held(
        saved=FLOAT * 60,
        kept_input=FLOAT * 40,
        passing=FLOAT * (120 + 40),
        kept_gradient=FLOAT * (60 + 6 + 24),
        handed=FLOAT * (60 + 40 + 40 + 24),
        clipping=FLOAT * 60,
    )
    assert list(moments([part], [(1,)])) == [400, 400 + 640, 160 + 360 + 656, 160 + 360 + 240]


def test_gradients_of_samples_and_ghost_clipping_by_hand() -> None:
    """Two linear layers of one token, 10 to 3 to 2 numbers, and a token that belongs to none."""
    small = Network("small", (Layer("a", 1, 10, 3), Layer("b", 1, 3, 2)), others=7)
    # At layer a: its input, both of its gradients, and those of all samples; the end has less.
    assert per_sample_cost(small, Recipe()) == FLOAT * (10 + (3 + 10) + (30 + 6))
    # All inputs stay for the second pass; the first one needs most at layer a.
    assert ghost_cost(small, Recipe()) == FLOAT * ((10 + 3) + (3 + 10))
    large = Network("large", (Layer("a", 1, 10, 3),), others=70)
    assert per_sample_cost(large, Recipe()) == FLOAT * (30 + 70)


@pytest.mark.parametrize("model", MODELS)
def test_of_the_models_gradients_of_samples_hold_the_most_and_ghosts_little(model: str) -> None:
    found, recipe = network(model), Recipe()
    plain = grouping_cost(table_of(found, Recipe(private=False)), range(1, len(found.layers) + 1))
    kept = per_sample_cost(found, recipe)
    assert kept >= max(FLOAT * found.parameters, grouping_cost(table_of(found, recipe), (1,)))
    assert plain <= ghost_cost(found, recipe) <= 1.05 * plain
