r"""Section 4, two sentences: the price of a smaller :math:`\Phi`, and the size of the error left.

A step costs :math:`(B/N)^2(e^{1/\sigma^2}-1)`: the :math:`\chi^2` divergence of what it releases
with a record from what it releases without it, where each of N records is taken with probability
B/N. The Rényi divergence of order 2 is the logarithm of 1 plus this.
"""

import math
from fractions import Fraction
from functools import partial

from verify.language import Formula, claim, external, natural, number, positive, says
from verify.methods.derive import Derive, add, monotone, multiply, shown
from verify.papers.adambc import notation
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.lemmas.error_left import as_large, enclosed_as_large
from verify.papers.adambc.settings import SECTION_4

# The price of a smaller Phi ----------------------------------------------------------------------
F, ONE = Fraction, number(1)
V = notation.V.extended(
    N=natural("N", search=(1, 10**5)),
    B2=natural("B'", search=(1, 8192)),
    sigma=notation.V.sigma.within("(0, inf)"),
    sigma2=positive(r"\sigma'", unit="1", search=(0.1, 3)),
    C2=positive("C'", unit=notation.GRADIENT, search=(0.1, 2)),
)


def cost(sigma: Formula, B: Formula) -> Formula:
    """The divergence of a step."""
    return (B / V.N) ** 2 * ((1 / sigma**2).exp() - 1)


def phi(sigma: Formula, C: Formula, B: Formula) -> Formula:
    """The variance of the noise."""
    return (sigma * C / B) ** 2


NEEDED = says(
    phi(V.sigma2, V.C2, V.B2) >= phi(V.sigma, V.C, V.B),
    given=[V.B2 <= V.B, V.sigma * V.C <= V.sigma2 * V.C2],
)
LARGER_BATCH = says(
    cost(V.sigma, V.B) < cost(V.sigma, V.B2),
    given=[V.B < V.B2, V.B2 <= V.N],
    by=Derive(multiply(shown((V.B / V.N) ** 2 < (V.B2 / V.N) ** 2), (1 / V.sigma**2).exp() - 1)),
)
LESS_NOISE = says(
    cost(V.sigma, V.B) < cost(V.sigma2, V.B),
    given=[V.sigma2 * V.C2 < V.sigma * V.C, V.B <= V.N],
    # SNLI's training pairs, the noise multiplier of its smaller budget, half the clipping norm.
    at={**SECTION_4[0].values, "N": 549367, "sigma2": F(1, 2), "C2": F(1, 20)},
)
CLEARER = add(monotone("exp", shown(1 / V.sigma**2 < 1 / V.sigma2**2)), shown(-ONE == -1))
SMALLER_PHI = (
    claim("adambc/smaller-phi-cost", "§4, text after Prop 2", r"The price of a smaller $\Phi$")
    .says(
        {
            "a smaller Phi takes one of two": NEEDED,
            "increasing B": LARGER_BATCH,
            "decreasing sigma C": LESS_NOISE,
        },
        # At the same noise multiplier clipping to less costs nothing.
        repaired={
            "decreasing sigma C": LESS_NOISE.but(
                also=[V.C <= V.C2], by=Derive(multiply(CLEARER, (V.B / V.N) ** 2))
            )
        },
        settings=SECTION_4,
    )
    .rejects("any batch", part="increasing B", given=[V.B2 <= V.N])
)

# The error that is left --------------------------------------------------------------------------
BOUND = F("5.933e-9")  # printed, at probability 0.05 and t = 10000


# P[error >= clean second moment] on SNLI for a constant gradient at t = 10000.
NAME = r"P[|\hat{v}_t^{corr}-\hat{v}_t^c|\ge\hat{v}_t^c]"
error_as_large = partial(external, NAME, as_large, balls=enclosed_as_large)


def root(square: Fraction) -> Fraction:
    """The square root, rounded down to a multiple of 1e-10."""
    return F(math.isqrt(math.floor(square * 10**20)), 10**10)


# Of the largest and of the mean of the clean second moments in Table 2.
AT_MOST, ON_AVERAGE = root(printed.CLEAN_SQUARE_MAX), root(printed.CLEAN_SQUARE_MEAN)
LARGE = says(error_as_large(AT_MOST) < F(1, 20))
ERROR_BELOW = (
    claim(
        "adambc/error-below-large-values", "§4, text after Prop 3", "The error against large values"
    )
    .says(
        {"bound": says(number(BOUND) < printed.CLEAN_SQUARE_MAX), "error": LARGE},
        notes=(
            # It is far above the mean, where the error is larger than what is estimated.
            says(number(1000 * printed.CLEAN_SQUARE_MEAN) < BOUND),
            says(error_as_large(ON_AVERAGE) >= F(99, 100)),
        ),
    )
    .rejects("the mean", says(error_as_large(ON_AVERAGE) < F(1, 20)))
)
