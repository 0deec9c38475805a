"""Compiled inner loops of the Monte-Carlo engine; arrays and scalars only.

The arithmetic of a run does not depend on its position in a block nor on the other runs, and sums
run in index order, so a run's numbers are the same bits however the work is split.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.simulation.streams import fill_block

Array = NDArray[np.float64]


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _step(
    spectrum: Array,
    alpha: float,
    beta: float,
    eta: float,
    scale: float,
    noise: Array,
    now: Array,
    last: Array,
) -> None:
    """One iteration of every run."""
    for j in range(now.shape[0]):
        curvature = spectrum[j]
        for i in range(now.shape[1]):
            velocity = now[j, i] - last[j, i]
            released = curvature * (now[j, i] + eta * velocity) + scale * noise[j, i]
            last[j, i] = now[j, i]
            now[j, i] = now[j, i] - alpha * released + beta * velocity


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _losses(spectrum: Array, now: Array, out: Array) -> None:
    """The loss of every run; one beyond the floating range is infinite."""
    out[:] = 0.0
    for j in range(now.shape[0]):
        for i in range(now.shape[1]):
            out[i] += spectrum[j] * now[j, i] * now[j, i]
    for i in range(now.shape[1]):
        out[i] = 0.5 * out[i] if math.isfinite(out[i]) else np.inf


@compiled(nogil=True)
def quadratic_runs(
    law: int,
    seed: int,
    first_run: int,
    spectrum: Array,
    start: Array,
    before: Array,
    alpha: Array,
    beta: Array,
    eta: Array,
    scale: Array,
    recorded: NDArray[np.int64],
    losses: Array,
) -> None:
    """Losses of consecutive runs on a quadratic, in errors e = x - x* of the eigenbasis.

    Shapes: spectrum, start and before (d,); alpha, beta, eta and scale (T,); recorded (r,),
    increasing in 0..T; losses (r, runs), filled; at most 256 runs.
    """
    d, T, runs = spectrum.shape[0], alpha.shape[0], losses.shape[1]
    now, last, noise = np.empty((d, runs)), np.empty((d, runs)), np.zeros((d, runs))
    for j in range(d):
        now[j] = start[j]
        last[j] = before[j]
    k = 0
    for t in range(T + 1):
        if recorded[k] == t:
            _losses(spectrum, now, losses[k])
            k += 1
        if t == T or k == recorded.shape[0]:
            break
        if scale[t] > 0.0:
            fill_block(law, seed, first_run, t, noise)
        _step(spectrum, alpha[t], beta[t], eta[t], scale[t], noise, now, last)


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
