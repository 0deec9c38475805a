r"""Appendix A.2, Lemma A.2, (17): the inverse of :math:`\mathcal M` where that increases.

On :math:`x\ge0` the function increases from 0 towards :math:`2\gamma/(r^2-1)`, the pole of (17).
"""

from verify.language import claim, nonnegative, says
from verify.papers.groupwise.formulas.printed_r import BEYOND, INSIDE, SHIFT, growth, inverse
from verify.papers.groupwise.formulas.printed_r import V as PRINTED

# The excess of Lemma A.1 where the function increases.
V = PRINTED.extended(excess=nonnegative("x_r", unit="gradient", search=(0, 20)))
X = V.excess
OTHER_ROOT = 2 * V.gamma * (SHIFT + V.r * V.a) / (2 * V.gamma - (V.r**2 - 1) * V.a) - 2 * SHIFT
NORM = says(inverse(V.a) >= 0, given=[INSIDE])
LEMMA_A2 = (
    claim("groupwise/lemma-a2", "App A.2, Lemma A.2, (17)", "The inverse in closed form")
    .says(
        {"inverse": says(inverse(V.a) == X, given=[(V.a == growth(X))]), "an excess": NORM},
        notes=(
            # M stays below the pole, beyond which (17) is less than any x_r is.
            says(growth(X) < 2 * V.gamma / (V.r**2 - 1)),
            says(inverse(V.a) < -SHIFT, given=[BEYOND]),
            # Below 0 it is no inverse: at a gradient of 0 it gives the excess 0.
            says(-SHIFT < inverse(growth(-SHIFT)), given=[V.xi > 0]),
        ),
    )
    .quoting(
        r"\mathcal M(x_r)=x_r\Big(\frac{\gamma}{(r-1)(x_r+\frac{\xi}{r\sqrt M})+"
        r"\gamma}-\frac{\gamma}{(r+1)(x_r+\frac{\xi}{r\sqrt M})+\gamma}\Big)",
        part="inverse",
        letters={r"\mathcal M(x_r)": V.a},
    )
    .quoting(
        r"\mathcal M^{-1}(x;r,\xi,\gamma)=\dfrac{-\frac{\xi}{r\sqrt M}\gamma+(r^2-1)"
        r"\frac{\xi}{r\sqrt M}x+r\gamma x+\gamma\sqrt{(\frac{\xi}{r\sqrt M})^2+2"
        r"\frac{\xi}{\sqrt M}x+2\gamma x+x^2}}{2\gamma-(r^2-1)x}",
        part="inverse",
        letters={r"\mathcal M^{-1}(x;r,\xi,\gamma)": X, r"x": V.a},
    )
    .rejects("the other root", part="inverse", left=OTHER_ROOT - inverse(V.a))
)
