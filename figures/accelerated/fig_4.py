"""Figure 4 of Kuru et al. (2020): errors with batches of 1000, see ``errors.py``."""

from functools import partial

from figures.accelerated import errors
from verify.papers.accelerated.laboratory.accelerated_logistic import SECTION_5

M = SECTION_5.batch_sizes[0]
tables = partial(errors.tables, SECTION_5, M)
draw = partial(errors.draw, setting=SECTION_5, m=M)
