r"""The semidefinite programs of the full inequality, in floats; nothing here is evidence.

The forms of :mod:`dptheory.lyapunov.interpolation` are affine in the squared rate r or in
mu/(L - mu), so that two evaluations at unit vectors give all coefficients; a method enters by its
signals. The solver counts x in units that make m x^2, d^2 and g^2 of one size and (F - F*)/L of
size 1, whatever the condition number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from dptheory.compiled import compiled
from dptheory.lyapunov import interpolation
from dptheory.lyapunov.barrier import (
    LOST,
    NEAR,
    Pencil,
    centre,
    inverse,
    least,
    minimise,
    moved,
    value,
)
from dptheory.lyapunov.interpolation import (
    MOVES,
    START,
    Array,
    Balanced,
    Names,
    Scaled,
    names_of,
    units,
)
from dptheory.ranges import require

MARGIN = 1e-2  # of the point from which a path starts
CENTRED = 1e-3  # Newton decrement
LARGEST = 1e18  # of a cost
WIDEST = 1e6  # what may be missing in a proof that nothing is inside
FARTHEST = 1e30  # a path without an end: something is inside
STEP = ("decrease", "lower")
EVERY = (*STEP, "start")
Values = Mapping[str, float]


@dataclass(frozen=True)
class Part:
    """One of the inequality's three forms, in whole numbers.

    Attributes:
        forms: by powers of r (the decrease) or of mu/(L - mu) (the others), shape (2, n, k, k).
        rows: of the multipliers, by powers of r, shape (2, t, n).
        names: of the multipliers.
    """

    forms: Array
    rows: Array
    names: tuple[str, ...]


@cache
def unknowns(names: Names) -> tuple[str, ...]:
    """All unknowns in order: Q, multipliers, noise, start, the scale s."""
    lower = (f"lower_{pair}" for pair in names.lower)
    return (*names.form, *names.decrease, *lower, *names.noise, *START, "s")


def part(names: Names, block: str) -> Part:
    """The coefficients of a form: decrease, lower or start.

    Raises:
        ValueError: there is no such form.
    """
    require(block in _OF, "block", f"one of {', '.join(_OF)}", block)
    return _part(names, block)


@cache
def _part(names: Names, block: str) -> Part:
    v, of = units(unknowns(names)), _OF[block]
    plain, other = of(names, v, 0), of(names, v, 1)
    rows = [np.array(list(it.multipliers.values())) for it in (plain, other)]
    forms = np.array([plain.form, other.form - plain.form])
    return Part(forms, np.array([rows[0], rows[1] - rows[0]]), tuple(plain.multipliers))


_OF: dict[str, Callable[[Names, interpolation.Unknowns, int], Balanced]] = {
    "decrease": interpolation.decrease,
    "lower": interpolation.lower,
    "start": interpolation.start,
}


@cache
def condition_forms(names: Names, block: str) -> dict[str, Array]:
    """The conditions' forms on a part's signals, in whole numbers."""
    if block == "decrease":
        return interpolation.conditions({**names.now, **names.later}, units(names.step))
    return interpolation.conditions(names.now, units(names.moment))


def rows_of(at: Scaled, block: str, noisy: bool) -> Array:
    """How a part's signals follow from the vector that its form is tested on."""
    names, rows = at.names, interpolation.signals(at)
    if block == "decrease":
        return rows if noisy else rows[:, :-1]
    moment = rows[: len(names.moment), : len(names.state)]
    if block == "lower":
        return moment
    gradients = moment[:, 1 + len(at.B) :]  # every one is at x
    return np.stack([moment[:, 0], gradients.sum(axis=1)], axis=1)


@compiled()
def _project(forms: Array, rows: Array, out: Array) -> None:
    """rows^T form rows for each form, into the corner of ``out``."""
    count, size = rows.shape
    half = np.empty((count, size))
    for k in range(len(forms)):
        half[:, :] = 0.0
        for i in range(count):
            for p in range(count):
                if forms[k, i, p] != 0.0:
                    for j in range(size):
                        half[i, j] += forms[k, i, p] * rows[p, j]
        for i in range(size):
            for j in range(i, size):
                total = 0.0
                for p in range(count):
                    total += rows[p, i] * half[p, j]
                out[i, j, k] = total
                out[j, i, k] = total


@dataclass(frozen=True)
class Program:
    """A pencil whose unknowns have names.

    Attributes:
        names: of the unknowns, the free ones first. unit: of each.
    """

    pencil: Pencil
    names: tuple[str, ...]
    unit: Array

    def vector(self, values: Values) -> Array:
        """The unknowns' values in order."""
        return np.array([float(values[name]) for name in self.names]) / self.unit

    def named(self, v: Array) -> dict[str, float]:
        """The values by name."""
        return dict(zip(self.names, (v * self.unit).tolist(), strict=True))

    def unit_cost(self, name: str) -> Array:
        """The cost that is one unknown."""
        return np.array([float(n == name) for n in self.names])

    def size(self) -> tuple[Array, Array]:
        """The sum of all traces and numbers, at r = 0 and per r."""
        it = self.pencil
        pairs = ((it.base, it.row_base), (it.slope, it.row_slope))
        plain, by_r = (x.trace(axis1=1, axis2=2).sum(0) + y.sum(0) for x, y in pairs)
        return plain, by_r

    def with_row(self, row: tuple[Array, Array], constant: float) -> "Program":
        """The program with one more number that must be positive."""
        it = self.pencil._replace(
            row_base=np.vstack([self.pencil.row_base, row[0]]),
            row_slope=np.vstack([self.pencil.row_slope, row[1]]),
            constant=np.append(self.pencil.constant, constant),
        )
        return Program(it, self.names, self.unit)


@dataclass(frozen=True)
class _Layout:
    """What a program has whatever the method.

    Attributes:
        names: of the unknowns, the free ones first. free: how many these are.
        forms: of each part, shape (2, n, k, k). rows: of all numbers, shape (2, t, n).
        powers: of the root of m and of 1 - m, in the unit of each unknown.
    """

    names: tuple[str, ...]
    free: int
    forms: tuple[Array, ...]
    rows: Array
    powers: Array


@cache
def _layout(known: Names, blocks: tuple[str, ...], fixed: tuple[str, ...]) -> _Layout:
    unused = () if "c" not in fixed else known.noise
    unused = unused if "start" in blocks else (*unused, *START)
    used = [n for n in unknowns(known) if n not in unused]
    names = (*(n for n in used if n not in fixed), *(n for n in used if n in fixed))
    index = [unknowns(known).index(n) for n in names]
    found = [part(known, block) for block in blocks]
    rows = [it.rows[:, :, index] for it in found]
    if "s" not in fixed:
        scale = np.array([[[float(n == "s") for n in names]]])
        rows.append(np.concatenate([scale, 0 * scale]))
    roots = {"xx": 2, "mx": 1} | {f"x{i}": 1 for i in known.state[1:]}
    powers = [[of.get(name, 0) for name in names] for of in (roots, {"s": 1, "C": 1})]
    return _Layout(
        names,
        sum(n not in fixed for n in names),
        tuple(np.ascontiguousarray(it.forms[:, index], dtype=float) for it in found),
        np.concatenate(rows, axis=1).astype(float, order="C"),
        np.array(powers),
    )


def program(at: Scaled, blocks: tuple[str, ...], fixed: tuple[str, ...]) -> Program:
    """Parts of the inequality as a pencil.

    Args:
        at: the method; the program is in floats. blocks: the parts.
        fixed: unknowns that keep their values; those of noise and start leave the program where
            they are named without being used.
    """
    at = at.floats()
    layout = _layout(at.names, blocks, fixed)
    root, bend = at.m**0.5, at.m / (1 - at.m)
    unit = root ** layout.powers[0] * (1 - at.m) ** layout.powers[1]
    rows_by_block = [rows_of(at, block, "c" not in fixed).copy() for block in blocks]
    sizes = [rows.shape[1] for rows in rows_by_block]
    base = np.zeros((len(blocks), max(sizes), max(sizes), len(unit)))
    slope = np.zeros_like(base)
    for b, (block, rows, known) in enumerate(zip(blocks, rows_by_block, layout.forms, strict=True)):
        rows[:, 0] /= root
        if block == "decrease":
            _project(known[0] * unit[:, None, None], rows, base[b])
            _project(known[1] * unit[:, None, None], rows, slope[b])
        else:
            _project((known[0] + bend * known[1]) * unit[:, None, None], rows, base[b])
    plain, by_r = layout.rows * unit
    pencil = Pencil(np.array(sizes), layout.free, base, slope, plain, by_r, np.zeros(len(plain)))
    return Program(pencil, layout.names, unit)


# Rates --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A point inside the inequality at a squared rate."""

    rho2: float
    values: dict[str, float]


def bounded(at: Scaled) -> Program:
    """The inequality without noise, of size below 1.

    The size, of the lower bound's matrix and of the multipliers that the rate does not change, does
    not depend on the rate: nothing but the decrease resists a smaller one.
    """
    it = program(at, STEP, (*at.names.noise, *START))
    known, lower = it.pencil, STEP.index("lower")
    fixed = ~known.row_slope.any(axis=1)
    size = known.base[lower].trace() + known.row_base[fixed].sum(axis=0)
    return it.with_row((-size, 0 * size), 1.0)


def least_rate(it: Program, tolerance: float, start: Found | None = None) -> Found:
    """The smallest squared rate with an interior (a number above 1: none below), and a point there.

    Args:
        it: that of :func:`bounded`. tolerance: of the squared rate.
        start: a point inside at a larger one, where the path goes on.
    """
    start = start or begun(it)
    v = it.vector(start.values)
    rho2 = least(v, it.pencil, start.rho2, tolerance, 1.0, -1.0)
    return Found(rho2, it.named(v))


def begun(it: Program) -> Found:
    """A squared rate at which there is a point inside the bounded program, and that point.

    Everything is of the size m but the square of x, so that the rate need not grow with 1/m.
    """
    m = it.unit[it.names.index("xx")]
    half, form = ("gg", "hh", "s"), names_of(len(MOVES), True).form
    v = m * np.array([0.5 if n in half else float(n not in form) for n in it.names])
    size, rho2 = 1.0, 1.0
    x, *moves = [it.names.index(2 * name) for name in ("x", *MOVES) if 2 * name in it.names]
    while _smallest(v, it.pencil, 1, 0.0) < MARGIN * m:
        v[x], v[moves] = 4 * size, 2 * size * m
        size *= 3
    while _smallest(v, it.pencil, 0, rho2) < MARGIN * m:
        rho2 *= 2
    rho2 *= 2
    return Found(rho2, it.named(v * 0.5 / _size(v, it, rho2)))


def _size(v: Array, it: Program, rho2: float) -> float:
    return float(-(it.pencil.row_base[-1] + rho2 * it.pencil.row_slope[-1]) @ v)


def _smallest(v: Array, pencil: Pencil, block: int, rho2: float) -> float:
    return float(np.linalg.eigvalsh(_matrix(v, pencil, block, rho2))[0])


def _matrix(v: Array, pencil: Pencil, block: int, rho2: float) -> Array:
    size = pencil.sizes[block]
    X: Array = (pencil.base[block] + rho2 * pencil.slope[block]) @ v
    return np.ascontiguousarray(X[:size, :size])


def centred(it: Program, found: Found, rho2: float) -> Found | None:
    """A point well inside at another squared rate, as near the centre as it gets."""
    v = it.vector(found.values)
    if rho2 < found.rho2:
        reached = least(v, it.pencil, found.rho2, 0.0, rho2, rho2)
        if reached > rho2:
            return None
        centre(v, it.pencil, rho2, np.zeros(it.pencil.free), CENTRED)
        return Found(rho2, it.named(v))
    v *= min(1.0, 0.5 / max(_size(v, it, found.rho2), _size(v, it, rho2)))
    return Found(rho2, it.named(v)) if moved(v, it.pencil, found.rho2, rho2, CENTRED) else None


# The start and the noise --------------------------------------------------------------------------


def least_start(at: Scaled, found: Found, gap: float) -> dict[str, float] | None:
    """The values with the smallest C of their V at rest."""
    fixed = tuple(n for n in unknowns(at.names) if n not in START)
    return _cheapest(program(at, ("start",), fixed), found.values, found.rho2, {"C": 1.0}, gap)


def noisy(at: Scaled) -> Program:
    """The inequality with noise; V is at least 2(L - mu)(F(x) - F*)."""
    return program(at, STEP, (*START, "s"))


def from_rest(at: Scaled) -> Program:
    """The inequality without noise, with the bound of V at rest; V as above."""
    return program(at, EVERY, (*at.names.noise, "s"))


def complete(at: Scaled) -> Program:
    """The inequality with noise and with the bound of V at rest; V as above."""
    return program(at, EVERY, ("s",))


def cheapest(it: Program, found: Found, costs: Values, gap: float) -> dict[str, float] | None:
    """The values of nearly the smallest cost at a squared rate; None where nothing is inside.

    Args:
        it: of one of the three. found: a point inside, without noise. costs: of c, of C, or of
            both, as far as they are unknowns. gap: of the cost above its minimum.
    """
    scale = found.values["s"]
    known = {name: x / scale for name, x in found.values.items()}
    return _cheapest(it, known, found.rho2, costs, gap)


def _cheapest(
    it: Program, known: dict[str, float], rho2: float, costs: Values, gap: float
) -> dict[str, float] | None:
    """From the known values; what costs something first grows until all is inside."""
    v = it.vector(dict.fromkeys(it.names, 0.0) | {"c": 1.0, "C": 1.0, "start": 1.0} | known)
    weighted = (float(weight) * it.unit_cost(name) for name, weight in costs.items())
    cost = sum(weighted, np.zeros(len(v)))
    while np.isnan(value(v, it.pencil, rho2, cost)):
        v[cost > 0] *= 4
        if v[cost > 0].max() > LARGEST:
            return None
    minimise(v, it.pencil, rho2, cost, gap)  # where rounding ends the path, all is still inside
    return it.named(v)


# What excludes a rate -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Moments:
    """Second moments of a step that no V of the class survives.

    Attributes:
        step: of what V reads and of the next gradients, 4x4 for one move, or 6x6 where y is not x.
        values: 2 H at the points now and at the later ones.
    """

    step: Array
    values: Array


def excluding(at: Scaled, found: Found, rho2: float) -> Moments | None:
    """What may exclude every rate up to the root of rho2; None where nothing is seen.

    The unknowns may miss the inequality by u and have a size of at least 1: where nothing is inside
    this has a centre, and there the derivatives of the barrier are the moments. The centre lies far
    out, near the ray of the point found at the least rate.
    """
    it = program(at, STEP, (*at.names.noise, *START))
    v = it.vector(found.values)
    plain, by_r = it.size()
    it = _relaxed(it, v * 2 / ((plain + rho2 * by_r) @ v))
    cost = it.unit_cost("short")
    v = np.zeros(len(it.names))
    v[0] = v[1] = 1.0
    while np.isnan(value(v, it.pencil, rho2, cost)):
        v[1] *= 2
        if v[1] > WIDEST:
            return None
    centre(v, it.pencil, rho2, cost, NEAR)
    if not np.abs(v).max() < FARTHEST:
        return None
    pencil = it.pencil
    slack = (pencil.row_base + rho2 * pencil.row_slope) @ v + pencil.constant
    duals = [inverse(_matrix(v, pencil, b, rho2)) for b in range(len(STEP))]
    if not (min(slack) > 0 and all(np.isfinite(Z).all() for Z in duals)):
        return None
    for Z in duals:
        Z += np.eye(len(Z)) / slack[-1]
        Z[0] /= at.m**0.5
        Z[:, 0] /= at.m**0.5
    return _moments(at, rho2, duals, 1 / slack[:-1] + 1 / slack[-1])


def _relaxed(it: Program, ray: Array) -> Program:
    """With an unknown "short" that is added to every matrix and number, and of size above 1.

    The multiple of a ray is one more unknown, and the first: eliminated last, it would be lost in
    the rounding of the others.
    """
    old, size = it.pencil, it.size()
    eye = np.zeros(old.base.shape[:3])
    for b, k in enumerate(old.sizes):
        eye[b, :k, :k] = np.eye(k)

    def wider(array: Array, short: Array) -> Array:
        return np.concatenate([(array @ ray)[..., None], short[..., None], array], axis=-1)

    ones = np.ones(len(old.constant))
    pencil = old._replace(
        free=old.free + 2,
        base=wider(old.base, eye),
        slope=wider(old.slope, 0 * eye),
        row_base=wider(old.row_base, ones),
        row_slope=wider(old.row_slope, 0 * ones),
    )
    found = Program(pencil, ("ray", "short", *it.names), np.concatenate([[1.0, 1.0], it.unit]))
    zero = np.zeros(())
    return found.with_row((wider(size[0], zero), wider(size[1], zero)), -1.0)


def _moments(at: Scaled, rho2: float, duals: list[Array], weights: Array) -> Moments | None:
    """The moments of trace 1 whose conditions have about the room that the dual says.

    They are few numbers and the conditions many, to be met strictly where there is next to no room:
    each counts relative to its own room, in least squares. With a Newton decrement below 1 there is
    a solution in which none uses up all that it has.

    Args:
        duals: of the decrease and of the lower bound. weights: those of the multipliers, in turn.
    """
    size, count = len(duals[0]), 2 * len(at.names.now)
    upper = np.triu_indices(size)
    step = np.zeros((len(upper[0]) + count, size, size))
    unknown = np.arange(len(upper[0]))
    step[unknown, upper[0], upper[1]] = step[unknown, upper[1], upper[0]] = 1.0
    values = np.zeros((len(step), count))
    values[len(unknown) :] = np.eye(count)
    room = _room(at, rho2, step, values)
    parts = [room.conditions / weights[:-1], room.height[:, None] / weights[-1]]
    for Z, form in zip(duals, (step, room.left), strict=True):
        sizes, axes = np.linalg.eigh(Z)
        axes = axes / np.maximum(sizes, LOST * sizes[-1]) ** 0.5
        parts.append((axes.T @ form @ axes).reshape(len(step), -1))
    ones = [np.ones(parts[0].shape[1] + 1), *(np.eye(len(Z)).ravel() for Z in duals)]
    found, *_ = np.linalg.lstsq(np.hstack(parts).T, np.concatenate(ones), rcond=0)
    moments = np.tensordot(found, step, 1)
    scale = float(np.trace(moments))
    return Moments(moments / scale, found @ values / scale) if scale > 0 else None


class _Room(NamedTuple):
    """What moments leave, each of it linear in them; the first index is theirs.

    Attributes:
        conditions: -J_ij of the decrease, then of the lower bound. height: G of what a step leaves.
        left: the moments that it leaves.
    """

    conditions: Array
    height: Array
    left: Array


def _room(at: Scaled, rho2: float, step: Array, values: Array) -> _Room:
    names, place = at.names, at.names.step.index
    rows, own = (rows_of(at, block, False) for block in STEP)
    gram = rows @ step @ rows.T
    now, after = (list(map(place, signals)) for signals in (names.state, names.after))
    left = gram[:, after][:, :, after] - rho2 * gram[:, now][:, :, now]
    half = len(names.now)
    heights = values[:, half:] - rho2 * values[:, :half]
    height = dict(zip((*names.now, *names.later), values.T, strict=True))
    lower = dict(zip(names.now, heights.T, strict=True))

    def conditions(block: str, gram: Array, height: Mapping[str, Array]) -> list[Array]:
        at_points = {**height, "s": 0 * height["y"]}
        forms = condition_forms(names, block)
        return [
            at_points[pair[0]] - at_points[pair[1]] - np.tensordot(gram, forms[pair], 2)
            for pair in part(names, block).names
        ]

    met = conditions("decrease", gram, height) + conditions("lower", own @ left @ own.T, lower)
    x = names.state.index("x")
    return _Room(np.array(met).T, lower[names.x] + at.m / (1 - at.m) * left[:, x, x], left)
