r"""Section 1: the noise against the gradient of one sample, clipped and normalised.

With noise as in (2) and (3), :math:`\sqrt{E\Vert\bar z\Vert^2}=c\sigma\sqrt d` and
:math:`\sqrt{E\Vert z\Vert^2}=\sigma\sqrt d`. :math:`\Vert g\Vert\ll c` is a tenth of c at most,
and noise dominates a gradient that is at most a tenth of it.
"""

from fractions import Fraction as F

from verify.formula.expression import Node, least, lift
from verify.language.claim import Control, claim
from verify.language.notation import positive
from verify.language.says import at_least, at_most, less, table
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPING, REGULARISERS

V = PAPER.extended(y=positive(r"\Vert g\Vert", unit=GRADIENT, search=(0.001, 10)))
ROOT = (V.noise**2 * V.d).sqrt()
# The pairs of the two grids, tried in separate runs, in which a gradient of c/10 is too long.
WEAKENED = sum(
    r.values["r"] + c.values["c"] / 10 > c.values["c"] for c in CLIPPING for r in REGULARISERS
)


def clipped(c: Node) -> Node:
    """The length of a clipped gradient over that of the noise."""
    return least(1, c / V.y) * V.y / (c * ROOT)


NORMALISED = V.y / (V.r + V.y) / ROOT
SMALL = 10 * V.y <= V.c
DOMINATED = at_most(V, clipped(V.c), F(1, 10), where=[SMALL, V.noise**2 * V.d >= 1])
AT_A_TENTH = {"d": 270000, "noise": F(6, 5), "r": 1, "c": F(1, 10), "y": F(1, 100)}
ENHANCED = at_least(V, NORMALISED, clipped(V.c), where=[SMALL], look=(AT_A_TENTH,))
WITHIN = ENHANCED.but(also=[V.r + V.y <= V.c])

SIGNAL = claim(
    "nsgd/signal-enhanced",
    "§1, text before the contributions",
    "signal and noise of small gradients",
    {"clipping": DOMINATED, "normalising": ENHANCED},
    repaired={"normalising": WITHIN},
    notes=(
        # Beyond r + |g| = c normalising weakens the signal, and large gradients always,
        less(V, NORMALISED, clipped(V.c), where=[V.r + V.y > V.c]),
        # so that in the experiments small gradients may be weakened at few of the 25 pairs,
        table(V, {"pairs": ("3", lift(WEAKENED))}),
        # whereas the threshold c = r does at least as well as r for every gradient,
        at_least(V, clipped(V.r), NORMALISED),
        # and no better than twice.
        at_most(V, clipped(V.r), 2 * NORMALISED),
    ),
    rejects=(
        Control(name="r alone", says=WITHIN.but(where=[SMALL, V.r <= V.c])),
        Control(name="a ninth", says=DOMINATED.but(where=[9 * V.y <= V.c, V.noise**2 * V.d >= 1])),
    ),
)

CLAIMS = (SIGNAL,)
