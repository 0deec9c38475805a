r"""Appendix A, Lemma A.3, (16): how much a normalised step descends, for the worst law.

:math:`\nabla f=su` with a unit vector u, and :math:`g=\nabla f+e` with e of mean 0 and at most
:math:`\tau_0+\tau_1s` long.
"""

from verify.claim import Control, claim
from verify.expression import Node, dot, expectation, norm
from verify.methods.derive import Derive, add, chain, expect, shown
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import REGULARISERS
from verify.statement import at_least

E = Node("symbol", (), "e")
GRADIENT = V.s * V.u + E
FACTOR = 1 / (V.r + norm(GRADIENT))
STEP = FACTOR * dot(V.s * V.u, GRADIENT)
DESCENT = expectation(V.P, E, STEP) - V.alpha * expectation(V.P, E, FACTOR) * V.s**2
BORDER = V.tau0 / (1 - V.tau1)
REACH = V.r * (1 - V.tau1) + 2 * V.tau0

FAR_BOUND = (V.tau0 / REACH - V.alpha / (1 - V.tau1)) * V.s
NEAR_BOUND = (1 - V.alpha) * (1 - V.tau1) / REACH * V.s**2 - 4 * V.tau0**3 / (
    V.r * (V.r + V.tau0) * (1 - V.tau1) ** 3
)
UNIT = norm(V.u).equals(1)
FAR = at_least(V, DESCENT, FAR_BOUND, where=[UNIT, V.s >= BORDER])
NEAR = at_least(V, DESCENT, NEAR_BOUND, where=[UNIT, V.s < BORDER])


def far_proof() -> Derive:
    """The first regime with r >= tau_0, for every value of e, then on average."""
    longest, lost = V.r + V.tau0 + (1 + V.tau1) * V.s, V.alpha * V.s / (1 - V.tau1)
    least = dot(V.s * V.u, GRADIENT) / longest - lost
    middle = dot(V.s * V.u, V.s * V.u) / longest - lost
    pointwise = STEP - V.alpha * FACTOR * V.s**2
    return Derive(
        chain(
            shown(middle >= FAR_BOUND),
            shown(middle.equals(expectation(V.P, E, least))),
            expect(V.P, E, shown(least <= pointwise)),
            shown(expectation(V.P, E, pointwise).equals(DESCENT)),
        )
    )


def near_proof() -> Derive:
    """The second regime: what the deviation costs is at most its square, over r(r + s)."""
    kept = (1 - V.alpha) * (1 - V.tau1) / REACH * V.s**2
    cost = V.s * BORDER**2 / (V.r * (V.r + V.s))
    linear = dot(V.s * V.u, E) / (V.r + V.s)
    moved = FACTOR * dot(V.s * V.u, E)
    first, second = (1 - V.alpha) * FACTOR * V.s**2, linear - cost
    pointwise = STEP - V.alpha * FACTOR * V.s**2
    return Derive(
        chain(
            shown(kept - cost >= NEAR_BOUND),
            shown((kept - cost).equals(expectation(V.P, E, kept + second))),
            expect(
                V.P,
                E,
                chain(
                    add(shown(kept <= first), shown(second <= moved)),
                    shown((first + moved).equals(pointwise)),
                ),
            ),
            shown(expectation(V.P, E, pointwise).equals(DESCENT)),
        )
    )


REPAIRED = FAR.but(also=[V.r >= V.tau0], by=far_proof())

LEMMA_A3 = claim(
    "nsgd/lemma-a3",
    "App A, Lemma A.3, (16)",
    "descent of a normalised step",
    {"large gradients": FAR, "small gradients": NEAR.but(by=near_proof())},
    repaired={"large gradients": REPAIRED},
    settings=REGULARISERS,
    rejects=(Control(name="a quarter of r", says=FAR.but(also=[V.r >= V.tau0 / 4])),),
)

CLAIMS = (LEMMA_A3,)
