"""Work on long vectors, Laplacian smoothing and steps of Adam, against memory; one thread."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.speed import limits, vectorised
from benchmarks.speed.harness import Row, interleaved, show
from benchmarks.speed.sampling import checks, largest
from dptheory import smoothing
from dptheory.optimizers import adam
from dptheory.optimizers.adam import Adam, AdamState
from dptheory.smoothing.shares import root

Array = NDArray[np.float64]
MILLION = 10**6
SMOOTHING = 10.0


def _repeat(times: int, call: Callable[[], object]) -> None:
    for _ in range(times):
        call()


def smoothing_solves() -> list[Row]:
    """Laplacian smoothing against two recursions of SciPy, which are faster than numpy.fft.

    Two recursions of first order, taken four steps at a time, are a chain of d/2 multiply-adds in
    which each waits for the one before; and a vector is read and written once at the least.
    """
    rows = []
    for d, repeats in ((1000, 500), (MILLION, 1)):
        vector = np.random.default_rng(0).standard_normal(d)
        omega = float(root(SMOOTHING))
        copy = np.empty_like(vector)

        recursive = partial(smoothing.solve_recursive, vector, SMOOTHING)
        ours, other, waiting, moving = interleaved(
            [
                (partial(_repeat, repeats, recursive), repeats),
                (partial(_repeat, repeats, partial(vectorised.smoothed, vector, omega)), repeats),
                (partial(limits.chain, repeats * (d // 2), 0.25), repeats),
                (partial(_repeat, repeats, partial(np.copyto, copy, vector)), repeats),
            ],
            rounds=9,
        )
        words = "waiting: a chain of d/2 multiply-adds"
        if moving > waiting:
            words = "memory bandwidth: copying the vector"
        row = f"Laplacian smoothing, d = {d:.0e}", ours, "SciPy, two calls of lfilter", other
        least = max(waiting, moving)
        if d == MILLION:
            rows.append(Row(*row, f"{words}; {checks(recursive)}", least))
        else:  # so short a call is not bounded by its arithmetic
            part, share = largest(recursive)
            rows.append(Row(*row, f"{part}; {words} takes {show(least)}", share * ours, "part"))
    return rows


def adam_steps() -> list[Row]:
    """Steps of a million coordinates, each with a state of its own: against NumPy and memory.

    A step reads four vectors and writes three, 56 MB. The limit is as much memory at the best rate
    of five loops: a plain sum over 32 MB, STREAM's triad (three vectors of 10.7 MB, of which the
    processor also fetches the one that it overwrites, 43 MB), three additions with the step's own
    traffic, and the two steps themselves.
    """
    rng = np.random.default_rng(0)
    x, m, v, g = (rng.random(MILLION) for _ in range(4))
    state = AdamState(x.copy(), m.copy(), v.copy(), 4)
    second, third = ((x.copy(), m.copy(), v.copy()) for _ in range(2))
    a, b, c = rng.random((3, 4 * MILLION // 3))
    space, flat = np.empty((2, vectorised.SLAB)), rng.random(4 * MILLION)
    phi, floor = 0.3, 0.01
    plain, bias_corrected = Adam(1e-3), Adam(1e-3, noise_variance=phi, floor=floor)
    ours, numpy_adam, corrected, numpy_corrected, stream, additions, summed = interleaved(
        [
            (partial(adam.update, plain, state, g), 1),
            (lambda: vectorised.adam(x, m, v, g, 5, space), 1),
            (partial(adam.update, bias_corrected, state, g), 1),
            (lambda: vectorised.corrected_adam(*second, g, 5, phi, floor, space), 1),
            (lambda: limits.triad(a, b, c, 0.5), 1),
            (lambda: limits.three_additions(*third, g), 1),
            (lambda: limits.read(flat), 1),
        ],
        rounds=25,
    )
    moved = 7 * x.nbytes
    own = min(additions, ours, corrected) / moved
    each = min(stream / (4 * a.nbytes), summed / flat.nbytes, own)
    limit = f"memory bandwidth, {1e-9 / each:.3g} GB/s: the best of sum, triad, additions, steps"
    numpy = "NumPy in place, in slabs"
    return [
        Row("Adam step, N = 1e6", ours, numpy, numpy_adam, limit, each * moved),
        Row("DP-AdamBC step, N = 1e6", corrected, numpy, numpy_corrected, limit, each * moved),
    ]


def vectors() -> list[Row]:
    """All rows."""
    return [*smoothing_solves(), *adam_steps()]
