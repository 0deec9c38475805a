r"""Theorem 2: the budget of the best of K runs.

Its proof rests on the generating function :math:`f(x)=E x^K` of the law: the divergence grows by
:math:`\frac1{\lambda-1}\log(f'(q)^\lambda f'(q')^{1-\lambda})`.
"""

from verify.language import Formula, claim, each, says, tends

from ..notation import V
from ..settings import GEOMETRIC


def bound(eps: Formula, epsh: Formula | int, lamh: Formula, eta: Formula, runs: Formula) -> Formula:
    """The divergence of order lambda of the best of K runs."""
    return (
        eps
        + (1 + eta) * (1 - 1 / lamh) * epsh
        + (1 + eta) * (1 / V.gamma).log() / lamh
        + runs.log() / (V.lam - 1)
    )


def generating(x: Formula, eta: Formula | int) -> Formula:
    """E x^K."""
    return ((1 - (1 - V.gamma) * x) ** (-eta) - 1) / (V.gamma ** (-eta) - 1)


def slope(x: Formula, eta: Formula | int, runs: Formula) -> Formula:
    """f'(x)."""
    return (1 - (1 - V.gamma) * x) ** (-eta - 1) * V.gamma ** (eta + 1) * runs


GEOMETRIC_SLOPE = claim(
    "sixth-paper/thm-2-slope",
    "Theorem 2, proof",
    "f' is the slope of f for the geometric law: a difference quotient lies between its ends",
    says(
        each(
            slope(V.q, 1, 1 / V.gamma) * (V.r - V.q) <= generating(V.r, 1) - generating(V.q, 1),
            generating(V.r, 1) - generating(V.q, 1) <= slope(V.r, 1, 1 / V.gamma) * (V.r - V.q),
        )
    ),
    settings=(GEOMETRIC,),
)
ONE_RUN = claim(
    "sixth-paper/thm-2-one-run",
    "Theorem 2",
    "as gamma tends to 1 there is one run, and nothing is paid for choosing",
    tends(bound(V.eps, 0, V.lamh, V.eta, 1 / V.gamma), V.gamma, 1, V.eps),
)
