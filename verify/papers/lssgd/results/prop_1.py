r"""Section 3, Proposition 1 and Remark 2: gamma in closed form, its limit and its monotonicity."""

from verify.language import claim, says, tends
from verify.methods.derive import Derive, multiply, shown, substitute
from verify.papers.lssgd.formulas.smoothing import OMEGA, ROOT, V, eigenvalue, gamma
from verify.papers.lssgd.lemmas.inverse import CLOSED, GAMMA_FORM, prop_1
from verify.papers.lssgd.lemmas.ranges import on_average

CLOSED_FORM = says(gamma() == CLOSED, by=Derive(substitute(GAMMA_FORM, {})))
PROP_1 = (
    claim("lssgd/prop-1", "§3, Prop 1", r"$\gamma$ in closed form")
    .says(
        {"closed form": CLOSED_FORM, "root": says(OMEGA < 1)},
        # Without the quotient 0/0 at smoothing 0.
        notes=(says(OMEGA == 4 * V.sigma / (1 + ROOT) ** 2),),
    )
    .quoting(r"\gamma=\frac{1+\omega^d}{(1-\omega^d)\sqrt{4\sigma+1}}", part="closed form")
    .quoting(
        r"\gamma=\frac1d\sum_{i=1}^d\frac1{1+2\sigma-2\sigma\cos(2\pi i/d)}", part="closed form"
    )
    .quoting(r"\omega=\frac{2\sigma+1-\sqrt{4\sigma+1}}{2\sigma}<1", part="root")
    .rejects("omega^(d+1)", part="closed form", right=prop_1(OMEGA ** (V.d + 1)))
)

LIMIT = claim("lssgd/prop-1-limit", "§3, Prop 1", r"$\gamma$ for large $d$").says(
    tends(CLOSED, V.d, "oo", 0),
    # The limit is 1/sqrt(4 sigma + 1), and the excess over it exponentially small in d.
    instead=says(
        CLOSED - 1 / ROOT == 2 * OMEGA**V.d / ((1 - OMEGA**V.d) * ROOT), given=["sigma > 0"]
    ),
)

FALLING = says(
    V.G**2 * gamma(V.more) <= V.G**2 * gamma(),
    given=["sigma <= more"],
    by=Derive(
        multiply(on_average(shown(1 / eigenvalue(sigma=V.more) <= 1 / eigenvalue())), V.G**2)
    ),
)
MONOTONE = (
    claim("lssgd/remark-2-monotone", "§3, Remark 2", r"$\gamma G^2$ falls with the smoothing")
    .says(FALLING)
    .rejects("the other way round", given=["sigma >= more"])
)
