r"""The radius of (16) at the best r, in closed form.

With :math:`y=\mathcal M^{-1}(a)+\xi/(r\sqrt M)`, a gradient norm, and :math:`u=ry`, the equation
:math:`\mathcal M=a` is :math:`y^2=a\,u(u+\gamma)^2/((2\gamma+a)u-2\gamma c)`, where :math:`c` is
:math:`\xi/\sqrt M`. The right side is least at the u for which the numerator minus its tangent has
a double root.
"""

from verify.language import Formula, instance, lemma, positive
from verify.methods.derive import chain, multiply, shown, square_root, substitute
from verify.papers.groupwise.formulas.printed_r import NOISE, RADIUS, SHIFT, inverse
from verify.papers.groupwise.formulas.printed_r import V as PRINTED

V = PRINTED.extended(
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
LENGTH = inverse(V.a) + SHIFT
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
