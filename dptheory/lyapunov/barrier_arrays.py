"""Functions of :mod:`dptheory.lyapunov.barrier` as array operations, with the same arguments.

Interpreted, their loops take seconds a rate; compiled, loops are faster than these. Sums are taken
in the order of the loops, so that answers are equal bit for bit.
"""

import math
from typing import Any

import numpy as np

Array = np.ndarray


def matrix(v: Array, base: Array, slope: Array, r: float, size: int) -> Array:
    """X(v, r)."""
    found: Array = _total(v * base[:size, :size]) + r * _total(v * slope[:size, :size])
    return found


def factored(hess: Array, lost: float) -> None:
    """The factor U of the upper half, U^T U, in place; a pivot under its lost share is left out."""
    for j in range(len(hess)):
        first, row = hess[j, j], hess[j, j:]
        terms = hess[:j, j, None] * hess[:j, j:]
        fours = j - j % 4
        p, q, s, t = (terms[k:fours:4] for k in range(4))
        row[:] = np.subtract.reduce([row, *(p + q + (s + t)), *terms[fours:]])
        root = math.sqrt(row[0]) if row[0] > lost * first else math.inf
        row[1:] /= root
        row[0] = root


def solved(upper: Array, right: Array) -> Array:
    """The solution x of U^T U x = right."""
    n, x = len(upper), right[: len(upper)].copy()
    for i in range(n):
        x[i] /= upper[i, i]
        x[i + 1 :] -= upper[i, i + 1 :] * x[i]
    for i in range(n - 1, -1, -1):
        x[i] = np.subtract.reduce([x[i], *(upper[i, i + 1 :] * x[i + 1 :])]) / upper[i, i]
    return x


def number(v: Array, it: Any, r: float, t: int) -> float:
    """The number t at (v, r)."""
    terms = v * (it.row_base[t] + r * it.row_slope[t])
    return float(_total(np.append(it.constant[t], terms)))


def by_r(v: Array, it: Any, t: int) -> float:
    """The number's derivative in r."""
    return float(_total(v * it.row_slope[t]))


def inner(first: Array, second: Array) -> float:
    """The sum of the products of entries."""
    return float(_total((first * second).ravel()))


def add_inner(form: Array, base: Array, slope: Array, r: float, out: Array) -> None:
    """Adds the inner product of a symmetric matrix with each unknown's coefficients."""
    rows, columns = np.tril_indices(len(form))
    weights = np.where(rows == columns, 1.0, 2.0) * form[rows, columns]
    n = len(out)
    for weight, i, j in zip(weights, rows, columns, strict=True):
        out += weight * (base[i, j, :n] + r * slope[i, j, :n])


def scaled(root: Array, base: Array, slope: Array, r: float, out: Array) -> None:
    """A row for each entry of root X root^T, the lower half, with the norm of the matrix."""
    size, n = len(root), out.shape[1]
    form = base[:size, :size, :n] + r * slope[:size, :size, :n]
    half = np.zeros_like(form)
    for a in range(size):
        half += root[:, a, None, None] * form[a]
    rows, columns = np.tril_indices(size)
    norm = np.where(rows == columns, 1.0, math.sqrt(2.0))
    for b in range(size):
        out += (norm * root[columns, b])[:, None] * half[rows, b]


def add_square(rows: Array, hess: Array) -> None:
    """Adds rows^T rows, the upper half."""
    for row in rows:
        hess += np.triu(row[:, None] * row)


def _total(terms: Array) -> Array:
    """The sum over the last axis, one term after the other."""
    found: Array = np.add.accumulate(terms, axis=-1)[..., -1]
    return found
