r"""The frontier of rate against noise floor: which step and momentum end lowest at a given rate.

For a rate :math:`\rho` and a momentum :math:`\beta` no step below

.. math:: \alpha_\mu = \frac{(1-\rho)(\rho-\beta)}{\mu\,\big((1+\eta)\,\rho - \eta\big)}

will do, as :math:`\frac\mu2|x|^2` is slower there. The least step from there on with the rate is
found in floats, and the momentum of the least floor among these. What is found is certified: the
rate, and the floor from both sides. That no other parameters of
the family end lower is not proved.

Source: own search. Van Scoy and Lessard (2021) have such frontiers in floating point, with methods
of their own, and Aybat, Fallah, Gurbuzbalaban and Ozdaglar (2020) those of quadratics.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

from dptheory.contract import public
from dptheory.lyapunov import sdp
from dptheory.lyapunov.floors import Floor, Lifted, Measure, noise_floor, numerical
from dptheory.lyapunov.full_rates import Query, certified, smallest
from dptheory.lyapunov.interpolation import Scaled
from dptheory.lyapunov.radial import floor_from_below
from dptheory.lyapunov.results import function_class
from dptheory.lyapunov.shocks import LowerEnd
from dptheory.methods import Method, gradient, heavy_ball, nesterov
from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import Result, Several

MADE = {
    "gradient": lambda alpha, beta: gradient(alpha),
    "heavy-ball": heavy_ball,
    "nesterov": nesterov,
}
MARGIN = 1e-5  # of 1 - rho, that the search is faster than it must be
MOMENTA = 15  # that are looked at first
LONGER = (1.0, 1.01, 1.03, 1.1, 1.3, 1.7, 2.5)  # steps over the least one, likewise
HALVINGS = 6  # between two of them
ROUGH = 1e-3  # of the logarithm of rho - beta
GRID = 10**9  # of a momentum and a step times L


@public
@dataclass(frozen=True)
class Trade(Result):
    """Parameters of a method, their certified rate, and both ends of their noise floor.

    Attributes:
        method: with rational parameters. rho: the certified rate, rounded up.
        floor, lower: of the mean of E F - F* per E|w|^2, from above and from below.
        certificate: of rho.

    Example:
        >>> (found,) = frontier("gradient", 1, 10, ["0.9"])
        >>> round(found.floor.gain, 3), round(found.lower.gain, 3)
        (0.05, 0.05)
    """

    method: Method
    rho: float
    floor: Floor
    lower: LowerEnd
    certificate: dict[str, Any]


@public
class Frontier(Several["Trade | None"]):
    """The lowest floor that was found at each of some rates; None where the rate was not reached.

    Example:
        >>> frontier("gradient", 1, 10, ["0.9", "0.95"])
        Frontier of 2, the first Trade(...)
    """

    def _columns(self) -> dict[str, list[float]]:
        """A row a rate that was reached."""
        found = [one for one in self if one is not None]
        return {
            "rho": [one.rho for one in found],
            "alpha": [float(one.method.alpha) for one in found],
            "beta": [float(one.method.beta) for one in found],
            "most": [one.floor.gain for one in found],
            "least": [one.lower.gain for one in found],
        }

    def _draw(self, axes: Any) -> None:
        """Both ends of the floor over the rate."""
        columns = self._columns()
        axes.fill_between(columns["rho"], columns["least"], columns["most"], alpha=0.4)
        axes.plot(columns["rho"], columns["most"], ".-")
        axes.set(xlabel=r"rate $\rho$", ylabel=r"floor of $E F - F^*$ per unit of $E|w|^2$")
        axes.set_title("least certified floor at a rate")


@public
def frontier(method: str, mu: Number, smoothness: Number, rates: Sequence[Number]) -> Frontier:
    """The parameters of a family with the lowest noise floor that was found at each rate.

    Args:
        method: gradient, heavy-ball or nesterov (eta = beta), by name.
        mu, smoothness: 0 < mu < L, loss/length^2.
        rates: numbers in (0, 1); the certified rate of what is found is not above.

    Example:
        >>> found = frontier("heavy-ball", 1, 10, ["0.9"])[0]
        >>> found.rho <= 0.9, found.floor.gain < 0.04  # gradient descent: 0.05
        (True, True)
    """
    require(method in MADE, "method", f"one of {', '.join(MADE)}", method)
    mu, smoothness = function_class(mu, smoothness)
    require(mu < smoothness, "smoothness L", f"above mu = {mu}", smoothness)
    for rho in rates:
        require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
    return Frontier(_lowest(_Asked(method, mu, smoothness, float(rho))) for rho in rates)


class _Asked(NamedTuple):
    """A family on a class, and a rate."""

    family: str
    mu: Fraction
    smoothness: Fraction
    rho: float

    def at(self, beta: float, step: float) -> Scaled:
        """The method of a momentum and of a step times L."""
        eta = beta if self.family == "nesterov" else 0.0
        return Scaled(float(self.mu / self.smoothness), ((beta,),), (-step,), (eta,))

    def shortest(self, beta: float) -> float:
        """The least step times L at which the flattest quadratic is fast enough."""
        rho = self.rho - MARGIN * (1 - self.rho)
        at = self.at(beta, 1.0)
        return float((1 - rho) * (rho - beta) / (at.m * ((1 + at.eta) * rho - at.eta)))

    def fast(self, beta: float, step: float) -> bool:
        """Whether a method has the rate, in floats."""
        it, room = sdp.bounded(self.at(beta, step)), MARGIN / 2 * (1 - self.rho)
        return sdp.least_rate(it, room / 10).rho2 <= (self.rho - room) ** 2

    def step(self, beta: float) -> float | None:
        """The least step times L with the rate, as far as it is seen; None if there is none."""
        first = self.shortest(beta)
        tried = [first * k for k in LONGER if 0 < first * k < 2 * (1 + beta)]
        k = next((k for k, step in enumerate(tried) if self.fast(beta, step)), None)
        if not k:
            return None if k is None else first
        low, high = tried[k - 1], tried[k]
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.fast(beta, middle) else (middle, high)
        return high

    def floor(self, beta: float) -> float:
        """The floor at that step, in floats; infinite where there is none."""
        step = self.step(beta)
        if step is None:
            return math.inf
        found = numerical(
            Lifted(self.at(beta, step), int(self.family != "gradient"), Measure.VALUE)
        )
        return math.inf if found is None else found


def _lowest(asked: _Asked) -> Trade | None:
    beta = 0.0
    if asked.family != "gradient":
        # By the logarithm of what is left of beta to rho: steps are in proportion to it. On a
        # quadratic nothing is gained from rho^2 on.
        depths = np.linspace(0, -math.log((1 - asked.rho) / 2), MOMENTA)

        def height(depth: float) -> float:
            return asked.floor(asked.rho * (1 - math.exp(-depth)))

        heights = [height(depth) for depth in depths]
        k = int(np.argmin(heights))
        ends = depths[max(k - 1, 0)], depths[min(k + 1, MOMENTA - 1)]
        with np.errstate(invalid="ignore"):  # two floors may both be infinite
            found = minimize_scalar(height, bounds=ends, method="bounded", options={"xatol": ROUGH})
        depth = found.x if found.fun < heights[k] else depths[k]
        beta = round(asked.rho * (1 - math.exp(-depth)) * GRID) / GRID
    step = asked.step(beta)
    return None if step is None else _trade(asked, Fraction(round(beta * GRID), GRID), step)


def _trade(asked: _Asked, beta: Fraction, step: float) -> Trade | None:
    """What is certified of parameters."""
    alpha = Fraction(math.ceil(step * GRID), GRID) / asked.smoothness
    method = MADE[asked.family](alpha, beta)
    query = Query(method, asked.mu, asked.smoothness)
    if query.slower(Fraction(1)) is not None:
        return None
    it = sdp.bounded(query.at.floats())
    rate, floor = certified(query, it, smallest(query.at, it)), noise_floor(method, *query[1:])
    if rate is None or rate.rho is None or rate.certificate is None or floor is None:
        return None
    if rate.rho > asked.rho:
        return None
    lower = floor_from_below(method, *query[1:])
    if lower is None:
        return None
    return Trade(method, rate.rho, floor, lower, rate.certificate)
