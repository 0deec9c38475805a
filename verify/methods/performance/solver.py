"""The semidefinite programs of a performance estimation problem, in floats; none is evidence.

Source: Drori, Teboulle, Performance of first-order methods for smooth convex minimization,
Mathematical Programming 145 (2014); Taylor, Hendrickx, Glineur, Smooth strongly convex
interpolation and exact worst-case performance of first-order methods, the same 161 (2017).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from verify.methods.performance.forms import Form

Array = np.ndarray
TOLERANCES = (1e-11, 1e-9, 1e-7)  # of the solver, tried in turn
LARGEST = 1e3  # of the trace of a Gram matrix, and of a letter
ROUNDS = 3  # in which the rank is lowered
BLUR = 1e-3  # of the eigenvalues that count


@dataclass(frozen=True)
class Arrays:
    """Forms in floats, a row each; the last one is what is to be shown.

    Attributes:
        constants: shape (n,). linear: shape (n, letters). grams: shape (n, vectors, vectors).
        equal: which conditions are equations.
    """

    constants: Array
    linear: Array
    grams: Array
    equal: Array


def arrays(
    forms: Sequence[Form], vectors: Sequence[str], letters: Sequence[str], equal: Sequence[bool]
) -> Arrays:
    """The forms as arrays."""
    place = {name: i for i, name in enumerate(vectors)}
    constants = np.array([float(form.get((), 0)) for form in forms])
    linear = np.array([[float(form.get((name,), 0)) for name in letters] for form in forms])
    grams = np.zeros((len(forms), len(vectors), len(vectors)))
    for row, form in enumerate(forms):
        for key, c in form.items():
            if len(key) == 2:
                i, j = (place[name] for name in key)
                grams[row, i, j] += float(c) / 2
                grams[row, j, i] += float(c) / 2
    return Arrays(constants, linear.reshape(len(forms), len(letters)), grams, np.array(equal, bool))


def multipliers(a: Arrays, used: Array | None = None) -> tuple[float, Array] | None:
    """The multipliers that leave the most, and how much: the least eigenvalue and multiplier.

    Args:
        used: the conditions that may have one.
    """
    used = np.ones(len(a.equal), dtype=bool) if used is None else used
    rows, goal = a.grams[:-1][used], a.grams[-1]
    count, size = len(rows), len(goal)
    # Columns: the multipliers, the depth, 1. First the equations, then what is not negative.
    balance = [
        np.append(a.linear[:-1][used][:, k], [0, -a.linear[-1, k]]) for k in range(len(a.linear[0]))
    ]
    constant = np.append(a.constants[:-1][used], [0, -a.constants[-1]])
    zero = np.array([*balance, constant])
    deep = np.eye(count, count + 2)[~a.equal[used]]
    deep[:, count] = -1
    cap = np.zeros(count + 2)
    cap[count:] = (-1, 1)
    i, j = np.tril_indices(size)[::-1]
    scale = np.where(i == j, 1.0, 2**0.5)
    form = np.zeros((len(i), count + 2))
    form[:, :count] = -(rows[:, i, j] * scale).T
    form[:, count] = -1.0 * (i == j)
    form[:, -1] = goal[i, j] * scale
    found = _solved(-np.eye(1, count + 1, count)[0], zero, np.vstack([deep, cap]), [(form, size)])
    if found is None:
        return None
    every = np.zeros(len(used))
    every[used] = found[:count]
    return float(found[count]), every


def worst(a: Arrays) -> tuple[float, Array, Array] | None:
    """A Gram matrix of low rank and letters that break the statement, and by how much."""
    size, letters = len(a.grams[0]), len(a.linear[0])
    i, j = np.tril_indices(size)[::-1]
    entries, scale = len(i), np.where(i == j, 1.0, 2**0.5)
    twice = np.where(i == j, 1.0, 2.0)
    # Columns: the entries of the matrix, the letters, the margin, 1.
    width = entries + letters + 2
    rows = np.zeros((len(a.grams), width))
    rows[:, :entries] = a.grams[:, i, j] * twice
    rows[:, entries:-2] = a.linear
    rows[:, -1] = a.constants
    rows[-1] *= -1
    idle = ~rows[:, :-2].any(axis=1)
    equal = np.append(a.equal, False)
    zero, signs = rows[equal], rows[~equal & ~idle]
    signs[:, -2] = -1
    trace = np.zeros(width)
    trace[:entries] = -1.0 * (i == j)
    trace[-1] = LARGEST if a.constants.any() else size
    cap = np.zeros(width)
    cap[-2:] = (-1, 1)
    form = np.zeros((entries, width))
    form[:, :entries] = np.diag(scale)
    goal = -np.eye(1, width - 1, width - 2)[0]
    found = _solved(goal, zero, np.vstack([signs, trace, cap]), [(form, size)])
    if found is None or found[-1] <= 0:
        return None
    most = float(found[-1])
    for _ in range(ROUNDS):
        gram = _square(found[:entries], size)
        weight = np.linalg.inv(gram + BLUR * np.trace(gram) / size * np.eye(size))
        cost = np.append(weight[i, j] * twice, np.zeros(letters + 1))
        least = cap.copy()
        least[-2:] = (1, -most / 2)
        again = _solved(cost, zero, np.vstack([signs, trace, cap, least]), [(form, size)])
        if again is None:
            break
        found = again
    return most, _square(found[:entries], size), found[entries:-1]


def _square(flat: Array, size: int) -> Array:
    i, j = np.tril_indices(size)[::-1]
    found = np.zeros((size, size))
    found[i, j] = found[j, i] = flat
    return found


def _solved(
    cost: Array, zero: Array, signs: Array, forms: Sequence[tuple[Array, int]]
) -> Array | None:
    """The unknowns of the least cost; every row ends in its number."""
    tries = (_attempt(cost, zero, signs, forms, tolerance) for tolerance in TOLERANCES)
    return next((np.array(it.x) for it in tries if it is not None), None)


def _attempt(
    cost: Array, zero: Array, signs: Array, forms: Sequence[tuple[Array, int]], tolerance: float
) -> Any:
    import clarabel
    from scipy.sparse import csc_matrix

    parts = [part for part in (zero, signs) if len(part)]
    cones = [clarabel.ZeroConeT(len(zero))] if len(zero) else []
    cones += [clarabel.NonnegativeConeT(len(signs))] if len(signs) else []
    cones += [clarabel.PSDTriangleConeT(size) for _, size in forms]
    every = np.vstack([*parts, *(form for form, _ in forms)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
    none = csc_matrix((len(cost), len(cost)))
    found = clarabel.DefaultSolver(
        none, cost, csc_matrix(-every[:, :-1]), every[:, -1], cones, settings
    ).solve()
    return found if str(found.status) in ("Solved", "AlmostSolved") else None
