r"""Section 3.1, Lemma 3.1: two absolute constants for the noise.

The tested statement is what the guarantee asks of delta by the lemma. At a fixed rate B/N and half
the largest epsilon the noise falls with :math:`1/\sqrt T`, and what one record costs grows with
:math:`T^2`.
"""

from fractions import Fraction

from verify.claim import claim
from verify.methods.exists import Escape
from verify.papers.nsgd.lemmas.detected_record import DETECTED, NECESSARY
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CIFAR10
from verify.statement import at_most

LOGARITHM = (1 / V.delta).function("log")
HYPOTHESES = [
    10 * V.B < V.N,
    V.eps < V.c1 * V.B**2 * V.T / V.N**2,
    V.noise >= V.c2 * V.B * (V.T * LOGARITHM).function("sqrt") / (V.N * V.eps),
]
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
    rests_on=(DETECTED,),
    settings=CIFAR10,
)

CLAIMS = (LEMMA_3_1,)
