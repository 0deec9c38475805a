r"""The experiment of Kuru et al. (2020), Section 5, on several data sets of its recipe.

The recipe draws covariates, labels and noise. Cells of several data sets are smaller than Section
5's own: a share of the records (with the noise that belongs to all n, see
:class:`~verify.papers.accelerated.laboratory.accelerated_logistic.Setting`), and runs where they
decide. A data set is a file, computed once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dptheory.store import computed
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    OPTIMISED,
    SOURCES,
    Array,
    Cell,
    Setting,
    chosen_horizon,
    run_cell,
)

FOLDER = Path("build/experiments/accelerated-data-sets")
Arrays = dict[str, Array]


@dataclass(frozen=True)
class Design:
    """What is computed of every data set.

    Attributes:
        setting: what all share; data seed, seed and runs are those of a data set and cell.
        cells: the cells, each with its number of runs.
    """

    setting: Setting
    cells: tuple[tuple[Cell, int], ...]


def same_run(setting: Setting, cell: Cell) -> Cell:
    """The cell with the smallest horizon that is the same computation: the same chosen T'."""
    if cell.algorithm not in OPTIMISED:
        return cell
    chosen = chosen_horizon(setting, cell.algorithm, cell.c, cell.T)
    smaller = (
        T for T in setting.horizons if chosen_horizon(setting, cell.algorithm, cell.c, T) == chosen
    )
    return replace(cell, T=min(smaller))


def _of_data_set(design: Design, seed: int) -> Arrays:
    """``t``, ``gap`` and ``scale`` of every cell of a data set, see :func:`part`."""
    here = replace(design.setting, data_seed=seed, seed=seed)
    runs: dict[Cell, int] = {}
    for cell, count in design.cells:
        same = same_run(here, cell)
        runs[same] = max(count, runs.get(same, 0))
    found = {c: run_cell(replace(here, runs=r), c) for c, r in runs.items()}
    return {
        name: array
        for cell, _ in design.cells
        for name, array in zip(
            (part(cell, p) for p in ("t", "gap", "scale")),
            (found[same_run(here, cell)][p] for p in ("t", "gap", "scale")),
            strict=True,
        )
    }


def part(cell: Cell, name: str) -> str:
    """What a result of a cell is called in :func:`data_sets`."""
    return f"{name} of {cell}"


def data_sets(
    design: Design, seeds: Sequence[int], folder: Path = FOLDER, jobs: int = 2
) -> list[Arrays]:
    """The results of every data set, computing those that are missing.

    Args:
        design: what is computed.
        seeds: the data sets.
        folder: where finished data sets are kept.
        jobs: the number of workers.
    """
    sources = (*SOURCES, "verify/papers/accelerated/laboratory/accelerated_data_sets.py")
    cells = [(design, seed) for seed in seeds]
    return computed(folder, sources, _of_data_set, cells, jobs=jobs)
