"""Group-wise automatic clipping on images of digits: what more groups cost in accuracy.

Softmax regression grouped by classes (:mod:`verify.papers.groupwise.laboratory.grouping_sweeps`),
every grouping at the learning rate that is best on runs of its own. A run draws which images are
held out, first weights, batches and noise. The statistic, a mean of logarithms of quotients run by
run, was fixed after a look at other runs.
"""

from functools import cache

from verify.language import behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_sweeps import Values
from verify.papers.nsgd.laboratory.runs import budget, log_ratio, seeds

PARTS = {"all-layer": 1, "class-wise": 10, "parameter-wise": 20}
RUNS = 20


@cache
def measured(eps: float, what: int, drawn: tuple[int, ...]) -> Values:
    """Accuracy or training loss of the groupings, tuned for it, shape (runs, groupings)."""
    known = sweeps.uniform_groups(sweeps.SOFTMAX)
    groups = [known[M] for M in PARTS.values()]
    return sweeps.outcomes(groups, sweeps.plan(sweeps.SOFTMAX, eps), drawn, what=what)


def compared(cell: str, context: Context, what: int) -> tuple[Values, Values]:
    """What a cell "a against b, eps = 2" compares, run by run."""
    first, second = cell.split(", ")[0].split(" against ")
    table = measured(budget(cell), what, seeds(context, RUNS))
    names = list(PARTS)
    return table[:, names.index(first)], table[:, names.index(second)]


def accuracy_over_accuracy(cell: str, context: Context) -> Ratio:
    """The accuracy of one grouping over that of another, on the images held out."""
    return log_ratio(*compared(cell, context, sweeps.ACCURACY))


def loss_over_loss(cell: str, context: Context) -> Ratio:
    """The loss of one grouping over that of another, on the training images."""
    return log_ratio(*compared(cell, context, sweeps.LOSS))


FINER = ("class-wise against all-layer, eps = 2", "parameter-wise against all-layer, eps = 2")
COST = behaves("less", FINER, accuracy_over_accuracy)
GROUPS = (
    claim(
        "dptheory/groups-cost",
        "docs/grouping.md, Figures 1, 3 and 6 as analogues",
        "More groups, less accuracy of softmax regression",
    )
    .says(
        COST,
        notes=(
            COST.but(cells=("parameter-wise against class-wise, eps = 2",)),
            # The loss, which DP-SGD minimises, is worse with more groups as well.
            behaves("less", ("all-layer against parameter-wise, eps = 2",), loss_over_loss),
        ),
    )
    .rejects("the other way", cells=("all-layer against parameter-wise, eps = 2",))
)
