r"""The heavy ball on a quadratic: its expected error, and its powers, by the library.

The arguments are alpha, beta, mu, L, the shares of the eigenvalues, x_0, x_{-1}, the variance of
the noise, and t, or some of them: numbers of any kind, but for t.
"""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.numbers import maximum, sqrt
from dptheory.simulation import moments
from dptheory.simulation.moments import heavy_ball_stationary_variance, point_start, second_moments
from verify.papers.enclosures import Number

MOST_EXACT = 8  # iterations in rationals; their denominators grow with every one


def few(*values: Any) -> Number:
    """Rationals for a few iterations, else floating point."""
    t = values[-1]
    return Fraction if isinstance(t, int) and t <= MOST_EXACT else float


def rational(*_: Any) -> Number:
    """Rationals for all values."""
    return Fraction


def last_moments(
    alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, x0: Any, before: Any, variance: Any, t: Any
) -> Any:
    """The eigenvalue and the library's second moments after t steps, coordinate by coordinate."""
    method = heavy_ball(alpha, beta)
    for share, x, y in zip(shares, x0, before, strict=True):
        curvature = mu + share * (L - mu)
        yield curvature, second_moments(method, curvature, variance, point_start(x, y), t)[-1]


def error(*values: Any) -> Any:
    """The largest expected error after t steps that noise of these hypotheses can cause."""
    return sum(curvature * now / 2 for curvature, (now, _, _) in last_moments(*values))


def trace(*values: Any) -> Any:
    """The expected squared length of the state after t steps."""
    return sum(now + last for _, (now, _, last) in last_moments(*values))


def powers(t: int, alpha: Any, beta: Any, curvature: Any) -> tuple[tuple[Any, Any], ...]:
    """T^t of an eigenvalue, for the library's heavy ball."""
    step = heavy_ball(alpha, beta).closed_loop(curvature)
    rows: tuple[tuple[Any, Any], ...] = moments.power(step, t)
    return rows


def moved(row: int, alpha: Any, beta: Any, curvature: Any, x0: Any, before: Any, t: int) -> Any:
    r"""Along an eigenvector of $Q$, the error of $x_t$, or of $x_{t-1}$, in a run without noise."""
    first, second = powers(int(t), alpha, beta, curvature)[row]
    return first * x0 + second * before


def spread(alpha: Any, beta: Any, curvature: Any, variance: Any, t: int) -> Any:
    """The variance of a coordinate of x_t."""
    rest = point_start(0 * curvature, 0 * curvature)
    return second_moments(heavy_ball(alpha, beta), curvature, variance, rest, int(t))[-1][0]


def state(alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, x0: Any, before: Any, t: Any) -> Any:
    """The squared length of the state after t steps without noise, summed over the eigenvalues."""
    return sum(
        (row[0] * x + row[1] * y) ** 2
        for share, x, y in zip(shares, x0, before, strict=True)
        for row in powers(int(t), alpha, beta, mu + share * (L - mu))
    )


def norm_square(alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, t: Any) -> Any:
    """The squared norm of a power of M: the largest squared singular value over the blocks."""
    found = []
    for share in shares:
        (a, b), (c, d) = powers(int(t), alpha, beta, mu + share * (L - mu))
        size = a * a + b * b + c * c + d * d
        apart = ((a - d) ** 2 + (b + c) ** 2) * ((a + d) ** 2 + (b - c) ** 2)
        found.append((size + sqrt(apart)) / 2)
    return functools.reduce(maximum, found)


def level(alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, variance: Any) -> Any:
    r"""The $m(\alpha,\beta)$ of Theorem 3.5: the stationary variances of the coordinates, added."""
    return sum(
        heavy_ball_stationary_variance(alpha, beta, mu + share * (L - mu), variance)
        for share in shares
    )


def step(alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, variance: Any, j: Any) -> Any:
    """Tr of M^j D (M^j)': what the noise of a step has after j more steps."""
    return sum(
        alpha**2 * variance * row[0] ** 2
        for share in shares
        for row in powers(int(j), alpha, beta, mu + share * (L - mu))
    )


def tail(alpha: Any, beta: Any, mu: Any, L: Any, shares: Any, variance: Any, t: Any) -> Any:
    """The stationary trace, less the trace after t steps from the minimiser."""
    zeros = (0 * mu,) * len(shares)
    whole = 2 * level(alpha, beta, mu, L, shares, variance)
    return whole - trace(alpha, beta, mu, L, shares, zeros, zeros, variance, t)
