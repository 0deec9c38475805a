"""Numbers for a reader: as many digits as show what is to be seen, and no more."""

import math
import re
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

from verify.formula.linear import flat

FEW = 6  # digits of a number that stands alone
MOST = 40  # digits at which two rationals are given up; floats stop at what rounding leaves
RELIABLE = 14
READ_AT_ONCE = 7  # signs of a fraction that needs no decimal beside it
WHOLE = 12  # digits of a whole number that is written out
LONGEST = 24  # signs of a rational that is written out
ENTRIES = 8  # of a tuple
RATIONAL = re.compile(rf"-?\d+/\d+(?<=[\d/-]{{{MOST}}})")  # one with as many signs
CONTACT = 1e-6  # a search comes so close to where sides meet, and no closer


def decimal(value: Fraction | int | float, digits: int = FEW) -> str:
    """A number with so many significant digits, of any size."""
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    top, bottom = map(Decimal, value.as_integer_ratio())
    context = Context(prec=digits, Emax=10**9, Emin=-(10**9))
    return f"{context.normalize(context.divide(top, bottom)):g}"


def exactly(value: Fraction | int, most: int = LONGEST) -> str:
    """A rational as it is, "" where that takes more than so many signs."""
    top, bottom = value.as_integer_ratio()
    if top.bit_length() + bottom.bit_length() > 4 * most:  # Python refuses to write the longest
        return ""
    text = str(value)
    return text if len(text) <= most else ""


def abbreviated(text: str) -> str:
    """A text in which rationals that nobody reads are decimals."""
    return RATIONAL.sub(lambda found: f"about {decimal(Fraction(found[0]))}", text)


def against(left: Any, right: Any) -> tuple[str, str]:
    """Two numbers, or two tuples, with the digits that tell them apart.

    A long fraction is written as a decimal, with the fraction behind it where that is short.
    """
    digits, most = FEW, MOST
    if any(isinstance(v, float) for v in flat((left, right))):
        most = RELIABLE
    if left != right:
        apart = (n for n in range(FEW, most + 1) if _side(left, n) != _side(right, n))
        digits = next(apart, FEW)
    return _side(left, digits, exact=True), _side(right, digits, exact=True)


def ratio(value: float) -> str:
    """A ratio with three digits, or with the digits that tell it from 1."""
    gap = abs(value - 1)
    if gap < CONTACT:
        return "1"
    if gap > 0.1 or not math.isfinite(value):
        return f"{value:.3g}"
    return f"{value:.{1 - math.floor(math.log10(gap))}f}".rstrip("0")


def _side(value: Any, digits: int, *, exact: bool = False) -> str:
    """A side of a comparison.

    Args:
        exact: write a fraction behind its decimal.
    """
    if isinstance(value, tuple):
        return listed([_side(v, digits) for v in value[:ENTRIES]], len(value))
    if not isinstance(value, Fraction | int | float):
        return str(value)
    if isinstance(value, float):
        return decimal(value, digits)
    whole = value == int(value)
    if text := exactly(value, WHOLE if whole else READ_AT_ONCE):
        return text
    behind = exactly(value) if exact and not whole else ""
    return decimal(value, digits) + (f" ({behind})" if behind else "")


def listed(entries: Sequence[str], length: int) -> str:
    """The first entries of a tuple of so many."""
    more = ["..."] if length > len(entries) else []
    return f"({', '.join([*entries, *more])})"
