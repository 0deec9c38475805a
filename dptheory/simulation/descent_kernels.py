"""Compiled runs of clipped and normalised SGD on finite sums whose records' gradients are simple.

An objective is a record and ``full_gradient(f, x, out)``; batches are a record and
``draw(batches, plan, t, block)``, which fills ``batches.chosen``. Sums run in index order.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.loop_kernels import (
    SGD,
    Block,
    Kernel,
    Plan,
    bind,
    rows,
    simulation,
    stepping,
)
from dptheory.simulation.per_sample_kernels import factor
from dptheory.simulation.streams import UNIFORM, fill_batch, fill_block

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
# The numbers of the profiles in :func:`slope`.
NUMBERS = {"cauchy": 0, "saturated": 1, "well": 2, "ripple": 3}


class Bounded(NamedTuple):
    """SGD on a finite sum; a record has (1 + tau1 w_i) times the full gradient plus tau0 v_i.

    Flat: numba counts references of every array of a nested record that it opens.

    Attributes:
        f: the objective.
        tilts: v_i, shape (N, d). weights: w_i, shape (N,).
        clip, bounds, regulariser, edges: of :class:`~dptheory.simulation.per_sample_kernels.Rule`.
        batches: how records are drawn; chosen: those of a step, its own.
        divisor: of a batch's sum.
        record, total: working space of one thread, shape (d,); factors: the same, shape (M,).
    """

    f: Any
    tilts: Array
    weights: Array
    tau0: float
    tau1: float
    clip: bool
    bounds: Array
    regulariser: float
    edges: NDArray[np.uint64]
    batches: Any
    chosen: Indices
    divisor: float
    record: Array
    total: Array
    factors: Array


class Profiled(NamedTuple):
    """:class:`~dptheory.problems.nonconvex.Separable`, its profile by number."""

    profile: int
    heights: Array
    widths: Array


class Bowl(NamedTuple):
    """:class:`~dptheory.problems.quadratic.Quadratic`."""

    spectrum: Array
    minimiser: Array


class Drawn(NamedTuple):
    """Working space of one thread that draws batches without replacement.

    Attributes:
        pool: 0, ..., N - 1. swaps: shape (B,).
        chosen: shape (runs, B); (1, N), all records in order, if B = N.
    """

    pool: Indices
    swaps: Indices
    chosen: Indices


class Picked(NamedTuple):
    """The same of ``size`` records with replacement: uniform picks, shape (B, runs)."""

    law: int
    size: int
    picks: Array
    chosen: Indices


def drawn(n: int, m: int, runs: int) -> Drawn:
    """Working space for batches of m of n records without replacement."""
    chosen = np.arange(n)[None] if m == n else np.empty((runs, m), dtype=np.int64)
    return Drawn(np.arange(n), np.empty(m, dtype=np.int64), chosen)


def picked(n: int, m: int, runs: int) -> Picked:
    """The same with replacement."""
    return Picked(UNIFORM, n, np.empty((m, runs)), np.empty((runs, m), dtype=np.int64))


@compiled(nogil=True, error_model="numpy", inline="always")
def slope(profile: int, x: float) -> float:
    """The derivative of a profile."""
    square = x * x
    if profile == 0:
        return x / (1.0 + square)
    if profile == 1:
        return x / ((1.0 + square) * (1.0 + square))
    if profile == 2:
        return 0.5 * x - x / ((1.0 + square) * (1.0 + square))
    return x + 0.5 * math.sin(square)


# Without the word on fastmath numba compiles a function with the flags of the first that calls it.
@compiled(nogil=True, error_model="numpy", fastmath=False)
def _slopes(profile: int, heights: Array, widths: Array, points: Array, out: Array) -> None:
    for run in range(points.shape[0]):
        for j in range(points.shape[1]):
            out[run, j] = heights[j] / widths[j] * slope(profile, points[run, j] / widths[j])


@compiled(nogil=True, error_model="numpy", fastmath=False)
def _errors(spectrum: Array, minimiser: Array, points: Array, out: Array) -> None:
    for run in range(points.shape[0]):
        for j in range(points.shape[1]):
            out[run, j] = spectrum[j] * (points[run, j] - minimiser[j])


@njit(inline="always")
def _profiled_gradient(f: Profiled, points: Array, out: Array) -> None:
    _slopes(f.profile, f.heights, f.widths, points, out)


@njit(inline="always")
def _bowl_gradient(f: Bowl, points: Array, out: Array) -> None:
    _errors(f.spectrum, f.minimiser, points, out)


@njit(inline="always")
def _without_replacement(batches: Drawn, plan: Plan, t: int, block: Block) -> None:
    pool, swaps, chosen = batches
    if chosen.shape[1] < pool.shape[0]:
        for run in range(chosen.shape[0]):
            fill_batch(plan.seed, block.first + run, t, pool, swaps, chosen[run])


@njit(inline="always")
def _with_replacement(batches: Picked, plan: Plan, t: int, block: Block) -> None:
    law, size, picks, chosen = batches
    fill_block(law, plan.seed, block.first, plan.pace * t + 1, picks)
    for run in range(chosen.shape[0]):
        for k in range(chosen.shape[1]):
            chosen[run, k] = np.int64(picks[k, run] * size)


def _absent(*_: Any) -> Any:
    """The place of a kernel in a template."""


full_gradient = draw = _absent


def _norms(problem: Bounded, block: Block) -> None:
    """The norm of every run's gradient; one beyond the floating range is infinite."""
    gradient, values = block.gradient, block.values
    full_gradient(problem.f, block.now, gradient)
    for run in range(gradient.shape[0]):
        square = 0.0
        for j in range(gradient.shape[1]):
            square += gradient[run, j] * gradient[run, j]
        values[run] = math.sqrt(square) if math.isfinite(square) else np.inf


def _bounded(problem: Bounded, plan: Plan, t: int, block: Block) -> None:
    """Every run's full gradient, as measured, to the bounded gradients of its batch: one group."""
    draw(problem.batches, plan, t, block)
    gradient, chosen, record, total = block.gradient, problem.chosen, problem.record, problem.total
    tilts, weights, tau0, tau1 = problem.tilts, problem.weights, problem.tau0, problem.tau1
    clip, bound, regulariser = problem.clip, problem.bounds[0], problem.regulariser
    d = total.shape[0]
    for run in range(gradient.shape[0]):
        batch = min(run, chosen.shape[0] - 1)
        total[:] = 0.0
        for k in range(chosen.shape[1]):
            i = chosen[batch, k]
            scale = 1.0 + tau1 * weights[i]
            square = 0.0
            for j in range(d):
                g = scale * gradient[run, j] + tau0 * tilts[i, j]
                record[j] = g
                square += g * g
            weight = factor(clip, bound, regulariser, math.sqrt(square))
            for j in range(d):
                total[j] += weight * record[j]
        for j in range(d):
            gradient[run, j] = total[j] / problem.divisor


def _bounded_by_group(problem: Bounded, plan: Plan, t: int, block: Block) -> None:
    """Every run's full gradient, as measured, to the bounded gradients of its batch, by groups."""
    draw(problem.batches, plan, t, block)
    gradient, chosen, record, total = block.gradient, problem.chosen, problem.record, problem.total
    tilts, weights, tau0, tau1 = problem.tilts, problem.weights, problem.tau0, problem.tau1
    clip, bounds, regulariser = problem.clip, problem.bounds, problem.regulariser
    edges, factors = problem.edges, problem.factors
    for run in range(gradient.shape[0]):
        batch = min(run, chosen.shape[0] - 1)
        total[:] = 0.0
        for k in range(chosen.shape[1]):
            i = chosen[batch, k]
            scale = 1.0 + tau1 * weights[i]
            for m in range(bounds.shape[0]):
                square = 0.0
                for j in range(edges[m], edges[m + 1]):
                    g = scale * gradient[run, j] + tau0 * tilts[i, j]
                    record[j] = g
                    square += g * g
                factors[m] = square
            # Roots and quotients of all groups at once.
            for m in range(bounds.shape[0]):
                factors[m] = factor(clip, bounds[m], regulariser, math.sqrt(factors[m]))
            for m in range(bounds.shape[0]):
                weight = factors[m]
                for j in range(edges[m], edges[m + 1]):
                    total[j] += weight * record[j]
        for j in range(total.shape[0]):
            gradient[run, j] = total[j] / problem.divisor


def _descents(name: str, full_gradient: Kernel, bounded: Kernel, draw: Kernel) -> Kernel:
    measure = bind(_norms, f"norms_{name}", full_gradient=full_gradient)
    advance = stepping(f"step_{name}", SGD, bind(bounded, f"bounded_{name}", draw=draw))
    return simulation(f"runs_{name}", begin=rows, measure=measure, advance=advance, fuse=True)


LOOPS: dict[type, Kernel] = {
    Profiled: _descents("profiled", _profiled_gradient, _bounded, _without_replacement),
    Bowl: _descents("bowl", _bowl_gradient, _bounded_by_group, _with_replacement),
}
