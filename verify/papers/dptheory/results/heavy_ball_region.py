r"""Where the heavy ball is certified as fast as on its slowest quadratic, for every kappa.

The roots of :math:`z^2-(1+\beta-\alpha\mu)z+\beta` are rho and rho q: so the heavy ball moves on
:math:`\frac\mu2|x|^2`, and no rate below rho is possible. With :math:`s=\alpha(L-\mu)/\rho` step
size, momentum and class follow from rho, q and s. What is used of F is used of
:math:`h=F-F^*-\frac\mu2|x|^2`, which is convex and :math:`(L-\mu)`-smooth.
"""

from verify.language import (
    Formula,
    between,
    claim,
    instance,
    natural,
    nonnegative,
    notation,
    number,
    positive,
    says,
    vector,
)
from verify.methods.derive import Derive, chain, given, multiply, substitute
from verify.papers.dptheory.formulas.interpolation import (
    Curvatures,
    Point,
    combined,
    same_conditions,
    square,
    tilted,
)

V = notation(
    d=natural("d", search=(1, 2)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.01, 2)),
    rho=between(0, 1, r"\rho", unit="1", ends="()"),
    q=between(0, 1, "q", unit="1", ends="[)"),
    s=positive("s", unit="1", search=(0.01, 3)),
    x=vector("d", "x_t", unit="length"),
    x_last=vector("d", "x_{t-1}", unit="length"),
    y=vector("d", "x_{t+1}", unit="length"),
    e=vector("d", r"\nabla h(x_t)", unit="gradient"),
    e_next=vector("d", r"\nabla h(x_{t+1})", unit="gradient"),
    h=nonnegative("h(x_t)", unit="loss", search=(0, 10)),
    t=natural("t", least=0, search=(0, 20)),
    start=nonnegative("V_0", unit="length^2", search=(0, 10)),
    gap=nonnegative("(F(x_0)-F^*)", unit="loss", search=(0, 10)),
    h_next=nonnegative("h(x_{t+1})", unit="loss", search=(0, 10)),
)
WIDTH = V.rho * V.s / V.alpha  # L - mu
G = V.s - 1 + V.q**2
SPARE = V.s * V.q * (1 - V.q**2 - (1 - V.rho) ** 2) - V.rho * (V.s - 2 + 2 * V.q) * G
REGION = [G > 0, number(0) <= SPARE, V.s * V.q * (1 - V.rho) <= V.rho * (1 - V.q) * G]
WEIGHT = V.q / (V.rho * G)


def after(x: Formula, x_last: Formula, e: Formula) -> Formula:
    """The next point: x + beta (x - x_last) - alpha (mu x + e)."""
    return V.rho * (1 + V.q) * x - V.rho**2 * V.q * x_last - V.alpha * e


def lyapunov(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V: what the slow and the fast root move, the gradient and the value; y is the next point."""
    slow, bend = y - V.rho * V.q * x, V.alpha * e
    fast = y - V.rho * x + bend
    rest = (1 - V.q**2) * (square(fast) - square(bend)) + 2 * V.rho * V.s * V.alpha * h
    return square(slow) + WEIGHT * rest


OF = Curvatures(WIDTH)
HERE, NEXT = Point(V.x, V.e, V.h), Point(V.y, V.e_next, V.h_next)
AHEAD, DOWN, UP = OF.between(HERE, NEXT), OF.at_most(NEXT), OF.at_least(NEXT)
VALUE = 2 * V.alpha * V.rho**2 * V.q * V.s / G
FIRST = 2 * V.alpha * V.rho * (1 - V.q) + VALUE * (1 - V.rho) / V.rho
NOW = lyapunov(V.x, V.y, V.e, V.h)
DECREASE = lyapunov(V.y, after(V.y, V.x, V.e_next), V.e_next, V.h_next) <= V.rho**2 * NOW
ONE_STEP = says(
    DECREASE,
    given=[*REGION, AHEAD, DOWN, UP],
    by=combined(
        DECREASE,
        [(VALUE, AHEAD), (FIRST, DOWN), (FIRST + VALUE - VALUE / V.rho**2, UP)],
        [
            (
                V.rho * V.q / G,
                V.alpha * V.e_next - V.alpha * V.e - (1 - V.q**2) * (V.y - V.rho * V.x),
            ),
            (SPARE / (V.rho * V.s * G), V.alpha * V.e_next),
        ],
    ),
    at=instance("d=1 alpha=1 rho=1/2 q=1/4 s=15/8 x=(1,) y=(1/2,) e=(0,) e_next=(0,) h=0 h_next=0"),
)

# x_t is made of three parts of V, weighed 1, q^2 WEIGHT and (1 - q^2) WEIGHT there.
SLOW, BEND = V.y - V.rho * V.q * V.x, V.alpha * V.e
FAST = V.y - V.rho * V.x + BEND
OF_BEND, OF_FAST = WEIGHT * V.q**2, WEIGHT * (1 - V.q**2)
PARTS = 1 + 1 / OF_BEND + 1 / OF_FAST
PER_SQUARE = 1 / (V.rho**2 * (1 - V.q) ** 2)
DISTANCE = square(V.x) <= PARTS * PER_SQUARE * NOW
ERROR = says(
    DISTANCE,
    given=[V.q > 0, G > 0, OF.at_least(HERE)],
    by=combined(
        DISTANCE,
        [(PER_SQUARE * PARTS * WEIGHT * 2 * V.alpha * V.rho * V.s, OF.at_least(HERE))],
        [
            (PER_SQUARE / OF_BEND, SLOW - OF_BEND * BEND),
            (PER_SQUARE / OF_FAST, SLOW + OF_FAST * FAST),
            (PER_SQUARE / (OF_BEND * OF_FAST), OF_BEND * BEND + OF_FAST * FAST),
        ],
    ),
)

MU = (1 - V.rho) * (1 - V.rho * V.q) / V.alpha
BETA = V.rho**2 * V.q
FROM_X = V.rho**2 * (1 - V.rho * V.q) ** 2 + OF_FAST * (V.rho * V.q * (1 - V.rho)) ** 2
AT_REST = 2 * FROM_X / MU + 2 * V.alpha * V.rho * V.s * (1 + WEIGHT)
VALUE_0 = V.h + MU / 2 * square(V.x)  # F(x_0) - F*
RISE = lyapunov(V.x, after(V.x, V.x, V.e), V.e, V.h) <= AT_REST * VALUE_0
ACROSS = 2 * V.alpha * V.rho * (1 - V.rho * V.q)
START = says(
    RISE,
    given=[G > 0, OF.at_least(HERE), OF.at_most(HERE)],
    by=combined(
        RISE,
        [
            (2 * V.alpha * V.rho * V.s, OF.at_least(HERE)),
            (ACROSS, OF.at_most(HERE)),
            (2 * FROM_X / MU + ACROSS, number(0) <= V.h),
        ],
        [
            (V.alpha * V.rho * V.s * MU * (1 + WEIGHT), V.x),
            (OF_FAST + (1 - V.rho * V.q) / V.s, BEND),
        ],
    ),
)

L = MU + WIDTH
FALLEN, RISEN = NOW <= V.rho ** (2 * V.t) * V.start, V.start <= AT_REST * V.gap
LENGTH = PARTS * PER_SQUARE
AFTER = says(
    L / 2 * square(V.x) <= L / 2 * LENGTH * AT_REST * V.rho ** (2 * V.t) * V.gap,
    given=[V.q > 0, G > 0, OF.at_least(HERE), FALLEN, RISEN],
    by=Derive(
        chain(
            multiply(substitute(ERROR, {}), L / 2),
            multiply(given(FALLEN), L / 2 * LENGTH),
            multiply(given(RISEN), L / 2 * LENGTH * V.rho ** (2 * V.t)),
        )
    ),
)

F_NEXT = V.x + BETA * (V.x - V.x_last) - V.alpha * tilted(HERE, MU).g
BEST = WIDTH / (MU + L)  # gradient descent's best rate, (L - mu)/(L + mu)
REGION_CLAIM = claim(
    "dptheory/heavy-ball-region",
    "docs/lmi.md",
    "a region in which the heavy ball has the rate of its slowest quadratic",
    {
        "a step": ONE_STEP,
        "at rest": START,
        "after t steps": AFTER,
        "no rate below rho": says(after(V.rho * V.x, V.x, 0 * V.e) == V.rho * (V.rho * V.x)),
        "than gradient descent at any step": says(
            V.rho < BEST, given=[V.s > 2 * (1 - V.rho * V.q)]
        ),
        "than gradient descent at this step": says(V.rho < 1 - V.alpha * MU, given=[V.q > 0]),
    },
    # F with mu and L above takes the same steps and obeys the same conditions as h.
    notes=(says(F_NEXT == after(V.x, V.x_last, V.e)), *same_conditions(HERE, NEXT, WIDTH, MU)),
).rejects("rho^3", part="a step", right=V.rho**3 * NOW)

CLAIMS = (REGION_CLAIM,)
