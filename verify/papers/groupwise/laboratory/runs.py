r"""A run seen at one step: the gradient of every group and the deviation of its samples.

The step is drawn uniformly from 0, ..., T-1, so that a probability is the mean over the steps of
theirs: some step has one at least as large, and some step has a mean square at most the mean.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from dptheory.numbers import sqrt
from verify.formula.evaluate import Point
from verify.language.symbols import Box, of_kind


@dataclass(frozen=True)
class Seen:
    r"""Finitely many states: (probability, groups), with M groups (gradient, pairs).

    A pair (probability, e) stands for :math:`\pm e`, and their mean square is at most
    :math:`\xi^2/M`.
    """

    needs: tuple[str, ...] = ("M", "xi")

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        share = Fraction(int(rng.integers(1, 20)), 20)
        weights = (share, 1 - share) if rng.random() < 0.5 else (Fraction(1),)
        return tuple(
            (p, tuple(_group(rng, point) for _ in range(int(point["M"])))) for p in weights
        )

    def corners(self, point: Point) -> tuple[Any, ...]:
        M, zero, one = int(point["M"]), (Fraction(0),) * 2, (Fraction(1), Fraction(0))
        still = ((Fraction(1), zero),)
        rest = ((Fraction(1), ((zero, still),) * M),)
        first = ((Fraction(1), ((one, still), *(((zero, still),) * (M - 1)))),)
        return rest, first

    def contains(self, value: Any, point: Point) -> bool:
        laws = [value, *(pairs for _, groups in value for _, pairs in groups)]
        return (
            all(len(groups) == point["M"] for _, groups in value)
            and all(sum(p for p, _ in law) == 1 and min(law)[0] >= 0 for law in laws)
            and all(
                sum(p * _square(e) for p, e in pairs) * point["M"] <= Fraction(point["xi"]) ** 2
                for pairs in laws[1:]
            )
        )

    def words(self) -> str:
        return "the states of a run: symmetric deviations of mean square at most xi^2/M a group"


def _group(rng: np.random.Generator, point: Point) -> Any:
    """A gradient in the plane, and one or two pairs whose mean square is allowed."""
    size, share = Fraction(10) ** int(rng.integers(-2, 2)), Fraction(int(rng.integers(1, 20)), 20)
    gradient = tuple(size * int(rng.integers(-6, 7)) / 3 for _ in range(2))
    # Below xi/sqrt(M): the root rounded down.
    most = Fraction(point["xi"]) / Fraction(int(np.ceil(1000 * np.sqrt(int(point["M"])))), 1000)
    along = gradient if rng.random() < 0.5 and any(gradient) else (Fraction(1), Fraction(0))
    length = abs(along[0]) + abs(along[1])
    first, second = (tuple(x / length * most * f for x in along) for f in (1, Fraction(1, 3)))
    if rng.random() < 0.7:
        return gradient, ((Fraction(1), first),)
    return gradient, ((share, first), (1 - share, second))


def _square(vector: Any) -> Any:
    return sum(x * x for x in vector)


def _kept(g: Any, e: Any, gamma: Any) -> Any:
    """The mean over both signs of e of <g, g + e>/(|g + e| + gamma)."""
    found = 0
    for sign in (1, -1):
        one = [x + sign * y for x, y in zip(g, e, strict=True)]
        along = sum(x * y for x, y in zip(g, one, strict=True))
        found = found + along / (sqrt(_square(one)) + gamma) / 2
    return found


@dataclass(frozen=True)
class Sizes:
    """The norm of the gradient alone: pairs (probability, norm)."""

    needs: tuple[str, ...] = ()

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        share = Fraction(int(rng.integers(1, 20)), 20)
        size = Fraction(10) ** int(rng.integers(-2, 2))
        norms = [size * int(x) / 3 for x in rng.integers(0, 7, 2)]
        return tuple(zip((share, 1 - share), norms, strict=True))

    def corners(self, point: Point) -> tuple[Any, ...]:
        one = Fraction(1)
        return ((one, Fraction(0)),), ((one, one),)

    def contains(self, value: Any, point: Point) -> bool:
        return sum(p for p, _ in value) == 1 and all(p >= 0 and x >= 0 for p, x in value)

    def words(self) -> str:
        return "a law of the norm of the gradient at a step drawn uniformly"


def sizes(seen: Any) -> tuple[tuple[Any, Any], ...]:
    """The squared norms of the gradient, with their probabilities."""
    if any(isinstance(found, tuple) for _, found in seen):
        return tuple((p, sum(_square(g) for g, _ in groups)) for p, groups in seen)
    return tuple((p, x**2) for p, x in seen)


def mean_square(seen: Any) -> Any:
    """The mean square of the gradient at a step drawn uniformly."""
    return sum(p * square for p, square in sizes(seen))


def mean_size(seen: Any) -> Any:
    """The mean length of the gradient at a step drawn uniformly."""
    return float(sum(float(p) * sqrt(float(square)) for p, square in sizes(seen)))


def descent(seen: Any, gamma: Any) -> Any:
    r"""The mean in a run of $\sum_m\langle g_m,g_{i,m}\rangle/(|g_{i,m}|+\gamma)$, $m$ being a
    group and $i$ a record."""
    return sum(
        p * q * _kept(g, e, gamma) for p, groups in seen for g, pairs in groups for q, e in pairs
    )


def below(seen: Any, level: Any) -> Any:
    """The probability that the gradient at a step drawn uniformly is shorter than a level."""
    reached = max(float(level), 0.0) ** 2
    return float(sum((p for p, square in sizes(seen) if square < reached), Fraction(0)))


def enclosed_below(seen: Any, level: Any) -> Any:
    """P(|g| < level), or None where a comparison is not decided."""
    found, high = Fraction(0), ball(level)
    for p, size in sizes(seen):
        square = ball(size)
        if high > 0 and square < high**2:
            found += p
        elif not (high <= 0 or square >= high**2):
            return None
    return ball(found)


def enclosed_size(seen: Any) -> Any:
    """E|g| as a ball."""
    return sum(ball(p) * sqrt(ball(square)) for p, square in sizes(seen))


SEEN = of_kind(Seen(), r"\mathcal R", unit="1")
SIZES = of_kind(Sizes(), r"\mathcal N", unit="gradient")
