r"""Section 4, two sentences: the price of a smaller :math:`\Phi`, and the size of the error left.

A step costs :math:`(B/N)^2(e^{1/\sigma^2}-1)`: the :math:`\chi^2` divergence of what it releases
with a record from what it releases without it, where each of N records is taken with probability
B/N. The Rényi divergence of order 2 is the logarithm of 1 plus this.
"""

import math
from fractions import Fraction

from verify.formula.expression import Node, external, lift
from verify.language.claim import Control, claim
from verify.language.notation import natural, positive
from verify.language.says import at_least, less
from verify.methods.derive import Derive, add, monotone, multiply, shown
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.lemmas.error_left import as_large, enclosed_as_large
from verify.papers.adambc.notation import GRADIENT
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.settings import SECTION_4

# The price of a smaller Phi ----------------------------------------------------------------------

F, ONE = Fraction, lift(1)
V = PAPER.extended(
    N=natural("N", search=(1, 10**5)),
    B2=natural("B'", search=(1, 8192)),
    sigma=positive(r"\sigma", unit="1", search=(0.1, 3)),
    sigma2=positive(r"\sigma'", unit="1", search=(0.1, 3)),
    C2=positive("C'", unit=GRADIENT, search=(0.1, 2)),
)


def cost(sigma: Node, B: Node) -> Node:
    """The divergence of a step."""
    return (B / V.N) ** 2 * ((1 / sigma**2).exp() - 1)


def phi(sigma: Node, C: Node, B: Node) -> Node:
    """The variance of the noise."""
    return (sigma * C / B) ** 2


NEEDED = at_least(
    V,
    phi(V.sigma2, V.C2, V.B2),
    phi(V.sigma, V.C, V.B),
    where=[V.B2 <= V.B, V.sigma * V.C <= V.sigma2 * V.C2],
)
FEWER = V.B < V.B2
MORE_RECORDS = shown((V.B / V.N) ** 2 < (V.B2 / V.N) ** 2)
LARGER_BATCH = less(
    V,
    cost(V.sigma, V.B),
    cost(V.sigma, V.B2),
    where=[FEWER, V.B2 <= V.N],
    by=Derive(multiply(MORE_RECORDS, (1 / V.sigma**2).exp() - 1)),
)
LESS_NOISE = less(
    V,
    cost(V.sigma, V.B),
    cost(V.sigma2, V.B),
    where=[V.sigma2 * V.C2 < V.sigma * V.C, V.B <= V.N],
    # SNLI's training pairs, the noise multiplier of its smaller budget, half the clipping norm.
    look=[{**SECTION_4[0].values, "N": 549367, "sigma2": F(1, 2), "C2": F(1, 20)}],
)
CLEARER = add(monotone("exp", shown(1 / V.sigma**2 < 1 / V.sigma2**2)), shown((-ONE).equals(-1)))
SMALLER_PHI = claim(
    "adambc/smaller-phi-cost",
    "§4, text after Prop 2",
    "the price of a smaller Phi",
    {"required": NEEDED, "increasing B": LARGER_BATCH, "decreasing sigma C": LESS_NOISE},
    # At the same noise multiplier clipping to less costs nothing.
    repaired={
        "decreasing sigma C": LESS_NOISE.but(
            also=[V.C <= V.C2], by=Derive(multiply(CLEARER, (V.B / V.N) ** 2))
        )
    },
    settings=SECTION_4,
    rejects=(Control(name="any batch", says=LARGER_BATCH.but(where=[V.B2 <= V.N])),),
)

# The error that is left --------------------------------------------------------------------------

BOUND = F("5.933e-9")  # printed, at probability 0.05 and t = 10000


def error_as_large(gradient: Fraction) -> Node:
    """P[error >= clean second moment] on SNLI for a constant gradient at t = 10000."""
    name = r"P[|\hat{v}_t^{corr}-\hat{v}_t^c|\ge\hat{v}_t^c]"
    return external(name, as_large, gradient, balls=enclosed_as_large)


def root(square: Fraction) -> Fraction:
    """The square root, rounded down to a multiple of 1e-10."""
    return F(math.isqrt(math.floor(square * 10**20)), 10**10)


# Of the largest and of the mean of the clean second moments in Table 2.
AT_MOST, ON_AVERAGE = root(printed.CLEAN_SQUARE_MAX), root(printed.CLEAN_SQUARE_MEAN)
LARGE = less(V, error_as_large(AT_MOST), F(1, 20))
ERROR_BELOW = claim(
    "adambc/error-below-large-values",
    "§4, text after Prop 3",
    "the error against large values",
    {"bound": less(V, lift(BOUND), printed.CLEAN_SQUARE_MAX), "error": LARGE},
    notes=(
        # It is far above the mean, where the error is larger than what is estimated.
        less(V, lift(1000 * printed.CLEAN_SQUARE_MEAN), BOUND),
        at_least(V, error_as_large(ON_AVERAGE), F(99, 100)),
    ),
    rejects=(Control(name="the mean", says=less(V, error_as_large(ON_AVERAGE), F(1, 20))),),
)

CLAIMS = (SMALLER_PHI, ERROR_BELOW)
