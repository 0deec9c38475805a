r"""Small semidefinite programs whose matrices also depend on one number, compiled with Numba.

A :class:`Pencil` has symmetric matrices :math:`X_b(v, r)` and numbers :math:`\ell_t(v, r)`, linear
in the unknowns v and affine in r (a squared rate), all wanted positive. With the barrier
:math:`\varphi = -\sum \log\det X_b - \sum \log \ell_t` Newton's method finds the centre for a given
r; :func:`least` follows the centres down to the smallest r that leaves an interior (the method of
centres of Boyd and El Ghaoui 1993), and :func:`minimise` follows them to the minimum of a linear
cost at a fixed r. A matrix is at most 7x7 and there are fewer than 40 unknowns, so that a Newton
step takes microseconds. Nothing here is evidence.

The centres are also those of :math:`r + \varphi/w` with :math:`w = -\partial_r \varphi`, and
v and r are smooth in :math:`\sigma = w^{-1/2}` down to :math:`\sigma = 0`, whether or not strict
complementarity holds there: with it they move like :math:`\sigma^2`, without like
:math:`\sigma`. A step therefore goes along a parabola in :math:`\sigma`.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from dptheory.compiled import compiled
from dptheory.lyapunov import barrier_arrays as arrays

Array = np.ndarray
NEAR = 0.5  # Newton decrement of a centre on the path
NEWTONS = 300  # steps to a centre
CENTRES = 150  # on a path
FURTHEST = 0.98  # of sigma, a step
SHARE = 0.9  # of the way to the boundary
SHORT = 0.02  # of what is left, a step that will not get there
HALVINGS = 60
LOST = 1e-14  # of a diagonal entry, a pivot that is rounding
GROWTH = 10.0  # of the cost's weight between two centres
# Of it times the cost, at the first: where the start is next to the least r, centres of small
# weights lie far out, and from there Newton's method does not come back.
FIRST = 1e4
# Where a number has shrunk to 0 a step is infinite or none, and shortened like any other.
IEEE: dict[str, Any] = {"error_model": "numpy"}
ROOT2 = math.sqrt(2.0)


class Pencil(NamedTuple):
    """The data; the last ``n - free`` unknowns keep their values.

    Attributes:
        sizes: of the matrices, shape (b,). free: how many unknowns vary.
        base, slope: coefficients of the unknowns in X at r = 0 and per r, shape (b, d, d, n).
        row_base, row_slope: the same for the numbers, shape (t, n). constant: shape (t,).
    """

    sizes: Array
    free: int
    base: Array
    slope: Array
    row_base: Array
    row_slope: Array
    constant: Array


class Local(NamedTuple):
    """What Newton's method knows of the barrier at a point.

    Attributes:
        inverses: of the matrices, shape (b, d, d). numbers: shape (t,).
        upper: the factor U of the second derivatives in v, U^T U. move: Newton's, shape (free,).
    """

    inverses: Array
    numbers: Array
    upper: Array
    move: Array


@compiled(patient=True)
def _local(it: Pencil) -> Local:
    """Room for it."""
    n, numbers = it.free, np.empty(len(it.constant))
    return Local(np.empty(it.base.shape[:3]), numbers, np.empty((n, n)), np.empty(n))


@compiled(patient=True, interpreted=arrays.matrix)
def _matrix(v: Array, base: Array, slope: Array, r: float, size: int) -> Array:
    X = np.empty((size, size))
    for i in range(size):
        for j in range(i + 1):
            plain, by_r = 0.0, 0.0
            for k in range(len(v)):
                plain += v[k] * base[i, j, k]
                by_r += v[k] * slope[i, j, k]
            X[i, j] = plain + r * by_r
            X[j, i] = X[i, j]
    return X


@compiled(patient=True)
def _factor(X: Array) -> float:
    """The log-determinant of X, with its Cholesky factor in place; NaN unless X is positive."""
    total = 0.0
    for j in range(len(X)):
        pivot = X[j, j]
        for k in range(j):
            pivot -= X[j, k] * X[j, k]
        if not pivot > 0.0:
            return math.nan
        root = math.sqrt(pivot)
        total += math.log(pivot)
        X[j, j] = root
        for i in range(j + 1, len(X)):
            entry = X[i, j]
            for k in range(j):
                entry -= X[i, k] * X[j, k]
            X[i, j] = entry / root
    return total


@compiled(patient=True)
def _inverse_root(lower: Array, back: Array) -> None:
    """The inverse of a lower triangular matrix."""
    size = len(lower)
    for j in range(size):
        back[j, j] = 1.0 / lower[j, j]
        for i in range(j + 1, size):
            entry = 0.0
            for k in range(j, i):
                entry -= lower[i, k] * back[k, j]
            back[i, j] = entry / lower[i, i]


@compiled(patient=True)
def _square(root: Array, out: Array) -> None:
    """root^T root of a lower triangular matrix."""
    size = len(root)
    for i in range(size):
        for j in range(i + 1):
            entry = 0.0
            for k in range(i, size):
                entry += root[k, i] * root[k, j]
            out[i, j] = entry
            out[j, i] = entry


@compiled(patient=True)
def inverse(X: Array) -> Array:
    """The inverse of a positive definite matrix; NaN for others."""
    lower, root, found = X.copy(), np.zeros_like(X), np.full_like(X, math.nan)
    if not math.isnan(_factor(lower)):
        _inverse_root(lower, root)
        _square(root, found)
    return found


@compiled(patient=True, interpreted=arrays.factored)
def _factored(hess: Array, lost: float) -> None:
    """The upper half becomes its factor U, U^T U; a direction whose pivot is rounding is left out.

    Four rows at a time, as most of a Newton step is spent here.
    """
    n = len(hess)
    for j in range(n):
        first, k = hess[j, j], 0
        while k + 3 < j:
            p, q, s, t = hess[k, j], hess[k + 1, j], hess[k + 2, j], hess[k + 3, j]
            for i in range(j, n):
                two = p * hess[k, i] + q * hess[k + 1, i]
                hess[j, i] -= two + (s * hess[k + 2, i] + t * hess[k + 3, i])
            k += 4
        while k < j:
            for i in range(n - j):
                hess[j, j + i] -= hess[k, j] * hess[k, j + i]
            k += 1
        root = math.sqrt(hess[j, j]) if hess[j, j] > lost * first else math.inf
        for i in range(j + 1, n):
            hess[j, i] /= root
        hess[j, j] = root


@compiled(patient=True, interpreted=arrays.solved)
def _solved(upper: Array, right: Array) -> Array:
    """The solution x of U^T U x = right."""
    n, x = len(upper), right[: len(upper)].copy()
    for i in range(n):
        x[i] /= upper[i, i]
        for k in range(i + 1, n):
            x[k] -= upper[i, k] * x[i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            x[i] -= upper[i, k] * x[k]
        x[i] /= upper[i, i]
    return x


@compiled(patient=True, interpreted=arrays.number)
def _number(v: Array, it: Pencil, r: float, t: int) -> float:
    total = float(it.constant[t])
    for k in range(len(v)):
        total += v[k] * (it.row_base[t, k] + r * it.row_slope[t, k])
    return total


@compiled(patient=True, interpreted=arrays.by_r)
def _by_r(v: Array, it: Pencil, t: int) -> float:
    total = 0.0
    for k in range(len(v)):
        total += v[k] * it.row_slope[t, k]
    return total


@compiled(patient=True)
def value(v: Array, it: Pencil, r: float, cost: Array) -> float:
    """cost.v plus the barrier; NaN outside the interior."""
    total = 0.0
    for t in range(len(it.constant)):
        number = _number(v, it, r, t)
        if not number > 0.0:
            return math.nan
        total -= math.log(number)
    for b in range(len(it.sizes)):
        total -= _factor(_matrix(v, it.base[b], it.slope[b], r, it.sizes[b]))
    for k in range(it.free):
        total += cost[k] * v[k]
    return total


@compiled(patient=True, interpreted=arrays.inner)
def _inner(first: Array, second: Array) -> float:
    """The sum of the products of entries."""
    return float((first * second).sum())


@compiled(patient=True, interpreted=arrays.add_inner)
def _add_inner(form: Array, base: Array, slope: Array, r: float, out: Array) -> None:
    """Adds the inner product of a symmetric matrix with each unknown's coefficients."""
    size = len(form)
    for i in range(size):
        for j in range(i + 1):
            weight = form[i, j] if i == j else 2.0 * form[i, j]
            for k in range(len(out)):
                out[k] += weight * (base[i, j, k] + r * slope[i, j, k])


@compiled(patient=True, interpreted=arrays.scaled)
def _scaled(root: Array, base: Array, slope: Array, r: float, out: Array) -> None:
    """A row for each entry of root X root^T, the lower half, with the norm of the matrix."""
    size, n = len(root), out.shape[1]
    half = np.zeros((size, size, n))
    for i in range(size):
        for j in range(size):
            for a in range(i + 1):
                factor = root[i, a]
                for k in range(n):
                    half[i, j, k] += factor * (base[a, j, k] + r * slope[a, j, k])
    place = 0
    for i in range(size):
        for j in range(i + 1):
            for b in range(j + 1):
                factor = root[j, b] if i == j else ROOT2 * root[j, b]
                for k in range(n):
                    out[place, k] += factor * half[i, b, k]
            place += 1


@compiled(patient=True, interpreted=arrays.add_square)
def _add_square(rows: Array, hess: Array) -> None:
    """Adds rows^T rows, the upper half."""
    n = rows.shape[1]
    for p in range(len(rows)):
        for k in range(n):
            factor = rows[p, k]
            if factor != 0.0:
                for m in range(k, n):
                    hess[k, m] += factor * rows[p, m]


@compiled(patient=True)
def _newton(v: Array, it: Pencil, r: float, cost: Array, at: Local) -> float:
    """The squared Newton decrement; what is found on the way is put into ``at``."""
    n = it.free
    grad, hess = cost[:n].copy(), at.upper
    hess[:, :] = 0.0
    for b in range(len(it.sizes)):
        size = it.sizes[b]
        X, root = _matrix(v, it.base[b], it.slope[b], r, size), np.zeros((size, size))
        if math.isnan(_factor(X)):
            return math.nan
        _inverse_root(X, root)
        _square(root, at.inverses[b])
        rows = np.zeros((size * (size + 1) // 2, n))
        _scaled(root, it.base[b], it.slope[b], r, rows)
        for i in range(size):
            grad -= rows[i * (i + 3) // 2]
        _add_square(rows, hess)
    rows = np.empty((len(it.constant), n))
    for t in range(len(it.constant)):
        at.numbers[t] = _number(v, it, r, t)
        rows[t] = (it.row_base[t, :n] + r * it.row_slope[t, :n]) / at.numbers[t]
        grad -= rows[t]
    _add_square(rows, hess)
    _factored(hess, LOST)
    at.move[:] = _solved(hess, grad)
    fall = 0.0
    for k in range(n):
        fall += grad[k] * at.move[k]
    return fall


@compiled(patient=True)
def _approach(v: Array, it: Pencil, r: float, cost: Array, near: float, at: Local) -> bool:
    """Newton's method, in place, from a point inside; whether it came as near as asked for."""
    height = value(v, it, r, cost)
    trial = v.copy()
    for _ in range(NEWTONS):
        fall = _newton(v, it, r, cost, at)
        if not fall > near * near:
            return not math.isnan(fall)
        step, found = 1.0, math.nan
        for _ in range(HALVINGS):
            for k in range(it.free):
                trial[k] = v[k] - step * at.move[k]
            found = value(trial, it, r, cost)
            if found <= height - 0.1 * step * fall + 1e-12 * abs(height):
                break
            step *= 0.5
        if not found < height:
            return False  # all that is left is rounding
        v[:] = trial
        height = found
    return False


@compiled(patient=True)
def centre(v: Array, it: Pencil, r: float, cost: Array, near: float) -> bool:
    """Newton's method, in place, from a point inside; whether it came as near as asked for."""
    found: bool = _approach(v, it, r, cost, near, _local(it))
    return found


# The path of the least r --------------------------------------------------------------------------


@compiled(patient=True)
def _around(X: Array, middle: Array) -> Array:
    """X middle X, for symmetric matrices."""
    size = len(middle)
    half, found = np.empty((size, size)), np.empty((size, size))
    for i in range(size):
        for j in range(size):
            entry = 0.0
            for k in range(size):
                entry += X[i, k] * middle[k, j]
            half[i, j] = entry
    for i in range(size):
        for j in range(i + 1):
            entry = 0.0
            for k in range(size):
                entry += half[i, k] * X[k, j]
            found[i, j] = entry
            found[j, i] = entry
    return found


@compiled(patient=True, **IEEE)
def _velocity(v: Array, it: Pencil, r: float, at: Local, drift: Array) -> tuple[float, float]:
    """Minus the barrier's first two derivatives in r; those of its gradient are put into drift."""
    weight, turn = 0.0, 0.0
    drift[:] = 0.0
    for b in range(len(it.sizes)):
        size = it.sizes[b]
        X = at.inverses[b, :size, :size]
        change = _matrix(v, it.slope[b], it.slope[b], 0.0, size)
        around = _around(X, change)
        _add_inner(around, it.base[b], it.slope[b], r, drift)
        _add_inner(-X, it.slope[b], it.slope[b], 0.0, drift)
        weight += _inner(X, change)
        turn -= _inner(around, change)
    for t in range(len(it.constant)):
        share = _by_r(v, it, t) / at.numbers[t]
        for k in range(it.free):
            row = it.row_base[t, k] + r * it.row_slope[t, k]
            drift[k] += (row * share - it.row_slope[t, k]) / at.numbers[t]
        weight += share
        turn -= share * share
    return weight, turn


@compiled(patient=True, **IEEE)
def _bend(v: Array, it: Pencil, r: float, at: Local, along: Array, bend: Array) -> float:
    """Minus the barrier's third derivative, twice along the path and once in r.

    Args:
        along: v's derivative in r. bend: gets the derivatives with once in v instead, without sign.
    """
    turn = 0.0
    bend[:] = 0.0
    for b in range(len(it.sizes)):
        size = it.sizes[b]
        X, base, slope = at.inverses[b, :size, :size], it.base[b], it.slope[b]
        change, moved = _matrix(v, slope, slope, 0.0, size), _matrix(along, slope, slope, 0.0, size)
        whole = change + _matrix(along, base, slope, r, size)
        around = _around(X, whole)
        twice = 2.0 * _around(X, moved - _around(whole, X))
        _add_inner(twice, base, slope, r, bend)
        _add_inner(2.0 * around, slope, slope, 0.0, bend)
        turn -= _inner(twice, change) + 2.0 * _inner(around, moved)
    for t in range(len(it.constant)):
        change, moved, whole = _by_r(v, it, t), _by_r(along, it, t), 0.0
        for k in range(it.free):
            whole += (it.row_base[t, k] + r * it.row_slope[t, k]) * along[k]
        share = (change + whole) / at.numbers[t]
        twice = 2.0 * (moved / at.numbers[t] - share * share)
        for k in range(it.free):
            row = it.row_base[t, k] + r * it.row_slope[t, k]
            bend[k] += (twice * row + 2.0 * share * it.row_slope[t, k]) / at.numbers[t]
        turn -= (twice * change + 2.0 * share * moved) / at.numbers[t]
    return turn


@compiled(patient=True, **IEEE)
def _ahead(v: Array, it: Pencil, r: float, at: Local) -> tuple[Array, float]:
    """The parabola along which the path leaves a centre, and how far the least r may be.

    With x = (v, r) it is x(t), where sigma falls by the share t: coefficients by powers of t, r the
    last. Where r pulls the other way the path is followed along its tangent.
    """
    n = it.free
    drift, bend = np.empty(n), np.empty(n)
    along, twice = np.zeros(len(v)), np.zeros(len(v))
    weight, turn = _velocity(v, it, r, at, drift)
    along[:n] = -_solved(at.upper, drift)
    turn -= _inner(drift, along[:n])
    first, second, left = -r, 0.0, math.inf
    if weight > 0.0 and turn < 0.0:
        turned = _bend(v, it, r, at, along, bend)
        twice[:n] = -_solved(at.upper, bend)
        turned -= _inner(drift, twice[:n])
        slope = turn / weight  # of log w, which falls by 2 log(1 - t)
        curve = turned / weight - slope * slope
        first = 2.0 / slope
        second = first - 4.0 * curve / (slope * slope * slope)
        left = (len(it.constant) + it.sizes.sum()) / weight
    found = np.empty((3, len(v) + 1))
    found[0, :-1], found[0, -1] = v, r
    found[0, :n] -= at.move
    found[1, :-1], found[1, -1] = first * along, first
    found[2, :-1] = 0.5 * (first * first * twice + second * along)
    found[2, -1] = 0.5 * second
    return found, left


@compiled(patient=True)
def _at(curve: Array, t: float) -> Array:
    found: Array = curve[0] + t * (curve[1] + t * curve[2])
    return found


@compiled(patient=True, **IEEE)
def _reach(curve: Array, goal: float) -> float:
    """How far along the parabola r falls and stays above the goal, at most FURTHEST."""
    r, first, second = curve[:, -1]
    top = FURTHEST
    if second > 0.0:
        top = min(top, -0.5 * first / second)
    under = first * first - 4.0 * second * (r - goal)
    if under >= 0.0:
        top = min(top, 2.0 * (r - goal) / (math.sqrt(under) - first))
    return top


@compiled(patient=True, **IEEE)
def least(v: Array, it: Pencil, r: float, tolerance: float, wanted: float, goal: float) -> float:
    """The smallest r with an interior, from above; v is moved along and stays inside.

    Args:
        v: a point inside at r. tolerance: of r, where the path ends. wanted: it also ends where the
            steps have become too short to come below this r. goal: and at this r.
    """
    cost, at = np.zeros(it.free), _local(it)
    for _ in range(CENTRES):
        _approach(v, it, r, cost, NEAR, at)
        curve, left = _ahead(v, it, r, at)
        top = _reach(curve, goal)
        low, high, t = 0.0, top, top
        for _ in range(HALVINGS):
            ahead = _at(curve, t)
            if math.isnan(value(ahead[:-1], it, ahead[-1], cost)):
                high = t
            else:
                low = t
            if low == top or high - low < 0.1 * low:
                break
            t = 0.5 * (low + high)
        if not low > 0.0:
            break  # rounding has eaten what was left
        step = low if low == top else SHARE * low
        ahead = _at(curve, step)
        v[:] = ahead[:-1]
        done = step == top and ahead[-1] <= goal * (1 + 1e-15)
        r = goal if done else ahead[-1]
        left *= (1.0 - step) * (1.0 - step)
        if done or left < tolerance or left < SHORT * (r - wanted):
            break
    return r


@compiled(patient=True)
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


@compiled(patient=True)
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
    weight = FIRST / max(abs(now), 1e-300)
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
