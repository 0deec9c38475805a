"""Appendix C as printed: Tables 3, 4 and 5, by clipping norm, alpha and t."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

STEPS = (10, 100, 1000, 10000)
LEVELS = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 10))
SMALL, LARGE = Fraction(1, 10), Fraction(1)  # the two clipping norms
Rows = tuple[str, ...]  # for each level at C = 0.1, then at C = 1; columns by the number of steps

TABLE_3 = (
    "1.005e-07 3.180e-08 1.046e-08 7.110e-09",
    "8.388e-08 2.654e-08 8.725e-09 5.933e-09",
    "7.559e-08 2.391e-08 7.863e-09 5.347e-09",
    "1.005e-06 3.180e-06 1.046e-06 7.110e-07",
    "8.388e-06 2.654e-06 8.725e-07 5.933e-07",
    "7.559e-06 2.391e-06 7.863e-07 5.347e-07",
)
TABLE_4 = (
    "3.222e-05 1.019e-05 3.351e-06 2.279e-06",
    "2.688e-05 8.505e-06 2.797e-06 1.902e-06",
    "2.423e-05 7.664e-06 2.520e-06 1.714e-06",
    "3.222e-03 1.019e-03 3.351e-04 2.279e-04",
    "2.688e-03 8.505e-04 2.797e-04 1.902e-04",
    "2.423e-03 7.664e-04 2.520e-04 1.714e-04",
)
TABLE_5 = (
    "3.266e-08 9.004e-09 2.940e-09 2.052e-09",
    "2.063e-08 6.181e-09 2.107e-09 1.492e-09",
    "1.493e-08 4.746e-09 1.670e-09 1.197e-09",
    "3.266e-06 9.004e-07 2.940e-07 2.052e-07",
    "2.064e-06 6.181e-07 2.107e-07 1.492e-07",
    "1.493e-06 4.746e-07 1.670e-07 1.197e-07",
)
SNLI: dict[str, Any] = {"B": 256, "sigma": Fraction(2, 5), "beta2": Fraction(999, 1000)}


def entries(table: Rows, norm: Fraction) -> Iterator[tuple[Fraction, int, str]]:
    """(alpha, t, printed digits) of the rows for one clipping norm."""
    rows = table[: len(LEVELS)] if norm == SMALL else table[len(LEVELS) :]
    for alpha, row in zip(LEVELS, rows, strict=True):
        for t, digits in zip(STEPS, row.split(), strict=True):
            yield alpha, t, digits


def name(norm: Fraction, alpha: Fraction, t: int) -> str:
    """How the ledger calls an entry."""
    return f"C={float(norm):g}, alpha={float(alpha):g}, t={t}"
