r"""Where the heavy ball is certified as fast as on its slowest quadratic, for every kappa.

The roots of :math:`z^2-(1+\beta-\alpha\mu)z+\beta` are rho and rho q: so the heavy ball moves on
:math:`\frac\mu2|x|^2`, and no rate below rho is possible. With :math:`s=\alpha(L-\mu)/\rho` step
size, momentum and class follow from rho, q and s: :math:`\alpha\mu=(1-\rho)(1-\rho q)` and
:math:`\beta=\rho^2q`. :math:`m\ge0` is free, and what is certified with any m is certified. The
region and V stand with the proof, in ``lemmas/heavy_ball_region``.

**It pays**: at every kappa a heavy ball is faster than gradient descent at any step size. On the
surface m = 0, :math:`s=2(1-q^2)`, :math:`0<q\le\rho/(2-\rho)`, which lies in the region, q < rho
makes rho smaller than :math:`(\kappa-1)/(\kappa+1)`. On its curve :math:`q=\rho/2` every kappa > 1
has its rho, and V is short.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, claim, each, number, put, says, tends
from verify.methods.derive import Derive, multiply, substitute
from verify.papers.dptheory.formulas.interpolation import square, tilted
from verify.papers.dptheory.lemmas import heavy_ball_region as steps
from verify.papers.dptheory.lemmas.heavy_ball_region import MU, L, V, after, alpha, q, rho, s

BEST = steps.WIDTH / (MU + L)  # gradient descent's best rate, (L - mu)/(L + mu)
THEOREM = (
    claim(
        "dptheory/heavy-ball-region",
        "docs/lmi.md, Section 11",
        "A region in which the heavy ball has the rate of its slowest quadratic",
    )
    .says(
        {
            "a Lyapunov value falls in a step": steps.ONE_STEP,
            "its value at the start, at rest": steps.START,
            "hence, after t steps": steps.AFTER_T,
            "no rate below rho": says(after(rho * V.x, V.x, 0 * V.e) == rho * (rho * V.x)),
            "than gradient descent at any step": says(rho < BEST, given=[s > 2 * (1 - rho * q)]),
            "than gradient descent at this step": says(rho < 1 - alpha * MU, given=[q > 0]),
        },
        # F with mu and L above takes the same steps as h; beta = rho^2 q.
        notes=(
            says(
                V.x + rho**2 * q * (V.x - V.x_last) - alpha * tilted(steps.HERE, MU).g
                == after(V.x, V.x_last, V.e)
            ),
        ),
    )
    .rejects("rho^3", part="a Lyapunov value falls in a step", right=rho**3 * steps.NOW)
)

SURFACE = {"s": 2 * (1 - q**2), "m": number(0)}
CURVE = {"s": 2 - rho**2 / 2, "q": rho / 2, "m": number(0)}
# Where alpha = 1/L and beta = 3/4 rho^2, from kappa = 24 on, or 4/5 rho^2, from 84 on.
AT_1_L, FARTHER = (
    {"s": 1 + (1 - rho) * c, "q": number(c), "m": number(m)}
    for c, m in ((F(3, 4), F(0)), (F(4, 5), F(1, 2)))
)
KAPPA = 1 + rho * s / ((1 - rho) * (1 - rho * q))


def inside(place: Any, *where: Formula) -> Draft:
    """The region's conditions there."""
    return says(each(*(put(condition, place) for condition in steps.REGION[1:])), given=where)


def lyapunov_on_curve(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V there, over rho (1 - rho^2/4)."""
    fast = y - rho * x + alpha * e
    rest = (square(fast) - square(alpha * e)) / 2 + 2 * rho * alpha * h
    return square(y - rho**2 / 2 * x) + rest


ON_CURVE = says(
    lyapunov_on_curve(V.y, put(after(V.y, V.x, V.e_next), CURVE), V.e_next, V.h_next)
    <= rho**2 * lyapunov_on_curve(V.x, V.y, V.e, V.h),
    given=[put(condition, CURVE) for condition in (steps.AHEAD, steps.DOWN, steps.UP)],
    by=Derive(multiply(substitute(steps.ONE_STEP, CURVE), 1 / (rho * (1 - rho**2 / 4)))),
)
IT_PAYS = (
    claim(
        "dptheory/heavy-ball-beats-gradient",
        "docs/lmi.md, Section 11",
        r"At every $\kappa$ a heavy ball is faster than gradient descent at any step",
    )
    .says(
        {
            "in the region": inside(SURFACE, q * (2 - rho) <= rho),
            "faster": says(rho < put(BEST, SURFACE), given=[q > 0, q < rho]),
            "kappa": says(L / MU == KAPPA),
            "its distance from 1": says(
                (1 - rho) * put(KAPPA, SURFACE) == (1 - rho + 2 * rho * (1 - q**2) / (1 - rho * q))
            ),
            "a step on the curve": ON_CURVE,
            "from kappa = 1 on": tends(put(KAPPA, CURVE), rho, 0, 1),
            "to every larger one": tends(put((1 - rho) * KAPPA, CURVE), rho, 1, 3),
            "at the step 1/L": says(put(alpha * L, AT_1_L) == 1),
            "there in the region": inside(AT_1_L, rho >= F(7, 8)),
            "there faster": says(rho < put(BEST, AT_1_L), given=[rho >= F(7, 8)]),
            "there for large kappa": tends(put((1 - rho**2) * KAPPA, AT_1_L), rho, 1, 8),
            "with more momentum in the region": inside(FARTHER, rho >= F(19, 20)),
            "with more momentum for large kappa": tends(
                put((1 - rho**2) * KAPPA, FARTHER), rho, 1, 10
            ),
        }
    )
    .rejects("q up to rho", part="in the region", given=[q <= rho])
    .rejects("half as far from 1", part="faster", left=(1 + rho) / 2)
    .rejects("rho^3", part="a step on the curve", right=rho**3 * ON_CURVE.right / rho**2)
)
