"""Statements of other papers have their right answers; what is open is not decided."""

import pytest

from benchmarks.studies.foreign import answer, outcome
from benchmarks.studies.foreign_statements import POINTS, SCALARS
from verify.methods.context import Context

ELSEWHERE = ("cosh", "Hoeffding", "Bernstein")  # longer than a test: tests/soundness/test_means.py
ROWS = {name: row for name, row in (SCALARS | POINTS).items() if name not in ELSEWHERE}
# True, and no method reaches them; the false one among them fails from 15 million on.
OPEN = (
    "means",
    "Robbins 1955",
    "Mironov 2017, Prop. 3",
    "Dwork, Roth A.1",
    "Wallis",
    "inverse squares, too small",
    "an entry below the length",
)


@pytest.mark.parametrize("name", ROWS)
def test_a_statement_is_decided_rightly_or_said_to_be_open(name: str) -> None:
    given, why = answer(ROWS[name], Context("quick"))
    assert outcome(ROWS[name], given) == ("supported" if name in OPEN else "rightly"), why
