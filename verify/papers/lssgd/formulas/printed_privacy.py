r"""What the paper prints on privacy: Theorem 1 and the first part of Appendix A, errors left in.

All functions take any of the project's number types. Symbols are the paper's, except that
:math:`\ell = \ln(1/\delta)` is the argument ``ell``. Units in brackets: :math:`G` Lipschitz
constant, :math:`\Delta` sensitivity and :math:`\nu` noise [loss/length]; all others are numbers:
:math:`n` records, :math:`b` in a batch, :math:`\tau = b/n`, :math:`T` iterations, :math:`\epsilon`
budget, :math:`\alpha` order, :math:`\mu` split of the budget.
"""

from fractions import Fraction
from typing import Any

# The MNIST experiments of §4.1: 50 epochs of 50000 records in batches of 128, delta = 1e-5.
N, BATCH, EPOCHS = 50000, 128, 50
ITERATIONS = EPOCHS * N // BATCH
DELTA = Fraction(1, 10**5)
BUDGETS = tuple(Fraction(e, 100) for e in (10, 15, 20, 25, 30))


def order(ell: Any, mu: Any, epsilon: Any) -> Any:
    """Theorem 1: alpha."""
    return ell / ((1 - mu) * epsilon) + 1


def variance(T: Any, alpha: Any, G: Any, mu: Any, n: Any, epsilon: Any) -> Any:
    """Theorem 1: nu^2."""
    return 20 * T * alpha * G**2 / (mu * n**2 * epsilon)


def order_argument(T: Any, alpha: Any, mu: Any, n: Any, b: Any, epsilon: Any) -> Any:
    """Theorem 1, first condition: the argument of the logarithm."""
    return mu * n**3 * epsilon / (5 * b**3 * T * alpha + mu * b * n**2 * epsilon)


def noise_ratio(T: Any, alpha: Any, mu: Any, n: Any, b: Any, epsilon: Any) -> Any:
    """Theorem 1, left side of the second condition."""
    return 5 * b**2 * T * alpha / (mu * n**2 * epsilon)


LEAST_RATIO = Fraction(3, 2)


def lemma_3(rho: Any, ell: Any, alpha: Any) -> Any:
    """Lemma 3: epsilon."""
    return rho + ell / (alpha - 1)
