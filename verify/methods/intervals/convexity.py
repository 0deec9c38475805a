"""A convex formula lies above its tangent planes: a bound from a point near its minimum."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.methods.intervals.numbers import Interval, meet
from verify.methods.intervals.shapes import Box, Shape
from verify.methods.intervals.tree import box_of

NEAR = 1e-9
MOST_SYMBOLS = 4


def above_tangent(f: Shape, box: Box, env: Mapping[str, Interval]) -> Interval | None:
    """A lower bound of a formula over a finite box, as an interval; None where this gives none.

    Args:
        f: a formula that is continuous on the closed box.
        box, env: the box, and its intervals.
    """
    if not all(box[n].finite for n in f.names) or len(f.names) > MOST_SYMBOLS:
        return None
    slopes: list[Shape] = []
    hessian: list[list[Shape]] = []
    for a in f.names:
        first = f.slope(a)
        row = [first.slope(b) for b in f.names] if first is not None else []
        if first is None or any(s is None for s in row) or not first.tape(env)[2]:
            return None
        slopes.append(first)
        hessian.append([s for s in row if s is not None])
    point = _minimiser(f, slopes, hessian, box)
    if point is None:
        return None
    entries = [[s.enclosure(env) for s in row] for row in hessian]
    if not all(e[2] for row in entries for e in row) or not _semidefinite(f, entries):
        return None
    numbers = f.tape.numbers
    bound = _value(f.at_point(point))
    for name, slope in zip(f.names, slopes, strict=True):
        tilt = _value(slope.at_point(point))
        if not (tilt[0] == 0 == tilt[1]):
            offset = numbers.sub(env[name], numbers.number(point[name]))
            bound = numbers.add(bound, numbers.mul(tilt, offset))
        elif not tilt[2]:
            return None
    return bound if bound[2] else None


def _value(f: Shape) -> Interval:
    """The value of a formula without symbols; 0 where it is found to be 0."""
    value = f.tape({})
    if value[0] <= 0 <= value[1] and value[2] and f.zero:
        zero = f.tape.numbers.zero
        return zero, zero, True
    return value


def _semidefinite(f: Shape, entries: list[list[Interval]]) -> bool:
    """Symmetric elimination: every matrix between the entries' ends is positive semidefinite."""
    numbers = f.tape.numbers
    rows = [list(row) for row in entries]
    size = len(rows)
    for i in range(size):
        pivot = rows[i][i]
        if not pivot[0] > 0:
            rest = [rows[i][j] for j in range(i + 1, size)]
            if pivot[0] >= 0 and all(e[0] == 0 == e[1] for e in rest):
                continue
            return False
        for r in range(i + 1, size):
            factor = numbers.div(rows[r][i], pivot)
            for c in range(i + 1, size):
                product = numbers.mul(factor, rows[i][c])
                if r == c:
                    square = numbers.div(numbers.whole_power(rows[i][r], 2), pivot)
                    product = meet(product, square)
                rows[r][c] = numbers.sub(rows[r][c], product)
    return True


def _minimiser(
    f: Shape, slopes: list[Shape], hessian: list[list[Shape]], box: Box
) -> dict[str, Fraction] | None:
    """A rational point near the minimum where the formula almost vanishes, else None."""
    import numpy as np

    point = {n: box[n].middle for n in f.names}
    for _ in range(8):
        env = box_of({n: (v, v) for n, v in point.items()})
        try:
            slope = np.array([float(_middle(s.tape(env))) for s in slopes])
            curved = np.array([[float(_middle(s.tape(env))) for s in row] for row in hessian])
            if not (np.all(np.isfinite(slope)) and np.all(np.isfinite(curved))):
                return None
            step = np.linalg.lstsq(curved, -slope, rcond=1e-9)[0]
        except (ValueError, OverflowError, np.linalg.LinAlgError):
            return None
        if not np.all(np.isfinite(step)):
            return None
        moved = {n: point[n] + Fraction(float(s)) for n, s in zip(f.names, step, strict=True)}
        point = {
            n: min(max(v, Fraction(box[n].low or 0)), Fraction(box[n].high or 0)).limit_denominator(
                10**12
            )
            for n, v in moved.items()
        }
    for size in (64, 10**4):
        near = {n: v.limit_denominator(size) for n, v in point.items()}
        if not all(
            Fraction(box[n].low or 0) <= v <= Fraction(box[n].high or 0) for n, v in near.items()
        ):
            continue
        value = f.tape(box_of({n: (v, v) for n, v in near.items()}))
        if abs(_middle(value)) < NEAR:
            return near
    return None


def _middle(value: Interval) -> Any:
    return (value[0] + value[1]) / 2
