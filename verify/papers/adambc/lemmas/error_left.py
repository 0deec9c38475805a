r"""How far :math:`\hat v_t^{corr}` is from :math:`\hat v_t^c=g^2` for a constant gradient g."""

from functools import lru_cache
from typing import Any

from dptheory.distributions.arb_tails import enclosed_second_moment
from dptheory.distributions.second_moment import SecondMoment
from verify.papers.adambc.settings import SECTION_4

SNLI = SECTION_4[0].values
PHI, BETA2, STEPS = SNLI["Phi"], SNLI["beta2"], 10000


@lru_cache
def enclosed_as_large(g: Any) -> Any:
    """An enclosure of P[|difference| >= g^2] on SNLI at t = 10000, for a rational g > 0."""
    law = PHI, BETA2, STEPS, g
    return 1 + enclosed_second_moment(*law, PHI + 2 * g**2) - enclosed_second_moment(*law, PHI)


def as_large(g: Any) -> float:
    r"""The probability that the error is at least :math:`\hat{v}_t^c`, whose root is in brackets.

    On SNLI at t = 10000, for a constant clean gradient g.
    """
    law = SecondMoment(float(PHI), float(BETA2), STEPS, float(g))
    return law.exceedance(float(PHI + 2 * g**2)).value + law.cdf(float(PHI)).value


def no_root(beta2: Any, t: Any) -> float:
    """The probability that the corrected second moment is not positive, without gradients."""
    return SecondMoment(1.0, float(beta2), int(t)).cdf(1.0).value
