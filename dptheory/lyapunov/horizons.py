r"""Horizons: the worst error after N noisy steps, between two exact certificates.

In the notation of :mod:`dptheory.lyapunov.trees`, multipliers :math:`\lambda \ge 0` of the
conditions between the points of one run, and of two runs that share k noises, with

.. math:: c_0 G_0 - G_N + \textstyle\sum_t c_t |w_{t-1}|^2
          + \textstyle\sum \lambda_{ijk} J_{ijk} \succeq 0

prove :math:`E G_N \le c_0 G_0 + \sum c_t E|w_{t-1}|^2`: the values cancel, which fixes one
multiplier for each point, and what is left falls into one form for each part. In part p a condition
between two runs that share k < p noises has no products of the one with the other. The least sum
for the given sizes is one semidefinite programme, whose dual is the tree's. It is solved without
copies first; those that its dual breaks are added until none is left. Both solutions are moved
inside a little, rounded and tested in rationals.

Source: performance estimation (Drori and Teboulle 2014; Taylor, Hendrickx and Glineur 2017), with
noise of a given size Rubbens, Colla and Hendrickx (2025). Copies and the tree: own; docs/lmi.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any

import numpy as np
from flint import fmpq

from dptheory.contract import public
from dptheory.lyapunov import certificates
from dptheory.lyapunov.answers import exact_method, function_class
from dptheory.lyapunov.certificates import Certificate
from dptheory.lyapunov.conic import Optimum, Program, between, optimum, rounded
from dptheory.lyapunov.full_exact import fraction, ratio, rational, semidefinite, whole
from dptheory.lyapunov.full_rates import Query
from dptheory.lyapunov.interpolation import Array, times
from dptheory.lyapunov.trees import BRANCHES, Moments, Runs, Start, Tree, near_two
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import Result

MOST_ITERATIONS = 20
NEAR = 1e-6  # ends that are as near as is asked for, as a share
BROKEN = 1e-10  # by so much, relative to the errors there, a condition counts as broken


@public
@dataclass(frozen=True)
class Horizon(Result):
    """The worst error of the last iterate, for a start and noise of given sizes.

    Attributes:
        start: what the start's size is: F(x_0) - F* or |x_0 - x*|^2.
        gain: of the start's size, rounded up: a pure number or loss/length^2.
        weights: of E|w_0|^2, ..., E|w_(N-1)|^2, rounded up, length^2/loss; 0 for a step that was
            said to have no noise.
        bound: gain and weights times the sizes: E F(x_N) - F* is at most this.
        lower: and reaches this on some function of the class.
        certificate, lower_certificate: what ``verify/kernel.py`` reads.

    Example:
        >>> from dptheory import gradient
        >>> round(worst_final(gradient("0.1"), 1, 10, 2).gain, 6)
        0.6561
    """

    start: str
    gain: float
    weights: tuple[float, ...]
    bound: float
    lower: float
    certificate: dict[str, Any]
    lower_certificate: dict[str, Any] | None


@dataclass(frozen=True)
class _Bound:
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


@public
def worst_final(
    method: Method,
    mu: Number,
    smoothness: Number,
    iterations: int,
    noise: Sequence[Number] | None = None,
    *,
    start: str = Start.VALUE,
    start_size: Number = 1,
    copies: bool = True,
) -> Horizon | None:
    r"""The worst E F(x_N) - F* after N steps from rest, between two exact numbers.

    Over every F in S(mu, L), in every dimension, and every noise with E(w_t | past) = 0 and the
    given E|w_t|^2; x_{-1} = x_0. The bound is that of the last iterate, under noise whose law may
    change with t: another number than the floor of the mean over time.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        iterations: N, from 1 to 20.
        noise: E|w_0|^2, ..., E|w_{N-1}|^2 >= 0, loss^2/length^2; none by default.
        start: what is known of the start: "value" (F(x_0) - F*) or "distance" (|x_0 - x*|^2).
        start_size: that number, above 0. Gain and weights are the best ones for these sizes.
        copies: whether the bound uses the conditions between runs that share their first noises.
            Without them it is simpler and up to a few per cent larger (not for gradient descent).

    Returns:
        None where no bound was found.

    Raises:
        ValueError: an argument is out of its range.

    Example:
        >>> from dptheory import gradient
        >>> found = worst_final(gradient("0.1"), 1, 10, 2, [1, 1])
        >>> [round(weight, 5) for weight in found.weights]
        [0.01494, 0.05]
    """
    query = Query(exact_method(method), *function_class(mu, smoothness))
    most = f"from 1 to {MOST_ITERATIONS}"
    require(1 <= iterations <= MOST_ITERATIONS, "iterations", most, iterations)
    levels = [ratio(level) for level in noise] if noise is not None else [fmpq(0)] * iterations
    require(len(levels) == iterations, "noise", f"one level for each of {iterations} steps", levels)
    require(min(levels) >= 0, "noise", "0 or positive", min(levels))
    require(start in list(Start), "start", "value or distance", start)
    size = ratio(start_size)
    require(size > 0, "start_size", "positive", start_size)
    if not query.searchable():
        return None
    problem = _Problem(query, Start(start), (size, *levels))
    above: list[tuple[Fraction, Certificate]] = []
    below: list[tuple[Fraction, Certificate]] = [(Fraction(0), None)]
    for stretched in (False, True):
        found = _solved(problem.rough, stretched)
        if found:
            above += problem.above(*found[-1 if copies else 0])
            below += problem.below(*found[-1])
            if above and (not copies or above[-1][0] <= below[-1][0] * (1 + NEAR)):
                break
    if not above:
        return None
    bound, certificate = min(above, key=itemgetter(0))
    error, lower_certificate = max(below, key=itemgetter(0))
    said = certificate["statement"]
    gain, *weights = (_up(Fraction(it)) for it in (said["gain"], *said["weights"]))
    ends = _up(bound), math.nextafter(float(error), 0.0)
    return Horizon(start, gain, tuple(weights), *ends, certificate, lower_certificate)


def _up(x: Fraction) -> float:
    return math.nextafter(float(x), math.inf) if x else 0.0


@dataclass(frozen=True)
class _Problem:
    """What is asked: the start's size and the noise's levels in the units of the caller."""

    query: Query
    start: Start
    sizes: tuple[fmpq, ...]

    @property
    def height(self) -> fmpq:
        """F - F* per G."""
        return (ratio(self.query.smoothness) - ratio(self.query.mu)) / 2

    @cached_property
    def units(self) -> tuple[fmpq, ...]:
        """The squared length that each size counts as: G or the distance, and the noise over L."""
        first = 1 / self.height if self.start is Start.VALUE else fmpq(1)
        return first, *[1 / ratio(self.query.smoothness) ** 2] * (len(self.sizes) - 1)

    @cached_property
    def total(self) -> fmpq:
        """The sum of the sizes as squared lengths."""
        return sum(
            (size * unit for size, unit in zip(self.sizes, self.units, strict=True)), fmpq(0)
        )

    @cached_property
    def exact(self) -> Runs:
        """The runs, with sizes that sum to 1."""
        pairs = zip(self.sizes, self.units, strict=True)
        sizes = tuple(size * unit / self.total for size, unit in pairs)
        return Runs(rational(self.query.at), self.start, sizes)

    @cached_property
    def rough(self) -> Runs:
        """The same in floats."""
        exact = self.exact
        return Runs(self.query.at.floats(), self.start, tuple(map(float, exact.sizes)))

    def _certificate(self, kind: str, numbers: Any, witness: Any) -> Certificate:
        return certificates.after_steps(kind, self.query, str(self.start), numbers, witness)

    def above(self, rough: "_Bound", best: Optimum) -> list[tuple[Fraction, Certificate]]:
        """The bound with rational multipliers that pass the exact test."""
        runs, count = self.exact, len(rough.pairs)
        bound = replace(rough, runs=runs)
        for point in between(rough.program, best.unknowns):
            signs, forms = bound.parts(_row(point))
            if min(signs[0]) < 0 or not all(semidefinite(whole(form[0])) for form in forms):
                continue
            known = _row(point)[0, :-1] * runs.numbers(bound.scales)
            gains = [Fraction(0)] * (runs.last + 1)
            for source, gain in zip(runs.sources, known[bound.first :], strict=True):
                counted = fraction(gain * self.height * self.units[source])
                gains[source] = certificates.rounded_up(counted, certificates.NOISE_DIGITS)
            witness = {
                "pairs": [
                    [*map(str, (*pair, weight))]
                    for pair, weight in zip(bound.pairs, known, strict=False)
                    if weight
                ],
                "minimiser": [*map(str, known[count : bound.first])],
            }
            numbers = {"gain": gains[0], "weights": gains[1:]}
            sizes = map(fraction, self.sizes)
            bound = sum(gain * size for gain, size in zip(gains, sizes, strict=True))
            return [(Fraction(bound), self._certificate("horizon", numbers, witness))]
        return []

    def below(self, rough: "_Bound", best: Optimum) -> list[tuple[Fraction, Certificate]]:
        """A function, a start and a noise as rational moments that pass the exact test."""
        near, tree, dual = Tree(self.rough), Tree(self.exact), _dual(rough, best)
        entries = [dual.parts[p][0, i, j] for p, i, j in tree.entries]
        values = dual.values[0] / self.rough.spread
        for point in between(near.program, np.append(entries, values)):
            found = tree.moments(_row(point))
            parts = all(semidefinite(whole(part[0])) for part in found.parts)
            if not parts or min(tree.room(found)[0]) < 0:
                continue
            error = fraction(tree.error(found)[0] * self.total * self.height)
            numbers: dict[str, Any] = {
                "start": fraction(self.sizes[0]),
                "levels": [*map(fraction, self.sizes[1:])],
                "error": certificates.rounded_down(error),
            }
            witness = {
                "branches": str(BRANCHES),
                "moments": [certificates.texts(it) for it in tree.unscaled(found, self.total)],
                "values": certificates.texts(self.total * found.values[0]),
            }
            return [(numbers["error"], self._certificate("tree", numbers, witness))]
        return []


def _solved(runs: Runs, stretched: bool) -> list[tuple[_Bound, Optimum]]:
    """The least bounds: without copies, then with those that the dual before broke."""
    tree, every = Tree(runs), list(runs.pairs(copies=True))
    found: list[tuple[_Bound, Optimum]] = []
    pairs = tuple(runs.pairs(copies=False))
    while True:
        bound = _Bound(runs, pairs, stretched)
        best = optimum(bound.program)
        if best is None:
            return found
        found.append((bound, best))
        room = tree.room(_dual(bound, best))[0] / tree.scales
        broken = {pair for pair, left in zip(every, room, strict=False) if left < -BROKEN}
        if broken <= set(pairs):
            return found
        pairs = (*pairs, *sorted(broken - set(pairs)))


def _dual(bound: _Bound, best: Optimum) -> Moments:
    """Moments and values: what the multipliers of the least bound cost."""
    runs, parts = bound.runs, [bound.square * best.forms[0], *best.forms[1:]]
    square = sum(
        runs.sizes[source] * np.einsum("ti,ij,tj->t", part.gradients, moments, part.gradients)
        for source, part, moments in zip(runs.sources, runs.parts, parts, strict=True)
    )
    values = (best.signs[-runs.last - 1 :] * runs.spread + square) / 2
    return Moments([part[None] for part in parts], values[None], np.ones(1))


def _row(point: Array) -> Array:
    """Rounded unknowns and 1, as a row."""
    return np.array([[*map(rounded, point), fmpq(1)]], dtype=object)
