"""Bounds of DP-NSGD and DP-SGD with clipping, against worst laws and simulated runs."""

import math
from fractions import Fraction as Q

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.bounds import clipped, nonconvex, normalised
from dptheory.bounds.nonconvex import Nonconvex

PROBLEM = Nonconvex(1.0, 1.0, 0.5, 0.5, 0.2)


def laws(rng: np.random.Generator, count: int, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Two planar atoms with mean 0 inside a disc: shape (count, 2, 2), and their weights."""
    angle = rng.uniform(0, 2 * np.pi, count)
    size = radius * rng.uniform(0, 1, (count, 2)) ** 0.2
    first = size[:, :1] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    second = -first * (size[:, 1:] / size[:, :1])
    weight = size[:, 1] / size.sum(axis=1)
    return np.stack([first, second], axis=1), np.stack([weight, 1 - weight], axis=1)


@pytest.mark.parametrize("s", [0.05, 0.3, 0.6, 0.625, 0.7, 2.0, 30.0])
@pytest.mark.parametrize("scale", [0.7, 1.3, 4.0, 20.0])
def test_the_descent_is_that_of_the_worst_law_at_least(s: float, scale: float) -> None:
    b = PROBLEM.border
    e, weight = laws(np.random.default_rng(5), 4000, PROBLEM.tau0 + PROBLEM.tau1 * s)
    g = e + [s, 0.0]
    length = np.linalg.norm(g, axis=-1)

    def least(factor: np.ndarray) -> float:
        return float((weight * factor * s * g[..., 0]).sum(axis=1).min())

    r, c = scale * b, 2 * scale * b
    floor = normalised.lasting_floor(PROBLEM, r)
    assert least(1 / (r + length)) >= s * (min(s, b) - floor) / (r + 2 * b) * (1 + 1e-12)
    if scale >= 1:
        assert least(np.minimum(1, c / length)) >= s * min(s, c / 2) * (1 - 1e-12)


@pytest.mark.parametrize("slope", [0.3, 1.0, 8.0])
@pytest.mark.parametrize("noise", [0.0, 0.1, 1.0])
def test_runs_stay_below_the_bounds(slope: float, noise: float) -> None:
    """Huber's function from far away, with the deviation that stalls normalised steps."""
    rng, T, start, tau0 = np.random.default_rng(9), 400, 3 * slope + 2.0, 0.5
    gap = slope * start - slope**2 / 2
    problem = Nonconvex(gap, 1.0, 0.0, tau0, 0.0)
    up, down = tau0, -0.4 * tau0
    for rule in (normalised, clipped):
        clips = rule is clipped
        scale, longest = (2 * tau0, 2 * tau0) if clips else (3.0, 1.0)
        eta = rule.step_size_for(problem, *([scale] if clips else []), noise, 1, T)
        x, least = np.full(500, start), np.full(500, math.inf)
        for _ in range(T):
            gradient = np.clip(x, -slope, slope)
            least = np.minimum(least, np.abs(gradient))
            sign = np.where(gradient < 0, -1, 1)
            e = np.where(rng.random(500) < -down / (up - down), up, down)
            g = gradient + sign * e
            factor = scale / np.maximum(scale, np.abs(g)) if clips else 1 / (scale + np.abs(g))
            x = x - eta * (factor * g + noise * longest * rng.normal(size=500))
        assert least.mean() <= rule.smallest_gradient_bound(problem, scale, eta, noise, 1, T)


positive = st.floats(0.01, 100)


@settings(max_examples=50, deadline=None)
@given(positive, positive, positive, st.floats(0, 10), st.integers(1, 1000), positive)
def test_the_bounds_follow_a_change_of_units(gap, l0, tau0, noise, T, length):
    """x in units of another length: gradients, L_0, L_1 and eta change along."""
    one = Nonconvex(gap, l0, 0.1, tau0, 0.5)
    other = Nonconvex(gap, l0 / length**2, 0.1 / length, tau0 / length, 0.5)
    r, c, eta = 9 * one.border, 5 * one.border, 0.001 / (1 + noise**2)
    for bound, width, step in (
        (normalised.smallest_gradient_bound, r, length),
        (normalised.border_bound, r, length),
        (clipped.smallest_gradient_bound, c, length**2),
        (clipped.border_bound, c, length**2),
    ):
        size = eta if step == length else eta / c
        try:
            here = bound(one, width, size, noise, 3, T)
        except ValueError:
            continue
        there = bound(other, width / length, size * step, noise, 3, T)
        assert there * length == pytest.approx(here, rel=1e-9)


def test_the_bounds_are_these_fractions() -> None:
    problem = Nonconvex(Q(1), Q(2), Q(0), Q(1), Q(1, 2))
    assert problem.border == 2
    assert normalised.lasting_floor(problem, 5) == Q(4, 5)
    # kappa = (5 + 4)(1/eta T + eta) = 9/4 at eta = 1/8, T = 64: the root is 3/2.
    value = normalised.smallest_gradient_bound(problem, 5, Q(1, 8), 0, 1, 64)
    assert value == Q(4, 5) + max(Q(3, 2), Q(9, 2) / (2 - Q(4, 5)))
    problem = Nonconvex(Q(1), Q(2), Q(1), Q(1), Q(1, 2))
    # V = 16, floor eta L_1 V/2 = 1/2, K = 9: 1/2 + 2 K/(c/2 - 1/2), and b + K/(2 - 1/2).
    assert clipped.smallest_gradient_bound(problem, 4, Q(1, 16), 0, 1, 2) == Q(25, 2)
    assert clipped.border_bound(problem, 4, Q(1, 16), 0, 1, 2) == 8
    # r + 2b = 12, K = 1/3, floor b^2/r + 1 = 3/2, and b + K/(1/6 - 1/12).
    assert normalised.smallest_gradient_bound(problem, 8, Q(1, 6), 0, 1, 36) == Q(35, 2)
    assert normalised.border_bound(problem, 8, Q(1, 6), 0, 1, 36) == 6


def test_the_best_step_size_balances_the_budget() -> None:
    for problem in (PROBLEM, Nonconvex(7.0, 3.0, 0.0, 0.1, 0.0)):
        eta = normalised.step_size_for(problem, 1.5, 10, 300)
        V = normalised.second_moment(1.5, 10)
        best = nonconvex.step_budget(problem, eta, 300, V)
        assert best == pytest.approx(math.sqrt(2 * problem.gap * problem.l0 * V / 300))
        assert all(nonconvex.step_budget(problem, eta * f, 300, V) > best for f in (0.9, 1.1))


def test_clipping_has_no_floor_and_normalising_has() -> None:
    problem, T = Nonconvex(1.0, 1.0, 0.0, 1.0, 0.0), 10**12
    eta = clipped.step_size_for(problem, 2.0, 0.0, 1, T)
    assert clipped.smallest_gradient_bound(problem, 2.0, eta, 0.0, 1, T) < 0.01
    eta = normalised.step_size_for(problem, 0.0, 1, T)
    assert normalised.smallest_gradient_bound(problem, 4.0, eta, 0.0, 1, T) > 0.25
