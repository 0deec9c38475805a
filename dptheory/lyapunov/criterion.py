r"""When the heavy ball's LMI is feasible for some rho < 1: a closed form.

For :math:`\alpha > 0`, :math:`0 \le \beta < 1`, :math:`0 < \mu \le L` some :math:`\rho < 1` solves
the LMI of :mod:`dptheory.lyapunov.lmi` if and only if :math:`\alpha L < 2(1+\beta)` and

.. math::

    \alpha (L - \mu) &< 2 (1 - \beta) && (\alpha L \le 2), \\
    (1+\beta)\sqrt{\alpha\mu} + (1-\beta)\sqrt{2(1+\beta) - \alpha L}
      &> 2\sqrt{\beta\alpha L} && (\alpha L > 2).

It contains the range :math:`\alpha L \le 2(1-\beta)` of Ghadimi, Feyzmahdavian and Johansson
(2015). For :math:`\alpha L > 2` it is the circle criterion (c = 0 suffices); below, the function
value in V helps. At the classical tuning :math:`\alpha = 4/(\sqrt\mu+\sqrt L)^2`,
:math:`\beta = ((\sqrt L-\sqrt\mu)/(\sqrt L+\sqrt\mu))^2` it says :math:`L/\mu < 3 + 2\sqrt 2`.

With :math:`s = 1 - \cos\theta` on the unit circle the multipliers take the values (up to positive
factors)

.. math:: f_0(s) = \mu L\alpha^2 + s\,[2(1-\beta)^2 - (\mu+L)\alpha(1+\beta)] + 4\beta s^2, \qquad
          f_1(s) = s\,[2(1-\beta) - \alpha L + 2\beta s],

and the criterion is :math:`f_0 > 0` wherever :math:`f_1 \le 0`. Proof: ``docs/lmi.md``.

Source: own; docs/lmi.md.
"""

from fractions import Fraction

from dptheory.contract import public
from dptheory.lyapunov.atoms import atom
from dptheory.methods import Matrix
from dptheory.numbers import Number
from dptheory.ranges import holds, positive, require


def _check(alpha: Number, beta: Number, mu: Number, smoothness: Number) -> None:
    positive("step size alpha", alpha)
    require(holds(beta >= 0) and holds(beta < 1), "momentum beta", "in [0, 1)", beta)
    positive("strong convexity mu", mu)
    require(holds(mu <= smoothness), "smoothness L", f"at least mu = {mu}", smoothness)


def coefficients(
    alpha: Number, beta: Number, mu: Number, smoothness: Number
) -> tuple[Number, Number, Number]:
    """(b0, b1, q): the slope of f0 at 0, minus the slope of f1 at 0, and beta mu L alpha^2."""
    b0 = 2 * (1 - beta) ** 2 - (mu + smoothness) * alpha * (1 + beta)
    b1 = alpha * smoothness - 2 * (1 - beta)
    return b0, b1, beta * mu * smoothness * alpha * alpha


@public
def heavy_ball_feasible(alpha: Number, beta: Number, mu: Number, smoothness: Number) -> bool:
    """Whether the heavy ball's LMI is feasible for some rho < 1.

    Decided without roots, so exactly for exact numbers.

    Args:
        alpha: step size, positive (length^2/loss).
        beta: momentum in [0, 1).
        mu, smoothness: 0 < mu <= L (loss/length^2).

    Example:
        >>> heavy_ball_feasible("0.1", "0.4", 1, 10), heavy_ball_feasible("0.1", "0.4", 1, 1000)
        (True, False)
    """
    _check(alpha, beta, mu, smoothness)
    m, ell = alpha * mu, alpha * smoothness
    room = 2 * (1 + beta) - ell
    if not room > 0:
        return False
    if ell <= 2:
        return bool(ell - m < 2 * (1 - beta))
    # The roots' inequality squared twice; both of its sides are positive.
    first, second = (1 + beta) ** 2 * m, (1 - beta) ** 2 * room
    excess = 4 * beta * ell - first - second
    return bool(excess < 0 or 4 * first * second > excess * excess)


def infeasibility(
    alpha: Fraction, beta: Fraction, mu: Fraction, smoothness: Fraction
) -> Matrix | None:
    """One oscillation on the unit circle that excludes every rho < 1, or None where there is none.

    It is the atom at the minimum of f0 where f1 <= 0, for alpha L < 2(1 + beta); rational.
    """
    unstable = alpha * smoothness >= 2 * (1 + beta)
    if heavy_ball_feasible(alpha, beta, mu, smoothness) or unstable:
        return None
    b0, b1, _ = coefficients(alpha, beta, mu, smoothness)
    s = min(-Fraction(b0), 4 * Fraction(b1)) / (8 * beta)  # f1 <= 0 on [0, b1/(2 beta)]
    return atom(alpha, beta, Fraction(1), 1 - s)
