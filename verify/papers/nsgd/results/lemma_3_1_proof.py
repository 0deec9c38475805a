r"""Appendix E, proof of Lemma 3.1: the order that it needs.

:math:`\exp(-(\alpha-1)\epsilon/2)\le\delta` asks for :math:`\alpha\ge1+2\ln(1/\delta)/\epsilon`. An
order exists if and only if this is at most what the budget allows and at most the end of (46).
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Escape, Lemma, Setting, claim, instance, says
from verify.language.formulas import Formula, least, number
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.lemmas.order_found import C1, C2, CHEAP, IN_RANGE
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CIFAR10, SST2

RATE = V.B / V.N
ELL = (1 / V.delta).log()
NEEDED = 1 + 2 * ELL / V.eps
ALLOWED = V.eps * V.noise**2 / (14 * V.T * RATE**2)
TOP = V.noise**2 / 2 * (1 / RATE).log()


def conditions(c1: Formula, c2: Formula) -> list[Formula]:
    """On the batch, the budget (with equality in the print, less in the lemma) and the noise."""
    noise = c2 * RATE * (V.T * ELL).sqrt() / V.eps
    return [10 * V.B < V.N, V.eps <= c1 * RATE**2 * V.T, V.noise >= noise]


# One record of eleven, delta = 1/2: the least noise falls while the budget grows.
FAMILY = instance("B=1 N=11 delta=1/2") | {
    "eps": V.c1 * V.T / 121,
    "noise": 11 * V.c2 / (V.c1 * V.T.sqrt()),
}


def printed(right: Formula, beyond: Formula) -> Draft:
    """The order is at most a limit."""
    return says(
        NEEDED <= right,
        given=conditions(V.c1, V.c2),
        exists={"c1": None, "c2": None},
        by=Escape(FAMILY, beyond={"T": beyond}),
    )


RANGE = printed(TOP, 250 * V.c2**2 / V.c1**2)
INSTANCE = {"k": RATE**2 * V.T, "eps": V.eps, "ell": ELL, "variance": V.noise**2}
CIFAR = instance("B=1000 N=50000 T=5000 eps=2 noise=16") | {"delta": F(1, 10**5)}


def found(right: Formula, lemma: Lemma, **values: Any) -> Draft:
    """There is one for budgets up to ln(1/delta)."""
    return says(
        NEEDED <= right,
        given=[*conditions(number(C1), number(C2)), V.eps <= ELL],
        by=Derive(substitute(lemma, INSTANCE | values)),
        at=CIFAR,
    )


FOUND = {"budget": found(ALLOWED, CHEAP), "range of the orders": found(TOP, IN_RANGE, rate=RATE)}
HALVED = [*conditions(number(C1), C2 / 2 * number(1)), V.eps <= ELL]


def order_for(setting: Setting) -> tuple[Formula, Formula]:
    """The order that the budget of a run needs, and the one that (46) and the budget allow."""
    B, N, T, eps, delta, noise = (
        F(setting.values[name]) for name in ("B", "N", "T", "eps", "delta", "noise")
    )
    allowed = least(eps * (noise * N / B) ** 2 / (14 * T), noise**2 / 2 * number(N / B).log())
    return 1 + 2 * number(1 / delta).log() / eps, allowed


CLAIM = (
    claim("nsgd/lemma-3.1-proof", "App E, proof of Lemma 3.1", "An order for the proof")
    .says(
        {"budget": printed(ALLOWED, 10 * V.c2**2 / V.c1), "range of the orders": RANGE},
        repaired=FOUND,
        # In no run of the paper does its argument give the printed budget.
        notes=tuple(says(smaller < larger) for larger, smaller in map(order_for, (*CIFAR10, SST2))),
    )
    .quoting(
        r"\sigma\ge c_2\gamma\sqrt{T\log(1/\delta)}/\epsilon",
        part="budget",
        letters={r"\gamma": RATE},
    )
    .quoting(
        r"7T\gamma^2\alpha/\sigma^2\le\epsilon/2",
        part="budget",
        reading="the conditions on the order are solved for it",
    )
    .quoting(
        r"\exp(-(\alpha-1)\epsilon/2)\le\delta",
        part="budget",
        reading="the conditions on the order are solved for it; (46) gives the range of the orders",
    )
    .quoting(
        r"\epsilon=c_1\gamma^2T",
        part="budget",
        reading="at most, as Lemma 3.1 says, which also has $B<0.1N$; the family that fails has "
        "equality",
    )
    .rejects(
        "half the noise", FOUND["budget"].but(given=HALVED, by=None, at=CIFAR | instance("noise=8"))
    )
)
