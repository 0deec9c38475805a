"""The full inequality in whole numbers: what :mod:`dptheory.lyapunov.programs` proposes, decided.

``verify/kernel.py`` decides the same questions on its own; the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov.exact import integers
from dptheory.lyapunov.interpolation import STEP, Array, Scaled
from dptheory.lyapunov.programs import Moments, condition_forms, part, rows_of, unknowns

BITS = 50  # of a rounded number
NOW, THEN = ("x", "d", "g"), ("x_next", "d_next", "g_next")


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
    vector, _ = integers(*(values.get(n, Fraction(0)) for n in unknowns(at.apart)))
    v = np.array(vector, dtype=object)
    ([m], m_one), ([r], r_one) = integers(at.m), integers(rho2)
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
    (step, beta, eta), one = integers(at.step, at.beta, at.eta)
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
    (step, beta, eta), one = integers(at.step, at.beta, at.eta)
    numbers, _ = integers(*found.step.ravel(), *found.values, *found.own, found.value or 0)
    moments = np.array(numbers[:16], dtype=object).reshape(4, 4)
    rows, own_rows = (
        rows_of(Scaled(at.m, step, beta, eta), b, False, one) for b in ("decrease", "lower")
    )
    ([r], r_one), scale = integers(rho2), one**4
    gram = rows @ moments @ rows.T  # times scale
    y, n = (x * scale for x in numbers[16:18])
    possible = _interpolable("decrease", gram, {"y": y, "n": n}, at.m)
    if not (possible and semidefinite(moments.tolist())):
        return False
    now, then = ([STEP.index(i) for i in names] for names in (NOW, THEN))
    rest = r_one * gram[np.ix_(then, then)] - r * gram[np.ix_(now, now)]
    heights = {"y": r_one * n - r * y}
    if at.apart:
        own = np.array(numbers[18:22], dtype=object) * scale * r_one
        rest = np.block([[rest, own[:3, None]], [own[None, :]]])
        heights["x"] = numbers[22] * scale * r_one
    gram = own_rows @ rest @ own_rows.T
    heights = {i: height * scale for i, height in heights.items()}
    return (
        heights["x" if at.apart else "y"] > 0
        and semidefinite(rest.tolist())
        and _interpolable("lower", gram, heights, at.m)
    )


def _interpolable(block: str, gram: Array, heights: dict[str, int], m: Fraction) -> bool:
    """Whether points and gradients with these products, and values, obey every condition."""
    ([top], bottom), values = integers(m), heights | {"s": 0}
    for name, (plain, curved) in condition_forms(block).items():
        i, j = tuple(name)
        if i in values and j in values:
            form = (bottom - top) * plain.astype(object) + top * curved.astype(object)
            if (form * gram).sum() + bottom * (values[j] - values[i]) > 0:
                return False
    return True
