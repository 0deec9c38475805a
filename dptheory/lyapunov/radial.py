r"""Noise floors from below: a function on which noise keeps the iterates at one distance.

Let :math:`F = \frac\mu2|x|^2 + (L-\mu)H(|x|)` with Huber's
:math:`H(r) = \min(\frac{r^2}2, \vartheta r_yr - \frac12(\vartheta r_y)^2)`, :math:`\vartheta =
(k-\mu)/(L-\mu)`, the first where :math:`r \le \vartheta r_y`. Its gradient at the distance
:math:`r_y` is :math:`ky`. In three dimensions let :math:`w_t` be one of the two unit vectors across
x_t and x_{t-1}, each with the same chance. While :math:`|y_t| = r_y` the second moments of
:math:`x_t` and :math:`d_t = x_t - x_{t-1}` follow those of the quadratic of curvature k, without
chance. Started at their fixed point they stay there, and so do the distances, with :math:`v = \beta
- \alpha k\eta` and :math:`D = (1-v)(2+2v-\alpha k) > 0`

.. math:: |x_t|^2 = \frac{\alpha(1+v)}{kD},\qquad
          |y_t|^2 = |x_t|^2 + \frac{2\alpha^2\eta(1+\eta)}D,

at every t: no bound of the mean error per E|w|^2 is below :math:`F(x_t) - F_\star`. The best k is
looked for in floats; k = mu and k = L are the quadratics. For gradient descent this is the floor.

Source: own.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.contract import public
from dptheory.lyapunov import certificates
from dptheory.lyapunov.full_rates import Query
from dptheory.lyapunov.interpolation import Scaled
from dptheory.lyapunov.results import exact_method, function_class
from dptheory.lyapunov.shocks import LowerEnd, worst_shock
from dptheory.methods import Method
from dptheory.numbers import Number

LOOKED, ROUNDS = 100, 4  # curvatures; each time between the neighbours of the best
DIGITS = 2**40  # of a curvature in units of L, and of a root


@public
def radial_floor(method: Method, mu: Number, smoothness: Number) -> LowerEnd | None:
    """The largest error that noise with |w| = 1 keeps up at all t on a radial function.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.

    Returns:
        None where the method does not come to rest on a quadratic of the class, or mu = L.

    Example:
        >>> from dptheory import gradient
        >>> round(radial_floor(gradient("0.05"), 1, 10).gain, 6)
        0.020833
    """
    query = Query(exact_method(method), *function_class(mu, smoothness))
    unit, at = query.smoothness, query.at
    if at.m == 1 or min(_left(at, at.m), _left(at, 1)) <= 0:
        return None
    curvatures = [at.m, Fraction(1)]
    if query.searchable():
        curvatures.append(max(Fraction(round(_best(at.floats()) * DIGITS), DIGITS), at.m))
    gain, k, root = max(_exact(at, k) for k in curvatures)
    witness = {"curvature": str(unit * k), "root": str(root / unit**2)}
    gain = gain / unit
    certificate = certificates.per_noise("radial", query, "value", gain, witness)
    c = float(Fraction(certificate["statement"]["c"]))
    return LowerEnd("value", "a radial function", float(np.nextafter(c, 0)), certificate)


@public
def floor_from_below(method: Method, mu: Number, smoothness: Number) -> LowerEnd | None:
    """The larger of what a radial function and one shock show of E F - F*, per E|w|^2.

    Args, errors:
        as in :func:`radial_floor`.

    Example:
        >>> from dptheory import heavy_ball
        >>> floor_from_below(heavy_ball("0.1", "0.45"), 1, 10).by
        'one shock'
    """
    ends = radial_floor(method, mu, smoothness), worst_shock(method, mu, smoothness)
    return max((end for end in ends if end is not None), key=lambda it: it.gain, default=None)


def _left(at: Scaled, k: Any) -> Any:
    """D of the module's docstring: positive where the quadratic of this curvature comes to rest."""
    v = at.beta - at.step * k * at.eta
    return (1 - v) * (2 + 2 * v - at.step * k)


def _squares(at: Scaled, k: Any) -> tuple[Any, Any]:
    """|x|^2 and |y|^2 per (|w|/L)^2, for a curvature in units of L or an array of them."""
    x = at.step * (1 + at.beta - at.step * k * at.eta) / (k * _left(at, k))
    return x, x + 2 * at.step**2 * at.eta * (1 + at.eta) / _left(at, k)


def _error(m: Any, k: Any, xx: Any, yy: Any, root: Any) -> Any:
    """F(x) - F* in units of L; a bound from below where the root is at most that of xx yy."""
    share = (k - m) / (1 - m)
    near = xx <= share**2 * yy
    huber = near * xx / 2 + (1 - near) * (share * root - share**2 / 2 * yy)
    return m / 2 * xx + (1 - m) * huber


def _exact(at: Scaled, k: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """The error at a curvature, the curvature, and the root from below that it was taken with."""
    xx, yy = _squares(at, k)
    root = xx if xx == yy else Fraction(math.isqrt(math.floor(xx * yy * DIGITS**4)), DIGITS**2)
    return _error(at.m, k, xx, yy, root), k, root


def _best(at: Scaled) -> float:
    """The curvature of the largest error, in units of L."""

    def error(k: Any) -> Any:
        xx, yy = _squares(at, k)
        return np.where(_left(at, k) > 0, _error(at.m, k, xx, yy, np.sqrt(np.abs(xx * yy))), 0)

    ends, best, most = (float(at.m), 1.0), float(at.m), 0.0
    for _ in range(ROUNDS):
        looked = np.append(np.geomspace(*ends, LOOKED)[:-1], ends[1])
        errors = error(looked)
        j = int(np.argmax(errors))
        if errors[j] > most:
            best, most = float(looked[j]), float(errors[j])
        ends = looked[max(j - 1, 0)], looked[min(j + 1, LOOKED - 1)]
    return best
