r"""Theorem 1 and (16) at the best r against runs of DP-SGD with the learning rate of the proof.

Cells, statistic and intervals: ``laboratory/simulated``.
"""

from verify.language import behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.groupwise.laboratory.simulated import CELLS, ONE_SIDED, exact, measured, over


def quantile_over_the_bound(name: str, context: Context) -> Ratio:
    """The quantile of the runs over the bound (16)."""
    return over(CELLS[name].bound, name, context)


def quantile_over_a_hundredth_of_the_bound(name: str, context: Context) -> Ratio:
    """The quantile of the runs over a hundredth of the bound (16)."""
    return over(CELLS[name].bound / 100, name, context)


def quantile_over_the_bound_without_a_union(name: str, context: Context) -> Ratio:
    """The quantile of the runs over the bound of :mod:`dptheory.bounds.grouped`."""
    return over(CELLS[name].proven, name, context)


def bound_over_the_first_norm(name: str, _: Context) -> Ratio:
    """The bound (16) over the norm of the first gradient."""
    return exact(CELLS[name].bound / CELLS[name].first)


def first_norm_over_the_bound(name: str, _: Context) -> Ratio:
    """The norm of the first gradient over the bound (16)."""
    return exact(CELLS[name].first / CELLS[name].bound)


def bound_without_a_union_over_the_bound(name: str, _: Context) -> Ratio:
    """The bound of :mod:`dptheory.bounds.grouped` over the bound (16)."""
    return exact(CELLS[name].proven / CELLS[name].bound)


def bound_over_the_quantile(name: str, context: Context) -> Ratio:
    """The bound (16) over the quantile of the runs."""
    cell = ONE_SIDED[name]
    high, value, low = (cell.bound / x for x in measured(name, context))
    return Ratio(low=low, value=value, high=high, data_sets=None, method="order statistics")


THM_1_RUNS = (
    claim(
        "groupwise/thm-1-runs",
        "§4, Thm 1; App A.2, (16)",
        "(16) at the best $r$ against simulated runs",
    )
    .says(
        behaves("less", tuple(CELLS), quantile_over_the_bound),
        notes=(
            # The first step alone does not meet it.
            behaves("less", tuple(CELLS), bound_over_the_first_norm),
            behaves("less", tuple(CELLS), bound_without_a_union_over_the_bound),
            behaves("less", tuple(CELLS), quantile_over_the_bound_without_a_union),
            # Without symmetry (16) is no bound.
            behaves("less", tuple(ONE_SIDED), bound_over_the_quantile),
        ),
    )
    .rejects("the first step for the best one", ratio=first_norm_over_the_bound)
    .rejects("a hundredth of the bound", ratio=quantile_over_a_hundredth_of_the_bound)
)
