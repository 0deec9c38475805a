r"""Appendix D, Table 2: how much of it the noise alone predicts.

The entries are quartiles and means over the trained coordinates. By (2) the mean of :math:`v^p` is
that of :math:`v^c` plus :math:`\Phi=(\sigma C/B)^2`: with 255 in place of 256 it is that printed.

The notes suppose, as the paper does not, that there is nothing but noise. Divided by 255 it gives
the quartiles, up to one unit in the last digit (the standard deviation of those of :math:`m^p` is
larger); divided by 256, or by another number from 245 to 265, it does not. 255 is the mean size of
a Poisson batch, rounded down, where N records make :math:`\lceil N/256\rceil` batches.
"""

import math
from collections.abc import Mapping
from fractions import Fraction

from scipy.special import ndtr, ndtri

from verify.formula.evaluate import Undefined, value_at
from verify.language import Draft, Formula, behaves, claim, external, number, says, symbols, table
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.recompute import spread
from verify.papers.adambc.formulas.printed_tables import TABLE_2_FLOOR as FLOOR
from verify.papers.adambc.formulas.printed_tables import digits, entry
from verify.papers.adambc.laboratory.noise_alone import (
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

V = PAPER.extended(
    divisor=symbols.one_of([*range(245, 255), *range(256, 266)], "B'", unit="1"),
    k=symbols.natural("k", search=(1, 3000)),
    r=symbols.natural("r", search=(1, 255)),
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


def entries(divisor: int) -> dict[str, tuple[str, Formula]]:
    """The quartiles under noise alone, and the mean."""
    found = {
        f"{row}, {c}": (
            digits(row, c),
            external(f"{c} of {row}", QUANTILES[row], SHARES[c], divisor),
        )
        for row, columns in QUARTILES.items()
        for c in columns
    }
    return found | mean(divisor)


def mean(divisor: int) -> dict[str, tuple[str, Formula]]:
    """The mean of v^p: that of the noise plus that of v^c."""
    value = number(SCALE / divisor) ** 2 + entry("v^c", "Mean")
    return {"v^p, Mean": (digits("v^p", "Mean"), value)}


def mean_over_phi(column: str, _: Context) -> Ratio:
    """An entry of v^p over Phi."""
    return exact(float(entry("v^p", column) / PHI))


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
        found += low <= Fraction(value_at(node.tree, {})) <= high
    return found


def deviation_of_quartile(coordinates: int) -> float:
    """The standard deviation of a quartile of m^p over independent coordinates, by its density."""
    at = float(ndtri(0.25))
    density = math.exp(-(at**2) / 2) / math.sqrt(2 * math.pi)
    scale = law().first_deviation * math.sqrt(variance(255))
    return math.sqrt(0.25 * 0.75 / float(coordinates)) / density * scale


NOISE = table(entries(255), slack=1)
AGREE = "entries that agree"


def half_unit(row: str, column: str) -> Fraction:
    """How far an entry may be from the number that was rounded."""
    low, high = spread(digits(row, column), 0)
    return (high - low) / 2


def subtracted(column: str, phi: Fraction) -> Draft:
    """An entry of v^corr is that of v^p less Phi, as exactly as the digits tell."""
    gap = number(entry("v^p", column)) - phi - entry("v^corr", column)
    return says(abs(gap) <= half_unit("v^p", column) + half_unit("v^corr", column))


# The rest is what little gradient there is.
MOST = tuple(
    says(
        number(Fraction(99, 100) * entry("v^corr", column)) < external(name, value, *arguments, 255)
    )
    for column, name, value, arguments in (
        ("Q3", "Q3 of v^corr", corrected, (SHARES["Q3"],)),
        ("Mean", "Mean of v^corr", corrected_mean, ()),
    )
)
TABLE_2 = (
    claim("adambc/table-2", "§5, Table 2", "Table 2: moments and updates of the private run")
    .says(
        {
            "mean of v^p by (2)": table(mean(PHI_DIVISOR)),
            "mean of v^p is approximately Phi": behaves("about", ("Mean",), mean_over_phi),
            "third quartile of v^corr": subtracted("Q3", PHI),
            "maximum of v^corr": subtracted("Max", PHI),
        },
        repaired={"mean of v^p by (2)": table(mean(255))},
        needs_data=("the rows of the clean moments, and the largest entry of v^p",),
        notes=(
            # All entries that noise alone, divided by 255, should give; divided by 256, a few of
            # them.
            NOISE,
            says(external(AGREE, agreeing, PHI_DIVISOR) == 5),
            # No other divisor from 245 to 265 gives all.
            says(external(AGREE, agreeing, V.divisor) < len(entries(PHI_DIVISOR))),
            # One unit in the last digit of a quartile of m^p is less than its standard deviation.
            says(
                number(2 * half_unit("m^p", "Q1"))
                < external(
                    "standard deviation of the quartile of d coordinates",
                    deviation_of_quartile,
                    COORDINATES,
                )
            ),
            behaves("about", cells(QUARTILES), predicted_over_printed),
            *MOST,
            behaves("order of magnitude", cells(EXTREMES), coordinates_beyond),
            # N = 256 k - r records in k batches: a mean size from 255 on, and below 256.
            says(255 * V.k <= 256 * V.k - V.r, given=[V.r <= 255, V.k >= 255]),
            says(256 * V.k - V.r < 256 * V.k),
        ),
    )
    .rejects("divided by 254", part="mean of v^p by (2)", entries=mean(254))
    .rejects("noise divided by 254", NOISE.but(entries=entries(254)))
    .rejects("Phi of 255 subtracted", subtracted("Q3", (SCALE / 255) ** 2))
)
