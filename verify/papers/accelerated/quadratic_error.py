r"""The expected error of the heavy ball on a quadratic, by the library's moment recursion.

The arguments are alpha, beta, mu, L, the shares of the eigenvalues, x_0, x_{-1}, the variance of
the noise, and t.
"""

import functools
from fractions import Fraction as F
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments

MOST_EXACT = 8  # iterations in rationals; their denominators grow with every one


@functools.lru_cache(maxsize=10_000, typed=True)
def error(*values: Any) -> Any:
    """E F(x_t) - F(x*): in rationals for a few iterations, else in floating point."""
    *numbers, t = values
    exact = isinstance(t, int) and t <= MOST_EXACT
    return by_recursion(t, *(numbers if exact else mapped(float, numbers)))


def enclosed_error(*values: Any) -> Any:
    """The same in balls."""
    from flint import arb, fmpq

    def ball(x: Any) -> Any:
        return x if isinstance(x, arb) else arb(fmpq(F(x).numerator, F(x).denominator))

    *numbers, t = values
    return by_recursion(t, *mapped(ball, numbers))


def mapped(function: Any, values: Any) -> tuple[Any, ...]:
    """The function of all numbers, those in vectors as well."""
    return tuple(mapped(function, v) if isinstance(v, tuple) else function(v) for v in values)


def by_recursion(
    t: Any, alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, x0: Any, before: Any, variance: Any
) -> Any:
    """The library's second moments, coordinate by coordinate."""
    method, found = heavy_ball(alpha, beta), 0 * mu
    for share, x, y in zip(shares, x0, before, strict=True):
        curvature = mu + share * (L - mu)
        path = second_moments(method, curvature, variance, point_start(x, y), t)
        found = found + curvature * path[-1][0] / 2
    return found
