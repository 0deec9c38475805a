r"""The heavy ball whose roots are rho and rho q: its Lyapunov function, and what is proved of it.

The letters are those of docs/lmi.md, section 11. What is used of F is used of
:math:`h=F-F^*-\frac\mu2|x|^2`, which is convex and :math:`(L-\mu)`-smooth and has its minimum at 0.
"""

from itertools import combinations

from verify.language import Formula, instance, lemma, notation, number, says
from verify.language.symbols import between, natural, nonnegative, positive, vector
from verify.methods.derive import Derive, chain, given, multiply, substitute
from verify.papers.dptheory.formulas import interpolation
from verify.papers.dptheory.formulas.interpolation import Point, combined, square

V = notation(
    d=natural("d", search=(1, 2)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.01, 2)),
    rho=between(0, 1, r"\rho", unit="1", ends="()"),
    q=between(0, 1, "q", unit="1", ends="[)"),
    s=positive("s", unit="1", search=(0.01, 3)),
    m=nonnegative("m", unit="1", search=(0, 2)),
    x=vector("d", "x_t", unit="length"),
    x_last=vector("d", "x_{t-1}", unit="length"),
    **{n: vector("d", f"u_{n[1]}", unit="length") for n in ("u1", "u2", "u3")},
    **{n: positive(f"p_{n[1]}", unit="1", search=(0.01, 10)) for n in ("p1", "p2", "p3")},
    y=vector("d", "x_{t+1}", unit="length"),
    e=vector("d", r"\nabla h(x_t)", unit="gradient"),
    e_next=vector("d", r"\nabla h(x_{t+1})", unit="gradient"),
    h=nonnegative("h(x_t)", unit="loss", search=(0, 10)),
    t=natural("t", least=0, search=(0, 20)),
    start=nonnegative("V_0", unit="length^2", search=(0, 10)),
    gap=nonnegative("(F(x_0)-F^*)", unit="loss", search=(0, 10)),
    h_next=nonnegative("h(x_{t+1})", unit="loss", search=(0, 10)),
)
alpha, rho, q, s, m = V.alpha, V.rho, V.q, V.s, V.m
MU = (1 - rho) * (1 - rho * q) / alpha
WIDTH = rho * s / alpha  # L - mu
k = 1 + rho * m
G = s - (1 - q**2) * k * (1 + q * m)
SPARE = s * q * ((1 - q**2) * k * (1 - rho * m) - (1 - rho) ** 2) - rho * (s - 2 + 2 * q) * G
REGION = [G > 0, number(0) <= SPARE, s * q * (1 - rho) <= rho * (1 - q) * G]


def after(x: Formula, x_last: Formula, e: Formula) -> Formula:
    """The next point: x + beta (x - x_last) - alpha (mu x + e)."""
    return rho * (1 + q) * x - rho**2 * q * x_last - alpha * e


def lyapunov(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V: what the slow and the fast root move, the gradient and the value; y is the next point."""
    slow, fast = y - rho * q * x, k * (y - rho * x) + alpha * e
    value = 2 * rho * s * q * alpha * h
    return rho * G * square(slow) + q * (1 - q**2) * (square(fast) - square(alpha * e)) + value


CLASS = interpolation.Curvatures(WIDTH)
HERE, NEXT = Point(V.x, V.e, V.h), Point(V.y, V.e_next, V.h_next)
AHEAD, DOWN, UP = CLASS.between(HERE, NEXT), CLASS.at_most(NEXT), CLASS.at_least(NEXT)
NOW = lyapunov(V.x, V.y, V.e, V.h)
# F = mu/2 |x|^2, at t = 0 with more than the start has.
ON_MU = instance(
    "d=1 alpha=1 rho=1/2 q=1/4 s=15/8 m=0 x=(1,) y=(1/2,) e=(0,) e_next=(0,) h=0 h_next=0 "
    "t=0 start=1 gap=100"
)

# A step.
ONE_STEP = combined(
    lyapunov(V.y, after(V.y, V.x, V.e_next), V.e_next, V.h_next) <= rho**2 * NOW,
    [
        (2 * alpha * rho**3 * q * s, AHEAD),
        (2 * alpha * rho**2 * ((1 - q) * G + q * s * (1 - rho)), DOWN),
        (2 * alpha * rho * (rho * (1 - q) * G - q * s * (1 - rho)), UP),
    ],
    [
        (rho**2 * q, alpha * V.e_next - alpha * V.e - (1 - q**2) * k * (V.y - rho * V.x)),
        (SPARE / s, alpha * V.e_next),
    ],
    given=[*REGION, AHEAD, DOWN, UP],
    at=ON_MU,
)

# The start, at rest. AT_REST is the most that V is there, over the gap.
FROM_X = rho * G * rho**2 * (1 - rho * q) ** 2 + q * (1 - q**2) * (rho * q * k * (1 - rho)) ** 2
AT_REST = 2 * FROM_X / MU + 2 * alpha * rho * s * (rho * G + q)
MIXED = rho * G * (1 - rho * q) + q * (1 - q**2) * k * rho * m * q * (1 - rho)
START = combined(
    lyapunov(V.x, after(V.x, V.x, V.e), V.e, V.h) <= AT_REST * (V.h + MU / 2 * square(V.x)),
    [
        (2 * alpha * rho * s * (rho * G), CLASS.at_least(HERE)),
        (2 * alpha * rho * MIXED, CLASS.at_most(HERE)),
        (2 * FROM_X / MU + 2 * alpha * rho * MIXED, number(0) <= V.h),
    ],
    [
        (alpha * rho * s * MU * (rho * G + q), V.x),
        (q * (1 - q**2) * k * (1 - rho * m) + MIXED / s, alpha * V.e),
    ],
    given=[G > 0, rho * m <= 1, CLASS.at_least(HERE), CLASS.at_most(HERE)],
    at=ON_MU,
)

# The length: rho (1-q) x_t is SLOW + (BEND - FAST)/k, and V holds the three squares.
SLOW, BEND = V.y - rho * q * V.x, alpha * V.e
FAST = k * (V.y - rho * V.x) + BEND
SQUARES = combined(
    rho * G * square(SLOW) + q**3 * square(BEND) + q * (1 - q**2) * square(FAST) <= NOW,
    [(2 * alpha * rho * s * q, CLASS.at_least(HERE))],
    given=[G > 0, CLASS.at_least(HERE)],
)
PAIRS = combinations(((V.p1, V.u1), (V.p2, V.u2), (V.p3, V.u3)), 2)
CAUCHY = lemma(
    "dptheory/square-of-a-sum",
    combined(
        square(V.u1 + V.u2 + V.u3)
        <= (1 / V.p1 + 1 / V.p2 + 1 / V.p3)
        * (V.p1 * square(V.u1) + V.p2 * square(V.u2) + V.p3 * square(V.u3)),
        [],
        [(1 / (o * p), o * u - p * v) for (o, u), (p, v) in PAIRS],
    ),
)
PARTS = 1 / (rho * G) + (1 / q**3 + 1 / (q * (1 - q**2))) / k**2
WEIGHTS = {"p1": rho * G, "p2": q**3 * k**2, "p3": q * (1 - q**2) * k**2}
LENGTH = says(
    rho**2 * (1 - q) ** 2 * square(V.x) <= PARTS * NOW,
    given=[q > 0, G > 0, CLASS.at_least(HERE)],
    by=Derive(
        chain(
            substitute(CAUCHY, WEIGHTS | {"u1": SLOW, "u2": BEND / k, "u3": -FAST / k}),
            multiply(substitute(SQUARES, {}), PARTS),
        )
    ),
)

# Together: after t steps.
L = MU + WIDTH
FALLEN, RISEN = NOW <= rho ** (2 * V.t) * V.start, V.start <= AT_REST * V.gap
C = PARTS / (rho**2 * (1 - q) ** 2)
AFTER_T = says(
    L / 2 * square(V.x) <= L / 2 * C * rho ** (2 * V.t) * (AT_REST * V.gap),
    given=[q > 0, G > 0, CLASS.at_least(HERE), FALLEN, RISEN],
    by=Derive(
        chain(
            multiply(substitute(LENGTH, {}), L / (2 * rho**2 * (1 - q) ** 2)),
            multiply(given(FALLEN), L / 2 * C),
            multiply(given(RISEN), L / 2 * C * rho ** (2 * V.t)),
        )
    ),
    at=ON_MU,
)
