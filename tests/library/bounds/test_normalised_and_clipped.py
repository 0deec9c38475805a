"""Bounds of DP-NSGD and DP-SGD with clipping, against worst laws and simulated runs."""

import math
from fractions import Fraction as Q

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.bounds import nonconvex
from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import (
    Descents,
    Nonconvex,
    drawn_gradient_bound,
    smallest_gradient_bound,
    step_size_for,
)
from dptheory.bounds.normalised import Normalising
from dptheory.optimizers.private import dp_nsgd, dp_sgd
from dptheory.problems.nonconvex import one_sided, separable
from dptheory.simulation.nonconvex import descend

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
    floor = Normalising(r).lasting_floor(PROBLEM)
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
    for rule in (Normalising(3.0), Clipping(2 * tau0)):
        clips = isinstance(rule, Clipping)
        scale, longest = (2 * tau0, 2 * tau0) if clips else (3.0, 1.0)
        eta = step_size_for(problem, rule, noise, 1, T)
        x, least = np.full(500, start), np.full(500, math.inf)
        for _ in range(T):
            gradient = np.clip(x, -slope, slope)
            least = np.minimum(least, np.abs(gradient))
            sign = np.where(gradient < 0, -1, 1)
            e = np.where(rng.random(500) < -down / (up - down), up, down)
            g = gradient + sign * e
            factor = scale / np.maximum(scale, np.abs(g)) if clips else 1 / (scale + np.abs(g))
            x = x - eta * (factor * g + noise * longest * rng.normal(size=500))
        assert least.mean() <= smallest_gradient_bound(problem, rule, eta, noise, 1, T)


positive = st.floats(0.01, 100)


@settings(max_examples=50)
@given(positive, positive, positive, st.floats(0, 10), st.integers(1, 1000), positive)
def test_the_bounds_follow_a_change_of_units(gap, l0, tau0, noise, T, length):
    """x in units of another length: gradients, L_0, L_1 and eta change along."""
    one = Nonconvex(gap, l0, 0.1, tau0, 0.5)
    other = Nonconvex(gap, l0 / length**2, 0.1 / length, tau0 / length, 0.5)
    r, c, eta = 9 * one.border, 5 * one.border, 0.001 / (1 + noise**2)
    for rule, width, step in ((Normalising, r, length), (Clipping, c, length**2)):
        size = eta if step == length else eta / c
        try:
            here = smallest_gradient_bound(one, rule(width), size, noise, 3, T)
        except ValueError:
            continue
        there = smallest_gradient_bound(other, rule(width / length), size * step, noise, 3, T)
        assert there * length == pytest.approx(here, rel=1e-9)


def test_the_bounds_are_these_fractions() -> None:
    problem = Nonconvex(Q(1), Q(2), Q(0), Q(1), Q(1, 2))
    assert problem.border == 2
    assert Normalising(5).lasting_floor(problem) == Q(4, 5)
    # kappa = (5 + 4)(1/eta T + eta) = 9/4 at eta = 1/8, T = 64: the root is 3/2.
    value = smallest_gradient_bound(problem, Normalising(5), Q(1, 8), 0, 1, 64)
    assert value == Q(4, 5) + max(Q(3, 2), Q(9, 2) / (2 - Q(4, 5)))
    problem = Nonconvex(Q(1), Q(2), Q(1), Q(1), Q(1, 2))
    # V = 16, floor eta L_1 V/2 = 1/2, K = 9: 1/2 + 2 K/(c/2 - 1/2).
    assert smallest_gradient_bound(problem, Clipping(4), Q(1, 16), 0, 1, 2) == Q(25, 2)
    # r + 2b = 12, K = 1/3, floor b^2/r + 1 = 3/2.
    assert smallest_gradient_bound(problem, Normalising(8), Q(1, 6), 0, 1, 36) == Q(35, 2)


def test_the_best_step_size_balances_the_budget() -> None:
    rule = Normalising(1)
    for problem in (PROBLEM, Nonconvex(7.0, 3.0, 0.0, 0.1, 0.0)):
        eta = step_size_for(problem, rule, 1.5, 10, 300)
        V = rule.second_moment(1.5, 10)
        best = nonconvex.step_budget(problem, eta, 300, V)
        assert best == pytest.approx(math.sqrt(2 * problem.gap * problem.L0 * V / 300))
        assert all(nonconvex.step_budget(problem, eta * f, 300, V) > best for f in (0.9, 1.1))


def test_clipping_has_no_floor_and_normalising_has() -> None:
    problem, T = Nonconvex(1.0, 1.0, 0.0, 1.0, 0.0), 10**12
    eta = step_size_for(problem, Clipping(2.0), 0.0, 1, T)
    assert smallest_gradient_bound(problem, Clipping(2.0), eta, 0.0, 1, T) < 0.01
    eta = step_size_for(problem, Normalising(4.0), 0.0, 1, T)
    assert smallest_gradient_bound(problem, Normalising(4.0), eta, 0.0, 1, T) > 0.25


def scattered(seed: int, count: int, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Laws of mean 0 in a ball of R^3: atoms of shape (count, 4, 3), one of them the balance."""
    rng = np.random.default_rng(seed)
    atoms = rng.normal(size=(count, 3, 3))
    atoms *= rng.uniform(size=(count, 3, 1)) ** 0.1 / np.linalg.norm(atoms, axis=2, keepdims=True)
    weights = rng.dirichlet([0.5, 0.5, 0.5], size=count)
    mean = np.einsum("ij,ijk->ik", weights, atoms)
    size = np.linalg.norm(mean, axis=1, keepdims=True)
    balance = size / (1 + size)
    atoms = np.concatenate([atoms, -(mean / size)[:, None, :]], axis=1)
    return radius * atoms, np.concatenate([weights * (1 - balance), balance], axis=1)


@pytest.mark.parametrize("s", [0.1, 0.62, 0.63, 1.0, 30.0])
@pytest.mark.parametrize("clip", [0.01, 0.4, 1.25, 3.0, 80.0])
def test_the_sharper_second_order_holds_for_hostile_laws(s: float, clip: float) -> None:
    """Of 20,000 laws, at gradients on both sides of the border b = 0.625."""
    b = PROBLEM.border
    e, weights = scattered(3, 20_000, PROBLEM.tau0 + PROBLEM.tau1 * s)
    g = e + np.array([s, 0.0, 0.0])
    length = np.linalg.norm(g, axis=2, keepdims=True)

    def means(factor: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Descent, square of the mean, mean square."""
        mean = np.einsum("ij,ijk->ik", weights, factor * g)
        squares = (weights * ((factor * length) ** 2)[..., 0]).sum(axis=1)
        return s * mean[:, 0], (mean**2).sum(axis=1), squares

    if s >= b or clip >= 2 * b:
        descent, of_mean, of_record = means(np.minimum(1, clip / length))
        slack = 1e-12 * (s**2 + b**2)
        assert (of_mean <= descent + slack).all()
        assert (s * of_mean <= clip * descent + s * slack).all()
        assert (of_record <= 2 * descent + (s < b) * b**2 + slack).all()
    descent, _, of_record = means(1 / (clip + length))
    assert (of_record <= 2 / clip * descent + b**2 / clip**2 * (1 + 1e-9)).all()


def test_without_noise_the_range_is_that_of_gradient_descent() -> None:
    exact = Nonconvex(1.0, 2.0, 0.0, 0.5, 0.2)
    arguments = {"noise_std": 0.0, "dimension": 3, "iterations": 100}
    assert drawn_gradient_bound(exact, Clipping(2.0), 0.999, **arguments) < math.inf
    with pytest.raises(ValueError, match="shorten the step"):
        drawn_gradient_bound(exact, Clipping(2.0), 1.0, **arguments)
    with pytest.raises(ValueError, match=r"sampling share q must be in \[0, 1\]"):
        drawn_gradient_bound(exact, Clipping(2.0), 0.1, sampling=1.5, **arguments)
    with pytest.raises(ValueError, match="eta L_0/r must be below 1"):
        drawn_gradient_bound(exact, Normalising(3.0), 1.5, **arguments)
    with pytest.raises(ValueError, match="floor F must be below the cap"):
        drawn_gradient_bound(exact, Normalising(0.5), 0.1, **arguments)


def test_the_bounds_of_a_drawn_iterate_are_these_fractions() -> None:
    """Worked by hand: b = 1/2, V = 1/4 + 1/8, lambda = 2, and L_1 = 0."""
    problem = Nonconvex(Q(3), Q(2), Q(0), Q(1, 2), Q(0))
    run = Clipping(Q(1)).sharper_descents(problem, Q(1, 3), Q(1, 2), 1, 36, sampling=Q(1, 2))
    assert run == Descents(Q(0), Q(1, 2), (Q(1, 4) + Q(1, 8)) * 2)
    assert nonconvex.drawn_gradient(run) == (Q(3, 4) + Q(1, 16)) / Q(1, 2)
    run = Normalising(Q(1)).sharper_descents(problem, Q(1, 4), Q(1, 2), 1, 36)
    assert run == Descents(Q(1, 4), Q(1, 2), 4 * (Q(1, 3) + Q(1, 8)))
    assert nonconvex.batch_share(100, 100) == 0
    assert nonconvex.batch_share(1, 1) == 0
    assert nonconvex.batch_share(5, 1) == 1
    assert nonconvex.batch_share(5, 2) == Q(3, 8)


@given(
    floor=st.floats(0, 0.9),
    kappa=st.floats(1e-6, 10),
    thetas=st.lists(st.floats(0.01, 1), min_size=1),
)
@settings(max_examples=200)
def test_a_drawn_iterate_has_the_best_slope(
    floor: float, kappa: float, thetas: list[float]
) -> None:
    found = nonconvex.drawn_gradient(Descents(floor, 1.0, kappa))
    for share in thetas:
        theta = share * (1 - floor)
        assert found <= (kappa + (floor + theta) ** 2 / 4) / theta * (1 + 1e-12)
    if floor == 0:
        assert found <= nonconvex.smallest_gradient(0, 1.0, kappa) * (1 + 1e-12)


@pytest.mark.parametrize("batch", [1, 3, 10])
def test_drawn_iterates_stay_below_the_bound(batch: int) -> None:
    """The mean over all iterates of 200 runs is that of a drawn one."""
    problem = one_sided(separable("well", 2), 10, ahead=3, tau0=0.2)
    x0, T = np.array([3.0, -2.0]), 200
    data = Nonconvex(problem.gap(x0), problem.L0, 0.0, 0.2, 0.0)
    share = float(nonconvex.batch_share(10, batch))
    for noise in (0.0, 0.3):
        for size in (0.1, 0.5):
            clip = dp_sgd(size, 0.5, noise_multiplier=noise, on="mean", unit="bound")
            runs = descend(problem, clip, x0, T, runs=200, seed=4, batch_size=batch)
            bound = drawn_gradient_bound(data, Clipping(0.5), size, noise, 2, T, share)
            assert float(runs.norms[:, :T].mean()) < bound
            unit = dp_nsgd(size, 1.0, noise_multiplier=noise, on="mean")
            runs = descend(problem, unit, x0, T, runs=200, seed=4, batch_size=batch)
            bound = drawn_gradient_bound(data, Normalising(1.0), size, noise, 2, T)
            assert float(runs.norms[:, :T].mean()) < bound
