"""The full inequality in whole numbers: what :mod:`dptheory.lyapunov.programs` proposes, decided.

``verify/kernel.py`` decides the same questions on its own; the tests compare the two.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov.exact import integers
from dptheory.lyapunov.interpolation import Array, Names, Scaled
from dptheory.lyapunov.programs import STEP, Moments, condition_forms, part, rows_of, unknowns

BITS = 50  # of a rounded number


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
    vector, _ = integers(*(values.get(n, Fraction(0)) for n in unknowns(at.names)))
    v = np.array(vector, dtype=object)
    ([m], m_one), ([r], r_one) = integers(at.m), integers(rho2)
    for block in blocks:
        it = part(at.names, block)
        if min(r_one * (it.rows[0] @ v) + r * (it.rows[1] @ v)) < 0:
            return False
        size = it.forms.shape[-1]
        flat = np.zeros(size * size, dtype=object)
        for i, by_r in enumerate((r_one, r)):
            for j, by_m in enumerate((m_one, m)):
                coefficients, where = _entries(at.names, block, i, j)
                flat[where] += by_r * by_m * (v @ coefficients)
        rows, _ = _whole_rows(at, block, "c" in values)
        if not semidefinite((rows.T @ flat.reshape(size, size) @ rows).tolist()):
            return False
    return True


@cache
def _entries(names: Names, block: str, i: int, j: int) -> tuple[Array, Array]:
    """The entries of a part's forms that some unknown has, and their coefficients."""
    forms = part(names, block).forms[i, j]
    flat = forms.reshape(len(forms), -1)
    where = np.flatnonzero(np.any(flat != 0, axis=0))
    return flat[:, where].astype(object), where


def _whole_rows(at: Scaled, block: str, noisy: bool) -> tuple[Array, int]:
    """The rows of a part's signals times a common factor, and that factor."""
    (step, beta, eta), one = integers(at.step, at.beta, at.eta)
    return rows_of(Scaled(at.m, step, beta, eta), block, noisy, one), one**2


# What excludes a rate -----------------------------------------------------------------------------


@public
def exact_moments(found: Moments) -> Moments:
    """A proposal in rationals."""

    def rational(x: float) -> Fraction:
        return Fraction(round(x * 2**BITS), 2**BITS)

    step, values = (
        np.array([rational(x) for x in it.ravel()], dtype=object).reshape(it.shape)
        for it in (found.step, found.values)
    )
    return Moments(step, values)


@public
def excludes(at: Scaled, rho2: Fraction, found: Moments) -> bool:
    """Whether rational moments exclude every rate up to the root of rho2.

    The step is one of some function of the class, and what it leaves, V(next) - rho^2 V(now) of any
    V, are the moments of a point where F(x) > F*: no V can be at most 0 there.
    """
    names, size = at.names, len(found.step)
    (rows, scale), (own, _) = (_whole_rows(at, block, False) for block in STEP)
    numbers, _ = integers(*found.step.ravel(), *found.values)
    moments = np.array(numbers[: size**2], dtype=object).reshape(size, size)
    gram = rows @ moments @ rows.T
    values = [number * scale**2 for number in numbers[size**2 :]]
    height = dict(zip((*names.now, *names.later), values, strict=True))
    if not (semidefinite(moments.tolist()) and _interpolable(at, "decrease", gram, height)):
        return False
    ([r], r_one), place = integers(rho2), names.step.index
    now, after = (list(map(place, signals)) for signals in (names.state, names.after))
    rest = r_one * gram[np.ix_(after, after)] - r * gram[np.ix_(now, now)]
    left = {
        i: (r_one * height[j] - r * height[i]) * scale**2
        for i, j in zip(names.now, names.later, strict=True)
    }
    return (
        left[names.x] > 0
        and semidefinite(rest.tolist())
        and _interpolable(at, "lower", own @ rest @ own.T, left)
    )


def _interpolable(at: Scaled, block: str, gram: Array, height: Mapping[str, int]) -> bool:
    """Whether points and gradients with these products, and values, obey every condition."""
    ([top], bottom), values = integers(at.m), {**height, "s": 0}
    for pair, (plain, curved) in condition_forms(at.names, block).items():
        form = (bottom - top) * plain.astype(object) + top * curved.astype(object)
        if (form * gram).sum() + bottom * (values[pair[1]] - values[pair[0]]) > 0:
            return False
    return True
