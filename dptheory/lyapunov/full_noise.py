r"""Rate against noise under the full inequality: the smallest noise constant at a rate.

A solution with noise bounds :math:`E F(x_t) - F_\star` of every t, also under noise whose law
changes with t, in the long run by :math:`c / \big(2(L-\mu)s\,(1-\rho^2)\big)\,\sup E|w|^2`. At a
given rate c/s is least by a semidefinite program. The mean over time has the smaller bounds of
:mod:`dptheory.lyapunov.floors`. Every bound is that of a solution that passed the exact test.

Source: own; docs/lmi.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.contract import public
from dptheory.lyapunov import sdp
from dptheory.lyapunov.certificates import interpolated
from dptheory.lyapunov.full_rates import GRID, TOLERANCE, Query, with_start
from dptheory.lyapunov.interpolation import Scaled
from dptheory.lyapunov.results import NoiseGain, TradeOff, exact_space, function_class, root_up
from dptheory.lyapunov.sdp import Found, Program, Values
from dptheory.methods import Method, StateSpace
from dptheory.numbers import Number
from dptheory.ranges import require

GAP = 1e-5  # of a cost above its minimum at a rate
DEPTHS = (1e-4, 0.1, 0.5, 1.5, 3.0, 5.0, 7.0)  # log of (1 - least squared rate) over 1 - rho^2
ROUGH = 1e-3  # of that logarithm, at the smallest floor
APART = 1e-2  # of a point inside from the smallest rate, as a share of mu min(alpha, 1/L)


@public
def full_trade_off(
    method: Method | StateSpace, mu: Number, smoothness: Number, rates: Sequence[Number]
) -> TradeOff:
    """The smallest certified noise gain at each rate; None where no certificate was found.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        rates: numbers in (0, 1), above the method's certified rate; floats are taken as the
            rationals they are.

    Example:
        >>> from dptheory import heavy_ball
        >>> (found,) = full_trade_off(heavy_ball("0.1", "0.2"), 1, 10, ["0.95"])
        >>> round(found.gain, 2)
        0.51
    """
    for rho in rates:
        require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
    known = searched(method, mu, smoothness)
    if known is None:
        return TradeOff((None,) * len(rates))
    return TradeOff(_certified(known, Fraction(rho) ** 2) for rho in rates)


@dataclass(frozen=True)
class Searched:
    """A query and its smallest rate, from which costs at slower rates are found.

    Attributes:
        at: the query in floats. quiet: the program without noise.
        inside: a rate from which paths to slower ones start well: nearer to the smallest the
            matrices are singular to rounding. found: the smallest, or that one again.
    """

    query: Query
    at: Scaled
    quiet: Program
    found: Found
    inside: Found

    def cheapest(
        self, it: Program, rho2: float, costs: Values, gap: float = GAP
    ) -> dict[str, float] | None:
        """The values of the smallest cost at a squared rate, in floats, up to a share of it."""
        if rho2 <= self.found.rho2:
            return None
        near = sdp.centred(self.quiet, self.inside, rho2)
        return None if near is None else sdp.cheapest(it, near, costs, gap)

    def slower(self, depth: float) -> float:
        """The squared rate that is nearer to 1 than the smallest by exp(-depth)."""
        return 1 - (1 - self.found.rho2) * math.exp(-depth)

    def best_rate(self, cost: Callable[[float], float]) -> Fraction:
        """The squared rate of the smallest cost, rounded; a few are looked at first."""
        costs = [cost(self.slower(depth)) for depth in DEPTHS]
        k = costs.index(min(costs))
        ends = DEPTHS[max(k - 1, 0)], DEPTHS[min(k + 1, len(DEPTHS) - 1)]
        with np.errstate(invalid="ignore"):  # two costs may both be infinite
            best = minimize_scalar(
                lambda depth: cost(self.slower(depth)),
                bounds=ends,
                method="bounded",
                options={"xatol": ROUGH},
            )
        depth = float(best.x) if best.fun < costs[k] else DEPTHS[k]
        return Fraction(round(self.slower(depth) * GRID), GRID)


def searched(
    method: Method | StateSpace, mu: Number, smoothness: Number, *, near: bool = False
) -> Searched | None:
    """The smallest rate below 1, in floats; None where there is none.

    Args:
        near: a rate near it is enough.
        others, and errors: as in :func:`full_trade_off`.
    """
    query = Query(exact_space(method), *function_class(mu, smoothness))
    if not query.searchable() or query.slower(Fraction(1)) is not None:
        return None
    at = query.at.floats()
    quiet = sdp.bounded(at)
    inside = sdp.least_rate(quiet, APART * float(at.m * min(at.step, 1)))
    found = inside if near else sdp.least_rate(quiet, TOLERANCE, inside)
    return Searched(query, at, quiet, found, inside) if found.rho2 < 1 else None


def _certified(known: Searched, rho2: Fraction) -> NoiseGain | None:
    proposed = known.cheapest(sdp.noisy(known.at), float(rho2), {"c": 1.0})
    found = None if proposed is None else Found(float(rho2), proposed)
    values = None if found is None else with_start(known.query, rho2, found)
    if values is None:
        return None
    certificate = interpolated(known.query, rho2, values)
    gain = Fraction(certificate["statement"]["c"]) / (1 - rho2)
    return NoiseGain(root_up(rho2), float(gain), certificate)
