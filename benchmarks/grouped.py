"""Group-wise clipping of given gradients, and runs of group-wise DP-SGD; one thread."""

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from benchmarks.harness import Row, interleaved
from benchmarks.simulators import show
from dptheory.gradients.grouping import of_coordinates, parameter_wise, uniform
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import bounded, mean_of_bounded
from dptheory.optimizers.private import dp_grouped
from dptheory.optimizers.sgdm import Sgdm
from dptheory.problems.grouped import BlockQuadratic, symmetric
from dptheory.problems.softmax import synthetic
from dptheory.simulation.grouped import descend

Array = NDArray[np.float64]
BATCH, DIMENSION = 2000, 10_000
RUNS, STEPS, ETA = 64, 200, 0.01


def matrix_products(gradients: Array, edges: NDArray[np.int64], rule: PerSample) -> Array:
    """NumPy, group by group: norms, then a product of a vector and a matrix."""
    parts = []
    for m, bound in enumerate(rule.bounds):
        part = gradients[:, edges[m] : edges[m + 1]]
        norms = np.sqrt(np.einsum("ij,ij->i", part, part))
        factors = np.minimum(1, bound / norms) if rule.rule == "clip" else bound / norms
        parts.append(factors @ part)
    return np.concatenate(parts) / len(gradients)


def batched_runs(problem: BlockQuadratic, rule: PerSample, steps: int, batch: int) -> Array:
    """NumPy, all runs at once."""
    rng = np.random.default_rng(0)
    points = np.ones((RUNS, problem.dimension))
    for _ in range(steps):
        picks = rng.integers(problem.size, size=(RUNS, batch))
        gradients = problem.gradient(points)[:, None, :] + problem.records[picks]
        noise = rng.standard_normal(points.shape)
        points = points - ETA * (bounded(gradients, rule).mean(axis=1) + noise / batch)
    return points


def grouped() -> list[Row]:
    """All rows."""
    with threadpool_limits(1):
        return given_gradients() + runs() + a_problem()


def given_gradients() -> list[Row]:
    """B = 2000, d = 10,000, 100 groups of equal size."""
    gradients = np.random.default_rng(0).standard_normal((BATCH, DIMENSION))
    cuts = np.arange(DIMENSION).reshape(100, -1)
    rule = of_coordinates(cuts, 1.0).rule("abadi")
    apart = of_coordinates(cuts.T, 1.0).rule("abadi")
    edges = rule.edges(DIMENSION)
    ours, matrix, formed, other = interleaved(
        [
            (lambda: mean_of_bounded(gradients, rule), 1),
            (lambda: matrix_products(gradients, edges, rule), 1),
            (lambda: bounded(gradients, rule).mean(axis=0), 1),
            (lambda: mean_of_bounded(gradients, apart), 1),
        ]
    )
    name = f"clipping in 100 groups, B = 2000, d = 1e4 ({show(ours)})"
    return [
        Row(name, matrix / ours, f"NumPy, a product a group ({show(matrix)})", 1.5),
        Row(name, formed / ours, f"batched NumPy ({show(formed)})", 5),
        Row(name, other / ours, f"the same, groups that are not consecutive ({show(other)})", 1),
    ]


def runs() -> list[Row]:
    """Group-wise DP-SGD on a quadratic, d = 32, M = 8, B = 16, 64 runs."""
    problem = symmetric(np.ones(32), blocks=8, n=100, xi=0.1, seed=0)
    rule = parameter_wise(problem.layout, 1.0).rule("auto", gamma=0.01)
    method = dp_grouped(Sgdm(ETA, 0.0), rule, multiplier=1.0, on="sum")

    def ours() -> object:
        return descend(
            problem, method, np.ones(32), STEPS, batch_size=16, runs=RUNS, seed=0, record=()
        )

    found, other = interleaved([(ours, STEPS), (lambda: batched_runs(problem, rule, 20, 16), 20)])
    name = f"group-wise DP-SGD, d = 32, M = 8, B = 16, 64 runs, a step ({show(found)})"
    return [Row(name, other / found, f"batched NumPy ({show(other)})", 3)]


def a_problem() -> list[Row]:
    """The clipped mean of softmax gradients, N = 2000, d = 510, against forming them alone."""
    problem = synthetic(2000, 50, 10, seed=0)
    rule, x = uniform(problem.layout, 5, 1.0).rule("auto", gamma=0.01), np.zeros(510)
    whole, formed = interleaved(
        [
            (lambda: mean_of_bounded(problem.per_sample_gradients(x), rule), 1),
            (lambda: problem.per_sample_gradients(x), 1),
        ]
    )
    name = f"softmax, N = 2000, d = 510, 5 groups, clipped mean ({show(whole)})"
    return [Row(name, formed / whole, f"forming the gradients alone ({show(formed)})", 0.5)]
