r"""Appendix A.2, after (16): the radius of (16) at the best r, for small a.

The expansion holds at a fixed r. Its vertex is at an r of the order :math:`a^{-1/2}`, where
:math:`r^2a` does not vanish: what the expansion leaves out is as large as what it keeps. Both
halves of :math:`\min_r` are judged, up to :math:`o(a)`, that is up to Ka: no r does better, and the
best r (by the lemmas) does as well. That the whole term is the final form up to
:math:`O(a^{1.5})` fails too, by a factor.

**The best r**, in closed form. With :math:`y=\mathcal M^{-1}(a)+\xi/(r\sqrt M)`, a gradient norm,
and :math:`u=ry`, the equation :math:`\mathcal M=a` is
:math:`y^2=a\,u(u+\gamma)^2/((2\gamma+a)u-2\gamma c)`, where :math:`c` is :math:`\xi/\sqrt M`. The
right side is least at the u for which the numerator minus its tangent has a double root.

**The last display** and Theorem 1: the constant with :math:`\gamma=0.01`. Gradients are counted in
the unit of 0.01 here: 20 and 1/5 are :math:`2/\sqrt\gamma` and :math:`2\sqrt\gamma`, and change
with the unit (note).
"""

from fractions import Fraction as F

from verify.language import Escape, Formula, claim, instance, lemma, number, says
from verify.language.symbols import nonnegative, positive
from verify.methods.derive import Derive, chain, multiply, shown, square_root, substitute
from verify.papers.groupwise.formulas import printed_r
from verify.papers.groupwise.formulas.printed_r import FINAL, INSIDE, NOISE, RADIUS, VERTEX
from verify.papers.groupwise.formulas.printed_r import V as PRINTED
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import GROUPS

V = PRINTED.extended(
    K=nonnegative("K", unit="1", search=(0, 10)),
    c=positive("c", unit="gradient", search=(0.01, 5)),
    u=positive("u", unit="gradient", search=(0.01, 10)),
)


def place(c: Formula) -> Formula:
    """The best u."""
    top = 3 * c + (9 * c**2 + 4 * c * (2 * V.gamma + V.a)).sqrt()
    return V.gamma * top / (2 * (2 * V.gamma + V.a))


def square(u: Formula, c: Formula) -> Formula:
    """The square of the norm that belongs to u."""
    return V.a * u * (u + V.gamma) ** 2 / ((2 * V.gamma + V.a) * u - 2 * V.gamma * c)


def least_square(c: Formula) -> Formula:
    """The square at the best u, by the equation for it."""
    u = place(c)
    return V.a * (u + V.gamma) * (3 * u + V.gamma) / (2 * V.gamma + V.a)


LEAST = lemma(
    "groupwise/least-over-u",
    square(V.u, V.c) >= least_square(V.c),
    given=[(2 * V.gamma + V.a) * V.u > 2 * V.gamma * V.c],
)
LENGTH = printed_r.inverse(V.a) + printed_r.SHIFT
BEST = V.M.sqrt() * least_square(NOISE).sqrt()
BEST_R = place(NOISE) / least_square(NOISE).sqrt()
# No radius is below the best one, by the lemma at the radius' own u.
OWN = V.r * LENGTH
OF_ITS_OWN = chain(
    substitute(LEAST, {"u": OWN, "c": NOISE}), shown(square(OWN, NOISE) == LENGTH**2)
)
BELOW = chain(
    multiply(square_root(OF_ITS_OWN), V.M.sqrt()), shown(V.M.sqrt() * (LENGTH**2).sqrt() == RADIUS)
)
REACHED = lemma(
    "groupwise/best-radius-reached",
    RADIUS == BEST,
    given=[V.xi > 0, (V.r == BEST_R)],
    at=instance("M=1 gamma=1 xi=6/5 a=1/10 r=2"),
)
SMALL = [V.xi > 0, V.a <= V.gamma / 100]
T = 1 / (20 * V.K + 20)
FEW = instance("M=1 gamma=1/100 xi=1/10000") | {"a": T**2 / 100, "r": F(1, 10) / T}
AT_BEST = instance("M=1 gamma=1 xi=6/5 a=1/10 r=2")
NO_LESS = says(
    RADIUS >= VERTEX - V.K * V.a, given=[*SMALL, INSIDE], exists={"K": None}, by=Escape(FEW)
)
# By the lemma BEST is the radius at this r, which has to exceed 1.
AS_LITTLE = says(
    BEST <= VERTEX + V.K * V.a,
    given=[*SMALL, BEST_R > 1],
    exists={"K": None},
    by=Escape(instance("M=1 gamma=1/100 xi=1") | {"a": T**2 / 100}, cites=(REACHED,)),
)
SIMPLIFIED = says(
    abs(VERTEX - FINAL) <= FINAL * V.a / (2 * V.gamma), given=[V.xi > 0, V.a <= 2 * V.gamma]
)
WHOLE_TERM = AS_LITTLE.but(right=FINAL + V.K * V.a * (V.a / V.gamma).sqrt())
CONSTANT = V.gamma * V.M.sqrt()
SHORT = (9 * V.a * (V.xi + CONSTANT) * (3 * V.xi + CONSTANT) / (8 * V.gamma)).sqrt()
# The lemma at u = (3c + gamma)/2, which is near the best u.
NEAR = (3 * NOISE + V.gamma) / 2
SQUARE = 9 * V.a * (NOISE + V.gamma) * (3 * NOISE + V.gamma) / (8 * V.gamma)
BELOW_SHORT = multiply(
    square_root(
        chain(substitute(LEAST, {"u": NEAR, "c": NOISE}), shown(square(NEAR, NOISE) <= SQUARE))
    ),
    V.M.sqrt(),
)
EXACT = {
    "no r is better": NO_LESS.but(
        right=BEST, given=[V.xi > 0, INSIDE], exists=None, by=Derive(BELOW)
    ),
    "one r is as good": AS_LITTLE.but(
        right=SHORT, given=[V.xi > 0, BEST_R > 1], exists=None, by=Derive(BELOW_SHORT)
    ),
    "so does the whole term": WHOLE_TERM.but(
        right=FINAL * F(13, 10),
        given=[V.xi > 0, BEST_R > 1],
        exists=None,
        by=Derive(BELOW_SHORT, shown(FINAL * F(13, 10) >= SHORT)),
    ),
}
R_MINIMUM = (
    claim("groupwise/r-minimum", "App A.2, after (16)", "The radius at the best $r$")
    .says(
        {
            "no r is better": NO_LESS,
            "one r is as good": AS_LITTLE,
            "simplified": SIMPLIFIED,
            "so does the whole term": WHOLE_TERM,
        },
        repaired=EXACT,
        settings=GROUPS,
        notes=(
            # Much noise: whatever r is, (16) says less than the final form. Little noise: more.
            says(FINAL * F(6, 5) < BEST, given=[*SMALL, V.xi >= 10 * CONSTANT]),
            says(BEST <= FINAL * F(4, 5), given=[V.xi > 0, 10 * V.xi <= CONSTANT]),
        ),
    )
    .quoting(
        r"\min_r=2\sqrt{\frac{aM(\xi/\sqrt M+\gamma)^2}{2\xi\gamma}(\xi-\frac{a"
        r"\xi}{2\gamma})}+o(a)",
        part="no r is better",
        reading="One half of the equality, with K a for o(a); the next part is the other half.",
    )
    .rejects("repaired, the final form", EXACT["one r is as good"].but(right=FINAL))
    .rejects(
        "repaired, one per cent more",
        EXACT["no r is better"].but(right=BEST * F(101, 100), at=AT_BEST),
    )
)

W = PAPER.extended(
    xi=nonnegative(r"\xi", unit="1", search=(0, 10)),
    gamma=positive(r"\gamma", unit="1", search=(0.001, 2)),
    scale=positive("k", unit="1", search=(0.1, 100)),
)


def constant(xi: Formula, gamma: Formula) -> Formula:
    """Of the last display."""
    return 2 * (xi + gamma * W.M.sqrt()) / gamma.sqrt()


FINAL_FORM = (
    claim(
        "groupwise/final-form-constant",
        "App A.2, last display; Thm 1",
        "The constant of the theorem",
    )
    .says(
        says(constant(W.xi, number(0.01)) == 20 * W.xi + W.M.sqrt() / 5),
        settings=GROUPS,
        notes=(
            # Another unit: gradients become k times as large, and the constant sqrt(k) times.
            says(
                constant(W.scale * W.xi, W.scale * W.gamma)
                == W.scale.sqrt() * constant(W.xi, W.gamma)
            ),
        ),
    )
    .rejects("one over the root", right=10 * W.xi + W.M.sqrt() / 5)
)
