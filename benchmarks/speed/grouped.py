"""Group-wise clipping of given gradients, and runs of group-wise DP-SGD; one thread."""

import numpy as np
from numpy.typing import NDArray

from benchmarks.speed import limits
from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.per_sample import bandwidth, memory
from benchmarks.speed.sampling import checks
from benchmarks.speed.vectorised import fast_generator
from dptheory.gradients.grouping import of_coordinates, parameter_wise, uniform
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import mean_of_bounded
from dptheory.optimizers.private import dp_grouped
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems.grouped import BlockQuadratic, symmetric
from dptheory.problems.softmax import synthetic
from dptheory.simulation.grouped import descend_in_groups

Array = NDArray[np.float64]
BATCH, DIMENSION = 2000, 10_000
RUNS, STEPS, ETA = 64, 200, 0.01


def matrix_products(gradients: Array, edges: NDArray[np.int64], rule: PerSample) -> Array:
    """NumPy, group by group: norms, then a product of a vector and a matrix."""
    parts = []
    for m, bound in enumerate(rule.clips):
        part = gradients[:, edges[m] : edges[m + 1]]
        norms = np.sqrt(np.einsum("ij,ij->i", part, part))
        factors = np.minimum(1, bound / norms) if rule.rule == "clip" else bound / norms
        parts.append(factors @ part)
    return np.concatenate(parts) / len(gradients)


def bounded(gradients: Array, rule: PerSample) -> Array:
    """NumPy, all groups at once, without a care for what floats do not hold."""
    edges = rule.edges(gradients.shape[-1])
    norms = np.sqrt(np.add.reduceat(gradients**2, edges[:-1], axis=-1))
    found: Array = gradients * np.repeat(rule.factors(norms), np.diff(edges), axis=-1)
    return found


def batched_runs(problem: BlockQuadratic, rule: PerSample, steps: int, batch: int) -> Array:
    """NumPy, all runs at once."""
    rng = fast_generator()
    points = np.ones((RUNS, problem.dimension))
    for _ in range(steps):
        picks = rng.integers(problem.size, size=(RUNS, batch))
        gradients = problem.gradient(points)[:, None, :] + problem.records[picks]
        noise = rng.standard_normal(points.shape)
        points = points - ETA * (bounded(gradients, rule).mean(axis=1) + noise / batch)
    return points


def given_gradients() -> list[Row]:
    """B = 2000, d = 10,000, 100 groups of equal size, consecutive or not."""
    gradients = np.random.default_rng(0).standard_normal((BATCH, DIMENSION))
    cuts = np.arange(DIMENSION).reshape(100, -1)
    together = of_coordinates(cuts, 1.0).rule("abadi")
    apart = of_coordinates(cuts.T, 1.0).rule("abadi")
    edges = together.edges(DIMENSION)
    least_calls, least_of = memory(gradients)
    ours, other, matrix, read, stream = interleaved(
        [
            (lambda: mean_of_bounded(gradients, together), 1),
            (lambda: mean_of_bounded(gradients, apart), 1),
            (lambda: matrix_products(gradients, edges, together), 1),
            *least_calls,
        ],
        rounds=7,
    )
    name, least = "clipping in 100 groups, B = 2000, d = 1e4", least_of(read, stream)
    baseline, limit = "NumPy, a product a group", bandwidth(gradients, least)
    share = checks(lambda: mean_of_bounded(gradients, together))
    return [
        Row(name, ours, baseline, matrix, f"{limit}; {share}", least),
        Row(f"{name}, not consecutive", other, f"{baseline}, consecutive", matrix, limit, least),
    ]


def runs() -> Row:
    """Group-wise DP-SGD on a quadratic, d = 32, M = 8, B = 16, 64 runs."""
    problem = symmetric(np.ones(32), groups=8, n=100, deviation=0.1, seed=0)
    rule = parameter_wise(problem.layout, 1.0).rule("auto", regulariser=0.01)
    method = dp_grouped(Sgdm(ETA, 0.0), rule, noise_multiplier=1.0, on="sum")
    noise, picks = (np.empty((size, limits.BLOCK)) for size in (32, 16))

    def ours() -> object:
        return descend_in_groups(
            problem, method, np.ones(32), STEPS, batch_size=16, runs=RUNS, seed=0, record=()
        )

    squares, factors = np.ones(512), np.empty(512)
    roots = 8 * 16 * RUNS  # a step, one a group of a record
    found, other, least, rooted = interleaved(
        [
            (ours, STEPS),
            (lambda: batched_runs(problem, rule, 20, 16), 20),
            (lambda: limits.grouped_draws(problem.records, RUNS, STEPS, noise, picks), STEPS),
            (lambda: limits.roots(squares, factors, 1000), 512_000),
        ],
        rounds=7,
    )
    name = "group-wise DP-SGD, d = 32, M = 8, B = 16, 64 runs, a step"
    limit = f"random draws and memory: batches, noise, each record once; {roots} roots, quotients"
    return Row(name, found, "batched NumPy", other, limit, least + roots * rooted)


def a_problem() -> Row:
    """The clipped mean of softmax gradients, N = 2000, d = 510: forming them is most of it."""
    problem = synthetic(2000, 50, 10, seed=0)
    rule, x = uniform(problem.layout, 5, 1.0).rule("auto", regulariser=0.01), np.zeros(510)
    whole, numpy, formed = interleaved(
        [
            (lambda: mean_of_bounded(problem.per_sample_gradients(x), rule), 1),
            (lambda: bounded(problem.per_sample_gradients(x), rule).mean(axis=0), 1),
            (lambda: problem.per_sample_gradients(x), 1),
        ],
        rounds=9,
    )
    name = "softmax, N = 2000, d = 510, 5 groups, clipped mean"
    part = "forming the gradients of all records"
    return Row(name, whole, "the same, bounded gradients formed", numpy, part, formed, "part")


def grouped() -> list[Row]:
    """All rows."""
    return [*given_gradients(), runs(), a_problem()]
