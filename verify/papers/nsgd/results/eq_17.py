"""Appendix A, (17): the two steps of case 1 of Lemma A.3, which names no range of r."""

from verify.language import Formula, claim, says
from verify.methods.derive import Derive, shown
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.drift import on_average
from verify.papers.nsgd.notation import V

MIDDLE = V.s**2 / (V.r + p.LONGEST) - p.LOST * V.s
LOWER = says(p.NORMALISED >= MIDDLE, given=[p.UNIT, p.LARGE])
BELOW = says(MIDDLE >= p.A_LARGE, given=[p.LARGE])


def line(a: Formula) -> Formula:
    """Both terms for every value of e."""
    return a / (V.r + p.LONGEST) - p.LOST * V.s


PROOF = Derive(*on_average(MIDDLE, line, shown(line(p.ALONG) <= p.POINTWISE)))
PRINTED_17 = (
    r"\mathbb E_k\left[\frac{\eta\langle\nabla f(x_k),g_k\rangle}{r+\|g_k"
    r"\|}\right]-\mathbb E_k\left[\frac{\alpha\eta}{r+\|g_k\|}\|\nabla f(x_k)"
    r"\|^2\right]\ge\frac{\eta\|\nabla f(x_k)\|^2}{r+\tau_0+(1+\tau_1)"
    r"\|\nabla f(x_k)\|}-\frac{\alpha}{1-\tau_1}\eta\|\nabla f(x_k)\|\ge"
    r"\left(\frac{\tau_0}{r(1-\tau_1)+2\tau_0}-\frac{\alpha}{1-\tau_1}\right)"
    r"\eta\|\nabla f(x_k)\|"
)
READING = "both sides are divided by eta"
EQ_17 = (
    claim("nsgd/eq-17", "App A, (17)", "case 1 of Lemma A.3, step by step")
    .says({"first inequality": LOWER, "second inequality": BELOW})
    .quoting(PRINTED_17, part=("first inequality", "second inequality"), reading=READING)
    .repaired(part="first inequality", also=[V.r >= V.tau0], by=PROOF)
    .rejects("a quarter of r", part="first inequality", also=[V.r >= V.tau0 / 4])
    .rejects(
        "gradients from half the border", part="second inequality", given=[V.s >= p.BORDER / 2]
    )
)
