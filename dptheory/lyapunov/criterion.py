r"""When the heavy ball's LMI is feasible for some rho < 1: a closed form.

With :math:`s = 1 - \cos\theta` on the unit circle the multipliers take the values (up to positive
factors)

.. math:: f_0(s) = \mu L\alpha^2 + s\,[2(1-\beta)^2 - (\mu+L)\alpha(1+\beta)] + 4\beta s^2, \qquad
          f_1(s) = s\,[2(1-\beta) - \alpha L + 2\beta s] .

The LMI is feasible for some :math:`\rho < 1` exactly when :math:`\alpha L < 2(1+\beta)` and
:math:`f_0 > 0` wherever :math:`f_1 \le 0`, that is on :math:`[0, s_1]`,
:math:`s_1 = \frac{\alpha L - 2(1-\beta)}{2\beta}`. For :math:`\alpha L \le 2(1-\beta)` (the range of
Ghadimi, Feyzmahdavian and Johansson, 2015) the interval is a point or empty and the LMI always
feasible. Proof and evidence: ``docs/lmi.md`` and the ledger's ``dptheory/heavy-ball-criterion``.
"""

from fractions import Fraction

from dptheory.lyapunov.atoms import atom
from dptheory.methods import Matrix
from dptheory.numbers import Number
from dptheory.problems.ranges import holds, positive, require


def _check(alpha: Number, beta: Number, mu: Number, smoothness: Number) -> None:
    positive("step size alpha", alpha)
    require(holds(beta >= 0) and holds(beta < 1), "momentum beta", "in [0, 1)", beta)
    positive("strong convexity mu", mu)
    require(holds(mu <= smoothness), "smoothness L", "at least mu", smoothness)


def coefficients(
    alpha: Number, beta: Number, mu: Number, smoothness: Number
) -> tuple[Number, Number, Number]:
    """(b0, b1, q): the slope of f0 at 0, minus that of f1, and beta mu L alpha^2."""
    b0 = 2 * (1 - beta) ** 2 - (mu + smoothness) * alpha * (1 + beta)
    b1 = alpha * smoothness - 2 * (1 - beta)
    return b0, b1, beta * mu * smoothness * alpha * alpha


def heavy_ball_feasible(alpha: Number, beta: Number, mu: Number, smoothness: Number) -> bool:
    """Whether the heavy ball's LMI is feasible for some rho < 1; exact for exact numbers.

    Args:
        alpha: step size, positive.
        beta: momentum in [0, 1).
        mu, smoothness: 0 < mu <= L.

    Raises:
        ValueError: an argument is out of its range.
    """
    _check(alpha, beta, mu, smoothness)
    if not alpha * smoothness < 2 * (1 + beta):
        return False
    b0, b1, q = coefficients(alpha, beta, mu, smoothness)
    if b1 <= 0 or b0 >= 0:
        return True
    if -b0 <= 4 * b1:  # the minimum of f0 lies in [0, s1]
        return bool(b0 * b0 < 16 * q)
    return bool(b0 * b1 + 2 * q + 2 * b1 * b1 > 0)


def infeasibility(
    alpha: Fraction, beta: Fraction, mu: Fraction, smoothness: Fraction
) -> Matrix | None:
    """One oscillation on the unit circle that excludes every rho < 1, or None where there is none.

    It is the atom at the minimum of f0 over [0, s1], for alpha L < 2(1 + beta); rational.
    """
    _check(alpha, beta, mu, smoothness)
    unstable = alpha * smoothness >= 2 * (1 + beta)
    if unstable or heavy_ball_feasible(alpha, beta, mu, smoothness):
        return None
    b0, b1, _ = coefficients(alpha, beta, mu, smoothness)
    s = min(-Fraction(b0), 4 * Fraction(b1)) / (8 * beta)
    return atom(alpha, beta, Fraction(1), 1 - s)
