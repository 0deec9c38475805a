"""The kinds of arguments that annotations name: how values are read, tests, words for messages.

Where a number is wanted, a text (``"0.1"``, ``"2/11"``), a ``Decimal``, a ``Fraction`` and a
rational of FLINT's are the same number: exactly it where the annotation is
:data:`~dptheory.numbers.Number` or ``Fraction``, the nearest float where it is ``float``.
"""

import dataclasses
import functools
import inspect
import itertools
import math
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from dptheory.errors import ArgumentError
from dptheory.numbers import Number, exact, is_tree
from dptheory.ranges import sketched, told

LARGEST = int(sys.float_info.max)
NUMBERS = (Number, float, int, Fraction)
PLAIN = (float, int)  # types whose values stand for nothing else
SLAB = (
    8192  # entries a product; BLAS shares longer ones among threads, which costs more than it saves
)
LARGE = 10**5  # entries of an array that is passed on unread: NaN in, NaN out


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Kind:
    """A kind of argument.

    Attributes:
        words: what a value must be.
        fits: whether a value is of the kind.
        read: the value that another form of it stands for; what it cannot read it leaves alone.
    """

    words: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any] = _as_it_is

    def taken(self, name: str, value: Any) -> Any:
        """The value of the argument of this name, read.

        Raises:
            ArgumentError: it is not of the kind.
        """
        found = value if type(value) in PLAIN else self.read(value)
        if not (self.fits(found) or is_symbolic(found)):
            found = sketched(value) if _is_array(value) else told(value)
            raise ArgumentError(f"{name} must be {self.words}. Found {found}.")
        return found


ANYTHING = Kind("anything", lambda value: True)


def kinds_of(function: Callable[..., Any]) -> dict[str, Kind]:
    """The kind of every parameter of a function, by its annotation."""
    hints = typing.get_type_hints(function, include_extras=True)
    return {name: _kind(hints.get(name, Any)) for name in inspect.signature(function).parameters}


def loaded_numpy() -> Any:
    """numpy if it has been imported, else None."""
    return sys.modules.get("numpy")


def has_nan(value: Any) -> bool:
    """Whether a float, an array, or an entry of a tuple of these is NaN."""
    if type(value) is tuple:
        return any(has_nan(part) for part in value)
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray):
        return isinstance(value, float) and value != value
    if value.dtype.kind != "f":
        return False
    if not value.flags.c_contiguous:
        return bool(numpy.isnan(value).any())
    # The fastest way: a sum of squares is NaN just if an entry is.
    if value.size <= SLAB:
        square = numpy.vdot(value, value)
        return bool(square != square)
    flat = value.reshape(-1)
    for begin in range(0, flat.size, SLAB):
        part = flat[begin : begin + SLAB]
        square = numpy.vdot(part, part)
        if square != square:
            return True
    return False


def is_unbounded(value: Any) -> bool:
    """Whether a float, an array, or an entry of a collection of these is infinite or NaN."""
    if _is_array(value):
        return value.dtype.kind == "f" and not loaded_numpy().isfinite(value).all()
    if isinstance(value, list | tuple):
        return any(is_unbounded(part) for part in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return any(is_unbounded(getattr(value, f.name)) for f in dataclasses.fields(value))
    return isinstance(value, float) and not math.isfinite(value)


def is_symbolic(value: Any) -> bool:
    """Whether a value stands for numbers: an expression, a ball, a tree."""
    return _stands_for_numbers(type(value))


def any_symbolic(values: Iterable[Any]) -> bool:
    """Whether one of the values is symbolic."""
    for value in values:  # noqa: SIM110  (any() with a generator takes twice as long)
        if _stands_for_numbers(type(value)):
            return True
    return False


def _is_of_symbols(kind: type) -> bool:
    """Whether a type is one of expressions, balls or trees."""
    if _is_rational_of_flint(kind):
        return False
    return kind.__module__.startswith(("sympy", "flint", "z3")) or is_tree(kind)


def _is_rational_of_flint(kind: type) -> bool:
    return kind.__module__.startswith("flint") and kind.__name__ in ("fmpq", "fmpz")


# A type does not change, so that it is asked once.
_stands_for_numbers: Callable[[type], bool] = functools.lru_cache(maxsize=4096)(_is_of_symbols)


# Values ------------------------------------------------------------------------------------------


def _is_array(value: object) -> Any:
    numpy = loaded_numpy()
    return numpy is not None and isinstance(value, numpy.ndarray)


def _is_boolean(value: Any) -> bool:
    numpy = loaded_numpy()
    return isinstance(value, bool) or (numpy is not None and isinstance(value, numpy.bool_))


def _counts(value: Any) -> bool:
    """Whether a value of a type of numbers is one: no truth value, no span of time."""
    numpy = loaded_numpy()
    return not _is_boolean(value) and (numpy is None or not isinstance(value, numpy.timedelta64))


def _real(value: Any) -> bool:
    """A real number and no NaN, of any size."""
    if type(value) is float or type(value) is int:  # without asking the abstract class
        return value == value
    return isinstance(value, Real) and _counts(value) and bool(value == value)


def _floating(value: Any) -> bool:
    """A real number that a float can hold, or infinity."""
    if type(value) is float:
        return value == value
    return _real(value) and (not isinstance(value, Rational) or abs(Fraction(value)) <= LARGEST)


def _whole(value: Any) -> bool:
    if type(value) is int:
        return True
    return hasattr(value, "__index__") and _counts(value) and not _is_array(value)


def _number(value: Any) -> bool:
    """A number of any type of the project, or an array of such."""
    if isinstance(value, Fraction):
        return True
    return _without_nan(value) if _is_array(value) else _real(value)


def _without_nan(array: Any) -> bool:
    """Whether an array has numbers and no NaN; a large one is not looked through."""
    if array.dtype.kind not in "fiu" or _is_masked(array):
        return False
    return array.size > LARGE or not has_nan(array)


def _is_masked(value: Any) -> bool:
    """Whether an array has entries that are masked: what lies below is no number of it."""
    return _is_array(value) and bool(loaded_numpy().any(getattr(value, "mask", False)))


def _array_like(value: Any) -> bool:
    """What numpy reads as an array of real numbers, without NaN."""
    kind = type(value)
    if kind is float or kind is int:
        return bool(value == value)
    loaded = sys.modules.get("numpy")
    if loaded is not None and kind is loaded.ndarray and value.dtype.kind != "O":
        return _without_nan(value)
    if isinstance(value, str | bytes) or value is None or _is_masked(value):
        return False
    import numpy

    try:
        found = numpy.asarray(value)
        if found.dtype.kind == "O":
            found = found.astype(numpy.float64)
    except (TypeError, ValueError, ArithmeticError):
        return False
    return _without_nan(found)


# Forms -------------------------------------------------------------------------------------------


def _rational(value: Any) -> Any:
    """The rational number that a text or a ``Decimal`` says, exactly; others in Python's types."""
    if isinstance(value, Fraction):
        return value
    if _is_rational_of_flint(type(value)):
        return Fraction(int(value.numerator), int(value.denominator))
    if not isinstance(value, str | Decimal):
        return _widened(value)
    try:
        return exact(str(value))
    except ValueError:
        return value


def _widened(value: Any) -> Any:
    """A number of another type of numpy's as Python's: narrow ones round and overflow early."""
    numpy = loaded_numpy()
    if numpy is None or isinstance(value, int | float) or not _counts(value):
        return value
    if isinstance(value, numpy.integer):
        return int(value)
    if isinstance(value, numpy.floating) and math.isfinite(found := float(value)):
        return found
    return value


def _float_of(value: Any) -> Any:
    """The float nearest to a rational number that it can hold; not 0 for another number."""
    if type(value) is float:
        return value
    found = _rational(value)
    if isinstance(found, Fraction) and abs(found) <= LARGEST:
        nearest = float(found)
        return nearest if nearest or not found else found
    return found


def _whole_of(value: Any) -> Any:
    """The whole number that a text, a ``Decimal`` or a ``Fraction`` says."""
    found = _rational(value)
    return int(found) if isinstance(found, Fraction) and found.denominator == 1 else found


def _floats_of(value: Any) -> Any:
    """The number or the nested list of which some entries are texts or rational numbers."""
    if isinstance(value, str | Decimal | Fraction) or _is_rational_of_flint(type(value)):
        return _float_of(value)
    if type(value) not in (list, tuple) or not _has_text(value):
        return value
    return [_floats_of(entry) for entry in value]


def _has_text(value: Any) -> bool:
    """Whether a nested list has a text, which numpy would read in its own way."""
    if isinstance(value, list | tuple):
        return any(map(_has_text, value))
    return isinstance(value, str)


# Annotations -------------------------------------------------------------------------------------


def _kind(hint: Any) -> Kind:
    """The kind of an annotation."""
    plain = _plain()
    if hint in plain:
        return plain[hint]
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _either(parts)
    if origin is typing.Literal:
        return Kind("one of " + ", ".join(map(str, parts)), parts.__contains__)
    if _is_numpy(origin):
        return _array(parts)
    if isinstance(origin, type) and issubclass(origin, abc.Mapping):
        return _instance(origin)
    if isinstance(origin, type) and issubclass(origin, abc.Iterable):
        return _several(origin, parts)
    if origin is abc.Callable:
        return Kind("a function", callable)
    holder = origin or hint
    if not isinstance(holder, type):
        return ANYTHING
    return _alike(holder) if getattr(holder, "_is_protocol", False) else _instance(holder)


def _plain() -> dict[Any, Kind]:
    return {
        Any: ANYTHING,
        Number: Kind("a number", _number, _rational),
        float: Kind("a number within floating point", _floating, _float_of),
        int: Kind("a whole number", _whole, _whole_of),
        bool: Kind("True or False", _is_boolean),
        str: Kind("a string", lambda value: isinstance(value, str)),
        Fraction: Kind(
            "a rational number", lambda v: isinstance(v, Rational) and _counts(v), _rational
        ),
        type(None): Kind("None", lambda value: value is None),
    }


def _either(parts: tuple[Any, ...]) -> Kind:
    """One of several kinds; the union that numpy calls ``ArrayLike`` is one kind."""
    numpy_typing = sys.modules.get("numpy.typing")
    names = list(parts)
    kinds = []
    if numpy_typing is not None:
        like = typing.get_args(numpy_typing.ArrayLike)
        if set(like) <= set(names):
            names = [part for part in names if part not in like]
            kinds.append(Kind("an array of numbers", _array_like, _floats_of))
    kinds += [_kind(part) for part in names]
    if len(kinds) == 1:
        return kinds[0]
    tests = tuple(kind.fits for kind in kinds)
    exact_first = sorted(kinds, key=lambda kind: kind.read is _float_of)

    def fits(value: Any) -> bool:
        for test in tests:  # noqa: SIM110  (any() with a generator takes twice as long)
            if test(value):
                return True
        return False

    def read(value: Any) -> Any:
        # A word that is wanted is no number, and a rational number no float where both may be.
        if any(kind.fits(value) and kind.read(value) is value for kind in kinds):
            return value
        for kind in exact_first:
            found = kind.read(value)
            if found is not value and kind.fits(found):
                return found
        return value

    return Kind(" or ".join(kind.words for kind in kinds), fits, read)


def _is_numpy(origin: Any) -> bool:
    numpy = loaded_numpy()
    return numpy is not None and origin is numpy.ndarray


def _array(parts: tuple[Any, ...]) -> Kind:
    """A numpy array whose numbers can be read as the annotated type.

    NaN may be among them: it is what is left of a run that diverged.
    """
    name = repr(parts[-1])
    families, words = "fiu", "an array of numbers"
    if "bool" in name:
        families, words = "b", "an array of booleans"
    elif "inexact" in name:
        families, words = "fc", "an array of real or complex numbers"
    elif "int" in name:
        families, words = "iu", "an array of whole numbers"

    def fits(value: Any) -> bool:
        return _is_array(value) and value.dtype.kind in families and not _is_masked(value)

    return Kind(words, fits)


def _several(origin: type, parts: tuple[Any, ...]) -> Kind:
    """A collection; its entries are looked at unless reading would use them up."""
    pair = origin is tuple and parts[-1:] != (...,)
    kinds = [_kind(part) for part in parts if part is not ...]
    words = f"a {origin.__name__.lower()} (each {kinds[0].words})"
    if pair:
        words = f"a tuple ({', '.join(kind.words for kind in kinds)})"

    def fits(value: Any) -> bool:
        if _is_array(value) and value.dtype.kind != "O":
            fits_in = value.ndim == 1 if parts[0] in NUMBERS else value.ndim > 0
            return fits_in and _number(value) and each_fits(value[:1])
        if isinstance(value, str | bytes | dict) or not isinstance(value, abc.Iterable):
            return False
        if isinstance(value, abc.Set) and issubclass(origin, abc.Sequence):
            return False  # it has no order
        if not isinstance(value, abc.Sized):
            return origin is abc.Iterable
        if pair and len(value) != len(kinds):
            return False
        return each_fits(value)

    def each_fits(entries: Iterable[Any]) -> bool:
        each = kinds if pair else itertools.repeat(kinds[0])
        return all(
            kind.fits(entry) or is_symbolic(entry)
            for kind, entry in zip(each, entries, strict=False)
        )

    def read(value: Any) -> Any:
        if type(value) not in (list, tuple) or (pair and len(value) != len(kinds)):
            return value
        each = kinds if pair else itertools.repeat(kinds[0])
        found = [kind.read(entry) for kind, entry in zip(each, value, strict=False)]
        same = all(new is old for new, old in zip(found, value, strict=True))
        return value if same else type(value)(found)

    return Kind(words, fits, read)


def _instance(holder: type) -> Kind:
    """A value of a class; of an enumeration its members are named."""
    words = f"a {holder.__name__}"
    if issubclass(holder, Enum):
        words = "one of " + ", ".join(str(member) for member in holder)
    return Kind(words, lambda value: isinstance(value, holder))


def _alike(protocol: type) -> Kind:
    """A value that has what a protocol names."""
    names = {*vars(protocol), *vars(protocol).get("__annotations__", {})}
    wanted = sorted(name for name in names if not name.startswith("_"))
    return Kind(
        f"a {protocol.__name__} (with {', '.join(wanted)})",
        lambda value: all(hasattr(value, name) for name in wanted),
    )
