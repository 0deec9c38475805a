r"""The smoothing operator's printed formulas as trees: eigenvalues, gamma, beta, omega and xi.

``V`` is the paper's notation with an index i of eigenvalues and a second smoothing.
"""

import math
from fractions import Fraction
from typing import Any

from verify.language import PI, Formula, between, natural, nonnegative, number, real, total
from verify.papers.lssgd import notation

V = notation.V.extended(
    i=natural("i", search=(1, 12)),
    more=nonnegative(r"\sigma'", unit="1", search=(0, 40)),
    N=natural("N", search=(1, 12)),
    theta=real(r"\theta", unit="1", search=(-10, 10)),
    # An angle of (0, pi], and a little more.
    angle=between(0, Fraction(63, 20), r"\theta", unit="1", ends="(]", search=(0.001, 3)),
    # Powers of omega: omega^m and omega^d.
    x=between(0, 1, r"\omega^m", unit="1", ends="()"),
    y=between(0, 1, r"\omega^d", unit="1", ends="()"),
    m=between(0, math.inf, "m", unit="1", ends="[)", search=(0, 20)),
)
ROOT = (4 * V.sigma + 1).sqrt()
OMEGA = (2 * V.sigma + 1 - ROOT) / (2 * V.sigma)
XI = -(1 + 4 * V.sigma).sqrt() / V.sigma


def at_angle(theta: Formula, sigma: Formula = V.sigma) -> Formula:
    """1 + 2 sigma - 2 sigma cos(theta)."""
    return 1 + 2 * sigma - 2 * sigma * theta.cos()


def angle(index: Any) -> Any:
    """2 pi i/d."""
    return 2 * PI * index / V.d


def eigenvalue(index: Any = notation.i, sigma: Formula = V.sigma) -> Formula:
    """1 + 2 sigma - 2 sigma cos(2 pi i/d)."""
    return at_angle(angle(index), sigma)


def inverse_sum(power: int, sigma: Formula = V.sigma) -> Formula:
    """The sum over i = 1, ..., d of the eigenvalues to a negative power (Lemmas 4 and 5)."""
    return total(notation.i, 1, V.d, 1 / raised(eigenvalue(notation.i, sigma), power))


def raised(base: Formula, power: int) -> Formula:
    """A power, without an exponent of one."""
    return base if power == 1 else base**power


def gamma(sigma: Formula = V.sigma) -> Formula:
    """Theorem 2: gamma, by its definition."""
    return number(1) / V.d * inverse_sum(1, sigma)


def beta(sigma: Formula = V.sigma) -> Formula:
    """Theorem 3: beta, by its definition."""
    return number(1) / V.d * inverse_sum(2, sigma)
