r"""Section 3.1, Lemma 3.1: two absolute constants for the noise.

A necessary condition, for losses :math:`\pm x` in one dimension and data sets that differ in one
record, whose clipped gradient is c instead of -c. A step's release exceeds -c + c/B with
probability at least B/(2N) in one case and at most :math:`\exp(-1/(2B^2\sigma^2))/2` in the other.
At least BT/(4N) of T steps do so with probability at least 1 - 8N/(BT) in the first case, by
Chebyshev's inequality, and at most :math:`2^T\exp(-T/(8NB\sigma^2))` in the second. So
:math:`(\epsilon,\delta)`-DP asks for :math:`1-8N/(BT)-\exp(\epsilon+T-T/(8NB\sigma^2))\le\delta`;
:math:`\exp(-y)\le1/(1+y)`, and for y < 0 there is nothing to ask.
"""

from fractions import Fraction

from verify.claim import claim
from verify.expression import largest
from verify.methods.exists import Escape
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CIFAR10
from verify.statement import at_most

LOSS = V.T / (8 * V.N * V.B * V.noise**2) - V.eps - V.T
NECESSARY = 1 - 8 * V.N / (V.B * V.T) - 1 / (1 + largest(0, LOSS))
LOGARITHM = (1 / V.delta).function("log")
HYPOTHESES = [
    10 * V.B < V.N,
    V.eps < V.c1 * V.B**2 * V.T / V.N**2,
    V.noise >= V.c2 * V.B * (V.T * LOGARITHM).function("sqrt") / (V.N * V.eps),
]
# At a fixed rate, half the largest epsilon: the noise falls with T, the loss grows with T^2.
FAMILY = Escape(
    family={
        "B": 1,
        "N": 11,
        "delta": Fraction(1, 2),
        "eps": V.c1 * V.T / 242,
        "noise": 22 * V.c2 / (V.c1 * V.T.function("sqrt")),
    },
    beyond={"T": 400 + 42592 * V.c2**2 * (V.c1 / 242 + 2) / V.c1**2},
)

LEMMA_3_1 = claim(
    "nsgd/lemma-3.1",
    "§3.1, Lemma 3.1",
    "noise for a privacy budget",
    at_most(
        V,
        NECESSARY,
        V.delta,
        where=HYPOTHESES,
        exists={"c1": None, "c2": None},
        by=FAMILY,
        display=r"T\text{ steps of DP-SGD are }(\epsilon,\delta)\text{-DP}",
    ),
    settings=CIFAR10,
)

CLAIMS = (LEMMA_3_1,)
