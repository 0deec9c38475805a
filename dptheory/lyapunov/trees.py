r"""Horizons from below: N noisy steps on a tree, as second moments that some function attains.

The moments of the parts of :mod:`dptheory.lyapunov.runs` are unknown, a matrix for each, next to
the values :math:`H(y_0), \dots, H(y_{N-1}), H(x_N)`.

Let each noise have M equally likely values that form a regular simplex about 0, in coordinates of
their own for each past. They have mean 0 given the past, and all points of one step have the same
moments and values. Two runs that share k noises and then part have the parts 0..k in common; of the
part k + 1 the vectors of both have the product -1/(M - 1) of what one run has with itself, and
later parts are orthogonal. So there is one condition for each i, j and k, and moments and values
that obey all of them are those of a function of the class on finitely many points (Taylor,
Hendrickx, Glineur 2017, Theorem 4): a function, a start and a noise of the given size.

Source: own; docs/lmi.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dptheory.lyapunov.conic import Program
from dptheory.lyapunov.interpolation import Array
from dptheory.lyapunov.runs import Runs

BRANCHES = 10**12  # values of a noise; with more of them the end from below rises


class Moments(NamedTuple):
    """Moments of each part and values of H at the points, the leading axis of each free.

    Attributes:
        parts: in units of the size of what starts a part. one: 1.
    """

    parts: Sequence[Array]
    values: Array
    one: Array


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
