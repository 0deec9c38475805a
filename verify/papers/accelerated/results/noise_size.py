"""Proposition 3.3, (20), and appendix B.1, (38): how large the noise of a step is."""

from verify.language.claim import Control, claim
from verify.language.says import at_most, equal, less
from verify.methods.derive import Derive, add, shown, substitute
from verify.papers.accelerated.lemmas.sampling import (
    ALONG,
    BATCHES,
    BOUNDED,
    ERROR,
    LENGTH,
    NORM,
    SIGMA_S,
    TRACE,
    TRACE_LEMMAS,
    V,
)
from verify.papers.accelerated.settings import SECTION_5

SCALE = V.S_x / (V.m * V.eps0)  # (12)
LAPLACE = 2 * SCALE**2  # the covariance of eta_t is this multiple of the identity

PRINTED_38 = V.S_x**2 * V.d / (V.m**2 * V.eps0**2)
VALUE = equal(V, LAPLACE, PRINTED_38)
UNIFORM = at_most(V, PRINTED_38, V.S**2 * V.d / (V.m**2 * V.eps0**2), where=[BOUNDED])
RIGHT_38 = 2 * V.S_x**2 / (V.m**2 * V.eps0**2)
EQ_38 = claim(
    "accelerated/eq-38",
    "App B.1, (38)",
    "norm of the Laplace part",
    {"value": VALUE, "uniform in x": UNIFORM},
    repaired={"value": VALUE.but(right=RIGHT_38, forall="d")},
    settings=SECTION_5,
    # Nor is it the trace; that is what (20) has.
    notes=(
        less(V, PRINTED_38, V.d * LAPLACE, where=[V.S_x > 0]),
        equal(V, V.d * LAPLACE, 2 * V.d * V.S_x**2 / (V.m**2 * V.eps0**2)),
    ),
)

NOISE = SIGMA_S + 2 * V.d * V.S**2 / (V.m**2 * V.eps0**2)  # (20)
ROOM = 2 * V.d * V.S**2 / (V.m**2 * V.eps0**2)
HYPOTHESES = [*BATCHES, BOUNDED]
# Given x_t, eta_t and v_t are independent: their covariances add.
OPERATOR = at_most(
    V,
    LAPLACE * LENGTH + ALONG,
    NOISE * LENGTH,
    where=HYPOTHESES,
    by=Derive(add(shown(LAPLACE * LENGTH <= ROOM * LENGTH), substitute(NORM, {}))),
)
SQUARE = at_most(
    V,
    V.d * LAPLACE + ERROR,
    NOISE,
    where=HYPOTHESES,
    by=Derive(add(shown(V.d * LAPLACE <= ROOM), substitute(TRACE, {}))),
)
PROP_3_3 = claim(
    "accelerated/prop-3.3",
    "§3.1, Prop 3.3, (20)",
    "size of the noise",
    {"operator norm": OPERATOR, "trace": SQUARE},
    rests_on=TRACE_LEMMAS,
    rejects=(
        Control(name="trace without d", says=SQUARE.but(right=SIGMA_S + ROOM / V.d)),
        Control(
            name="norm, half of sigma_s", says=OPERATOR.but(right=(NOISE - SIGMA_S / 2) * LENGTH)
        ),
    ),
    # For m = n the operator norm is at most (20) over d.
    notes=(at_most(V, V.d * LAPLACE, NOISE, where=[V.m.equals(V.n), BOUNDED]),),
)

CLAIMS = (EQ_38, PROP_3_3)
