r"""Steps of DP-NSGD that go nowhere: a law of two atoms for which :math:`E[hg]=0` on a slope.

On a stretch of slope G, a record's gradient is :math:`g_+` with probability p and otherwise
:math:`-g_-`: both sides of :math:`p\frac{g_+}{r+g_+}=(1-p)\frac{g_-}{r+g_-}` cancel although the
mean is G. The run is a random walk whose steps have a variance of at most
:math:`\eta^2(\sigma^2+1)`; a start whose distance from the stretch's end is twice the deviation of
T steps stays on the slope with probability 3/4.
"""

from verify.language import instance, lemma
from verify.language.symbols import between, nonnegative, positive
from verify.methods.derive import Derive, chain, given, substitute
from verify.papers.nsgd.notation import SMALLEST_NORM
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    slope=positive("G", unit="gradient", search=(0.01, 1)),
    p=between(0, 1, "p", unit="probability"),
    ahead=positive("g_+", unit="gradient", search=(0.01, 5)),
    back=positive("g_-", unit="gradient", search=(0.01, 5)),
    low=positive(SMALLEST_NORM, unit="gradient"),
    # The variance of the walk, a bound of its deviation, and how far it is to the stretch's end.
    spread=nonnegative("v", unit="length^2"),
    deviation=positive("w", unit="length"),
    way=positive("y", unit="length"),
)
p, ahead, back = V.p, V.ahead, V.back
SMALLEST = 3 * V.slope / 4
LAW = [
    (p * ahead - (1 - p) * back == V.slope),
    (p * ahead * (V.r + back) == (1 - p) * back * (V.r + ahead)),
    ahead - V.slope <= V.tau0 + V.tau1 * V.slope,
    back + V.slope <= V.tau0 + V.tau1 * V.slope,
]
FAR_START = V.Df >= 2 * V.slope * V.eta * (V.T * (V.noise**2 + 1)).sqrt() + V.slope**2 / (2 * V.L0)
# By Kolmogorov's inequality the walk ever leaves its distance with at most v/y^2.
WALK = {
    "spread": V.eta**2
    * (V.noise**2 + p * (ahead / (V.r + ahead)) ** 2 + (1 - p) * (back / (V.r + back)) ** 2)
    * V.T,
    "way": (V.Df - V.slope**2 / (2 * V.L0)) / V.slope,
    "deviation": V.eta * (V.T * (V.noise**2 + 1)).sqrt(),
}
STAYS = V.slope * (1 - WALK["spread"] / WALK["way"] ** 2) <= V.low
QUARTER = lemma(
    "nsgd/three-quarters-stay",
    SMALLEST <= V.slope * (1 - V.spread / V.way**2),
    given=[V.spread <= V.deviation**2, V.way >= 2 * V.deviation],
)
STUCK = lemma(
    "nsgd/stuck-on-a-slope",
    SMALLEST <= V.low,
    given=[*LAW, FAR_START, STAYS],
    at=instance("r=1 tau0=8/9 tau1=0 p=1/3 ahead=1 back=1/3 slope=1/9")
    | instance("L0=1 eta=1/10 noise=1 T=100 Df=1 d=1 low=1/9"),
    by=Derive(chain(substitute(QUARTER, WALK), given(STAYS))),
)
