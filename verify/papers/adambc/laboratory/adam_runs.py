"""Cells of runs of the problems of :mod:`.adam_problems` and :mod:`.adam_images`, kept in files.

A cell is lanes on a problem; its runs differ in the data (the data set, or which images are held
out), the batches and the noise, all of them from the run's number.

:func:`contest` compares competitors, each of them a family of configurations: the configuration is
chosen by the mean final loss over some runs, and judged on others. The choice looks at the losses
and is not private, for any competitor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.privacy.neighbouring import Neighbouring
from dptheory.store import computed
from verify.papers.adambc.laboratory.adam_images import Softmax, images, source
from verify.papers.adambc.laboratory.adam_problems import (
    Lanes,
    Problem,
    Release,
    rare_features,
    scaled_points,
    train,
)
from verify.papers.trainings import spent

Array = NDArray[np.float64]
FOLDER = Path("build/experiments/adam")
SOURCES = (
    "verify/papers/adambc/laboratory/adam_images.py",
    "verify/papers/adambc/laboratory/adam_problems.py",
    "verify/papers/adambc/laboratory/adam_runs.py",
    "dptheory/optimizers/adam.py",
    "dptheory/optimizers/dp2_rmsprop.py",
    "dptheory/optimizers/sgdm.py",
    "dptheory/problems/logistic.py",
    "dptheory/simulation/streams.py",
)
PROBLEMS = ("images", "points", "features")
RECORDS = 2048  # of the synthetic problems


@dataclass(frozen=True)
class Cell:
    """Lanes on a problem.

    Attributes:
        problem: an entry of ``PROBLEMS``.
        release: the private gradient.
        lanes: methods and step sizes.
        steps: of a run.
        runs: their numbers, also the seeds of their data.
        record: the steps after which losses are kept.
    """

    problem: str
    release: Release
    lanes: tuple[Lanes, ...]
    steps: int
    runs: tuple[int, ...]
    record: tuple[int, ...]


def problem(name: str, seed: int, data: str) -> Problem:
    """The problem of a name in ``PROBLEMS``; ``data`` names the images."""
    if name == "images":
        return images(seed, data)
    make = scaled_points if name == "points" else rare_features
    return make(seed, n=RECORDS)


def outcome(one: Problem, x: Array) -> Array:
    """The loss, an excess for the synthetic problems, and for images accuracy: (lanes, 1 or 2)."""
    seen = [one.loss(x), one.accuracy(x)] if isinstance(one, Softmax) else [one.loss(x)]
    return np.stack(seen, axis=-1)


def one_run(cell: Cell, run: int, data: str) -> dict[str, Array]:
    """One run: an array for each of the lanes, named by its place, (step sizes, points, 1 or 2)."""
    setting = problem(cell.problem, run, data), cell.release, cell.lanes, cell.steps
    found = train(*setting, seed=run, record=cell.record, observe=outcome)
    return {str(k): values for k, values in enumerate(found)}


def results(
    wanted: Sequence[Cell], folder: Path = FOLDER, *, jobs: int = 2, data: str | None = None
) -> list[list[Array]]:
    """For each cell and each of its lanes the values of :func:`outcome`, computed where missing.

    Returns:
        Arrays of shape (runs, step sizes, points in time, 1 or 2).
    """
    name = source() if data is None else data
    # One run of a cell depends on its own number alone.
    single = [(replace(cell, runs=()), run, name) for cell in wanted for run in cell.runs]
    found = iter(computed(folder, SOURCES, one_run, single, jobs=jobs))
    kept = [[next(found) for _ in cell.runs] for cell in wanted]
    return [
        [np.stack([run[str(k)] for run in row]) for k in range(len(cell.lanes))]
        for cell, row in zip(wanted, kept, strict=True)
    ]


# Contests ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How competitors are compared.

    Attributes:
        steps: of a run.
        choosing: runs by whose mean final loss a configuration is chosen.
        judging: the other runs, which are reported.
        record: the steps that are reported.
    """

    steps: int
    choosing: tuple[int, ...]
    judging: tuple[int, ...]
    record: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Judged:
    """A competitor at its best configuration.

    Attributes:
        chosen: one method with one step size.
        values: those of :func:`outcome`, shape (judging runs, recorded steps, 1 or 2).
        inside: whether its step size is inside the grid, so that a wider one changes nothing.
    """

    chosen: Lanes
    values: Array
    inside: bool


def contest(
    problem: str,
    release: Release,
    competitors: Mapping[str, Sequence[Lanes]],
    plan: Plan,
    folder: Path = FOLDER,
    *,
    data: str | None = None,
    jobs: int = 2,
) -> dict[str, Judged]:
    """Each competitor at the configuration that the choosing runs prefer, on the judging runs.

    Args:
        problem: an entry of ``PROBLEMS``.
        release: the private gradient, the same for all.
        competitors: for each name its methods with their grids of step sizes, increasing.
        plan: steps and runs.
        folder: of the cells.
        data: the images' name; :func:`.adam_images.source` by default.
        jobs: number of workers.
    """
    lanes = tuple(group for family in competitors.values() for group in family)
    trial = Cell(problem, release, lanes, plan.steps, plan.choosing, (plan.steps,))
    found = results([trial], folder, data=data, jobs=jobs)[0]
    means = [values[:, :, -1, 0].mean(axis=0) for values in found]
    chosen, inside, begin = [], [], 0
    for family in competitors.values():
        own = means[begin : begin + len(family)]
        begin += len(family)
        k = int(np.argmin([values.min() for values in own]))
        place = int(own[k].argmin())
        chosen.append(replace(family[k], step_sizes=(float(family[k].sizes[place, 0]),)))
        inside.append(0 < place < len(own[k]) - 1)
    final = Cell(problem, release, tuple(chosen), plan.steps, plan.judging, plan.record)
    judged = results([final], folder, data=data, jobs=jobs)[0]
    return {
        name: Judged(group, values[:, 0], within)
        for name, group, values, within in zip(competitors, chosen, judged, inside, strict=True)
    }


def grid(least: int, most: int, factor: float = 1.0) -> tuple[float, ...]:
    """Step sizes factor 10^(2k/5), k = least, ..., most."""
    return tuple(factor * 10.0 ** (0.4 * k) for k in range(least, most + 1))


@cache
def epsilon(release: Release, n: int, steps: int) -> float:
    """The eps of all iterates at delta = 1e-5, Poisson batches, add-or-remove-one."""
    relation = Neighbouring.ADD_OR_REMOVE_ONE
    return spent(release.noise_multiplier, steps, release.batch, n, relation)
