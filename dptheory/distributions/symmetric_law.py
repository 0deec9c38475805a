r"""The worst symmetric law of a deviation, for a normalised step.

A gradient g of length G in :math:`R^d`, per-sample gradients g + e with a law of e that is
symmetric about 0 and :math:`E|e|^2\le s^2`. Wanted is the least value of
:math:`E\frac{\langle g,g+e\rangle}{|g+e|+\gamma}`.

*Reduction.* A symmetric law is a mixture of pairs :math:`\pm e`. With
:math:`m=\frac12(|g+e|+|g-e|)\ge G` and :math:`D=\frac12(|g+e|-|g-e|)`, :math:`|D|\le G`, a pair is
worth

.. math:: \frac{G^2(m+\gamma)-D^2m}{(m+\gamma)^2-D^2},\qquad |e|^2=m^2+D^2-G^2:

at a given m the value is concave in :math:`D^2` and the square is linear. So pairs with
:math:`0<|D|<G` do no worse than a mixture of two kinds with the same mean square:

* across the gradient (:math:`D=0`, not for d = 1): :math:`C(v)=\frac{G^2}{\sqrt{G^2+v}+\gamma}`,
  :math:`v=|e|^2\ge0`;
* along it and beyond it (:math:`|D|=G`): :math:`A(v)=\frac{\gamma G^2}{(\sqrt v+\gamma)^2-G^2}`,
  :math:`v\ge G^2`.

Both are convex in v, and A is below C where it is defined: the worst mean as a function of
:math:`s^2` is C up to some :math:`v_1\le G^2` (0 for d = 1), then the common tangent, then A from
:math:`v_2\ge G^2` on: at most one pair across the gradient and one along it (Theorem 3 of
docs/worst_law.md).

*Bounds* (claims ``dptheory/symmetric-descent`` and ``dptheory/symmetric-line``):

.. math:: \frac{\gamma G^2}{s^2+\gamma^2+\gamma\sqrt{4s^2+G^2}},\qquad
          \frac{\gamma G^2(1-s^2/\varrho^2)}{(\varrho+\gamma)^2-G^2}\ \ (\varrho\ge G).

Units: G, s, gamma and the value gradient, the slope 1/gradient.

Source: own; Theorem 3 of docs/worst_law.md.
"""

import math
from dataclasses import dataclass

from scipy.optimize import brentq

from dptheory.contract import public
from dptheory.ranges import nonnegative, positive, require
from dptheory.results import explained

WIDEST = 1e12  # of the stability constant over the gradient, and its inverse


@explained
@dataclass(frozen=True)
class Pair:
    """A deviation e with a fair sign.

    Attributes:
        weight: its probability. radius: |e|. along: whether e is along the gradient, else across.
    """

    weight: float
    radius: float
    along: bool


@explained
@dataclass(frozen=True)
class SymmetricLaw:
    """The worst symmetric law.

    Attributes:
        value: the least mean.
        slope: its derivative in s^2, at most 0: a multiplier, value + slope (v - s^2) is at most
            the value of every law with mean square v.
        pairs: one or two deviations, each with both signs.
    """

    value: float
    slope: float
    pairs: tuple[Pair, ...]


def across(square: float, kappa: float) -> float:
    """A pair across a gradient of length 1, at its squared radius."""
    return 1 / (math.sqrt(1 + square) + kappa)


def along(excess: float, kappa: float) -> float:
    """A pair along a gradient of length 1, of radius 1 + excess."""
    return kappa / ((excess + kappa) * (2 + excess + kappa))


def _steepness(excess: float, kappa: float) -> float:
    """How fast :func:`along` falls in the square of the radius."""
    return along(excess, kappa) ** 2 / kappa * (1 + kappa / (1 + excess))


def _touching(slope: float, kappa: float, line: bool) -> float:
    """The square in [0, 1] at which ``across`` plus slope times square is least."""

    def rise(length: float) -> float:
        return 2 * slope * length * (length + kappa) ** 2 - 1

    longest = math.sqrt(2)
    if line or rise(1.0) >= 0:
        return 0.0
    if rise(longest) <= 0:
        return 1.0
    length = float(brentq(rise, 1.0, longest, xtol=1e-15))
    return length * length - 1


def _tangent(kappa: float, line: bool) -> tuple[float, float, float]:
    """(square of the pair across, excess of the pair along, slope) of the common tangent."""

    def above(excess: float) -> float:
        """How far the tangent passes below ``across``, over the value of the pair along."""
        length = 1 + excess
        square = _touching(_steepness(excess, kappa), kappa, line)
        near = math.sqrt(1 + square)
        more = excess * (2 + excess)
        gap = (more + kappa * (2 * length - near)) / (kappa * (near + kappa))
        fall = (1 + kappa / length) / ((excess + kappa) * (2 + excess + kappa))
        return gap - fall * (1 - square + more)

    far = 1.0
    while above(far) <= 0:
        far *= 2
    excess = float(brentq(above, 0.0, far, xtol=1e-18, rtol=1e-14))
    slope = _steepness(excess, kappa)
    return _touching(slope, kappa, line), excess, slope


@public
def worst_symmetric(
    gradient: float, deviation: float, regulariser: float, *, line: bool = False
) -> SymmetricLaw:
    """The worst symmetric law of a deviation, in floating point.

    Args:
        gradient: G >= 0, the length of the mean gradient.
        deviation: s >= 0, the largest root mean square deviation.
        regulariser: gamma > 0, within factors of 1e12 of G.
        line: one dimension; the value is the same in all higher ones.

    Example:
        >>> f"{worst_symmetric(1.0, 0.5, 0.01).value:.4f}"
        '0.7837'
    """
    nonnegative("gradient G", gradient)
    nonnegative("deviation s", deviation)
    positive("stability gamma", regulariser)
    if gradient == 0:
        return SymmetricLaw(0.0, 0.0, (Pair(1.0, float(deviation), True),))
    kappa, share = regulariser / gradient, deviation / gradient
    known = 1 / WIDEST <= kappa <= WIDEST
    require(known, "stability gamma over gradient G", "in [1e-12, 1e12]", kappa)
    near, excess, slope = _tangent(kappa, line)
    square, far = share * share, (1 + excess) ** 2
    if square < near:
        length = math.sqrt(1 + square)
        value, slope = across(square, kappa), 1 / (2 * length * (length + kappa) ** 2)
        pairs: tuple[Pair, ...] = (Pair(1.0, deviation, False),)
    elif square >= far:
        value, slope = along(share - 1, kappa), _steepness(share - 1, kappa)
        pairs = (Pair(1.0, deviation, True),)
    else:
        weight = (square - near) / (far - near)
        value = (1 - weight) * across(near, kappa) + weight * along(excess, kappa)
        both = (
            Pair(1 - weight, gradient * math.sqrt(near), False),
            Pair(weight, gradient * (1 + excess), True),
        )
        pairs = tuple(pair for pair in both if pair.weight)
    return SymmetricLaw(gradient * value, -slope / gradient, pairs)
