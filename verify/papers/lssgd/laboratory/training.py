r"""Runs of DP-LSSGD on functions of one coordinate, and what their expectations are.

The coordinate is along an eigenvector of :math:`A_\sigma` with eigenvalue :math:`\lambda`, the
slope s that of ``laboratory/shapes``. A step is
:math:`y\to y-\frac\eta\lambda(s(y)+e+n)` with a sampling error e of two equally likely values and
Gaussian noise n of variance :math:`\nu^2`. All is in closed form for two iterations, and for
:math:`S(x)=x` for any number; others have no value here, but for bounds where :math:`S=\sin`.
"""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dptheory.numbers import cos
from verify.formula.evaluate import Undefined
from verify.papers.lssgd.laboratory.shapes import (
    MOST_ITERATIONS,
    QUADRATIC,
    SINE,
    alike,
    at,
    expected,
    heights,
    slope_at,
    squares,
)


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
        first = ball(shape) if isinstance(shape, int | Fraction) else shape
        return function(first, *map(ball, numbers[:end]), *numbers[end:])

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
        kept, mean = 1 + 0 * self.start, 0 * self.start
        kicks: list[tuple[Any, Any]] = []
        for weight, step in zip(weights, self.steps, strict=True):
            mean = mean + weight * kept * self.start
            kicks = [(k * (1 - step), found + weight * k) for k, found in kicks]
            kicks.append((step, 0 * step))
            kept = kept * (1 - step)
        variance = sum((found**2 for _, found in kicks), 0 * self.start)
        whole = sum(weights)
        return (mean**2 + (self.noise**2 + self.spread**2) * variance) / whole**2


def run(
    shape: Any, G: Any, L: Any, value: Any, start: Any, spread: Any, nu: Any, *steps: Any
) -> Run:
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
        _, G, L, value, start, spread, nu = numbers
        return from_the_minimum(G, L, value, start, spread, nu, eta, T)
    one = run(*numbers, *(eta,) * int(T))
    ends = [[0] * k + [1] for k in range(int(T))]
    found = [
        _square(
            Run(one.shape, one.start, one.spread, one.noise, one.steps[: len(w)]),
            w,
            *numbers[1:4:2],
        )
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
    # Above, by the bound on the mean over all iterates.
    return low.union(nu**2 / value)


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
