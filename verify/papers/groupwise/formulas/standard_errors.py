r"""What two accuracies differ by, in standard errors of the difference.

The paper prints no numbers of records: those of GLUE's validation sets are taken, each record right
or wrong independently, :math:`\sqrt{(p(100-p)+q(100-q))/n}` for accuracies p and q in per cent.
"Comparable" and "insignificant" are read as within two of them. That the two runs share their
records makes the true error smaller, the runs' own randomness makes it larger.
"""

from fractions import Fraction

from verify.language import Formula, described
from verify.papers.enclosures import exactly
from verify.papers.groupwise.formulas.table_entries import FIVE, TASKS, V
from verify.papers.printed import printed_entries

RECORDS = {"MNLI-m": 9815, "MNLI-mm": 9832, "QQP": 40430, "QNLI": 5463, "SST2": 872}


def _records(task: Fraction) -> Fraction:
    return Fraction(RECORDS[TASKS.names[int(task) - 1]])


OF_TASK = printed_entries(
    described(
        exactly("records", _records, V.task), "how many records the task of a column is scored on"
    ),
    FIVE,
)


def standard_error(p: Formula, q: Formula, records: Formula | int = OF_TASK) -> Formula:
    """Of the difference of two accuracies in per cent."""
    return ((p * (100 - p) + q * (100 - q)) / records).sqrt()
