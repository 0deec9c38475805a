r"""Section 4, Proposition 2: what the corrected and the uncorrected update estimate.

Under Assumption 1 the gradients are i.i.d., and :math:`\tilde g_\tau` is one of them with noise, so
that an average has the variance of a step times its squared weights (``prop_2_proof``). D is
the law of the pair of averages, x, less what they estimate and relative to it (the root of it for
the first one). Consistency is convergence in probability: for every :math:`\epsilon` the
probability of missing the limit by :math:`\epsilon` vanishes where both betas tend to 1 and t to
infinity together, in whatever manner, and by the notes the variance does not where one of these
stays. The limit has no value where :math:`E[\bar g_t^2]=0` (``adambc/prop-2-continuous-mapping``).
"""

from verify.language import claim, natural, nonnegative, put, real, says, tends
from verify.methods.derive import Derive, substitute
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas import moving_averages
from verify.papers.adambc.lemmas.in_probability import in_probability
from verify.papers.adambc.lemmas.moving_averages import averaged, closed, share, vanishing, variance
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    k=natural("k", search=(1, 1000)),
    last=real(r"\tilde{g}_t", unit=notation.GRADIENT, search=(-2, 2)),
    gamma=nonnegative(r"\gamma", unit=notation.GRADIENT, search=(0, 1)),
)

MEAN_OF_FIRST = says(averaged(V.beta1, V.m) == V.m)
UNCORRECTED = averaged(V.beta2, V.q + V.Phi)
MISSES = "off by ε or more, or without a root"
# Both shares of the bound are this one: they tend to 0 like 1/k.
ALONG = "what the bound is in proportion to, for β₁ = β₂ = 1 - 1/k and t = k², times k"
PATH = tends(V.k * put(share(V.beta1), {"beta1": 1 - 1 / V.k, "t": V.k**2}), V.k, "oo", 1)

PROP_2 = (
    claim("adambc/prop-2", "§4, Prop 2", r"Consistency of the corrected update where $E\,g^2>0$")
    .says(
        {
            "no bias of the mean": MEAN_OF_FIRST,
            "no bias": says(averaged(V.beta2, V.q + V.Phi) - V.Phi == V.q),
            MISSES: in_probability(V.q),
            ALONG: PATH,
        },
        notes=(
            # The first average; of the second one the lemma itself says it.
            says(
                variance(V.beta1, V.v) <= vanishing(V.beta1, V.v),
                by=Derive(substitute(moving_averages.SPREAD, {"beta2": V.beta1, "w": V.v})),
            ),
            tends(closed(V.beta2, V.w), V.beta2, 1, V.w / V.t),
            says(closed(V.beta2, V.w) >= (1 - V.beta2) / (1 + V.beta2) * V.w),
            # Section 4 prints the last gradient in every term, whose average is its square.
            says(averaged(V.beta2, V.last**2) == V.last**2),
        ),
    )
    .quoting(
        r"\hat v_t^{corr}=\frac{(1-\beta_2)\sum_{\tau=1}^t\beta_2^{t-\tau}\tilde g_t^2}{1-"
        r"\beta_2^t}-(\sigma C/B)^2",
        part="no bias",
        reading="Tested is its mean, with the gradient of each step in its term.",
    )
    .rejects("no correction", part="no bias", left=UNCORRECTED)
)

LIMIT = abs(V.m) / (V.q + V.Phi).sqrt()
PROP_2_DP_ADAM = (
    claim("adambc/prop-2-dp-adam", "§4, text after Prop 2", "What the uncorrected update estimates")
    .says(
        {
            "no bias of the mean": MEAN_OF_FIRST,
            "mean": says(UNCORRECTED == V.q + V.Phi),
            MISSES: in_probability(V.q + V.Phi),
            ALONG: PATH,
        },
        settings=SECTION_4,
        notes=(
            # Not the limit of Proposition 2, unless that is 0.
            says(LIMIT < abs(V.m) / V.q.sqrt(), given=[abs(V.m) > 0, V.m**2 <= V.q, V.Phi > 0]),
            # With the stability constant of Section 3 the limit is another one, a little smaller.
            says(
                LIMIT - abs(V.m) / ((V.q + V.Phi).sqrt() + V.gamma)
                <= V.gamma / V.Phi.sqrt() * LIMIT,
                given=[V.Phi > 0],
            ),
        ),
    )
    .rejects("the limit without noise", says(UNCORRECTED == V.q))
)
