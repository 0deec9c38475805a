r"""What the paper prints about utility (Section 3, Appendices A.2 and A.3), errors left in.

All functions take any of the project's number types (see :mod:`dptheory.numbers`). Symbols are the
paper's; units in brackets: :math:`D` = :math:`D_\sigma` [length^2], :math:`D_F` [loss], :math:`G`
and :math:`\nu` [loss/length], :math:`L` [loss/length^2], :math:`\eta` [length^2/loss].
:math:`\gamma` and :math:`\beta` are arguments, so that they may be bounds or limits;
``ell`` is :math:`\log(1/\delta)`.
"""

from fractions import Fraction
from typing import Any

from dptheory.numbers import sqrt
from verify.papers.lssgd.formulas import printed_privacy

TWO_THIRDS = Fraction(2, 3)


def noise_variance(T: Any, ell: Any, eps: Any, mu: Any, G: Any, n: Any) -> Any:
    """Theorem 1: nu^2, with its alpha."""
    return printed_privacy.variance(T, printed_privacy.order(ell, mu, eps), G, mu, n, eps)


# Theorem 2 and its proof -------------------------------------------------------------------------


def thm_2_iterations(C1: Any, D: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any) -> Any:
    """Theorem 2: T."""
    return C1 * (D + G**2 / b) * n**2 * eps**2 / (d * G**2 * ell)


def thm_2_squared(
    C2: Any, D: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any, gamma: Any
) -> Any:
    """Theorem 2: the square of the bound."""
    return C2**2 * G**2 * 6 * gamma * (D + G**2 / b) * d * ell / (n * eps) ** 2


def thm_2(C2: Any, D: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any, gamma: Any) -> Any:
    """Theorem 2: the bound."""
    return C2 * G * sqrt(6 * gamma * (D + G**2 / b) * d * ell) / (n * eps)


def step_4(C2: Any, D: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any, gamma: Any) -> Any:
    """App A, step 4: the bound."""
    return C2 * G * sqrt(gamma * (D + G**2 / b) * d * ell) / (n * eps)


def step_4_iterations(
    C1: Any, D: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any, gamma: Any
) -> Any:
    """App A, step 4: T."""
    return C1 * (D + G**2 / b) * n**2 * eps**2 / (gamma * d * G**2 * ell)


def eq_10(L: Any, eta: Any, squared: Any) -> Any:
    """(10): the left side, from the squared gradient norm."""
    return (1 - L * eta / 2) * eta * squared


def step_3(D: Any, eta: Any, T: Any, G: Any, b: Any, noise: Any) -> Any:
    """App A, step 3, constant step size: the first bound; ``noise`` is gamma d nu^2."""
    return (D + T * eta**2 * (G**2 / b + noise)) / (TWO_THIRDS * T * eta)


def noise_level(share: Any, d: Any, T: Any, G: Any, ell: Any, n: Any, eps: Any, mu: Any) -> Any:
    """App A: the bound on gamma d nu^2 (step 3) and beta d nu^2 (nonconvex)."""
    return 20 * share * d * T * G**2 * ell / (n**2 * eps**2 * mu * (1 - mu))


def factor(gamma: Any, D_smooth: Any, D_plain: Any, squared: Any) -> Any:
    """Remark 2: gamma(D_sigma + G^2) over D_0 + G^2."""
    return gamma * (D_smooth + squared) / (D_plain + squared)


# Table 1 -----------------------------------------------------------------------------------------


def table_1_nonconvex(root_beta_d: Any, eps: Any, n: Any) -> Any:
    """Table 1, nonconvex: the entry, from sqrt(beta d)."""
    return root_beta_d / (eps * n)


# Theorem 3 and its proof -------------------------------------------------------------------------


def thm_3_iterations(
    C1: Any, gap: Any, L: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any
) -> Any:
    """Theorem 3: T; ``gap`` is D_F."""
    return C1 * (gap + L * G**2 / b) * n**2 * eps**2 / (d * L * G**2 * ell)


def norm_chain_squared(
    zeta_squared: Any, gap: Any, L: Any, G: Any, n: Any, eps: Any, d: Any, ell: Any
) -> Any:
    """After Proposition 2: the square of the last member of the chain."""
    return 16 * zeta_squared * G**2 * 6 * d * L * (2 * gap + L * G**2) * ell / (n * eps) ** 2


def appendix_3_iterations(
    C1: Any, gap: Any, L: Any, G: Any, b: Any, n: Any, eps: Any, d: Any, ell: Any, beta: Any
) -> Any:
    """App A, end of the nonconvex proof: T."""
    return C1 * (2 * gap + L * G**2 / b) * n**2 * eps**2 / (d * L * beta * G**2 * ell)


def average_bound(gap: Any, eta: Any, T: Any, L: Any, G: Any, b: Any, noise: Any) -> Any:
    """App A, nonconvex: the bound on the averaged squared norms; ``noise`` is d beta nu^2."""
    return 2 * gap / (eta * T) + eta * L * (G**2 / b + noise)


# Table 2: test accuracy in %, mean and deviation of 5 runs; rows sigma, columns eps --------------

BUDGETS = ("0.30", "0.25", "0.20", "0.15", "0.10")
ACCURACY = {
    0: ("81.74", "81.45", "78.92", "77.03", "73.49"),
    1: ("84.21", "83.27", "81.56", "79.46", "76.29"),
    2: ("84.23", "83.65", "82.15", "80.77", "76.31"),
    3: ("85.11", "82.97", "82.22", "80.81", "77.13"),
}
DEVIATION = {
    0: ("0.96", "1.59", "1.14", "0.69", "1.60"),
    1: ("0.51", "0.35", "0.79", "1.33", "0.53"),
    2: ("0.65", "0.76", "0.59", "1.26", "0.93"),
    3: ("0.45", "0.48", "0.28", "1.03", "0.77"),
}
