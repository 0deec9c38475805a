"""What the analogues of Figures 1, 3 and 6 share: tables of accuracy and memory, and marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from matplotlib.axes import Axes

from figures.panels import Table, band, columns, error_bars
from figures.parameters import Range
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

JOBS = 2
APART = 10_000  # seeds from one to the next


@dataclass(frozen=True)
class Runs:
    """The runs that are drawn; others choose the learning rates."""

    runs: Annotated[int, Range("[2, 1000]", "runs of each grouping")] = len(sweeps.SEEDS)
    seed: Annotated[int, Range("[0, 1000]", "of split, weights, batches and noise")] = 0
    steps: Annotated[int, Range("[1, 10000]", "T")] = sweeps.STEPS

    @property
    def reported(self) -> tuple[int, ...]:
        """A seed a run."""
        return tuple(APART * self.seed + k for k in range(self.runs))

    @property
    def tuning(self) -> tuple[int, ...]:
        """The seeds of the runs that choose."""
        return tuple(APART * self.seed + k for k in sweeps.TUNING)


def uniform_table(
    shape: tuple[int, ...], eps: float, runs: Runs, what: int = sweeps.ACCURACY
) -> tuple[Table, sweeps.Values]:
    """M, mean, low, high and memory of all-layer to parameter-wise clipping; and run by run."""
    return table(shape, eps, sweeps.uniform_groups(shape), runs, what)


def table(
    shape: tuple[int, ...],
    eps: float,
    groups: dict[int, sweeps.Groups],
    runs: Runs,
    what: int = sweeps.ACCURACY,
) -> tuple[Table, sweeps.Values]:
    """The same of any groupings, by their keys."""
    plan, chosen = sweeps.plan(shape, eps, runs.steps), list(groups.values())
    found = sweeps.outcomes(chosen, plan, runs.reported, runs.tuning, jobs=JOBS, what=what)
    memory = [sweeps.memory(shape, one) for one in chosen]
    return {**band("M", list(groups), found), **columns(memory=memory)}, found


def bars(axis: Axes, found: Table, at: str, colour: str, label: str, marker: str = "o-") -> None:
    """Means with their 95 % intervals against a column."""
    points, error = (found[at], found["mean"]), error_bars(found)
    drawn = axis.errorbar(*points, error, fmt=marker, markersize=4, capsize=2, color=colour)
    drawn.set_label(label)


def numbers(axis: Axes, ticks: Sequence[int]) -> None:
    """A logarithmic axis of M."""
    axis.set_xscale("log", base=2)
    axis.set_xticks(ticks, labels=[str(m) for m in ticks])
    axis.minorticks_off()
    axis.set_xlabel("groups M")
