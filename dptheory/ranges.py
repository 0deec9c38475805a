"""Range checks and exact quotients shared by problems, mechanisms, simulators and bounds.

Each check takes the argument's name as a user knows it and raises
``ArgumentError("momentum beta must be in [0, 1). Found 1.2.")``. A condition on a sympy expression
that sympy cannot decide counts as a hypothesis and passes; one on an arb ball must be certain.
"""

import dataclasses
import math
import re
import sys
from fractions import Fraction
from numbers import Rational
from typing import Any, NoReturn

from dptheory.errors import ArgumentError
from dptheory.numbers import Number, is_tree, kind
from dptheory.results import brief, shortened

TERMS = 10**7  # of a formula
WORK = 6e13  # half a minute
SHORT = 8192  # entries of an array; BLAS shares longer products among threads
LONGEST = 80  # characters of a value in a message
PLAIN = 20  # characters of a quotient that somebody writes
FEW = 8  # entries of an array or a collection that a message shows
COLLECTIONS = (list, tuple, set, frozenset, dict)
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # of an object, in the text that Python has for it


def holds(condition: Any) -> bool:
    """Whether a comparison holds: for all entries of an array, or undecided by sympy."""
    if condition is True or condition is False:
        return bool(condition)
    if type(condition).__module__.startswith("sympy"):
        return bool(condition != False)  # noqa: E712  (an undecided relation is not a bool)
    if hasattr(condition, "all"):
        return bool(condition.all())
    return bool(condition)


def require(condition: Any, name: str, allowed: str, value: Any) -> None:
    """Raise ``ArgumentError`` unless the condition holds."""
    if not holds(condition):
        _refuse(name, allowed, value)


def _refuse(name: str, allowed: str, value: Any) -> NoReturn:
    raise ArgumentError(f"{name} must be {allowed}. Found {told(value)}.")


def told(value: Any) -> str:
    """A value as messages show it: one short line, whatever it is.

    Of an array of more than :data:`FEW` entries it is the shape; records and collections are cut
    short, and have arrays as their shapes.
    """
    try:
        if math.prod(_shape(value)) > FEW:
            return sketched(value)
        text = _text(value) or "''"
    except Exception as error:  # its text is the user's code; and Python writes no huge integers
        huge = isinstance(error, ValueError) and isinstance(value, Rational)
        return "a number of thousands of digits" if huge else f"<{type(value).__name__} object>"
    text = " ".join(ADDRESS.sub("", text).split())
    short = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    return short if "nan" in short else short + _with_nan(value)


def _with_nan(value: Any) -> str:
    """That an array or a list has a NaN, which its text may leave out."""
    return ", with NaN" if _has_nan(value) else ""


def _has_nan(value: Any) -> bool:
    if getattr(getattr(value, "dtype", None), "kind", "") == "f":
        return bool((value != value).any())
    return isinstance(value, list | tuple) and any(isinstance(x, float) and x != x for x in value)


def _text(value: Any) -> str:
    if type(value) is Fraction:
        return _short(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return shortened(value)
    return brief(value) if isinstance(value, COLLECTIONS) else str(value)


def _short(value: Fraction) -> str:
    """A rational as its user wrote it: one with long parts that is a float, as that float."""
    text = str(value)
    floating = len(text) > PLAIN and abs(value) <= sys.float_info.max
    return str(float(value)) if floating and float(value) == value else text


def sketched(value: Any) -> str:
    """A value as messages show it that may come to logs: of what may be records no entry."""
    name = type(value).__name__.removeprefix("nd")
    if shape := _shape(value):
        return f"{name} of shape {shape}{_with_nan(value)}"
    if isinstance(value, COLLECTIONS):
        return f"{name} of {len(value)}{_with_nan(value)}"
    return told(value)


def _shape(value: Any) -> tuple[int, ...]:
    """The shape of an array or of a table; () of anything else."""
    found = getattr(value, "shape", ()) if hasattr(type(value), "__array__") else ()
    return found if isinstance(found, tuple) else ()


def is_finite(x: Number) -> bool:
    """Whether a number, or every entry of an array, is finite."""
    if type(x) is float:
        return math.isfinite(x)
    if isinstance(x, Fraction):
        return True
    family = kind(x)
    if family == "float":
        return math.isfinite(x)
    if family == "array":
        import numpy as np

        floats = isinstance(x, np.ndarray) and x.dtype == np.float64 and x.flags.c_contiguous
        floats = floats and x.size <= SHORT
        # A finite sum of squares has finite terms; it is the fastest look, and may overflow.
        if floats and math.isfinite(np.vdot(x, x)):
            return True
        return bool(np.isfinite(x).all())
    if family == "arb":
        return bool(x.is_finite())
    return family in ("exact", "tree") or x.is_finite is not False


def positive(name: str, x: Number) -> Number:
    """The number, if it is positive and finite."""
    return x if is_finite(x) and holds(x > 0) else _refuse(name, "positive and finite", x)


def nonnegative(name: str, x: Number) -> Number:
    """The number, if it is nonnegative and finite."""
    return x if is_finite(x) and holds(x >= 0) else _refuse(name, "nonnegative and finite", x)


def finite(name: str, x: Number) -> Number:
    """The number, if it is finite."""
    return x if is_finite(x) else _refuse(name, "finite", x)


def vector(name: str, x: Any, dimension: int) -> Any:
    """The finite float64 array of shape (dimension,) that x stands for; never x itself."""
    import numpy as np

    found = np.array(x, dtype=np.float64)
    if found.shape != (dimension,):
        raise ArgumentError(f"{name} must be of shape ({dimension},). Found shape {found.shape}.")
    require(is_finite(found), name, "finite", x)
    return found


def per_step(name: str, x: Any, steps: int) -> Any:
    """The nonnegative numbers, one a step, that x or a single number for all of them stands for."""
    import numpy as np

    found = np.asarray(x, dtype=np.float64)
    allowed = f"one number or {steps} numbers"
    require(found.shape in ((), (steps,)), name, allowed, f"shape {found.shape}")
    require(is_finite(found) and found >= 0, name, "nonnegative and finite", x)
    return np.array(np.broadcast_to(found, (steps,)))


def count(name: str, value: Any, least: int = 1, most: Any = None) -> Any:
    """A whole number in [least, most] (most = None: no upper limit), or an expression."""
    allowed = f"a whole number at least {least}"
    if most is not None:
        allowed = f"a whole number from {least} to {most}"
    symbolic = type(value).__module__.startswith("sympy") or is_tree(type(value))
    if not symbolic:
        whole = hasattr(value, "__index__") and not isinstance(value, bool)
        require(whole, name, allowed, value)
        value = int(value)
    require(value >= least, name, allowed, value)
    if most is not None:
        require(value <= most, name, allowed, value)
    return value


def length(name: str, value: Any, *numbers: Number, least: int = 1) -> Any:
    """A number of terms or steps that a formula takes one after the other, or an expression.

    At most :data:`TERMS`. Rational numbers gain digits with every step and reducing them costs the
    square of their digits, so that T steps with numbers of b bits take about T^3 b^2 times 0.5 ps:
    of them as many as :data:`WORK` allows.

    Args:
        name: of the argument.
        value: T.
        numbers: what the formula is evaluated with.
        least: the smallest T.

    Raises:
        ValueError: the value is no such number, or more than can be computed.
    """
    most = TERMS
    exact = [x for x in numbers if isinstance(x, int | Fraction)]
    if len(exact) == len(numbers) > 0:
        bits = max(max(x.numerator.bit_length(), x.denominator.bit_length()) for x in exact)
        most = min(most, max(least, round((WORK / max(bits, 1) ** 2) ** (1 / 3))))
    return count(name, value, least, most)


def power(base: Number, name: str, exponent: Any) -> Number:
    """base to the power of a whole number, at least 1; of a rational one with at most 10^7 bits.

    Raises:
        ValueError: the exponent is no such number, or more than can be computed.
    """
    most = None
    if isinstance(base, int | Fraction) and abs(base) != 1 and base != 0:
        base = Fraction(base)
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        most = max(1, TERMS // bits)
    return base ** count(name, exponent, most=most)


def quotient(a: Number, b: Number) -> Number:
    """a/b, a ``Fraction`` also when both are whole numbers."""
    exact = kind(a) == "exact" and kind(b) == "exact"
    return Fraction(a) / Fraction(b) if exact else a / b
