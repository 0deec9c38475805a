"""Compiled inner loops of the Monte-Carlo engine; arrays and scalars only.

The arithmetic of a run does not depend on its position in a block nor on the other runs, and sums
run in index order, so a run's numbers are the same bits however the work is split.
"""

import math

import numpy as np
from numba import njit

from dptheory.simulation.streams import fill_noise


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
