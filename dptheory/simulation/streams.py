r"""Counter-based random streams: Threefry-2x64 with 20 rounds.

A draw is a pure function of (seed, run, iteration, coordinate): the key of the block cipher is
(seed, run), its counter (iteration, block of two coordinates). So the draws do not depend on the
order, the chunks or the number of workers in which they are taken.

The samplers serve analysis, not the release of data: floating-point Laplace noise of this kind
leaks through its least significant bits.

Source of the generator: Salmon, Moraes, Dror and Shaw (2011), "Parallel random numbers: as easy
as 1, 2, 3".
"""

import math
from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.problems.ranges import count, require

LAWS = ("uniform", "laplace", "gaussian")
UNIFORM, LAPLACE, GAUSSIAN = range(3)

_KEY_PARITY = np.uint64(0x1BD11BDAA9FC1A22)
_ROTATIONS = (16, 42, 12, 31, 16, 32, 24, 21)
_BATCH_STREAM = np.uint64(1 << 62)
_LIMIT = 2**62
_HALF_STEP = 2.0**-53

# One rotation table for the left shift and one for the right one; the types stay unsigned.
_LEFT = np.array(_ROTATIONS, dtype=np.uint64)
_RIGHT = np.array([64 - r for r in _ROTATIONS], dtype=np.uint64)


@njit(cache=True, nogil=True, inline="always")
def threefry(key0, key1, counter0, counter1):
    """The 20-round Threefry-2x64 block: four 64-bit words in, two out."""
    key2 = _KEY_PARITY ^ key0 ^ key1
    x0 = counter0 + key0
    x1 = counter1 + key1
    for group in range(5):
        for r in range(4):
            i = 4 * (group % 2) + r
            x0 = x0 + x1
            x1 = ((x1 << _LEFT[i]) | (x1 >> _RIGHT[i])) ^ x0
        turn = (group + 1) % 3
        if turn == 0:
            x0, x1 = x0 + key0, x1 + key1
        elif turn == 1:
            x0, x1 = x0 + key1, x1 + key2
        else:
            x0, x1 = x0 + key2, x1 + key0
        x1 = x1 + np.uint64(group + 1)
    return x0, x1


@njit(cache=True, nogil=True, inline="always")
def to_uniform(word):
    """A 64-bit word as a number in the open interval (0, 1), symmetric about 1/2.

    The values are (k + 1/2) 2^-52 with 0 <= k < 2^52, all of which are exact floats.
    """
    return np.float64(word >> np.uint64(12)) * (2.0 * _HALF_STEP) + _HALF_STEP


@njit(cache=True, nogil=True, inline="always")
def to_laplace(word):
    """A 64-bit word as a standard Laplace number: inverse tail, the lowest bit gives the sign."""
    magnitude = -math.log(to_uniform(word))
    return magnitude if word & np.uint64(1) else -magnitude


@njit(cache=True, nogil=True)
def fill_noise(law, seed, run, iteration, out):
    """Fill a vector with the standard draws of one run and iteration.

    Uniform on (0, 1), Laplace of scale one (variance two) or Gaussian of variance one (Box-Muller
    on the two words of a block).
    """
    size = out.shape[0]
    for block in range((size + 1) // 2):
        word0, word1 = threefry(
            np.uint64(seed), np.uint64(run), np.uint64(iteration), np.uint64(block)
        )
        if law == LAPLACE:
            first, second = to_laplace(word0), to_laplace(word1)
        elif law == GAUSSIAN:
            radius = math.sqrt(-2.0 * math.log(to_uniform(word0)))
            angle = 2.0 * math.pi * to_uniform(word1)
            first, second = radius * math.cos(angle), radius * math.sin(angle)
        else:
            first, second = to_uniform(word0), to_uniform(word1)
        out[2 * block] = first
        if 2 * block + 1 < size:
            out[2 * block + 1] = second


@njit(cache=True, nogil=True)
def fill_batch(seed, run, iteration, pool, swaps, out):
    """Fill a vector of length m with a sample of 0..n-1 without replacement.

    A partial Fisher-Yates shuffle of ``pool`` (which holds 0..n-1 in order), undone afterwards, so
    that the pool can be used again; ``swaps`` is working space of length m. Every subset has its
    probability up to a relative error below m n 2^-52.
    """
    n, m = pool.shape[0], out.shape[0]
    for i in range(m):
        word0, word1 = threefry(
            np.uint64(seed),
            np.uint64(run),
            np.uint64(iteration),
            _BATCH_STREAM + np.uint64(i // 2),
        )
        word = word0 if i % 2 == 0 else word1
        j = i + np.int64(to_uniform(word) * (n - i))
        swaps[i] = j
        pool[i], pool[j] = pool[j], pool[i]
        out[i] = pool[i]
    for i in range(m - 1, -1, -1):
        j = swaps[i]
        pool[i], pool[j] = pool[j], pool[i]


def check_seed(seed: int) -> int:
    """The seed, if it is a whole number in [0, 2^62)."""
    return count("seed", seed, least=0, most=_LIMIT - 1)


def random_words(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """The raw generator: two 64-bit words from a key and a counter of two 64-bit words each."""
    word0, word1 = threefry_words(*(np.uint64(word) for word in (*key, *counter)))
    return int(word0), int(word1)


@njit(cache=True)
def threefry_words(key0, key1, counter0, counter1):
    """A compiled entry to :func:`threefry`."""
    return threefry(key0, key1, counter0, counter1)


def draws(
    law: str, *, seed: int, runs: Sequence[int], iterations: Sequence[int], dimension: int
) -> NDArray[np.float64]:
    """Standard draws, shape (runs, iterations, dimension).

    Args:
        law: ``uniform`` on (0, 1), ``laplace`` (scale one) or ``gaussian`` (variance one).
        seed: a whole number in [0, 2^62).
        runs: run numbers, nonnegative.
        iterations: iteration numbers, nonnegative.
        dimension: the number of coordinates.

    Raises:
        ValueError: the law is unknown or a number is out of its range.
    """
    require(law in LAWS, "law", f"one of {', '.join(LAWS)}", law)
    seed, d = check_seed(seed), count("dimension", dimension)
    out = np.empty((len(runs), len(iterations), d))
    for i, run in enumerate(runs):
        count("run", run, least=0, most=_LIMIT - 1)
        for j, t in enumerate(iterations):
            count("iteration", t, least=0, most=_LIMIT - 1)
            fill_noise(LAWS.index(law), seed, run, t, out[i, j])
    return out


def batches(
    *, seed: int, runs: Sequence[int], iterations: Sequence[int], n: int, m: int
) -> NDArray[np.int64]:
    """Samples of m of n records without replacement, shape (runs, iterations, m).

    Args:
        seed: a whole number in [0, 2^62).
        runs: run numbers, nonnegative.
        iterations: iteration numbers, nonnegative.
        n: data size.
        m: batch size, 1 <= m <= n.

    Raises:
        ValueError: a number is out of its range.
    """
    seed, n = check_seed(seed), count("data size n", n)
    m = count("batch size m", m, most=n)
    pool, swaps = np.arange(n), np.empty(m, dtype=np.int64)
    out = np.empty((len(runs), len(iterations), m), dtype=np.int64)
    for i, run in enumerate(runs):
        count("run", run, least=0, most=_LIMIT - 1)
        for j, t in enumerate(iterations):
            count("iteration", t, least=0, most=_LIMIT - 1)
            fill_batch(seed, run, t, pool, swaps, out[i, j])
    return out
