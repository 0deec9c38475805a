r"""Clipping against normalising: what the worst laws of a record's deviation leave of a gradient.

A step of a record is :math:`h\,g` with :math:`h=\min(1,C/|g|)` or :math:`1/(r+|g|)`, of the bound C
or 1; the noise is in proportion to the bound. So

.. math:: \frac{E\,h\langle\nabla f,g\rangle}{|\nabla f|\cdot\text{bound}} \in [-1, 1]

compares the two at equal privacy: 1 is a full step along the gradient, below 0 the step goes uphill
on average. The least over all laws with :math:`|g-\nabla f|\le\tau_0` is that of
:func:`dptheory.distributions.worst_law.worst_descent`; for normalising and laws that are symmetric
about the gradient, with root mean square :math:`\tau_0`, it is
:func:`dptheory.distributions.symmetric_law.worst_symmetric`, which is never negative.
"""

from dataclasses import dataclass
from fractions import Fraction

from dptheory.distributions.symmetric_law import worst_symmetric
from dptheory.distributions.worst_law import Clip, Normalise, worst_descent
from dptheory.ranges import positive
from dptheory.results import explained


@explained
@dataclass(frozen=True)
class Kept:
    """What is left of a gradient, as shares of a full step.

    Attributes:
        clipped: by clipping under the worst law.
        normalised: by normalising under the worst law.
        symmetric: by normalising under the worst symmetric law.
    """

    clipped: float
    normalised: float
    symmetric: float


def kept(gradient: Fraction, deviation: Fraction, clip: Fraction, regulariser: Fraction) -> Kept:
    """The three shares.

    Args:
        gradient: length of the mean gradient, positive.
        deviation: tau0, positive.
        clip: C, positive.
        regulariser: r, positive.
    """
    s = positive("gradient s", gradient)
    none = Fraction(0)
    clipped = worst_descent(Clip(clip), s, deviation, none, none).found.upper
    normalised = worst_descent(Normalise(regulariser), s, deviation, none, none).found.upper
    law = worst_symmetric(float(s), float(deviation), float(regulariser))
    return Kept(float(clipped / (s * clip)), float(normalised / s), law.value / float(s))
