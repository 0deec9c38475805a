r"""The heavy ball on a quadratic: its expected error, and its powers, by the library.

The arguments are alpha, beta, mu, L, the shares of the eigenvalues, x_0, x_{-1}, the variance of
the noise, and t.
"""

import functools
from fractions import Fraction as F
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.numbers import maximum, sqrt
from dptheory.simulation.moments import (
    heavy_ball_stationary_variance,
    point_start,
    power,
    second_moments,
)

MOST_EXACT = 8  # iterations in rationals; their denominators grow with every one


@functools.lru_cache(maxsize=10_000, typed=True)
def error(*values: Any) -> Any:
    """E F(x_t) - F(x*): in rationals for a few iterations, else in floating point."""
    *numbers, t = values
    exact = isinstance(t, int) and t <= MOST_EXACT
    return by_recursion(t, *(numbers if exact else mapped(float, numbers)))


def enclosed_error(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t = values
    return by_recursion(t, *mapped(ball, numbers))


def ball(x: Any) -> Any:
    """A ball around a rational."""
    from flint import arb, fmpq

    return x if isinstance(x, arb) else arb(fmpq(F(x).numerator, F(x).denominator))


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


def powers(t: int, alpha: Any, beta: Any, curvature: Any) -> tuple[tuple[Any, Any], ...]:
    """T^t of an eigenvalue, for the library's heavy ball."""
    rows: tuple[tuple[Any, Any], ...] = power(heavy_ball(alpha, beta).closed_loop(curvature), t)
    return rows


@functools.lru_cache(maxsize=10_000, typed=True)
def state(*values: Any) -> Any:
    """|M^t xi_0|^2: the arguments are those of :func:`error` without the variance."""
    *numbers, t = values
    return moved(
        t, *(numbers if isinstance(t, int) and t <= MOST_EXACT else mapped(float, numbers))
    )


def enclosed_state(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t = values
    return moved(t, *mapped(ball, numbers))


def moved(t: Any, alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, x0: Any, before: Any) -> Any:
    """|M^t xi_0|^2, eigenvalue by eigenvalue."""
    found = 0 * mu
    for share, x, y in zip(shares, x0, before, strict=True):
        for row in powers(int(t), alpha, beta, mu + share * (L - mu)):
            found = found + (row[0] * x + row[1] * y) ** 2
    return found


@functools.lru_cache(maxsize=10_000, typed=True)
def norm_square(*values: Any) -> float:
    """The square of the norm of M^t; the arguments are alpha, beta, mu, L, the shares, and t."""
    *numbers, t = values
    return float(largest(t, *mapped(float, numbers)))


def enclosed_norm_square(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t = values
    return largest(t, *mapped(ball, numbers))


def largest(t: Any, alpha: Any, beta: Any, mu: Any, L: Any, shares: Any) -> Any:
    """The largest squared singular value of the T_i^t: half of F + sqrt(F^2 - 4 det^2)."""
    found = []
    for share in shares:
        (a, b), (c, d) = powers(int(t), alpha, beta, mu + share * (L - mu))
        size = a * a + b * b + c * c + d * d
        apart = ((a - d) ** 2 + (b + c) ** 2) * ((a + d) ** 2 + (b - c) ** 2)
        found.append((size + sqrt(apart)) / 2)
    return functools.reduce(maximum, found)


@functools.lru_cache(maxsize=10_000, typed=True)
def trace(*values: Any) -> Any:
    """Tr of E xi_t xi_t', in floating point after a few iterations."""
    *numbers, t = values
    return traced(
        t, *(numbers if isinstance(t, int) and t <= MOST_EXACT else mapped(float, numbers))
    )


def enclosed_trace(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t = values
    return traced(t, *mapped(ball, numbers))


def traced(
    t: Any, alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, x0: Any, before: Any, variance: Any
) -> Any:
    """Tr of E xi_t xi_t' by the library's second moments, coordinate by coordinate."""
    method, found = heavy_ball(alpha, beta), 0 * mu
    for share, x, y in zip(shares, x0, before, strict=True):
        curvature = mu + share * (L - mu)
        path = second_moments(method, curvature, variance, point_start(x, y), t)
        found = found + path[-1][0] + path[-1][2]
    return found


@functools.lru_cache(maxsize=10_000, typed=True)
def tail(*values: Any) -> Any:
    """What the noise of the steps from t on adds to the stationary trace."""
    *numbers, t = values
    return rest(t, *(numbers if isinstance(t, int) and t <= MOST_EXACT else mapped(float, numbers)))


def enclosed_tail(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t = values
    return rest(t, *mapped(ball, numbers))


def level(*values: Any) -> Any:
    """m(alpha, beta), the stationary variances added up (thm-3.5-m)."""
    alpha, beta, mu, L, shares, variance = values
    return sum(
        (
            heavy_ball_stationary_variance(alpha, beta, mu + share * (L - mu), variance)
            for share in shares
        ),
        0 * mu,
    )


def enclosed_level(*values: Any) -> Any:
    """The same in balls."""
    return level(*mapped(ball, values))


def rest(t: Any, alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, variance: Any) -> Any:
    """The stationary trace without what t steps from 0 have."""
    zeros = (0 * mu,) * len(shares)
    whole = 2 * level(alpha, beta, mu, L, shares, variance)
    return whole - traced(t, alpha, beta, mu, L, shares, zeros, zeros, variance)


@functools.lru_cache(maxsize=10_000, typed=True)
def sum_of_norm_squares(*values: Any) -> float:
    """The sum of |M^j|^2 over j = t, ..., t + N."""
    *numbers, t, more = values
    floats = mapped(float, numbers)
    return float(sum(largest(j, *floats) for j in range(int(t), int(t) + int(more) + 1)))


def enclosed_sum(*values: Any) -> Any:
    """The same in balls."""
    *numbers, t, more = values
    balls = mapped(ball, numbers)
    return sum((largest(j, *balls) for j in range(int(t), int(t) + int(more) + 1)), ball(0))
