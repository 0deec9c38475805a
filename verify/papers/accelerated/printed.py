r"""What the paper prints: every formula of its heavy-ball part, errors left in.

All functions take any of the project's number types. Symbols are the paper's; units in brackets:
:math:`\alpha` step size [length^2/loss], :math:`\beta` momentum, :math:`\lambda` curvature
[loss/length^2], :math:`S_1` sensitivity and :math:`b` Laplace scale [loss/length],
:math:`\sigma_T^2` noise variance [loss^2/length^2].
"""

from fractions import Fraction
from typing import Any

from dptheory.numbers import exp, log, sqrt

HALF = Fraction(1, 2)


def ratio(top: Any, bottom: Any) -> Any:
    """top/bottom, exact for whole numbers."""
    whole = isinstance(top, int) and isinstance(bottom, int)
    return Fraction(top, bottom) if whole else top / bottom


def eq_11(S: Any, b: Any, n: Any, m: Any) -> Any:
    """(11): privacy leak of one step."""
    return log((exp(S / (b * m)) - 1) * m / n + 1)


def eq_12(S: Any, m: Any, eps0: Any) -> Any:
    """(12): Laplace scale."""
    return S / (m * eps0)


def eq_13(epsilon: Any, T: Any, n: Any, m: Any) -> Any:
    """(13): budget of a step within its batch."""
    return log(1 + (exp(epsilon / T) - 1) * n / m)


def eq_21(S: Any, n: Any, m: Any) -> Any:
    """(21): sigma_s^2(m, n)."""
    return S**2 / 4 * ratio(1, m) * ratio(n - m, n - 1)


def eq_20(S: Any, n: Any, m: Any, d: Any, eps0: Any) -> Any:
    """(20): E_T."""
    return eq_21(S, n, m) + 2 * d * S**2 / (m**2 * eps0**2)


def eq_26(alpha: Any, beta: Any, curvature: Any) -> tuple[Any, Any]:
    """(26): a_{lambda,+}, a_{lambda,-} where they are real; the squared root where they are not."""
    half_trace, square = eq_26_parts(alpha, beta, curvature)
    return half_trace + sqrt(square), half_trace - sqrt(square)


def eq_26_parts(alpha: Any, beta: Any, curvature: Any) -> tuple[Any, Any]:
    """(26): centre and squared half-width of a_{lambda,+-} = centre +- sqrt(square)."""
    damped = 1 - alpha * curvature
    centre = (1 + beta) * damped * HALF
    return centre, centre**2 - beta * damped


def m_coordinate(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
    """One term of m(alpha, beta) in Theorem 3.5."""
    return (
        variance
        * HALF
        * (2 * alpha * (1 + beta) / ((1 - beta) * curvature * (2 + 2 * beta - alpha * curvature)))
    )
