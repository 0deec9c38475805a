r"""Section 2.1: the sentence that says what :math:`f=\Theta(g)` means.

Here :math:`f/g=x^p` for :math:`x\ge1`: bounded below by a positive number, :math:`f=\Omega(g)`, for
:math:`p\ge0`, and bounded above, :math:`f=O(g)`, for :math:`p\le0`. The printed sentence asks for
:math:`\Omega` twice. The paper does not use the symbol.
"""

from typing import Any

from verify.formula.trace import trace
from verify.language import Formula, between, claim, real, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    p=real("p", unit="1", search=(-3, 3)),
    x=between(1, float("inf"), "x", unit="1", ends="[)", search=(1, 100)),
)


def both(first: Formula, second: Formula) -> Formula:
    """1 where neither exponent is negative, else 0."""

    def indicator(a: Any, b: Any) -> int:
        return 1 if a >= 0 and b >= 0 else 0

    return Formula(trace(indicator, {"a": first.tree, "b": second.tree}), V)


THETA_NOTATION = claim(
    "nsgd/theta-notation",
    "§2.1",
    "the meaning of Θ",
    says(both(V.p, V.p) == both(V.p, -V.p)),
    notes=(
        says((V.p * V.x.log()).exp() >= 1, given=[V.p >= 0]),
        says((V.p * V.x.log()).exp() <= 1, given=[V.p <= 0]),
    ),
).repaired(left=both(V.p, -V.p))

CLAIMS = (THETA_NOTATION,)
