"""The full inequality in whole numbers: what :mod:`dptheory.lyapunov.sdp` proposes, decided.

``verify/kernel.py`` decides the same questions on its own; the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from dptheory.lyapunov.exact import integers
from dptheory.lyapunov.interpolation import Array, Names, Scaled
from dptheory.lyapunov.sdp import STEP, Moments, condition_forms, part, rows_of, unknowns
from dptheory.numbers import Number
from dptheory.ranges import require

BITS = 64  # of a rounded number


def ratio(x: Number) -> fmpq:
    """A number as a rational of python-flint, whose sums and products are fast.

    Raises:
        ValueError: the number is no float and no rational one.
    """
    require(isinstance(x, fmpq | Rational | float), "x", "a rational number or a float", x)
    return x if isinstance(x, fmpq) else fmpq(*x.as_integer_ratio())


def fraction(x: fmpq) -> Fraction:
    """A rational of python-flint as one of Python's."""
    return Fraction(int(x.p), int(x.q))


def rational(at: Scaled) -> Scaled:
    """A method in such rationals."""
    return at.of(ratio)


def semidefinite(matrix: fmpz_mat) -> bool:
    """Whether a symmetric matrix of whole numbers is positive semidefinite, without fractions."""
    rest: list[list[Any]] = matrix.tolist()
    last: Any = 1
    while rest:
        top = rest[0]
        pivot = top[0]
        if pivot < 0 or (pivot == 0 and any(top)):
            return False
        if pivot == 0:
            rest = [row[1:] for row in rest[1:]]
            continue
        rest = [
            [(pivot * row[j] - row[0] * top[j]) // last for j in range(1, len(top))]
            for row in rest[1:]
        ]
        last = pivot
    return True


def exact(values: Mapping[str, float]) -> dict[str, Fraction]:
    """Unknowns as the rationals that they are."""
    return {name: Fraction(value) for name, value in values.items()}


def holds(
    at: Scaled, rho2: Fraction, values: Mapping[str, Fraction], blocks: Sequence[str]
) -> bool:
    """Whether parts of the inequality hold at rational unknowns; those left out are 0."""
    vector, _ = integers(*(values.get(n, Fraction(0)) for n in unknowns(at.names)))
    v, quick = fmpz_mat(1, len(vector), vector), rational(at)
    for block in blocks:
        it = part(at.names, block)
        (r, r_one), (power, one) = rho2.as_integer_ratio(), _power(at, rho2, block)
        plain, by_r = _coefficients(at.names, block).rows
        if min((r_one * (v * plain) + r * (v * by_r)).entries()) < 0:
            return False
        plain, other = _coefficients(at.names, block).forms
        flat, size = one * (v * plain) + power * (v * other), it.forms.shape[-1]
        rows = whole(rows_of(quick, block, "c" in values))
        form = rows.transpose() * fmpz_mat(size, size, flat.entries()) * rows
        if not semidefinite(form):
            return False
    return True


def _power(at: Scaled, rho2: Fraction, block: str) -> tuple[int, int]:
    """The number that a part's form is affine in, r or mu/(L - mu), as a ratio."""
    top, bottom = at.m.as_integer_ratio()
    return rho2.as_integer_ratio() if block == "decrease" else (top, bottom - top)


@dataclass(frozen=True)
class _Coefficients:
    """A part's coefficients, a row for each unknown, by powers; forms with their rows in turn."""

    forms: tuple[fmpz_mat, ...]
    rows: tuple[fmpz_mat, ...]


@cache
def _coefficients(names: Names, block: str) -> _Coefficients:
    it = part(names, block)

    def entries(array: Array) -> fmpz_mat:
        return fmpz_mat(array.reshape(len(array), -1).tolist())

    return _Coefficients(tuple(map(entries, it.forms)), tuple(entries(row.T) for row in it.rows))


def multipliers(
    names: Names, block: str, values: Mapping[str, fmpq], rho2: fmpq
) -> dict[str, fmpq]:
    """A part's multipliers at the unknowns, by the names of their conditions.

    Raises:
        ValueError: a value is no rational number.
    """
    rational_ones = all(isinstance(x, int | fmpz | fmpq) for x in values.values())
    require(rational_ones, "values", "whole or rational numbers of FLINT", dict(values))
    v = fmpq_mat(1, len(unknowns(names)), [values.get(n, 0) for n in unknowns(names)])
    plain, by_r = (v * fmpq_mat(rows) for rows in _coefficients(names, block).rows)
    found = (plain + by_r * rho2).entries()
    return dict(zip(part(names, block).names, found, strict=True))


# What excludes a rate -----------------------------------------------------------------------------


def exact_moments(found: Moments) -> Moments:
    """A proposal in rationals."""

    def rounded(x: float) -> fmpq:
        return fmpq(round(x * 2**BITS), 2**BITS)

    step, values = (
        np.array([rounded(x) for x in it.ravel()], dtype=object).reshape(it.shape)
        for it in (found.step, found.values)
    )
    return Moments(step, values)


def excludes(at: Scaled, rho2: Fraction, found: Moments) -> bool:
    """Whether rational moments exclude every rate up to the root of rho2.

    The step is one of some function of the class, and what it leaves, V(next) - rho^2 V(now) of any
    V, are the moments of a point where F(x) > F*: no V can be at most 0 there.
    """
    at, r, names = rational(at), ratio(rho2), at.names
    rows, own = (rows_of(at, block, False) for block in STEP)
    gram = rows @ found.step @ rows.T
    height = dict(zip((*names.now, *names.later), found.values, strict=True))
    if not (semidefinite(whole(found.step)) and _interpolable(at, "decrease", gram, height)):
        return False
    place = names.step.index
    now, after = (list(map(place, signals)) for signals in (names.state, names.after))
    rest = gram[np.ix_(after, after)] - r * gram[np.ix_(now, now)]
    left = {i: height[j] - r * height[i] for i, j in zip(names.now, names.later, strict=True)}
    x = names.state.index("x")
    return (
        left[names.x] + at.m / (1 - at.m) * rest[x, x] > 0
        and semidefinite(whole(rest))
        and _interpolable(at, "lower", own @ rest @ own.T, left)
    )


def whole(matrix: Array) -> fmpz_mat:
    """A rational matrix times the least common denominator of its entries."""
    count, size = matrix.shape
    whole, _ = fmpq_mat(count, size, matrix.ravel().tolist()).numer_denom()
    return whole


def _interpolable(at: Scaled, block: str, gram: Array, height: Mapping[str, fmpq]) -> bool:
    """Whether points and gradients with these products, and values, obey every condition."""
    values = {**height, "s": 0}
    return all(
        (form * gram).sum() + values[pair[1]] - values[pair[0]] <= 0
        for pair, form in condition_forms(at.names, block).items()
    )
