"""Compiled runs on quadratics, their exact moments, and the folding of losses into statistics.

Sums run in index order.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.loop_kernels import (
    MOMENTUM,
    Block,
    Plan,
    at,
    bind,
    query,
    simulation,
    update,
)

Array = NDArray[np.float64]


class Errors(NamedTuple):
    """A quadratic in its eigenbasis, iterates as errors x - x*, one run a column."""

    spectrum: Array


@njit(inline="always")
def _losses(problem: Errors, block: Block) -> None:
    """The loss of every run; one beyond the floating range is infinite."""
    spectrum, now, values = problem.spectrum, block.now, block.values
    values[:] = 0.0
    for j in range(now.shape[0]):
        for i in range(now.shape[1]):
            values[i] += spectrum[j] * now[j, i] * now[j, i]
    for i in range(now.shape[1]):
        values[i] = 0.5 * values[i] if math.isfinite(values[i]) else np.inf


@njit(inline="always")
def _columns(plan: Plan, first: int, runs: int) -> Block:
    """The start of a block with one run a column."""
    d = plan.starts.shape[1]
    now, last, noise = np.empty((d, runs)), np.empty((d, runs)), np.zeros((d, runs))
    for j in range(d):
        now[j] = plan.starts[0, j]
        last[j] = plan.starts[1, j]
    return Block(first, now, last, now, now, noise, noise, np.empty(runs))


def _step(problem: Errors, method: Any, plan: Plan, t: int, block: Block) -> None:
    """A step in one pass: memory is the limit."""
    now, last, noise = block.now, block.last, block.noise
    c, scale = at(method, t), plan.scale[t]
    for j in range(now.shape[0]):
        curvature = problem.spectrum[j]
        for i in range(now.shape[1]):
            x, before = now[j, i], last[j, i]
            gradient = curvature * query(c, x, before)
            last[j, i] = x
            now[j, i] = update(c, x, before, gradient + scale * noise[j, i])


quadratic_runs = simulation(
    "quadratic_runs",
    begin=_columns,
    measure=_losses,
    advance=bind(_step, "step_quadratic", **MOMENTUM),
    fuse=True,
)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def quadratic_moments(
    spectrum: Array,
    start: Array,
    before: Array,
    alpha: Array,
    beta: Array,
    eta: Array,
    variance: Array,
    losses: Array,
) -> None:
    """Expected losses of a run on a quadratic, by the recursion of second moments.

    Shapes: spectrum, start and before (d,), errors in the eigenbasis; alpha, beta and eta (T,);
    variance (T, d), of the noise in a coordinate; losses (T + 1,), filled.
    """
    d, T = spectrum.shape[0], alpha.shape[0]
    xx, xp, pp = start * start, start * before, before * before
    for t in range(T + 1):
        loss = 0.0
        for j in range(d):
            loss += spectrum[j] * xx[j]
        losses[t] = 0.5 * loss
        if t == T:
            break
        squared = alpha[t] * alpha[t]
        for j in range(d):
            p = 1.0 + beta[t] - alpha[t] * spectrum[j] * (1.0 + eta[t])
            q = alpha[t] * spectrum[j] * eta[t] - beta[t]
            now, cross = xx[j], xp[j]
            xx[j] = p * p * now + 2.0 * p * q * cross + q * q * pp[j] + squared * variance[t, j]
            xp[j] = p * now + q * cross
            pp[j] = now


@compiled(nogil=True)
def fold_moments(
    count: int, size: int, means: Array, deviations: Array, mean: Array, squares: Array
) -> None:
    """Fold blocks of the same number of runs into the statistics of ``count`` runs, in place.

    Shapes: means and sums of squared deviations of the blocks (blocks, r); mean and squares (r,).
    What is not finite becomes infinite.
    """
    for b in range(means.shape[0]):
        whole = count + size
        share, weight = size / whole, count * size / whole
        for k in range(mean.shape[0]):
            step = means[b, k] - mean[k]
            mean[k] += step * share
            squares[k] = squares[k] + deviations[b, k] + step * step * weight
            if not math.isfinite(mean[k]):
                mean[k] = squares[k] = np.inf
            elif not math.isfinite(squares[k]):
                squares[k] = np.inf
        count = whole
