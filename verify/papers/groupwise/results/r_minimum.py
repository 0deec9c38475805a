r"""Appendix A.2, after (16): the radius of (16) at the best r, for small a.

The expansion holds at a fixed r. Its vertex is at an r of the order :math:`a^{-1/2}`, where
:math:`r^2a` does not vanish: what the expansion leaves out is as large as what it keeps. Both
halves of :math:`\min_r` are judged, up to :math:`o(a)`, that is up to Ka: no r does better, and the
best r (by the lemmas) does as well. That the whole term is the final form up to
:math:`O(a^{1.5})` fails too, by a factor.
"""

from fractions import Fraction as F

from verify.judgement.exists import Escape
from verify.language.claim import Control, claim
from verify.language.notation import nonnegative
from verify.language.says import at_least, at_most, less
from verify.methods.derive import Derive, chain, multiply, shown, square_root, substitute
from verify.papers.groupwise.formulas.printed_r import FINAL, INSIDE, NOISE, RADIUS, VERTEX
from verify.papers.groupwise.formulas.printed_r import V as PRINTED
from verify.papers.groupwise.lemmas.best_radius import BEST, BEST_R, LEAST, REACHED, below, square
from verify.papers.groupwise.settings import GROUPS

V = PRINTED.extended(K=nonnegative("K", unit="1", search=(0, 10)))
SMALL = [V.xi > 0, V.a <= V.gamma / 100]
T = 1 / (20 * V.K + 20)
FEW = {"M": 1, "gamma": F(1, 100), "xi": F(1, 10000), "a": T**2 / 100, "r": F(1, 10) / T}
AT_BEST = {"M": 1, "gamma": 1, "xi": F(6, 5), "a": F(1, 10), "r": 2}
MUCH = {"M": 1, "gamma": F(1, 100), "xi": 1, "a": T**2 / 100}
NO_LESS = at_least(
    V,
    RADIUS,
    VERTEX - V.K * V.a,
    where=[*SMALL, INSIDE],
    exists={"K": None},
    by=Escape(FEW),
)
# By the lemma BEST is the radius at this r, which has to exceed 1.
AS_LITTLE = at_most(
    V, BEST, VERTEX + V.K * V.a, where=[*SMALL, BEST_R > 1], exists={"K": None}, by=Escape(MUCH)
)
SIMPLIFIED = at_most(
    V, abs(VERTEX - FINAL), FINAL * V.a / (2 * V.gamma), where=[V.xi > 0, V.a <= 2 * V.gamma]
)
WHOLE_TERM = AS_LITTLE.but(right=FINAL + V.K * V.a * (V.a / V.gamma).sqrt())
CONSTANT = V.gamma * V.M.sqrt()
SHORT = (9 * V.a * (V.xi + CONSTANT) * (3 * V.xi + CONSTANT) / (8 * V.gamma)).sqrt()
# The lemma at u = (3c + gamma)/2, which is near the best u.
NEAR = (3 * NOISE + V.gamma) / 2
SQUARE = 9 * V.a * (NOISE + V.gamma) * (3 * NOISE + V.gamma) / (8 * V.gamma)
BELOW_SHORT = chain(
    multiply(
        square_root(
            chain(
                substitute(LEAST.says, {"u": NEAR, "c": NOISE}),
                shown(square(NEAR, NOISE) <= SQUARE),
            )
        ),
        V.M.sqrt(),
    ),
    shown((V.M.sqrt() * SQUARE.sqrt()).equals(SHORT)),
)
EXACT = {
    "no r is better": NO_LESS.but(
        left=BEST, where=[V.xi > 0, INSIDE], exists=None, by=Derive(below())
    ),
    "one r is as good": AS_LITTLE.but(
        right=SHORT, where=[V.xi > 0, BEST_R > 1], exists=None, by=Derive(BELOW_SHORT)
    ),
    "so does the whole term": WHOLE_TERM.but(
        right=FINAL * F(13, 10),
        where=[V.xi > 0, BEST_R > 1],
        exists=None,
        by=Derive(chain(BELOW_SHORT, shown(FINAL * F(13, 10) >= SHORT))),
    ),
}
R_MINIMUM = claim(
    "groupwise/r-minimum",
    "App A.2, after (16)",
    "the radius at the best r",
    {
        "no r is better": NO_LESS,
        "one r is as good": AS_LITTLE,
        "simplified": SIMPLIFIED,
        "so does the whole term": WHOLE_TERM,
    },
    repaired=EXACT,
    rests_on=(LEAST, REACHED),
    settings=GROUPS,
    notes=(
        # Much noise: whatever r is, (16) says less than the final form. Little noise: more.
        less(V, FINAL * F(6, 5), BEST, where=[*SMALL, V.xi >= 10 * CONSTANT]),
        at_most(V, BEST, FINAL * F(4, 5), where=[V.xi > 0, 10 * V.xi <= CONSTANT]),
    ),
    rejects=(
        Control(
            name="repaired, the final form",
            says=EXACT["one r is as good"].but(right=FINAL),
        ),
        Control(
            name="repaired, one per cent more",
            says=EXACT["no r is better"].but(left=BEST * F(101, 100), look=[AT_BEST]),
        ),
    ),
)

CLAIMS = (R_MINIMUM,)
