r"""Adam's moments of many coordinates at once, with and without the noise.

* :func:`snli_like`: what stands in for the SNLI run of Tang et al. (2023). Gradients are sampling
  noise whose size differs between coordinates as the quartiles of :math:`\hat v^c` in Table 2 do
  (log-normal), and every hundredth coordinate has a constant gradient besides, log-uniform from
  :math:`10^{-6}` up to the largest one that the table's maximum allows. Clipping and noise
  are the paper's, with the divisor that Table 2 has; the number of coordinates is not printed.
* :func:`constant_gradients`: updates and what the noise has in them, by the size of the gradient.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from dptheory.simulation.streams import GAUSSIAN, draws, fill_noise
from dptheory.store import computed
from verify.papers.adambc.laboratory.adam_problems import Release
from verify.papers.adambc.laboratory.adam_runs import FOLDER

Array = NDArray[np.float64]
SOURCES = ("verify/papers/adambc/laboratory/adam_moments.py", "dptheory/simulation/streams.py")

BATCH = 256  # as printed
DIVISOR = 255  # of the noise in all of Table 2 (ledger: adambc/table-2)
SNLI = Release(clip=0.1, noise_multiplier=0.4, batch=DIVISOR)
# Of v^corr in Table 2: what is subtracted is that of the batch size (the same row of the ledger).
SUBTRACTED = replace(SNLI, batch=BATCH).variance
QUARTILES = (8.297e-14, 4.090e-13, 9.819e-13)  # of v^c in Table 2
LARGEST = 2.729e-8  # its maximum
SMALLEST = 1e-12
CONSTANT = 100  # one coordinate in so many has a constant gradient
BETA1, BETA2 = 0.9, 0.999
STEPS, COORDINATES = 10_000, 10_000


def moments(
    gradient: Callable[[int], Array], deviation: float, steps: int, size: int, seed: int
) -> dict[str, Array]:
    """Normalised moments after some steps: m_c, v_c of the gradients, m_p, v_p with noise.

    Args:
        gradient: step (from 1) -> gradients, shape (size,).
        deviation: of the noise in a coordinate.
        steps: t.
        size: number of coordinates.
        seed: of the noise.
    """
    m_c, m_p, v_c, v_p = np.zeros((4, size))
    noise = np.empty(size)
    for t in range(1, steps + 1):
        fill_noise(GAUSSIAN, seed, 0, t, noise)
        clean = gradient(t)
        private = clean + deviation * noise
        m_c += (1 - BETA1) * (clean - m_c)
        m_p += (1 - BETA1) * (private - m_p)
        v_c += (1 - BETA2) * (clean**2 - v_c)
        v_p += (1 - BETA2) * (private**2 - v_p)
    first, second = 1 - BETA1**steps, 1 - BETA2**steps
    return {"m_c": m_c / first, "m_p": m_p / first, "v_c": v_c / second, "v_p": v_p / second}


def _snli(steps: int, size: int, release: Release) -> dict[str, Array]:
    low, middle, high = QUARTILES
    spread = (math.log(high) - math.log(low)) / (2 * float(ndtri(0.75)))
    level = draws("gaussian", seed=1, runs=[0], iterations=[0], dimension=size)[0, 0]
    sizes = np.sqrt(middle * np.exp(spread * level))
    place, side = draws("uniform", seed=1, runs=[1], iterations=[0, 1], dimension=size)[0]
    chosen = np.arange(size) % CONSTANT == 0
    constant = np.sqrt(SMALLEST * (LARGEST / SMALLEST) ** place) * np.sign(side - 0.5) * chosen
    sampling = np.empty(size)

    def gradient(t: int) -> Array:
        fill_noise(GAUSSIAN, 1, 2, t, sampling)
        found: Array = constant + sizes * sampling
        return found

    return moments(gradient, release.deviation, steps, size, seed=0)


def _constant(sizes: tuple[float, ...], copies: int, steps: int) -> dict[str, Array]:
    g = np.repeat(sizes, copies)
    return moments(lambda t: g, 1.0, steps, len(g), seed=2)


def snli_like(
    steps: int = STEPS, size: int = COORDINATES, folder: Path = FOLDER, release: Release = SNLI
) -> dict[str, Array]:
    """Moments of the stand-in for SNLI, each of shape (size,)."""
    return computed(folder, SOURCES, _snli, [(steps, size, release)])[0]


def constant_gradients(
    sizes: tuple[float, ...], copies: int = 500, steps: int = 3000, folder: Path = FOLDER
) -> dict[str, Array]:
    """Moments with noise of variance 1 on constant gradients, each of shape (sizes, copies)."""
    found = computed(folder, SOURCES, _constant, [(sizes, copies, steps)])[0]
    return {k: v.reshape(len(sizes), copies) for k, v in found.items()}
