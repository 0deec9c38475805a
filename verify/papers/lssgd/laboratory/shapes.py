r"""Functions of one coordinate by the shape of their slopes, and expectations under normal laws.

The coordinate is along a unit vector; the loss has the slope
:math:`G\,S(Ly/G)`, which is L-Lipschitz where S is 1-Lipschitz, and at most G where S is at most 1.
"""

import functools
import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np

SINE = "S(x) = sin x"  # from its minimum, by steps of 1/L
MOST_ITERATIONS = 2  # of a shape with knots
FAR = 10**6
ZERO = Fraction(0)
Knots = tuple[tuple[Any, Any], ...]


HUBER: Knots = ((Fraction(-1), Fraction(-1)), (Fraction(1), Fraction(1)))
KINK: Knots = ((ZERO, Fraction(-1)), (ZERO, Fraction(1)))
# From 0 a step of length 1 along the slope ends where it falls, and the mean where it is 1.
TENT: Knots = tuple((Fraction(x, 3), Fraction(-s, 3)) for x, s in ((-2, 0), (0, 2), (1, 3), (4, 0)))


def drawn(rng: np.random.Generator, convex: bool, jumps: bool) -> Knots:
    """Piecewise linear slopes with |S| <= 1, which may jump instead of being 1-Lipschitz.

    Convex ones do not decrease and are 0 at 0, the minimiser.
    """
    if jumps:
        low, high = sorted(rng.integers(0, 5, size=2).tolist())
        return ((ZERO, Fraction(-high, 4)), (ZERO, Fraction(low + 1, 5)))
    while True:
        widths = rng.integers(1, 5, size=3).tolist()
        bends = rng.integers(0 if convex else -4, 5, size=3).tolist()
        x, s = Fraction(-int(rng.integers(0, 5)), 4), ZERO
        knots = [(x, s)]
        for width, bend in zip(widths, bends, strict=True):
            x, s = x + Fraction(width, 4), s + Fraction(width * bend, 16)
            knots.append((x, s))
        offset = slope(tuple(knots), ZERO) if convex else max(ZERO, -s)
        shape = tuple((x, s - offset) for x, s in knots)
        if fits(shape, convex, jumps):
            return shape


# Pieces: S between two knots, the function from 0 on, and expectations ---------------------------


@functools.lru_cache(maxsize=4096)
def fits(shape: Any, convex: bool, jumps: bool) -> bool:
    """Whether a shape is of the class."""
    if shape == SINE:
        return not (convex or jumps)
    rises = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(shape)]
    found = all(abs(s) <= 1 for _, s in shape) and shape[0][1] <= 0 <= shape[-1][1]
    found = found and all(w >= 0 and (jumps or abs(r) <= w) for w, r in rises)
    if not convex:
        return found
    return found and all(r >= 0 for _, r in rises) and (jumps or slope(shape, ZERO) == 0)


@functools.lru_cache(maxsize=4096)
def pieces(shape: Knots) -> list[tuple[Any, Any, Any, Any]]:
    """(from, to, a, b): S(x) = a + b x there."""
    found = [(Fraction(-FAR), shape[0][0], shape[0][1], ZERO)]
    for (x, s), (y, t) in itertools.pairwise(shape):
        if x < y:
            bend = (t - s) / (y - x)
            found.append((x, y, s - bend * x, bend))
    return [*found, (shape[-1][0], Fraction(FAR), shape[-1][1], ZERO)]


def slope(shape: Knots, x: Any) -> Any:
    """S(x) at a rational; at a kink the mean of both sides."""
    near = [a + b * x for low, high, a, b in pieces(shape) if low <= x <= high]
    return sum(near, ZERO) / len(near)


def steepness(shape: Any) -> Any:
    """The largest |S|."""
    if shape == SINE:
        return Fraction(1)
    return max(abs(s) for _, s in shape)


@functools.lru_cache(maxsize=4096)
def heights(shape: Knots) -> list[tuple[Any, Any, tuple[Any, Any, Any]]]:
    """The function with slope S, least value 0, as polynomials on the pieces."""
    found, value = [], ZERO
    for low, high, a, b in pieces(shape):
        here = value - a * low - b * low**2 / 2
        found.append((low, high, (here, a, b / 2)))
        value = here + a * high + b * high**2 / 2
    ends = [c + a * x + b * x**2 for low, high, (c, a, b) in found for x in (low, high)]
    flat = [
        c - a**2 / (4 * b)
        for low, high, (c, a, b) in found
        if b > 0 and low <= -a / (2 * b) <= high
    ]
    least = min(ends + flat)
    return [(low, high, (c - least, a, b)) for low, high, (c, a, b) in found]


@functools.lru_cache(maxsize=4096)
def squares(shape: Knots) -> list[tuple[Any, Any, tuple[Any, Any, Any]]]:
    """S^2 as polynomials on the pieces."""
    return [(low, high, (a**2, 2 * a * b, b**2)) for low, high, a, b in pieces(shape)]


def normal(z: Any) -> tuple[Any, Any]:
    """Distribution function and density of a standard normal, of a float or a ball."""
    if isinstance(z, float):
        return (1 + math.erf(z / math.sqrt(2))) / 2, math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    from flint import arb

    return (1 + (z / arb(2).sqrt()).erf()) / 2, (-z * z / 2).exp() / (2 * arb.pi()).sqrt()


def alike(value: Any, like: Any) -> Any:
    """A rational in the number type of another number."""
    if isinstance(like, float):
        return float(value)
    if isinstance(like, int | Fraction):
        return value
    from flint import arb, fmpq

    return arb(fmpq(*Fraction(value).as_integer_ratio()))


def at(parts: Any, x: Any) -> Any:
    """The value at a number; at a ball that meets several pieces, a ball around all values."""
    near = [
        alike(c, x) + alike(a, x) * x + alike(b, x) * x * x
        for place, (low, high, (c, a, b)) in enumerate(parts)
        if not (place > 0 and x < alike(low, x))
        and not (place < len(parts) - 1 and x > alike(high, x))
    ]
    if isinstance(x, int | Fraction | float):
        return sum(near) / len(near)
    found = near[0]
    for other in near[1:]:
        found = found.union(other)
    return found


def slope_at(shape: Knots, x: Any) -> Any:
    """S at a number, or a ball around it."""
    return at([(low, high, (a, b, 0)) for low, high, a, b in pieces(shape)], x)


def expected(parts: Any, mean: Any, deviation: Any) -> Any:
    """E f(mean + deviation xi), f in pieces and xi standard normal."""
    if isinstance(mean, int | Fraction) or isinstance(deviation, int | Fraction):
        if deviation == 0:
            return at(parts, mean)
        mean, deviation = float(mean), float(deviation)
    zero = 0 * mean
    ends = [(zero, zero, zero)]
    for _, high, _ in parts[:-1]:
        z = (alike(high, mean) - mean) / deviation
        share, density = normal(z)
        ends.append((share, density, z * density))
    ends.append((1 + zero, zero, zero))
    found = zero
    for (_, _, (c, a, b)), (p, f, x), (q, g, y) in zip(parts, ends, ends[1:], strict=False):
        mass, tilt, bend = q - p, f - g, x - y
        first = mean * mass + deviation * tilt
        second = mean * mean * mass + 2 * mean * deviation * tilt + deviation**2 * (mass + bend)
        found += alike(c, mean) * mass + alike(a, mean) * first + alike(b, mean) * second
    return found
