"""Pieces of LaTeX for the renderer: numbers, brackets, scripts, names."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.display.latex.tokens import joined, script

CONDITION, ADD, TERM, FACTOR, ATOM = range(5)
TALL = re.compile(r"\\(frac|sum|prod|sqrt|left|begin)")
LONGEST = 6  # digits of a decimal that is written without a power of ten


@dataclass(frozen=True)
class Piece:
    """LaTeX, how tightly it holds together, and whether it draws in what follows it."""

    text: str
    level: int
    greedy: bool = False


def fenced(text: str, left: str = "(", right: str = ")", *, high: bool = False) -> str:
    """Brackets as high as what they hold."""
    if high or TALL.search(text):
        return joined(rf"\left{left}", text) + rf"\right{right}"
    return joined(left, text) + right


def number(value: Fraction, *, small: bool = False) -> Piece:
    """A rational: whole, a decimal where tens divide its denominator, else a fraction.

    Args:
        small: write a fraction with a slash.
    """
    if value < 0:
        return Piece("-" + number(-value, small=small).text, ADD)
    if value.denominator == 1:
        digits = str(value.numerator)
        short = len(digits) <= 2 * LONGEST or len(digits.rstrip("0")) > LONGEST
        return Piece(digits, ATOM) if short else _scientific(digits, len(digits) - 1)
    decimal = _decimal(value)
    if decimal is not None and (value.denominator % 10 == 0 or value.denominator % 25 == 0):
        return decimal
    top, bottom = value.numerator, value.denominator
    if small:
        return Piece(f"{top}/{bottom}", TERM)
    return Piece(rf"\frac{{{top}}}{{{bottom}}}", FACTOR)


def _decimal(value: Fraction) -> Piece | None:
    """A decimal that ends; None where it does not, or only after 40 places."""
    places, scaled = 0, value
    while scaled.denominator != 1 and places < 40:
        places, scaled = places + 1, scaled * 10
    if scaled.denominator != 1:
        return None
    digits = str(scaled.numerator)
    if places > LONGEST:
        return _scientific(digits, len(digits) - 1 - places)
    digits = digits.rjust(places + 1, "0")
    return Piece(f"{digits[:-places]}.{digits[-places:]}", ATOM)


def _scientific(digits: str, power: int) -> Piece:
    """The digits with a point behind the first, times a power of ten."""
    ten = "10" + script("^", str(power))
    digits = digits.rstrip("0")
    if digits == "1":
        return Piece(ten, FACTOR)
    mantissa = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
    return Piece(rf"{mantissa}\cdot{ten}", TERM)


def shown(value: Any) -> str:
    """A value of a set as LaTeX."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return number(Fraction(value), small=True).text
    if isinstance(value, tuple):
        return fenced(", ".join(map(shown, value)))
    return rf"\text{{{value}}}"
