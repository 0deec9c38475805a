r"""The step size and momentum of a method that have the least certified rate.

Of gradient descent :math:`\alpha=\frac2{\mu+L}`, exactly. Of a heavy ball and of Nesterov's method
a simplex searches :math:`\ln(\alpha L)` and :math:`\ln(1-\beta)` for the least rate of the full
inequality, from :math:`\alpha L=1` on and the momentum :math:`\frac34` or
:math:`\frac{1-r}{1+r}`, :math:`r=\kappa^{-1/2}`, near which rates are proved at large condition
numbers (docs/lmi.md, section 11). What it ends at is rounded to six digits. That nothing is faster
is not proved.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.optimize import minimize

from dptheory.lyapunov.full_rates import Query, point
from dptheory.lyapunov.results import function_class
from dptheory.methods import Method, gradient, heavy_ball, nesterov
from dptheory.numbers import Number

FAMILIES = {"heavy-ball": heavy_ball, "nesterov": nesterov}
CALLS = 150
WIDTH = 0.2  # of the first simplex
NO_RATE = 1e3  # what stands for -ln(1 - rho) where there is none


def fastest(name: str, mu: Number, smoothness: Number) -> Method:
    """The method of a family with about the least certified rate.

    Args:
        name: gradient, heavy-ball or nesterov.
        mu, smoothness: 0 < mu <= L, loss/length^2.
    """
    mu, L = function_class(mu, smoothness)
    step = 2 / (mu + L)
    if name == "gradient":
        return gradient(step)
    family, r = FAMILIES[name], math.sqrt(mu / L)

    def method(x: Any) -> Method:
        share, rest = (Fraction(f"{math.exp(one):.6g}") for one in x)
        return family(share / L, max(Fraction(0), 1 - rest))

    def slowness(it: Method) -> float:
        rho = point(Query(it, mu, L))[1]
        return -math.log1p(-rho) if rho < 1 else NO_RATE

    descent = family(step, Fraction(0))
    if mu == L:
        return descent
    rest = 1 / 4 if name == "heavy-ball" else 2 * r / (1 + r)
    corners = np.log([1.0, rest]) + WIDTH * np.array([[0, 0], [1, 0], [0, 1]])
    options = {"maxfev": CALLS, "initial_simplex": corners, "xatol": 1e-4, "fatol": 1e-7}
    best = minimize(
        lambda x: slowness(method(x)), corners[0], method="Nelder-Mead", options=options
    ).x
    return min((method(best), descent), key=slowness)
