"""Which convention reproduces how many printed entries of Tables 3, 4 and 5.

``python -m verify.papers.adambc.laboratory.conventions`` prints the counts; the claims on the
tables state the conventions that reproduce them, and reject the others.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.language import Formula
from verify.methods.recompute import enclosure, spread
from verify.papers.adambc.formulas.concentration import (
    NU_4,
    NU_PROOF,
    NU_STATEMENT,
    V,
    at,
    exponential,
    gaussian,
)
from verify.papers.adambc.formulas.printed_c import (
    LARGE,
    SMALL,
    SNLI,
    TABLE_3,
    TABLE_4,
    TABLE_5,
    Rows,
    entries,
)
from verify.papers.adambc.laboratory import deviations

FORMULAS: Mapping[str, Formula] = {
    "first case, nu of Prop 3": gaussian(NU_STATEMENT),
    "first case, nu of Prop 3, ln(1/alpha)": gaussian(NU_STATEMENT, (1 / V.alpha).log()),
    "first case, nu of the proof of Prop 3": gaussian(NU_PROOF),
    "first case, nu of Prop 4": gaussian(NU_4),
    "second case": exponential(),
}
QUANTILES: Mapping[str, tuple[Callable[..., float], int]] = {
    "two-sided quantile of the noise, divisor 256": (deviations.two_sided, 256),
    "two-sided quantile of the noise, divisor 255": (deviations.two_sided, 255),
    "one-sided quantile of the noise, divisor 256": (deviations.one_sided, 256),
    "one-sided quantile of the noise, divisor 255": (deviations.one_sided, 255),
}
TABLES: Mapping[str, Mapping[Fraction, Rows]] = {
    "Table 3": TABLE_3,
    "Table 4": TABLE_4,
    "Table 5": TABLE_5,
}
UNITS = 3  # of the last digit, for quantiles of what was measured


def agrees(digits: str, value: Formula | float, slack: int) -> bool:
    """Whether a value rounds to the printed digits, up to some units of the last one."""
    low, high = enclosure(value.tree) if isinstance(value, Formula) else (Fraction(value),) * 2
    least, most = spread(digits, slack)
    return least <= low and high <= most


def value_of(convention: str, norm: Fraction, alpha: Fraction, t: int) -> Formula | float:
    """What a convention gives for an entry.

    Raises:
        KeyError: an unknown convention.
    """
    if convention in FORMULAS:
        values: dict[str, Any] = SNLI | {"C": norm, "alpha": alpha, "t": t}
        return at(FORMULAS[convention], values)
    quantile, divisor = QUANTILES[convention]
    return quantile(alpha, t, SNLI["sigma"] * norm, divisor, SNLI["B"], SNLI["beta2"])


def reproduced(table: str, convention: str) -> int:
    """How many of a table's 24 entries a convention gives.

    Raises:
        KeyError: an unknown table or convention.
    """
    slack = UNITS if convention in QUANTILES else 0
    return sum(
        agrees(digits, value_of(convention, norm, alpha, t), slack)
        for norm in (SMALL, LARGE)
        for alpha, t, digits in entries(TABLES[table], norm)
    )


if __name__ == "__main__":
    for name in TABLES:
        print(name)
        for way in (*FORMULAS, *QUANTILES):
            print(f"  {way}: {reproduced(name, way)} of 24")
