"""What dptheory.smoothing does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from fractions import Fraction as F
from math import nan
from typing import Any

import numpy as np

from dptheory import smoothing
from dptheory.smoothing import operator, shares

START: dict[str, Any] = {"hessian": np.eye(2), "error": np.ones(2), "noise_covariance": 1.0}
MOVE: dict[str, Any] = {"smoothing": 1.0, "step_size": 0.1, "iterations": 2}


def PATH(**given: Any) -> Any:
    return list(smoothing.second_moment_path(**(START | MOVE | given)))


REFUSED = {
    "dimension d must be a whole number at least 1. Found 0.": [lambda: smoothing.matrix(0, 1.0)],
    "dimension must be a whole number. Found 2.5.": [lambda: smoothing.gamma(2.5, 1.0)],
    "smoothing must be nonnegative and finite. Found -0.1.": [lambda: smoothing.spectrum(3, -0.1)],
    "smoothing must be a number. Found nan.": [lambda: smoothing.beta(3, nan)],
    "smoothing must be nonnegative and finite. Found -1.0.":
        [lambda: smoothing.solve([1.0], -1.0), lambda: smoothing.solve_recursive([1.0], -1.0),
         lambda: PATH(smoothing=-1.0)],
    "vector must be of shape (..., d), d >= 1. Found shape (0,).":
        [lambda: smoothing.solve_recursive([], 1.0)],
    "vector must be of shape (..., d), d >= 1. Found shape ().":
        [lambda: smoothing.solve(1.0, 1.0)],
    "eigenvalue must be rational for a rational smoothing. Found index 1/5.":
        [lambda: operator.eigenvalue(1, 5, F(1))],
    "power must be 1 or 2. Found 3.": [lambda: shares.coefficient(1, 1.0, 3)],
    "sqrt of a rational must be rational. Found sqrt(5).": [lambda: shares.root(F(1))],
    "Hessian must be a symmetric matrix. Found [[1. 2.]].": [lambda: PATH(hessian=[[1.0, 2.0]])],
    "Hessian must be a symmetric matrix. Found [[1. 2.] [0. 1.]].":
        [lambda: PATH(hessian=[[1.0, 2.0], [0.0, 1.0]])],
    "step size must be one number or 2. Found (1,).": [lambda: PATH(step_size=[0.1])],
    "step size must be positive and finite. Found 0.0.": [lambda: PATH(step_size=0.0)],
    "noise variance must be nonnegative and finite. Found -1.0.":
        [lambda: PATH(noise_covariance=-1.0)],
    "noise covariance must be a number or symmetric of shape (2, 2).":
        [lambda: PATH(noise_covariance=np.eye(3))],
    "error must be of shape (2,) or (2, 2). Found (3, 3).": [lambda: PATH(error=np.ones(3))],
    "iterations must be a whole number at least 0. Found -1.": [lambda: PATH(iterations=-1)],
}  # fmt: skip
