r"""What the paper prints in Section 4 and Appendix B.4, errors left in.

All functions take any of the project's number types (see :mod:`dptheory.numbers`; cube roots of
rationals become floats). Symbols are the paper's; units in brackets: :math:`\alpha` step size and
:math:`a_{T,t}` weights [length^2/loss], :math:`\mu, L` [loss/length^2], :math:`b` Laplace scale and
:math:`S_1` sensitivity [loss/length], :math:`E_t` error [loss].
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dptheory.numbers import sqrt, total
from verify.papers.accelerated.printed import HALF, ratio

THIRD = Fraction(1, 3)
Plan = Sequence[tuple[int, Any]]  # (n_k, alpha^(k)) of every stage


def eq_28(E: Any, alpha: Any, mu: Any, L: Any, b: Any, d: Any, sampling: Any) -> Any:
    """(28): the bound on E_t from E_{t-1}; ``sampling`` is sigma_s^2(m, n)."""
    return (1 - sqrt(mu * alpha)) * E + noise_term(alpha, L, b, d, sampling)


def noise_term(alpha: Any, L: Any, b: Any, d: Any, sampling: Any) -> Any:
    """(28): what the noise adds."""
    return alpha * (1 + alpha * L) * (b**2 * d + HALF * sampling)


def weight(T: Any, t: Any, alpha: Any, mu: Any, L: Any) -> Any:
    """(29): a_{T,t} for t >= 1."""
    return (1 - sqrt(mu * alpha)) ** (T - t) * alpha * (1 + alpha * L)


def initial_weight(T: Any, alpha: Any, mu: Any) -> Any:
    """(29): a_{T,0}."""
    return (1 - sqrt(mu * alpha)) ** T


def weights(T: int, alpha: Any, mu: Any, L: Any) -> list[Any]:
    """(29): a_{T,1}, ..., a_{T,T}."""
    return [weight(T, t, alpha, mu, L) for t in range(1, int(T) + 1)]


def eq_29(initial: Any, E: Any, a: Sequence[Any], b: Sequence[Any], d: Any, sampling: Any) -> Any:
    """(29): the bound on E_T, from a_{T,0}, E_0, a_{T,t} and b_t (t = 1, ..., T)."""
    terms = (w * (s**2 * d + HALF * sampling) for w, s in zip(a, b, strict=True))
    return initial * E + total(terms)


def eq_31(cube_roots: Any, a: Any, S: Any, n: Any, epsilon: Any) -> Any:
    """(31): b_t, from the sum of a_{T,j}^{1/3} and a_{T,t}."""
    return cube_roots / a**THIRD * S / (n * epsilon)


def schedule(a: Sequence[Any], S: Any, n: Any, epsilon: Any) -> list[Any]:
    """(31): b_1, ..., b_T."""
    cube_roots = total(w**THIRD for w in a)
    return [eq_31(cube_roots, w, S, n, epsilon) for w in a]


def budget_share(cube_roots: Any, a: Any, epsilon: Any) -> Any:
    """After (31): epsilon_t."""
    return a**THIRD / cube_roots * epsilon


def eq_32(initial: Any, E: Any, cube_roots: Any, d: Any, S: Any, n: Any, epsilon: Any) -> Any:
    """(32): the bound on E_T."""
    return initial * E + d * S**2 / (n**2 * epsilon**2) * cube_roots**3


def eq_33(kappa: Any, p: int, n_1: int, stages: int) -> list[int]:
    """(33): n_1, ..., n_K."""
    unit = math.ceil(math.sqrt(kappa) * math.log(2 ** (p + 2)))
    return [n_1] + [2**k * unit for k in range(2, stages + 1)]


def eq_33_step(L: Any, k: int) -> Any:
    """(33): alpha^(k)."""
    return ratio(1, L) if k == 1 else ratio(1, 2 ** (2 * k) * L)


def plan(mu: Any, L: Any, p: int, n_1: int, stages: int) -> Plan:
    """(33): lengths and step sizes."""
    lengths = eq_33(ratio(L, mu), p, n_1, stages)
    return [(length, eq_33_step(L, k)) for k, length in enumerate(lengths, start=1)]


def eq_34(stages: Plan, mu: Any, L: Any) -> tuple[Any, list[Any]]:
    """(34): a_{T,0} and a_{T,1}, ..., a_{T,T}, with s_0 = s_1 = 1."""
    s = [k for k, (length, _) in enumerate(stages, start=1) for _ in range(length)]
    alphas = [alpha for length, alpha in stages for _ in range(length)]
    tail: Any = 1
    weights_34: list[Any] = []
    for stage, alpha in zip(reversed(s), reversed(alphas), strict=True):
        weights_34.append(2 ** (s[-1] - stage) * tail * alpha * (1 + alpha * L))
        tail = tail * (1 - sqrt(mu * alpha))
    return 2 ** (s[-1] - s[0]) * tail, weights_34[::-1]


def b4_lagrangian(a: Any, b: Any, multiplier: Any, S: Any, n: Any, epsilon: Any) -> Any:
    """App B.4: the Lagrangian, from sequences of a_{T,t} and b_t."""
    objective = total(w * s**2 for w, s in zip(a, b, strict=True))
    return objective + multiplier * (total(S / (n * s) for s in b) - epsilon)


def b4_scale(multiplier: Any, a: Any, S: Any, n: Any) -> Any:
    """App B.4: b_t from the multiplier."""
    return (multiplier * S / n / (2 * a)) ** THIRD


def b4_multiplier(double_roots: Any, S: Any, n: Any, epsilon: Any) -> Any:
    """App B.4: the multiplier, from the sum of (2 a_{T,t})^{1/3}."""
    return (S / n) ** 2 * double_roots**3 / epsilon**3
