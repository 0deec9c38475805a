"""``python -m benchmarks.studies.nonconvex_bounds``: the repaired theorems against runs.

The bounds of :mod:`dptheory.bounds.normalised` and :mod:`dptheory.bounds.clipped` against the mean
over runs of the smallest gradient norm: on random non-convex problems with known constants (random
profile, scales, records, noise, batch, regulariser or threshold, step size and horizon), and where
the deviation has the worst two atoms and there is neither noise nor much of an initial error. The
exit status is 1 where a bound is exceeded by more than four standard errors.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, Rule, smallest_gradient_bound, step_size_for
from dptheory.bounds.normalised import Normalising
from dptheory.optimizers.private import Private, dp_nsgd, dp_sgd
from dptheory.problems.nonconvex import Separable, Tilted, one_sided, separable, tilted
from dptheory.problems.profiles import PROFILES
from dptheory.simulation.nonconvex import descend

PROBLEMS, RUNS = 200, 24
ERRORS = 4  # standard errors


@dataclass(frozen=True, eq=False)
class Trial:
    """A problem, a method and what is proved of it.

    Attributes:
        words: what was drawn.
        problem, method, x0, steps, batch: the run.
        bound: of the expected smallest gradient norm.
        runs: how many.
    """

    words: str
    problem: Tilted
    method: Private
    x0: np.ndarray
    steps: int
    batch: int
    bound: float
    runs: int = RUNS


@dataclass(frozen=True)
class Ratio:
    """Measured over bound, the same less the error, and of which trial."""

    value: float
    lowest: float
    words: str


def known(problem: Tilted, x0: np.ndarray) -> Nonconvex:
    """The constants that the theorems ask for."""
    gap = max(problem.gap(x0), 1e-12)
    return Nonconvex(gap, problem.L0, problem.L1, problem.tau0, problem.tau1)


def random_problem(rng: np.random.Generator) -> tuple[Tilted, np.ndarray]:
    """Profile, dimension, scales of both axes over a decade, records, start."""
    d, n = int(rng.integers(1, 11)), int(rng.integers(2, 40))
    profile = PROFILES[str(rng.choice(list(PROFILES)))]
    heights, widths = 10 ** rng.uniform(-0.5, 0.5, (2, d))
    objective = Separable(profile, heights, widths)
    x0 = widths * rng.standard_normal(d) * 10 ** rng.uniform(-0.5, 1)
    size = float(np.linalg.norm(objective.gradient(x0)))
    tau0, tau1 = size * 10 ** rng.uniform(-1.5, 0.5), float(rng.choice([0.0, 0.3, 0.8]))
    if rng.random() < 0.3:
        ahead = int(rng.integers(1, n))
        direction = rng.standard_normal(d)
        return one_sided(objective, n, ahead=ahead, tau0=tau0, direction=direction), x0
    return tilted(objective, n, tau0=tau0, tau1=tau1, seed=int(rng.integers(10**6))), x0


def trial(rng: np.random.Generator, clip: bool) -> Trial:
    """DP-SGD with c from 2 to 20, or DP-NSGD with r from 1.2 to 30 times tau_0/(1 - tau_1)."""
    problem, x0 = random_problem(rng)
    data, d = known(problem, x0), problem.dimension
    size = data.border * (2 * 10 ** rng.uniform(0, 1) if clip else 10 ** rng.uniform(0.08, 1.5))
    noise, steps = float(rng.choice([0.0, 0.3, 1.0])), int(10 ** rng.uniform(0, 3.3))
    factor = 10 ** rng.uniform(-0.5, 0.5)
    rule: Rule
    if clip:
        rule, scale, room = Clipping(size), 1, size / 2
    else:
        rule, scale = Normalising(size), size + 2 * data.border
        room = data.border - rule.lasting_floor(data)
    eta = step_size_for(data, rule, noise, d, steps) * factor
    longest = room / (rule.second_moment(noise, d) * scale)
    eta = min(eta, longest / data.L1) if data.L1 > 0 else eta
    bound = float(smallest_gradient_bound(data, rule, eta, noise, d, steps))
    method = dp_nsgd(eta, size, noise_multiplier=noise, on="mean")
    if clip:
        method = dp_sgd(eta, size, noise_multiplier=noise, on="mean", unit="bound")
    batch = int(rng.integers(1, problem.size + 1))
    name, N = problem.objective.profile.name, problem.size
    words = f"{name}, d = {d}, N = {N}, B = {batch}, T = {steps}"
    return Trial(words, problem, method, x0, steps, batch, bound)


def stuck(r: float, n: int, ahead: int) -> float:
    """Where E[hg] = 0 for s > 0 and two atoms of one size at most 1, by bisection; 0 if nowhere."""
    problem = one_sided(separable("cauchy", 1), n, ahead=ahead, tau0=1.0)
    steps = problem.tilts[:, 0]

    def drift(s: float) -> float:
        g = s + steps
        return float((g / (r + np.abs(g))).mean())

    if drift(1e-9) >= 0:
        return 0.0
    low, high = 1e-9, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if drift(middle) < 0 else (low, middle)
    return low


def worst_laws() -> Iterator[Trial]:
    """DP-NSGD without noise, from just above the gradient at which the worst atoms stop it.

    One coordinate, deviation 0.3 (the largest slope is 1/2), at most 12 records. All runs are the
    same one.
    """
    steps, tau0 = 10**6, 0.3
    for r in (1.2, 2.0, 5.0, 20.0):
        atoms = [(n, ahead) for n in range(2, 13) for ahead in range(1, n)]
        n, ahead = max(atoms, key=lambda pair: stuck(r, *pair))
        problem = one_sided(separable("cauchy", 1), n, ahead=ahead, tau0=tau0)
        slope = 1.01 * tau0 * stuck(r, n, ahead)
        x0 = np.array([2 * slope / (1 + np.sqrt(1 - 4 * slope**2))])
        data = known(problem, x0)
        rule = Normalising(tau0 * r)
        eta = step_size_for(data, rule, 0.0, 1, steps)
        bound = smallest_gradient_bound(data, rule, eta, 0.0, 1, steps)
        method = dp_nsgd(eta, tau0 * r, noise_multiplier=0.0, on="mean")
        words = f"r = {r:g} tau_0, {ahead} of {n} records ahead"
        yield Trial(words, problem, method, x0, steps, problem.size, float(bound), runs=1)


def measured(trial: Trial, seed: int) -> Ratio:
    """The ratio of one trial."""
    setting = trial.problem, trial.method, trial.x0, trial.steps
    found = descend(*setting, runs=trial.runs, seed=seed, batch_size=trial.batch, record=[])
    value = found.mean_least / trial.bound
    error = found.standard_error / trial.bound if trial.runs > 1 else 0.0
    return Ratio(value, value - ERRORS * error, trial.words)


def compare(name: str, trials: Iterator[Trial]) -> bool:
    """Print the largest ratio, and say whether no bound is exceeded."""
    ratios = [measured(trial, seed) for seed, trial in enumerate(trials)]
    largest = max(ratios, key=lambda ratio: ratio.value)
    exceeded = sum(ratio.lowest > 1 for ratio in ratios)
    median = float(np.median([ratio.value for ratio in ratios]))
    print(
        f"{name}: {len(ratios)} problems, exceeded {exceeded} times, largest measured/bound "
        f"{largest.value:.3f} ({largest.words}), median {median:.3f}"
    )
    return exceeded == 0


def many(clip: bool) -> Iterator[Trial]:
    """Random trials of fixed seeds."""
    for k in range(PROBLEMS):
        yield trial(np.random.Generator(np.random.Philox(k)), clip)


def main() -> int:
    """Compare everything."""
    held = [
        compare("DP-NSGD, random", many(clip=False)),
        compare("DP-SGD, random", many(clip=True)),
        compare("DP-NSGD, worst laws", worst_laws()),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
