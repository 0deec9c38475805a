"""What :mod:`.hostile_api` calls functions with: good and bad values of every kind.

Two calls of three start from one that was seen (:mod:`.hostile_examples`), the others
from values of each kind that a caller would give. Then up to two arguments are replaced, one time
of two by a value that nobody should give. Records of the library are those that were seen or
answered before.
"""

import collections.abc as abc
import inspect
import types
import typing
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from dptheory.numbers import Number

NAN, INF, HUGE = float("nan"), float("inf"), 10**400
BAD_NUMBERS: tuple[Any, ...] = (
    NAN, INF, -INF, -1.0, 0.0, -0.0, 1e308, -1e308, 1e-308, 5e-324, 1e200, 1e-200, 1e16, HUGE,
    -HUGE, Fraction(HUGE, 3), Fraction(1, HUGE), Fraction(1, 3), True, None, "abc", "", b"1", "1",
    1j, [], [1.0], {}, object(), np.float32(0.5), np.float64("nan"), np.array([1.0, 2.0]),
    np.array("a"), lambda: 1,
)  # fmt: skip
BAD_COUNTS: tuple[Any, ...] = (
    0, -1, 7, 10**6, 10**9, 10**18, 2**63, HUGE, -HUGE, 1.0, 2.5, NAN, INF, True, None, "3", "abc",
    [], [3], 1j, np.int64(2), np.float64(2.0), Fraction(2),
)  # fmt: skip
BAD_ARRAYS: tuple[Any, ...] = (
    [], [[]], [1.0, NAN], [1.0, INF], [1e308, 1e308, 1e308], [5e-324] * 3, [0.0] * 3,
    [-1.0, 2.0, 3.0], [[1.0], [1.0, 2.0]], ["a", "b"], "abc", b"ab", None, {}, 1.0, 1, [None],
    [1j], [HUGE], [True, False], np.zeros(0), np.zeros((2, 3, 4)), np.zeros((0, 3)), np.array("a"),
    np.array([1, None], dtype=object), np.array([1e308] * 3), np.ones((3, 3)) * np.nan, object(),
    np.array([1.0, 2.0, 3.0], dtype=np.float16), np.array([1j]), [[1.0, 2.0], [3.0, 4.0]],
)  # fmt: skip
BAD_OTHERS: tuple[Any, ...] = (
    None, "", "abc", 1, -1.0, NAN, [], {}, (), object(), b"a", HUGE, True,
)  # fmt: skip

GOOD_NUMBERS = (0.5, 1.0, 0.1, 2.0, 0.9, 10.0, 0.01, 1, 2, Fraction(1, 2), Fraction(1, 10))
GOOD_FLOATS = (0.5, 1.0, 0.1, 2.0, 0.9, 10.0, 0.01, 1e-5)
GOOD_COUNTS = (1, 2, 3, 4, 10)
GOOD_VECTORS = (
    np.array([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0], [0.5, 0.25, 0.25], np.ones(3), np.array([0.1]),
    np.array([-1.0, 0.5, 2.0]), np.arange(4.0), np.ones((3, 3)), np.ones((2, 3)), 1.0,
)  # fmt: skip
GOOD_WHOLE = (np.array([0, 1, 2]), np.array([1, 2, 3]), np.arange(5))
WORDS: tuple[str, ...] = ("gradient", "heavy-ball", "nesterov", "clip", "normalise", "abadi")
WORDS += ("auto", "mean", "sum", "bound", "one", "cauchy", "laplace")
# How many arguments of a call are replaced, and how often: of three calls two are seen ones.
REPLACED, SEEN = (0, 0, 1, 1, 2), 3

Strategy = st.SearchStrategy[Any]
Pool = dict[type, list[Any]]


def arguments(
    function: Callable[..., Any],
    words: list[str],
    pool: Pool,
    holder: type | None = None,
    seen: Sequence[dict[str, Any]] = (),
) -> Strategy:
    """Keyword arguments of a call.

    Args:
        function: of the public API.
        words: strings that the function is known to take; may grow while values are drawn.
        pool: records by class, which may grow as well.
        holder: of a method, its class: the class of ``self``.
        seen: arguments of calls that it answered.
    """
    target = function.__init__ if isinstance(function, type) else function  # type: ignore[misc]
    hints = typing.get_type_hints(target, include_extras=True)
    good, others = {}, {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        fits, bad = _good(hints.get(name, Any), words, pool)
        if name == "self" and holder is not None:
            good[name] = _records(holder, pool)
            continue
        others[name] = st.one_of(fits, st.sampled_from(bad))
        if parameter.default is not parameter.empty:
            fits = st.one_of(st.just(parameter.default), fits)
        good[name] = fits
    drawn = st.fixed_dictionaries(good)
    known = [{k: v for k, v in one.items() if k in good} for one in seen]
    if known:
        anew, again = drawn, st.sampled_from(known)
        drawn = st.integers(0, SEEN - 1).flatmap(lambda k: again if k else anew)
    return st.builds(_replaced, drawn, st.sampled_from(REPLACED).flatmap(partial(_few, others)))


def _few(others: dict[str, Strategy], number: int) -> Strategy:
    """Values of so many arguments."""
    if not number or not others:
        return st.just({})
    names = st.lists(st.sampled_from(sorted(others)), min_size=1, max_size=number, unique=True)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({n: others[n] for n in chosen}))


def _replaced(call: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    return call | others


def _good(hint: Any, words: list[str], pool: Pool) -> tuple[Strategy, tuple[Any, ...]]:
    """A strategy of good values, and bad values."""
    plain = {
        Any: (GOOD_NUMBERS, BAD_NUMBERS),
        Number: (GOOD_NUMBERS, BAD_NUMBERS),
        float: (GOOD_FLOATS, BAD_NUMBERS),
        int: (GOOD_COUNTS, BAD_COUNTS),
        bool: ((True, False), BAD_OTHERS),
        Fraction: ((Fraction(1, 2), Fraction(2), Fraction(1, 10)), BAD_NUMBERS),
        type(None): ((None,), BAD_OTHERS),
        Path: ((Path("missing"),), BAD_OTHERS),
        ArrayLike: (GOOD_VECTORS, BAD_ARRAYS),
    }
    if hint in plain:
        return st.sampled_from(plain[hint][0]), plain[hint][1]
    if hint is str:
        return st.integers(0, 2**16).map(
            lambda k: [*words, *WORDS][k % len([*words, *WORDS])]
        ), BAD_OTHERS
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is np.ndarray:
        return st.sampled_from(GOOD_WHOLE if "int" in repr(parts[-1]) else GOOD_VECTORS), BAD_ARRAYS
    if origin in (typing.Union, types.UnionType):
        like = typing.get_args(ArrayLike)
        kinds = [part for part in parts if part not in like]
        kinds += [ArrayLike] if set(like) <= set(parts) else []
        options = [_good(part, words, pool) for part in kinds]
        return st.one_of([good for good, _ in options]), sum((bad for _, bad in options), ())
    if origin is tuple and parts[-1:] != (...,):
        return st.tuples(*(_good(part, words, pool)[0] for part in parts)), BAD_ARRAYS
    if isinstance(origin, type) and issubclass(origin, abc.Mapping):
        return _records(dict, pool), BAD_OTHERS
    if isinstance(origin, type) and issubclass(origin, abc.Iterable):
        entry = _good(parts[0], words, pool)[0]
        return st.lists(entry, min_size=1, max_size=3).map(tuple), BAD_ARRAYS
    if origin is abc.Callable:
        return _good(parts[1], words, pool)[0].map(_function), BAD_OTHERS
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint)), (*BAD_OTHERS, *(member.value for member in hint))
    return _records(hint, pool), BAD_OTHERS


def _function(answer: Any) -> Callable[..., Any]:
    """A function that answers with its argument where that is a number, as it shall else."""
    return lambda *given: given[0] if isinstance(answer, int | float | Fraction) else answer


def _records(hint: Any, pool: Pool) -> Strategy:
    """Records of a class or protocol, of those that are known when one is drawn; else None."""

    def pick(place: int) -> Any:
        found = pool.get(hint, [])
        if getattr(hint, "_is_protocol", False):
            found = [record for kind in pool.values() for record in kind]
        return _at(found, place) if found else None

    return st.integers(0, 2**16).map(pick)


def _at(entries: list[Any], place: int) -> Any:
    return entries[place % len(entries)]
