r"""Section 3, Proposition 1 and Remark 2: gamma in closed form, its limit and its monotonicity."""

from verify.language.claim import Control, claim
from verify.language.says import at_most, equal, less, tends
from verify.methods.derive import Derive, multiply, shown
from verify.papers.lssgd.formulas.smoothing import OMEGA, ROOT, V, eigenvalue, gamma
from verify.papers.lssgd.lemmas.inverse import CLOSED, DIAGONAL, GAMMA_FORM, OFF_DIAGONAL, prop_1
from verify.papers.lssgd.lemmas.ranges import on_average

CLOSED_FORM = GAMMA_FORM.says.but(where=())

PROP_1 = claim(
    "lssgd/prop-1",
    "§3, Prop 1",
    "gamma in closed form",
    {"closed form": CLOSED_FORM, "root": less(V, OMEGA, 1)},
    rests_on=(OFF_DIAGONAL, DIAGONAL),
    # Without the quotient 0/0 at smoothing 0.
    notes=(equal(V, OMEGA, 4 * V.sigma / (1 + ROOT) ** 2),),
    rejects=(Control(name="omega^(d+1)", says=CLOSED_FORM.but(right=prop_1(OMEGA ** (V.d + 1)))),),
)

LIMIT = claim(
    "lssgd/prop-1-limit",
    "§3, Prop 1",
    "gamma for large d",
    tends(V, CLOSED, "d", "oo", 0),
    # The limit is 1/sqrt(4 sigma + 1), and the excess over it exponentially small in d.
    instead=equal(
        V,
        CLOSED - 1 / ROOT,
        2 * OMEGA**V.d / ((1 - OMEGA**V.d) * ROOT),
        where=["sigma > 0"],
    ),
    rests_on=(OFF_DIAGONAL, DIAGONAL),
)

FALLING = at_most(
    V,
    V.G**2 * gamma(V.more),
    V.G**2 * gamma(),
    where=["sigma <= more"],
    by=Derive(
        multiply(
            on_average(shown(1 / eigenvalue(sigma=V.more) <= 1 / eigenvalue())),
            V.G**2,
        )
    ),
)
MONOTONE = claim(
    "lssgd/remark-2-monotone",
    "§3, Remark 2",
    "gamma G^2 falls with the smoothing",
    FALLING,
    rejects=(Control(name="the other way round", says=FALLING.but(where=["sigma >= more"])),),
)

CLAIMS = (PROP_1, LIMIT, MONOTONE)
