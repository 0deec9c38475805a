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
POINTWISE = p.NORMALISING * p.ALONG - V.alpha * p.NORMALISING * V.s**2


def far_proof() -> Derive:
    """The first regime with r >= tau_0, for every value of e, then on average."""
    longest = V.r + p.LONGEST
    least = p.ALONG / longest - p.LOST * V.s
    middle = dot(V.s * V.u, V.s * V.u) / longest - p.LOST * V.s
    return Derive(
        chain(
            shown(middle >= p.A_LARGE),
            shown(middle == p.mean(least)),
            expect(V.P, p.E, shown(least <= POINTWISE)),
            shown(p.mean(POINTWISE) == p.NORMALISED),
        )
    )


def near_proof() -> Derive:
    """The second regime: what the deviation costs is at most its square, over r(r + s)."""
    kept = (1 - V.alpha) * (1 - V.tau1) / p.REACH * V.s**2
    cost = V.s * p.BORDER**2 / (V.r * (V.r + V.s))
    linear = dot(V.s * V.u, p.E) / (V.r + V.s)
    moved = p.NORMALISING * dot(V.s * V.u, p.E)
    first, second = (1 - V.alpha) * p.NORMALISING * V.s**2, linear - cost
    return Derive(
        chain(
            shown(kept - cost >= p.A_SMALL),
            shown(kept - cost == p.mean(kept + second)),
            expect(
                V.P,
                p.E,
                chain(
                    add(shown(kept <= first), shown(second <= moved)),
                    shown(first + moved == POINTWISE),
                ),
            ),
            shown(p.mean(POINTWISE) == p.NORMALISED),
        )
    )


REPAIRED = FAR.but(also=[V.r >= V.tau0], by=far_proof())
PROVED = says(p.NORMALISED >= p.A_SMALL, given=[p.UNIT, p.SMALL]).but(by=near_proof())

LEMMA_A3 = claim(
    "nsgd/lemma-a3",
    "App A, Lemma A.3, (16)",
    "descent of a normalised step",
    {"large gradients": FAR, "small gradients": PROVED},
    repaired={"large gradients": REPAIRED},
).rejects("a quarter of r", part="large gradients", also=[V.r >= V.tau0 / 4])

THEOREM_RANGE = claim(
    "nsgd/lemma-a3-theorem-range",
    "App A, Lemma A.3 in Thm 3.2",
    "descent of a normalised step, r above tau_0",
    {
        "large gradients": REPAIRED.but(given=[p.UNIT, p.LARGE, V.r > V.tau0]),
        "small gradients": PROVED.but(also=[V.r > V.tau0]),
    },
    settings=REGULARISERS,
).rejects("a quarter of r", FAR.but(also=[V.r > V.tau0 / 4]))

CLAIMS = (LEMMA_A3, THEOREM_RANGE)
