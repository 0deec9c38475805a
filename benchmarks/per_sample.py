"""Per-sample clipping and normalisation of given gradients; one thread.

The gradients of a batch (160 MB, more than the caches hold) are read once, and nothing else is
moved. The limit is the higher one of two rates: a plain sum over the same memory, and the triad
of STREAM on three vectors of 53 MB (the processor also fetches the one that is overwritten).
"""

import importlib.util

import numpy as np
from numba import njit
from threadpoolctl import threadpool_limits

from benchmarks import vectorised
from benchmarks.harness import Row, interleaved
from benchmarks.simulators import show, triad
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import mean_of_bounded
from dptheory.optimizers.private import dp_nsgd
from dptheory.problems.nonconvex import separable, tilted
from dptheory.simulation.nonconvex import descend

BATCH, DIMENSION = 2000, 10_000
RULES = {
    "clipping": PerSample("clip", (1.0,)),
    "normalising": PerSample("normalise", (1.0,), regulariser=0.01),
}


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"})
def _read(values):  # type: ignore[no-untyped-def]
    total = 0.0
    for i in range(values.shape[0]):
        total += values[i]
    return total


def given_gradients() -> list[Row]:
    """B = 2000, d = 10,000: against two forms of NumPy, JAX where it is installed, and memory."""
    gradients = np.random.default_rng(0).standard_normal((BATCH, DIMENSION))
    has_jax = importlib.util.find_spec("jax") is not None
    a, b, c = np.random.default_rng(1).random((3, gradients.size // 3))
    found = []
    for word, rule in RULES.items():
        arguments = gradients, rule.rule == "clip", rule.bounds[0], rule.regulariser
        calls = [
            (lambda rule=rule: mean_of_bounded(gradients, rule), 1),
            (lambda arguments=arguments: vectorised.bounded_mean(*arguments), 1),
            (lambda arguments=arguments: vectorised.bounded_mean_formed(*arguments), 1),
            (lambda: _read(gradients.ravel()), 1),
            (lambda: triad(a, b, c, 0.5), 1),
        ]
        if has_jax:
            calls.append((vectorised.jax_bounded_mean(*arguments), 1))
        ours, matrix, formed, read, stream, *jax = interleaved(calls, rounds=7)
        name = f"per-sample {word}, B = 2000, d = 1e4"
        rows = [
            (f"NumPy, norms and a product ({show(matrix)})", matrix / ours, 1.5),
            (f"batched NumPy ({show(formed)})", formed / ours, 5),
        ]
        rows += [(f"JAX, jit, CPU time ({show(seconds)})", seconds / ours, 1) for seconds in jax]
        rate = gradients.nbytes / ours
        most = max(gradients.nbytes / read, 4 * a.nbytes / stream)
        limit = f"plain sum or triad, the faster ({most / 1e9:.3g} GB/s)"
        share = f"{name}, share of the bandwidth ({rate / 1e9:.3g} GB/s)"
        found += [Row(f"{name} ({show(ours)})", ratio, said, least) for said, ratio, least in rows]
        found.append(Row(share, rate / most, limit, 0.7))
    if not has_jax:
        print("skipped: per-sample clipping and normalising against JAX, which is not installed")
    return found


def runs() -> list[Row]:
    """DP-NSGD on a non-convex finite sum, d = 10, N = 1000, B = 100, 64 runs."""
    problem = tilted(separable("ripple", 10), 1000, tau0=0.5, tau1=0.2, seed=0)
    method = dp_nsgd(0.01, 0.1, multiplier=1.0, on="sum")
    x0, steps = np.ones(10), 50
    rng = np.random.default_rng(0)
    ours, other = interleaved(
        [
            (
                lambda: descend(problem, method, x0, steps, runs=64, seed=0, batch_size=100),
                steps,
            ),
            (lambda: vectorised.normalised_runs(problem, x0, 5, 64, 100, 0.01, 0.1, rng), 5),
        ],
        rounds=7,
    )
    name = f"DP-NSGD, d = 10, B = 100, 64 runs, a step ({show(ours)})"
    return [Row(name, other / ours, f"batched NumPy ({show(other)})", 5)]


def per_sample() -> list[Row]:
    """All rows, one BLAS thread."""
    with threadpool_limits(1):
        return given_gradients() + runs()
