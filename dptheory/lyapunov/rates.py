"""The certified rate of a method on S(mu, L), by the inequality that is asked for.

Source: Kuru et al. (2020), (22), or the interpolation conditions of Taylor, Hendrickx and Glineur
(2017), Theorem 4.
"""

from dptheory.contract import public
from dptheory.lyapunov.full_rates import full_rate
from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.lyapunov.results import Inequality, RateResult
from dptheory.methods import Method, StateSpace
from dptheory.numbers import Number


@public
def rate(
    method: Method | StateSpace,
    mu: Number,
    smoothness: Number,
    *,
    inequality: str = Inequality.FULL,
) -> RateResult:
    """The smallest rate that a Lyapunov inequality certifies, with exact certificates.

    Args:
        method: constant parameters; floats are taken as the rationals they are. One with more than
            one move is searched by the full inequality alone.
        mu, smoothness: 0 < mu <= L, loss/length^2.
        inequality: "full", with all interpolation conditions, or "paper", (22) of Kuru et al.

    Raises:
        ValueError: a parameter is out of its range or not finite.

    Example:
        >>> from dptheory import heavy_ball
        >>> round(rate(heavy_ball("0.1", "0.45"), 1, 10).rho, 4)
        0.7894
    """
    found = full_rate if Inequality(inequality) is Inequality.FULL else paper_rate
    return found(method, mu, smoothness)
