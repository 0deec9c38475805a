"""Figure 3 of Kuru et al. (2020): errors with the full batch, see ``errors.py``."""

from collections.abc import Mapping

from matplotlib.figure import Figure

from dptheory.experiments.accelerated_logistic import SECTION_5, Cell
from figures.accelerated import errors

M = SECTION_5.n
PRINTED = {
    Cell("DP-NAG", M, 100, 1.0): -1.89,
    Cell("DP-HB", M, 100, 1.0): -1.89,
    Cell("DP-NAG-opt", M, 1000, 1.0): -2.26,
    Cell("DP-MASG", M, 1000, 1.0): -1.15,
}


def tables() -> dict[str, errors.Table]:
    """A table a cell, see :func:`figures.accelerated.errors.tables`."""
    return errors.tables(SECTION_5, M)


def draw(data: Mapping[str, errors.Table]) -> Figure:
    """Six panels for each step size factor, with the printed final levels as open circles."""
    return errors.draw(data, SECTION_5, M, PRINTED)
