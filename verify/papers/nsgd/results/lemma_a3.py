r"""Appendix A, Lemma A.3, (16) to (18): how much a normalised step descends, for the worst law.

The lemma names no range of r, and is judged for every r, as are its steps: (17), of its case 1, and
(18), of its case 2, which holds for every r. Theorem 3.2 is printed for :math:`r>\tau_0` alone: the
lemma in that range is a claim of its own.
"""

from verify.language import claim, dot, norm, says
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.drift import on_average
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import REGULARISERS

FAR = says(p.NORMALISED >= p.A_LARGE, given=[p.UNIT, p.LARGE])
# The first regime with r >= tau_0, for every value of e, then on average.
LEAST, MIDDLE = (a / (V.r + p.LONGEST) - p.LOST * V.s for a in (p.ALONG, p.SQUARED))
REPAIRED = FAR.but(
    also=[V.r >= V.tau0],
    by=Derive(shown(MIDDLE >= p.A_LARGE), expect(V.P, p.E, shown(LEAST <= p.POINTWISE))),
)
# The second regime: what the deviation costs is at most its square, over r(r + s); the square is
# at most that of the border.
KEPT = (1 - V.alpha) * (1 - V.tau1) / p.REACH * V.s**2
COST = V.s * p.BORDER**2 / (V.r * (V.r + V.s))
ACROSS = dot(p.FULL, p.E)
LINEAR, MOVED = ACROSS / (V.r + V.s), p.NORMALISING * ACROSS
TURNED = LINEAR - V.s * norm(V.e) ** 2 / (V.r * (V.r + V.s))
LEFT = chain(shown(LINEAR - COST <= TURNED), shown(TURNED <= MOVED))
GAINED = (1 - V.alpha) * p.NORMALISING * V.s**2
BELOW = chain(add(shown(KEPT <= GAINED), LEFT), shown(GAINED + MOVED == p.POINTWISE))
PROVED = says(
    p.NORMALISED >= p.A_SMALL,
    given=[p.UNIT, p.SMALL],
    by=Derive(shown(KEPT - COST >= p.A_SMALL), expect(V.P, p.E, BELOW)),
)

PRINTED_16 = (
    r"\eta\mathbb E_k[\langle h_k\nabla f(x_k),g_k\rangle]"
    r"-\eta\alpha\mathbb E_k[h_k]\|\nabla f(x_k)\|^2\ge\eta A(\|\nabla f(x_k)\|)"
)
READING = (
    r"Both sides are divided by $\eta$, and $A$ is written out, a part for each of its two cases"
)
LEMMA_A3 = (
    claim("nsgd/lemma-a3", "App A, Lemma A.3, (16)", "Descent of a normalised step")
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
        r"Descent of a normalised step, for $r$ above $\tau_0$",
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

DIVIDED = r"Both sides are divided by $\eta$"
FIRST = V.s**2 / (V.r + p.LONGEST) - p.LOST * V.s
LOWER = says(p.NORMALISED >= FIRST, given=[p.UNIT, p.LARGE])
SECOND = says(FIRST >= p.A_LARGE, given=[p.LARGE])
PROOF = Derive(
    *on_average(FIRST, lambda a: a / (V.r + p.LONGEST) - p.LOST * V.s, shown(LEAST <= p.POINTWISE))
)
PRINTED_17 = (
    r"\mathbb E_k\left[\frac{\eta\langle\nabla f(x_k),g_k\rangle}{r+\|g_k"
    r"\|}\right]-\mathbb E_k\left[\frac{\alpha\eta}{r+\|g_k\|}\|\nabla f(x_k)"
    r"\|^2\right]\ge\frac{\eta\|\nabla f(x_k)\|^2}{r+\tau_0+(1+\tau_1)"
    r"\|\nabla f(x_k)\|}-\frac{\alpha}{1-\tau_1}\eta\|\nabla f(x_k)\|\ge"
    r"\left(\frac{\tau_0}{r(1-\tau_1)+2\tau_0}-\frac{\alpha}{1-\tau_1}\right)"
    r"\eta\|\nabla f(x_k)\|"
)
EQ_17 = (
    claim("nsgd/eq-17", "App A, (17)", "Case 1 of Lemma A.3, step by step")
    .says({"first inequality": LOWER, "second inequality": SECOND})
    .quoting(PRINTED_17, part=("first inequality", "second inequality"), reading=DIVIDED)
    .repaired(part="first inequality", also=[V.r >= V.tau0], by=PROOF)
    .rejects("a quarter of r", part="first inequality", also=[V.r >= V.tau0 / 4])
    .rejects(
        "gradients from half the border", part="second inequality", given=[V.s >= p.BORDER / 2]
    )
)

RANGE = [p.UNIT, p.SMALL]
FACTOR = says(p.NORMALISING >= (1 - V.tau1) / p.REACH, given=[*RANGE, norm(V.e) <= p.RADIUS])


def by_cost(*first: Link) -> Derive:
    """The cost for every value of e, then on average."""
    return Derive(*first, expect(V.P, p.E, LEFT))


LOSS = says(p.mean(MOVED) >= -p.LOSS_18, given=RANGE, by=by_cost(shown(-p.LOSS_18 <= -COST)))
EQ_18 = (
    claim("nsgd/eq-18", "App A, (18)", "Case 2 of Lemma A.3, step by step")
    .says(
        {"factor": FACTOR, "loss": LOSS},
        notes=(
            # The loss falls with the gradient.
            LOSS.but(right=-COST, by=by_cost()),
        ),
    )
    .quoting(
        r"\frac{1}{r+\|g_k\|}\ge\frac{1}{r+\tau_0+(1+\tau_1)\|\nabla f(x_k)\|}"
        r"\ge\frac{1-\tau_1}{r(1-\tau_1)+2\tau_0}",
        part="factor",
        letters={r"\|g_k\|": norm(p.GRADIENT)},
    )
    .quoting(
        r"\mathbb E_k\left[\frac{\eta\langle\nabla f(x_k),g_k-\nabla f(x_k)\rangle}{r+\|g_k\|}"
        r"\right]\ge-\eta\frac{4\tau_0^3}{r(r+\tau_0)(1-\tau_1)^3}",
        part="loss",
        reading=DIVIDED,
    )
    .rejects("a hundredth", part="loss", right=-p.LOSS_18 / 100)
)
