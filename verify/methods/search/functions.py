"""Functions of a class, drawn for a search: their values and gradients meet its hypotheses exactly.

A function is a sum over the coordinates of profiles, each piecewise quadratic with two curvatures
between the class's bounds: quadratics, Huber functions and the like, one-sided ones, distances.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import free_names
from verify.language.classes import Function, Place, Ranging
from verify.language.kinds import size_at
from verify.language.statement import Statement

Point = Mapping[str, Any]
SHARES = [Fraction(*pair) for pair in ((1, 1), (1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5))]
BETWEEN = [Fraction(k, 4) for k in (0, 0, 0, 4, 4, 4, 1, 2, 3)]  # the curvature within its bounds
SLOPES = [Fraction(*pair) for pair in ((0, 1), (1, 1), (-1, 1), (1, 2), (2, 1))]
PLAIN = ((1, 1, 0), (0, 0, 0), (1, 0, Fraction(1, 2)), (1, 0, Fraction(1, 3)), (0, 1, 1))


@dataclass(frozen=True)
class Profile:
    """A function of one number, least at 0 if its curvatures are not negative.

    Attributes:
        inner, outer: the curvature up to the knee and beyond it. knee: a distance from 0.
        kink: the change of its slope at the knee.
        side: 0 where both sides have the knee, else the sign of the side that has it.
    """

    inner: Fraction
    outer: Fraction
    knee: Fraction
    kink: Fraction = Fraction(0)
    side: int = 0

    def at(self, t: Fraction) -> tuple[Fraction, Fraction]:
        """The value and the slope."""
        sign = 1 if t > 0 else -1
        far = abs(t) - self.knee
        if far <= 0 or self.side == -sign:
            return self.inner * t * t / 2, self.inner * t
        slope = self.inner * self.knee + self.kink
        value = self.inner * self.knee**2 / 2 + slope * far + self.outer * far * far / 2
        return value, sign * (slope + self.outer * far)


@dataclass(frozen=True)
class Drawn:
    """A function: one profile a coordinate, around a centre, with a linear part.

    Attributes:
        profiles, centre, tilt: by coordinate. least: the value of the profiles' part at the centre.
    """

    profiles: tuple[Profile, ...]
    centre: tuple[Fraction, ...]
    tilt: tuple[Fraction, ...]
    least: Fraction

    def at(self, x: tuple[Fraction, ...]) -> tuple[Fraction, tuple[Fraction, ...]]:
        """The value and the gradient."""
        parts = [p.at(t - c) for p, t, c in zip(self.profiles, x, self.centre, strict=True)]
        linear = sum((a * t for a, t in zip(self.tilt, x, strict=True)), Fraction(0))
        value = self.least + linear + sum((v for v, _ in parts), Fraction(0))
        return value, tuple(s + a for (_, s), a in zip(parts, self.tilt, strict=True))


def letters(statement: Statement) -> frozenset[str]:
    """The names of what functions have at points, which is drawn by drawing functions."""
    return frozenset[str]().union(*(f.letters for f in statement.ranging))


def filled(statement: Statement, point: Point, rng: np.random.Generator) -> dict[str, Any] | None:
    """A point of the other symbols with the letters of functions drawn at random.

    None where the other symbols are outside their sets or the bounds of a class leave none.
    """
    found = dict(point)
    if not all(s.kind.contains(found[s.name], found) for s in statement.symbols if s.name in found):
        return None
    for ranging in statement.ranging:
        bounds = _bounds(ranging.function, found)
        if bounds is None:
            return None
        one = _random(ranging, bounds, found, rng)
        if not _put(ranging, one, found):
            return None
    return _ordered(statement, found)


def plain(statement: Statement, point: Point) -> Iterator[dict[str, Any]]:
    """A point with the letters of the plainest functions, all functions of one kind."""
    for inner, outer, share in PLAIN:
        found = dict(point)
        for ranging in statement.ranging:
            bounds = _bounds(ranging.function, found)
            if bounds is None:
                return
            low, high = bounds
            size = size_at(ranging.function.dimension, found)
            knee = max((abs(t) for t in _first(ranging, found, size)), default=Fraction(0)) * share
            if ranging.function.most is None:
                profile = Profile(low, low, knee, high * inner)
            else:
                profile = Profile(low + (high - low) * inner, low + (high - low) * outer, knee)
            rest = Profile(low, low, Fraction(0))
            zero = (Fraction(0),) * size
            profiles = (profile, *((rest if high != low else profile,) * (size - 1)))
            one = Drawn(profiles[:size], zero, zero, Fraction(0))
            if not _put(ranging, one, found):
                break
        else:
            yield _ordered(statement, found)


def _ordered(statement: Statement, point: Point) -> dict[str, Any]:
    return {s.name: point[s.name] for s in statement.symbols}


def _bounds(f: Function, point: Point) -> tuple[Fraction, Fraction] | None:
    """The bounds of the curvature; of what is not smooth the least one and the largest slope."""
    try:
        low = _number(f.least, point)
        if f.most is not None:
            high = _number(f.most, point)
            return (low, high) if low < high else None
        return low, Fraction(1) if f.reach is None else _number(f.reach, point)
    except (Undecided, Undefined, TypeError):
        return None


def _number(node: Any, point: Point) -> Fraction:
    return Fraction(evaluate(node, point, EXACT))


def _first(ranging: Ranging, point: Point, size: int) -> tuple[Fraction, ...]:
    """The first point that has its value already."""
    for place in ranging.places:
        if place.gradient is not None and free_names(place.point) <= point.keys():
            return _vector(place, point)
    return (Fraction(1),) * size


def _vector(place: Place, point: Point) -> tuple[Fraction, ...]:
    return tuple(Fraction(x) for x in evaluate(place.point, point, EXACT))


def _random(
    ranging: Ranging, bounds: tuple[Fraction, Fraction], point: Point, rng: np.random.Generator
) -> Drawn:
    f, size = ranging.function, size_at(ranging.function.dimension, point)
    first, zero = _first(ranging, point, size), (Fraction(0),) * size
    shifted = rng.random() < 0.4
    centre = tuple(pick(SLOPES, rng) for _ in range(size)) if shifted else zero
    has_least = any(place.gradient is None for place in ranging.places)
    bare = has_least or f.most is None or rng.random() < 0.5
    tilt = zero if bare else tuple(pick(SLOPES, rng) for _ in range(size))
    profiles = tuple(
        _profile(f, bounds, abs(t - c), rng, flat=place > 0)
        for place, (t, c) in enumerate(zip(first, centre, strict=True))
    )
    return Drawn(profiles, centre, tilt, pick(SLOPES, rng) if shifted else Fraction(0))


def _profile(
    f: Function,
    bounds: tuple[Fraction, Fraction],
    reach: Fraction,
    rng: np.random.Generator,
    *,
    flat: bool,
) -> Profile:
    low, high = bounds
    knee, side = reach * pick(SHARES, rng), int(rng.integers(-1, 2))
    if f.most is None:
        # One coordinate alone has a slope, so that the gradient is as short as it must be.
        slope = Fraction(0) if flat else high * pick(BETWEEN, rng)
        return Profile(low, low, knee * int(rng.integers(2)), slope, side)
    inner, outer = (low + (high - low) * pick(BETWEEN, rng) for _ in range(2))
    return Profile(inner, outer, knee, Fraction(0), side)


def pick(values: Any, rng: np.random.Generator) -> Any:
    """One of some values."""
    return values[int(rng.integers(len(values)))]


def _put(ranging: Ranging, one: Drawn, point: dict[str, Any]) -> bool:
    """Add a function's letters to a point; False where a point of the function has no value."""
    for place in ranging.places:
        if place.gradient is None:
            point[ranging.function.minimiser.name] = one.centre
            point[place.value.name] = one.least
    waiting = [place for place in ranging.places if place.gradient is not None]
    while waiting:
        ready = [place for place in waiting if free_names(place.point) <= point.keys()]
        if not ready:
            return False
        for place in ready:
            try:
                value, slope = one.at(_vector(place, point))
            except (Undecided, Undefined, TypeError, ValueError):
                return False
            point[place.value.name] = value
            if place.gradient is not None:
                point[place.gradient.name] = slope
        waiting = [place for place in waiting if place not in ready]
    return True
