"""Appendix A, proof of Lemma A.5: its two cases."""

from verify.language import Formula, claim, instance, norm, real, says
from verify.methods.derive import Derive, add, chain, expect, monotone, multiply, shown
from verify.papers.nsgd import notation
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.drift import on_average
from verify.papers.nsgd.settings import CLIPPING as CLIPPING_NORMS

V = notation.V.extended(level=real("l", unit="1/gradient"))
STEP, SHARE = V.c * p.ALONG / (V.c + norm(p.GRADIENT)), V.alpha / norm(p.GRADIENT)
LEFT = p.mean(STEP) + -(V.s**2 * p.mean(SHARE))
FIRST = V.c * V.s**2 / (V.c + p.LONGEST)
SHORTEST = (1 - V.tau1) * V.s - V.tau0  # of g
# Two atoms, one of which nearly ends the gradient; the paper's c = 6.4.
NEARLY_NONE = instance(
    "d=1 c=32/5 tau0=2/1 tau1=0/1 alpha=1/2 s=21/10 u=(1/1,) P=((1/2,(2/1,)),(1/2,(-2/1,)))"
)
CASE = says(LEFT >= FIRST - p.LOST * V.s, given=[p.UNIT, p.LARGE, p.THRESHOLD], at=NEARLY_NONE)


def line(a: Formula) -> Formula:
    """What the first term is at least, for every value of e."""
    return V.c / (V.c + p.LONGEST) * a


KEPT = chain(*on_average(FIRST, line, shown(line(p.ALONG) <= STEP)))
MOST = V.alpha / SHORTEST
LOST = multiply(expect(V.P, p.E, shown(MOST >= SHARE)), V.s**2)
REPAIRED = CASE.but(
    right=FIRST + -(V.s**2 * MOST),
    given=[p.UNIT, V.s > p.BORDER, p.THRESHOLD],
    # As a sum: the derivation ends in the very formula of the statement.
    by=Derive(add(KEPT, monotone("negative", LOST))),
)
CASE_1 = (
    claim("nsgd/lemma-a5-case-1", "App A, proof of Lemma A.5, case 1", "case 1: a large gradient")
    .says(CASE, repaired=REPAIRED, settings=CLIPPING_NORMS)
    .quoting(
        r"\mathbb E_k\left[\frac{\eta c\langle\nabla f(x_k),g_k\rangle}{c+\|g_k\|}\right]"
        r"-\mathbb E_k\left[\frac{\alpha\eta}{\|g_k\|}\|\nabla f(x_k)\|^2\right]"
        r"\ge\frac{\eta c\|\nabla f(x_k)\|^2}{c+\tau_0+(1+\tau_1)\|\nabla f(x_k)\|}"
        r"-\frac{\alpha}{1-\tau_1}\eta\|\nabla f(x_k)\|",
        reading="both sides are divided by eta",
    )
    .rejects("twice the first term", REPAIRED.but(right=2 * FIRST - MOST * V.s**2))
)

INSIDE = [p.SMALL, p.THRESHOLD]
SHORT = says(norm(p.GRADIENT) <= V.c, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS], over=V)
CASE_2 = (
    claim(
        "nsgd/lemma-a5-case-2",
        "App A, proof of Lemma A.5, case 2",
        "case 2: no gradient is clipped",
    )
    .says(
        {
            "threshold": says(p.BORDER <= (V.c - V.tau0) / (1 + V.tau1), given=[p.THRESHOLD]),
            "length": SHORT,
            "factor": says(p.CLIPPING == 1, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS], over=V),
        },
        settings=CLIPPING_NORMS,
    )
    .quoting(r"\|\nabla f(x_k)\|<\tau_0/(1-\tau_1)\le(c-\tau_0)/(1+\tau_1)", part="length")
    .quoting(
        r"\|g_k\|\le\tau_0+(1+\tau_1)\|\nabla f(x_k)\|\le c",
        part="length",
        letters={r"\|g_k\|": norm(p.GRADIENT)},
    )
    .quoting(r"\bar h=1", part="factor", reading="the factor is written out as c/max(c, |g|)")
    .rejects(
        "half the threshold",
        part="length",
        given=[p.UNIT, p.SMALL, V.c >= p.BORDER, norm(p.E) <= p.RADIUS],
    )
)
