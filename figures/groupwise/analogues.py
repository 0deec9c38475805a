"""What the analogues of Figures 1, 3 and 6 share: tables of accuracy and memory, and marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes

from figures.panels import Table, band, columns, error_bars
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps
from verify.papers.groupwise.laboratory.grouping_images import FOLDER

JOBS = 2


@dataclass(frozen=True)
class Runs:
    """Which runs a figure is made of: those reported, those that choose the rates, their steps."""

    seeds: Sequence[int] = sweeps.SEEDS
    tuning: Sequence[int] = sweeps.TUNING
    steps: int = sweeps.STEPS
    folder: Path = FOLDER


STANDARD = Runs()


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
    found = sweeps.outcomes(
        chosen, plan, runs.seeds, runs.tuning, runs.folder, jobs=JOBS, what=what
    )
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
