"""Semidefinite programs in floats, and points inside that are worth rounding; none is evidence."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from dptheory.lyapunov.interpolation import Array

TOLERANCES = (1e-10, 1e-8, 1e-6)  # of the solver, tried in turn
LOSSES = (1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)  # of the least cost, likewise
FINEST = 1e-11  # where the dual is read too
DEEP = 0.1  # of the least cost: how much more a point deep inside may cost
SHARES = tuple(10 ** (k / 2) for k in range(-16, -3))  # of the way to it
BITS = 40  # of a rounded unknown, after the point


class Program(NamedTuple):
    """The least cost at which numbers are not negative and forms are positive semidefinite.

    Attributes:
        cost: coefficients of the unknowns and, last, of 1; so for all that follows.
        signs: a row for each number. forms: of symmetric matrices, shape (coefficients, n, n).
    """

    cost: Array
    signs: Array
    forms: Sequence[Array]


class Optimum(NamedTuple):
    """Unknowns of the least cost, and what numbers and forms are multiplied by in its dual."""

    unknowns: Array
    signs: Array
    forms: Sequence[Array]


def optimum(program: Program) -> Optimum | None:
    """The least cost as accurately as the solver can find it."""
    tries = (_attempt(program, None, tolerance) for tolerance in (FINEST, *TOLERANCES))
    found = next((it for it in tries if it is not None), None)
    if found is None:
        return None
    ends = np.cumsum([len(program.signs), *(len(_flat(form)) for form in program.forms)])
    signs, *flat, _ = np.split(np.array(found.z), ends)
    pairs = zip(flat, program.forms, strict=True)
    return Optimum(np.array(found.x), signs, [_square(it, form.shape[-1]) for it, form in pairs])


def between(program: Program, best: Array) -> Iterator[Array]:
    """Points on the way from the best unknowns, first near them, to some deep inside."""
    cost = float(program.cost @ np.append(best, 1.0))
    deep = _solved(program, cost + DEEP * abs(cost), TOLERANCES[1:])
    if deep is not None:
        yield from (best + share * (deep - best) for share in SHARES)


def least_cost(program: Program) -> float | None:
    """The least cost; None where the solver finds none."""
    found = _solved(program, None)
    return None if found is None else float(program.cost @ np.append(found, 1.0))


def inner_points(program: Program, cost: float | None = None) -> Iterator[Array]:
    """Points of nearly the least cost, each as deep inside as its cost allows; costs rise.

    Args:
        cost: the least one, if it is known.
    """
    if cost is None and (cost := least_cost(program)) is None:
        return
    for loss in LOSSES:
        found = _solved(program, cost + loss * abs(cost))
        if found is not None:
            yield found


def rounded(x: float) -> fmpq:
    """A number as a rational of few digits."""
    return fmpq(round(x * 2**BITS), 2**BITS)


def _solved(
    program: Program, most: float | None, tolerances: Sequence[float] = TOLERANCES
) -> Array | None:
    """The point of least cost, or of those that cost at most so much the one deepest inside."""
    tries = (_attempt(program, most, tolerance) for tolerance in tolerances)
    found = next((it for it in tries if it is not None), None)
    return None if found is None else np.array(found.x[: len(program.cost) - 1])


def _attempt(program: Program, most: float | None, tolerance: float) -> Any:
    """What the solver found, or None."""
    import clarabel
    from scipy.sparse import csc_matrix

    # Columns: the unknowns, the depth, the constant. A sign or form is at least the depth.
    rows = [_deep(program.signs, np.ones(len(program.signs))), *map(_flat, program.forms)]
    cones = [clarabel.NonnegativeConeT(len(program.signs))]
    cones += [clarabel.PSDTriangleConeT(form.shape[-1]) for form in program.forms]
    count = len(program.cost) - 1
    goal = -np.eye(1, count + 1, count)[0]
    if most is None:
        rows, goal = [np.delete(row, count, axis=1) for row in rows], program.cost[:-1]
    else:
        cones.append(clarabel.NonnegativeConeT(1))
        rows.append(_deep(-program.cost[None], np.zeros(1)))
        rows[-1][0, -1] += most
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tolerance
    every, none = np.vstack(rows), csc_matrix((len(goal), len(goal)))
    found = clarabel.DefaultSolver(
        none, goal, csc_matrix(-every[:, :-1]), every[:, -1], cones, settings
    ).solve()
    return found if str(found.status) in ("Solved", "AlmostSolved") else None


def _deep(rows: Array, depth: Array) -> Array:
    """Coefficients of the unknowns, of the depth and of 1."""
    return np.hstack([rows[:, :-1], -depth[:, None], rows[:, -1:]])


def _flat(form: Array) -> Array:
    """The upper triangle of a form, as the solver counts it, by its coefficients."""
    i, j = np.tril_indices(form.shape[-1])[::-1]
    scale = np.where(i == j, 1.0, 2**0.5)
    return _deep((form[:, i, j] * scale).T, 1.0 * (i == j))


def _square(flat: Array, size: int) -> Array:
    """The symmetric matrix of such a triangle."""
    i, j = np.tril_indices(size)[::-1]
    found = np.zeros((size, size))
    found[i, j] = found[j, i] = flat / np.where(i == j, 1.0, 2**0.5)
    return found
