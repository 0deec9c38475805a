r"""What ``dptheory tune class`` proves: ``python -m benchmarks.studies.bounds_and_errors``.

Every method that :func:`dptheory.tuning.tune` proposes is run with its parameters, its number of
iterations and its noise on the problems of :mod:`.tuned_runs`: its proved bound of
:math:`E F(x_T) - F^*` beside the mean of :math:`F(x_T) - F^*` over the runs.

Page: ``docs/allocation.md``.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.studies.tuned_runs import (
    SHARPER,
    THINNING,
    Array,
    Case,
    cancer,
    digits,
    losses,
    proposals,
    section_5,
)
from dptheory.tuning import Proposal

BUDGETS = (1.0, 3.0, 10.0)
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Row:
    """A method on a problem under a budget; numbers as printed, to three digits.

    Attributes:
        case, eps, method: which.
        bound, error: of E F(x_T) - F*, loss: proved, and the mean over runs.
        half: half the width of the error's confidence interval, in per cent of it.
    """

    case: str
    eps: float
    method: str
    bound: float
    error: float
    half: float

    @property
    def interval(self) -> tuple[float, float]:
        """Ends of the error's confidence interval."""
        return self.error * (1 - self.half / 100), self.error * (1 + self.half / 100)


def row(case: Case, eps: float, proposal: Proposal, found: Array) -> Row:
    """Bound, mean and Student's interval of the losses of one proposal."""
    from scipy.stats import t

    mean = float(found.mean())
    error = float(found.std(ddof=1)) / math.sqrt(found.size)
    half = float(t.ppf((1 + CONFIDENCE) / 2, found.size - 1)) * error / mean
    bound, error = (float(f"{v:.3g}") for v in (proposal.bound, mean))
    return Row(case.name, eps, proposal.method, bound, error, round(100 * half, 1))


def table(rows: Sequence[Row]) -> list[str]:
    """A block a problem, a line a method in the order of the bounds at the first budget."""
    lines = []
    for name in dict.fromkeys(r.case for r in rows):
        budgets = "".join(f"{f'eps = {eps:g}':>33}" for eps in BUDGETS)
        heads = f"{'bound':>10}{'error':>9}{'+-':>6}{'ratio':>8}" * len(BUDGETS)
        lines += [f"{name:<19}{budgets}", f"{'':<19}{heads}"]
        here = {(r.method, r.eps): r for r in rows if r.case == name}
        for method in dict.fromkeys(r.method for r in rows if r.case == name):
            cells = [here[method, eps] for eps in BUDGETS]
            numbers = (
                f"{c.bound:>10.3g}{c.error:>9.3g}{c.half:>5.1f}%{c.bound / c.error:>8.3g}"
                for c in cells
            )
            lines.append(f"{method:<19}" + "".join(numbers))
        lines.append("")
    return lines[:-1]


def reversed_orders(cell: Sequence[Row]) -> bool:
    """Whether some method has the smaller bound and the larger error, their intervals apart."""
    return any(a.bound < b.bound and a.interval[0] > b.interval[1] for a in cell for b in cell)


def summary(rows: Sequence[Row]) -> list[str]:
    """What follows from the table: orders that differ by more than the intervals, and ratios.

    Output perturbation with an L2 sensitivity of its own is no alternative of the same question,
    and left out of the orders.
    """
    cells: dict[tuple[str, float], list[Row]] = {}
    for r in rows:
        if r.method != SHARPER:
            cells.setdefault((r.case, r.eps), []).append(r)
    differ = sum(map(reversed_orders, cells.values()))
    leaders = [
        (min(c, key=lambda r: r.bound), min(c, key=lambda r: r.error)) for c in cells.values()
    ]
    wrong = sum(bound.interval[0] > error.interval[1] for bound, error in leaders)
    least = [error.method for _, error in leaders]
    counts = ", ".join(f"{name} {least.count(name)}" for name in dict.fromkeys(least))
    lines = [
        f"order by bound is not the order by error: {differ} of {len(cells)} cells",
        f"smallest bound without the smallest error: {wrong} of {len(cells)} cells",
        f"smallest error: {counts}",
    ]
    for method in dict.fromkeys(r.method for r in rows):
        ratios = [r.bound / r.error for r in rows if r.method == method]
        lines.append(f"bound/error of {method}: {min(ratios):.3g} to {max(ratios):.3g}")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and what follows from it; the exit status is 1 where a bound is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studies.bounds_and_errors")
    parser.add_argument(
        "--all-records", action="store_true", help="of Section 5, not every 20th: 20 times the work"
    )
    thinning = 1 if parser.parse_args(arguments).all_records else THINNING
    rows = [
        row(case, eps, proposal, losses(case, proposal, jobs=2))
        for case in (section_5(thinning), cancer(), digits())
        for eps in BUDGETS
        for proposal in proposals(case, eps)
    ]
    print("\n".join([*table(rows), "", *summary(rows)]))
    return int(any(r.interval[0] > r.bound for r in rows))


if __name__ == "__main__":
    sys.exit(main())
