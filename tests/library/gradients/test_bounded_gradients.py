"""Bounded per-sample gradients: the compiled mean and runs against slow references, limit cases."""

import numpy as np
import pytest

from benchmarks.audits.hostile_gradients import longest_parts
from dptheory.gradients.kernels import WIDEST
from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.gradients.perturbation import (
    Perturbation,
    bounded,
    bounded_sums,
    mean_of_bounded,
    perturbed_mean,
)
from dptheory.methods import gradient, nesterov
from dptheory.optimizers.momentum import init, query_point, update
from dptheory.problems.logistic import synthetic
from dptheory.simulation import Execution, Noise, simulate
from dptheory.simulation.streams import batches, draws

PROBLEM = synthetic(60, 5, 0.05, seed=3)
RULES = {
    "clip": PerSample("clip", (0.3,)),
    "normalise": PerSample("normalise", (0.5,), regulariser=0.1),
    "purely normalise": PerSample("normalise", (0.5,)),
}
GROUPS = {
    "groups": PerSample("clip", (0.2, 0.1, 0.3), (2, 1, 2)),
    "normalised groups": PerSample("normalise", (0.2, 0.1), (4, 1), 0.01),
}
ORDERED = {"in another order": PerSample("clip", (0.8, 0.3, 1.1), (2, 1, 2), order=(4, 0, 2, 3, 1))}
EVERY = RULES | GROUPS | ORDERED
KEPT = Execution(keep_losses=True)


def bounded_mean(y, rule, batch):
    """Per-sample gradients formed, bounded and averaged, plus the penalty's gradient."""
    penalty = PROBLEM.mu * y
    gradients = PROBLEM.per_sample_gradients(y) - penalty
    gradients = gradients if batch is None else gradients[batch]
    factors = rule.factors(group_norms(gradients, rule.edges(5)))
    return (gradients * np.repeat(factors, np.diff(rule.edges(5)), axis=-1)).mean(axis=0) + penalty


@pytest.mark.parametrize("rule", RULES | GROUPS)
@pytest.mark.parametrize("batch_size", [None, 7])
def test_runs_equal_the_slow_reference(rule, batch_size):
    rule, steps, seed, method, scale = EVERY[rule], 6, 4, nesterov(0.3, 0.4), 0.2
    chosen = {"batch_size": batch_size, "per_sample": rule, "execution": KEPT}
    noisy = Noise("gaussian", scale)
    found = simulate(PROBLEM, method, noisy, np.ones(5), steps, runs=3, seed=seed, **chosen)
    for run in range(3):
        state = init(np.ones(5))
        for t in range(steps):
            place = {"seed": seed, "runs": [run], "iterations": [t]}
            batch = (
                None if batch_size is None else batches(**place, n=60, batch_size=batch_size)[0, 0]
            )
            noise = draws("gaussian", **place, dimension=5)[0, 0]
            released = bounded_mean(query_point(method, state), rule, batch)
            state = update(method, state, released + scale * noise)
        loss = float(PROBLEM.value(state.x)) - PROBLEM.optimal_value
        assert found.losses[run, -1] == pytest.approx(loss, rel=1e-11)


def test_a_bound_beyond_every_gradient_changes_nothing():
    arguments = (PROBLEM, gradient(0.5), Noise("laplace", 0.1), np.ones(5), 5)
    loose, plain = (
        simulate(*arguments, runs=4, seed=1, batch_size=9, per_sample=rule)
        for rule in (PerSample("clip", (100.0,)), None)
    )
    np.testing.assert_array_equal(plain.mean, loose.mean)


@pytest.mark.parametrize("rule", EVERY)
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (4, 7), (9, 2), (2, 3, 6), (5, WIDEST + 3)])
def test_the_compiled_mean_is_the_reference(rule, shape):
    shape = shape if rule in RULES else (*shape[:-1], 5)
    rule, gradients = EVERY[rule], np.random.default_rng(0).standard_normal(shape)
    gradients[..., 0, :2] = 0.0
    slow = bounded(gradients, rule).mean(axis=-2)
    np.testing.assert_allclose(mean_of_bounded(gradients, rule), slow, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("rule", (RULES | GROUPS).values())
def test_every_group_of_a_bounded_gradient_is_within_its_bound(rule):
    gradients = np.random.default_rng(0).standard_normal((50, 5))
    gradients[0] = 0.0
    edges = rule.edges(5)
    factors = rule.factors(group_norms(gradients, edges))
    norms = group_norms(gradients * np.repeat(factors, np.diff(edges), axis=1), edges)
    assert np.all(norms <= np.array(rule.clips) * (1 + 1e-12))
    assert np.all(np.isfinite(factors))


@pytest.mark.parametrize("rule", RULES.values())
def test_a_gradient_whose_square_overflows_is_one_more_long_gradient(rule):
    gradients = np.array([[1e200, 0.0], [0.3, 0.4]])
    other = mean_of_bounded(np.array([[1e9, 0.0], [0.3, 0.4]]), rule)
    np.testing.assert_allclose(mean_of_bounded(gradients, rule), other, rtol=1e-9)


UNDERFLOWING = np.full((2, 100_000), 1.5e-162)
UNDERFLOWING[1] = 2.3e-162


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        (PerSample("normalise", (1.0,)), UNDERFLOWING[1:]),
        (PerSample("normalise", (1.0,)), np.full((4, 9), 5e-324)),
        (PerSample("clip", (1e-161,)), UNDERFLOWING[1:]),
        (PerSample("clip", (1e-300,)), np.full((1, 7), 1e-299)),
        (PerSample("normalise", (1.0,)), np.full((1, 3), 1.7e308)),
        (PerSample("clip", (1.0,)), np.full((5, 3), -1.7e308)),
        (PerSample("normalise", (1e300,)), np.full((1, 3), 1e-120)),
        (PerSample("normalise", (1.0, 2.0), (2, 1)), np.full((1, 3), 1e-200)),
    ],
)
def test_a_part_has_the_length_of_its_bound_where_squares_do_not_hold_it(rule, rows):
    rows = rows[:1]
    for part in (bounded_sums(rows, rule).sums, bounded(rows, rule)[0]):
        norms = group_norms(part, rule.edges(rows.shape[1]))
        np.testing.assert_allclose(norms, rule.clips, rtol=1e-12)


@pytest.mark.parametrize("bound", [5e-324, 1e-320, 1e-310])
@pytest.mark.parametrize("name", ["clip", "normalise"])
def test_no_part_is_longer_than_a_bound_among_the_smallest_floats(name, bound):
    rows, rule = np.array([[1.0, 1.0, 0.9], [1e-320, 3e-320, 2e-320]]), PerSample(name, (bound,))
    exact = [[int(x / 5e-324) for x in part] for part in bounded(rows, rule)]
    assert all(sum(x * x for x in part) <= (bound / 5e-324) ** 2 for part in exact)
    np.testing.assert_array_equal(bounded_sums(rows, rule).sums, bounded(rows, rule).sum(axis=0))


@pytest.mark.parametrize("rule", EVERY)
def test_a_batch_that_stands_for_many_is_bounded_once_and_the_same(rule):
    gradients = np.random.default_rng(2).standard_normal((3, 5))
    gradients[1, 2] = np.nan
    many = np.broadcast_to(gradients, (4, 3, 5))
    for found, copied in zip(
        bounded_sums(many, EVERY[rule]), bounded_sums(many.copy(), EVERY[rule]), strict=True
    ):
        np.testing.assert_array_equal(found, copied)


@pytest.mark.parametrize("rule", EVERY)
@pytest.mark.parametrize("batch", [1, 3, 4, 9])
@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_a_record_that_is_not_finite_adds_nothing_and_is_counted(rule, batch, bad):
    rule, gradients = EVERY[rule], np.random.default_rng(1).standard_normal((2, batch, 5))
    clean = gradients.copy()
    for place in range(min(2, batch)):
        gradients[0, -1 - place, (4, 0)[place]] = bad
        clean[0, -1 - place] = 0.0
    found = bounded_sums(gradients, rule)
    np.testing.assert_array_equal(found.refused, [min(2, batch), 0])
    np.testing.assert_allclose(found.sums, bounded_sums(clean, rule).sums, rtol=1e-13, atol=1e-15)
    np.testing.assert_array_equal(bounded(gradients, rule), bounded(clean, rule))
    assert np.isfinite(mean_of_bounded(gradients, rule)).all()


def test_gradients_of_zero_stay_zero():
    for rule in (PerSample("normalise", (1.0,)), PerSample("normalise", (1e-310,)), RULES["clip"]):
        found = bounded_sums(np.array([[0.0, -0.0]] * 6), rule)
        assert not found.sums.any()
        assert found.refused == 0


def test_a_sum_that_floats_cannot_hold_is_refused():
    with pytest.raises(ValueError, match=r"bound C must be at most 4\.49e\+307 for B"):
        mean_of_bounded(np.ones((4, 2)), PerSample("clip", (1e308,)))
    with pytest.raises(ValueError, match="real numbers"):
        mean_of_bounded(np.ones((4, 2), dtype=complex), PerSample("clip", (1.0,)))


def test_hostile_rows_have_bounded_parts():
    for row in longest_parts(rows=4000, seed=3):
        assert row.longest <= 1 + 1e-15, row
        assert row.refused == row.not_finite, row


def test_noise_is_scaled_as_its_place_and_its_unit_say():
    # The scales of every place and unit are in tests/library/optimizers/test_private.py.
    assert PerSample("clip", (3.0, 4.0), (1, 1)).bound == 5.0
    rows, noise = np.ones((4, 2)), np.array([1.0, -2.0])
    released = perturbed_mean(rows, RULES["clip"], Perturbation(2.0, "sum", "one"), noise)
    assert released == pytest.approx(mean_of_bounded(rows, RULES["clip"]) + 0.5 * noise)


def test_arrays_of_other_layouts_are_taken():
    gradients, rule = np.arange(12, dtype=np.int64).reshape(3, 4).T, RULES["clip"]
    slow = bounded(gradients, rule).mean(axis=0)
    np.testing.assert_allclose(mean_of_bounded(gradients, rule), slow, rtol=1e-14)
