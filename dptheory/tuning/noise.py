r"""What noise costs a bound: the optimal schedule's share for weights made of geometric pieces.

A search asks for :math:`\min\sum_ta_t\,d\,\mathrm{Var}_t` thousands of times, with up to
:math:`10^5` iterations. Weights are therefore given as segments (first weight, factor, length),
and never written out:

* full batches have a closed form: :math:`k(\sum_ta_t^{1/p})^p`, with p = 3 for Laplace noise and a
  pure budget, p = 2 for Gaussian noise;
* with sampling, segments are cut into pieces of nearly equal weights, and the dual problem of
  :mod:`dptheory.allocation` is solved on those (some tenths of a per cent too large). What is
  reported is always recomputed from the whole schedule.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from dptheory.allocation import Allocation, gaussian, laplace
from dptheory.allocation.divergence import ORDERS, Setting, curve, divergence_budget
from dptheory.allocation.laplace_schedule import dual_budgets
from dptheory.allocation.rules import optimal_rule
from dptheory.allocation.schedule import Array
from dptheory.allocation.zcdp import gaussian_zcdp
from dptheory.privacy.accounting import gaussian_rho
from dptheory.privacy.laplace import laplace_variance, log_mixture
from dptheory.privacy.neighbouring import Neighbouring

Segment = tuple[float, float, float]  # first weight, factor in (0, 1], length
Segments = Sequence[Segment]
PIECES = 40  # of a segment, down to
DEPTH = 36.0  # this fall of the weight's logarithm; one more piece takes the rest
POINTS = 60  # of the tables of Rényi divergences


def power_sum(segments: Segments, exponent: float) -> float:
    """The sum of the weights to a power."""
    total = 0.0
    for first, factor, length in segments:
        fall = exponent * math.log(factor) if factor > 0 else -math.inf
        share = length if fall == 0 else math.expm1(length * fall) / math.expm1(fall)
        total += first**exponent * share
    return total


def pieces(segments: Segments) -> tuple[Array, Array]:
    """Mean weights and lengths of pieces of nearly equal weights."""
    levels, counts = [], []
    for first, factor, length in segments:
        fall = -math.log(factor) if factor > 0 else math.inf
        inner = min(length, max(1.0, DEPTH / fall)) if fall > 0 else length
        edges = np.linspace(0.0, inner, min(PIECES, math.ceil(inner)) + 1)
        if inner < length:
            edges = np.append(edges, length)
        sizes = np.diff(edges)
        # A piece of k iterations from i on has the sum first factor^i (1-factor^k)/(1-factor).
        if fall > 0:
            share = np.expm1(-sizes * fall) / np.expm1(-fall)
            levels.append(first * np.exp(-edges[:-1] * min(fall, 700.0)) * share / sizes)
        else:
            levels.append(np.full(sizes.size, first))
        counts.append(sizes)
    a, k = np.concatenate(levels), np.concatenate(counts)
    kept = a > 0
    return a[kept], k[kept]


class Noise(Protocol):
    """A mechanism with its budget."""

    @property
    def power(self) -> int | None:
        """p of the closed form, None when there is none."""

    def least(self, segments: Segments) -> float:
        """The least sum of weights times E|noise|^2."""

    def schedule(self, weights: Array) -> Allocation:
        """The schedule that attains it."""


@dataclass(frozen=True)
class FullLaplace:
    """Laplace noise on all n records for a pure budget."""

    epsilon: float
    sensitivity: float
    n: int
    dimension: int
    power: int | None = 3

    def least(self, segments: Segments) -> float:
        unit = self.dimension * float(laplace_variance(self.sensitivity / (self.n * self.epsilon)))
        return unit * power_sum(segments, 1 / 3) ** 3

    def schedule(self, weights: Array) -> Allocation:
        return laplace(
            weights, self.epsilon, sensitivity=self.sensitivity, n=self.n, batch_size=self.n
        )


@dataclass(frozen=True)
class FullGaussian:
    """Gaussian noise on all n records for an approximate budget, by exact composition."""

    rho: float
    sensitivity: float
    n: int
    dimension: int
    power: int | None = 2

    def least(self, segments: Segments) -> float:
        unit = self.dimension * (self.sensitivity / self.n) ** 2 / (2 * self.rho)
        return unit * power_sum(segments, 1 / 2) ** 2

    def schedule(self, weights: Array) -> Allocation:
        return gaussian_zcdp(weights, self.rho, sensitivity=self.sensitivity / self.n)


@dataclass(frozen=True)
class SampledLaplace:
    """Laplace noise on batches of m of n records for a pure budget."""

    epsilon: float
    sensitivity: float
    n: int
    m: int
    dimension: int
    power: int | None = None

    def least(self, segments: Segments) -> float:
        a, counts = pieces(segments)
        q = self.m / self.n
        theta = log_mixture(dual_budgets(a, counts, self.epsilon, q), 1.0, q)
        scales = self.sensitivity / (self.m * theta)
        return self.dimension * float(np.sum(counts * a * laplace_variance(scales)))

    def schedule(self, weights: Array) -> Allocation:
        return laplace(
            weights, self.epsilon, sensitivity=self.sensitivity, n=self.n, batch_size=self.m
        )


@dataclass
class SampledGaussian:
    """Gaussian noise on batches of m of n records for an approximate budget.

    The quick value is that of Rényi divergences, some tenths too large; the schedule meets the
    budget by the tightest account.
    """

    epsilon: float
    delta: float
    sensitivity: float
    n: int
    m: int
    dimension: int
    power: int | None = None
    _start: int = field(default=ORDERS.index(8.0))

    def _at(self, place: int, a: Array, counts: Array) -> float:
        order = ORDERS[place]
        budget = divergence_budget(order, self.epsilon, self.delta)
        if budget <= 0:
            return math.inf
        table = curve(Setting(self.n, self.m, Neighbouring.REPLACE_ONE), order, POINTS)
        log_z = optimal_rule(table, np.log(a), counts, budget)
        return float(np.sum(counts * a * np.exp(2 * log_z)))

    def least(self, segments: Segments) -> float:
        a, counts = pieces(segments)
        # From the last answer's order downhill: neighbours in a search have the same one.
        place, best = self._start, self._at(self._start, a, counts)
        for step in (1, -1):
            while 0 <= place + step < len(ORDERS):
                other = self._at(place + step, a, counts)
                if not (other < best or math.isinf(best)):
                    break
                place, best = place + step, other
        self._start = place
        return self.dimension * best * (self.sensitivity / self.m) ** 2

    def schedule(self, weights: Array) -> Allocation:
        return gaussian(
            weights,
            self.epsilon,
            self.delta,
            sensitivity=self.sensitivity,
            n=self.n,
            batch_size=self.m,
            neighbouring=Neighbouring.REPLACE_ONE,
        )


def mechanism(
    epsilon: float,
    delta: float | None,
    *,
    sensitivity: float,
    sensitivity_l2: float,
    n: int,
    batch_size: int,
    dimension: int,
) -> Noise:
    """Laplace noise for a pure budget, Gaussian noise for an approximate one."""
    if delta is None:
        if batch_size == n:
            return FullLaplace(epsilon, sensitivity, n, dimension)
        return SampledLaplace(epsilon, sensitivity, n, batch_size, dimension)
    if batch_size == n:
        return FullGaussian(gaussian_rho(epsilon, delta), sensitivity_l2, n, dimension)
    return SampledGaussian(epsilon, delta, sensitivity_l2, n, batch_size, dimension)


def closed_form(noise: Noise) -> Noise:
    """A mechanism with a closed form for a first look: the same budget on full batches."""
    if isinstance(noise, SampledLaplace):
        return FullLaplace(noise.epsilon, noise.sensitivity, noise.n, noise.dimension)
    if isinstance(noise, SampledGaussian):
        rho = gaussian_rho(noise.epsilon, noise.delta)
        return FullGaussian(rho, noise.sensitivity, noise.n, noise.dimension)
    return noise
