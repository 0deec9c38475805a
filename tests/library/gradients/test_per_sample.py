"""Per-sample bounds: the kernel against gradients that are formed, limit cases, misuse."""

import numpy as np
import pytest
from numpy.typing import NDArray

from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.methods import gradient, nesterov
from dptheory.optimizers.momentum import init, query_point, update
from dptheory.problems.logistic import synthetic
from dptheory.simulation.engine import Noise, simulate
from dptheory.simulation.streams import batches, draws

Array = NDArray[np.float64]
PROBLEM = synthetic(60, 5, 0.05, seed=3)
RULES = {
    "clip": PerSample("clip", (0.3,)),
    "normalise": PerSample("normalise", (0.5,), regulariser=0.1),
    "purely normalise": PerSample("normalise", (0.5,)),
    "groups": PerSample("clip", (0.2, 0.1), sizes=(2, 3)),
    "normalised groups": PerSample("normalise", (0.2, 0.1), sizes=(4, 1), regulariser=0.01),
}


def bounded_mean(y: Array, per_sample: PerSample, batch: NDArray[np.int64] | None) -> Array:
    """Per-sample gradients formed, bounded and averaged, plus the penalty's gradient."""
    penalty = PROBLEM.mu * y
    gradients = PROBLEM.per_sample_gradients(y) - penalty
    if batch is not None:
        gradients = gradients[batch]
    edges = per_sample.edges(PROBLEM.dimension)
    factors = per_sample.factors(group_norms(gradients, edges))
    mean: Array = (gradients * np.repeat(factors, np.diff(edges), axis=-1)).mean(axis=0)
    return mean + penalty


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("batch_size", [None, 7])
def test_runs_equal_the_slow_reference(rule: str, batch_size: int | None) -> None:
    steps, seed, method, scale = 6, 4, nesterov(0.3, 0.4), 0.2
    found = simulate(
        PROBLEM,
        method,
        Noise("gaussian", scale),
        np.ones(5),
        steps,
        runs=3,
        seed=seed,
        batch_size=batch_size,
        per_sample=RULES[rule],
        keep_losses=True,
    )
    assert found.losses is not None
    for run in range(3):
        state = init(np.ones(5))
        for t in range(steps):
            point = query_point(method, state)
            batch = None
            if batch_size is not None:
                sampled = batches(seed=seed, runs=[run], iterations=[t], n=60, m=batch_size)
                batch = sampled[0, 0]
            noise = draws("gaussian", seed=seed, runs=[run], iterations=[t], dimension=5)[0, 0]
            released = bounded_mean(point, RULES[rule], batch) + scale * noise
            state = update(method, state, released)
        loss = float(PROBLEM.value(state.x)) - PROBLEM.optimal_value
        assert found.losses[run, -1] == pytest.approx(loss, rel=1e-11)


def test_a_bound_beyond_every_gradient_changes_nothing() -> None:
    arguments = (PROBLEM, gradient(0.5), Noise("laplace", 0.1), np.ones(5), 5)
    plain = simulate(*arguments, runs=4, seed=1, batch_size=9)
    loose = simulate(
        *arguments, runs=4, seed=1, batch_size=9, per_sample=PerSample("clip", (100.0,))
    )
    np.testing.assert_array_equal(plain.mean, loose.mean)


def test_every_group_of_a_bounded_gradient_is_within_its_bound() -> None:
    gradients = np.random.default_rng(0).standard_normal((50, 5))
    gradients[0] = 0.0
    for bounds in RULES.values():
        edges = bounds.edges(5)
        factors = bounds.factors(group_norms(gradients, edges))
        norms = group_norms(gradients * np.repeat(factors, np.diff(edges), axis=1), edges)
        assert np.all(norms <= np.array(bounds.bounds) * (1 + 1e-12))
        assert np.all(np.isfinite(factors))


def test_groups_must_cover_the_coordinates() -> None:
    with pytest.raises(ValueError, match="group sizes must be 5 coordinates together"):
        PerSample("clip", (1.0, 1.0), sizes=(2, 2)).edges(5)
