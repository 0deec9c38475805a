r"""Normalised steps that go nowhere: a law of two atoms for which :math:`E[hg]=0` on a slope.

On a stretch of slope G, a record's gradient is p times :math:`g_+` and otherwise :math:`-g_-`:
both sides of :math:`p\frac{g_+}{r+g_+}=(1-p)\frac{g_-}{r+g_-}` cancel although the mean is G. The
run is a random walk whose steps have a variance of at most :math:`\eta^2(\sigma^2+1)`; a start
whose distance from the stretch's end is twice the deviation of T steps stays on the slope with
probability 3/4.
"""

from typing import Any

from verify.formula.evaluate import Undefined
from verify.language import between, external, instance, lemma, natural, positive, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    slope=positive("G", unit="gradient", search=(0.01, 1)),
    p=between(0, 1, "p", unit="probability"),
    ahead=positive("g_+", unit="gradient", search=(0.01, 5)),
    back=positive("g_-", unit="gradient", search=(0.01, 5)),
    C=positive("C'", unit="1"),
    N0=natural("N_0"),
    T0=natural("T_0"),
)
SMALLEST = 3 * V.slope / 4
NOWHERE = [
    (V.p * V.ahead - (1 - V.p) * V.back == V.slope),
    (V.p * V.ahead * (V.r + V.back) == (1 - V.p) * V.back * (V.r + V.ahead)),
    V.ahead - V.slope <= V.tau0 + V.tau1 * V.slope,
    V.back + V.slope <= V.tau0 + V.tau1 * V.slope,
]
ROOM = V.Df >= 2 * V.slope * V.eta * (V.T * (V.noise**2 + 1)).sqrt() + V.slope**2 / (2 * V.L0)


def kept(*values: Any) -> float:
    """G times a lower bound, by Kolmogorov, of the probability that the walk stays on the slope.

    Args:
        values: G, D_f, L_0, eta, sigma, T, r, p, g_+, g_-.

    Raises:
        Undefined: the start has no room.
    """
    G, D, L, eta, sigma, steps, r, p, ahead, back = map(float, values)
    up, down = ahead / (r + ahead), back / (r + back)
    room = (D - G**2 / (2 * L)) / G - eta * steps * abs(p * up - (1 - p) * down)
    if room <= 0:
        raise Undefined("a start without room")
    variance = sigma**2 + p * up**2 + (1 - p) * down**2
    return G * (1 - eta**2 * variance * steps / room**2)


RUN = (V.slope, V.Df, V.L0, V.eta, V.noise, V.T, V.r, V.p, V.ahead, V.back)
STANDING = instance("r=1 tau0=8/9 tau1=0 p=1/3 ahead=1 back=1/3 slope=1/9")
STUCK = lemma(
    "nsgd/stuck-on-a-slope",
    says(
        SMALLEST <= external("Kolmogorov's lower bound of E[min]", kept, *RUN),
        given=[*NOWHERE, ROOM],
        at=STANDING | instance("L0=1 eta=1/10 noise=1 T=100 Df=1 d=1"),
    ).argued(
        "The steps are independent, with mean 0: by Kolmogorov's inequality their sum "
        "ever exceeds twice its standard deviation with probability at most 1/4."
    ),
)
