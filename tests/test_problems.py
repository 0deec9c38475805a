"""Objectives: constants, gradients against differences, minimisers, misuse."""

import numpy as np
import pytest

from dptheory.problems.quadratic import Quadratic, from_spectrum


def test_quadratic_has_its_constants() -> None:
    problem = Quadratic(np.array([2.0, 0.5, 8.0]), np.array([1.0, -1.0, 0.0]))
    assert (problem.mu, problem.L, problem.kappa, problem.dimension) == (0.5, 8.0, 16.0, 3)
    assert problem.value(problem.minimiser) == problem.optimal_value == 0
    assert not problem.gradient(problem.minimiser).any()


def test_quadratic_is_batched_over_runs() -> None:
    problem = Quadratic(np.array([2.0, 0.5]), np.array([1.0, -1.0]))
    x = np.array([[1.0, 1.0], [0.0, -1.0], [3.0, 0.0]])
    np.testing.assert_array_equal(problem.value(x), [1.0, 1.0, 4.25])
    np.testing.assert_array_equal(problem.gradient(x), [[0.0, 1.0], [-2.0, 0.0], [4.0, 0.5]])


def test_quadratic_is_frozen() -> None:
    problem = from_spectrum([1.0, 2.0])
    with pytest.raises(ValueError, match="read-only"):
        problem.spectrum[0] = 3.0


@pytest.mark.parametrize(
    ("spectrum", "minimiser", "words"),
    [
        ([], [], "spectrum must be a vector"),
        ([1.0, -1.0], [0.0, 0.0], "spectrum must be positive and finite"),
        ([1.0, np.nan], [0.0, 0.0], "spectrum must be positive and finite"),
        ([1.0], [0.0, 0.0], "minimiser must be of the spectrum's shape"),
        ([1.0], [np.inf], "minimiser must be finite"),
    ],
)
def test_bad_quadratics_are_refused(
    spectrum: list[float], minimiser: list[float], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Quadratic(np.array(spectrum), np.array(minimiser))


def test_wrong_points_are_refused() -> None:
    with pytest.raises(ValueError, match=r"point x must be of shape \(\.\.\., 2\)"):
        from_spectrum([1.0, 2.0]).value([1.0])
