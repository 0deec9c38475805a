"""The exact bound of the last iterate: attained, never exceeded, below the bound by a rate."""

import random
from fractions import Fraction as Q
from pathlib import Path

import numpy as np
import pytest

from benchmarks.studies.last_iterate import by_formula, by_runs
from benchmarks.studies.tuned_runs import digits
from dptheory.bounds import last_iterate as exact
from dptheory.bounds import strongly_convex
from dptheory.lyapunov import worst_final
from dptheory.methods import gradient
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import expected_loss

PAGE = Path(__file__).resolve().parents[3] / "docs/allocation.md"
CLASSES = [(Q(1), Q(1, 10)), (Q(1, 3), Q(1, 7)), (Q(7, 5), Q(0)), (Q(5, 4), Q(1, 50)), (Q(1), Q(0))]


@pytest.mark.parametrize(("alpha", "mu"), CLASSES)
def test_every_weight_is_attained_by_a_run(alpha, mu):
    bound = exact.gradient(alpha, mu, Q(1), 12)
    lower = [alpha**2 * exact.attained(alpha, mu, Q(1), k) for k in reversed(range(12))]
    assert list(bound.noise_weights) == lower
    assert bound.initial == (1 - alpha * mu) ** 24  # of the quadratic of curvature mu


@pytest.mark.parametrize("start", ["value", "distance"])
def test_both_ends_of_the_semidefinite_program_are_the_formula(start):
    """At steps, classes and schedules at random: another proof, and another witness."""
    draw = random.Random(7)
    for _ in range(10):
        mu, steps = Q(draw.randint(1, 900), 1000), draw.randint(1, 5)
        alpha = Q(draw.randint(50, 1500), 1000)
        while not exact.covers(alpha, mu, Q(1)):
            alpha = alpha * 9 / 10
        levels = [Q(draw.randint(1, 10**4), 1000) for _ in range(steps)]
        bound = exact.gradient(alpha, mu, Q(1), steps)
        first = exact.of_distance(alpha, mu, Q(1), steps) if start == "distance" else bound.initial
        formula = float(
            first + sum(c * x for c, x in zip(bound.noise_weights, levels, strict=True))
        )
        found = worst_final(gradient(alpha), mu, Q(1), steps, levels, measure=start)
        assert found.lower <= formula * (1 + 1e-12)
        assert formula <= found.bound * (1 + 1e-12)
        assert found.bound <= found.lower * (1 + 1e-6)


def test_known_rates_without_noise():
    # Drori and Teboulle (2014); Taylor, Hendrickx and Glineur (2017): kappa = 10, 3 steps of 1/L.
    assert exact.of_distance(Q(1), 0, Q(1), 10) == Q(1, 42)
    m = Q(1, 10)
    assert exact.of_distance(Q(1), m, Q(1), 3) == m / 2 / (m - 1 + (1 - m) ** -6)
    assert exact.of_distance(Q(1, 5), 0, Q(2), 4) == Q(2) / (4 * 4 * Q(1, 5) * 2 + 2)
    assert exact.of_distance(Q(1, 4), Q(4), Q(4), 0) == 2


@pytest.mark.parametrize("scaled", [Q(1, 2), Q(1), Q(7, 5)])
def test_no_weight_is_above_that_by_a_rate(scaled):
    for mu in (Q(1, 3), Q(1, 20)):
        if not exact.covers(scaled, mu, Q(1)):
            continue
        ours, by_rate = (of.gradient(scaled, mu, Q(1), 15) for of in (exact, strongly_convex))
        assert ours.initial <= by_rate.initial
        assert all(a <= b for a, b in zip(ours.noise_weights, by_rate.noise_weights, strict=True))
        assert ours.noise_weights[-1] == by_rate.noise_weights[-1] == scaled**2 / 2


@pytest.mark.parametrize("schedule", ["equal", "falling", "one"])
def test_no_run_on_a_huber_function_ends_above(schedule):
    """Gaussian noise, which is no shock, in 20 coordinates with slopes of their own."""
    alpha, mu, T, runs = 1.3, 0.02, 30, 4000
    moments = {"equal": np.ones(T), "falling": 0.8 ** np.arange(T), "one": np.eye(T)[T - 8]}
    draw = np.random.default_rng(0)
    slopes = np.geomspace(0.01, 3, 20)

    def value(x):
        bent = np.minimum(np.abs(x), slopes / (1 - mu))
        return mu * x**2 / 2 + (1 - mu) * bent * (np.abs(x) - bent / 2)

    start = np.linspace(-2, 2, 20)
    x = np.tile(start, (runs, 1))
    for v in moments[schedule]:
        g = mu * x + np.clip((1 - mu) * x, -slopes, slopes)
        x = x - alpha * (g + draw.normal(0, np.sqrt(v), x.shape))
    bound = exact.gradient(alpha, mu, 1.0, T)
    errors = value(x)
    for k in range(20):
        by_gap = bound.value(value(start)[k], list(moments[schedule]))
        by_distance = by_gap - bound.initial * value(start)[k]
        by_distance += exact.of_distance(alpha, mu, 1.0, T) * start[k] ** 2
        mean, half = errors[:, k].mean(), 4 * errors[:, k].std() / np.sqrt(runs)
        assert mean - half <= min(by_gap, by_distance)


def test_no_quadratic_ends_above_at_the_longest_step():
    mu, T = 0.05, 40
    alpha = 1.475
    assert exact.covers(alpha, mu, 1.0)
    assert not exact.covers(alpha + 0.01, mu, 1.0)
    bound = exact.gradient(alpha, mu, 1.0, T)
    for curvature in np.linspace(mu, 1, 9):
        problem = from_spectrum([float(curvature)])
        loss = expected_loss(problem, gradient(alpha), 0.3, np.ones(1), T)
        assert loss[-1] <= bound.value(loss[0], [0.3] * T) * (1 + 1e-12)


def test_beyond_the_longest_step_the_formula_is_no_bound():
    """Two steps of 1.6/L: the curvature L ends above what the formula would say."""
    alpha = Q(8, 5)
    with pytest.raises(ValueError, match="such that"):
        exact.gradient(alpha, 0, Q(1), 2)
    total = alpha * 2
    assert (1 - alpha) ** 2 / 2 > exact.error(Q(1), total, 0, Q(1))


def test_the_page_has_what_the_benchmark_prints():
    lines, holds = by_formula()
    assert holds
    assert "\n".join(lines) in PAGE.read_text(encoding="utf-8")


def test_the_page_s_runs_are_those_of_the_benchmark():
    printed = by_runs([digits()])[0][1:]
    assert "\n".join(printed) in PAGE.read_text(encoding="utf-8")


def test_equal_curvatures_are_one_quadratic():
    assert exact.gradient(Q(1, 8), Q(4), Q(4), 2) == strongly_convex.LinearBound(
        Q(1, 16), (Q(1, 128), Q(1, 32))
    )
    with pytest.raises(ValueError, match="above mu = 4"):
        exact.attained(Q(1, 8), Q(4), Q(4), 2)
