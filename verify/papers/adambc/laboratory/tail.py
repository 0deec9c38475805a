r"""How probable a deviation of :math:`\hat v_t` is, by the exact law of the second moment.

The deviation of :math:`\hat v_t^{corr}` from :math:`\hat v_t^c`, for gradients that are fixed, is
that of :math:`\hat v_t^p` from its mean. A process that reacts to the noise takes one sequence of
gradients after a first noise below 0 and another one after a first noise above 0; both begin with
0, so that :math:`z_1^2` is independent of the choice and the law is the mean of two exact ones.
Everything is computed in units of the noise's standard deviation :math:`\sigma C/B`.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb

from dptheory.distributions.arb_tails import ball, enclosed_exceedance
from dptheory.distributions.second_moment import SecondMoment
from verify.formula.evaluate import Undecided

ENCLOSED = (2, 10)  # steps that balls are used for; 10 is the tables' first t
BITS = 30  # of an enclosure, relative
ACCURATE = 1e-3  # error of a probability, relative
FARTHEST = 12.0  # standard deviations from the mean
Ratios = tuple[Fraction, ...]  # gradients over the standard deviation


@lru_cache(maxsize=20_000)
def _weights(beta2: Fraction, t: int) -> Ratios:
    powers = [beta2 ** (t - 1 - i) for i in range(t)]
    whole = sum(powers)
    return tuple(p / whole for p in powers)


@lru_cache(maxsize=20_000)
def _mean(beta2: Fraction, ratios: Ratios) -> Fraction:
    pairs = zip(_weights(beta2, len(ratios)), ratios, strict=True)
    return 1 + sum((w * r * r for w, r in pairs), Fraction(0))


@lru_cache(maxsize=2_000)
def _law(beta2: float, ratios: tuple[float, ...]) -> SecondMoment:
    return SecondMoment(1.0, beta2, len(ratios), np.array(ratios))


def _outside(law: SecondMoment, centre: float, xi: float) -> float:
    """P[|v - centre| >= xi].

    Raises:
        Undecided: an end is far outside, or the law's error bound is not small.
    """
    low, high = centre - xi, centre + xi
    farthest = FARTHEST * math.sqrt(law.variance)
    if high > law.mean + farthest or (low > 0 and low < law.mean - farthest):
        raise Undecided("a threshold far from the mean")
    above, below = law.exceedance(high), law.cdf(low)
    value = above.value + below.value
    if above.error + below.error > ACCURATE * value:
        raise Undecided("a probability that is not accurate enough")
    return value


@lru_cache(maxsize=20_000)
def _ball(beta2: Fraction, ratios: Ratios, centre: Fraction, xi: Fraction) -> Any:
    """A ball around P[|v - centre| >= xi], which may be wide."""
    if len(ratios) == 1:
        return _one_step(ratios[0], centre, xi)
    weights = _weights(beta2, len(ratios))
    above = enclosed_exceedance(weights, ratios, Fraction(1), centre + xi)
    return above + 1 - enclosed_exceedance(weights, ratios, Fraction(1), centre - xi)


def _one_step(ratio: Fraction, centre: Fraction, xi: Fraction) -> Any:
    """The same for one step, in values of the complementary error function."""
    half = arb(2).sqrt()
    outer, mean = ball(centre + xi).sqrt(), ball(ratio)
    found = ((outer - mean) / half).erfc() + ((outer + mean) / half).erfc()
    if centre > xi:
        inner = ball(centre - xi).sqrt()
        found += ((mean - inner) / half).erfc() - ((mean + inner) / half).erfc()
    return found / 2


def _narrow(found: Any) -> Any:
    """An enclosure, or None where it is wide."""
    return found if found.rel_accuracy_bits() >= BITS else None


def _plain(g: Any) -> bool:
    """Whether balls are used for a sequence: one step, or few of one size and without gradient."""
    return len(g) == 1 or (len(g) in ENCLOSED and len({abs(x) for x in g} - {0}) <= 1)


def _rational(*numbers: Any) -> bool:
    return all(isinstance(x, int | Fraction) for x in numbers)


def _in_units(g: Any, sigma: Any, C: Any, B: Any) -> Ratios:
    """Gradients over the noise's standard deviation.

    Raises:
        Undecided: there is no noise.
    """
    if not sigma > 0:
        raise Undecided("no noise")
    deviation = Fraction(sigma) * Fraction(C) / Fraction(B)
    return tuple(abs(Fraction(x)) / deviation for x in g)


def _laws(sequences: Any, sigma: Any, C: Any, B: Any, beta2: Any) -> list[SecondMoment]:
    """The laws, in floating point.

    Raises:
        Undecided: there is no noise.
    """
    if not sigma > 0:
        raise Undecided("no noise")
    deviation = float(sigma) * float(C) / float(B)
    return [_law(float(beta2), tuple(float(x) / deviation for x in g)) for g in sequences]


def tail(g: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> float:
    r"""The probability that :math:`\hat{v}_t^p` is xi or more from its mean, for fixed gradients.

    Raises:
        Undecided: there is no noise, or the probability is not accurate.
    """
    (law,) = _laws((g,), sigma, C, B, beta2)
    return _outside(law, law.mean, float(_threshold(xi, sigma, C, B)))


def _threshold(xi: Any, sigma: Any, C: Any, B: Any) -> Fraction:
    return Fraction(xi) / (Fraction(sigma) * Fraction(C) / Fraction(B)) ** 2


def enclosed_tail(g: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> Any:
    """An enclosure of :func:`tail` for few steps and rational numbers; None otherwise."""
    if not _plain(g) or not _rational(*g, sigma, C, B, beta2, xi) or not sigma > 0:
        return None
    ratios, beta2 = _in_units(g, sigma, C, B), Fraction(beta2)
    return _narrow(_ball(beta2, ratios, _mean(beta2, ratios), _threshold(xi, sigma, C, B)))


def noise_tail(t: Any, phi: Any, beta2: Any, xi: Any) -> float:
    r"""Chance at :math:`(t,\Phi,\beta_2,\xi)`, by noise alone, of :math:`|\hat v_t^p-\Phi|\ge\xi`.

    The second moment of noise has the mean :math:`\Phi`.

    Raises:
        Undecided: there is no noise, or the probability is not accurate.
    """
    if not phi > 0:
        raise Undecided("no noise")
    return _outside(_law(float(beta2), (0.0,) * int(t)), 1.0, float(xi) / float(phi))


def enclosed_noise_tail(t: Any, phi: Any, beta2: Any, xi: Any) -> Any:
    """An enclosure of :func:`noise_tail` for few steps and rational numbers; None otherwise."""
    if not _rational(t, phi, beta2, xi) or not (t == 1 or t in ENCLOSED) or not phi > 0:
        return None
    zeros = (Fraction(0),) * int(t)
    return _narrow(_ball(Fraction(beta2), zeros, Fraction(1), Fraction(xi) / Fraction(phi)))


def _reacting(
    g: Ratios, h: Ratios, beta2: Fraction, own: bool
) -> tuple[tuple[Ratios, Fraction], ...]:
    """The two sequences with the centres that deviations are measured from."""
    first, second = _mean(beta2, g), _mean(beta2, h)
    middle = (first + second) / 2
    return ((g, first if own else middle), (h, second if own else middle))


def reacting(own: bool) -> Callable[..., float]:
    """P[|deviation| >= xi] of a process that reacts to its first noise.

    Args:
        own: the deviation is from the process' own clean second moment plus Phi, and else from the
            mean of the private second moment.
    """

    def reacting_tail(g: Any, h: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> float:
        laws = _laws((g, h), sigma, C, B, beta2)
        threshold, mean = float(_threshold(xi, sigma, C, B)), sum(x.mean for x in laws) / 2
        return sum(_outside(x, x.mean if own else mean, threshold) for x in laws) / 2

    return reacting_tail


def enclosed_reacting(own: bool) -> Callable[..., Any]:
    """Enclosures of :func:`reacting`, for few steps and rational numbers; None otherwise."""

    def enclosed(g: Any, h: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> Any:
        rational = _rational(*g, *h, sigma, C, B, beta2, xi)
        if not (_plain(g) and _plain(h)) or not rational or not sigma > 0:
            return None
        low, high = (_in_units(s, sigma, C, B) for s in (g, h))
        threshold, beta2 = _threshold(xi, sigma, C, B), Fraction(beta2)
        pairs = _reacting(low, high, beta2, own)
        return _narrow(sum(_ball(beta2, s, centre, threshold) for s, centre in pairs) / 2)

    return enclosed


def tenths_tail(g: Any, t: Any, sigma: Any, C: Any, B: Any, beta2: Any, xi: Any) -> float:
    r"""The probability that :math:`\hat{v}_t^p` is xi or more from its mean, for fixed gradients.

    There is one gradient for each tenth of the steps.

    Raises:
        Undecided: there is no noise.
    """
    steps = tuple(x for x in map(float, g) for _ in range(int(t) // len(g)))
    return tail(steps, sigma, C, B, beta2, xi)
