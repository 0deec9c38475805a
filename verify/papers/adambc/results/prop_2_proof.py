r"""Appendix B, the proof of Proposition 2: variances, clipping, bias, the continuous mapping.

All steps have one law. The noise is normal with variance :math:`\Phi=(\sigma C/B)^2` and
independent of the gradients: its odd moments are 0 and its fourth is :math:`3\Phi^2`.
"""

from fractions import Fraction as F

from verify.language import Draft, claim, instance, says, symbols, tends
from verify.language.formulas import Formula, external, number, put, total
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, multiply, shown, substitute, sum_over
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.error_left import no_root
from verify.papers.adambc.lemmas.moving_averages import averaged, closed, variance
from verify.papers.adambc.notation import i, tau
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    fourth=symbols.nonnegative(r"E[\bar{g}_t^4]", unit="gradient^4", search=(0, 16)),
    N=symbols.natural("N", search=(1, 12)),
    u=symbols.between(-1, 1, "u", unit="1"),
    shares=symbols.sequence("N", "u", unit="1", entry=symbols.Real(F(-1), F(1))),
    eps=symbols.positive(r"\epsilon", unit="1/gradient", search=(0.1, 10)),
    x=symbols.nonnegative("x", unit=notation.SQUARE, search=(0, 4)),
)

# The variance of the first moment ----------------------------------------------------------------
FIRST = (1 - V.beta1) / (1 - V.beta1**V.t)
STEP = V.spread + V.Phi
VARIANCE_M = variance(V.beta1, STEP)
LAST = (1 - V.beta1) ** 2 / (1 - V.beta1**V.t)
SHARP = closed(V.beta1, V.C**2 + V.Phi)
CLIPPED = [V.spread <= V.C**2]  # values in [-C, C]

VARIANCE_M_CLAIM = (
    claim("adambc/prop-2-variance-m", "App B", "Variance of the first moment")
    .says(
        {
            "sum": says(
                VARIANCE_M == FIRST**2 * total(tau, 1, V.t, V.beta1 ** (V.t - tau) * STEP),
                given=CLIPPED,
            ),
            "without the sum": says(VARIANCE_M == LAST * STEP, given=CLIPPED),
            "largest": says(VARIANCE_M <= LAST * (4 * V.C**2 + V.Phi), given=CLIPPED),
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

AVERAGE = (
    r"(\frac{1-\beta_2}{1-\beta_2^t})^2\sum_{\tau=1}^t\beta_2^{2(t-\tau)}V[\tilde g_"
    r"\tau^2]=(\frac{1-\beta_2}{1-\beta_2^t})^2\frac{1-\beta_2^{2t}}{1-\beta_2^2}\left"
    r"(V[\bar g^2]+2(\tfrac{\sigma C}{B})^2+4V[\bar g](\tfrac{\sigma C}{B})^2\right)"
)
VARIANCE_V_CLAIM = (
    claim("adambc/prop-2-variance-v", "App B", "Variance of the second moment")
    .says({"the noise's square": NORMAL, "one step": CROSS, "average": WHOLE}, settings=SECTION_4)
    .quoting(
        AVERAGE,
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
    .quoting(
        r"V[\bar g^2]+2(\tfrac{\sigma C}{B})^2+4V[\bar g](\tfrac{\sigma C}{B})^2",
        part="the noise's square",
        reading=r"Of its middle term: the variance of the noise's square, $3\Phi^2-\Phi^2$, is "
        r"printed as $2\Phi$.",
    )
    .repaired(part="the noise's square", right=2 * V.Phi**2)
    .repaired(part="one step", right=SPREAD_OF_SQUARES + 2 * V.Phi**2 + 4 * V.q * V.Phi)
    .repaired(part="average", right=printed(2 * V.Phi**2, V.q))
    .rejects("the mended noise alone", part="average", right=printed(2 * V.Phi**2, CENTRED))
    .rejects("the mended cross term alone", part="average", right=printed(NOISE, V.q))
)

# The variance of a clipped coordinate ------------------------------------------------------------
VALUE = V.C * V.shares[i]
MEAN_SQUARE = total(i, 1, V.N, VALUE**2) / V.N
MEAN = total(i, 1, V.N, VALUE) / V.N
CLIPPED_SQUARE = says((V.C * V.u) ** 2 <= V.C**2)


def all_squares(factor: Formula) -> tuple[Link, Link]:
    """The sum of the squares, times a factor, is at most N C^2 times it."""
    each = sum_over(i, 1, V.N, substitute(CLIPPED_SQUARE, {"u": V.shares[i]}))
    most = total(i, 1, V.N, V.C**2)
    return multiply(each, factor), shown(factor * most == factor * V.N * V.C**2)


def spread_below(right: Formula) -> Draft:
    """A bound of the variance of values in [-C, C]."""
    centring = substitute(says(V.S - V.m**2 <= V.S), {"S": MEAN_SQUARE, "m": MEAN})
    below = 1 / V.N * V.N * V.C**2
    steps = chain(centring, *all_squares(1 / V.N), shown(below <= right))
    return says(MEAN_SQUARE - MEAN**2 <= right, by=Derive(steps))


# A batch that takes each of N records with probability B/N (Algorithm 1), divided by B.
SHARE = V.B / V.N * (1 - V.B / V.N) / V.B**2

BOUND_CLAIM = (
    claim("adambc/prop-2-variance-bound", "App B", "Variance of a clipped coordinate")
    .says(
        spread_below(4 * V.C**2),
        settings=SECTION_4,
        notes=(
            # Values at C and -C attain C^2.
            spread_below(V.C**2),
            says(
                SHARE * total(i, 1, V.N, VALUE**2) <= V.C**2 / V.B,
                given=[V.B <= V.N],
                by=Derive(*all_squares(SHARE), shown(SHARE * V.N * V.C**2 <= V.C**2 / V.B)),
            ),
        ),
    )
    .rejects("half the square", right=V.C**2 / 2)
)

# Bias --------------------------------------------------------------------------------------------
PRIVATE = averaged(V.beta2, V.q + V.Phi)
BIAS = (
    claim("adambc/prop-2-bias", "App B", "Bias of the second moment")
    .says({"private": says(PRIVATE - V.q == V.Phi), "corrected": says(PRIVATE - V.Phi == V.q)})
    .rejects(
        "corrected before the division", part="corrected", left=PRIVATE - V.Phi / (1 - V.beta2**V.t)
    )
)

# The continuous mapping --------------------------------------------------------------------------
NO_ROOT = external(r"P[\hat{v}_t^{corr}\le0\mid\bar{g}_1=\dots=\bar{g}_t=0]", no_root, V.beta2, V.t)
# The modulus of continuity of f(x) = 1/sqrt(x) at E[g^2].
CHANGE = abs(1 / V.x.sqrt() - 1 / V.q.sqrt())
CONTINUOUS = says(CHANGE <= abs(V.x - V.q) / (V.q * V.x.sqrt()), given=[V.x > 0, V.q > 0])
# A dead coordinate, the end of the printed range x >= 0: no estimate is close to f(0).
DEAD = says(put(CHANGE, {"q": number(0)}) <= V.eps, given=[V.x > 0])
MAPPING = (
    claim("adambc/prop-2-continuous-mapping", "App B", "The continuous mapping theorem")
    .says(
        {"at a positive mean square": CONTINUOUS, "at E[g²] = 0": DEAD},
        # Without any gradient there is no such root half of the time, at every step.
        notes=(says(NO_ROOT >= F(1, 2), at=instance("beta2=999/1000 t=10000")),),
    )
    .quoting(r"g(x)=1/\sqrt{x},x\geq 0", part="at E[g²] = 0")
    .rejects(
        "a modulus that is the same everywhere",
        part="at a positive mean square",
        right=abs(V.x - V.q) / (2 * V.x * V.x.sqrt()),
    )
)
