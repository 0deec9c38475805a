r"""Appendix A.2, Lemma A.1: what a normalised step keeps, and the function :math:`\mathcal M`.

With :math:`\varrho=r\Vert g\Vert` the right side of (10) is
:math:`\gamma\Vert g\Vert^2(1-\frac\xi{\varrho\sqrt M})/((\varrho+\gamma)^2-\Vert g\Vert^2)`, and
every symmetric law keeps that with the square of :math:`\frac\xi{\varrho\sqrt M}`. As
:math:`x_r=\Vert g\Vert-\frac\xi{r\sqrt M}`, x ranges over :math:`x\ge-\frac\xi{r\sqrt M}`.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, largest, lemma, norm, number, real, says
from verify.methods.derive import Derive, cases, chain, expect, shown, substitute
from verify.papers.groupwise.formulas.printed_a import EXCESS, LOWER, VARIANCE
from verify.papers.groupwise.formulas.printed_a import V as PRINTED
from verify.papers.groupwise.formulas.printed_r import SHIFT, growth
from verify.papers.groupwise.lemmas.symmetric_descent import DESCENT, SPREAD, E
from verify.papers.groupwise.lemmas.symmetric_mixture import AGAINST_LINE
from verify.papers.groupwise.lemmas.symmetric_pair import pair
from verify.papers.groupwise.settings import GROUPS

V = PRINTED.extended(
    t=real("t", unit="gradient^2", search=(-10, 100)),
    x=real("x", unit="gradient", search=(-5, 20)),
    y=real("y", unit="gradient", search=(-5, 20)),
)
LENGTH = norm(V.g)
SHARPER = LOWER * (1 + SHIFT / LENGTH)


def kept(variance: Formula) -> Formula:
    """What the worst law keeps along the line to 0 at r times the gradient."""
    reach = V.r**2 * LENGTH**2
    return V.gamma * (reach - variance) / (V.r**2 * ((V.r * LENGTH + V.gamma) ** 2 - LENGTH**2))


# At a mean square t of the deviation, which must not be above the one of the assumption.
SCALARS = lemma(
    "groupwise/lemma-a1-line",
    largest(0, kept(V.t)) >= largest(0, LOWER),
    given=[V.t <= V.xi**2 / V.M],
)
BELOW = lemma("groupwise/lemma-a1-positive-part", largest(0, LOWER) >= LOWER)
SHARP_SCALARS = lemma(
    "groupwise/lemma-a1-sharper-line",
    kept(V.t) >= SHARPER,
    given=[LENGTH > 0, V.t <= V.xi**2 / V.M],
)
WITHOUT = kept(norm(E) ** 2)
NOTHING = shown(number(0) <= pair(V.g, E))
KEEPS = lemma(
    "groupwise/lemma-a1-descent",
    DESCENT >= kept(SPREAD),
    over=V,
    by=Derive(
        cases(
            LENGTH > 0,
            substitute(AGAINST_LINE, {"rho": V.r * LENGTH}),
            expect(V.Q, E, chain(shown(WITHOUT <= 0), NOTHING)),
        )
    ),
)
POSITIVE = lemma(
    "groupwise/symmetric-downhill", DESCENT >= 0, over=V, by=Derive(expect(V.Q, E, NOTHING))
)
DOWNHILL = lemma(
    "groupwise/lemma-a1-downhill",
    DESCENT >= largest(0, kept(SPREAD)),
    over=V,
    by=Derive(cases(kept(SPREAD) <= 0, substitute(POSITIVE, {}), substitute(KEEPS, {}))),
)
SHARP = says(
    DESCENT >= SHARPER,
    over=V,
    given=[VARIANCE, LENGTH > 0],
    by=Derive(substitute(SHARP_SCALARS, {"t": SPREAD}), substitute(KEEPS, {})),
)
# Gradients without deviation, a radius next to 1 and a large stability constant.
LARGE_STABILITY = instance("M=1 d=1 xi=0 gamma=1000 r=1001/1000 g=(1,) Q=((1,(0,)),)")
POSITIVE_PART = lemma(
    "groupwise/lemma-a1-of-positive-part",
    DESCENT >= largest(0, LOWER),
    over=V,
    given=[VARIANCE],
    by=Derive(substitute(SCALARS, {"t": SPREAD}), substitute(DOWNHILL, {})),
)
LEMMA_A1 = (
    claim(
        "groupwise/lemma-a1",
        "App A.2, Lemma A.1, (10)",
        "What a normalised step keeps, for every symmetric law",
    )
    .says(
        says(
            DESCENT >= LOWER,
            over=V,
            given=[VARIANCE],
            by=Derive(substitute(BELOW, {}), substitute(POSITIVE_PART, {})),
            at=LARGE_STABILITY,
        ),
        settings=GROUPS,
        notes=(SHARP,),
    )
    .quoting(r"x_r:=\|g_t^{(m)}\|-\frac{\xi}{r\sqrt M}")
    .quoting(
        r"g_t^{(m)\top}E\frac{g^{(m)}_{t,i}}{\|g^{(m)}_{t,i}\|+\gamma}\ge\frac12"
        r"\mathcal M(x_r;r,\xi,\gamma)",
        letters={
            r"g_t^{(m)\top}E\frac{g^{(m)}_{t,i}}{\|g^{(m)}_{t,i}\|+\gamma}": DESCENT,
            r"\mathcal M(x_r;r,\xi,\gamma)": growth(EXCESS),
        },
    )
    .rejects("51/100 in place of 1/2", right=LOWER * F(51, 50))
)

REACHED = [V.x >= -SHIFT]
SIGN = says(growth(V.x) >= 0, given=REACHED)
INCREASING = says(growth(V.x) < growth(V.y), given=[*REACHED, V.x < V.y])
LEMMA_A1_MONOTONE = (
    claim(
        "groupwise/lemma-a1-monotone",
        "App A.2, after Lemma A.1",
        r"The sign and the growth of $\mathcal M$",
    )
    .says(
        {
            "nonnegative": SIGN,
            "strictly increasing": INCREASING,
            "at 0": says(growth(number(0)) == 0),
        },
        repaired={
            "nonnegative": SIGN.but(given=[V.x >= 0]),
            "strictly increasing": INCREASING.but(given=[V.x >= 0, V.x < V.y]),
        },
        settings=GROUPS,
        # Without a gradient M is 0 again, as at x = 0; it stays below 2 gamma/(r^2 - 1).
        notes=(
            says(growth(-SHIFT) == 0),
            says(growth(V.x) < 2 * V.gamma / (V.r**2 - 1), given=[V.x >= -SHIFT]),
        ),
    )
    .quoting(r"\mathcal M(0)=0", part="at 0", reading="M is written out by (10).")
)
