"""DP-SGD and DP-NSGD on images: the vectorised step, the statistics, where a step stops."""

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from dptheory.distributions.worst_law import Clip, Normalise
from verify.papers.nsgd.laboratory import clipping_floors as floors
from verify.papers.nsgd.laboratory import clipping_images as m
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import CLIP, GRADIENTS, NORMALISE, Lane, Plan

DIGITS = "digits"  # quick to read
LANES = tuple(Lane(CLIP, c, rate) for c, rate in ((1.0, 0.5), (100.0, 0.1)))
LANES += tuple(Lane(NORMALISE, r, rate) for r, rate in ((0.1, 0.5), (10.0, 2.0)))


def drawn() -> tuple[m.Weights, m.Images]:
    """Weights that differ from lane to lane, and 40 records."""
    data, rng = m.images(0, DIGITS), np.random.default_rng(0)
    few = m.Images(data.records[:40], data.labels[:40], data.held_out, data.held_labels)
    start = m.start(data.records.shape[1], len(LANES), rng)
    second = rng.standard_normal(start.second.shape, dtype=np.float32)
    return m.Weights(start.first, second), few


def one_by_one(weights: m.Weights, data: m.Images, lane: int) -> np.ndarray:
    """The records' gradients, formed, by differences of the loss; shape (records, numbers)."""
    first, second = (w[lane].astype(float) for w in (weights.first, weights.second))
    rows = []
    for u, y in zip(data.records.astype(float), data.labels, strict=True):
        hidden = np.append(np.tanh(first @ u), 1.0)
        logits = second @ hidden
        p = np.exp(logits - logits.max())
        outer = p / p.sum() - (np.arange(m.CLASSES) == y)
        inner = second[:, :-1].T @ outer * (1 - hidden[:-1] ** 2)
        rows.append(np.concatenate([np.outer(inner, u).ravel(), np.outer(outer, hidden).ravel()]))
    return np.array(rows)


def test_a_record_s_gradient_is_that_of_its_loss() -> None:
    weights, data = drawn()
    gradient = one_by_one(weights, data, 0).mean(axis=0)

    def loss(moved: np.ndarray) -> float:
        first, second = np.split(moved.astype(np.float32), [weights.first[0].size])
        one = m.Weights(first.reshape(1, m.HIDDEN, -1), second.reshape(1, m.CLASSES, -1))
        return float(m.outcome(one, data)[0, 0])

    at = np.concatenate([weights.first[0].ravel(), weights.second[0].ravel()]).astype(float)
    way = np.random.default_rng(1).standard_normal(at.size)
    way /= np.linalg.norm(way)
    slope = (loss(at + 1e-2 * way) - loss(at - 1e-2 * way)) / 2e-2
    assert slope == pytest.approx(gradient @ way, abs=2e-3)


def test_norms_and_sums_are_those_of_the_gradients_formed() -> None:
    weights, data = drawn()
    parts = m.residuals(weights, data.records, data.labels)
    lengths = m.norms(*parts, data.records)
    h = m.factors(LANES, lengths)
    first, second = m.weighted(*parts, data.records, h)
    for k, lane in enumerate(LANES):
        formed = one_by_one(weights, data, k)
        size = np.linalg.norm(formed, axis=1)
        np.testing.assert_allclose(lengths[k], size, rtol=1e-4)
        c = lane.parameter
        factor = np.minimum(1, c / size) if lane.rule == CLIP else 1 / (c + size)
        np.testing.assert_allclose(h[k], factor, rtol=1e-4)
        total = np.concatenate([first[k].ravel(), second[k].ravel()])
        np.testing.assert_allclose(total, factor @ formed, atol=1e-3 * np.abs(total).max())


def test_what_is_said_of_gradients_is_what_formed_ones_say() -> None:
    weights, data = drawn()
    for k, found in enumerate(m.gradients(weights, data, LANES)):
        formed = one_by_one(weights, data, k)
        mean, size = formed.mean(axis=0), np.linalg.norm(formed, axis=1)
        s, apart = np.linalg.norm(mean), np.linalg.norm(formed - mean, axis=1).max()
        h = m.factors(LANES, np.repeat(size[None], len(LANES), axis=0))[k]
        along = (h * (formed @ mean)).mean() / s
        np.testing.assert_allclose(found, [s, apart, along, ((h * size) ** 2).mean()], rtol=1e-3)


def test_a_huge_threshold_is_no_clipping_and_a_huge_regulariser_none_either() -> None:
    """At equal steps: c to infinity, and r to infinity with the rate times r."""
    plan = Plan(4, 32, 0.0, (0, 4))
    clipped, normalised = (
        m.train((Lane(rule, 1e6, rate),), plan, 0, DIGITS)
        for rule, rate in ((CLIP, 0.1), (NORMALISE, 0.1e6))
    )
    np.testing.assert_allclose(clipped, normalised, rtol=1e-3)


def test_lanes_do_not_depend_on_each_other() -> None:
    plan = Plan(6, 32, 1.0, (6,))
    together = m.train(LANES, plan, 3, DIGITS)
    alone = np.concatenate([m.train((lane,), plan, 3, DIGITS) for lane in LANES])
    np.testing.assert_allclose(together, alone, rtol=1e-3)


def test_below_all_gradients_a_threshold_and_its_rate_count_through_their_product() -> None:
    """Clipping at c with rate a is clipping at c/2 with rate 2a, the noise included."""
    plan = Plan(5, 32, 0.5, (5,))
    one, other = m.train((Lane(CLIP, 1e-3, 40.0), Lane(CLIP, 5e-4, 80.0)), plan, 1, DIGITS)
    np.testing.assert_allclose(one, other, rtol=1e-4)


def test_noise_is_the_smallest_for_its_budget() -> None:
    assert m.multiplier(math.inf, 2, 64, 4000) == 0
    one, other = (m.multiplier(eps, 2, 64, 4000) for eps in (2.0, 8.0))
    assert one > other > 0


def test_results_are_kept(tmp_path: Path) -> None:
    plan = Plan(2, 16, 0.0, (2,))
    first = m.results(LANES[:1], plan, (0, 1), tmp_path, name=DIGITS)
    files = {p: p.stat().st_mtime_ns for p in tmp_path.glob("*.npz")}
    again = m.results(LANES[:1], plan, (0, 1), tmp_path, name=DIGITS)
    assert first.shape == (2, 1, 1, 2)
    np.testing.assert_array_equal(first, again)
    assert files == {p: p.stat().st_mtime_ns for p in tmp_path.glob("*.npz")}
    looked = m.results(LANES[:1], plan, (0,), tmp_path, look=GRADIENTS, name=DIGITS)
    assert looked.shape == (1, 1, 1, 4)


def test_the_shortfall_is_the_mean_over_all_choices() -> None:
    table = np.random.default_rng(0).random((3, 2, 4))
    for row, found in zip(table, sweeps.shortfall(table, 1.0, tries=3), strict=True):
        best = [max(c) for c in combinations(row.ravel(), 3)]
        assert found == pytest.approx(1 - np.mean(best))


def test_sums_of_squares_share_out() -> None:
    rate, parameter = np.meshgrid(np.arange(7.0), np.arange(5.0))
    tables = np.array([rate, parameter, rate * parameter])
    by_rate, by_parameter, mixed = sweeps.shares(tables)
    assert by_rate == pytest.approx([1, 0, 0])
    assert by_parameter == pytest.approx([0, 1, 0])
    assert mixed.sum() == pytest.approx(1)
    assert mixed[2] > 0.1


def test_one_rate_is_judged_at_the_worst_parameter_and_a_line_does_not_fluctuate() -> None:
    table = np.array([[[0.5, 0.9], [0.6, 0.2]]])
    assert sweeps.unvaried(table, 1.0)[0] == pytest.approx(0.5)
    assert sweeps.roughness(np.arange(10.0)) == 0
    assert sweeps.roughness(np.array([0.0, 1.0, 0.0, 1.0])) == pytest.approx(2)


@pytest.mark.parametrize("c", [0.1, 0.5, 0.9, 1.0, 1.5])
def test_clipping_stops_at_what_the_threshold_lacks(c: float) -> None:
    assert floors.floor(Clip(c)) == pytest.approx(max(1 - c, 0), abs=1e-8)


@pytest.mark.parametrize("r", [0.1, 1.0, 10.0])
def test_the_worst_law_stops_normalising_no_earlier_than_the_toy_law(r: float) -> None:
    assert floors.toy_floor(r) <= floors.floor(Normalise(r)) <= 1
    assert floors.floor(Normalise(r)) < floors.printed_floor(r)


def test_the_worst_component_is_below_that_of_a_run() -> None:
    lane = Lane(NORMALISE, 1.0, 1.6)
    found = m.train((lane,), Plan(20, 64, 0.5, (5, 20)), 0, DIGITS, look=GRADIENTS)[0]
    for s, apart, component, _ in found:
        rule = Normalise(float(1 / apart))
        assert floors.worst_component(rule, float(s / apart)) <= component + 1e-3
