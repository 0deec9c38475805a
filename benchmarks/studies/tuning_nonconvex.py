"""``python -m benchmarks.studies.tuning_nonconvex``: predicted, bound and measured, against sweeps.

Four non-convex problems with known constants. ``tune nonconvex`` sees the constants alone; its runs
by the bound and by the prediction are measured on fresh seeds. The sweep takes the threshold or
regulariser, the step size and the number of iterations from a grid, every cell with the noise that
the same budget asks for, and its winner (smallest last gradient, root mean square) is measured on
other seeds than it was chosen on.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.optimizers.private import Private, dp_nsgd, dp_sgd
from dptheory.problems.nonconvex import Tilted, one_sided, separable, tilted
from dptheory.problems.robust import RobustRegression, with_outliers
from dptheory.simulation.descents import Descent
from dptheory.simulation.nonconvex import descend, reference
from dptheory.tuning.nonconvex import NonconvexProblem, tune_nonconvex

EPS, DELTA, LIMIT = 8.0, 1e-5, 20_000
RUNS, TRIED = 20, 4
ITERATIONS = (10, 30, 100, 300, 1000)
SIZES = (0.5, 1.0, 2.0, 4.0)  # over b: of c; twice that of r
STEPS = (1.0, 0.3, 0.1, 0.03, 0.01)  # over the step that moves by 1/L_0 of the gradient
Run = Callable[[Private, int, int, int], Descent]  # method, T, runs, seed


@dataclass(frozen=True, eq=False)
class Case:
    """A problem, what is known of it, and how to run on it."""

    name: str
    known: Nonconvex
    dimension: int
    n: int
    run: Run

    @property
    def asked(self) -> NonconvexProblem:
        """What the tuner sees."""
        return NonconvexProblem(self.known, self.dimension, self.n, EPS, DELTA, LIMIT)


@dataclass(frozen=True)
class Setting:
    """A run: method, c or r, step size, T."""

    method: str
    size: float
    eta: float
    iterations: int

    def private(self, noise: float) -> Private:
        """With noise on the mean over the bound of a record's part."""
        if self.method == "dp-sgd":
            return dp_sgd(self.eta, self.size, noise_multiplier=noise, on="mean", unit="bound")
        return dp_nsgd(self.eta, self.size, noise_multiplier=noise, on="mean")


@dataclass(frozen=True)
class Measured:
    """Of the last iterate, root mean square; of a drawn one, mean."""

    last: float
    drawn: float


def _compiled(problem: Tilted, x0: np.ndarray) -> Run:
    def run(method: Private, T: int, runs: int, seed: int) -> Descent:
        return descend(problem, method, x0, T, runs=runs, seed=seed)

    return run


def _plain(problem: RobustRegression, x0: np.ndarray) -> Run:
    def run(method: Private, T: int, runs: int, seed: int) -> Descent:
        return reference(problem, method, x0, T, runs=runs, seed=seed)

    return run


def cases() -> list[Case]:
    """The four problems."""
    found = []
    starts = {
        "well": (tilted(separable("well", 5), 1000, tau0=0.2, tau1=0.0, seed=0), 3.0),
        "cauchy, toy law": (one_sided(separable("cauchy", 10), 999, ahead=333, tau0=0.3), 2.0),
        "ripple": (tilted(separable("ripple", 5), 1000, tau0=0.3, tau1=0.2, seed=1), 1.0),
    }
    for name, (problem, start) in starts.items():
        x0 = np.full(problem.dimension, start)
        known = Nonconvex(problem.gap(x0), problem.L0, problem.L1, problem.tau0, problem.tau1)
        run = _compiled(problem, x0)
        found.append(Case(name, known, problem.dimension, problem.size, run))
    robust, x0 = with_outliers(1000, 4, seed=0), np.full(4, 3.0)
    known = Nonconvex(robust.gap(x0), robust.L0, 0.0, robust.tau0, 0.0)
    return [*found, Case("robust regression", known, 4, 1000, _plain(robust, x0))]


def measured(case: Case, setting: Setting, runs: int, seed: int) -> Measured:
    """A setting with the noise that the budget asks for."""
    noise = case.asked.noise(setting.iterations)
    found = case.run(setting.private(noise), setting.iterations, runs, seed)
    last = math.sqrt(float((found.norms[:, -1] ** 2).mean()))
    return Measured(last, float(found.norms[:, :-1].mean()))


def swept(case: Case, method: str) -> Setting:
    """The best of the grid, on seeds of its own."""
    b, l0 = float(case.known.border), float(case.known.L0)
    grid = []
    for size, step, T in itertools.product(SIZES, STEPS, ITERATIONS):
        threshold = size * b * (1 if method == "dp-sgd" else 2)
        # Clipping below b and normalising shorten a typical record's gradient, of length b.
        scale = max(1.0, b / threshold) if method == "dp-sgd" else threshold + b
        grid.append(Setting(method, threshold, step * scale / l0, T))
    return min(grid, key=lambda setting: measured(case, setting, TRIED, seed=1).last)


def rows(case: Case) -> list[str]:
    """The tuned runs and the sweeps' winners."""
    lines = []
    for proposal in tune_nonconvex(case.asked).proposals:
        if proposal.iterations:
            own = proposal.parameters
            size = own.get("clip", own.get("regulariser", math.nan))
            setting = Setting(proposal.method, size, own["alpha"], proposal.iterations)
            expected = f"{proposal.predicted:.3g} | {proposal.bound:.3g}"
            lines.append(_row(case, f"{proposal.horizon}", setting, expected))
    for method in ("dp-sgd", "dp-nsgd"):
        lines.append(_row(case, "sweep", swept(case, method), "- | -"))
    return lines


def _row(case: Case, chosen: str, setting: Setting, expected: str) -> str:
    found = measured(case, setting, RUNS, seed=2)
    numbers = f"{setting.size:.3g} | {setting.eta:.3g} | {setting.iterations} | {expected}"
    return (
        f"| {case.name} | {setting.method} | {chosen} | {numbers} "
        f"| {found.last:.3g} | {found.drawn:.3g} |"
    )


def main() -> int:
    """Print the table."""
    print("| problem | method | T by | c or r | eta | T | predicted | bound | last | drawn |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for case in cases():
        for line in rows(case):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
