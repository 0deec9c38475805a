r"""Runs of DP-LSSGD on functions of one coordinate, and what their expectations are.

The coordinate is along an eigenvector of :math:`A_\sigma` with eigenvalue :math:`\lambda`; the loss
has the slope :math:`G\,S(Ly/G)`, which is L-Lipschitz where S is 1-Lipschitz, and at most G where S
is at most 1. A step is :math:`y\to y-\frac\eta\lambda(s(y)+e+n)` with a sampling error e of two
equally likely values and Gaussian noise n of variance :math:`\nu^2`. All is in closed form for two
iterations, and for :math:`S(x)=x` for any number; others have no value here, but for bounds where
:math:`S=\sin`.
"""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.numbers import cos
from verify.evaluate import Point, Undefined
from verify.notation import Box

QUADRATIC = "S(x) = x"
SINE = "S(x) = sin x"  # from its minimum, by steps of 1/L
MOST_ITERATIONS = 2  # of a shape with knots
FAR = 10**6
ZERO = Fraction(0)
Knots = tuple[tuple[Any, Any], ...]


def fraction(*values: int) -> Fraction:
    """A fraction of two whole numbers."""
    return Fraction(*values)


HUBER: Knots = ((fraction(-1), fraction(-1)), (fraction(1), fraction(1)))
KINK: Knots = ((ZERO, fraction(-1)), (ZERO, fraction(1)))
# From 0 a step of length 1 along the slope ends where it falls, and the mean where it is 1.
TENT: Knots = tuple(
    (fraction(x, 3), fraction(-s, 3)) for x, s in ((-2, 0), (0, 2), (1, 3), (4, 0))
)


@dataclass(frozen=True)
class Shape:
    """Piecewise linear slopes S with |S| <= 1, or S(x) = x.

    Attributes:
        convex: S does not decrease, and is 0 at 0, the minimiser.
        jumps: S may jump, instead of being 1-Lipschitz.
    """

    convex: bool = True
    jumps: bool = False
    needs: tuple[str, ...] = ("T",)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        if int(point["T"]) > MOST_ITERATIONS:
            return QUADRATIC
        if self.jumps:
            low, high = sorted(rng.integers(0, 5, size=2).tolist())
            return ((ZERO, fraction(-high, 4)), (ZERO, fraction(low + 1, 5)))
        while True:
            widths = rng.integers(1, 5, size=3).tolist()
            bends = rng.integers(0 if self.convex else -4, 5, size=3).tolist()
            x, s = fraction(-int(rng.integers(0, 5)), 4), ZERO
            knots = [(x, s)]
            for width, bend in zip(widths, bends, strict=True):
                x, s = x + fraction(width, 4), s + fraction(width * bend, 16)
                knots.append((x, s))
            offset = slope(tuple(knots), ZERO) if self.convex else max(ZERO, -s)
            shape = tuple((x, s - offset) for x, s in knots)
            if self.contains(shape, point):
                return shape

    def corners(self, point: Point) -> tuple[Any, ...]:
        if int(point["T"]) > MOST_ITERATIONS:
            return (QUADRATIC,)
        if self.jumps:
            return (KINK,)
        return (HUBER, QUADRATIC) if self.convex else (TENT, HUBER, QUADRATIC)

    def contains(self, value: Any, point: Point) -> bool:
        if value in (QUADRATIC, SINE):
            return not (self.jumps or (self.convex and value == SINE))
        if int(point["T"]) > MOST_ITERATIONS or isinstance(value, str):
            return False
        pairs = list(zip(value, value[1:], strict=False))
        rises = [(b[0] - a[0], b[1] - a[1]) for a, b in pairs]
        fits = all(abs(s) <= 1 for _, s in value) and value[0][1] <= 0 <= value[-1][1]
        fits = fits and all(w >= 0 and (self.jumps or abs(r) <= w) for w, r in rises)
        if not self.convex:
            return fits
        at_zero = self.jumps or slope(value, ZERO) == 0
        return fits and all(r >= 0 for _, r in rises) and at_zero

    def words(self) -> str:
        kind = "convex functions" if self.convex else "functions bounded below,"
        how = "with kinks" if self.jumps else "with L-Lipschitz gradient"
        return f"the {kind} {how} (functions of an eigenvector's coordinate are searched)"


# Pieces: S between two knots, the function from 0 on, and expectations ---------------------------


def pieces(shape: Knots) -> list[tuple[Any, Any, Any, Any]]:
    """(from, to, a, b): S(x) = a + b x there."""
    found = [(Fraction(-FAR), shape[0][0], shape[0][1], ZERO)]
    for (x, s), (y, t) in zip(shape, shape[1:], strict=False):
        if x < y:
            bend = (t - s) / (y - x)
            found.append((x, y, s - bend * x, bend))
    return [*found, (shape[-1][0], Fraction(FAR), shape[-1][1], ZERO)]


def slope(shape: Knots, x: Any) -> Any:
    """S(x) at a rational; at a kink the mean of both sides."""
    near = [a + b * x for low, high, a, b in pieces(shape) if low <= x <= high]
    return sum(near, ZERO) / len(near)


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
        alike(c, x) + alike(a, x) * x + alike(b, x) * x**2
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
        second = mean**2 * mass + 2 * mean * deviation * tilt + deviation**2 * (mass + bend)
        found += alike(c, mean) * mass + alike(a, mean) * first + alike(b, mean) * second
    return found


def enclosed(function: Callable[..., Any], kept: int = 1) -> Callable[..., Any]:
    """The function with balls for numbers, but for the last ones (the number of iterations)."""

    def ball(value: Any) -> Any:
        from flint import arb

        if isinstance(value, tuple):
            return tuple(map(ball, value))
        return value if isinstance(value, arb) else alike(value, arb(0))

    @functools.wraps(function)
    def call(shape: Any, *numbers: Any) -> Any:
        end = len(numbers) - kept
        return function(shape, *map(ball, numbers[:end]), *numbers[end:])

    return call


# Expectations over runs; x = L y/G, and the step in x is eta L/lambda ----------------------------


@dataclass(frozen=True)
class Run:
    """One run: its shape, its start in x, and errors and noise in units of G."""

    shape: Any
    start: Any
    spread: Any
    noise: Any
    steps: tuple[Any, ...]

    def averages(self, parts: Any, weights: Sequence[Any]) -> Any:
        """E f of the weighted mean of the iterates, of a shape with knots."""
        if len(weights) > MOST_ITERATIONS:
            raise Undefined("no closed form for more than two iterations")
        if len(weights) == 1:
            return at(parts, self.start)
        share = weights[1] / (weights[0] + weights[1]) * self.steps[0]
        slope_there = slope_at(self.shape, self.start)
        found = [
            expected(parts, self.start - share * (slope_there + side), share * self.noise)
            for side in (self.spread, -self.spread)
        ]
        return sum(found[1:], found[0]) / 2

    def moments(self, weights: Sequence[Any]) -> Any:
        """E x^2 of the weighted mean of the iterates, where S(x) = x."""
        kept, mean, kicks = 1 + 0 * self.start, 0 * self.start, []
        for weight, step in zip(weights, self.steps, strict=True):
            mean = mean + weight * kept * self.start
            kicks = [(k * (1 - step), found + weight * k) for k, found in kicks]
            kicks.append((step, 0 * step))
            kept = kept * (1 - step)
        variance = sum((found**2 for _, found in kicks), 0 * self.start)
        whole = sum(weights)
        return (mean**2 + (self.noise**2 + self.spread**2) * variance) / whole**2


def run(shape: Any, G: Any, L: Any, value: Any, start: Any, spread: Any, nu: Any, *steps: Any) -> Run:
    """A run from lengths, losses and gradients."""
    return Run(shape, L * start / G, spread / G, nu / G, tuple(eta * L / value for eta in steps))


def distance(value: Any, start: Any) -> Any:
    """The squared A-norm of the first error."""
    return value * start**2


def height(shape: Any, G: Any, L: Any, start: Any) -> Any:
    """F(w_0) - F*."""
    x = L * start / G
    if shape == SINE:
        return G**2 / L * (1 - cos(x))
    return G**2 / L * (x**2 / 2 if shape == QUADRATIC else at(heights(shape), x))


def average_gap(*values: Any) -> Any:
    """E F - F* at the average of the iterates, weighted by the step sizes."""
    *numbers, steps = values
    return _gap(run(*numbers, *steps), steps, *numbers[1:3])


def constant_gap(*values: Any) -> Any:
    """The same for T steps of one size."""
    *numbers, eta, T = values
    return average_gap(*numbers, (eta,) * int(T))


def _gap(one: Run, weights: Sequence[Any], G: Any, L: Any) -> Any:
    if one.shape == QUADRATIC:
        return G**2 / L * one.moments(weights) / 2
    return G**2 / L * one.averages(heights(one.shape), weights)


def average_square(*values: Any) -> Any:
    """E of the squared gradient, in the norm of the inverse, at the average iterate."""
    *numbers, eta, T = values
    return _square(run(*numbers, *(eta,) * int(T)), (eta,) * int(T), *numbers[1:4:2])


def mean_square(*values: Any) -> Any:
    """The mean over the iterates of E of the squared gradient in the norm of the inverse."""
    *numbers, eta, T = values
    if numbers[0] == SINE:
        return from_the_minimum(*numbers[1:], eta, T)
    one = run(*numbers, *(eta,) * int(T))
    ends = [[0] * k + [1] for k in range(int(T))]
    found = [
        _square(Run(one.shape, one.start, one.spread, one.noise, one.steps[: len(w)]), w, *numbers[1:4:2])
        for w in ends
    ]
    return sum(found[1:], found[0]) / len(found)


def from_the_minimum(
    G: Any, L: Any, value: Any, start: Any, spread: Any, nu: Any, eta: Any, T: Any
) -> Any:
    r"""A lower bound of the same where S = sin; as a ball, around the value.

    After a step of size 1/L from y the cosine's argument is y - sin y less the noise: E sin^2 is at
    least (1 - e^{-2 nu^2/G^2})/2, whatever y is.
    """
    if not (start == 0 and spread == 0 and eta * L == value):
        raise Undefined("bounded for steps of 1/L from the minimum alone")
    share = G**2 / value * (T - 1) / T
    if isinstance(share, int | Fraction | float):
        return float(share) * (1 - math.exp(-2 * float(nu / G) ** 2)) / 2
    low = share * (1 - (-2 * (nu / G) ** 2).exp()) / 2
    return low.union(share)


def final_gap(*values: Any) -> Any:
    """E F - F* at the last iterate w^T."""
    *numbers, eta, T = values
    one = run(*numbers, *(eta,) * (int(T) + 1))
    return _gap(one, [0] * int(T) + [1], *numbers[1:3])


def later_square(*values: Any) -> Any:
    """The sum over k = 1, ..., T-1 of E of the squared gradient, divided by T."""
    first = _square(run(*values[:-2], values[-2]), [1], *values[1:4:2])
    return mean_square(*values) - first / values[-1]


def _square(one: Run, weights: Sequence[Any], G: Any, value: Any) -> Any:
    if one.shape == QUADRATIC:
        return G**2 / value * one.moments(weights)
    return G**2 / value * one.averages(squares(one.shape), weights)
