"""Runs of group-wise clipping on images: the vectorised step is the library's slow one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.gradients import grouping as library
from dptheory.gradients.per_sample import group_norms
from dptheory.memory.grouping import grouping_peak, uniform_boundaries
from dptheory.problems import Softmax, network
from verify.papers.groupwise.laboratory import grouping_images as m
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps
from verify.papers.groupwise.laboratory.grouping_images import Lane, Plan
from verify.papers.nsgd.laboratory.clipping_images import CLASSES

DIGITS = "digits"  # quick to read
SHAPES = ((5, 4, 3), ())


def lanes(shape: tuple[int, ...]) -> tuple[Lane, ...]:
    """All-layer, two groups that are not contiguous, parameter-wise."""
    known = m.layout(64, shape)
    arrays = len(known.names)
    mixed = tuple(int(k % 3 == 0) for k in range(arrays))
    return tuple(Lane(g, 1.0) for g in ((0,) * arrays, mixed, tuple(range(arrays))))


def problem_of(rows: np.ndarray, labels: np.ndarray, shape: tuple[int, ...]) -> Any:
    """The library's problem of a shape."""
    if shape:
        return network(rows, labels, hidden=shape, classes=CLASSES)
    return Softmax(rows.astype(float), labels, CLASSES)


def flat(parts: Any, k: int) -> np.ndarray:
    """The parameters of lane k in the order of the library's problem."""
    if len(parts) > 1:
        return np.concatenate([part[k].ravel() for pair in parts for part in pair])
    return np.column_stack([parts[0][0][k], parts[0][1][k]]).ravel()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_step_is_that_of_the_per_sample_gradients(shape: tuple[int, ...]) -> None:
    data = m.images(0, DIGITS)
    rows, labels = data.records[:30], data.labels[:30]
    problem = problem_of(rows, labels, shape)
    every = lanes(shape)
    here = m.start(64, shape, len(every), np.random.default_rng(0))
    gradients = problem.per_sample_gradients(flat(here, 0).astype(float))
    parts = m.backward(here, rows, labels)
    sums = m.weighted(parts, m.factors(np.sqrt(m.together(every) @ m.squares(parts)), every))
    for k, lane in enumerate(every):
        named = list(zip(problem.layout.names, lane.groups, strict=True))
        groups = [[name for name, g in named if g == one] for one in range(lane.number)]
        grouping = library.of_parameters(problem.layout, groups, 1.0)
        assert m.numbered(grouping, problem.layout) == lane.groups
        rule = grouping.rule("auto", regulariser=m.GAMMA)
        order = list(rule.order) or list(range(problem.dimension))
        ordered = gradients[:, order]
        edges = rule.edges_in_order(problem.dimension)
        factor = np.repeat(rule.factors(group_norms(ordered, edges)), np.diff(edges), axis=-1)
        expected = np.empty(problem.dimension)
        expected[order] = (ordered * factor).sum(axis=0)
        np.testing.assert_allclose(flat(sums, k), expected, atol=2e-5 * np.abs(expected).max())


@pytest.mark.parametrize("shape", SHAPES)
def test_the_outcome_is_that_of_the_problem(shape: tuple[int, ...]) -> None:
    data = m.images(1, DIGITS)
    kinds = (data.records, data.labels), (data.held_out, data.held_labels)
    here = m.start(64, shape, 1, np.random.default_rng(1))
    accuracy, loss, norm = m.outcome(here, data)[0]
    x = flat(here, 0).astype(float)
    train, rest = (problem_of(*kind, shape) for kind in kinds)
    assert accuracy == rest.accuracy(x)
    assert loss == pytest.approx(train.value(x), rel=1e-4)
    assert norm == pytest.approx(np.linalg.norm(train.gradient(x)), rel=1e-4)


def test_a_bounded_gradient_is_at_most_one_long_in_every_grouping() -> None:
    """So one multiplier serves all of them."""
    data, every = m.images(0, DIGITS), lanes(SHAPES[0])
    here = m.start(64, SHAPES[0], 3, np.random.default_rng(2))
    squares = m.squares(m.backward(here, data.records, data.labels))
    factors = m.factors(np.sqrt(m.together(every) @ squares), every)
    assert (factors**2 * squares).sum(axis=1).max() < 1


def test_lanes_do_not_depend_on_each_other_and_runs_repeat() -> None:
    plan = Plan((5, 4), 4, 100, 1.0)
    every = lanes((5, 4))
    together = m.train(every, plan, 3, DIGITS)
    np.testing.assert_array_equal(together, m.train(every, plan, 3, DIGITS))
    alone = np.concatenate([m.train((lane,), plan, 3, DIGITS) for lane in every])
    np.testing.assert_allclose(together, alone, rtol=1e-3)
    assert np.any(together != m.train(every, plan, 4, DIGITS))


def test_a_run_has_the_noise_of_its_multiplier_and_a_budget_costs_noise() -> None:
    """At a rate of B a first step with sigma = 3 moves far from one without noise."""
    lane = (Lane((0,) * 20, 100.0),)
    quiet, loud = (m.train(lane, Plan((), 1, 100, x), 0, DIGITS)[0, 1] for x in (0.0, 3.0))
    assert loud > 2 * quiet
    assert m.multiplier(2.0, 1, 50, 100) > m.multiplier(float("inf"), 1, 50, 100) == 0


def test_stored_runs_are_read_again(tmp_path: Path) -> None:
    plan = Plan((4,), 2, 50, 0.5)
    every = lanes((4,))
    found = m.results(every, plan, (0, 1), tmp_path, name=DIGITS)
    assert found.shape == (2, 3, 3)
    np.testing.assert_array_equal(m.results(every, plan, (0, 1), tmp_path, name=DIGITS), found)
    assert len(list(tmp_path.glob("*.npz"))) == 2


def test_a_grouping_that_divides_an_array_is_refused() -> None:
    known = m.layout(3, ())
    halves = library.of_coordinates([range(2), range(2, known.dimension)], 1.0)
    with pytest.raises(ValueError, match="whole arrays"):
        m.numbered(halves, known)


@pytest.mark.parametrize("width", sweeps.WIDTHS)
def test_uniform_groups_are_those_whose_memory_is_counted(width: int) -> None:
    shape = sweeps.hidden(width)
    stored = m.stored(sweeps.features(), shape)
    uniform, best = sweeps.uniform_groups(shape), sweeps.optimal_groups(shape)
    peaks, least = (
        {M: sweeps.memory(shape, one) for M, one in found.items()} for found in (uniform, best)
    )
    assert list(uniform) == [1, 2, 4, 8, 16]
    for M in (1, 2, 4, 8):
        boundaries = uniform_boundaries(stored, M)
        assert uniform[M] == m.contiguous(boundaries, len(stored.layers))
        assert peaks[M] == grouping_peak(stored.activations, stored.output_gradients, boundaries)
    assert all(least[M] <= peaks[M] for M in (1, 2, 4))
    assert peaks[16] == peaks[8] == least[max(best)]


def test_groups_of_classes_have_one_memory_and_all_splits_into_two_are_tried() -> None:
    classes, halves = sweeps.uniform_groups(sweeps.SOFTMAX), sweeps.two_groups(sweeps.hidden(8))
    assert list(classes) == [1, 2, 5, 10, 20]
    assert len({sweeps.memory((), one) for one in classes.values()}) == 1
    assert list(halves) == list(range(1, 8))
    assert halves[2] == (0,) * 4 + (1,) * 12


def test_statistics_of_known_accuracies() -> None:
    falling = np.array([[0.9, 0.8, 0.7], [0.5, 0.5, 0.5]])
    np.testing.assert_allclose(sweeps.slope(falling, (1, 2, 4)), [-0.1, 0], atol=1e-12)
    np.testing.assert_allclose(sweeps.gap(falling), [0.2, 0])
    above = sweeps.beyond(np.array([0.9, 0.4]), 25.0, falling, (30.0, 20.0, 10.0))
    np.testing.assert_allclose(above, [0.05, -0.1])


def test_a_rate_is_tuned_on_other_runs_than_those_reported(tmp_path: Path) -> None:
    assert not set(sweeps.TUNING) & set(sweeps.SEEDS)
    whole = Plan((), 3, 400, 1.0)
    groups = list(sweeps.uniform_groups(()).values())[:2]
    rates = sweeps.tuned(groups, whole, (0, 1), tmp_path)
    lanes = tuple(Lane(groups[1], 2 * rate) for rate in sweeps.RATES)
    best = m.results(lanes, whole, (0, 1), tmp_path)[..., 0].mean(axis=0)
    assert rates[1] == 2 * sweeps.RATES[int(best.argmax())]
    found = sweeps.outcomes(groups, whole, (2,), (0, 1), tmp_path)
    own = m.results((Lane(groups[1], rates[1]),), whole, (2,), tmp_path)[..., 0]
    np.testing.assert_allclose(found[:, 1], own[:, 0], atol=2e-3)
