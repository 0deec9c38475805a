"""The full inequality in whole numbers: what :mod:`dptheory.lyapunov.programs` proposes, decided.

``verify/kernel.py`` decides the same questions on its own; the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov import interpolation
from dptheory.lyapunov.interpolation import Array, Scaled
from dptheory.lyapunov.programs import Moments, part, rows_of, unknowns

BITS = 50  # of a rounded number


@public
def whole(*numbers: Any) -> tuple[list[int], int]:
    """Numerators over the least common denominator, and that denominator."""
    ratios = [x.as_integer_ratio() for x in numbers]
    common = lcm(*[bottom for _, bottom in ratios])
    return [top * (common // bottom) for top, bottom in ratios], common


@public
def semidefinite(matrix: Sequence[Sequence[int]]) -> bool:
    """Whether a symmetric matrix of whole numbers is positive semidefinite, without fractions."""
    rest, last = [list(row) for row in matrix], 1
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


@public
def exact(values: Mapping[str, float]) -> dict[str, Fraction]:
    """Unknowns as the rationals that they are."""
    return {name: Fraction(value) for name, value in values.items()}


@public
def holds(
    at: Scaled, rho2: Fraction, values: Mapping[str, Fraction], blocks: Sequence[str]
) -> bool:
    """Whether parts of the inequality hold at rational unknowns; those left out are 0."""
    vector, _ = whole(*(values.get(n, Fraction(0)) for n in unknowns(at.apart)))
    v = np.array(vector, dtype=object)
    ([m], m_one), ([r], r_one) = whole(at.m), whole(rho2)
    for block in blocks:
        it = part(at.apart, block)
        if min(r_one * (it.rows[0] @ v) + r * (it.rows[1] @ v)) < 0:
            return False
        size = it.forms.shape[-1]
        flat = np.zeros(size * size, dtype=object)
        for i, by_r in enumerate((r_one, r)):
            for j, by_m in enumerate((m_one, m)):
                coefficients, where = _entries(at.apart, block, i, j)
                flat[where] += by_r * by_m * (v @ coefficients)
        rows = _whole_rows(at, block, "c" in values)
        if not semidefinite((rows.T @ flat.reshape(size, size) @ rows).tolist()):
            return False
    return True


@cache
def _entries(apart: bool, block: str, i: int, j: int) -> tuple[Array, Array]:
    """The entries of a part's forms that some unknown has, and their coefficients."""
    forms = part(apart, block).forms[i, j]
    flat = forms.reshape(len(forms), -1)
    where = np.flatnonzero(np.any(flat != 0, axis=0))
    return flat[:, where].astype(object), where


def _whole_rows(at: Scaled, block: str, noisy: bool) -> Array:
    """The rows of a part's signals times a common factor."""
    (step, beta, eta), one = whole(at.step, at.beta, at.eta)
    return rows_of(Scaled(at.m, step, beta, eta), block, noisy, one)


# What excludes a rate -----------------------------------------------------------------------------


@public
def exact_moments(found: Moments) -> Moments:
    """A proposal in rationals."""

    def rational(x: float) -> Fraction:
        return Fraction(round(x * 2**BITS), 2**BITS)

    step, values, own = (
        np.array([rational(x) for x in it.ravel()], dtype=object).reshape(it.shape)
        for it in (found.step, found.values, found.own)
    )
    return Moments(step, values, own, None if found.value is None else rational(found.value))


@public
def excludes(at: Scaled, rho2: Fraction, found: Moments) -> bool:
    """Whether rational moments exclude every rate up to the root of rho2.

    The step is one of some function of the class, and what it leaves, V(next) - rho^2 V(now) of any
    V, are the moments of a point where F(x) > F*: no V can be at most 0 there.
    """
    row = dict(zip(interpolation.STEP, rows_of(at, "decrease", False), strict=True))
    heights = dict(zip("yn", found.values, strict=True)) | {"s": Fraction(0)}
    if not _interpolable(interpolation.TAKEN, row, found.step, heights, at.m):
        return False
    now, then = (
        np.array([row[n] for n in names])
        for names in (("x", "d", "g"), ("x_next", "d_next", "g_next"))
    )
    rest = then @ found.step @ then.T - rho2 * (now @ found.step @ now.T)
    left = heights["n"] - rho2 * heights["y"]
    if at.apart:
        rest = np.block([[rest, found.own[:3, None]], [found.own[None, :]]])
        heights, taken = {"y": left, "x": found.value, "s": Fraction(0)}, interpolation.APART
    else:
        heights, taken = {"y": left, "x": left, "s": Fraction(0)}, {"y": "g"}
    row = dict(zip(interpolation.MOMENT, rows_of(at, "lower", False), strict=True))
    return bool(heights["x"] > 0) and _interpolable(taken, row, rest, heights, at.m)


def _interpolable(
    gradients: Mapping[str, str],
    row: Mapping[str, Array],
    moments: Array,
    heights: Mapping[str, Fraction],
    m: Fraction,
) -> bool:
    """Whether points, gradients and values are those of a function of the class."""
    forms = interpolation.conditions(gradients, row, m)
    gaps = ((form * moments).sum() + heights[n[1]] - heights[n[0]] for n, form in forms.items())
    flat, _ = whole(*moments.ravel())
    size = len(moments)
    table = [flat[i * size : (i + 1) * size] for i in range(size)]
    return all(gap <= 0 for gap in gaps) and semidefinite(table)
