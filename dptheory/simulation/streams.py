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
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.ranges import count, require
from dptheory.simulation.elementary import bits_of, cos_sin_turn, fast_log, float_of

LAWS = ("uniform", "laplace", "gaussian")
UNIFORM, LAPLACE, GAUSSIAN = range(3)

_KEY_PARITY = np.uint64(0x1BD11BDAA9FC1A22)
_BATCH_STREAM = np.uint64(1 << 62)
_LIMIT = 2**62
_HALF_STEP = 2.0**-53
_LANES = 256  # words computed at once: their buffers stay in the first-level cache
_ONE_BITS = np.uint64(0x3FF0000000000000)
_UNIT, _SIGN, _DROPPED = np.uint64(1), np.uint64(63), np.uint64(12)
_R16, _R42, _R12, _R31, _R32, _R24, _R21 = (np.uint64(r) for r in (16, 42, 12, 31, 32, 24, 21))
_WORD = np.uint64(64)

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Words = NDArray[np.uint64]
Block = tuple[np.uint64, np.uint64]


@compiled(nogil=True, inline="always")
def _mix(x0: np.uint64, x1: np.uint64, rotation: np.uint64) -> Block:
    x0 = x0 + x1
    x1 = ((x1 << rotation) | (x1 >> (_WORD - rotation))) ^ x0
    return x0, x1


@compiled(nogil=True, inline="always")
def _even_rounds(x0: np.uint64, x1: np.uint64) -> Block:
    x0, x1 = _mix(x0, x1, _R16)
    x0, x1 = _mix(x0, x1, _R42)
    x0, x1 = _mix(x0, x1, _R12)
    x0, x1 = _mix(x0, x1, _R31)
    return x0, x1


@compiled(nogil=True, inline="always")
def _odd_rounds(x0: np.uint64, x1: np.uint64) -> Block:
    x0, x1 = _mix(x0, x1, _R16)
    x0, x1 = _mix(x0, x1, _R32)
    x0, x1 = _mix(x0, x1, _R24)
    x0, x1 = _mix(x0, x1, _R21)
    return x0, x1


@compiled(nogil=True, inline="always")
def threefry(key0: np.uint64, key1: np.uint64, counter0: np.uint64, counter1: np.uint64) -> Block:
    """The 20-round Threefry-2x64 block: four 64-bit words in, two out.

    Written without loops and tables, so that a loop over it is vectorised.
    """
    key2 = _KEY_PARITY ^ key0 ^ key1
    x0, x1 = _even_rounds(counter0 + key0, counter1 + key1)
    x0, x1 = _odd_rounds(x0 + key1, x1 + key2 + np.uint64(1))
    x0, x1 = _even_rounds(x0 + key2, x1 + key0 + np.uint64(2))
    x0, x1 = _odd_rounds(x0 + key0, x1 + key1 + np.uint64(3))
    x0, x1 = _even_rounds(x0 + key1, x1 + key2 + np.uint64(4))
    return x0 + key2, x1 + key0 + np.uint64(5)


@compiled(nogil=True, inline="always")
def to_uniform(word: np.uint64) -> float:
    """A 64-bit word as a number in the open interval (0, 1), symmetric about 1/2.

    The values are (k + 1/2) 2^-52 with 0 <= k < 2^52, all of which are exact floats; k becomes the
    mantissa of a number in [1, 2).
    """
    return (float_of((word >> _DROPPED) | _ONE_BITS) - 1.0) + _HALF_STEP


@compiled(nogil=True, error_model="numpy")
def _words(
    key0: np.uint64, key1: Words, counter0: np.uint64, counter1: Words, first: Words, second: Words
) -> None:
    """Two words a lane; key1, counter1, first and second are vectors."""
    for i in range(first.shape[0]):
        word0, word1 = threefry(key0, key1[i], counter0, counter1[i])
        first[i] = word0
        second[i] = word1


@compiled(nogil=True, error_model="numpy")
def _uniforms(words: Words, out: Array) -> None:
    for i in range(words.shape[0]):
        out[i] = to_uniform(words[i])


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _laplaces(words: Words, out: Array) -> None:
    """Inverse tails; an even word gives a negative number."""
    for i in range(words.shape[0]):
        magnitude = -fast_log(to_uniform(words[i]))
        sign = ((words[i] & _UNIT) ^ _UNIT) << _SIGN
        out[i] = float_of(bits_of(magnitude) ^ sign)


@compiled(nogil=True, error_model="numpy", fastmath={"contract"})
def _gaussians(first: Words, second: Words, out0: Array, out1: Array) -> None:
    """Box and Muller's transform of both words of a block."""
    for i in range(first.shape[0]):
        radius = math.sqrt(-2.0 * fast_log(to_uniform(first[i])))
        cosine, sine = cos_sin_turn(to_uniform(second[i]))
        out0[i] = radius * cosine
        out1[i] = radius * sine


@compiled(nogil=True)
def _fill_lanes(
    law: int,
    seed: int,
    runs: Words,
    iteration: int,
    blocks: Words,
    words: Words,
    out0: Array,
    out1: Array,
) -> None:
    """Standard draws of both coordinates of a block, a lane each; words is working space."""
    first, second = words[0, : runs.shape[0]], words[1, : runs.shape[0]]
    _words(np.uint64(seed), runs, np.uint64(iteration), blocks, first, second)
    if law == GAUSSIAN:
        _gaussians(first, second, out0, out1)
    elif law == LAPLACE:
        _laplaces(first, out0)
        _laplaces(second, out1)
    else:
        _uniforms(first, out0)
        _uniforms(second, out1)


@compiled(nogil=True)
def fill_noise(law: int, seed: int, run: int, iteration: int, out: Array) -> None:
    """Fill a vector with the standard draws of one run and iteration.

    Uniform on (0, 1), Laplace of scale one (variance two) or Gaussian of variance one (Box-Muller
    on the two words of a block).
    """
    size = out.shape[0]
    count = (size + 1) // 2
    lanes = min(_LANES, count)
    runs = np.full(lanes, np.uint64(run))
    blocks = np.empty(lanes, dtype=np.uint64)
    words = np.empty((2, lanes), dtype=np.uint64)
    draws = np.empty((2, lanes))
    for begin in range(0, count, _LANES):
        width = min(_LANES, count - begin)
        for i in range(width):
            blocks[i] = np.uint64(begin + i)
        even, odd = draws[0, :width], draws[1, :width]
        _fill_lanes(law, seed, runs[:width], iteration, blocks[:width], words, even, odd)
        place = out[2 * begin :]
        for i in range(place.shape[0] // 2 if place.shape[0] < 2 * width else width):
            place[2 * i] = even[i]
            place[2 * i + 1] = odd[i]
        if place.shape[0] < 2 * width:
            place[-1] = even[width - 1]


@compiled(nogil=True)
def fill_block(law: int, seed: int, first_run: int, iteration: int, out: Array) -> None:
    """The same for consecutive runs, one a column: out has shape (d, runs), at most 256 runs."""
    d, width = out.shape
    lanes = np.empty((4, width), dtype=np.uint64)
    runs, blocks, words = lanes[0], lanes[1], lanes[2:]
    for i in range(width):
        runs[i] = np.uint64(first_run + i)
    for block in range(d // 2):
        blocks[:] = np.uint64(block)
        _fill_lanes(law, seed, runs, iteration, blocks, words, out[2 * block], out[2 * block + 1])
    if d % 2 == 1:
        blocks[:] = np.uint64(d // 2)
        _fill_lanes(law, seed, runs, iteration, blocks, words, out[d - 1], np.empty(width))


@compiled(nogil=True)
def fill_batch(
    seed: int, run: int, iteration: int, pool: Indices, swaps: Indices, out: Indices
) -> None:
    """Fill a vector of length m with a sample of 0..n-1 without replacement.

    A partial Fisher-Yates shuffle of ``pool`` (which holds 0..n-1 in order), undone afterwards, so
    that the pool can be used again; ``swaps`` is working space of length m. Every subset has its
    probability up to a relative error below m n 2^-52.
    """
    n, m = pool.shape[0], out.shape[0]
    lanes = min(_LANES, (m + 1) // 2)
    runs = np.full(lanes, np.uint64(run))
    blocks = np.empty(lanes, dtype=np.uint64)
    words = np.empty((2, lanes), dtype=np.uint64)
    draws = np.empty((2, lanes))
    for begin in range(0, (m + 1) // 2, _LANES):
        width = min(_LANES, (m + 1) // 2 - begin)
        for i in range(width):
            blocks[i] = _BATCH_STREAM + np.uint64(begin + i)
        even, odd = draws[0, :width], draws[1, :width]
        _fill_lanes(UNIFORM, seed, runs[:width], iteration, blocks[:width], words, even, odd)
        for i in range(2 * begin, min(2 * (begin + width), m)):
            j = i + np.int64(draws[i % 2, i // 2 - begin] * (n - i))
            swaps[i] = j
            pool[i], pool[j] = pool[j], pool[i]
            out[i] = pool[i]
    for i in range(m - 1, -1, -1):
        j = swaps[i]
        pool[i], pool[j] = pool[j], pool[i]


def check_seed(seed: int) -> int:
    """The seed, if it is a whole number in [0, 2^62)."""
    return int(count("seed", seed, least=0, most=_LIMIT - 1))


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
    *, seed: int, runs: Sequence[int], iterations: Sequence[int], n: int, batch_size: int
) -> NDArray[np.int64]:
    """Samples of m of n records without replacement, shape (runs, iterations, m).

    Args:
        seed: a whole number in [0, 2^62).
        runs: run numbers, nonnegative.
        iterations: iteration numbers, nonnegative.
        n: data size.
        batch_size: batch size, 1 <= m <= n.
    """
    seed, n = check_seed(seed), count("data size n", n)
    batch_size = count("batch size m", batch_size, most=n)
    pool, swaps = np.arange(n), np.empty(batch_size, dtype=np.int64)
    out = np.empty((len(runs), len(iterations), batch_size), dtype=np.int64)
    for i, run in enumerate(runs):
        count("run", run, least=0, most=_LIMIT - 1)
        for j, t in enumerate(iterations):
            count("iteration", t, least=0, most=_LIMIT - 1)
            fill_batch(seed, run, t, pool, swaps, out[i, j])
    return out
