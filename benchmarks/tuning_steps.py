r"""``python -m benchmarks.tuning_steps``: what steps that fall over the run gain.

Each method at its best constant step and at its best falling ones on the public halves of three
problems (:mod:`benchmarks.tuning`); both are run with noise on the private halves.

Page: ``docs/allocation.md``.
"""

import sys

from threadpoolctl import threadpool_limits

from benchmarks.tuning_problems import CASES
from dptheory.prediction.choosing import FAMILIES, GRADIENT, NESTEROV
from dptheory.prediction.grid import Search
from dptheory.prediction.runs import Mean, run_errors

PROBLEMS = (2, 12, 16)  # a spectrum, digits, MNIST
LIMIT, RUNS, SEED = 1000, 2000, 90_000


def main() -> int:
    """Print a line a method."""
    heads = f"{'T':>4}{'predicted':>11}{'measured':>21}"
    print(f"{'problem':<20}{'method':<11}{heads}   falling:{'last/first':>12}{heads}{'gain':>6}")
    with threadpool_limits(1):
        for problem in PROBLEMS:
            case = CASES[problem]()
            n = case.task.n
            search = Search(case.task, [case.public], (n,), LIMIT, SEED)
            for family in FAMILIES:
                constant = search.best(momentum=family != GRADIENT, ahead=family == NESTEROV)
                falling = None if constant is None else search.falling(constant)
                means, cells = [], []
                for setting in (constant, falling):
                    if setting is None:
                        cells.append("nothing gained")
                        continue
                    run = search.planned(setting)
                    mean = Mean.of(run_errors(case.private, run, n, RUNS, SEED))
                    means.append(mean.value)
                    shown = f"{mean.value:.4g} +- {mean.high - mean.value:.2g}"
                    cells.append(f"{setting.iterations:>4}{setting.predicted:>11.4g}{shown:>21}")
                last = f"{falling.fall:>12.3g}" if falling else ""
                gain = f"{1 - means[1] / means[0]:>6.0%}" if falling else ""
                line = f"{case.name:<20}{family:<11}{cells[0]}           {last}{cells[1]}{gain}"
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
