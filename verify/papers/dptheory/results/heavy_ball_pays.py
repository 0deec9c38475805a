r"""At every kappa a heavy ball is faster than gradient descent at any step size.

The surface :math:`s=2(1-q^2)`, :math:`0<q\le\rho/(2-\rho)`, lies in the region of
:mod:`verify.papers.dptheory.results.heavy_ball_region`: with :math:`\alpha\mu=(1-\rho)(1-\rho q)`,
:math:`\alpha(L-\mu)=2\rho(1-q^2)` and :math:`\beta=\rho^2q` the rate is rho, and q < rho makes it
smaller than :math:`(\kappa-1)/(\kappa+1)`. On the curve :math:`q=\rho/2` every kappa > 1 has its
rho, and V is short.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, claim, each, number, put, says, tends
from verify.methods.derive import Derive, multiply, substitute
from verify.papers.dptheory.formulas.interpolation import square
from verify.papers.dptheory.results import heavy_ball_region
from verify.papers.dptheory.results.heavy_ball_region import BEST, DOWN, MU, REGION, UP, L, V, after

SURFACE = {"s": 2 * (1 - V.q**2), "m": number(0)}
CURVE = {"s": 2 - V.rho**2 / 2, "q": V.rho / 2, "m": number(0)}


def at_1_L(q: F, m: F) -> dict[str, Formula]:
    """Where alpha = 1/L."""
    return {"s": 1 + (1 - V.rho) * q, "q": number(q), "m": number(m)}


STEP_1_L, FARTHER = at_1_L(F(3, 4), F(0)), at_1_L(F(4, 5), F(1, 2))
KAPPA = 1 + V.rho * V.s / ((1 - V.rho) * (1 - V.rho * V.q))
DISTANCE = 1 - V.rho + 2 * V.rho * (1 - V.q**2) / (1 - V.rho * V.q)


def inside(place: Any, given: Any) -> Draft:
    """The region's conditions there."""
    return says(each(*(put(condition, place) for condition in REGION[1:])), given=given)


def lyapunov(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V on the curve."""
    fast = y - V.rho * x + V.alpha * e
    rest = (square(fast) - square(V.alpha * e)) / 2 + 2 * V.rho * V.alpha * h
    return square(y - V.rho**2 / 2 * x) + rest


THEN = put(after(V.y, V.x, V.e_next), CURVE)
ON_CURVE = says(
    lyapunov(V.y, THEN, V.e_next, V.h_next) <= V.rho**2 * lyapunov(V.x, V.y, V.e, V.h),
    given=[put(condition, CURVE) for condition in (heavy_ball_region.AHEAD, DOWN, UP)],
    # V of the region is this one times rho (1 - rho^2/4).
    by=Derive(
        multiply(substitute(heavy_ball_region.ONE_STEP, CURVE), 1 / (V.rho * (1 - V.rho**2 / 4)))
    ),
)
LONG, LONGER = [V.rho >= F(7, 8)], [V.rho >= F(19, 20)]
PAYS = (
    claim(
        "dptheory/heavy-ball-beats-gradient",
        "docs/lmi.md",
        "at every kappa a heavy ball is faster than gradient descent at any step",
    )
    .says(
        {
            "in the region": inside(SURFACE, [V.q * (2 - V.rho) <= V.rho]),
            "faster": says(V.rho < put(BEST, SURFACE), given=[V.q > 0, V.q < V.rho]),
            "kappa": says(L / MU == KAPPA),
            "its distance from 1": says((1 - V.rho) * put(KAPPA, SURFACE) == DISTANCE),
            "a step on the curve": ON_CURVE,
            "from kappa = 1 on": tends(put(KAPPA, CURVE), V.rho, 0, 1),
            "to every larger one": tends(put((1 - V.rho) * KAPPA, CURVE), V.rho, 1, 3),
            "at the step 1/L": says(put(V.alpha * L, STEP_1_L) == 1),
            "there in the region": inside(STEP_1_L, LONG),
            "there faster": says(V.rho < put(BEST, STEP_1_L), given=LONG),
            "there for large kappa": tends(put((1 - V.rho**2) * KAPPA, STEP_1_L), V.rho, 1, 8),
            "with more momentum in the region": inside(FARTHER, LONGER),
            "with more momentum for large kappa": tends(
                put((1 - V.rho**2) * KAPPA, FARTHER), V.rho, 1, 10
            ),
        }
    )
    .rejects("q up to rho", part="in the region", given=[V.q <= V.rho])
    .rejects("half as far from 1", part="faster", left=(1 + V.rho) / 2)
    .rejects("rho^3", part="a step on the curve", right=V.rho**3 * ON_CURVE.right / V.rho**2)
)
