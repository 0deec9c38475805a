r"""Appendices A and D: the floor :math:`\gamma'` of the run on SNLI."""

from verify.claim import claim
from verify.expression import quantity
from verify.papers.adambc import printed_tables as printed
from verify.papers.adambc.notation import SQUARE, V
from verify.statement import equal, table

IN_APPENDIX_A = quantity(printed.APPENDIX_A_FLOOR, SQUARE)
IN_TABLE_2 = quantity(printed.TABLE_2_FLOOR, SQUARE)
ENTRIES = dict.fromkeys(("Min", "Q1", "Median"), (printed.CORRECTED_LEAST, printed.TABLE_2_FLOOR))

GAMMA_PRIME = claim(
    "adambc/gamma-prime",
    "App A, App D",
    "the floor on SNLI",
    equal(V, IN_APPENDIX_A, IN_TABLE_2),
    # Half of the corrected second moments in Table 2 are its floor.
    instead=table(V, ENTRIES),
)

CLAIMS = (GAMMA_PRIME,)
