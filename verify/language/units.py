"""Units of a claim's symbols, and how a change of units acts on a number.

A unit is a product of powers of the base units, written like ``loss/length^2``; ``1``, or nothing,
is the unit of a pure number (a ``probability`` is one) and ``gradient`` stands for loss/length.
Rescaling multiplies a quantity by the product of the base factors to those powers: a true statement
is carried along by every such change.
"""

from collections.abc import Mapping
from fractions import Fraction

BASE = ("loss", "length", "time")
PURE = ("", "1", "probability")
DERIVED = {"gradient": "loss/length"}


def exponents(unit: str) -> dict[str, int]:
    """The powers of the base units in ``unit``.

    Raises:
        ValueError: the text is not a product of base units.
    """
    powers = dict.fromkeys(BASE, 0)
    for place, product in enumerate(unit.split("/")):
        sign = 1 if place == 0 else -1
        for factor in product.split("*"):
            name, _, power = factor.strip().partition("^")
            if name in PURE:
                continue
            if name in DERIVED:
                for base, count in exponents(DERIVED[name]).items():
                    powers[base] += sign * count * int(power or 1)
                continue
            if name not in powers:
                raise ValueError(f"a unit must be made of {', '.join(BASE)}. Found {unit!r}.")
            powers[name] += sign * int(power or 1)
    return powers


def factor(unit: str, scales: Mapping[str, Fraction]) -> Fraction:
    """What a quantity of this unit is multiplied by when the base units are scaled."""
    result = Fraction(1)
    for name, power in exponents(unit).items():
        result *= Fraction(scales.get(name, 1)) ** power
    return result
