"""Figure 3 of Kuru et al. (2020): errors with the full batch, see ``errors.py``.

Open circles are the printed final levels.
"""

from functools import partial

from figures.accelerated import errors
from verify.papers.accelerated.laboratory.accelerated_logistic import SECTION_5, Cell

M = SECTION_5.n
PRINTED = {
    Cell("DP-NAG", M, 100, 1.0): -1.89,
    Cell("DP-HB", M, 100, 1.0): -1.89,
    Cell("DP-NAG-opt", M, 1000, 1.0): -2.26,
    Cell("DP-MASG", M, 1000, 1.0): -1.15,
}
tables = partial(errors.tables, SECTION_5, M)
draw = partial(errors.draw, setting=SECTION_5, m=M, printed=PRINTED)
