r"""Runs of N noisy steps, split into what the start and each noise add.

For the method and the class of :mod:`dptheory.lyapunov.interpolation`, with that module's H, G and
conditions :math:`J_{ij} \le 0`, a random vector of a run is the sum of what the start and each
noise add to it (martingale increments): :math:`x_t = x_t^0 + \dots + x_t^t`. The parts are
orthogonal in the mean, and the method acts on each of them alone: part 0 comes from :math:`x_0`,
part j from :math:`-\alpha w_{j-1}`.

Source: martingale increments, a textbook's; docs/lmi.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dptheory.lyapunov.full_exact import ratio
from dptheory.lyapunov.interpolation import Array, Scaled
from dptheory.ranges import require

SMALLEST = 1e-12  # of an error, as the measure of what is unknown


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
        """The largest of quadratics from a start of size 1, or after a noise of size 1.

        Raises:
            ValueError: the source is none of 0, ..., N.
        """
        require(0 <= source <= self.last, "source", f"from 0 to {self.last}", source)
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
