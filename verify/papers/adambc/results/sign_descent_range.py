r"""Section 2, item 2, and Section 4, item 3: updates within [-1, 1], smaller for unclear signs.

"Ignoring the stochasticity", updates are those of the limits. Section 4 concedes that a step may be
larger than 1; how large it can be the notes say, of squares and multiplied by the second moment.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, largest, nonnegative, number, positive, says
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.lemmas.realised_update import REALISED, V_HAT
from verify.papers.adambc.lemmas.realised_update import V as PAPER
from verify.papers.adambc.notation import SQUARE
from verify.papers.adambc.settings import SECTION_4

V = PAPER.extended(
    more=nonnegative(r"V'", unit=SQUARE, search=(0, 4)),
    K=nonnegative("K", unit="1", search=(0, 9)),
    P=nonnegative(r"\hat{v}_t^p", unit=SQUARE, search=(0, 4)),
    floor=positive(r"\gamma'", unit=SQUARE, search=(1e-6, 1)),
)
SIZE = abs(V.m)


def update(variance: Formula) -> Formula:
    """The size of the limit of an update."""
    return SIZE / (V.m**2 + variance).sqrt()


WITHIN = says(update(V.spread) <= 1, given=[V.m**2 + V.spread > 0])
UNCLEAR = says(update(V.more) < update(V.spread), given=[SIZE > 0, V.spread < V.more])
UNCORRECTED = says(update(V.spread + V.Phi) < update(V.spread), given=[SIZE > 0, V.Phi > 0])

# No gradient in 85 steps, then one direction.
LATE = instance("t=100 beta1=9/10 beta2=999/1000") | {"r": (F(0),) * 85 + (F(1),) * 15}

SIGN_DESCENT_RANGE = (
    claim("adambc/sign-descent-range", "§2, item 2; §4, item 3", "Updates within $[-1,1]$")
    .says(
        {"limit": WITHIN, "closer to 0": UNCLEAR, "closer to 0 without correction": UNCORRECTED},
        settings=SECTION_4,
        # For noisy gradients, with K^2 for the factor: what a step of (4) is at most.
        notes=(
            # What a step without noise is at most,
            REALISED,
            # and one with it.
            says(
                abs(V.M) / largest(V.P - V.Phi, V.floor).sqrt()
                <= V.K * (1 + V.Phi / V.floor).sqrt(),
                given=[abs(V.M) <= V.K * V.P.sqrt()],
            ),
            # The third quartile of the corrected updates in Table 2.
            says(number(1) < printed.CORRECTED_UPDATE_Q3),
        ),
    )
    .rejects("every step", REALISED.but(right=V_HAT, by=None, at=LATE))
    .rejects("the larger variance", part="closer to 0", given=[SIZE > 0])
)
