"""Compiled inner loops of the Monte-Carlo engine; arrays and scalars only.

The arithmetic of a run does not depend on its position in a block nor on the other runs, and sums
run in index order, so a run's numbers are the same bits however the work is split.
"""

import math

import numpy as np
from numba import njit

from dptheory.simulation.streams import fill_batch, fill_noise

LOGISTIC_BLOCK = 16


@njit(cache=True, nogil=True, error_model="numpy")
def quadratic_runs(
    law, seed, first_run, spectrum, start, before, alpha, beta, eta, scale, recorded, losses
):
    """Losses of consecutive runs on a quadratic, in errors e = x - x* of the eigenbasis.

    Shapes: spectrum, start and before (d,); alpha, beta, eta and scale (T,); recorded (r,),
    increasing in 0..T; losses (runs, r), filled. A loss beyond the floating range is infinite.
    """
    d, T = spectrum.shape[0], alpha.shape[0]
    noise = np.zeros(d)
    for i in range(losses.shape[0]):
        now, last = start.copy(), before.copy()
        k = 0
        for t in range(T + 1):
            if k < recorded.shape[0] and recorded[k] == t:
                loss = 0.0
                for j in range(d):
                    loss += spectrum[j] * now[j] * now[j]
                losses[i, k] = 0.5 * loss if math.isfinite(loss) else np.inf
                k += 1
            if t == T or k == recorded.shape[0]:
                break
            if scale[t] > 0.0:
                fill_noise(law, seed, first_run + i, t, noise)
            for j in range(d):
                velocity = now[j] - last[j]
                released = spectrum[j] * (now[j] + eta[t] * velocity)
                if scale[t] > 0.0:
                    released += scale[t] * noise[j]
                last[j] = now[j]
                now[j] = now[j] - alpha[t] * released + beta[t] * velocity


@njit(cache=True, nogil=True)
def block_noise(law, seed, first_run, iteration, out):
    """Standard noise of consecutive runs in one iteration; out has shape (runs, d)."""
    for i in range(out.shape[0]):
        fill_noise(law, seed, first_run + i, iteration, out[i])


@njit(cache=True, nogil=True, error_model="numpy")
def margins(signed, points, out):
    """Inner products of records and points: (m, d) with (d, LOGISTIC_BLOCK)."""
    for i in range(signed.shape[0]):
        for r in range(LOGISTIC_BLOCK):
            out[i, r] = 0.0
        for k in range(signed.shape[1]):
            for r in range(LOGISTIC_BLOCK):
                out[i, r] += signed[i, k] * points[k, r]


@njit(cache=True, nogil=True, error_model="numpy")
def accumulate(signed, weights, out):
    """Add the weighted sums of records, out[k, r] += sum_i signed[i, k] weights[i, r]."""
    for i in range(signed.shape[0]):
        for k in range(signed.shape[1]):
            for r in range(LOGISTIC_BLOCK):
                out[k, r] += signed[i, k] * weights[i, r]


@njit(cache=True, nogil=True, error_model="numpy")
def batch_sums(signed, points, seed, first_run, iteration, pool, swaps, batch, out):
    """Each run's weighted sum over its own batch: points and out have shape (d, runs)."""
    d = signed.shape[1]
    for r in range(points.shape[1]):
        fill_batch(seed, first_run + r, iteration, pool, swaps, batch)
        for k in range(d):
            out[k, r] = 0.0
        for i in batch:
            margin = 0.0
            for k in range(d):
                margin += signed[i, k] * points[k, r]
            weight = 1.0 / (1.0 + math.exp(margin))
            for k in range(d):
                out[k, r] += weight * signed[i, k]
