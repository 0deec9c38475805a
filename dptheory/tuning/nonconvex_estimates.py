r"""The constants of a non-convex problem, estimated from a model and public data.

Along a noiseless descent from :math:`x_0` points are visited, and beside each a neighbour in the
direction of the largest change of the gradient (power iteration). With the per-sample gradients on
the public records, :math:`(L_0, L_1)` and :math:`(\tau_0, \tau_1)` are the lines

.. math:: \frac{\|\nabla f(x)-\nabla f(y)\|}{\|x-y\|} \le L_0+L_1s, \qquad
          \max_i\|g_i-\nabla f\| \le \tau_0+\tau_1s

above all points that are lowest on average over the gradient norms s met; D_f is the loss at the
start, which is an upper bound for losses from 0 on. Intervals: 2.5 and 97.5 per cent of the same on
resampled records, the levels at the slopes of all records, as both together are seldom told apart.

What they are not: the constants of the theorems are suprema over all points and all records of the
private data. A maximum over some points and public records is below them as a rule, and no
bound at estimated constants is proved.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.problems.records import FiniteSum
from dptheory.ranges import count, require, vector

Array = NDArray[np.float64]
POINTS, BETWEEN, TURNS = 12, 10, 6  # visited, descents between two of them, power iterations
APART = 1e-3  # a neighbour's distance over 1 + |x|
SHARE = 0.5  # of a descent over the inverse curvature
LARGEST_TAU1 = 0.95


class Differentiable(FiniteSum, Protocol):
    """A finite sum with per-sample gradients at one point."""

    def value(self, x: Array) -> Array:
        """f at a point."""

    def gradient(self, x: Array) -> Array:
        """The gradient at a point."""

    def per_sample_gradients(self, x: Array) -> Array:
        """The records' gradients, shape (N, d)."""


@dataclass(frozen=True)
class Estimated:
    """A number on the public records, and an interval of resampled ones that it is in."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Estimates:
    """What :func:`estimate` finds.

    Attributes:
        gap: D_f, the loss at the start; an upper bound where losses are not negative.
        L0, L1: of the gradient's change. tau0, tau1: of the records' deviation.
    """

    gap: float
    L0: Estimated
    L1: Estimated
    tau0: Estimated
    tau1: Estimated

    @property
    def constants(self) -> Nonconvex:
        """The values as the bounds take them."""
        found = (self.L0, self.L1, self.tau0, self.tau1)
        return Nonconvex(self.gap, *(one.value for one in found))


@dataclass(frozen=True, eq=False)
class _Seen:
    """On every resample: gradients at a point and its neighbour, and the largest deviation."""

    here: Array
    there: Array
    apart: float
    deviation: Array


def estimate(problem: Differentiable, x0: Array, *, seed: int, resamples: int = 40) -> Estimates:
    """The constants along a descent.

    Args:
        problem: a finite sum over public records.
        x0: where runs start, shape (d,).
        seed: of neighbours and resamples, at least 0.
        resamples: at least 2.

    Raises:
        ValueError: an argument is out of its range, or a gradient is too large.
    """
    rng = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    start = vector("first iterate", x0, problem.dimension)
    n, times = problem.size, count("resamples", resamples, least=2)
    weights = np.vstack([np.full(n, 1 / n), rng.multinomial(n, np.full(n, 1 / n), times) / n])
    with np.errstate(over="ignore", invalid="ignore"):
        seen = list(_visited(problem, start, weights, rng))
    here, there = (np.array([np.linalg.norm(x, axis=1) for x in side]) for side in (
        [p.here for p in seen], [p.there for p in seen]
    ))  # fmt: skip
    change = np.array([np.linalg.norm(p.here - p.there, axis=1) / p.apart for p in seen])
    deviation = np.array([p.deviation for p in seen])
    return Estimates(
        float(problem.value(start)),
        *_fitted(np.minimum(here, there), change, np.inf),
        *_fitted(here, deviation, LARGEST_TAU1),
    )


def _fitted(sizes: Array, heights: Array, steepest: float) -> tuple[Estimated, Estimated]:
    """Level and slope; the level's interval is at the slope on all records.

    Args:
        sizes, heights: shape (points, 1 + resamples), all records first.
        steepest: the largest slope.
    """
    lines = np.array([_line(s, c, steepest) for s, c in zip(sizes.T, heights.T, strict=True)])
    slope = lines[0, 1]
    levels = np.maximum((heights - slope * sizes).max(axis=0), 0.0)
    levels[0] = lines[0, 0]
    return _interval(levels), _interval(lines[:, 1])


def _interval(values: Array) -> Estimated:
    low, high = np.quantile(values[1:], (0.025, 0.975))
    found = float(values[0])
    return Estimated(found, min(found, float(low)), max(found, float(high)))


def _line(sizes: Array, heights: Array, steepest: float) -> Array:
    """Level and slope, not negative, of the line above all points that is lowest on average."""
    found = linprog(
        [1.0, sizes.mean()],
        A_ub=-np.stack([np.ones_like(sizes), sizes], axis=1),
        b_ub=-heights,
        bounds=[(0, None), (0, None if steepest == np.inf else steepest)],
    )
    _require_moderate(found.x is not None, max(sizes.max(), heights.max()))
    line: Array = found.x
    return line


def _visited(
    problem: Differentiable, x0: Array, weights: Array, rng: np.random.Generator
) -> Iterator[_Seen]:
    x = x0
    for _ in range(POINTS):
        apart = APART * (1 + float(np.linalg.norm(x)))
        gradient = problem.gradient(x)
        turn = rng.standard_normal(x.size)
        for _ in range(TURNS):
            direction = turn / _length(turn)
            turn = problem.gradient(x + apart * direction) - gradient
        records = problem.per_sample_gradients(x)
        here = weights @ records
        there = weights @ problem.per_sample_gradients(x + apart * direction)
        yield _Seen(here, there, apart, _largest_deviation(records, here, weights))
        curvature = max(_length(turn) / apart, np.finfo(float).tiny)
        for _ in range(BETWEEN):
            x = x - SHARE / curvature * problem.gradient(x)


def _length(change: Array) -> float:
    """Of a change of the gradient, positive."""
    found = float(np.linalg.norm(change))
    _require_moderate(np.isfinite(found), found)
    return max(found, np.finfo(float).tiny)


def _require_moderate(are: bool | np.bool_, largest: float) -> None:
    allowed = "scaled, so that gradients and their changes are of moderate size"
    require(bool(are), "records", allowed, f"one of {largest:.3g}")


def _largest_deviation(records: Array, means: Array, weights: Array) -> Array:
    """Of the records in each resample from its mean."""
    squares = (records**2).sum(axis=1) - 2 * means @ records.T + (means**2).sum(axis=1)[:, None]
    within = np.where(weights > 0, squares, 0.0)
    found: Array = np.sqrt(np.maximum(within.max(axis=1), 0.0))
    return found
