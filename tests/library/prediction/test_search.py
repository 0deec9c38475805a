"""Predicted errors against exact second moments and noisy runs."""

import numpy as np
import pytest
from library.prediction.small_model import D, N, model, task

from dptheory.methods import Method
from dptheory.prediction import LinearModel, Task
from dptheory.prediction.plans import scheduled
from dptheory.prediction.releases import Vector
from dptheory.prediction.runs import Mean, draws, objective_points, run_errors
from dptheory.prediction.search import Modes, Settings, explore, predicted
from dptheory.problems.quadratic import Quadratic
from dptheory.simulation.moments import expected_loss

LIMIT = 20
METHODS = [(0.6, 0.0, 0.0), (0.6, 0.5, 0.0), (0.6, 0.5, 0.5)]


def explored(data: LinearModel, asked: Task, method: tuple[float, float, float]) -> np.ndarray:
    """The lengths and the predictions of one method."""
    settings = Settings(*(np.array([v]) for v in method))
    seen = explore(data, settings, asked, LIMIT, enough=np.inf, slack=np.inf, batches=False)
    return seen.lengths, predicted(seen, asked, N)[0]


@pytest.mark.parametrize("delta", [None, 1e-6])
@pytest.mark.parametrize("method", METHODS)
def test_predictions_on_quadratics_are_the_exact_second_moments(method, delta):
    data, asked = model("quadratic", 2), task(delta)
    values, vectors = np.linalg.eigh(data.hessian(data.centre))
    problem = Quadratic(values, vectors.T @ data.centre)
    alpha, beta, eta = method
    lengths, found = explored(data, asked, method)
    compared = 0
    for T, error in zip(lengths, found, strict=True):
        if np.isfinite(error):
            run = scheduled([data], asked, alpha=alpha, beta=beta, eta=eta, iterations=T, m=N)
            variances = np.square(run.scales) * (2 if run.law == "laplace" else 1)
            exact = expected_loss(problem, Method("", *method), variances, np.zeros(D), int(T))
            assert error == pytest.approx(exact[-1], rel=1e-9)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("delta", [None, 1e-6])
@pytest.mark.parametrize("method", METHODS)
def test_predictions_on_logistic_regression_agree_with_runs(method, delta):
    data, asked = model("logistic", 2), task(delta)
    lengths, found = explored(data, asked, method)
    T = 8
    alpha, beta, eta = method
    run = scheduled([data], asked, alpha=alpha, beta=beta, eta=eta, iterations=T, m=N)
    measured = Mean.of(run_errors(data, run, N, 2000, seed=1))
    error = found[list(lengths).index(T)]
    assert 0.95 * measured.low < error < 1.05 * measured.high


def test_fewer_records_than_dimensions_are_as_with_all_of_them() -> None:
    """Minimisers, modes and tilted minimisers, which are found in the span of the records."""
    generator = np.random.default_rng(1)
    labels = np.array([1.0, -1.0, 1.0, 1.0, -1.0])
    data = LinearModel(generator.standard_normal((5, 8)), labels, 0.02)
    assert data.narrow.dimension == 5
    assert data.field(data.centre[None]) == pytest.approx(np.zeros((1, 8)), abs=1e-9)
    modes, hessian = Modes.of(data), data.hessian(data.centre)
    alike = [data.mu, data.mu]
    assert np.linalg.eigvalsh(hessian) == pytest.approx([*alike, *modes.eigenvalues], abs=1e-12)
    assert modes.diagonal.sum() == pytest.approx(np.trace(hessian))
    law = Vector("gaussian", 0.5, 8)
    points = objective_points(data, law, 0.1, 5, 4, seed=0)
    left = data.field(points) + 0.1 * points + draws(law, 4, 0) / 5
    assert left == pytest.approx(np.zeros((4, 8)), abs=1e-6)
