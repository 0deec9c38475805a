"""Horizons: the worst error after N noisy steps, between two exact certificates.

The programmes of :mod:`dptheory.lyapunov.steps`, from above, and :mod:`dptheory.lyapunov.trees`,
from below, are each other's duals. They are solved without conditions between two runs first; those
that the tree breaks are added until none is left. Both solutions are moved inside a little, rounded
and tested in rationals.

Source: docs/lmi.md, and the sources of the two modules.
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
from dptheory.lyapunov.certificates import Certificate
from dptheory.lyapunov.conic import Optimum, between, rounded
from dptheory.lyapunov.full_exact import fraction, ratio, rational, semidefinite, whole
from dptheory.lyapunov.full_rates import Query
from dptheory.lyapunov.interpolation import Array
from dptheory.lyapunov.results import exact_method, function_class
from dptheory.lyapunov.runs import Runs, Start
from dptheory.lyapunov.steps import Bound, dual, solved
from dptheory.lyapunov.trees import BRANCHES, Tree
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import Result

MOST_ITERATIONS = 20
NEAR = 1e-6  # ends that are as near as is asked for, as a share


@public
@dataclass(frozen=True)
class Horizon(Result):
    """The worst error of the last iterate, for a start and noise of given sizes.

    Attributes:
        measure: what the start's size is: F(x_0) - F* or |x_0 - x*|^2.
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

    measure: str
    gain: float
    weights: tuple[float, ...]
    bound: float
    lower: float
    certificate: dict[str, Any]
    lower_certificate: dict[str, Any] | None


@public
def worst_final(
    method: Method,
    mu: Number,
    smoothness: Number,
    iterations: int,
    noise_moments: Sequence[Number] | None = None,
    *,
    measure: str = Start.VALUE,
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
        noise_moments: E|w_0|^2, ..., E|w_{N-1}|^2 >= 0, loss^2/length^2; none by default.
        measure: what is known of the start: "value" (F(x_0) - F*) or "distance" (|x_0 - x*|^2).
        start_size: that number, above 0. Gain and weights are the best ones for these sizes.
        copies: whether the bound uses the conditions between runs that share their first noises.
            Without them it is simpler, up to a fifth larger in the settings of docs/lmi.md, and
            the same for gradient descent.

    Returns:
        None where no bound was found.

    Example:
        >>> from dptheory import gradient
        >>> found = worst_final(gradient("0.1"), 1, 10, 2, [1, 1])
        >>> [round(weight, 5) for weight in found.weights]
        [0.01494, 0.05]
    """
    query = Query(exact_method(method), *function_class(mu, smoothness))
    most = f"from 1 to {MOST_ITERATIONS}"
    require(1 <= iterations <= MOST_ITERATIONS, "iterations", most, iterations)
    levels = (
        [ratio(level) for level in noise_moments]
        if noise_moments is not None
        else [fmpq(0)] * iterations
    )
    require(
        len(levels) == iterations,
        "noise_moments",
        f"one level for each of {iterations} steps",
        levels,
    )
    require(min(levels) >= 0, "noise_moments", "0 or positive", min(levels))
    require(measure in list(Start), "measure", "value or distance", measure)
    size = ratio(start_size)
    require(size > 0, "start_size", "positive", start_size)
    if not query.searchable():
        return None
    problem = _Problem(query, Start(measure), (size, *levels))
    above: list[tuple[Fraction, Certificate]] = []
    below: list[tuple[Fraction, Certificate | None]] = [(Fraction(0), None)]
    for stretched in (False, True):
        found = solved(problem.rough, stretched)
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
    return Horizon(measure, gain, tuple(weights), *ends, certificate, lower_certificate)


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

    def above(self, rough: Bound, best: Optimum) -> list[tuple[Fraction, Certificate]]:
        """The bound with rational multipliers that pass the exact test."""
        runs, count = self.exact, len(rough.pairs)
        bound = replace(rough, runs=runs)
        for point in between(rough.program, best.unknowns):
            signs, forms = bound.parts(_row(point))
            known = _row(point)[0, :-1] * runs.numbers(bound.scales)
            signed = min(signs[0]) >= 0 < min(known[bound.first :])
            if not (signed and all(semidefinite(whole(form[0])) for form in forms)):
                continue
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
            most = sum((c * size for c, size in zip(gains, sizes, strict=True)), Fraction(0))
            return [(most, self._certificate("horizon", numbers, witness))]
        return []

    def below(self, rough: Bound, best: Optimum) -> list[tuple[Fraction, Certificate | None]]:
        """A function, a start and a noise as rational moments that pass the exact test."""
        near, tree, costs = Tree(self.rough), Tree(self.exact), dual(rough, best)
        entries = [costs.parts[p][0, i, j] for p, i, j in tree.entries]
        values = costs.values[0] / self.rough.spread
        for point in between(near.program, np.append(entries, values)):
            found = tree.moments(_row(point))
            error = fraction(tree.error(found)[0] * self.total * self.height)
            possible = all(semidefinite(whole(part[0])) for part in found.parts)
            if not possible or min(tree.room(found)[0]) < 0 or error <= 0:
                continue
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


def _row(point: Array) -> Array:
    """Rounded unknowns and 1, as a row."""
    return np.array([[*map(rounded, point), fmpq(1)]], dtype=object)
