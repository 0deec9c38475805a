r"""Section 4, after (7): what more groups do to the bound of Theorem 1, and what they need not do.

In the last notes two parameters have the loss :math:`h_1w_1^2/2+h_2w_2^2/2` and start at
:math:`w_i=k-\gamma/h_i`, and nothing is noisy. A step in two groups at :math:`\eta=\sqrt2k/B` leads
to the minimum; an all-layer step, p times the gradient, does for no p.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, natural, nonnegative, number, positive, put, says
from verify.papers.groupwise.formulas.printed_r import LEADING, fourth_root
from verify.papers.groupwise.formulas.printed_r import V as PRINTED
from verify.papers.groupwise.settings import GROUPS

CURVATURE = "loss/length^2"
V = PRINTED.extended(
    more=natural("M'", search=(1, 12)),
    h1=positive("h_1", unit=CURVATURE, search=(0.1, 10)),
    h2=positive("h_2", unit=CURVATURE, search=(0.1, 10)),
    nu=positive(r"\nu", unit="gradient", search=(0.1, 10)),
    k=positive("k", unit="length", search=(0.1, 10)),
    p=nonnegative("p", unit="length^2/loss", search=(0, 10)),
)


def constant(M: int, noise: Formula) -> Formula:
    """What the bound owes to M groups and their noise xi."""
    return (noise + V.gamma * number(M).sqrt()) * fourth_root(number(M))


# All noise in one of two groups, xi^2 = 2 nu^2; that group in halves, xi^2 = 3 nu^2/2.
UNEVEN, HALVED = constant(2, number(2).sqrt() * V.nu), constant(3, number(F(3, 2)).sqrt() * V.nu)
# The noise of every group as large as that of the only one.
UNSPLIT = put(LEADING, {"xi": V.M.sqrt() * V.xi})

GRADIENTS = V.h1 * V.k - V.gamma, V.h2 * V.k - V.gamma
UPHILL = [GRADIENTS[0] > 0, GRADIENTS[1] > 0]


def after(factors: tuple[Formula, Formula]) -> Formula:
    """The squared norm of the gradient after a step by these multiples of its entries."""
    left = [g * (1 - h * p) for g, h, p in zip(GRADIENTS, (V.h1, V.h2), factors, strict=True)]
    return left[0] ** 2 + left[1] ** 2


GROUPED = V.k / (GRADIENTS[0] + V.gamma), V.k / (GRADIENTS[1] + V.gamma)
THM_1_GROUPS = (
    claim("groupwise/thm-1-groups", "§4, after (7)", "The bound against the number of groups")
    .says(
        says(LEADING < put(LEADING, {"M": V.more}), given=[V.more > V.M, V.gap > 0]),
        settings=GROUPS,
        notes=(
            says(UNSPLIT == put(LEADING, {"M": number(1)}) * V.M ** F(3, 4)),
            # The least xi of Assumption 4.3 may fall with M, and the bound with it.
            says(HALVED < UNEVEN, given=[V.nu >= 9 * V.gamma]),
            says(after(GROUPED) == 0, given=UPHILL),
            says(number(0) < after((V.p, V.p)), given=[*UPHILL, (V.h1 != V.h2)]),
        ),
    )
    .rejects("no gap", given=[V.more > V.M])
)
