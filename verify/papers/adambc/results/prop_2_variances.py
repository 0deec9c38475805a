r"""Appendix B, the proof of Proposition 2: the variances of both moments.

All steps have one law. The noise is normal with variance :math:`\Phi=(\sigma C/B)^2` and
independent of the gradients: its odd moments are 0 and its fourth is :math:`3\Phi^2`.
"""

from verify.language import Formula, claim, nonnegative, says, tends, total
from verify.methods.derive import Derive, shown
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.moving_averages import closed, variance
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(fourth=nonnegative(r"E[\bar{g}_t^4]", unit="gradient^4", search=(0, 16)))

# The variance of the first moment ----------------------------------------------------------------
FIRST = (1 - V.beta1) / (1 - V.beta1**V.t)
STEP = V.spread + V.Phi
VARIANCE_M = variance(V.beta1, STEP)
LAST = (1 - V.beta1) ** 2 / (1 - V.beta1**V.t)
SHARP = closed(V.beta1, V.C**2 + V.Phi)

VARIANCE_M_CLAIM = (
    claim("adambc/prop-2-variance-m", "App B", "variance of the first moment")
    .says(
        {
            "sum": says(VARIANCE_M == FIRST**2 * total(tau, 1, V.t, V.beta1 ** (V.t - tau) * STEP)),
            "without the sum": says(VARIANCE_M == LAST * STEP),
            "largest": says(VARIANCE_M <= LAST * (4 * V.C**2 + V.Phi), given=[V.spread <= V.C**2]),
        },
        settings=SECTION_4,
        notes=(
            # What is printed vanishes for every t where beta_1 tends to 1; the variance does not.
            tends(LAST * STEP, V.beta1, 1, 0),
            says(closed(V.beta1, STEP) >= STEP / V.t),
        ),
    )
    .quoting(
        r"E[(\hat m^p-E\bar g)^2]=(\frac{1-\beta_1}{1-\beta_1^t})^2\sum_{\tau=1}^t\beta_1^"
        r"{t-\tau}(V[\bar g_\tau]+V[z_\tau])=\frac{(1-\beta_1)^2}{1-\beta_1^t}(V[\bar g]+"
        r"\Phi)\le\frac{(1-\beta_1)^2}{1-\beta_1^t}(4C^2+\Phi)\to0",
        part=("sum", "without the sum", "largest"),
        reading="The left side is written out, as the variance of a sum with squared weights.",
    )
    .repaired(part="sum", right=FIRST**2 * (1 - V.beta1 ** (2 * V.t)) / (1 - V.beta1**2) * STEP)
    .repaired(part="without the sum", right=closed(V.beta1, STEP))
    .repaired(part="largest", right=SHARP, by=Derive(shown(closed(V.beta1, STEP) <= SHARP)))
    .rejects("the first step alone", part="without the sum", right=FIRST**2 * STEP)
    .rejects("no noise", part="largest", right=closed(V.beta1, V.C**2))
)

# The variance of the second moment ---------------------------------------------------------------
# Of numbers in [-C, C].
MOMENTS = [V.m**2 <= V.q, V.q <= V.C**2, V.q**2 <= V.fourth, V.fourth <= V.C**2 * V.q]
SPREAD_OF_SQUARES = V.fourth - V.q**2  # V[g^2]
# E[(g + z)^4] - E[(g + z)^2]^2.
SQUARES = (V.fourth + 6 * V.q * V.Phi + 3 * V.Phi**2) - (V.q + V.Phi) ** 2
NOISE = 2 * V.Phi
POWERS = (1 - V.beta2) / (1 - V.beta2**V.t)
SUM_OF_POWERS = (1 - V.beta2 ** (2 * V.t)) / (1 - V.beta2**2)


def printed(noise: Formula, cross: Formula) -> Formula:
    """The last line, with the variance of z^2 and the factor of 4 Phi."""
    return POWERS**2 * SUM_OF_POWERS * (SPREAD_OF_SQUARES + noise + 4 * cross * V.Phi)


CENTRED = V.q - V.m**2  # V[g]
CROSS = says(SQUARES == SPREAD_OF_SQUARES + 2 * V.Phi**2 + 4 * CENTRED * V.Phi, given=MOMENTS)
NORMAL = says(3 * V.Phi**2 - V.Phi**2 == NOISE)
WHOLE = says(variance(V.beta2, SQUARES) == printed(NOISE, CENTRED), given=MOMENTS)

VARIANCE_V_CLAIM = (
    claim("adambc/prop-2-variance-v", "App B", "variance of the second moment")
    .says({"the noise's square": NORMAL, "one step": CROSS, "average": WHOLE}, settings=SECTION_4)
    .quoting(
        r"(\frac{1-\beta_2}{1-\beta_2^t})^2\sum_{\tau=1}^t\beta_2^{2(t-\tau)}V[\tilde g_"
        r"\tau^2]=(\frac{1-\beta_2}{1-\beta_2^t})^2\frac{1-\beta_2^{2t}}{1-\beta_2^2}\left"
        r"(V[\bar g^2]+2(\tfrac{\sigma C}{B})^2+4V[\bar g](\tfrac{\sigma C}{B})^2\right)",
        part="average",
        letters={
            r"V[\tilde g_\tau^2]": SQUARES,
            r"V[\bar g^2]": SPREAD_OF_SQUARES,
            r"V[\bar g]": CENTRED,
            r"(\tfrac{\sigma C}{B})^2": V.Phi,
        },
    )
    .quoting(
        r"(\frac{1-\beta_2}{1-\beta_2^t})^2\sum_{\tau=1}^t\beta_2^{2(t-\tau)}V[\tilde g_"
        r"\tau^2]=(\frac{1-\beta_2}{1-\beta_2^t})^2(V[\bar g_t^2]+V[z_t^2]+4V[\bar g_t]V[z"
        r"_t])\sum_{\tau=1}^t\beta_2^{2(t-\tau)}",
        part="one step",
        reading="Tested of one step, without the sum of the weights.",
    )
    .repaired(part="the noise's square", right=2 * V.Phi**2)
    .repaired(part="one step", right=SPREAD_OF_SQUARES + 2 * V.Phi**2 + 4 * V.q * V.Phi)
    .repaired(part="average", right=printed(2 * V.Phi**2, V.q))
    .rejects("the mended noise alone", part="average", right=printed(2 * V.Phi**2, CENTRED))
    .rejects("the mended cross term alone", part="average", right=printed(NOISE, V.q))
)
