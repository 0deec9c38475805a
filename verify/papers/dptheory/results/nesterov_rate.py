r"""Nesterov's standard tuning for every kappa: faster than :math:`1-1/\sqrt\kappa`.

With :math:`\alpha=1/L`, :math:`\beta=(1-r)/(1+r)` and :math:`r=1/\sqrt\kappa` the value falls by
:math:`\rho^2=(1-r)(1-r/3)` a step, where Nesterov's own argument gives 1 - r. Two conditions of
:math:`h=F-F^*-\frac\mu2|x|^2`, which is convex and :math:`(L-\mu)`-smooth, are enough; V holds the
value at :math:`y_t` and a form in :math:`y_t` and :math:`v_{t+1}=x_t+(x_{t+1}-x_t)/r`.
"""

from verify.language import Formula, claim, dot, nonnegative, number, says, vector
from verify.methods.derive import Derive, chain, given, multiply, substitute
from verify.papers.dptheory.formulas import interpolation
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, combined, square

V = interpolation.V.extended(
    v=vector("d", "v_{t+1}", unit="length"),
    g=vector("d", r"\nabla F(y_t)", unit="gradient"),
    g_next=vector("d", r"\nabla F(x_{t+1})", unit="gradient"),
    f=nonnegative("(F(y_t)-F^*)", unit="loss", search=(0, 10)),
    f_next=nonnegative("(F(x_{t+1})-F^*)", unit="loss", search=(0, 10)),
)
r, L = V.r, V.L
MU, WIDTH = interpolation.MU, interpolation.WIDTH
BETA = (1 - r) / (1 + r)
RATE = (1 - r) * (1 - r / 3)


def lyapunov(y: Formula, v: Formula, h: Formula) -> Formula:
    """V: the value of h at y and a form in y and the next v."""
    of_v, mixed, of_y = (3 - r) / (6 * (1 - r**2)), r**2 / 3, r**2 * (1 + r) / 9
    return h + L * (of_v * r**2 * square(v) + mixed * dot(v, y) + of_y * square(y))


def moved(v: Formula, e: Formula) -> Formula:
    """The next v."""
    return (1 - r) * v - e / (r * L)


def ahead(y: Formula, v: Formula, e: Formula) -> Formula:
    """The next y, with v the next one."""
    return (1 - r) * y + (r * v - e / L) / (1 + r)


OF = Curvatures(WIDTH)
HERE, NEXT = Point(V.y, V.e, V.h), Point(ahead(V.y, V.v, V.e), V.e_next, V.h_next)
AHEAD, DOWN = OF.between(HERE, NEXT), OF.at_most(NEXT)
NOW = lyapunov(V.y, V.v, V.h)
STEP_SQUARES = [
    (L * r**4 / (9 * (1 + r)), V.v + (3 - r) / (2 * r**2 * L) * V.e),
    (L * 2 * r**3 * (1 - r**2) / 27, V.y + 3 / (2 * r * (1 + r) * L) * V.e),
    ((3 - r) ** 2 / (36 * (1 + r) * L), V.e),
    (r / (6 * WIDTH), V.e_next),
]
ONE_STEP = combined(
    lyapunov(NEXT.x, moved(V.v, V.e_next), V.h_next) <= RATE * NOW,
    [(RATE, AHEAD), (1 - RATE, DOWN)],
    STEP_SQUARES,
    given=[AHEAD, DOWN],
)

# F(y_t) - F*, and F(x_0) - F* at rest, x_0 = x_{-1} = y_0 = v_0.
VALUE = V.h + MU / 2 * square(V.y)
ACROSS = 4 * r / (3 * (1 + r))
AT_REST = combined(
    lyapunov(V.y, moved(V.y, V.e), V.h) <= 2 * VALUE,
    [
        (1 - r / 3, OF.at_least(HERE)),
        (ACROSS, OF.at_most(HERE)),
        (r / 3 + ACROSS, number(0) <= V.h),
    ],
    [(MU * (1 + 26 * r + r**2) / (18 * (1 + r)), V.y), (ACROSS / (2 * WIDTH), V.e)],
    given=[OF.at_least(HERE), OF.at_most(HERE)],
)
TIMES = 9 * (3 - r) / ((3 + r) * (1 + r))
BELOW_V = combined(
    VALUE <= TIMES * NOW,
    [((24 - 13 * r - r**2) / ((3 + r) * (1 + r)), number(0) <= V.h)],
    [(TIMES * MU * (3 - r) / (6 * (1 - r**2)), V.v + (1 - r**2) / (3 - r) * V.y)],
)
FALLEN, RISEN = NOW <= RATE**V.t * V.start, V.start <= 2 * V.gap
AFTER = says(
    VALUE <= 2 * TIMES * RATE**V.t * V.gap,
    given=[FALLEN, RISEN],
    by=Derive(
        chain(
            substitute(BELOW_V, {}),
            multiply(given(FALLEN), TIMES),
            multiply(given(RISEN), TIMES * RATE**V.t),
        )
    ),
)

# x_{t+1} = y_t - F'(y_t)/L is no higher than y_t.
FROM_Y = Curvatures(WIDTH, MU * L, MU).between(
    Point(V.y, V.g, V.f), Point(V.y - V.g / L, V.g_next, V.f_next)
)

Y = V.x + BETA * (V.x - V.x_last)
X_NEXT = Y - (V.e + MU * Y) / L
V_NOW, V_NEXT = V.x_last + (V.x - V.x_last) / r, V.x + (X_NEXT - V.x) / r
NESTEROV = (
    claim(
        "dptheory/nesterov-rate",
        "docs/lmi.md, Section 11",
        r"A rate of Nesterov's standard tuning for every $\kappa$, with $r^2=\mu/L$",
    )
    .says(
        {
            "a Lyapunov value falls in a step": ONE_STEP,
            "its value at the start, at rest": AT_REST,
            "hence, after t steps": AFTER,
            "the next x is no worse than y": combined(
                V.f_next <= V.f,
                [(1, FROM_Y)],
                [(1 / (2 * WIDTH), V.g_next), (1 / (2 * L), V.g)],
                given=[FROM_Y],
            ),
            "how v moves": says(V_NEXT == moved(V_NOW, V.e)),
            "how y moves": says(X_NEXT + BETA * (X_NEXT - V.x) == ahead(Y, V_NEXT, V.e)),
            "faster": says(RATE < 1 - r),
        }
    )
    .rejects("the squared rate", part="a Lyapunov value falls in a step", right=RATE**2 * NOW)
    .rejects("half of the start", part="its value at the start, at rest", right=VALUE)
)
