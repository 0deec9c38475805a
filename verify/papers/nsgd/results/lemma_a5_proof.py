"""Appendix A, proof of Lemma A.5: its two cases."""

from verify.language import Formula, claim, dot, instance, norm, real, says, vector
from verify.methods.derive import Derive, add, chain, expect, monotone, multiply, shown, substitute
from verify.papers.nsgd import notation
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.settings import CLIPPING as CLIPPING_NORMS

V = notation.V.extended(e=vector("d", "e", unit="gradient"), level=real("l", unit="1/gradient"))
CONSTANT = says(p.mean(V.level) == V.level)
STEP, SHARE = V.c * p.ALONG / (V.c + norm(p.GRADIENT)), V.alpha / norm(p.GRADIENT)
LEFT = p.mean(STEP) + -(V.s**2 * p.mean(SHARE))
FIRST = V.c * V.s**2 / (V.c + p.LONGEST)
SHORTEST = (1 - V.tau1) * V.s - V.tau0  # of g
# Two atoms, one of which nearly ends the gradient; the paper's c = 6.4.
NEARLY_NONE = instance(
    "d=1 c=32/5 tau0=2 tau1=0 alpha=1/2 s=21/10 u=(1,) P=((1/2,(2,)),(1/2,(-2,)))"
)
CASE = says(LEFT >= FIRST - p.LOST * V.s, given=[p.UNIT, p.LARGE, p.THRESHOLD], at=NEARLY_NONE)


def proof() -> Derive:
    """Each expectation by what it is at most or least under every step."""
    full = dot(V.s * V.u, V.s * V.u)

    def line(along: Formula) -> Formula:
        return V.c / (V.c + p.LONGEST) * along

    kept = chain(
        shown(FIRST == line(full)),
        shown(line(full) == p.mean(line(p.ALONG))),
        expect(V.P, p.E, shown(line(p.ALONG) <= STEP)),
    )
    most = V.alpha / SHORTEST
    lost = multiply(
        chain(expect(V.P, p.E, shown(most >= SHARE)), substitute(CONSTANT, {"level": most})), V.s**2
    )
    # As a sum: the derivation ends in the very formula of the statement.
    return Derive(add(kept, monotone("negative", lost)))


REPAIRED = CASE.but(
    right=FIRST + -(V.s**2 * (V.alpha / SHORTEST)),
    given=[p.UNIT, V.s > p.BORDER, p.THRESHOLD],
    by=proof(),
)
CASE_1 = claim(
    "nsgd/lemma-a5-case-1",
    "App A, proof of Lemma A.5, case 1",
    "case 1: a large gradient",
    CASE,
    repaired=REPAIRED,
    settings=CLIPPING_NORMS,
).rejects("twice the first term", REPAIRED.but(right=2 * FIRST - V.alpha / SHORTEST * V.s**2))

INSIDE = [p.SMALL, p.THRESHOLD]
SHORT = says(norm(p.GRADIENT) <= V.c, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS], over=V)
CASE_2 = claim(
    "nsgd/lemma-a5-case-2",
    "App A, proof of Lemma A.5, case 2",
    "case 2: no gradient is clipped",
    {
        "threshold": says(p.BORDER <= (V.c - V.tau0) / (1 + V.tau1), given=[p.THRESHOLD]),
        "length": SHORT,
        "factor": says(p.CLIPPING == 1, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS], over=V),
    },
    settings=CLIPPING_NORMS,
).rejects(
    "half the threshold",
    part="length",
    given=[p.UNIT, p.SMALL, V.c >= p.BORDER, norm(p.E) <= p.RADIUS],
)

CLAIMS = (CASE_1, CASE_2)
