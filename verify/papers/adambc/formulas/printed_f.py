r"""Appendix F: the printed quantities of Lemma 3, Corollary 1 and Propositions 6 and 7.

A coordinate of the released gradient is :math:`\bar g_j+z_j` with :math:`z_j\sim N(0,\Phi)`.
"""

from typing import Any

from verify.language import PI, Formula, nonnegative, number, positive
from verify.papers.adambc import notation

W = notation.V.extended(
    beta2=notation.V.beta2.within("(0, 1)"),
    Phi=notation.V.Phi.within("(0, inf)", search=(0.001, 4)),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    eta=positive(r"\eta", unit="length", search=(0.01, 1)),
    eps=positive(r"\epsilon", unit=notation.SQUARE, search=(0.01, 1)),
    gap=nonnegative("(F(\\theta_0)-F_*)", unit="loss", search=(0, 10)),
    delta=positive(r"\delta", unit=notation.SQUARE, search=(0.01, 100)),
)


def powers(steps: Formula) -> Formula:
    r""":math:`\beta_2(\beta_2^t-1)/(\beta_2-1)`, the sum of the weights."""
    return W.beta2 * (W.beta2**steps - 1) / (W.beta2 - 1)


def mu(steps: Formula) -> Formula:
    r""":math:`\mu^*`."""
    mean = (2 * W.Phi / PI).sqrt()
    return powers(steps) * ((W.Phi - 2 * W.Phi / PI) + (W.C + mean) ** 2)


def nu(steps: Formula) -> Formula:
    r""":math:`\nu^*`."""
    return 2 * W.beta2**2 * W.Phi * ((W.beta2**steps - 1) / (W.beta2**2 - 1)).sqrt()


def true_nu(steps: Formula) -> Formula:
    r"""What the terms of the proof add up to, the root of the sum of their squares."""
    squares = (1 - W.beta2 ** (2 * steps)) / (1 - W.beta2**2)
    return 2 * W.beta2 * W.Phi * squares.sqrt()


B_STAR = 4 * W.beta2 * W.Phi


def logarithm(union: Any = 1) -> Formula:
    r""":math:`\ln(2/\alpha)`; in Corollary 1 :math:`\ln(2T/\alpha)`."""
    return (number(2 * union) / W.alpha).log()
