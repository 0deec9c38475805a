r"""Section 4, Proposition 2: what the corrected and the uncorrected update estimate.

Under Assumption 1 the gradients are i.i.d., and :math:`\tilde g_\tau` is one of them with noise.
The variances of both averages vanish where beta tends to 1 and t to infinity together, in whatever
manner, and by the notes not where one of these stays. An update moves by no more than its averages
do. The limit has no value where :math:`E[\bar g_t^2]=0`.
"""

from verify.language import Draft, Formula, claim, nonnegative, real, says, tends
from verify.methods.derive import Derive, substitute
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.moving_averages import (
    SPREAD,
    averaged,
    closed,
    vanishing,
    variance,
)
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    P=nonnegative(r"\hat{v}_t^p", unit=notation.SQUARE, search=(0, 4)),
    last=real(r"\tilde{g}_t", unit=notation.GRADIENT, search=(-2, 2)),
    gamma=nonnegative(r"\gamma", unit=notation.GRADIENT, search=(0, 1)),
)


def moved(estimate: Formula, square: Formula, sentence: str) -> Draft:
    """The update moves by no more than the averages; with Chebyshev's inequality, the sentence."""
    limit = V.m / square.sqrt()
    return says(
        abs(V.M / estimate.sqrt() - limit)
        <= (abs(V.M - V.m) + abs(V.m) * abs(estimate - square) / square) / estimate.sqrt(),
        given=[estimate > 0],
        display=sentence + r"\text{ in probability as }\beta_1,\beta_2\to1,\ t\to\infty",
    )


MEAN_OF_FIRST = says(averaged(V.beta1, V.m) == V.m)
UNCORRECTED = averaged(V.beta2, V.q + V.Phi)

PROP_2 = claim(
    "adambc/prop-2",
    "§4, Prop 2",
    "consistency of the corrected update",
    {
        "no bias of the mean": MEAN_OF_FIRST,
        "no bias": says(averaged(V.beta2, V.q + V.Phi) - V.Phi == V.q),
        "update": moved(
            V.S,
            V.q,
            r"\hat m_t^p/\sqrt{\max(\hat v_t^{corr},0)}\to E[\bar g_t]/\sqrt{E[\bar g_t^2]}",
        ),
    },
    notes=(
        # The first average; of the second one the lemma itself says it.
        says(
            variance(V.beta1, V.v) <= vanishing(V.beta1, V.v),
            by=Derive(substitute(SPREAD, {"beta2": V.beta1, "w": V.v})),
        ),
        tends(closed(V.beta2, V.w), V.beta2, 1, V.w / V.t),
        says(closed(V.beta2, V.w) >= (1 - V.beta2) / (1 + V.beta2) * V.w),
        # Section 4 prints the last gradient in every term, whose average is its square.
        says(averaged(V.beta2, V.last**2) == V.last**2),
    ),
).rejects("no correction", part="no bias", left=UNCORRECTED)

LIMIT = abs(V.m) / (V.q + V.Phi).sqrt()
PROP_2_DP_ADAM = claim(
    "adambc/prop-2-dp-adam",
    "§4, text after Prop 2",
    "what the uncorrected update estimates",
    {
        "no bias of the mean": MEAN_OF_FIRST,
        "mean": says(UNCORRECTED == V.q + V.Phi),
        "update": moved(
            V.P,
            V.q + V.Phi,
            r"\hat m_t^p/\sqrt{\hat v_t^p}\to E[\bar g_t]/\sqrt{E[\bar g_t^2]+\Phi}",
        ).but(also=[V.Phi > 0]),
    },
    settings=SECTION_4,
    notes=(
        # Not the limit of Proposition 2, unless that is 0.
        says(LIMIT < abs(V.m) / V.q.sqrt(), given=[abs(V.m) > 0, V.m**2 <= V.q, V.Phi > 0]),
        # With the stability constant of Section 3 the limit is another one, a little smaller.
        says(
            LIMIT - abs(V.m) / ((V.q + V.Phi).sqrt() + V.gamma) <= V.gamma / V.Phi.sqrt() * LIMIT,
            given=[V.Phi > 0],
        ),
    ),
).rejects("the limit without noise", says(UNCORRECTED == V.q))

CLAIMS = (PROP_2, PROP_2_DP_ADAM)
