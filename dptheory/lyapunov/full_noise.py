r"""Rate against noise under the full inequality: the smallest floor at a rate, and of any rate.

A solution with noise bounds the floor of :math:`E F - F_\star` by
:math:`c / \big(2(L-\mu)s\,(1-\rho^2)\big)\,\sup E|w|^2`. At a given rate c/s is least by a
semidefinite program; over the rates the floor falls and rises again, since V may look farther back
the slower it falls. Every floor given is that of a solution that passed the exact test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.contract import public
from dptheory.lyapunov import programs
from dptheory.lyapunov.answers import NoiseGain, exact_method, function_class, root_up
from dptheory.lyapunov.certificates import interpolated
from dptheory.lyapunov.full_rates import GRID, TOLERANCE, Query, with_start
from dptheory.lyapunov.programs import Found, Program
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import require

GAP = 1e-5  # of the floor above its minimum at a rate
LONGEST = 7.0  # log of (1 - least squared rate) over 1 - rho^2
ROUGH = 1e-3  # of that logarithm, at the smallest floor
APART = 1e-3  # of a point inside from the smallest rate, as a share of 1 - rho^2


@public
def full_trade_off(
    method: Method, mu: Number, smoothness: Number, rates: Sequence[Number]
) -> tuple[NoiseGain | None, ...]:
    """The smallest certified noise gain at each rate; None where no certificate was found.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        rates: numbers in (0, 1), above the method's certified rate; floats are taken as the
            rationals they are.

    Raises:
        ValueError: an argument is out of its range.
    """
    for rho in rates:
        require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
    known = _searched(method, mu, smoothness)
    if known is None:
        return (None,) * len(rates)
    return tuple(_certified(known, Fraction(rho) ** 2) for rho in rates)


@public
def least_floor(method: Method, mu: Number, smoothness: Number) -> NoiseGain | None:
    """The smallest certified noise gain of any rate; None where there is none.

    Args and errors: as in :func:`full_trade_off`.
    """
    known = _searched(method, mu, smoothness)
    if known is None:
        return None

    def at(depth: float) -> float:
        """The gain at a slower rate, in floats."""
        rho2 = known.slower(depth)
        values = _least(known, rho2)
        return math.inf if values is None else values["c"] / (1 - rho2)

    with np.errstate(invalid="ignore"):  # two gains may both be infinite
        best = minimize_scalar(
            at, bounds=(0.0, LONGEST), method="bounded", options={"xatol": ROUGH}
        )
    return _certified(known, Fraction(round(known.slower(float(best.x)) * GRID), GRID))


@dataclass(frozen=True)
class _Known:
    """A query and the programs without and with noise.

    Attributes:
        found: the smallest rate without noise. inside: a rate from which paths to slower ones
            start well: nearer to the smallest the matrices are singular to rounding.
    """

    query: Query
    found: Found
    inside: Found
    quiet: Program
    noisy: Program

    def slower(self, depth: float) -> float:
        """The squared rate that is nearer to 1 than the smallest by exp(-depth)."""
        return 1 - (1 - self.found.rho2) * math.exp(-depth)


def _searched(method: Method, mu: Number, smoothness: Number) -> _Known | None:
    query = Query(exact_method(method), *function_class(mu, smoothness))
    if not query.searchable() or query.slower(Fraction(1)) is not None:
        return None
    at = query.at.floats()
    quiet = programs.bounded(at)
    found = programs.least_rate(quiet, TOLERANCE)
    if not found.rho2 < 1:
        return None
    inside = programs.least_rate(quiet, APART * (1 - found.rho2))
    return _Known(query, found, inside, quiet, programs.noisy(at))


def _least(known: _Known, rho2: float) -> dict[str, float] | None:
    """The unknowns with the smallest c, s = 1, in floats."""
    if rho2 <= known.found.rho2:
        return None
    start = known.inside if known.inside.rho2 < rho2 else known.found
    near = programs.centred(known.quiet, start, rho2)
    return None if near is None else programs.least_noise(known.noisy, near, GAP)


def _certified(known: _Known, rho2: Fraction) -> NoiseGain | None:
    proposed = _least(known, float(rho2))
    found = None if proposed is None else Found(float(rho2), proposed)
    values = None if found is None else with_start(known.query, rho2, found)
    if values is None:
        return None
    certificate = interpolated(known.query, rho2, values)
    gain = Fraction(certificate["statement"]["c"]) / (1 - rho2)
    return NoiseGain(root_up(rho2), float(gain), certificate)
