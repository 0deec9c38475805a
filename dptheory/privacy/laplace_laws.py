r"""The loss of a record removed from, or added to, a Poisson batch under Laplace noise.

With the budget :math:`\theta` within the batch the loss y there is between :math:`-\theta` and
:math:`\theta`; without the record it has the density :math:`g(y)=\frac14e^{-(y+\theta)/2}` between
them and the masses :math:`\frac12e^{-\theta}` at :math:`\theta` and :math:`\frac12` at
:math:`-\theta`. A record that is in the batch with probability q makes the likelihood ratio
:math:`A(y)=1-q+qe^y`: removed, the loss is :math:`\ln A` with these masses times A; added, it is
:math:`-\ln A` with the masses themselves (:mod:`dptheory.privacy.laws`). The pair of one coordinate
that moves by the whole L1 norm dominates (:mod:`dptheory.privacy.accounting`), and so does its
mixture (Zhu, Dong and Wang 2022, Theorem 11).
"""

import math

import numpy as np

from dptheory.privacy.laws import Law, Part, Ratio


def laplace_removed(rate: float, theta: float) -> Law:
    """A record removed: the mixture against what is without it."""
    return _law(rate, theta, 1)


def laplace_added(rate: float, theta: float) -> Law:
    """The same pair exchanged."""
    return _law(rate, theta, -1)


def _law(rate: float, theta: float, sign: int) -> Law:
    ratio = Ratio(np.asarray([rate]), np.ones(1), np.zeros(1))
    ends = {theta: -theta, -theta: 0.0}  # logarithms of twice the masses
    losses, _, _ = ratio.losses(np.asarray(list(ends)))
    atoms = [
        (sign * loss, 0.5 * math.exp(mass + max(sign, 0) * loss))
        for loss, mass in zip(losses.tolist(), ends.values(), strict=True)
    ]
    base = math.log(0.25) - theta / 2, -0.5, 0.0
    return Law(ratio, (Part(-theta, theta, sign, base),), tuple(atoms), 0.0)
