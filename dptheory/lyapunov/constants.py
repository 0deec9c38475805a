r"""The bound from rest, :math:`F(x_N) - F_\star \le C \rho^{2N} (F(x_0) - F_\star)`, by V and rate.

At a given rate C is least, over all V and multipliers, by a semidefinite program
(:func:`dptheory.lyapunov.full_rates.least_constant`). It falls as the rate rises, so that each N
has a best rate: triple momentum's C grows like 1/d where :math:`1 - \rho` is short of the best one
by the share d. Floats propose; every bound is that of a solution that passed the exact test.

Source: own; for a given N the exact worst case is that of Drori and Teboulle (2014) and of Taylor,
Hendrickx and Glineur (2017), a program that grows with N; docs/lmi.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.contract import public
from dptheory.lyapunov import sdp
from dptheory.lyapunov.certificates import interpolated
from dptheory.lyapunov.full_noise import GAP, Searched, searched
from dptheory.lyapunov.full_rates import GRID, least_constant
from dptheory.lyapunov.results import root_up
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.ranges import count, require
from dptheory.results import Result, Several

# Log of (1 - least squared rate) over 1 - rho^2, and how well its logarithm is searched.
DEPTHS, ROUGH = np.geomspace(1e-7, 10.0, 17), 1e-3
MOST = 10**9  # iterations
ROUNDING = 1e-15  # of a product of two floats and a power


@public
@dataclass(frozen=True)
class Constant(Result):
    """A certified bound F(x_N) - F* <= constant rho^(2N) (F(x_0) - F*) from rest, x_0 = x_-1.

    Attributes:
        rho: the rate, rounded up. constant: C.
        certificate: what ``verify/kernel.py`` reads; C and rho^2 stand in its statement.

    Example:
        >>> found = Constant(rho=0.5, constant=2.0, certificate={})
        >>> round(found.after(3), 9)
        0.03125
    """

    rho: float
    constant: float
    certificate: dict[str, Any]

    def after(self, iterations: int) -> float:
        """C rho^(2N), the bound per F(x_0) - F* after N iterations, rounded up."""
        bound = self.constant * self.rho ** (2 * iterations)
        return math.nextafter(bound * (1 + ROUNDING), math.inf)


@public
class Constants(Several["Constant | None"]):
    """The least certified constant at each of some rates; None where none was found.

    Example:
        >>> from dptheory import gradient
        >>> constant_curve(gradient("0.1"), 1, 10, ["0.95"])
        Constants of 1, the first Constant(...)
    """

    def _columns(self) -> dict[str, list[float]]:
        """A row a certified rate."""
        found = [one for one in self if one is not None]
        return {"rho": [one.rho for one in found], "constant": [one.constant for one in found]}

    def _draw(self, axes: Any) -> None:
        """C over the rate."""
        columns = self._columns()
        axes.plot(columns["rho"], columns["constant"], ".-")
        axes.set(xlabel=r"rate $\rho$", ylabel="constant $C$ from rest", yscale="log")
        axes.set_title("certified constants")


@public
def constant_curve(
    method: Method, mu: Number, smoothness: Number, rates: Sequence[Number]
) -> Constants:
    """The least certified constant from rest at each rate; None where no certificate was found.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        rates: numbers in (0, 1), above the method's certified rate; floats are taken as the
            rationals they are.

    Example:
        >>> from dptheory import heavy_ball
        >>> found = constant_curve(heavy_ball("0.1", "0.45"), 1, 10, ["0.79", "0.85"])
        >>> [round(one.constant, 2) for one in found]
        [2.47, 1.21]
    """
    for rho in rates:
        require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
    known = searched(method, mu, smoothness)
    if known is None:
        return Constants((None,) * len(rates))
    return Constants(_certified(known, Fraction(rho) ** 2) for rho in rates)


@public
def best_constant(
    method: Method, mu: Number, smoothness: Number, iterations: int
) -> Constant | None:
    """The rate and constant of the least certified bound C rho^(2N) after N iterations from rest.

    Args:
        method, mu, smoothness: as in :func:`constant_curve`.
        iterations: N, 1 to 10^9.

    Returns:
        None where no rate below 1 is certified.

    Example:
        >>> from dptheory import triple_momentum
        >>> found = best_constant(triple_momentum(1, 10), 1, 10, 10)
        >>> round(found.rho, 3), round(found.constant, 2)
        (0.712, 2.48)
    """
    steps = count("iterations", iterations, 1, MOST)
    known = searched(method, mu, smoothness)
    if known is None:
        return None
    rest = sdp.from_rest(known.at)

    def height(depth: float) -> float:
        rho2 = known.slower(math.exp(depth))
        values = known.cheapest(rest, rho2, {"C": 1.0}, GAP)
        return math.inf if values is None else math.log(values["C"]) + steps * math.log(rho2)

    depths = np.log(DEPTHS)
    heights = np.array([height(depth) for depth in depths])
    k = int(heights.argmin())
    ends = depths[max(k - 1, 0)], depths[min(k + 1, len(depths) - 1)]
    found = minimize_scalar(height, bounds=ends, method="bounded", options={"xatol": ROUGH})
    best = found.x if found.fun < heights[k] else depths[k]
    # Where the exact test refuses the best, the next of those that were looked at.
    tries = (known.slower(math.exp(depth)) for depth in (best, *depths[heights.argsort()]))
    each = (_certified(known, Fraction(math.ceil(rho2 * GRID), GRID)) for rho2 in tries)
    return next((one for one in each if one is not None), None)


def _certified(known: Searched, rho2: Fraction) -> Constant | None:
    if not known.found.rho2 < rho2 < 1:
        return None
    near = sdp.centred(known.quiet, known.inside, float(rho2))
    values = None if near is None else least_constant(known.query, rho2, near)
    if values is None:
        return None
    certificate = interpolated(known.query, rho2, values)
    return Constant(root_up(rho2), float(Fraction(certificate["statement"]["C"])), certificate)
