r"""Horizons from above: multipliers of the conditions along N noisy steps.

In the notation of :mod:`dptheory.lyapunov.runs`, multipliers :math:`\lambda \ge 0` of the
conditions between the points of one run, and of two runs that share k noises, with

.. math:: c_0 G_0 - G_N + \textstyle\sum_t c_t |w_{t-1}|^2
          + \textstyle\sum \lambda_{ijk} J_{ijk} \succeq 0

prove :math:`E G_N \le c_0 G_0 + \sum c_t E|w_{t-1}|^2`: the values cancel, which fixes one
multiplier for each point, and what is left falls into one form for each part. In part p a condition
between two runs that share k < p noises has no products of the one with the other. The least sum
for given sizes is one semidefinite programme, whose dual is that of :mod:`dptheory.lyapunov.trees`.

Source: performance estimation (Drori and Teboulle 2014; Taylor, Hendrickx and Glineur 2017), with
noise Rubbens, Colla and Hendrickx (2025). Conditions between two runs: own; docs/lmi.md.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dptheory.lyapunov.conic import Optimum, Program, optimum
from dptheory.lyapunov.interpolation import Array, times
from dptheory.lyapunov.runs import Runs, near_two
from dptheory.lyapunov.trees import Moments, Tree

BROKEN = 1e-10  # by so much, relative to the errors there, a condition counts as broken


@dataclass(frozen=True)
class Bound:
    """The least bound under some conditions: pairs (i, j, k) beside those with the minimiser.

    Attributes:
        stretched: the solver sees the start's part in units of all errors. It is the more accurate
            where noise outweighs what is left of the start, and less so where levels differ much.
    """

    runs: Runs
    pairs: tuple[tuple[int, int, int], ...]
    stretched: bool

    @property
    def count(self) -> int:
        """Multipliers of the pairs and of (minimiser, point), then the gain and the weights."""
        return self.first + len(self.runs.sources)

    @property
    def first(self) -> int:
        """Where the gain stands."""
        return len(self.pairs) + self.runs.last + 1

    @cached_property
    def scales(self) -> Array:
        """Powers of 2 that the unknowns are measured in."""
        runs = self.runs
        sizes = [float(runs.sizes[source]) for source in runs.sources]
        found = np.hstack([runs.scales(self.pairs), runs.spread, sizes])
        return near_two(runs.spread[-1] / found)

    def parts(self, v: Array) -> tuple[Array, list[Array]]:
        """Multipliers of all conditions and the parts' forms, off rows of unknowns and 1."""
        runs, count, one = self.runs, len(self.pairs), v[:, -1]
        v = np.hstack([v[:, :-1] * runs.numbers(self.scales), v[:, -1:]])
        points = range(runs.last + 1)
        gains = v[:, self.first : -1].T
        into, out = np.zeros((2, len(v), len(points)), dtype=v.dtype)
        cross = np.zeros((runs.last + 1, len(v), len(points), len(points)), dtype=v.dtype)
        for (i, j, k), weight in zip(self.pairs, v.T, strict=False):
            into[:, j] += weight
            out[:, i] += weight
            cross[: k + 1, :, j, i] += weight
        into = into + v[:, count : self.first]
        left = into - out
        left[:, -1] -= one
        if runs.of_value:
            left[:, 0] += gains[0]
        own = into + out + left
        forms = []
        for source, part, gain in zip(runs.sources, runs.parts, gains, strict=True):
            x, g, shared = part.points, part.gradients, cross[source]
            mixed, square = shared.copy(), -shared - shared.swapaxes(1, 2)
            for t in points:
                mixed[:, t, t] -= into[:, t]
                square[:, t, t] += own[:, t]
            half = g.T @ mixed @ x
            form = half + half.swapaxes(1, 2) + g.T @ square @ g
            form = form - times(one, runs.bend * np.outer(x[-1], x[-1]))
            first = x[0] if source == 0 else np.eye(1, len(form[0]), dtype=int)[0]
            bent = runs.bend if source == 0 and runs.of_value else 1
            form = form + times(gain, bent * np.outer(first, first))
            forms.append(form)
        return np.hstack([v[:, : self.first], left]), forms

    @property
    def program(self) -> Program:
        """The same for the solver."""
        runs = self.runs
        signs, forms = self.parts(np.eye(self.count + 1))
        last = runs.spread[-1]
        rows = np.hstack([self.scales[: self.first], last / runs.spread])
        sizes = [runs.sizes[source] / last for source in runs.sources]
        cost = np.hstack([np.zeros(self.first), sizes * self.scales[self.first :], 0])
        scaled = [size * form for size, form in zip(sizes, forms, strict=True)]
        scaled[0] = scaled[0] * self.square
        return Program(cost, (signs / rows).T, scaled)

    @property
    def square(self) -> Array | float:
        """What the solver's form of the first part is measured in, per unit of its moments."""
        stretch = self.runs.stretch
        return np.outer(stretch, stretch) if self.stretched else 1.0


def solved(runs: Runs, stretched: bool) -> list[tuple[Bound, Optimum]]:
    """The least bounds: without copies, then with those that the dual before broke."""
    tree, every = Tree(runs), list(runs.pairs(copies=True))
    found: list[tuple[Bound, Optimum]] = []
    pairs = tuple(runs.pairs(copies=False))
    while True:
        bound = Bound(runs, pairs, stretched)
        best = optimum(bound.program)
        if best is None:
            return found
        found.append((bound, best))
        room = tree.room(dual(bound, best))[0] / tree.scales
        broken = {pair for pair, left in zip(every, room, strict=False) if left < -BROKEN}
        if broken <= set(pairs):
            return found
        pairs = (*pairs, *sorted(broken - set(pairs)))


def dual(bound: Bound, best: Optimum) -> Moments:
    """Moments and values: what the multipliers of the least bound cost."""
    runs, parts = bound.runs, [bound.square * best.forms[0], *best.forms[1:]]
    square = sum(
        runs.sizes[source] * np.einsum("ti,ij,tj->t", part.gradients, moments, part.gradients)
        for source, part, moments in zip(runs.sources, runs.parts, parts, strict=True)
    )
    values = (best.signs[-runs.last - 1 :] * runs.spread + square) / 2
    return Moments([part[None] for part in parts], values[None], np.ones(1))
