r"""The heavy ball under noise ends higher than gradient descent at the same step, for every kappa.

"Higher" compares two ends: what gradient descent has at most on every function of the class
(:mod:`verify.papers.dptheory.results.noise_floors` from the step 1/L on,
:mod:`verify.papers.dptheory.results.short_floor` up to it) with what the heavy ball has at least on
one: the quadratic of curvature L, or a radial function, in three dimensions, under noise of random
sign across :math:`x_t` and :math:`x_{t-1}`. On these functions gradient descent has its floor. They
act as a curvature :math:`h\le L`, on which momentum has more noise wherever
:math:`\alpha h<1+\beta`. So it raises the floor for all steps below :math:`\frac{1+\beta}L`.
Beyond, it can lower it: at 1.9/L gradient descent has more noise on a quadratic than the heavy ball
with 0.3 on any function.

Both have an example at kappa = 10, the first one a setting of the papers: the certificates are
found when the ledger is made, and the kernel decides.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.lyapunov.floors import noise_floor
from dptheory.lyapunov.noise import quadratic_noise_gain
from dptheory.methods import heavy_ball
from verify.language import certified, claim, dot, external, lemma, number, says
from verify.methods.derive import Derive, chain, substitute, turned_round
from verify.papers.accelerated.results.rate_noise import term
from verify.papers.dptheory.formulas.interpolation import square
from verify.papers.dptheory.results import noise_floors, short_floor

V = short_floor.V
BELOW = V.alpha * V.L < 1 + V.beta
ON_L = V.L / 2 * term(V.alpha, V.beta, V.L)
RAISED = lemma(
    "dptheory/momentum-on-radial-functions",
    short_floor.radial(0, V.h) < short_floor.radial(V.beta, V.h),
    given=[V.mu < V.L, V.mu <= V.h, V.h <= V.L, V.alpha * V.h < 1 + V.beta],
)
# On a radial function.
MOVED = V.x + V.beta * V.move - V.alpha * (V.h * V.x + V.w)
SIZE = term(V.alpha, V.beta, V.h) * square(V.w)
KEPT = says(
    square(MOVED) == square(V.x),
    given=[
        V.alpha * V.h < 2 * (1 + V.beta),
        dot(V.x, V.w) == 0,
        dot(V.move, V.w) == 0,
        square(V.x) == SIZE,
        square(V.x - V.move) == SIZE,
        dot(V.x, V.x - V.move) == (1 - V.alpha * V.h / (1 + V.beta)) * SIZE,
    ],
)


def descent() -> Any:
    """The floor of gradient descent at the step 1/L, from above."""
    return certificate(F(1, 10), F(0))


def long_ball() -> Any:
    """The floor of the heavy ball at the step 1.9/L, from above."""
    return certificate(F(19, 100), F(3, 10))


def certificate(alpha: F, beta: F) -> Any:
    """That of the least c, at mu = 1 and L = 10."""
    found = noise_floor(heavy_ball(F(alpha), F(beta)), 1, 10)
    return None if found is None else found.certificate


def certified_floor(alpha: F, beta: F) -> F:
    r"""The noise floor that the certificate at $\mu=1$, $L=10$ gives, per unit of noise."""
    return F(certificate(alpha, beta)["statement"]["c"])


def too_low() -> Any:
    """The same, with a floor that a quadratic excludes."""
    found = descent()
    return found | {"statement": found["statement"] | {"c": "49/1000"}}


def floor_on_a_quadratic(alpha: F, beta: F) -> F:
    """The stationary error per unit of noise on the worst quadratic of that class."""
    return F(quadratic_noise_gain(heavy_ball(F(alpha), F(beta)), F(1), F(10)))


def above(alpha: F, beta: F) -> Any:
    """c, from above."""
    return external("certified floor", certified_floor, alpha, beta)


def below(alpha: F, beta: F) -> Any:
    """c, from below."""
    return external("floor on a quadratic", floor_on_a_quadratic, alpha, beta)


FLOOR = (
    claim(
        "dptheory/momentum-raises-the-floor",
        "docs/lmi.md",
        r"The heavy ball ends higher than gradient descent at every step below $(1+\beta)/L$",
    )
    .says(
        {
            "steps from 1/L on": says(
                noise_floors.GAIN < ON_L, given=[V.alpha * V.L >= 1, V.alpha * V.L < 2, BELOW]
            ),
            "steps up to 1/L": says(
                short_floor.FLOOR < short_floor.radial(V.beta, short_floor.SLOPE),
                given=short_floor.SHORT,
                by=Derive(
                    chain(
                        turned_round(substitute(short_floor.NEAR, short_floor.AT_ROOT)),
                        substitute(RAISED, {"h": short_floor.SLOPE}),
                    )
                ),
            ),
            "noise orthogonal to x keeps the distance": KEPT,
            "and the angle between two iterates": KEPT.but(
                left=dot(MOVED, V.x), right=dot(V.x, V.x - V.move)
            ),
            # At kappa = 10, a setting of the papers first.
            "gradient descent, for every function": certified(descent, says="value"),
            "the heavy ball, on a quadratic": says(
                above(F(1, 10), F(0)) < below(F(1, 10), F(9, 20))
            ),
            "a longer step: the heavy ball, for every function": certified(long_ball, says="value"),
            "and gradient descent, on a quadratic": says(
                above(F(19, 100), F(3, 10)) < below(F(19, 100), F(0))
            ),
        }
    )
    .rejects(
        "every stable step", part="steps from 1/L on", given=[V.alpha * V.L >= 1, V.alpha * V.L < 2]
    )
    .rejects(
        "c = 0.049",
        certified(too_low, says="value"),
        part="gradient descent, for every function",
        route=says(number(F(49, 1000)) < below(F(1, 10), F(0))),
    )
)
