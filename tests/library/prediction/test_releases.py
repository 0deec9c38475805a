"""Objective perturbation: its privacy against the exact densities of what it releases."""

import math
from dataclasses import replace

import numpy as np
import pytest

from dptheory.prediction import LinearModel, Task
from dptheory.prediction.releases import objective_noise

FAR = 12.0  # deviations (gamma: scales times 4) of the noise that the grids cover
MORE = 0.3
# Records of one data set and of its neighbour, the last one replaced.
PAIRS_1 = (([[1], [1]], [1, 1], [[1], [1]], [1, -1]), ([[0.2], [1]], [1, 1], [[0.2], [0]], [1, 1]))
ACROSS = ([[0.5, 0.5], [1, 0]], [1, 1], [[0.5, 0.5], [0, 1]], [1, 1])
OPPOSITE = ([[0, 0], [1, 0]], [1, 1], [[0, 0], [1, 0]], [1, -1])


def task(d: int, epsilon: float, delta: float | None) -> Task:
    return Task(
        n=2, dimension=d, mu=1.0, slope=1.0, bend=0.25, radius_l1=math.sqrt(d), radius_l2=1.0,
        epsilon=epsilon, delta=delta,
    )  # fmt: skip


def log_densities(asked: Task, pair: tuple, points: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Of the minimiser of two neighbours on a grid, up to one constant, and its cell."""
    law = objective_noise(asked, MORE)
    features, labels, other, other_labels = pair
    reach = law.scale * FAR * (1 if law.law == "gaussian" else 4) / (asked.n * (asked.mu + MORE))
    axis = np.linspace(-reach, reach, points)
    grid = np.stack(np.meshgrid(*[axis] * asked.dimension), axis=-1).reshape(-1, asked.dimension)
    found = []
    for u, z in ((features, labels), (other, other_labels)):
        model = LinearModel(np.array(u, float), np.array(z, float), asked.mu / 2)
        b = np.linalg.norm(asked.n * (model.field(grid) + MORE * grid), axis=1)
        log = -b / law.scale if law.law == "gamma" else -(b**2) / (2 * law.scale**2)
        curvature = model.loss.curvature(grid @ model.features.T, model.labels)
        matrices = np.einsum("kn,ni,nj->kij", curvature, model.features, model.features)
        identity = np.eye(asked.dimension)
        matrices = matrices / asked.n + (asked.mu + MORE) * identity
        found.append(log + np.linalg.slogdet(matrices)[1])
    return found[0], found[1], (axis[1] - axis[0]) ** asked.dimension


@pytest.mark.parametrize("pair", PAIRS_1)
@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_a_pure_budget_bounds_every_log_ratio_of_densities(pair, epsilon):
    p, q, _ = log_densities(task(1, epsilon, None), pair, 20_001)
    assert np.abs(p - q).max() <= epsilon


def test_records_of_opposite_labels_use_most_of_a_pure_budget():
    p, q, _ = log_densities(task(1, 0.5, None), PAIRS_1[0], 20_001)
    assert np.abs(p - q).max() > 0.2


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 1e-2), (1.0, 1e-6), (4.0, 1e-4)])
@pytest.mark.parametrize(
    ("d", "pair", "points"),
    [(1, pair, 20_001) for pair in PAIRS_1] + [(2, ACROSS, 241), (2, OPPOSITE, 241)],
)
def test_an_approximate_budget_bounds_the_exact_privacy_profile(d, pair, points, epsilon, delta):
    p, q, cell = log_densities(task(d, epsilon, delta), pair, points)
    total = np.exp(p).sum() * cell
    for first, second in ((p, q), (q, p)):
        excess = np.maximum(np.exp(first) - np.exp(epsilon + second), 0).sum() * cell / total
        assert excess <= delta


def test_a_quarter_of_the_noise_breaks_an_approximate_budget():
    """The test above can fail."""
    asked = task(1, 1.0, 1e-6)
    less = replace(asked, epsilon=4.0)  # its noise is about a quarter
    p, q, _ = log_densities(less, PAIRS_1[0], 20_001)
    excess = np.maximum(np.exp(p) - np.exp(asked.epsilon + q), 0).sum() / np.exp(p).sum()
    assert excess > 1e-6


def test_no_noise_where_the_determinant_takes_the_budget():
    assert objective_noise(task(1, 0.05, None), 0.0) is None
    assert objective_noise(task(1, 0.05, None), 10.0) is not None
