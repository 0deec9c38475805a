"""Exact multipliers from those of a solver, and the squares that are left.

Where a statement is tight, what is left is singular: it is 0 on the vectors of a worst function,
and some multipliers are 0. Both are read off the floats and then asked for as equations, which are
solved exactly; what these leave free is rounded. Whether all that holds is seen afterwards.

Source: Peyrl, Parrilo, Computing sum of squares decompositions with rational coefficients,
Theoretical Computer Science 409 (2008).
"""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from verify.formula.arithmetic import fraction
from verify.methods.performance.forms import Form, added
from verify.methods.performance.solver import Array, Arrays, multipliers

DEEP = 1e-6  # of a depth that leaves room for rounding
BELOW = -1e-6  # of one that shows that there are no multipliers
SMALL = ((1e-5, 1e-6), (1e-4, 1e-5), (1e-3, 1e-4), (1e-6, 1e-7))  # multipliers, eigenvalues
ROUNDED = (1, 2, 6, 12, 60, 360, 10**4, 10**6, 10**8)  # denominators at most
PLAIN = (400, 40)  # the same of the entries of a vector
CLOSE = 1e-3  # how far it may be moved
Square = tuple[Any, dict[str, Any]]  # a factor, and the vector whose square it multiplies


def exact(
    forms: Sequence[Form], a: Arrays, vectors: Sequence[str], used: Array | None = None
) -> dict[int, Fraction] | None:
    """Multipliers, by condition, with which all is as it must be; None where none were found.

    Args:
        used: the conditions that may have one; all of them unless given.
    """
    used = np.ones(len(a.equal), dtype=bool) if used is None else used
    found = multipliers(a, used)
    if found is None or found[0] < BELOW:
        return None
    depth, near = found
    for support, null in _faces(a, used, depth, near):
        for candidate in _rounded(forms, vectors, support, null, near):
            if all(c >= 0 or a.equal[k] for k, c in candidate.items()):
                rest = left_over(forms[-1], ((c, forms[k]) for k, c in candidate.items()))
                if squares(rest, vectors) is not None:
                    return {k: c for k, c in candidate.items() if c}
    return None


def left_over(goal: Form, weighted: Any) -> Form:
    """What a goal has beside multiples of conditions, without zeros."""
    rest = added((1, goal), *((-c, form) for c, form in weighted))
    return {key: c for key, c in rest.items() if c != 0}


def squares(form: Form, order: Sequence[str]) -> list[Square] | None:
    """Squares of vectors that add up to a form, one vector after another; None where none do.

    Factors over another field than that of rational numbers are not looked at for their sign.
    """
    left = {key: c for key, c in form.items() if c != 0}
    found: list[Square] = []
    for name in order:
        row = {
            (k[0] if k[1] == name else k[1]): c
            for k, c in left.items()
            if len(k) == 2 and name in k
        }
        if not row:
            continue
        pivot = row.pop(name, 0)
        if pivot == 0 or (isinstance(pivot, Fraction) and pivot < 0):
            return None
        vector = {name: pivot / pivot} | {b: c / (2 * pivot) for b, c in row.items()}
        found.append((pivot, vector))
        for a in vector:
            for b in vector:
                if a <= b:
                    c = left.get((a, b), 0) - (1 if a == b else 2) * pivot * vector[a] * vector[b]
                    left[(a, b)] = c
        left = {key: c for key, c in left.items() if c != 0}
    return None if left else found


def _faces(
    a: Arrays, used: Array, depth: float, near: Array
) -> Iterator[tuple[list[int], list[list[Fraction]]]]:
    """Which conditions have multipliers, and on which vectors nothing is left."""
    every = [int(k) for k in np.flatnonzero(used)]
    if depth > DEEP:
        yield every, []
        return
    rest = a.grams[-1] - np.tensordot(near, a.grams[:-1], axes=1)
    values, basis = np.linalg.eigh(rest)
    for most, (small, flat) in itertools.product(PLAIN, SMALL):
        least = small * max(1.0, float(np.abs(near).max(initial=0)))
        support = [k for k in every if abs(near[k]) > least]
        null = _rational(basis[:, values < flat * max(1.0, float(values.max()))], most)
        if null is not None:
            yield sorted(support, key=lambda k: -abs(near[k])), null


def _rational(basis: Array, most: int) -> list[list[Fraction]] | None:
    """A basis of the same space with plain entries; None where there is none nearby.

    Args:
        most: the largest denominator.
    """
    from scipy.linalg import qr

    if basis.shape[1] == 0:
        return []
    _, _, order = qr(basis.T, pivoting=True)
    plain = basis @ np.linalg.inv(basis[order[: basis.shape[1]]])
    found = [[Fraction(float(x)).limit_denominator(most) for x in column] for column in plain.T]
    far = max(
        abs(float(c) - x)
        for row, column in zip(found, plain.T, strict=True)
        for c, x in zip(row, column, strict=True)
    )
    return found if far < CLOSE else None


def _rounded(
    forms: Sequence[Form],
    vectors: Sequence[str],
    support: Sequence[int],
    null: Sequence[Sequence[Fraction]],
    near: Array,
) -> Iterator[dict[int, Fraction]]:
    """Solutions of the equations near the solver's, of more and more digits."""
    rows = [_row(forms, vectors, k, null) for k in (*support, len(forms) - 1)]
    equations = [list(row) for row in zip(*rows, strict=True) if any(row)]
    if not equations:
        solved, rank = fmpq_mat(0, len(rows)), 0
    else:
        matrix = [[fmpq(x.numerator, x.denominator) for x in row] for row in equations]
        solved, rank = fmpq_mat(matrix).rref()
    pivots = [next(j for j in range(len(rows)) if solved[i, j] != 0) for i in range(rank)]
    if len(rows) - 1 in pivots:
        return  # no multipliers at all
    free = [j for j in range(len(support)) if j not in pivots]
    seen = set()
    for digits in ROUNDED:
        values = {j: Fraction(float(near[support[j]])).limit_denominator(digits) for j in free}
        if (key := tuple(values.values())) in seen:
            continue
        seen.add(key)
        for i, pivot in enumerate(pivots):
            value = fraction(solved[i, len(rows) - 1])
            values[pivot] = value - sum(fraction(solved[i, j]) * values[j] for j in free)
        yield {support[j]: c for j, c in sorted(values.items())}


def _row(
    forms: Sequence[Form], vectors: Sequence[str], k: int, null: Sequence[Sequence[Fraction]]
) -> list[Fraction]:
    """What must be the same on both sides: letters, what has none, and nothing on null vectors."""
    form = forms[k]
    letters = sorted({key for one in forms for key in one if len(key) < 2})
    found = [Fraction(form.get(key, 0)) for key in letters]
    for vector in null:
        image = dict.fromkeys(vectors, Fraction(0))
        at = dict(zip(vectors, vector, strict=True))
        for key, c in form.items():
            if len(key) == 2:
                first, second = key
                image[first] += c * at[second] / 2
                image[second] += c * at[first] / 2
        found += image.values()
    return found
