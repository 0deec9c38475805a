"""What the analogues of Figures 1, 3 and 6 share: tables of accuracy and memory, and marks."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from dptheory.experiments import grouping_sweeps as sweeps
from dptheory.experiments.grouping_images import FOLDER
from figures.lssgd.bands import Table, band

JOBS = 2


def uniform_table(
    shape: tuple[int, ...],
    eps: float,
    seeds: Sequence[int],
    tuning: Sequence[int],
    steps: int,
    folder: Path = FOLDER,
    what: int = sweeps.ACCURACY,
) -> tuple[Table, sweeps.Values]:
    """M, mean, low, high and memory of all-layer to parameter-wise clipping; and run by run."""
    groups = sweeps.uniform_groups(shape)
    return table(shape, eps, groups, seeds, tuning, steps, folder, what)


def table(
    shape: tuple[int, ...],
    eps: float,
    groups: dict[int, sweeps.Groups],
    seeds: Sequence[int],
    tuning: Sequence[int],
    steps: int,
    folder: Path = FOLDER,
    what: int = sweeps.ACCURACY,
) -> tuple[Table, sweeps.Values]:
    """The same of any groupings, by their keys."""
    found = sweeps.outcomes(
        list(groups.values()),
        sweeps.plan(shape, eps, steps),
        seeds,
        tuning,
        folder,
        jobs=JOBS,
        what=what,
    )
    memory = np.array([sweeps.memory(shape, one) for one in groups.values()], dtype=float)
    return {**band("M", list(groups), found), "memory": memory}, found


def bars(axis: Axes, found: Table, at: str, colour: str, label: str, marker: str = "o-") -> None:
    """Means with their 95 % intervals against a column."""
    error = [found["mean"] - found["low"], found["high"] - found["mean"]]
    axis.errorbar(
        found[at],
        found["mean"],
        yerr=error,
        fmt=marker,
        markersize=4,
        capsize=2,
        color=colour,
        label=label,
    )


def numbers(axis: Axes, ticks: Sequence[int]) -> None:
    """A logarithmic axis of M."""
    axis.set_xscale("log", base=2)
    axis.set_xticks(ticks, labels=[str(m) for m in ticks])
    axis.minorticks_off()
    axis.set_xlabel("groups M")
