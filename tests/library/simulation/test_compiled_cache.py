"""A later process finds every compiled kernel in the cache."""

import json

CHILD = """
import json
import numpy as np
from dptheory import heavy_ball, smoothing
from dptheory.gradients import PerSample, kernels as gradient_kernels, layer_wise
from dptheory.gradients.perturbation import mean_of_bounded
from dptheory.optimizers import Sgdm
from dptheory.optimizers.private import dp_grouped, dp_nsgd
from dptheory.problems import from_spectrum, separable, symmetric, tilted
from dptheory.problems.logistic import synthetic
from dptheory.simulation import Execution, Noise, expected_loss, simulate
from dptheory.optimizers import adam, adam_kernels
from dptheory.simulation import descent_kernels, kernels, logistic_kernels
from dptheory.simulation import grouped, nonconvex, smoothing_kernels

quadratic, data = from_spectrum([1.0, 2.0]), synthetic(30, 3, 0.1, seed=0)
method, noise = heavy_ball(0.1, 0.5), Noise("laplace", 0.1)
simulate(quadratic, method, noise, np.ones(2), 3, runs=2, seed=0)
expected_loss(quadratic, method, 0.1, np.ones(2), 3)
for options in (
    {}, {"execution": Execution(precision="float32")}, {"batch_size": 5},
    {"per_sample": PerSample("clip", (1.0,))},
):
    simulate(data, method, noise, np.ones(3), 3, runs=2, seed=0, **options)
smoothing.solve_recursive(np.ones(5), 1.0)
adam.update(adam.Adam(0.1), adam.init(np.ones(3)), np.ones(3))
mean_of_bounded(np.ones((2, 3)), PerSample("clip", (1.0,)))
finite_sum = tilted(separable("well", 2), 4, tau0=1.0, tau1=0.0, seed=0)
method = dp_nsgd(0.1, 1.0, multiplier=0.0, on="sum")
nonconvex.descend(finite_sum, method, np.ones(2), 3, runs=2, seed=0)
blocks = symmetric(np.ones(2), groups=1, n=4, deviation=0.1, seed=0)
rule = layer_wise(blocks.layout, 1.0).rule("abadi")
method = dp_grouped(Sgdm(0.1, 0.0), rule, multiplier=1.0, on="sum")
grouped.descend_in_groups(blocks, method, np.ones(2), 3, batch_size=2, runs=2, seed=0)
used = [
    gradient_kernels.bounded_sum, *descent_kernels.LOOPS.values(), *logistic_kernels.LOOPS.values(),
    kernels.quadratic_runs, kernels.quadratic_moments, kernels.fold_moments,
    smoothing_kernels.smooth_rows, adam_kernels.step,
]
stats = [f.stats for f in used]
print(json.dumps([[sum(s.cache_hits.values()), sum(s.cache_misses.values())] for s in stats]))
"""


def test_a_later_process_compiles_nothing(python, root):
    """At most the third: another one may write the cache at the same time."""
    for _ in range(3):
        done = python("-c", CHILD, cwd=root)
        assert done.returncode == 0, done.stderr
        counts = json.loads(done.stdout)
        if all(misses == 0 for _, misses in counts):
            break
    assert all(hits > 0 and misses == 0 for hits, misses in counts)
