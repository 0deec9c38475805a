"""What dptheory.smoothing does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from fractions import Fraction as F
from math import nan

from dptheory import smoothing
from dptheory.smoothing import operator, shares

REFUSED = {
    "dimension d must be a whole number at least 1. Found 0.": [lambda: smoothing.matrix(0, 1.0)],
    "dimension must be a whole number. Found 2.5.": [lambda: smoothing.gamma(2.5, 1.0)],
    "smoothing must be nonnegative and finite. Found -0.1.": [lambda: smoothing.spectrum(3, -0.1)],
    "smoothing must be a number. Found nan.": [lambda: smoothing.beta(3, nan)],
    "smoothing must be nonnegative and finite. Found -1.0.":
        [lambda: smoothing.solve([1.0], -1.0), lambda: smoothing.solve_recursive([1.0], -1.0)],
    "gradient must be of shape (..., d), d >= 1. Found shape (0,).":
        [lambda: smoothing.solve_recursive([], 1.0)],
    "gradient must be of shape (..., d), d >= 1. Found shape ().":
        [lambda: smoothing.solve(1.0, 1.0)],
    "eigenvalue must be rational for a rational smoothing. Found index 1/5.":
        [lambda: operator.eigenvalue(1, 5, F(1))],
    "power must be 1 or 2. Found 3.": [lambda: shares.coefficient(1, 1.0, 3)],
    "sqrt of a rational must be rational. Found sqrt(5).": [lambda: shares.root(F(1))],
}  # fmt: skip
