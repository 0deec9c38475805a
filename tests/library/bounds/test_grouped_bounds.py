"""Bounds of group-wise automatic clipping, against worst pairs, runs and the paper's own bound."""

import math
from dataclasses import replace
from fractions import Fraction as Q

import numpy as np
import pytest
from flint import arb

from dptheory.bounds import grouped
from dptheory.bounds.grouped import Grouped
from verify.papers.dptheory.laboratory import stretch_runs

# Gap, smoothness, deviation, groups, stability, noise, dimension, batch.
RUN = Grouped(2.0, 1.5, 0.4, 4, 0.05, 1.0, 8, 16)


def pairs(rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Gradients along the first axis and deviations of every length and angle."""
    length, size = 10 ** rng.uniform(-2, 2, (2, count))
    angle = rng.uniform(0, np.pi, count) * (rng.random(count) < 0.7)
    e = size[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.stack([length, 0 * length], axis=-1), e


def descent(length: np.ndarray, deviation: np.ndarray, gamma: float) -> np.ndarray:
    """What a group with a gradient of this length descends at least, as in the module."""
    width = deviation + gamma
    found: np.ndarray = np.maximum(gamma * length**2 / (width**2 + gamma * length), length - width)
    return found


@pytest.mark.parametrize("gamma", [0.001, 0.1, 10.0])
def test_no_symmetric_pair_descends_less(gamma: float) -> None:
    g, e = pairs(np.random.default_rng(3), 4000)
    size, deviation = np.linalg.norm(g, axis=1), np.linalg.norm(e, axis=1)
    both = np.stack([g + e, g - e])
    kept = ((g * both).sum(axis=2) / (np.linalg.norm(both, axis=2) + gamma)).mean(axis=0)
    # Two numbers of the size of the gradient cancel.
    assert (kept >= descent(size, deviation, gamma) - 1e-12 * size).all()


def test_reach_is_where_the_groups_descend_that_much() -> None:
    """In one group that carries the whole gradient."""
    for worth in (1e-4, 0.01, 0.1, 1.0, 30.0):
        x = grouped.reach(replace(RUN, groups=1), worth)
        assert descent(x, RUN.deviation, RUN.regulariser) == pytest.approx(worth)


def test_the_balanced_step_makes_the_worth_least() -> None:
    eta = grouped.balanced_step(RUN, 100)
    best = grouped.step_worth(RUN, eta, 100)
    moment = 2 * RUN.gap * RUN.smoothness * RUN.second_moment
    assert best == pytest.approx(math.sqrt(RUN.groups * moment / 100))
    assert all(grouped.step_worth(RUN, f * eta, 100) > best for f in (0.9, 1.1))


def walk(run: Grouped, eta: float, T: int, runs: int, seed: int) -> np.ndarray:
    """|g_t| of runs on w'w L/2 in groups of two coordinates; shape (T, runs)."""
    rng, M = np.random.default_rng(seed), run.groups
    w = np.full((runs, M, 2), math.sqrt(run.gap / run.smoothness / M))
    found = np.empty((T, runs))
    for t in range(T):
        g = run.smoothness * w
        found[t] = np.sqrt((g**2).sum(axis=(1, 2)))
        total = np.zeros_like(w)
        for _ in range(run.batch_size):
            sign = rng.choice([-1, 1], (runs, M, 1))
            one = g + sign * run.deviation / math.sqrt(2)
            total += one / (np.linalg.norm(one, axis=2, keepdims=True) + run.regulariser)
        w = w - eta * (total / math.sqrt(M) + run.noise_multiplier * rng.normal(size=w.shape))
    return found


@pytest.mark.parametrize("groups", [1, 2, 8])
@pytest.mark.parametrize("factor", [0.3, 1.0])
def test_runs_stay_below_the_bounds(groups: int, factor: float) -> None:
    run, T = replace(RUN, groups=groups, dimension=2 * groups, batch_size=4), 60
    eta = factor * grouped.balanced_step(run, T)
    sizes = walk(run, eta, T, 200, 7)
    assert sizes.mean(axis=1).min() <= grouped.reach(run, grouped.step_worth(run, eta, T))
    for failure in (0.05, 0.5):
        level = grouped.gradient_quantile(run, eta, T, failure)
        assert (sizes < level).mean(axis=1).max() >= 1 - failure


def test_the_leading_term_is_the_printed_one_over_twice_the_root_of_the_groups() -> None:
    for groups in (1, 4, 147):
        run, T = replace(RUN, groups=groups), 10**18
        level = grouped.gradient_quantile(run, grouped.balanced_step(run, T), T, 0.1)
        # The leading term of the paper's final form.
        moment = 2 * run.gap * run.smoothness * run.second_moment
        root = math.sqrt(groups / 0.1**2 * moment / T) / run.regulariser
        printed = 2 * math.sqrt(groups) * run.width * math.sqrt(root)
        assert level * 2 * math.sqrt(groups) == pytest.approx(printed, rel=1e-3)


def test_more_groups_help_where_they_share_the_noise() -> None:
    def level(groups: int, deviation: float) -> float:
        run, T = replace(RUN, groups=groups, deviation=deviation), 10**12
        return float(grouped.gradient_quantile(run, grouped.balanced_step(run, T), T, 0.1))

    shared = [level(M, 1 / math.sqrt(M)) for M in (1, 2, 4, 147)]
    alone = [level(M, 1.0) for M in (1, 2, 4, 147)]
    assert (shared, alone) == (sorted(shared, reverse=True), sorted(alone))


def test_rationals_stay_exact_and_balls_enclose() -> None:
    exact = Grouped(Q(2), Q(1), Q(3, 4), 4, Q(1, 4), Q(0), 1, 1)
    assert grouped.balanced_step(exact, 4) == 1
    # kappa = 2, w = 1, at rho = 1: min(1 + 3, 2 + 2).
    assert grouped.gradient_quantile(exact, Q(1), 4, Q(1)) == 4
    ball = Grouped(arb(2), arb(1), arb(3) / 4, 4, arb(1) / 4, arb(0), 1, 1)
    assert grouped.gradient_quantile(ball, arb(1), 4, arb(1)).contains(4)


# From below --------------------------------------------------------------------------------------

EVEN = Grouped(1.0, 1.0, 0.5, 4, 0.01, 1.0, 1000, 100)


@pytest.mark.parametrize("margin", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("T", [10, 10**4, 10**8])
def test_the_loss_of_a_stretch_has_at_most_the_gap_of_the_run(T: int, margin: float) -> None:
    loss = grouped.linear_stretch(EVEN, 1e-4, T, margin)
    gap = 4 * (loss.slope * loss.length + loss.slope**2 / (2 * EVEN.smoothness))
    assert gap <= EVEN.gap * (1 + 1e-12)
    assert loss.slope <= EVEN.deviation


@pytest.mark.parametrize("groups", [1, 4])
def test_runs_on_a_stretch_stay_between_both_bounds(groups: int) -> None:
    T, above = 2000, stretch_runs.sides(groups, 2000).above
    mean, _ = stretch_runs.last_gradient(groups, T, 20, seed=3)
    assert 0 < stretch_runs.sides(groups, T).below <= mean <= above


def test_the_bound_is_at_most_1_42_times_the_one_from_below_in_long_runs() -> None:
    T = 10**20
    eta = grouped.balanced_step(EVEN, T)
    below = grouped.linear_stretch(EVEN, eta, T, 1e-3).gradient
    assert 1.41 < grouped.reach(EVEN, grouped.step_worth(EVEN, eta, T)) / below < 1.42


@pytest.mark.parametrize("wrong", [{"gap": 0}, {"deviation": 0}])
def test_a_stretch_needs_a_gap_and_a_deviation(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        grouped.linear_stretch(replace(EVEN, **wrong), 1.0, 10, 1.0)
