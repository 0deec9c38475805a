"""Appendix A, Lemma 1: the bounds of K/u behind the subsampled bound, order by order.

K and u are those of :mod:`verify.papers.lssgd.lemma_1`.
"""

import math
from typing import Any

from dptheory.numbers import exp, kind, log
from verify.checks.boxes import Boxes
from verify.checks.inequality import Decomposition


def growth(u: Any) -> Any:
    """(e^u - 1)/u for u >= 0, an increasing function with value 1 at 0: E(R - 1)^2 by u."""
    if kind(u) == "arb":
        low, high = u.lower(), u.upper()
        start = low.expm1() / low if low > 0 else 1 + 0 * high
        return start.union(high.expm1() / high)
    return math.expm1(u) / float(u) if u != 0 else 1.0


def orders_from_2_to_3(u: Any) -> Any:
    """A bound of K/u: (1+x)^p <= 1+x, x <= tau R, E(R-1)^2 R = e^{3u} - 2e^u + 1, and
    tau <= u e^{-2}/(1+u)."""
    return growth(u) + exp(-2 + 0 * u) * (exp(3 * u) - 2 * exp(u) + 1) / (1 + u)


def orders_from_3_to_4(u: Any, p: Any) -> Any:
    """A bound of K/u for p = alpha - 2 >= 1, tau <= u e^{-alpha}/(1+u).

    By convexity (1+x)^p <= (1-c)^(1-p) + c^(1-p) x^p; c = 1/(p+1). Further E(R-1)_+^(p+2) <=
    E R^(p+2) = e^{(p+2)(p+1)u/2}, and u^(p-1) <= 1.
    """
    tail = exp((p + 2) * (p + 1) * u / 2 - p * (p + 2))
    return (1 + 1 / p) ** (p - 1) * growth(u) + (p + 1) ** (p - 1) * tail / (1 + u) ** p


def tail_exponent(p: Any) -> Any:
    """-ln of the last term of the same bound for p >= 2, with u^(p-1)/(1+u)^p at its largest,
    u = 1, and with ln(p+1) replaced by its tangent at p = 2."""
    one = 1 + 0 * p
    tangent = log(3 * one) + (p - 2) / 3
    return p * log(2 * one) - (p - 1) * tangent + p * (p + 2) - (p + 2) * (p + 1) / 2


def orders_above_4(u: Any) -> Any:
    """The same with (1+1/p)^(p-1) < e and the last term at p = 2, 3 e^{-2}/4."""
    return exp(1 + 0 * u) * growth(u) + 3 * exp(-2 + 0 * u) / 4


def large_variance(u: Any) -> Any:
    """A bound of K/u for alpha > 2, tau alpha <= 1, alpha <= 1/(4 u).

    Where R <= 2, (1 + tau (R-1))^(alpha-2) <= e. Elsewhere it is at most R^(alpha-2) (R/2)^m, and
    m + alpha - 2 = (ln 2)/u makes the expectation (4 e^u - 3) e^{-c/u}/(4 sqrt 2) at most, with
    c = (ln 2)^2/2 - (ln 2)/4; then e^{-c/u}/u <= 1/(c e).
    """
    one = 1 + 0 * u
    two = log(2 * one)
    c = two**2 / 2 - two / 4
    return exp(one) * growth(u) + (4 * exp(u) - 3) / (4 * exp(two / 2) * c * exp(one))


def on_box(bound: Any, **ranges: tuple[Any, Any]) -> Any:
    """constant -> whether the bound of K/u stays below it on a box."""
    return lambda constant: Boxes(ranges, limit=500).proves(bound, lambda u, **_: constant + 0 * u)


def tail_decreases(_: Any) -> bool:
    """Whether the last term is largest at p = 2, by nonnegative coefficients in p - 2."""
    proof = Decomposition({"k": "nonnegative"}, "", substitution=lambda k: {"p": 2 + k})
    return proof.proves(lambda p: tail_exponent(2 + 0 * p), tail_exponent)


def later_directions(_: Any) -> bool:
    """Whether t^(-alpha-1) <= t^(alpha-2), t = 1 + k, t^(alpha-1) = 1 + z: the other direction."""
    proof = Decomposition(
        {"k": "positive", "z": "nonnegative"},
        "",
        substitution=lambda k, z: {"t": 1 + k, "power": 1 + z},
    )
    return proof.proves(lambda t, power: 1 / (power * t**2), lambda t, power: power / t)
