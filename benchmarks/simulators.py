"""Simulators and kernels against vectorised code; one thread unless said."""

import importlib.util
import time
from itertools import count

import numpy as np
from numba import njit
from threadpoolctl import threadpool_limits

from benchmarks import vectorised
from benchmarks.harness import Row, interleaved
from dptheory import smoothing
from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.methods import heavy_ball
from dptheory.problems.logistic import synthetic
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.adam_kernels import adam_step, corrected_step
from dptheory.simulation.engine import Noise, simulate
from dptheory.simulation.logistic_kernels import batch_sums, bounded_sums, full_sums
from dptheory.simulation.moments import expected_loss
from dptheory.simulation.streams import GAUSSIAN, LAPLACE, fill_noise

SPECTRUM = np.linspace(1.0, 10.0, 20)
METHOD = heavy_ball(0.1, 0.5)
MILLION = 10**6
STEPS = 10  # iterations a call, each with batches of its own: caches as in a run


def _row(name: str, ours: float, other: float, baseline: str, target: float) -> Row:
    return Row(f"{name} ({show(ours)})", other / ours, f"{baseline} ({show(other)})", target)


def show(seconds: float) -> str:
    """A time with its unit, three digits."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def logistic() -> list[Row]:
    """Full gradients and mini-batches, n = 1e5, d = 20, 20 runs."""
    problem = synthetic(100_000, 20, 0.01, seed=0)
    points, sums = np.random.default_rng(0).standard_normal((20, 20)), np.empty((20, 20))
    signed, columns, rows = problem.signed_features, problem.columns, problem.rows
    small, few = columns.astype(np.float32), points.astype(np.float32)
    pool, size = np.arange(problem.size), 1000
    swaps, batch = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    rng, iteration = np.random.default_rng(0), count()

    def batches() -> None:
        for _ in range(STEPS):
            batch_sums(rows, points, 0, 0, next(iteration), pool, swaps, batch, sums)

    double, single, full, ours, other = interleaved(
        [
            (lambda: full_sums(columns, points, sums), 1),
            (lambda: full_sums(small, few, sums), 1),
            (lambda: vectorised.full_gradients(signed, points), 1),
            (batches, STEPS),
            (
                lambda: [
                    vectorised.batch_gradients(signed, points, rng, size) for _ in range(STEPS)
                ],
                STEPS,
            ),
        ],
        rounds=9,
    )
    return [
        _row("logistic full gradient, float64", double, full, "NumPy per run", 9),
        _row("logistic full gradient, float32", single, full, "NumPy per run, float64", 18),
        _row("logistic mini-batch, m = 1000", ours, other, "batched NumPy", 3),
    ]


def clipping() -> list[Row]:
    """DP-SGD's clipped sums, n = 1e4, d = 50, B = 256, 64 runs."""
    problem, runs, size = synthetic(10_000, 50, 0.01, seed=0), 64, 256
    bounds = PerSample("clip", (1.0,))
    edges = bounds.edges(50)
    norms = group_norms(problem.features, edges)
    points = np.random.default_rng(0).standard_normal((runs, 50))
    padded = np.pad(points, ((0, 0), (0, problem.rows.shape[1] - 50)))
    sums = np.empty_like(padded)
    work = np.arange(problem.size), np.empty(size, dtype=np.int64), np.arange(size)
    rule = True, np.array(bounds.bounds), 0.0
    rng, iteration, signed = np.random.default_rng(0), count(), problem.signed_features

    def kernel() -> None:
        for _ in range(STEPS):
            t = next(iteration)
            bounded_sums(problem.rows, norms, edges, *rule, padded, 0, 0, t, *work, sums)

    def numpy() -> None:
        for _ in range(STEPS):
            vectorised.clipped_gradients(signed, norms[:, 0], points, rng, size, 1.0)

    calls = [(kernel, STEPS), (numpy, STEPS)]
    has_jax = importlib.util.find_spec("jax") is not None
    if has_jax:
        step = vectorised.jax_clipped_gradients(signed, size, 1.0)
        calls.append((lambda: [step(points, next(iteration)) for _ in range(STEPS)], STEPS))
    ours, *others = interleaved(calls, rounds=9)
    name = "DP-SGD with clipping, d = 50, B = 256, 64 runs"
    rows = [_row(name, ours, others[0], "batched NumPy, no per-sample gradients", 4)]
    if has_jax:
        rows.append(_row(name, ours, others[1], "JAX vmap + jit, CPU time", 5))
    return rows


def draws() -> list[Row]:
    """A million standard draws."""
    out, rng = np.empty(MILLION), np.random.default_rng(0)
    ours = interleaved(
        [
            (lambda: fill_noise(LAPLACE, 0, 0, 0, out), MILLION),
            (lambda: rng.laplace(size=MILLION), MILLION),
            (lambda: fill_noise(GAUSSIAN, 0, 0, 0, out), MILLION),
            (lambda: rng.standard_normal(MILLION), MILLION),
        ],
        rounds=9,
    )
    return [
        _row("Laplace draw", ours[0], ours[1], "numpy PCG64", 9),
        _row("Gaussian draw", ours[2], ours[3], "numpy PCG64, ziggurat", 4),
    ]


def quadratics() -> list[Row]:
    """Heavy ball, d = 20: 10,000 runs; exact moments; two threads."""
    problem, noise, start = from_spectrum(SPECTRUM.tolist()), Noise("laplace", 0.1), np.ones(20)
    rng = np.random.default_rng(0)

    def runs(count: int, steps: int, jobs: int = 1) -> object:
        return simulate(
            problem, METHOD, noise, start, steps, runs=count, seed=0, record=[steps], jobs=jobs
        )

    ours, other, moments, walk = interleaved(
        [
            (lambda: runs(10_000, 50), 50),
            (lambda: vectorised.heavy_ball(SPECTRUM, 10_000, 10, rng, 0.1, 0.5), 10),
            (lambda: [expected_loss(problem, METHOD, 0.02, start, 200) for _ in range(50)], 50),
            (lambda: runs(640, 200), 640),
        ],
        rounds=7,
    )
    spread = simulate(problem, METHOD, noise, start, 200, runs=4000, seed=1, record=[200])
    needed = float(spread.variance[0] / (0.01 * spread.mean[0]) ** 2)
    walls = []
    for jobs in (1, 2) * 5:
        begin = time.perf_counter()
        runs(20_000, 100, jobs)
        walls.append(time.perf_counter() - begin)
    one, two = float(np.median(walls[::2])), float(np.median(walls[1::2]))
    return [
        _row("heavy ball, d = 20, 10,000 runs, a step", ours, other, "vectorised NumPy", 18),
        _row(
            "exact second moments, d = 20, T = 200",
            moments,
            walk * needed,
            f"own Monte Carlo at 1 %, {needed:.0f} runs",
            1000,
        ),
        Row("quadratic runs on two threads (wall time)", one / two, "one thread", 1.8),
    ]


def smoothing_solves() -> list[Row]:
    """Laplacian smoothing against the half-length FFT with the spectrum at hand."""
    rows = []
    for d, target, repeats in ((1000, 5, 500), (MILLION, 12, 1)):
        vector = np.random.default_rng(0).standard_normal(d)
        spectrum = smoothing.spectrum(d, 10.0)[: d // 2 + 1]

        def fourier(vector=vector, spectrum=spectrum, repeats=repeats) -> None:
            for _ in range(repeats):
                np.fft.irfft(np.fft.rfft(vector) / spectrum, n=vector.size)

        def recursive(vector=vector, repeats=repeats) -> None:
            for _ in range(repeats):
                smoothing.solve_recursive(vector, 10.0)

        ours, other = interleaved([(recursive, repeats), (fourier, repeats)], rounds=9)
        rows.append(_row(f"Laplacian smoothing, d = {d:.0e}", ours, other, "numpy.fft", target))
    return rows


def adam() -> list[Row]:
    """One Adam step of a million coordinates."""
    rng = np.random.default_rng(0)
    x, m, v, g = (rng.random(MILLION) for _ in range(4))
    state = x.copy(), m.copy(), v.copy()
    ours, other = interleaved(
        [
            (lambda: adam_step(*state, g, 5, 1e-3, 0.9, 0.999, 1e-8), 1),
            (lambda: vectorised.adam(x, m, v, g, 5), 1),
        ],
        rounds=15,
    )
    return [_row("Adam step, N = 1e6", ours, other, "NumPy", 12)]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def triad(a, b, c, scale):  # type: ignore[no-untyped-def]
    """STREAM's triad."""
    for i in range(a.shape[0]):
        a[i] = b[i] + scale * c[i]


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
def _same_traffic(x, m, v, g):  # type: ignore[no-untyped-def]
    for i in range(x.shape[0]):
        x[i] += g[i]
        m[i] += g[i]
        v[i] += g[i]


def corrected_adam() -> list[Row]:
    """One DP-AdamBC step of a million coordinates: against NumPy, and against memory.

    The step reads four vectors and writes three, 56 MB. The limit is the higher one of two rates:
    STREAM's triad on as much memory in all (three vectors of 10.7 MB, of which the processor also
    fetches the one that it overwrites, 43 MB), and three additions with the step's own traffic.
    """
    rng = np.random.default_rng(0)
    x, m, v, g = (rng.random(MILLION) for _ in range(4))
    state, copies = ([part.copy() for part in (x, m, v)] for _ in range(2))
    a, b, c = rng.random((3, 4 * MILLION // 3))
    phi, floor = 0.3, 0.01
    ours, other, triad, additions = interleaved(
        [
            (lambda: corrected_step(*state, g, 5, 1e-3, 0.9, 0.999, phi, floor), 1),
            (lambda: vectorised.corrected_adam(x, m, v, g, 5, phi, floor), 1),
            (lambda: triad(a, b, c, 0.5), 1),
            (lambda: _same_traffic(*copies, g), 1),
        ],
        rounds=25,
    )
    rate = 7 * x.nbytes / ours
    most = max(4 * a.nbytes / triad, 7 * x.nbytes / additions)
    return [
        _row("DP-AdamBC step, N = 1e6", ours, other, "NumPy", 12),
        Row(
            f"DP-AdamBC step, N = 1e6, share of the bandwidth ({rate / 1e9:.3g} GB/s)",
            rate / most,
            f"triad or three additions, the faster ({most / 1e9:.3g} GB/s)",
            0.8,
        ),
    ]


def simulators() -> list[Row]:
    """All rows, one BLAS thread."""
    with threadpool_limits(1):
        parts = (logistic, clipping, draws, quadratics, smoothing_solves, adam, corrected_adam)
        return [row for part in parts for row in part()]
