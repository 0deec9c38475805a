r"""``python -m benchmarks.studies.tuning_steps``: what steps that fall over the run gain.

Each method at its best constant step and at its best falling ones on the public halves of three
problems (:mod:`benchmarks.studies.tuning`); both are run with noise on the private halves.

Page: ``docs/allocation.md``.
"""

import sys

from threadpoolctl import threadpool_limits

from benchmarks.studies.tuning_problems import CASES, Case
from dptheory.prediction.choosing import FAMILIES, GRADIENT, NESTEROV
from dptheory.prediction.grid import Search, Setting
from dptheory.prediction.runs import Mean, run_errors
from dptheory.prediction.search import Modes

PROBLEMS = (2, 12, 16)  # a spectrum, digits, MNIST
LIMIT, RUNS, SEED = 1000, 2000, 90_000


def main() -> int:
    """Print a line a method."""
    cells = f"{'T':>4}{'step':>15}{'predicted':>11}{'measured':>20}"
    print(f"{'problem':<20}{'method':<11}{cells}   falling:{cells}{'gain':>6}")
    with threadpool_limits(1):
        for problem in PROBLEMS:
            case = CASES[problem]()
            search = Search(case.task, [case.public], (case.task.n,), LIMIT, SEED)
            for family in FAMILIES:
                print(f"{case.name:<20}{family:<11}{_compared(case, search, family)}", flush=True)
    print("step: by the largest curvature at the minimiser, the first and the last")
    return 0


def _compared(case: Case, search: Search, family: str) -> str:
    """The cells of a method."""
    constant = search.best(momentum=family != GRADIENT, ahead=family == NESTEROV)
    if constant is None:
        return "every run is lost"
    cells, mean = _measured(case, search, constant)
    falling = search.falling(constant)
    if falling is None:
        return f"{cells}   nothing gained"
    others, less = _measured(case, search, falling)
    return f"{cells}           {others}{1 - less / mean:>6.0%}"


def _measured(case: Case, search: Search, setting: Setting) -> tuple[str, float]:
    """What a setting is and its error on the private half; the error."""
    run, steepest = search.planned(setting), float(Modes.of(case.public).eigenvalues[-1])
    mean = Mean.of(run_errors(case.private, run, case.task.n, RUNS, SEED))
    steps = [f"{alpha * steepest:.3g}" for alpha in (run.steps[0], run.steps[-1])]
    step = steps[0] if setting.fall == 1 else " to ".join(steps)
    shown = f"{mean.value:.3g} +- {mean.high - mean.value:.2g}"
    return f"{setting.iterations:>4}{step:>15}{setting.predicted:>11.3g}{shown:>20}", mean.value


if __name__ == "__main__":
    sys.exit(main())
