r"""Appendices A and D: the floor :math:`\gamma'` of two runs on SNLI."""

from verify.language import claim, quantity, says, table
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.notation import SQUARE

IN_TABLE_2 = quantity(printed.TABLE_2_FLOOR, SQUARE)
AT_THE_FLOOR = ("Min", "Q1", "Median")
ENTRIES = {c: (printed.digits("v^corr", c), printed.TABLE_2_FLOOR) for c in AT_THE_FLOOR}
IN_ANOTHER_RUN = {c: (d, printed.APPENDIX_A_FLOOR) for c, (d, _) in ENTRIES.items()}

GAMMA_PRIME = (
    claim("adambc/gamma-prime", "App A, App D", "The floor on SNLI")
    .says(
        # The quartiles of v^corr at the floor: half of the corrected second moments.
        table(ENTRIES),
        # The tuned run (App A) has another floor than the run of the table.
        notes=(says(quantity(printed.APPENDIX_A_FLOOR, SQUARE) < IN_TABLE_2),),
    )
    .rejects("the floor of App A", table(IN_ANOTHER_RUN))
)
