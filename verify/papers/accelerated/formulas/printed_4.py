r"""What the paper prints in Section 4 and Appendix B.4, errors left in.

All functions take any of the project's number types (see :mod:`dptheory.numbers`; cube roots of
rationals become floats). Symbols are the paper's; units in brackets: :math:`\alpha` step size and
:math:`a_{T,t}` weights [length^2/loss], :math:`\mu, L` [loss/length^2], :math:`b` Laplace scale and
:math:`S_1` sensitivity [loss/length], :math:`E_t` error [loss].
"""

import math
from collections.abc import Sequence
from typing import Any

from dptheory.numbers import sqrt, total
from verify.papers.accelerated.formulas.printed import ratio

Plan = Sequence[tuple[int, Any]]  # (n_k, alpha^(k)) of every stage


def eq_33(kappa: Any, p: int, n_1: int, stages: int) -> list[int]:
    """(33): n_1, ..., n_K."""
    unit = math.ceil(math.sqrt(kappa) * math.log(2 ** (p + 2)))
    return [n_1] + [2**k * unit for k in range(2, stages + 1)]


def plan(mu: Any, L: Any, p: int, n_1: int, stages: int) -> Plan:
    """(33): lengths and step sizes, alpha^(1) = 1/L."""
    lengths = eq_33(ratio(L, mu), p, n_1, stages)
    steps = (ratio(1, L if k == 1 else 2 ** (2 * k) * L) for k in range(1, len(lengths) + 1))
    return list(zip(lengths, steps, strict=True))


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
