r"""Section 4, after (7): what more groups do to the bound of Theorem 1, and what they need not do.

In the last notes two parameters have the loss :math:`h_1w_1^2/2+h_2w_2^2/2` and start at
:math:`w_i=k-\gamma/h_i`, and nothing is noisy. A step in two groups at :math:`\eta=\sqrt2k/B` leads
to the minimum; an all-layer step, p times the gradient, does for no p.
"""

from fractions import Fraction as F

from verify.formula.expression import Node, lift, substitute
from verify.language.claim import Control, claim
from verify.language.notation import natural, nonnegative, positive
from verify.language.says import equal, less
from verify.papers.groupwise.formulas.printed_r import LEADING, fourth_root
from verify.papers.groupwise.formulas.printed_r import V as PRINTED
from verify.papers.groupwise.notation import GRADIENT
from verify.papers.groupwise.settings import GROUPS

CURVATURE = "loss/length^2"
V = PRINTED.extended(
    more=natural("M'", search=(1, 12)),
    h1=positive("h_1", unit=CURVATURE, search=(0.1, 10)),
    h2=positive("h_2", unit=CURVATURE, search=(0.1, 10)),
    nu=positive(r"\nu", unit=GRADIENT, search=(0.1, 10)),
    k=positive("k", unit="length", search=(0.1, 10)),
    p=nonnegative("p", unit="length^2/loss", search=(0, 10)),
)
WORSE = less(V, LEADING, substitute(LEADING, {"M": V.more}), where=[V.more > V.M, V.gap > 0])


def constant(M: int, noise: Node) -> Node:
    """What the bound owes to M groups and their noise xi."""
    return (noise + V.gamma * lift(M).sqrt()) * fourth_root(lift(M))


# All noise in one of two groups, xi^2 = 2 nu^2; that group in halves, xi^2 = 3 nu^2/2.
UNEVEN, HALVED = constant(2, lift(2).sqrt() * V.nu), constant(3, lift(F(3, 2)).sqrt() * V.nu)
# The noise of every group as large as that of the only one.
UNSPLIT = substitute(LEADING, {"xi": V.M.sqrt() * V.xi})
ALONE = substitute(LEADING, {"M": lift(1)})

GRADIENTS = V.h1 * V.k - V.gamma, V.h2 * V.k - V.gamma
UPHILL = [GRADIENTS[0] > 0, GRADIENTS[1] > 0]


def after(factors: tuple[Node, Node]) -> Node:
    """The squared norm of the gradient after a step by these multiples of its entries."""
    left = [g * (1 - h * p) for g, h, p in zip(GRADIENTS, (V.h1, V.h2), factors, strict=True)]
    return left[0] ** 2 + left[1] ** 2


GROUPED = V.k / (GRADIENTS[0] + V.gamma), V.k / (GRADIENTS[1] + V.gamma)
THM_1_GROUPS = claim(
    "groupwise/thm-1-groups",
    "§4, after (7)",
    "the bound against the number of groups",
    WORSE,
    settings=GROUPS,
    notes=(
        equal(V, UNSPLIT, ALONE * V.M ** F(3, 4)),
        # The least xi of Assumption 4.3 may fall with M, and the bound with it.
        less(V, HALVED, UNEVEN, where=[V.nu >= 9 * V.gamma]),
        equal(V, after(GROUPED), 0, where=UPHILL),
        less(V, 0, after((V.p, V.p)), where=[*UPHILL, V.h1.differs(V.h2)]),
    ),
    rejects=(Control(name="no gap", says=WORSE.but(where=[V.more > V.M])),),
)

CLAIMS = (THM_1_GROUPS,)
