r"""How often the first moment of a constant gradient has the wrong sign.

:math:`\hat m_t^p\sim N(g,\Phi s)` with the sum s of the squared weights.
"""

import math
from typing import Any

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undefined


def enclosed_wrong(g: Any, Phi: Any, beta1: Any, t: Any) -> Any:
    """An enclosure of P[sign of the first moment is not that of g], for g > 0 and Phi > 0."""
    beta = ball(beta1)
    power = beta ** int(t)
    spread = 2 * ball(Phi) * (1 - beta) * (1 + power) / ((1 + beta) * (1 - power))
    return (ball(g) / spread.sqrt()).erfc() / 2


def wrong(g: Any, Phi: Any, beta1: Any, t: Any) -> float:
    r"""The probability that the first moment has another sign than the gradient.

    In brackets stand the constant gradient, :math:`\Phi`, :math:`\beta_1` and t.

    Raises:
        Undefined: there is no gradient or no noise.
    """
    if not g > 0 or not Phi > 0:
        raise Undefined("no gradient, or no noise")
    beta = float(beta1)
    power = beta ** int(t)
    spread = 2 * float(Phi) * (1 - beta) * (1 + power) / ((1 + beta) * (1 - power))
    return math.erfc(float(g) / math.sqrt(spread)) / 2
