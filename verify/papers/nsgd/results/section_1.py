r"""Section 1, the noise against the gradient of one sample, and section 2.1, what Theta means.

With noise as in (2) and (3), :math:`\sqrt{E\Vert\bar z\Vert^2}=c\sigma\sqrt d` and
:math:`\sqrt{E\Vert z\Vert^2}=\sigma\sqrt d`. :math:`\Vert g\Vert\ll c` is a tenth of c at most,
and noise dominates a gradient that is at most a tenth of it.

The sentence that says what :math:`f=\Theta(g)` means asks for :math:`f=\Omega(g)` twice and never
for :math:`f=O(g)`. Its instance :math:`f/g=x^p`, :math:`x\ge1`: :math:`\Omega` is :math:`p\ge0`,
and :math:`f=O(g)`, that f/g is bounded above, is :math:`p\le0`. The paper does not use the symbol.
"""

from fractions import Fraction as F

from verify.language import Escape, Formula, claim, instance, least, number, says, table
from verify.language.symbols import between, positive, real
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPING, REGULARISERS

V = PAPER.extended(
    y=positive(r"\Vert g\Vert", unit="gradient", search=(0.001, 10)),
    p=real("p", unit="1", search=(-3, 3)),
    x=between(1, float("inf"), "x", unit="1", ends="[)", search=(1, 100)),
)
ROOT = (V.noise**2 * V.d).sqrt()
# The pairs of the two grids, tried in separate runs, in which a gradient of c/10 is too long.
WEAKENED = sum(
    r.values["r"] + c.values["c"] / 10 > c.values["c"] for c in CLIPPING for r in REGULARISERS
)


def clipped(c: Formula) -> Formula:
    """The length of a clipped gradient over that of the noise."""
    return least(1, c / V.y) * V.y / (c * ROOT)


NORMALISED = V.y / (V.r + V.y) / ROOT
SMALL = 10 * V.y <= V.c
DOMINATED = says(clipped(V.c) <= F(1, 10), given=[SMALL, V.noise**2 * V.d >= 1])
AT_A_TENTH = instance("d=270000 noise=6/5 r=1 c=1/10 y=1/100")
ENHANCED = says(NORMALISED >= clipped(V.c), given=[SMALL], at=AT_A_TENTH)
WITHIN = ENHANCED.but(also=[V.r + V.y <= V.c])
SIGNAL = (
    claim(
        "nsgd/signal-enhanced",
        "§1, text before the contributions",
        "Signal and noise of small gradients",
    )
    .says(
        {"clipping": DOMINATED, "normalising": ENHANCED},
        repaired={"normalising": WITHIN},
        notes=(
            # Beyond r + |g| = c normalising weakens the signal, and large gradients always,
            says(NORMALISED < clipped(V.c), given=[V.r + V.y > V.c]),
            # so that in the experiments small gradients may be weakened at few of the 25 pairs,
            table({"pairs": ("3", number(WEAKENED))}),
            # whereas the threshold c = r does at least as well as r for every gradient,
            says(clipped(V.r) >= NORMALISED),
            # and no better than twice.
            says(clipped(V.r) <= 2 * NORMALISED),
        ),
    )
    .rejects("r alone", WITHIN.but(given=[SMALL, V.r <= V.c]))
    .rejects("a ninth", part="clipping", given=[9 * V.y <= V.c, V.noise**2 * V.d >= 1])
)

POWER = (V.p * V.x.log()).exp()
OMEGA = V.p >= 0
ABOVE = says(POWER <= V.C, given=[OMEGA], exists={"C": None}, by=Escape({"p": 1, "x": V.C + 1}))
THETA_NOTATION = (
    claim("nsgd/theta-notation", "§2.1", r"The meaning of $\Theta$, for $f/g=x^p$")
    .says(
        {"bounded below": says(POWER >= 1, given=[OMEGA]), "bounded above": ABOVE},
        repaired={"bounded above": ABOVE.but(given=[V.p <= 0], exists={"C": 1}, by=None)},
    )
    .quoting(
        r"f=\Theta(g)",
        part=("bounded below", "bounded above"),
        reading=r"Of functions with $f/g=x^p$ for $x\ge1$: a part is the bound that the sentence "
        "asks for, another the bound that it leaves out",
    )
    .quoting(
        r"f=\Omega(g)",
        part="bounded below",
        reading=r"Of functions with $f/g=x^p$, with the constant 1",
    )
)

# Table 1, the rates of others. That of DP-GD falls with the records like their logarithm only.
RECORDS = V.N.log() * V.eps**2
TABLE_1_CITED = claim("nsgd/table-1-cited", "§1, Table 1", "The rates that Table 1 cites").says(
    {},
    needs_data=("the theorems of [15], [21], [40] and [48] that Table 1 cites",),
    notes=(says(V.d / ((V.N**2).log() * V.eps**2) == V.d / RECORDS / 2, given=[V.N >= 2], over=V),),
)
