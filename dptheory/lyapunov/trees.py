r"""Horizons from below: N noisy steps on a tree, as second moments that some function attains.

For the method and the class of :mod:`dptheory.lyapunov.interpolation`, with that module's H, G and
conditions :math:`J_{ij} \le 0`, a random vector of the run is the sum of what the start and each
noise add to it (martingale increments): :math:`x_t = x_t^0 + \dots + x_t^t`, and the method acts on
each part alone. Part 0 starts at :math:`x_0`, part j at :math:`-\alpha w_{j-1}`. The moments of the
parts are what is unknown, a matrix for each, next to the values :math:`H(y_t)`.

Let each noise have M equally likely values that form a regular simplex about 0, in coordinates of
their own for each past. They have mean 0 given the past, and all points of one step have the same
moments and values. Two runs that share k noises and then part have the parts 0..k in common; of the
part k + 1 the vectors of both have the product -1/(M - 1) of what one run has with itself, and
later parts are orthogonal. So there is one condition for each i, j and k, and moments and values
that obey all of them are those of a function of the class on finitely many points (Taylor,
Hendrickx, Glineur 2017, Theorem 4): a function, a start and a noise of the given size.

Source: own; the programme without copies is that of Rubbens, Colla and Hendrickx (2025).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov.conic import Program
from dptheory.lyapunov.full_exact import ratio
from dptheory.lyapunov.interpolation import Array, Scaled

SMALLEST = 1e-12  # of an error, as the measure of what is unknown
BRANCHES = 10**12  # values of a noise; with more of them the end from below rises


@public
def near_two(numbers: Array) -> Array:
    """The powers of 2 next to positive numbers."""
    return 2.0 ** np.round(np.log2(np.maximum(numbers, SMALLEST)))


class Start(StrEnum):
    """What is known of the start: its error of value or its squared distance.

    Example:
        >>> Start("distance") is Start.DISTANCE
        True
    """

    VALUE = "value"
    DISTANCE = "distance"


class Part(NamedTuple):
    """What the start or one noise adds: rows that read it off the vectors of the part.

    The vectors are x_N or the noise, the later moves over -alpha L, and the gradient at x_N.

    Attributes:
        points: y_0, ..., y_(N-1), x_N. gradients: of H there.
    """

    points: Array
    gradients: Array


class Sizes(NamedTuple):
    """Distances and G of the iterates from some step on."""

    points: Array
    errors: Array


@public
@dataclass(frozen=True)
class Runs:
    """N noisy steps from rest, in the numbers of ``at``.

    Attributes:
        start: what is known of the start.
        sizes: G or the squared distance there, then E|w_t|^2 in units of L; 0 for no noise.
    """

    at: Scaled
    start: Start
    sizes: tuple[Any, ...]

    @property
    def last(self) -> int:
        """N."""
        return len(self.sizes) - 1

    @property
    def of_value(self) -> bool:
        """Whether the error of the value is known at the start."""
        return self.start is Start.VALUE

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """0 for the start and t + 1 for the noise w_t: the parts."""
        return (0, *(j for j in range(1, self.last + 1) if self.sizes[j] > 0))

    @property
    def bend(self) -> Any:
        """mu/(L - mu)."""
        return self.at.m / (1 - self.at.m)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """How points and gradients follow, part by part."""
        return tuple(map(self._part, self.sources))

    def _part(self, source: int) -> Part:
        at, count = self.at, self.last + 2 - source
        unit = np.eye(count, dtype=int).astype(object) * self.numbers(self.lengths(source))
        none = 0 * unit[:1]
        moves = np.vstack([np.repeat(none, max(source, 1), axis=0), unit[source == 0 : -1]])
        moved = at.step * np.cumsum(moves, axis=0)
        points = -moved if source else unit[0] + moved[-1] - moved
        points[:-1] = points[:-1] - at.eta * at.step * moves[:-1]
        pushed = np.vstack([moves[1:], none]) - at.beta * moves
        gradients = (pushed - at.m * points) / (1 - at.m)
        gradients[-1] = unit[-1]
        gradients[:source] = none
        kind = float if isinstance(at.step, float) else object
        return Part(points.astype(kind), gradients.astype(kind))

    # Powers of 2 that what is unknown is measured in: it is then of the order of 1 throughout.

    def numbers(self, sizes: Array) -> Array:
        """Floats as numbers of the kind in ``at``."""
        kind = float if isinstance(self.at.step, float) else object
        exact = sizes if kind is float else [ratio(float(size)) for size in sizes]
        return np.array(exact, dtype=kind)

    def quadratics(self, source: int) -> "Sizes":
        """The largest of quadratics from a start of size 1, or after a noise of size 1."""
        at = self.at.floats()
        curvatures = np.linspace(at.m, 1, 65)
        x = last = curvatures ** (-0.5 if self.of_value else 0)
        if source:
            x, last = -at.step + 0 * x, 0 * x
        found = []
        for _ in range(self.last + 1 - source):
            found.append(abs(x))
            d = x - last
            x, last = x + at.beta * d - at.step * curvatures * (x + at.eta * d), x
        return Sizes(np.max(found, axis=1), np.max(curvatures * np.square(found), axis=1))

    def lengths(self, source: int) -> Array:
        """Of the vectors of a part."""
        points, errors = self.quadratics(source)
        return near_two(np.hstack([1.0 if source else points[-1], np.sqrt(errors)]))

    @cached_property
    def spread(self) -> Array:
        """The errors at the points, from all parts."""
        return near_two(self._after(0))

    def _after(self, first: int) -> Array:
        """The errors at the points from the parts that come from some source on."""
        found = np.zeros(self.last + 1)
        for source in self.sources:
            if source >= first:
                found[source:] += float(self.sizes[source]) * self.quadratics(source).errors
        return found

    @property
    def stretch(self) -> Array:
        """How far noise takes the errors beyond the start's, for each vector of its part."""
        most = near_two(np.sqrt(self.spread / float(self.sizes[0])))
        found = most / self.lengths(0)[1:]
        return np.hstack([found[-1], found])

    def scales(self, pairs: Iterable[tuple[int, int, int]]) -> Array:
        """Of conditions between points: the larger error, or how far two runs are apart."""
        apart = [near_two(self._after(k + 1)) for k in range(self.last + 1)]
        found = [apart[k][i] if i == j else max(self.spread[[i, j]]) for i, j, k in pairs]
        return np.array(found)

    def pairs(self, copies: bool) -> Iterator[tuple[int, int, int]]:
        """Points i and j of one run, the last of whose common noises is k; then those of two runs.

        Two runs part at a noise: k + 1 is one.
        """
        every = range(self.last + 1)
        for i in every:
            for j in every:
                if i != j:
                    yield i, j, min(i, j)
                if copies:
                    yield from ((i, j, k - 1) for k in self.sources[1:] if k <= min(i, j))


@public
class Moments(NamedTuple):
    """Moments of each part and values of H at the points, the leading axis of each free.

    Attributes:
        parts: in units of the size of what starts a part. one: 1.
    """

    parts: Sequence[Array]
    values: Array
    one: Array


@public
@dataclass(frozen=True)
class Tree:
    """The largest error from below."""

    runs: Runs

    @cached_property
    def entries(self) -> list[tuple[int, int, int]]:
        """Part, row and column of each moment; the values follow."""
        sides = ((p, self.runs.last + 2 - source) for p, source in enumerate(self.runs.sources))
        return [(p, i, j) for p, side in sides for i in range(side) for j in range(i, side)]

    def moments(self, v: Array) -> Moments:
        """Moments and values off rows of the unknowns and, last, 1."""
        runs = self.runs
        sides = (runs.last + 2 - source for source in runs.sources)
        parts = [np.zeros((len(v), side, side), dtype=v.dtype) for side in sides]
        for column, (p, i, j) in zip(v.T, self.entries, strict=False):
            parts[p][:, i, j] = parts[p][:, j, i] = column
        values = v[:, len(self.entries) : -1] * runs.numbers(runs.spread)
        return Moments(parts, values, v[:, -1])

    def room(self, found: Moments) -> Array:
        """-J of all pairs of points of one or two runs, then of each point with the minimiser.

        Last what the start and each noise leave of their sizes, as shares of them.
        """
        runs, values = self.runs, found.values
        shared, parted, both = {}, {}, np.array(0)
        for source, part, moments in zip(runs.sources, runs.parts, found.parts, strict=True):
            half = runs.sizes[source] * (part.gradients @ moments)
            mean = np.stack([half @ part.points.T, half @ part.gradients.T])
            parted[source - 1] = both - mean / (BRANCHES - 1)
            shared[source] = both = both + mean
        for k in range(1, runs.last + 1):
            shared.setdefault(k, shared[k - 1])
        own, square = (np.einsum("rii->ri", mean) for mean in both)
        room = []
        for i, j, k in runs.pairs(copies=True):
            gx, gg = shared[k] if k == min(i, j) else parted[k]
            move = values[:, i] - values[:, j] - gx[:, j, i] + own[:, j]
            room.append(2 * move - square[:, i] - square[:, j] + 2 * gg[:, i, j])
        free = [2 * values - square, 2 * (own - values) - square]
        first = runs.parts[0].points[0]
        begun = first @ found.parts[0] @ first
        if runs.of_value:
            begun = runs.bend * begun + 2 * values[:, 0] / runs.sizes[0]
        used = [begun, *(moments[:, 0, 0] for moments in found.parts[1:])]
        return np.hstack(
            [np.stack(room, axis=1), *free, found.one[:, None] - np.stack(used, axis=1)]
        )

    @property
    def scales(self) -> Array:
        """Powers of 2 that the room is measured in."""
        runs = self.runs
        pairs = runs.scales(runs.pairs(copies=True))
        return np.hstack([pairs, runs.spread, runs.spread, np.ones(len(runs.sources))])

    def error(self, found: Moments) -> Array:
        """E G at x_N."""
        runs = self.runs
        ends = (part.points[-1] for part in runs.parts)
        sizes = (runs.sizes[source] for source in runs.sources)
        squares = (
            size * (end @ moments @ end)
            for size, end, moments in zip(sizes, ends, found.parts, strict=True)
        )
        total: Array = 2 * found.values[:, -1] + runs.bend * sum(squares)
        return total

    def unscaled(self, found: Moments, total: Any) -> list[Array]:
        """Moments of vectors in lengths and gradients over L, for sizes that sum to ``total``.

        There is one matrix for each step, of zeros where it has no noise.
        """
        runs = self.runs
        parts = [np.zeros((side, side), dtype=int) for side in range(runs.last + 2, 1, -1)]
        for source, part in zip(runs.sources, found.parts, strict=True):
            scale = runs.numbers(runs.lengths(source))
            parts[source] = total * runs.sizes[source] * np.outer(scale, scale) * part[0]
        return parts

    @property
    def program(self) -> Program:
        """The same for the solver."""
        found = self.moments(np.eye(len(self.entries) + self.runs.last + 2))
        room = self.room(found) / self.scales
        return Program(-self.error(found) / self.runs.spread[-1], room.T, found.parts)
