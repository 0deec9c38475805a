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
that it has, :math:`G+\gamma=D/(2\sqrt T)`, shrink with T (repaired). This rate needs
:math:`L_0-L_*`, :math:`\mathcal L` and :math:`\sigma`, and T beforehand.
"""

import math
from fractions import Fraction as F
from typing import Any

from verify.language import Escape, claim, external, instance, lemma, positive, real, says
from verify.papers.groupwise.formulas.printed_1 import BUDGET, QUARTER, RATE
from verify.papers.groupwise.formulas.printed_1 import V as PAPER

V = PAPER.extended(
    G=positive(r"\Vert g_t\Vert", unit="gradient", search=(0.1, 10)),
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    C=positive("C", unit="gradient"),
    w=real("w_t", unit="length", search=(-3, 3)),
    g=real("g", unit="gradient", search=(-3, 3)),
    y=positive("y", unit="gradient", search=(0.01, 10)),
    spread=positive("s", unit="gradient", search=(0.01, 10)),
    power=positive(r"\sigma", unit="1", search=(0.01, 10)),
)
SLOPE = V.smooth * V.w
CYCLE = V.G == V.eta * V.B * V.smooth / 2 - V.gamma
TURNS = lemma(
    "groupwise/cycle",
    V.w - V.eta * (V.B * SLOPE / (abs(SLOPE) + V.gamma)) == -V.w,
    given=[CYCLE, (V.G == abs(SLOPE))],
)
LEVEL = V.rho ** F(-3, 2) * QUARTER
FAMILY = instance("B=1000 eta=1/2000 gamma=1/100 smooth=4 G=99/100 rho=1/2")
SAID = says(
    V.G < V.C * LEVEL,
    given=[CYCLE],
    exists={"C": None},
    by=Escape(FAMILY, beyond={"T": 100 * (V.C + 1) ** 4}, cites=(TURNS,)),
)


def near(mean: Any, spread: Any, level: Any) -> float:
    """P(|g + s z| < y) for a standard normal z."""
    ends = (float(level) - float(mean), float(level) + float(mean))
    return sum(math.erf(x / (float(spread) * math.sqrt(2))) for x in ends) / 2


NEAR = external("P(|g + s z| < y)", near, V.g, V.spread, V.y)
SPREAD_OUT = "The density of g + s z is at most 1/(s sqrt(2 pi)), and the interval has length 2y."
DENSITY = lemma(
    "groupwise/density-of-a-noisy-step", says(NEAR <= V.y / V.spread).argued(SPREAD_OUT)
)
NOISY = says(
    1 - V.rho <= V.C * LEVEL / (V.smooth * V.eta * V.power),
    exists={"C": None},
    by=Escape(
        instance("eta=1/2 smooth=4 power=1 rho=1/2"),
        beyond={"T": 100 * (V.C + 1) ** 4},
        cites=(DENSITY,),
    ),
)
ONE_STEP = instance("B=1 d=1 T=1 noise=0/1 smooth=1/1 eta=2/1 G=99/100 gamma=1/100 gap=2/1")
# Where the learning rate is at most that of the proof the cycles shrink.
AT_THE_RATE = [CYCLE, (V.eta == RATE), (V.noise == 0)]
LEARNING_RATE = claim(
    "groupwise/thm-1-learning-rate",
    "§4, Thm 1, hypotheses; App A.2",
    "Theorem 1 without the learning rate of its proof, on cycles",
).says(
    SAID,
    repaired=SAID.but(
        right=BUDGET / 2 * LEVEL, also=[V.eta <= RATE], exists=None, by=None, at=ONE_STEP
    ),
    notes=(says(V.G + V.gamma == BUDGET / (2 * V.T.sqrt()), given=AT_THE_RATE, at=ONE_STEP),),
)
WITH_NOISE = claim(
    "groupwise/thm-1-learning-rate-noise",
    "§4, Thm 1, hypotheses",
    "A constant learning rate, on runs with noise",
).says(NOISY, ours=True)
