r"""Gradient descent at every step size: its exact rate in function values, for every kappa.

Taylor, Hendrickx and Glineur (2018) found the rate; here the step's inequality is a sum of three
conditions between :math:`x_t`, :math:`x_{t+1}` and :math:`x_\star`, and of one or two squares.
"""

from typing import Any

from verify.language import Draft, Formula, claim, instance, nonnegative, says, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, combined, square

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    g_next=vector("d", "g_{t+1}", unit="gradient"),
    f=nonnegative("(F(x_t)-F^*)", unit="loss", search=(0, 10)),
    f_next=nonnegative("(F(x_{t+1})-F^*)", unit="loss", search=(0, 10)),
)
HERE = Point(V.x, V.g, V.f)
NEXT = Point(V.x - V.alpha * V.g, V.g_next, V.f_next)
OF = Curvatures(V.L - V.mu, V.mu * V.L, V.mu)
STEP, TO_HERE, TO_NEXT = OF.between(HERE, NEXT), OF.at_most(HERE), OF.at_most(NEXT)
CLASS = [V.mu < V.L, STEP, TO_HERE, TO_NEXT]
SHORT, LONG = 1 - V.alpha * V.mu, V.alpha * V.L - 1  # equal at alpha = 2/(mu + L)
SPARE = 2 - V.alpha * (V.mu + V.L)
UNIT = 1 / (2 * OF.width)


def decrease(rho: Formula, squares: Any, given: Any, at: Any) -> Draft:
    """F(x_{t+1}) - F* <= rho^2 (F(x_t) - F*), for the steps of a range."""
    said = V.f_next <= rho**2 * V.f
    terms = [(rho, STEP), (rho * (1 - rho), TO_HERE), (1 - rho, TO_NEXT)]
    return says(said, given=[*CLASS, *given], by=combined(said, terms, squares), at=at)


# F = mu/2 |x|^2 and F = L/2 |x|^2, which attain the two rates, with mu = 1 and L = 4.
FLAT = instance("d=1 mu=1 L=4 alpha=1/4 x=(1,) g=(1,) g_next=(3/4,) f=1/2 f_next=9/32")
STEEP = instance("d=1 mu=1 L=4 alpha=9/20 x=(1,) g=(4,) g_next=(-16/5,) f=2 f_next=32/25")
SHORT_STEPS = decrease(
    SHORT,
    [
        (UNIT, V.g_next + (1 - SPARE) * V.g - V.alpha * V.mu * V.L * V.x),
        (UNIT * V.alpha * V.L * SPARE, V.g - V.mu * V.x),
    ],
    [SPARE >= 0],
    FLAT,
)
LONG_STEPS = decrease(
    LONG,
    [
        (UNIT, V.g_next + V.g - V.L * (2 - V.alpha * V.L) * V.x),
        (UNIT * (2 - V.alpha * V.L) * -SPARE, V.g - V.L * V.x),
    ],
    [SPARE <= 0, V.alpha * V.L <= 2],
    STEEP,
)


def on_quadratic(curvature: Formula) -> Formula:
    """F(x_{t+1}) - F* for F = curvature/2 |x|^2."""
    return curvature / 2 * square(V.x - V.alpha * curvature * V.x)


RATE = (
    claim(
        "dptheory/gradient-rate",
        "docs/lmi.md",
        "gradient descent's rate at every step and every kappa",
    )
    .says(
        {
            "short steps": SHORT_STEPS,
            "long steps": LONG_STEPS,
            "attained by short steps": says(
                on_quadratic(V.mu) == SHORT**2 * (V.mu / 2 * square(V.x))
            ),
            "attained by long steps": says(on_quadratic(V.L) == LONG**2 * (V.L / 2 * square(V.x))),
        }
    )
    .rejects("(1 - alpha mu)^3", part="short steps", right=SHORT**3 * V.f)
    .rejects("(alpha L - 1)^3", part="long steps", right=LONG**3 * V.f)
    .rejects("short rate at long steps", part="long steps", right=SHORT**2 * V.f)
)
