r"""Section 2.1: the sentence that says what :math:`f=\Theta(g)` means.

The printed sentence asks for :math:`f=\Omega(g)` twice and never for :math:`f=O(g)`. Its instance
:math:`f/g=x^p`, :math:`x\ge1`: :math:`\Omega` is :math:`p\ge0`, and :math:`f=O(g)`, that f/g is
bounded above, is :math:`p\le0`. The paper does not use the symbol.
"""

from verify.language import Escape, between, claim, real, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    p=real("p", unit="1", search=(-3, 3)),
    x=between(1, float("inf"), "x", unit="1", ends="[)", search=(1, 100)),
)
POWER = (V.p * V.x.log()).exp()
OMEGA = V.p >= 0
ABOVE = says(POWER <= V.C, given=[OMEGA], exists={"C": None}, by=Escape({"p": 1, "x": V.C + 1}))
THETA_NOTATION = (
    claim("nsgd/theta-notation", "§2.1", "the meaning of Θ, of f/g = x^p")
    .says(
        {"bounded below": says(POWER >= 1, given=[OMEGA]), "bounded above": ABOVE},
        repaired={"bounded above": ABOVE.but(given=[V.p <= 0], exists={"C": 1}, by=None)},
    )
    .quoting(
        r"f=\Theta(g)",
        part="bounded below",
        reading="of f/g = x^p: what the sentence asks, and what it leaves out",
    )
    .quoting(r"f=\Omega(g)", part="bounded below", reading="of f/g = x^p, with the constant 1")
)
