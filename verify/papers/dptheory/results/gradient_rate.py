r"""Gradient descent at every step size: its exact rate in function values, for every kappa.

Taylor, Hendrickx and Glineur (2018) found the rate; here the step's inequality is a sum of three
conditions between :math:`x_t`, :math:`x_{t+1}` and :math:`x_\star`, and of one or two squares.

**Tilted.** F obeys the conditions of mu and L where :math:`h=F-\frac\mu2|x|^2` obeys those of 0 and
L - mu.

The rates that are proved for every kappa are read in h, whose conditions are shorter.
"""

from typing import Any

from verify.language import Draft, Formula, claim, instance, notation, says
from verify.language.symbols import natural, nonnegative, positive, real, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.dptheory.formulas import interpolation
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
    return combined(said, terms, squares, given=[*CLASS, *given], at=at)


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
        "docs/lmi.md, Section 11",
        r"Rate of gradient descent at every step and every $\kappa$",
    )
    .says(
        {
            "short steps": SHORT_STEPS,
            "long steps": LONG_STEPS,
            "attained by short steps": says(
                on_quadratic(V.mu) == SHORT**2 * (V.mu / 2 * square(V.x))
            ),
            "attained by long steps": says(on_quadratic(V.L) == LONG**2 * (V.L / 2 * square(V.x))),
        },
        known="Taylor, Hendrickx, Glineur 2018",
    )
    .rejects("(1 - alpha mu)^3", part="short steps", right=SHORT**3 * V.f)
    .rejects("(alpha L - 1)^3", part="long steps", right=LONG**3 * V.f)
    .rejects("short rate at long steps", part="long steps", right=SHORT**2 * V.f)
)

W = notation(
    d=natural("d", search=(1, 2)),
    mu=positive(r"\mu", unit="loss/length^2", search=(0.1, 10)),
    width=positive(r"\ell", unit="loss/length^2", search=(0.1, 10)),
    x=vector("d", "x", unit="length"),
    y=vector("d", "y", unit="length"),
    e=vector("d", r"\nabla h(x)", unit="gradient"),
    e_other=vector("d", r"\nabla h(y)", unit="gradient"),
    h=real("h(x)", unit="loss", search=(-10, 10)),
    h_other=real("h(y)", unit="loss", search=(-10, 10)),
)
POINTS = Point(W.x, W.e, W.h), Point(W.y, W.e_other, W.h_other)
OF_F = Curvatures(W.width, W.mu * (W.mu + W.width), W.mu)


def slacks(of: Curvatures, i: Point, j: Point) -> dict[str, Formula]:
    """By how much the conditions of two points and the minimiser hold."""
    conditions = {
        "two points": of.between(i, j),
        "above the minimiser": of.at_least(i),
        "below it along the gradient": of.at_most(i),
    }
    return {name: c.right - c.left for name, c in conditions.items()}


OF_H = slacks(Curvatures(W.width), *POINTS)
TILT = claim(
    "dptheory/curvature-taken-out",
    "docs/lmi.md, Section 11",
    r"The conditions of $F$ are those of $h=F-\frac{\mu}{2}\lVert x\rVert^2$, with $l=L-\mu$",
).says(
    {
        name: says(slack == OF_H[name])
        for name, slack in slacks(
            OF_F, *(interpolation.tilted(point, W.mu) for point in POINTS)
        ).items()
    },
    known="Taylor, Hendrickx, Glineur 2017",
)
