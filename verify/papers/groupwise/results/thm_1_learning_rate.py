r"""Section 4, Theorem 1: (6) without a condition on the learning rate, on the runs that refute it.

**Cycles.** For :math:`L(w)=\frac{\mathcal L}2w^2`, one group, B equal records and no noise, a step
from :math:`w=G/\mathcal L` leads to -w if :math:`\eta B\mathcal L=2(G+\gamma)` (lemma), so that
every gradient has norm G, however large T is. The constant may depend on what the family fixes.

**With noise**, on the same loss in one dimension, at any fixed :math:`\eta` and :math:`\sigma>0`:
given the past the gradient has a density of at most :math:`\frac1{\mathcal L\eta\sigma\sqrt{2\pi}}`
after each step, so that it is below y with a probability of at most
:math:`\frac y{\mathcal L\eta\sigma}` (lemma); the start is as far away as one likes. The event of
(6) would be as probable as :math:`1-\varrho`.

**At the learning rate of the proof** (6) holds (``results/thm_1``): the cycles
that it has, :math:`G+\gamma=D/(2\sqrt T)`, shrink with T (note). This rate needs
:math:`L_0-L_*`, :math:`\mathcal L` and :math:`\sigma`, and T beforehand.
"""

import math
from fractions import Fraction as F
from typing import Any

from verify.formula.expression import Node, external
from verify.judgement.exists import Escape
from verify.language.claim import Lemma, claim
from verify.language.notation import positive, real
from verify.language.says import at_most, equal, less
from verify.methods.derive import Derive, words
from verify.papers.groupwise.formulas.printed_1 import BUDGET, QUARTER, RATE
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.notation import GRADIENT
from verify.papers.groupwise.settings import CIFAR100_LARGE

V = PAPER.extended(
    G=positive(r"\Vert g_t\Vert", unit=GRADIENT, search=(0.1, 10)),
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    C=positive("C", unit=GRADIENT),
    w=real("w_t", unit="length", search=(-3, 3)),
    g=real("g", unit=GRADIENT, search=(-3, 3)),
    y=positive("y", unit=GRADIENT, search=(0.01, 10)),
    spread=positive("s", unit=GRADIENT, search=(0.01, 10)),
    power=positive(r"\sigma", unit="1", search=(0.01, 10)),
)
SLOPE = V.smooth * V.w
CYCLE = (V.eta * V.B * V.smooth).equals(2 * (V.G + V.gamma))
TURNS = Lemma(
    id="groupwise/cycle",
    says=equal(
        V,
        V.w - V.eta * (V.B * SLOPE / (abs(SLOPE) + V.gamma)),
        -V.w,
        where=[CYCLE, V.G.equals(abs(SLOPE))],
    ),
)
LEVEL = V.rho ** F(-3, 2) * QUARTER
FAMILY = {
    **{"B": 1000, "eta": F(1, 2000), "gamma": F(1, 100), "smooth": 4},
    **{"G": F(99, 100), "rho": F(1, 2)},
}
SAID = less(
    V,
    V.G,
    V.C * LEVEL,
    where=[CYCLE],
    exists={"C": None},
    by=Escape(FAMILY, beyond={"T": 100 * (V.C + 1) ** 4}),
)


def near(mean: Any, spread: Any, level: Any) -> float:
    """P(|g + s z| < y) for a standard normal z."""
    ends = (float(level) - float(mean), float(level) + float(mean))
    return sum(math.erf(x / (float(spread) * math.sqrt(2))) for x in ends) / 2


NEAR = external("P(|g + s z| < y)", near, V.g, V.spread, V.y)
SPREAD_OUT = "The density of g + s z is at most 1/(s sqrt(2 pi)), and the interval has length 2y."
DENSITY = Lemma(
    id="groupwise/density-of-a-noisy-step",
    says=at_most(
        V,
        NEAR,
        V.y / V.spread,
        by=Derive(words(SPREAD_OUT, Node("le", (NEAR, V.y / V.spread)))),
    ),
)
NOISY = at_most(
    V,
    1 - V.rho,
    V.C * LEVEL / (V.smooth * V.eta * V.power),
    exists={"C": None},
    by=Escape(
        {"eta": F(1, 2000), "smooth": 4, "power": 1, "rho": F(1, 2)},
        beyond={"T": (3000 * (V.C + 1)) ** 4},
    ),
)
ONE_STEP = {
    **{"B": 1, "d": 1, "T": 1, "noise": F(0), "smooth": F(1), "eta": F(2)},
    **{"G": F(99, 100), "gamma": F(1, 100), "gap": F(2)},
}
LEARNING_RATE = claim(
    "groupwise/thm-1-learning-rate",
    "§4, Thm 1, hypotheses",
    "any learning rate, on runs that refute it",
    {"cycles without noise": SAID, "runs with noise": NOISY},
    rests_on=(TURNS, DENSITY),
    settings=CIFAR100_LARGE[:1],
    notes=(
        equal(
            V,
            V.G + V.gamma,
            BUDGET / (2 * V.T.sqrt()),
            where=[CYCLE, V.eta.equals(RATE), V.noise.equals(0)],
            look=[ONE_STEP],
        ),
    ),
)

CLAIMS = (LEARNING_RATE,)
