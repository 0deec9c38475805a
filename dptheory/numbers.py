"""Elementary functions over any of the project's number types.

A formula is written once and evaluated with floats, numpy arrays, ``int``/``Fraction``, arb balls
(python-flint) or sympy expressions. The functions below choose the implementation from the type of
their argument; nothing is imported before it is needed.

Exact types stay exact: ``sqrt`` of a ``Fraction`` returns a ``Fraction`` when the root is rational
and raises ``ValueError`` otherwise, so that a silent loss of exactness cannot happen.
"""

import functools
import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Annotated, Any

from dptheory.errors import ArgumentError

LARGEST_EXPONENT, LONGEST = 999, 400  # of a number that is written as text
WRITTEN = f"of at most {LONGEST} characters, with an exponent up to {LARGEST_EXPONENT}"

Number = Annotated[Any, "float | numpy array | int | Fraction | flint.arb | sympy.Expr"]


def kind(x: Number) -> str:
    """The family of a number: ``exact``, ``float``, ``array``, ``arb``, ``sympy`` or ``tree``.

    A ``tree`` is a formula in the making (:func:`is_tree`).
    """
    family = _family(type(x))
    if family is None:
        raise ArgumentError(
            f"a number must be a float, Fraction, arb, sympy or numpy value. Found {x!r}."
        )
    return family


def _family_of(kind_of: type) -> str | None:
    """The family of a type; None if it has none."""
    if issubclass(kind_of, int | Fraction) and not issubclass(kind_of, bool):
        return "exact"
    module = kind_of.__module__
    if module.startswith("sympy"):
        return "sympy"
    if module.startswith("flint"):
        return "arb"
    if issubclass(kind_of, float):
        return "float"
    if module.startswith("numpy"):
        return "array"
    return "tree" if is_tree(kind_of) else None


def is_tree(kind_of: type) -> bool:
    """Whether a type is one of formulas in the making: it computes, and has ``function(name)``."""
    computes = all(hasattr(kind_of, f"__{name}__") for name in ("radd", "rmul", "pow", "neg"))
    return computes and callable(getattr(kind_of, "function", None))


# A type's family does not change, so that it is looked for once.
_family: Callable[[type], str | None] = functools.lru_cache(maxsize=4096)(_family_of)


def exact(text: str) -> Fraction:
    """The rational that a decimal (``0.1``, ``1e-3``) or a quotient (``2/11``) says, exactly.

    Raises:
        ValueError: anything else: NaN, infinities and underscores included.
    """
    exponent = re.search(r"e([+-]?\d+)\s*$", text, re.IGNORECASE)
    plain = text.isascii() and "_" not in text and len(text) <= LONGEST
    if not plain or (exponent and abs(int(exponent[1])) > LARGEST_EXPONENT):
        raise ArgumentError(f"a number must be one {WRITTEN}. Found {text[:60]!r}.")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ArgumentError(
            f"a number must be decimal or rational. Found {text[:60]!r}."
        ) from error


def exact_sqrt(x: int | Fraction) -> Fraction:
    """The rational square root of a nonnegative rational.

    Raises:
        ValueError: the number is negative or its root is irrational.
    """
    x = Fraction(x)
    if x >= 0:
        top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
        if top * top == x.numerator and bottom * bottom == x.denominator:
            return Fraction(top, bottom)
    raise ArgumentError(f"sqrt of a rational must be rational. Found sqrt({x}).")


def _apply(name: str, x: Number) -> Number:
    family = kind(x)
    if family == "sympy":
        import sympy

        return getattr(sympy, name)(x)
    if family == "arb":
        return getattr(x, name)()
    if family == "tree":
        return x.function(name)
    if family == "array":
        import numpy as np

        return getattr(np, name)(x)
    return getattr(math, name)(x)


def sqrt(x: Number) -> Number:
    """Square root; exact for rationals (see the module's docstring)."""
    return exact_sqrt(x) if kind(x) == "exact" else _apply("sqrt", x)


def exp(x: Number) -> Number:
    """Exponential; of a rational, only ``exp(0)`` is exact, anything else becomes a float."""
    return Fraction(1) if kind(x) == "exact" and x == 0 else _apply("exp", x)


def log(x: Number) -> Number:
    """Natural logarithm; of a rational, only ``log(1)`` is exact, anything else becomes a float."""
    return Fraction(0) if kind(x) == "exact" and x == 1 else _apply("log", x)


def cos(x: Number) -> Number:
    """Cosine."""
    return Fraction(1) if kind(x) == "exact" and x == 0 else _apply("cos", x)


def sin(x: Number) -> Number:
    """Sine."""
    return Fraction(0) if kind(x) == "exact" and x == 0 else _apply("sin", x)


def absolute(x: Number) -> Number:
    """Absolute value (of a sympy expression: ``Abs``)."""
    return abs(x)


def maximum(*xs: Number) -> Number:
    """The largest of the arguments, which must be of one family."""
    family = kind(xs[0])
    if family == "sympy":
        import sympy

        return sympy.Max(*xs)
    if family == "array":
        import functools

        import numpy as np

        return functools.reduce(np.maximum, xs)
    if family == "tree":
        return xs[0].maximum(*xs[1:])
    if family == "arb":
        top = xs[0]
        for x in xs[1:]:
            top = top.max(x)
        return top
    return max(xs)


def total(terms: Iterable[Number]) -> Number:
    """The sum of the terms, from the left."""
    result: Number = 0
    for term in terms:
        result = result + term
    return result
