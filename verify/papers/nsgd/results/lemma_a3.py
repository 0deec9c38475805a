r"""Appendix A, Lemma A.3, (16): how much a normalised step descends, for the worst law.

The lemma names no range of r, and is judged for every r, as are its steps (17) and (18). Theorem
3.2 is printed for :math:`r>\tau_0` alone: the lemma in that range is a claim of its own.
"""

from verify.language import claim, dot, says
from verify.methods.derive import Derive, add, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import REGULARISERS

FAR = says(p.NORMALISED >= p.A_LARGE, given=[p.UNIT, p.LARGE])
# The first regime with r >= tau_0, for every value of e, then on average.
LEAST, MIDDLE = (a / (V.r + p.LONGEST) - p.LOST * V.s for a in (p.ALONG, p.SQUARED))
REPAIRED = FAR.but(
    also=[V.r >= V.tau0],
    by=Derive(shown(MIDDLE >= p.A_LARGE), expect(V.P, p.E, shown(LEAST <= p.POINTWISE))),
)
# The second regime: what the deviation costs is at most its square, over r(r + s).
KEPT = (1 - V.alpha) * (1 - V.tau1) / p.REACH * V.s**2
COST = V.s * p.BORDER**2 / (V.r * (V.r + V.s))
LINEAR, MOVED = dot(p.FULL, p.E) / (V.r + V.s), p.NORMALISING * dot(p.FULL, p.E)
FACTOR = (1 - V.alpha) * p.NORMALISING * V.s**2
BELOW = chain(
    add(shown(KEPT <= FACTOR), shown(LINEAR - COST <= MOVED)), shown(FACTOR + MOVED == p.POINTWISE)
)
PROVED = says(
    p.NORMALISED >= p.A_SMALL,
    given=[p.UNIT, p.SMALL],
    by=Derive(shown(KEPT - COST >= p.A_SMALL), expect(V.P, p.E, BELOW)),
)

PRINTED_16 = (
    r"\eta\mathbb E_k[\langle h_k\nabla f(x_k),g_k\rangle]"
    r"-\eta\alpha\mathbb E_k[h_k]\|\nabla f(x_k)\|^2\ge\eta A(\|\nabla f(x_k)\|)"
)
READING = "both sides are divided by eta, and A is written out: a part for each of its two cases"
LEMMA_A3 = (
    claim("nsgd/lemma-a3", "App A, Lemma A.3, (16)", "descent of a normalised step")
    .says(
        {"large gradients": FAR, "small gradients": PROVED}, repaired={"large gradients": REPAIRED}
    )
    .quoting(PRINTED_16, part=("large gradients", "small gradients"), reading=READING)
    .quoting(r"s\ge\frac{\tau_0}{1-\tau_1}", part="large gradients")
    .quoting(
        r"A(s)=(\frac{\tau_0}{r(1-\tau_1)+2\tau_0}-\frac\alpha{1-\tau_1})s", part="large gradients"
    )
    .rejects("a quarter of r", part="large gradients", also=[V.r >= V.tau0 / 4])
)

THEOREM_RANGE = (
    claim(
        "nsgd/lemma-a3-theorem-range",
        "App A, Lemma A.3 in Thm 3.2",
        "descent of a normalised step, r above tau_0",
    )
    .says(
        {
            "large gradients": REPAIRED.but(given=[p.UNIT, p.LARGE, V.r > V.tau0]),
            "small gradients": PROVED.but(also=[V.r > V.tau0]),
        },
        settings=REGULARISERS,
    )
    .quoting(PRINTED_16, part=("large gradients", "small gradients"), reading=READING)
    .quoting(r"r>\tau_0", part="large gradients")
    .rejects("a quarter of r", FAR.but(also=[V.r > V.tau0 / 4]))
)
