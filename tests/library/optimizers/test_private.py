"""Clipped and normalised methods: limits, contracts against each other, noise, misuse."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import bounded
from dptheory.optimizers import Adam, Sgdm, adam, sgdm
from dptheory.optimizers.private import Private, dp_grouped, dp_nsgd, dp_sgd, init, update
from dptheory.problems.nonconvex import one_sided, separable, tilted

X0 = np.array([1.0, -2.0, 0.5])
PROBLEM = tilted(separable("ripple", 3), 20, tau0=0.5, tau1=0.2, seed=0)
ADAM = Adam(0.1, 0.8, 0.9)
DRAWS = np.random.default_rng(1).standard_normal((12, 3))
MULTIPLIER = {"noise_multiplier": 0.7}
QUIET: dict[str, Any] = {"noise_multiplier": 0.0, "on": "sum"}


def run(method: Private, noise: bool = False, batch: int = 20) -> np.ndarray:
    """Twelve steps on the first records; the iterates."""
    states = [init(method, X0)]
    for draw in DRAWS:
        gradients = PROBLEM.per_sample_gradients(states[-1].x, np.arange(batch))
        states.append(update(method, states[-1], gradients, draw if noise else None))
    return np.array([state.x for state in states])


def plain(base: Sgdm | Adam) -> np.ndarray:
    """The base method on the mean gradient."""
    module = adam if isinstance(base, Adam) else sgdm
    states = [module.init(X0)]
    for _ in DRAWS:
        states.append(module.update(base, states[-1], PROBLEM.gradient(states[-1].x)))
    return np.array([state.x for state in states])


def once(method: Private, gradients: np.ndarray, noise: Any = None, x: Any = X0) -> np.ndarray:
    """One step from the start."""
    return update(method, init(method, x), gradients, noise).x


def clipping(eta: float, c: float) -> Private:
    return dp_sgd(eta, c, unit="bound", **QUIET)


def normalising(eta: float, r: float) -> Private:
    return dp_nsgd(eta, r, **QUIET)


def normalised(r: float) -> PerSample:
    return PerSample("normalise", (1.0,), regulariser=r)


def test_a_threshold_above_every_gradient_gives_the_base_method() -> None:
    np.testing.assert_allclose(run(clipping(0.1, 1e9)), plain(Sgdm(0.1, 0.0)), rtol=1e-12)
    np.testing.assert_allclose(
        run(dp_grouped(ADAM, PerSample("clip", (1e9,)), **QUIET)), plain(ADAM), rtol=1e-12
    )


@pytest.mark.parametrize("r", [1e3, 1e5, 1e7])
def test_a_large_regulariser_with_eta_over_r_fixed_tends_to_sgd_like_one_over_r(r: float) -> None:
    distance = np.abs(run(normalising(0.1 * r, r)) - plain(Sgdm(0.1, 0.0))).max()
    assert 0.01 / r < distance < 10 / r


@pytest.mark.parametrize("c", [1e-3, 1e-6])
def test_a_small_threshold_with_eta_times_c_fixed_is_a_small_regulariser(c: float) -> None:
    np.testing.assert_allclose(run(clipping(0.1 / c, c)), run(normalising(0.1, 1e-14)), rtol=1e-9)


def test_adam_does_not_feel_the_scale_of_a_small_threshold() -> None:
    free = replace(ADAM, regulariser=0.0)
    rules = PerSample("clip", (1e-6,)), normalised(1e-14)
    short, unit = (run(dp_grouped(free, rule, **QUIET)) for rule in rules)
    np.testing.assert_allclose(short, unit, rtol=1e-9)


def test_one_record_is_bounded_alone() -> None:
    (g,) = PROBLEM.per_sample_gradients(X0, [4])
    norm = np.linalg.norm(g)
    for method, factor in (
        (clipping(1.0, norm / 3), 1 / 3),
        (clipping(1.0, 3 * norm), 1.0),
        (normalising(1.0, 2.0), 1 / (norm + 2)),
    ):
        np.testing.assert_allclose(once(method, [g]), X0 - factor * g, rtol=1e-14)


def test_every_part_is_within_its_bound_and_the_factor_is_between_those_of_eq_11() -> None:
    rows = PROBLEM.per_sample_gradients(10 * X0)
    norms = np.linalg.norm(rows, axis=1)
    for c in (0.1, 1.0, 30.0):
        clipped = np.linalg.norm(bounded(rows, PerSample("clip", (c,))), axis=1)
        scaled = np.linalg.norm(bounded(rows, PerSample("normalise", (c,), regulariser=c)), axis=1)
        assert (clipped <= np.minimum(norms, c) * (1 + 1e-14)).all()
        assert (scaled <= clipped * (1 + 1e-14)).all()
        assert (clipped <= 2 * scaled * (1 + 1e-14)).all()
        assert (scaled < c).all()


@pytest.mark.parametrize(
    ("scale", "factor"), [("bound", 0.25), ("root-of-bound", 0.5), ("one", 1.0)]
)
def test_noise_has_the_named_place_and_scale(scale: str, factor: float) -> None:
    mean, total = (dp_sgd(0.1, 0.25, on=on, unit=scale, **MULTIPLIER) for on in ("mean", "sum"))
    assert mean.noise.deviation(0.25, 5) == pytest.approx(0.7 * factor)
    assert total.noise.deviation(0.25, 5) == pytest.approx(0.7 * factor / 5)
    rows = PROBLEM.per_sample_gradients(X0)
    moved = once(clipping(0.1, 0.25), rows) - once(mean, rows, DRAWS[0])
    np.testing.assert_allclose(moved, 0.1 * 0.7 * factor * DRAWS[0], rtol=1e-12)


def test_noise_on_the_sum_is_noise_on_the_mean_of_a_multiplier_b_times_smaller() -> None:
    on_sum = dp_nsgd(0.1, 0.5, noise_multiplier=2.0, on="sum")
    on_mean = dp_nsgd(0.1, 0.5, noise_multiplier=0.5, on="mean")
    np.testing.assert_allclose(run(on_sum, True, batch=4), run(on_mean, True, batch=4), rtol=1e-14)
    single = dp_nsgd(0.1, 0.5, noise_multiplier=2.0, on="mean")
    np.testing.assert_array_equal(run(on_sum, True, batch=1), run(single, True, batch=1))


def test_normalised_adam_is_adam_on_the_released_gradient() -> None:
    method = dp_grouped(ADAM, normalised(0.3), on="mean", **MULTIPLIER)
    state, by_hand = init(method, X0), adam.init(X0)
    for draw in DRAWS:
        gradients = PROBLEM.per_sample_gradients(state.x)
        norms = np.linalg.norm(gradients, axis=1, keepdims=True)
        released = (gradients / (norms + 0.3)).mean(axis=0) + 0.7 * draw
        state = update(method, state, gradients, draw)
        by_hand = adam.update(ADAM, by_hand, released)
        np.testing.assert_allclose(state.x, by_hand.x, rtol=1e-12)


def test_runs_are_batched() -> None:
    method, rows = dp_nsgd(0.1, 0.5, on="sum", **MULTIPLIER), PROBLEM.per_sample_gradients
    points = np.stack([X0, 2 * X0])
    together = once(method, rows(points), DRAWS[:2], points)
    each = [once(method, rows(x), noise, x) for x, noise in zip(points, DRAWS[:2], strict=True)]
    np.testing.assert_allclose(together, each, rtol=1e-13)


def test_normalising_descends_uphill_under_the_toy_law_and_clipping_does_not() -> None:
    """Appendix A: below tau_0^2/(10 r) the expected step points away from the minimum."""
    problem = one_sided(separable("cauchy", 1), 3, ahead=1, tau0=1.0)
    x = np.array([0.05])
    gradients = problem.per_sample_gradients(x)
    assert (
        once(clipping(0.1, 2.0), gradients, x=x) < x < once(normalising(0.1, 2.0), gradients, x=x)
    )


def test_a_step_size_may_change() -> None:
    method = normalising(0.1, 0.5)
    gradients = PROBLEM.per_sample_gradients(X0)
    step = once(method, gradients) - X0
    longer = update(method, init(method, X0), gradients, alpha=0.3).x - X0
    np.testing.assert_allclose(longer, 3 * step, rtol=1e-13)
