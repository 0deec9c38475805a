r"""Appendix A, (18): the two bounds of case 2 of Lemma A.3.

As the lemma, they name no range of r; they hold for every r, not for :math:`r>\tau_0` alone.
"""

from verify.language import claim, dot, norm, says, vector
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, expect, shown
from verify.papers.nsgd import notation
from verify.papers.nsgd.formulas.printed_a import (
    BORDER,
    LOSS_18,
    NORMALISING,
    RADIUS,
    REACH,
    SMALL,
    UNIT,
    E,
    mean,
)
from verify.papers.nsgd.notation import GRADIENT as UNIT_OF_G

V = notation.V.extended(e=vector("d", "e", unit=UNIT_OF_G))
RANGE = [UNIT, SMALL]
ACROSS = dot(V.s * V.u, E)
FACTOR = says(NORMALISING >= (1 - V.tau1) / REACH, given=[*RANGE, norm(V.e) <= RADIUS])
COST = V.s * BORDER**2 / (V.r * (V.r + V.s))


def by_cost(*first: Link) -> Derive:
    """The cost for every value of e, then on average."""
    linear = ACROSS / (V.r + V.s)
    return Derive(
        chain(
            *first,
            shown(-COST == mean(linear - COST)),
            expect(V.P, E, shown(linear - COST <= NORMALISING * ACROSS)),
        )
    )


LOSS = says(
    mean(NORMALISING * ACROSS) >= -LOSS_18, given=RANGE, by=by_cost(shown(-LOSS_18 <= -COST))
)

EQ_18 = claim(
    "nsgd/eq-18",
    "App A, (18)",
    "case 2 of Lemma A.3, step by step",
    {"factor": FACTOR, "loss": LOSS},
    notes=(
        # The loss falls with the gradient.
        LOSS.but(right=-COST, by=by_cost()),
    ),
).rejects("a hundredth", part="loss", right=-LOSS_18 / 100)

CLAIMS = (EQ_18,)
