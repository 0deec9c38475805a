"""Group-wise DP-SGD and DP-Adam: their limits, and the noise beside the clipped sum."""

import math
from typing import Any

import numpy as np
import pytest

from dptheory.gradients.grouping import of_parameters, parameter_wise, uniform
from dptheory.optimizers import Adam, Sgdm
from dptheory.optimizers.private import dp_grouped, dp_nsgd, dp_sgd, init, update
from dptheory.problems.grouped import symmetric

PROBLEM = symmetric(np.linspace(1.0, 2.0, 8), groups=4, n=6, deviation=0.5, seed=1)
X0 = np.arange(1.0, 9.0)
ROWS = PROBLEM.per_sample_gradients(X0)
NOISE = np.linspace(-1.0, 1.0, 8)


def after(method: Any, noise: Any = NOISE) -> Any:
    return update(method, init(method, X0), ROWS, noise).x


def test_one_group_is_the_method_without_groups() -> None:
    one = uniform(PROBLEM.layout, 1, 1.0)
    auto = dp_grouped(
        Sgdm(0.1, 0.0), one.rule("auto", regulariser=0.3), noise_multiplier=2.0, on="sum"
    )
    assert (after(auto) == after(dp_nsgd(0.1, 0.3, noise_multiplier=2.0, on="sum"))).all()
    abadi = dp_grouped(Sgdm(0.1, 0.0), one.rule("abadi"), noise_multiplier=2.0, on="mean")
    assert (
        after(abadi) == after(dp_sgd(0.1, 1.0, noise_multiplier=2.0, on="mean", unit="bound"))
    ).all()


@pytest.mark.parametrize("M", [1, 2, 4])
def test_a_large_gamma_is_sgd_and_noise_has_the_scale_of_all_thresholds(M: int) -> None:
    gamma = 1e9
    rule = uniform(PROBLEM.layout, M, 1.0).rule("auto", regulariser=gamma)
    # The step over gamma is fixed.
    method = dp_grouped(Sgdm(0.1 * gamma * math.sqrt(M), 0.0), rule, noise_multiplier=0.0, on="sum")
    np.testing.assert_allclose(after(method, None), X0 - 0.1 * ROWS.mean(axis=0), rtol=1e-7)
    rule = uniform(PROBLEM.layout, M, 3.0).rule("auto", regulariser=0.1)
    noisy, quiet = (
        dp_grouped(Sgdm(1.0, 0.0), rule, noise_multiplier=s, on="sum") for s in (2.0, 0.0)
    )
    difference = after(quiet, None) - after(noisy)
    np.testing.assert_allclose(difference, 2.0 * 3.0 * NOISE / len(ROWS), rtol=1e-12, atol=1e-13)


def test_equation_4_is_the_step_over_the_batch() -> None:
    rule = parameter_wise(PROBLEM.layout, 1.0).rule("auto", regulariser=0.01)
    eta, sigma = 0.2, 1.5
    method = dp_grouped(Sgdm(len(ROWS) * eta, 0.0), rule, noise_multiplier=sigma, on="sum")
    groups = ROWS.reshape(len(ROWS), 4, 2)
    lengths = np.linalg.norm(groups, axis=2, keepdims=True)
    private = (groups / (2.0 * (lengths + 0.01))).sum(axis=0).ravel() + sigma * NOISE
    np.testing.assert_allclose(after(method), X0 - eta * private, rtol=1e-12)


def test_adam_takes_groups_that_are_not_consecutive() -> None:
    names = PROBLEM.layout.names
    apart = of_parameters(PROBLEM.layout, [names[::2], names[1::2]], 1.0)
    assert apart.order != ()
    method = dp_grouped(Adam(0.1), apart.rule("abadi"), noise_multiplier=1.0, on="sum")
    assert np.isfinite(after(method)).all()
