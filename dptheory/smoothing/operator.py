r"""The operator :math:`A_\sigma = I - \sigma L` of Laplacian smoothing.

:math:`L` is the second difference on a circle of d points, :math:`(Lu)_i = u_{i-1} - 2u_i +
u_{i+1}` with indices modulo d, and :math:`\sigma \ge 0` the smoothing (dimensionless). So
:math:`A_\sigma` is circulant for every :math:`d \ge 1`: for d = 1 both neighbours are the point
itself and :math:`A_\sigma = 1`; for d = 2 they coincide and the off-diagonal entry is
:math:`-2\sigma`; from d = 3 on it is the matrix with diagonal :math:`1 + 2\sigma` and
:math:`-\sigma` beside it and in two corners. Its eigenvalues are

.. math:: \lambda_j = 1 + 2\sigma - 2\sigma\cos\frac{2\pi j}d
          = 1 + 4\sigma\sin^2\frac{\pi j}d, \qquad j = 0, \dots, d - 1.

Source: Wang et al., Laplacian smoothing for private ERM, Section 2.1.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.numbers import Number, kind
from dptheory.ranges import count, nonnegative, require

Array = NDArray[np.float64]
# 4 sin^2(pi j/d) is rational for these denominators of j/d, and for no other.
RATIONAL_SINES = {1: 0, 2: 4, 3: 3, 4: 2, 6: 1}


@public
def checked(dimension: Any, smoothing: Number) -> tuple[Any, Number]:
    return count("dimension d", dimension), nonnegative("smoothing", smoothing)


@public
def matrix(dimension: int, smoothing: Number) -> tuple[tuple[Number, ...], ...]:
    """The circulant A as rows of numbers of the smoothing's type; ``numpy.array`` takes it.

    Args:
        dimension: d >= 1. smoothing: sigma >= 0.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.

    Example:
        >>> matrix(3, 1)
        ((3, -1, -1), (-1, 3, -1), (-1, -1, 3))
    """
    d, s = checked(dimension, smoothing)
    rows = [[0 * s for _ in range(d)] for _ in range(d)]
    for i in range(d):
        rows[i][i] += 1 + 2 * s
        rows[i][i - 1] -= s
        rows[i][(i + 1) % d] -= s
    return tuple(map(tuple, rows))


@public
def eigenvalue(index: int, dimension: int, smoothing: Number) -> Number:
    r""":math:`1 + 4\sigma\sin^2(\pi j/d)`, of the smoothing's type.

    Raises:
        ValueError: the dimension is below 1, the smoothing negative, or the eigenvalue of a
            rational smoothing irrational (use floats, arb or sympy).
    """
    d, s = checked(dimension, smoothing)
    angle = Fraction(index, d)
    four_sines = RATIONAL_SINES.get(angle.denominator)
    if four_sines is not None:
        return 1 + four_sines * s
    return 1 + 4 * s * _squared_sine(angle, s)


def _squared_sine(angle: Fraction, like: Number) -> Number:
    """sin^2(pi angle) in the family of another number."""
    family = kind(like)
    require(family != "exact", "eigenvalue", "rational for a rational smoothing", f"index {angle}")
    if family == "sympy":
        import sympy

        return sympy.sin(sympy.pi * sympy.Rational(angle.numerator, angle.denominator)) ** 2
    if family == "arb":
        from flint import arb, fmpq

        return arb.sin_pi_fmpq(fmpq(angle.numerator, angle.denominator)) ** 2
    return float(np.sin(np.pi * float(angle))) ** 2


@public
def spectrum(dimension: int, smoothing: float) -> Array:
    """The eigenvalues in index order j = 0, ..., d - 1 (not sorted), shape (d,).

    Args:
        dimension: d >= 1. smoothing: sigma >= 0.

    Raises:
        ValueError: the dimension is below 1 or the smoothing negative.

    Example:
        >>> spectrum(4, 1.0).round(4).tolist()
        [1.0, 3.0, 5.0, 3.0]
    """
    d, s = checked(dimension, smoothing)
    # The sine of the smaller angle, so that the spectrum is symmetric to the last bit.
    j = np.arange(d)
    eigenvalues: Array = 1 + 4 * s * np.sin(np.pi * np.minimum(j, d - j) / d) ** 2
    return eigenvalues
