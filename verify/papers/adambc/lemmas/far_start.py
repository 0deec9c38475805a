r"""Runs that stay where every gradient has norm C: what they say of Propositions 6 and 7.

F is the sum over d coordinates of Huber's function of curvature L and slope :math:`C/\sqrt d`, all
coordinates start at D, and every batch has the gradient of F, which A2 to A4 allow. A step moves a
coordinate by at most :math:`\eta/\sqrt{1-\beta_2}` (Proposition 6), as :math:`g_t^2\le v_t`, and
with momentum by at most :math:`\eta(1-\beta_1)/\sqrt{(1-\beta_2)(1-\beta_1^2/\beta_2)}`, by the
inequality of Cauchy and Schwarz. Here v is :math:`b_t=\sum_j\beta_2^{t-j}g_j^2` of the proof, whose
last weight is 1 (v-definition), and not the printed sum with the weights :math:`\beta_2^j`.
"""

from fractions import Fraction
from typing import Any

from dptheory.distributions.arb_tails import ball
from dptheory.numbers import sqrt
from verify.formula.evaluate import Undecided
from verify.language import Formula, external, positive
from verify.papers.adambc.formulas.printed_f import W

V = W.extended(D=positive("D", unit="length", search=(1, 1000)))


def enclosed_square(*values: Any) -> Any:
    r"""An enclosure of the mean of :math:`E|\nabla F|^2` over a run; None where it is not known.

    Args:
        values: C, L, D, d, eta, beta1, beta2, T; T > beta1/(1 - beta1).
    """
    slope, L, start, d, eta, beta1, beta2 = map(ball, values[:-1])
    if not isinstance(values[-1], int | Fraction):
        return None
    T = int(values[-1])
    decay = 1 - beta1**2 / beta2
    if decay > 0:
        step = eta * (1 - beta1) / ((1 - beta2) * decay).sqrt()
        if start >= slope / (L * d.sqrt()) + step * (T - 1):
            return slope**2
    if T == 1:
        return d * (L * start).min(slope / d.sqrt()) ** 2
    return None


def mean_square(*values: Any) -> float:
    """The mean squared norm of the gradient over a run that starts at D in each coordinate.

    The minimum is at 0.

    Raises:
        Undecided: the run may leave the slope.
    """
    found = enclosed_square(*values)
    if found is None:
        raise Undecided("a run that may leave the slope")
    return float(found)


# The paper's symbol is the mean over the steps (last line of the proof of Proposition 6).
NAME = (
    r"E\Vert\nabla F(\theta_t)\Vert^2\text{ for F a sum of d Huber functions of curvature L, "
    r"slope }C/\sqrt{d}"
)


def average(beta1: Any) -> Formula:
    """The mean of the squared norms of the gradients."""
    law = (V.C, V.L, V.D, V.d, V.eta, beta1, V.beta2, V.T)
    return external(NAME, mean_square, *law, balls=enclosed_square)


def gap(C: Any, L: Any, D: Any, d: Any) -> Any:
    """F(theta_0) - F_*."""
    if L**2 * D**2 * d <= C**2:
        return d * L * D**2 / 2
    return sqrt(d) * C * D - C**2 / (2 * L)
