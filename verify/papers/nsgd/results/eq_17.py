"""Appendix A, (17): the two steps of case 1 of Lemma A.3, which names no range of r."""

from verify.language import Formula, claim, dot, says
from verify.methods.derive import Derive, chain, expect, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.notation import V

MIDDLE = V.s**2 / (V.r + p.LONGEST) - p.LOST * V.s
FIRST = says(p.NORMALISED >= MIDDLE, given=[p.UNIT, p.LARGE])
SECOND = says(MIDDLE >= p.A_LARGE, given=[p.LARGE])


def proof() -> Derive:
    """Both terms for every value of e, then on average."""
    step = p.NORMALISING * p.ALONG - V.alpha * p.NORMALISING * V.s**2
    full = V.s * V.u

    def line(along: Formula) -> Formula:
        return along / (V.r + p.LONGEST) - p.LOST * V.s

    return Derive(
        chain(
            shown(MIDDLE == line(dot(full, full))),
            shown(line(dot(full, full)) == p.mean(line(p.ALONG))),
            expect(V.P, p.E, shown(line(p.ALONG) <= step)),
            shown(p.mean(step) == p.NORMALISED),
        )
    )


EQ_17 = (
    claim(
        "nsgd/eq-17",
        "App A, (17)",
        "case 1 of Lemma A.3, step by step",
        {"first inequality": FIRST, "second inequality": SECOND},
        repaired={"first inequality": FIRST.but(also=[V.r >= V.tau0], by=proof())},
    )
    .rejects("a quarter of r", part="first inequality", also=[V.r >= V.tau0 / 4])
    .rejects(
        "gradients from half the border", part="second inequality", given=[V.s >= p.BORDER / 2]
    )
)

CLAIMS = (EQ_17,)
