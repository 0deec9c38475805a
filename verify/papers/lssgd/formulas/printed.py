r"""What the paper prints about the smoothing operator, errors left in.

All functions take any of the project's number types (see :mod:`dptheory.numbers`). Symbols are
the paper's: :math:`\sigma` smoothing, :math:`d` dimension.
"""

from fractions import Fraction
from typing import Any

from dptheory.numbers import kind, sqrt, total

RATIONAL_COSINES = {1: Fraction(1), 2: Fraction(-1), 3: Fraction(-1, 2), 4: Fraction(0)}
RATIONAL_COSINES[6] = Fraction(1, 2)

Rows = tuple[tuple[Any, ...], ...]


def cosine(index: int, d: int, like: Any) -> Any:
    """cos(2 pi i/d) in the family of another number; for rationals only where it is rational."""
    angle = Fraction(index, d)
    rational = RATIONAL_COSINES.get(angle.denominator)
    family = kind(like)
    if rational is not None:
        top, bottom = rational.as_integer_ratio()
        return rational if family == "exact" else (top + 0 * like) / bottom
    if family == "sympy":
        import sympy

        return sympy.cos(2 * sympy.pi * sympy.Rational(angle.numerator, angle.denominator))
    if family == "arb":
        from flint import arb, fmpq

        return arb.cos_pi_fmpq(fmpq(2 * angle.numerator, angle.denominator))
    if family == "exact":
        raise ValueError(f"cosine of 2 pi {angle} must be rational. Found an irrational one.")
    import math

    return math.cos(2 * math.pi * float(angle))


def eq_3(sigma: Any, d: int) -> Rows:
    """(3) read entry by entry: 1 + 2 sigma, -sigma beside it and in the corners, also for small d.

    On a circle of two points the entry beside the diagonal and the corner are one entry; it is
    printed as -sigma.
    """
    rows = [[0 * sigma for _ in range(d)] for _ in range(d)]
    for i in range(d):
        rows[i][i - 1] = rows[i][(i + 1) % d] = -sigma
        rows[i][i] = 1 + 2 * sigma
    return tuple(map(tuple, rows))


def eigenvalue(sigma: Any, c: Any) -> Any:
    """1 + 2 sigma - 2 sigma cos(2 pi i/d), from the cosine."""
    return 1 + 2 * sigma - 2 * sigma * c


def eigenvalues(sigma: Any, d: int, period: int | None = None) -> list[Any]:
    """The eigenvalues for i = 1, ..., d; the proof of Lemma 5 has another period, n."""
    period = d if period is None else period
    return [eigenvalue(sigma, cosine(i, period, sigma)) for i in range(1, d + 1)]


def condition_number(sigma: Any) -> Any:
    """Section 2.1."""
    return 1 + 4 * sigma


def gamma(sigma: Any, d: int) -> Any:
    """Theorem 2: gamma, by its definition."""
    return total(1 / value for value in eigenvalues(sigma, d)) / d


def beta(sigma: Any, d: int) -> Any:
    """Theorem 3: beta, by its definition."""
    return total(1 / value**2 for value in eigenvalues(sigma, d)) / d


def omega(sigma: Any) -> Any:
    """Propositions 1 and 2: omega; Lemma 7: alpha."""
    return (2 * sigma + 1 - sqrt(4 * sigma + 1)) / (2 * sigma)


def xi(sigma: Any) -> Any:
    """Proposition 2: xi."""
    return -sqrt(1 + 4 * sigma) / sigma


def prop_1_form(sigma: Any, whole: Any) -> Any:
    """Proposition 1, from omega^d."""
    return (1 + whole) / ((1 - whole) * sqrt(4 * sigma + 1))


def prop_1(sigma: Any, d: int) -> Any:
    """Proposition 1: gamma."""
    return prop_1_form(sigma, omega(sigma) ** d)


def prop_2_form(sigma: Any, d: Any, whole: Any) -> Any:
    """Proposition 2, from omega^d."""
    w, x = omega(sigma), xi(sigma)
    top = 2 * whole**2 * w - x * whole**2 + 2 * x * d * whole - 2 * w + x
    return top / (sigma**2 * x**3 * (1 - whole) ** 2)


def prop_2(sigma: Any, d: int) -> Any:
    """Proposition 2: beta."""
    return prop_2_form(sigma, d, omega(sigma) ** d)


TABLE_3 = {1: "0.447", 2: "0.333", 3: "0.277", 4: "0.243", 5: "0.218"}
TABLE_4 = {1: "0.268", 2: "0.185", 3: "0.149", 4: "0.128", 5: "0.114"}
TABLE_DIMENSIONS = (10**3, 10**4, 10**5)  # three identical rows in either table
