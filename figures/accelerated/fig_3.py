"""Figure 3 of Kuru et al. (2020): errors with the full batch, see ``errors.py``.

Open circles are the printed final levels.
"""

from dataclasses import replace

from matplotlib.figure import Figure

from figures.accelerated import errors
from figures.accelerated.errors import tables
from figures.panels import Tables
from verify.papers.accelerated.laboratory.accelerated_logistic import SECTION_5, Cell

M = SECTION_5.n
PRINTED = {
    Cell("DP-NAG", M, 100, 1.0): -1.89,
    Cell("DP-HB", M, 100, 1.0): -1.89,
    Cell("DP-NAG-opt", M, 1000, 1.0): -2.26,
    Cell("DP-MASG", M, 1000, 1.0): -1.15,
}
PARAMETERS = errors.Parameters()


def draw(data: Tables, chosen: errors.Parameters) -> Figure:
    """See :func:`.errors.draw`; the printed levels are those of the printed problem alone."""
    ours = replace(
        PARAMETERS,
        horizons=chosen.horizons,
        factors=chosen.factors,
        runs=chosen.runs,
        seed=chosen.seed,
        thinning=chosen.thinning,
    )
    return errors.draw(data, chosen, PRINTED if chosen == ours else None)


__all__ = ["PARAMETERS", "draw", "tables"]
