r"""Small semidefinite programs whose matrices also depend on one number, compiled with Numba.

A :class:`Pencil` has symmetric matrices :math:`X_b(v, r)` and numbers :math:`\ell_t(v, r)`, linear
in the unknowns v and affine in r (a squared rate), all wanted positive. With the barrier
:math:`\varphi = -\sum \log\det X_b - \sum \log \ell_t` Newton's method finds the centre for a given
r; :func:`least` follows the centres down to the smallest r that leaves an interior (the method of
centres of Boyd and El Ghaoui 1993, with a step along the tangent of the path), and :func:`minimise`
follows them to the minimum of a linear cost at a fixed r. A matrix is at most 5x5 and there are
fewer than 30 unknowns, so that a Newton step takes microseconds. Nothing here is evidence.
"""

import math
from typing import NamedTuple

import numpy as np

from dptheory.compiled import compiled

Array = np.ndarray
NEAR = 0.5  # Newton decrement of a centre on the path
NEWTONS = 300  # steps to a centre
CENTRES = 150  # on a path
SHARE = 0.9  # of the way to the boundary
SHORT = 0.02  # of what is left, a step that will not get there
HALVINGS = 60
LOST = 1e-14  # of a diagonal entry, a pivot that is rounding
GROWTH = 10.0  # of the cost's weight between two centres


class Pencil(NamedTuple):
    """The data; the last ``n - free`` unknowns keep their values.

    Attributes:
        sizes: of the matrices, shape (b,). free: how many unknowns vary.
        base, slope: coefficients of the unknowns in X at r = 0 and per r, shape (b, n, d, d).
        row_base, row_slope: the same for the numbers, shape (t, n). constant: shape (t,).
    """

    sizes: Array
    free: int
    base: Array
    slope: Array
    row_base: Array
    row_slope: Array
    constant: Array


@compiled()
def _matrix(v: Array, base: Array, slope: Array, r: float, size: int) -> Array:
    X = np.zeros((size, size))
    for k in range(len(v)):
        for i in range(size):
            for j in range(i, size):
                X[i, j] += v[k] * (base[k, i, j] + r * slope[k, i, j])
    for i in range(size):
        for j in range(i):
            X[i, j] = X[j, i]
    return X


@compiled()
def _factor(X: Array, lower: Array) -> float:
    """The log-determinant of X, with its Cholesky factor; NaN unless X is positive definite."""
    total = 0.0
    for j in range(len(X)):
        pivot = X[j, j]
        for k in range(j):
            pivot -= lower[j, k] * lower[j, k]
        if not pivot > 0.0:
            return math.nan
        root = math.sqrt(pivot)
        total += math.log(pivot)
        lower[j, j] = root
        for i in range(j + 1, len(X)):
            entry = X[i, j]
            for k in range(j):
                entry -= lower[i, k] * lower[j, k]
            lower[i, j] = entry / root
    return total


@compiled()
def inverse(X: Array) -> Array:
    """The inverse of a positive definite matrix; NaN for others."""
    size = len(X)
    lower, back, found = np.zeros((size, size)), np.zeros((size, size)), np.empty((size, size))
    if math.isnan(_factor(X, lower)):
        found[:, :] = math.nan
        return found
    for j in range(size):
        back[j, j] = 1.0 / lower[j, j]
        for i in range(j + 1, size):
            entry = 0.0
            for k in range(j, i):
                entry -= lower[i, k] * back[k, j]
            back[i, j] = entry / lower[i, i]
    for i in range(size):
        for j in range(i + 1):
            entry = 0.0
            for k in range(i, size):
                entry += back[k, i] * back[k, j]
            found[i, j] = entry
            found[j, i] = entry
    return found


@compiled()
def _solve(hess: Array, lower: Array, right: Array) -> Array:
    """The solution of hess x = right; a direction whose pivot is rounding is left out."""
    n = len(right)
    for j in range(n):
        pivot = hess[j, j]
        for k in range(j):
            pivot -= lower[j, k] * lower[j, k]
        root = math.sqrt(pivot) if pivot > LOST * hess[j, j] else math.inf
        lower[j, j] = root
        for i in range(j + 1, n):
            entry = hess[i, j]
            for k in range(j):
                entry -= lower[i, k] * lower[j, k]
            lower[i, j] = entry / root
    found: Array = _back(lower, right)
    return found


@compiled()
def _back(lower: Array, right: Array) -> Array:
    n, x = len(right), right.copy()
    for i in range(n):
        for k in range(i):
            x[i] -= lower[i, k] * x[k]
        x[i] /= lower[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            x[i] -= lower[k, i] * x[k]
        x[i] /= lower[i, i]
    return x


@compiled()
def _number(v: Array, it: Pencil, r: float, t: int) -> float:
    total = float(it.constant[t])
    for k in range(len(v)):
        total += v[k] * (it.row_base[t, k] + r * it.row_slope[t, k])
    return total


@compiled()
def value(v: Array, it: Pencil, r: float, cost: Array) -> float:
    """cost.v plus the barrier; NaN outside the interior."""
    total = 0.0
    for t in range(len(it.constant)):
        number = _number(v, it, r, t)
        if not number > 0.0:
            return math.nan
        total -= math.log(number)
    for b in range(len(it.sizes)):
        X = _matrix(v, it.base[b], it.slope[b], r, it.sizes[b])
        total -= _factor(X, np.zeros_like(X))
    for k in range(it.free):
        total += cost[k] * v[k]
    return total


@compiled()
def _turn(X: Array, form: Array, between: Array, out: Array) -> None:
    """X form X, for symmetric matrices."""
    size = len(X)
    for i in range(size):
        for j in range(size):
            entry = 0.0
            for k in range(size):
                entry += X[i, k] * form[k, j]
            between[i, j] = entry
    for i in range(size):
        for j in range(i + 1):
            entry = 0.0
            for k in range(size):
                entry += between[i, k] * X[k, j]
            out[i, j] = entry
            out[j, i] = entry


@compiled()
def _derivatives(v: Array, it: Pencil, r: float, cost: Array, hess: Array, drift: Array) -> Array:
    """The gradient; its derivatives in v are put into ``hess``, those in r into ``drift``."""
    n = it.free
    grad = cost[:n].copy()
    hess[:, :] = 0.0
    drift[:] = 0.0
    for b in range(len(it.sizes)):
        size = it.sizes[b]
        X = inverse(_matrix(v, it.base[b], it.slope[b], r, size))
        change = _matrix(v, it.slope[b], it.slope[b], 0.0, size)
        between, moved = np.empty_like(X), np.empty_like(X)
        _turn(X, change, between, moved)
        form, turned = np.empty((n, size, size)), np.empty((n, size, size))
        for k in range(n):
            for i in range(size):
                for j in range(size):
                    slope = it.slope[b, k, i, j]
                    form[k, i, j] = it.base[b, k, i, j] + r * slope
                    grad[k] -= X[i, j] * form[k, i, j]
                    drift[k] += moved[i, j] * form[k, i, j] - X[i, j] * slope
            _turn(X, form[k], between, turned[k])
        for k in range(n):
            for m in range(k + 1):
                total = 0.0
                for i in range(size):
                    for j in range(size):
                        total += turned[k, i, j] * form[m, i, j]
                hess[k, m] += total
    row = np.empty(n)
    for t in range(len(it.constant)):
        number = _number(v, it, r, t)
        change = 0.0
        for k in range(len(v)):
            change += it.row_slope[t, k] * v[k]
        for k in range(n):
            row[k] = (it.row_base[t, k] + r * it.row_slope[t, k]) / number
            grad[k] -= row[k]
            drift[k] += (row[k] * change - it.row_slope[t, k]) / number
            if row[k] != 0.0:
                for m in range(k + 1):
                    hess[k, m] += row[k] * row[m]
    for k in range(n):
        for m in range(k):
            hess[m, k] = hess[k, m]
    return grad


@compiled()
def centre(v: Array, it: Pencil, r: float, cost: Array, near: float) -> bool:
    """Newton's method, in place, from a point inside; whether it came as near as asked for."""
    n = it.free
    hess, lower, drift = np.empty((n, n)), np.zeros((n, n)), np.empty(n)
    height = value(v, it, r, cost)
    for _ in range(NEWTONS):
        grad = _derivatives(v, it, r, cost, hess, drift)
        move = _solve(hess, lower, grad)
        fall = 0.0
        for k in range(n):
            fall += grad[k] * move[k]
        if not fall > near * near:
            return fall == fall
        step, found = 1.0, math.nan
        trial = v.copy()
        for _ in range(HALVINGS):
            for k in range(n):
                trial[k] = v[k] - step * move[k]
            found = value(trial, it, r, cost)
            if found <= height - 0.1 * step * fall + 1e-12 * abs(height):
                break
            step *= 0.5
        if not found <= height + 1e-9 * abs(height):
            return False
        v[:] = trial
        height = found
    return False


@compiled()
def least(v: Array, it: Pencil, r: float, tolerance: float, wanted: float, goal: float) -> float:
    """The smallest r with an interior, from above; v is moved along and stays inside.

    Args:
        v: a point inside at r. tolerance: of r, where the path ends. wanted: it also ends where the
            steps have become too short to come below this r. goal: and at this r.
    """
    n = it.free
    cost, drift, hess, lower = np.zeros(n), np.empty(n), np.empty((n, n)), np.zeros((n, n))
    reach = r
    trial = v.copy()
    for _ in range(CENTRES):
        centre(v, it, r, cost, NEAR)
        _derivatives(v, it, r, cost, hess, drift)
        tangent = _solve(hess, lower, drift)
        low, high = 0.0, 2.0 * reach
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            for i in range(n):
                trial[i] = v[i] + middle * tangent[i]
            if math.isnan(value(trial, it, r - middle, cost)):
                high = middle
            else:
                low = middle
            if (low > 0.0 and high < 1.1 * low) or high < 1e-3 * tolerance:
                break
        if low == 0.0:
            break  # rounding has eaten what was left
        reach = low
        move = min(SHARE * low, r - goal)
        r -= move
        for i in range(n):
            v[i] += move * tangent[i]
        if r <= goal or low < tolerance or low < SHORT * (r - wanted):
            break
    return r


@compiled()
def moved(v: Array, it: Pencil, r: float, goal: float, near: float) -> bool:
    """The centre at a larger r than that of the point inside, in place, in as few steps as do."""
    cost = np.zeros(it.free)
    for _ in range(CENTRES):
        step = goal - r
        while math.isnan(value(v, it, r + step, cost)):
            step *= 0.5
            if step < 1e-16:
                return False
        if step == goal - r:
            centre(v, it, goal, cost, near)
            return True
        r += step
        centre(v, it, r, cost, NEAR)
    return False


@compiled()
def minimise(v: Array, it: Pencil, r: float, cost: Array, gap: float) -> bool:
    """The minimum of cost.v at r from a point inside, in place; whether the path was followed.

    Args:
        gap: how far above the minimum the path may end, as a share of the value.
    """
    n = it.free
    degree = float(len(it.constant) + it.sizes.sum())
    now = 0.0
    for k in range(n):
        now += cost[k] * v[k]
    weight = 1.0 / max(abs(now), 1e-300)
    for _ in range(CENTRES):
        if not centre(v, it, r, weight * cost, NEAR):
            return False
        now = 0.0
        for k in range(n):
            now += cost[k] * v[k]
        if degree < weight * gap * abs(now):
            return True
        weight *= GROWTH
    return False
