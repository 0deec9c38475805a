r"""Appendix D, Table 2: how much of it the noise alone predicts.

The entries are quartiles and means over the trained coordinates. Noise of standard deviation
:math:`\sigma C/B` gives other numbers than those printed; divided by 255 instead of 256 it gives
them, up to one unit in the last digit for the chance of the draws. That is the mean size of a
Poisson batch, rounded down, where N records make :math:`\lceil N/256\rceil` batches.
"""

import math
from collections.abc import Mapping
from fractions import Fraction

from scipy.special import ndtr

from verify.claim import Control, claim
from verify.context import Context
from verify.evaluate import Undefined, value_at
from verify.expression import Node, external, lift
from verify.methods.behave import Ratio
from verify.methods.recompute import spread
from verify.notation import natural, one_of
from verify.papers.adambc.noise_alone import (
    COORDINATES,
    PHI,
    PHI_DIVISOR,
    QUANTILES,
    SCALE,
    SHARES,
    corrected,
    corrected_mean,
    exact,
    law,
    variance,
)
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.printed_tables import TABLE_2_FLOOR as FLOOR
from verify.papers.adambc.printed_tables import digits, entry
from verify.statement import Draft, at_most, behaves, less, table

V = PAPER.extended(
    divisor=one_of([*range(245, 255), *range(256, 266)], "B'", unit="1"),
    k=natural("k", search=(1, 3000)),
    r=natural("r", search=(1, 255)),
)
QUARTILES = {
    "m^p": ("Q1", "Q3"),
    "v^p": ("Q1", "Median", "Q3"),
    "v^corr": ("Min", "Q1", "Median"),
    "update^p": ("Q1", "Q3"),
    "update^corr": ("Q1", "Q3"),
}
EXTREMES = {
    "m^p": ("Min", "Max"),
    "v^p": ("Min",),
    "update^p": ("Min", "Max"),
    "update^corr": ("Min", "Max"),
}


def cells(*groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Names of entries."""
    return tuple(
        f"{row}, {c}" for group in groups for row, columns in group.items() for c in columns
    )


def entries(divisor: int) -> dict[str, tuple[str, Node]]:
    """The quartiles under noise alone; the mean of v^p is that of the noise plus that of v^c."""
    found = {
        f"{row}, {c}": (
            digits(row, c),
            external(f"{c} of {row}", QUANTILES[row], SHARES[c], divisor),
        )
        for row, columns in QUARTILES.items()
        for c in columns
    }
    mean = lift(SCALE / divisor) ** 2 + entry("v^c", "Mean")
    return found | {"v^p, Mean": (digits("v^p", "Mean"), mean)}


def predicted_over_printed(cell: str, _: Context) -> Ratio:
    """What noise divided by 255 gives, over what is printed."""
    row, column = cell.split(", ")
    return exact(QUANTILES[row](SHARES[column], 255) / float(entry(row, column)))


def coordinates_beyond(cell: str, _: Context) -> Ratio:
    """How many of d coordinates without gradient lie beyond the printed extreme, on average."""
    row, column = cell.split(", ")
    x, unit = abs(float(entry(row, column))), variance(255)
    if row == "m^p":
        share = float(ndtr(-x / math.sqrt(unit) / law().first_deviation))
    elif row == "v^p":
        share = law().second_below(x / unit)
    else:
        corrected = row == "update^corr"
        phi, floor = (float(PHI) / unit, float(FLOOR) / unit) if corrected else (0.0, 0.0)
        share = law().update_beyond(x, phi, floor) / 2
    return exact(COORDINATES * share)


def agreeing(divisor: int) -> int:
    """How many entries are those of noise divided by another number, up to one in the last digit.

    Raises:
        Undefined: the divisor is not positive.
    """
    if divisor < 1:
        raise Undefined("a divisor must be positive")
    found = 0
    for printed, node in entries(int(divisor)).values():
        low, high = spread(printed, 1)
        found += low <= Fraction(value_at(node, {})) <= high
    return found


NOISE: Draft = table(V, entries(PHI_DIVISOR), slack=1)
REPAIRED = NOISE.but(entries=entries(255))


def subtracted(column: str, phi: Fraction, rounding: str) -> Draft:
    """An entry of v^corr is that of v^p less Phi, as exactly as the digits tell."""
    gap = lift(entry("v^p", column)) - phi - entry("v^corr", column)
    return at_most(V, abs(gap), Fraction(rounding))


ABOUT = behaves("about", cells(QUARTILES), predicted_over_printed)
# The rest is what little gradient there is.
MOST = tuple(
    less(V, Fraction(99, 100) * entry("v^corr", column), external(name, value, *arguments, 255))
    for column, name, value, arguments in (
        ("Q3", "Q3 of v^corr", corrected, (SHARES["Q3"],)),
        ("Mean", "Mean of v^corr", corrected_mean, ()),
    )
)
TABLE_2 = claim(
    "adambc/table-2",
    "App D, Table 2",
    "Table 2: moments and updates of the private run",
    {
        "entries of noise": NOISE,
        "third quartile of v^corr": subtracted("Q3", PHI, "5.05e-12"),
        "maximum of v^corr": subtracted("Max", PHI, "1e-11"),
    },
    repaired={"entries of noise": REPAIRED},
    needs_data=("the rows of the clean moments, and the largest entry of v^p",),
    notes=(
        # No other divisor does.
        less(V, external("entries that agree", agreeing, V.divisor), len(entries(PHI_DIVISOR))),
        ABOUT,
        *MOST,
        behaves("order of magnitude", cells(EXTREMES), coordinates_beyond),
        # N = 256 k - r records in k batches: a mean size from 255 on, and below 256.
        at_most(V, 255 * V.k, 256 * V.k - V.r, where=[V.r <= 255, V.k >= 255]),
        less(V, 256 * V.k - V.r, 256 * V.k),
    ),
    rejects=(
        Control(name="divided by 254", says=NOISE.but(entries=entries(254))),
        Control(
            name="Phi of 255 subtracted",
            says=subtracted("Q3", (SCALE / 255) ** 2, "5.05e-12"),
        ),
    ),
)

CLAIMS = (TABLE_2,)
