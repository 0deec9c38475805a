"""Compiled runs on non-convex sums: against NumPy, splits, exact cases, misuse."""

import math
from functools import partial

import numpy as np
import pytest

from dptheory.gradients.per_sample import PerSample
from dptheory.optimizers.adam import Adam
from dptheory.optimizers.private import dp_grouped, dp_nsgd, dp_sgd
from dptheory.problems import PROFILES, separable, tilted, with_outliers
from dptheory.simulation.nonconvex import descend, reference

X0 = np.array([1.0, -2.0, 0.5])
PROBLEMS = {name: tilted(separable(name, 3), 12, tau0=0.5, tau1=0.2, seed=0) for name in PROFILES}
RIPPLE = PROBLEMS["ripple"]
METHODS = {
    "clipped": dp_sgd(0.1, 0.6, multiplier=0.0, on="sum", scale="bound"),
    "normalised": dp_nsgd(0.1, 0.3, multiplier=0.0, on="sum"),
    "DP-SGD": dp_sgd(0.1, 0.6, multiplier=0.4, on="sum", scale="bound"),
    "DP-NSGD": dp_nsgd(0.1, 0.3, multiplier=0.4, on="mean"),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("batch_size", [None, 5, 1])
def test_compiled_runs_equal_those_in_numpy(profile: str, method: str, batch_size) -> None:
    arguments = PROBLEMS[profile], METHODS[method], X0, 15
    options = {"runs": 2, "seed": 3, "batch_size": batch_size}
    fast, slow = descend(*arguments, **options), reference(*arguments, **options)
    np.testing.assert_allclose(fast.norms, slow.norms, rtol=1e-10)
    np.testing.assert_allclose(fast.final, slow.final, rtol=1e-10)
    np.testing.assert_array_equal(fast.least, fast.norms[:, :-1].min(axis=1))


def test_results_do_not_depend_on_the_split_of_the_work() -> None:
    given = partial(descend, RIPPLE, METHODS["DP-NSGD"], X0, 10, seed=1, batch_size=4)
    whole, threaded, fewer = given(runs=40), given(runs=40, jobs=2), given(runs=5, record=[0, 10])
    np.testing.assert_array_equal(whole.norms, threaded.norms)
    np.testing.assert_array_equal(whole.norms[:5, [0, 10]], fewer.norms)
    np.testing.assert_array_equal(whole.least[:5], fewer.least)


def test_a_schedule_of_equal_steps_is_the_step() -> None:
    given = partial(descend, RIPPLE, METHODS["clipped"], X0, 6, seed=1)
    one, several = given(runs=2), given(runs=2, step_sizes=np.full(6, 0.1))
    np.testing.assert_array_equal(one.norms, several.norms)
    np.testing.assert_array_equal(given(runs=2, step_sizes=0.0).final, np.tile(X0, (2, 1)))
    assert (one.standard_error, given(runs=1).standard_error) == (0, math.inf)


def test_runs_that_escape_have_infinite_norms() -> None:
    problem = tilted(separable("ripple", 1), 2, tau0=0.0, tau1=0.0, seed=0)
    method = dp_sgd(10.0, 1e300, multiplier=0.0, on="sum", scale="bound")
    found = descend(problem, method, [1.0], 500, runs=1, seed=0)
    assert found.norms[0, -1] == math.inf
    assert np.isfinite(found.least).all()


def test_the_reference_takes_adam_and_problems_that_are_not_separable() -> None:
    problem = with_outliers(30, 3, seed=2)
    rule = PerSample("normalise", (1.0,), regulariser=0.1)
    method = dp_grouped(Adam(0.05), rule, multiplier=0.1, on="sum")
    found = reference(problem, method, X0, 60, runs=2, seed=0, batch_size=10)
    assert (problem.value(found.final) < problem.value(X0)).all()
