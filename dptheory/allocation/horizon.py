r"""How many iterations to run: more of them shrink the initial error and share one budget.

With weights :math:`a_t = w\rho^{T-1-t}` and the optimal schedule of a pure budget (m = n) the bound
of T iterations is, with :math:`s = \rho^{1/3}`, :math:`u = s^T`, the initial part A and
:math:`N = kw/(1-s)^3` for the noise :math:`k(\sum_t a_t^{1/3})^3`,

.. math:: A u^3 + N (1-u)^3 .

It is convex in u, and u falls with T: the best T is unimodal,

.. math:: u^\star = \frac{1}{1 + \sqrt{A/N}}, \qquad T^\star = \frac{\ln u^\star}{\ln s},

and the best whole number is one of its two neighbours. Under zCDP the exponent 3 becomes 2 and
:math:`u^\star = 1/(1 + A/N)`.

Source: Kuru et al. (2020), Remark 4.1 asks for it and leaves it to a search.
"""

import math

from dptheory.contract import public
from dptheory.ranges import nonnegative, positive, require


@public
def optimal_iterations(
    initial: float, noise: float, factor: float, *, power: int = 3
) -> tuple[int, float]:
    r"""The best number of iterations and the bound there.

    Args:
        initial: A, the initial gap times the bound's constant (2 for Nesterov's method as proved,
            1 as printed), nonnegative.
        noise: :math:`k w`, the noise part of a single iteration that gets the whole budget; for
            Laplace noise on full batches :math:`2 d w S^2/(n\epsilon)^2`; positive.
        factor: :math:`\rho` in (0, 1), what an iteration multiplies the gap by.
        power: 3 for a pure budget, 2 for zCDP.

    Returns:
        T >= 1 and :math:`A\rho^T + kw((1-s^T)/(1-s))^p` with :math:`s = \rho^{1/p}`.

    Raises:
        ValueError: an argument is out of its range.

    Example:
        >>> iterations, bound = optimal_iterations(2, 0.001, 0.9)
        >>> iterations, round(bound, 4)
        (7, 1.2085)
    """
    nonnegative("initial", initial)
    positive("noise", noise)
    require(0 < factor < 1, "factor", "in (0, 1)", factor)
    require(power in (2, 3), "power", "2 or 3", power)
    log_s = math.log(factor) / power

    def bound(T: int) -> float:
        share = math.expm1(T * log_s) / math.expm1(log_s)
        return initial * math.exp(T * log_s * power) + noise * share**power

    ceiling = noise / (-math.expm1(log_s)) ** power
    best = math.log1p((initial / ceiling) ** (1 / (power - 1))) / -log_s
    T = min((max(1, math.floor(best)), math.ceil(best) or 1), key=bound)
    return T, bound(T)
