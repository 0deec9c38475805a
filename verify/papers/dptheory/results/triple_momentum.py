r"""Triple momentum: the rate :math:`1-1/\sqrt\kappa` for every kappa.

The method and its rate are those of Van Scoy, Freeman and Lynch (2018). Two conditions of
:math:`h=F-F^*-\frac\mu2|x|^2`, which is convex and :math:`(L-\mu)`-smooth, make one step of V: it
has no square left over. The error is that of :math:`z_t=x_t+\delta(x_t-x_{t-1})`.
"""

from dptheory.methods import triple_momentum
from verify.language import Formula, agrees, claim, number, says, vector
from verify.methods.derive import Derive, chain, given, multiply, substitute
from verify.papers.dptheory.formulas import interpolation
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, combined, square

V = interpolation.V.extended(z=vector("d", "z_{t+1}", unit="length"))
RHO = 1 - V.r
MU, WIDTH = interpolation.MU, interpolation.WIDTH
ALPHA, BETA = (1 + RHO) / V.L, RHO**2 / (2 - RHO)
ETA, DELTA = RHO**2 / ((1 + RHO) * (2 - RHO)), RHO**2 / (1 - RHO**2)


def ahead(x: Formula, x_last: Formula, share: Formula) -> Formula:
    """x + share (x - x_last): y with eta, z with delta."""
    return x + share * (x - x_last)


def of_library(name: str) -> Formula:
    """A parameter of the library's method."""
    return V.of(lambda r, L: getattr(triple_momentum(r**2 * L, L), name))


Y = ahead(V.x, V.x_last, ETA)
X_NEXT = V.x + BETA * (V.x - V.x_last) - ALPHA * (V.e + MU * Y)
Z, Z_NEXT = ahead(V.x, V.x_last, DELTA), ahead(X_NEXT, V.x, DELTA)


def moved(z: Formula, e: Formula) -> Formula:
    """The next z."""
    return RHO * z - e / (V.r * V.L)


def lyapunov(e: Formula, h: Formula, z: Formula) -> Formula:
    """V: h at y_t beyond what its gradient asks for, and the next z."""
    return h - square(e) / (2 * WIDTH) + V.r**2 * V.L / (1 - V.r**2) * square(z)


OF = Curvatures(WIDTH)
Y_NEXT = RHO**2 * (V.y - V.e / WIDTH) + 2 * V.r / (1 + V.r) * V.z
HERE, NEXT = Point(V.y, V.e, V.h), Point(Y_NEXT, V.e_next, V.h_next)
AHEAD, DOWN = OF.between(HERE, NEXT), OF.at_most(NEXT)
NOW = lyapunov(V.e, V.h, V.z)
OF_VALUE = (1 - V.r**2) / (V.r**2 * V.L)
ERROR = combined(
    square(V.z) <= OF_VALUE * NOW, [(OF_VALUE, OF.at_least(HERE))], given=[OF.at_least(HERE)]
)

# From rest: x_0 = x_{-1} = y_0.
REST = Point(V.x, V.e, V.h)
AT_REST = combined(
    lyapunov(V.e, V.h, moved(V.x, V.e)) <= 2 / (1 + V.r) * (V.h + MU / 2 * square(V.x)),
    [
        ((1 - V.r) / (1 + V.r), OF.at_least(REST)),
        (2 * V.r / (1 + V.r), OF.at_most(REST)),
        (2 * V.r / (1 + V.r), number(0) <= V.h),
    ],
    [(V.r / (1 + V.r) * MU, V.x)],
    given=[OF.at_least(REST), OF.at_most(REST)],
)

FALLEN = NOW <= RHO ** (2 * V.t) * V.start
RISEN = V.start <= 2 / (1 + V.r) * V.gap
AFTER = says(
    V.L / 2 * square(V.z) <= RHO ** (2 * V.t + 1) / V.r**2 * V.gap,
    given=[OF.at_least(HERE), FALLEN, RISEN],
    by=Derive(
        chain(
            multiply(substitute(ERROR, {}), V.L / 2),
            multiply(given(FALLEN), V.L / 2 * OF_VALUE),
            multiply(given(RISEN), V.L / 2 * OF_VALUE * RHO ** (2 * V.t)),
        )
    ),
)
TRIPLE = (
    claim(
        "dptheory/triple-momentum",
        "docs/lmi.md, Section 11",
        r"Rate of triple momentum for every $\kappa$, with $r^2=\mu/L$",
    )
    .says(
        {
            "a Lyapunov value falls in a step": combined(
                lyapunov(V.e_next, V.h_next, moved(V.z, V.e_next)) <= RHO**2 * NOW,
                [(RHO**2, AHEAD), (1 - RHO**2, DOWN)],
                given=[AHEAD, DOWN],
            ),
            "its value at the start, at rest": AT_REST,
            "hence, after t steps": AFTER,
            "how z moves": says(Z_NEXT == moved(Z, V.e)),
            "how y moves": says(
                ahead(X_NEXT, V.x, ETA) == RHO**2 * (Y - V.e / WIDTH) + 2 * V.r / (1 + V.r) * Z_NEXT
            ),
        },
        notes=(
            agrees(ALPHA == of_library("alpha")),
            agrees(BETA == of_library("beta")),
            agrees(ETA == of_library("extrapolation")),
        ),
        known="Van Scoy, Freeman, Lynch 2018",
    )
    .rejects("rho^3", part="a Lyapunov value falls in a step", right=RHO**3 * NOW)
    .rejects("half of the start", part="its value at the start, at rest", right=AT_REST.right / 2)
)
