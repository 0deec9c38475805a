"""Figure 4 of Kuru et al. (2020): errors with batches of 1000, see ``errors.py``."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from dptheory.experiments.accelerated_logistic import SECTION_5
from figures.accelerated import errors

M = SECTION_5.batch_sizes[0]


def tables() -> dict[str, errors.Table]:
    """A table a cell, see :func:`figures.accelerated.errors.tables`."""
    return errors.tables(SECTION_5, M)


def draw(data: Mapping[str, errors.Table]) -> Figure:
    """Six panels for each step size factor."""
    return errors.draw(data, SECTION_5, M)
