r"""Where the heavy ball is certified as fast as on its slowest quadratic, for every kappa.

The roots of :math:`z^2-(1+\beta-\alpha\mu)z+\beta` are rho and rho q: so the heavy ball moves on
:math:`\frac\mu2|x|^2`, and no rate below rho is possible. With :math:`s=\alpha(L-\mu)/\rho` step
size, momentum and class follow from rho, q and s; :math:`m\ge0` is free, and what is certified with
any m is certified. What is used of F is used of
:math:`h=F-F^*-\frac\mu2|x|^2`, which is convex and :math:`(L-\mu)`-smooth.

**It pays**: at every kappa a heavy ball is faster than gradient descent at any step size. The
surface :math:`s=2(1-q^2)`, :math:`0<q\le\rho/(2-\rho)`, lies in the region: with
:math:`\alpha\mu=(1-\rho)(1-\rho q)`, :math:`\alpha(L-\mu)=2\rho(1-q^2)` and :math:`\beta=\rho^2q`
the rate is rho, and q < rho makes it smaller than :math:`(\kappa-1)/(\kappa+1)`. On the curve
:math:`q=\rho/2` every kappa > 1 has its rho, and V is short.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, claim, each, instance, lemma, number, put, says, tends
from verify.language.symbols import between, natural, nonnegative, notation, positive, vector
from verify.methods.derive import Derive, chain, given, multiply, substitute
from verify.papers.dptheory.formulas import interpolation
from verify.papers.dptheory.formulas.interpolation import Point, combined, square, tilted

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
WIDTH = V.rho * V.s / V.alpha  # L - mu
K = 1 + V.rho * V.m
TILT = (1 - V.q**2) * K
G = V.s - TILT * (1 + V.q * V.m)
SPARE = V.s * V.q * (TILT * (1 - V.rho * V.m) - (1 - V.rho) ** 2) - V.rho * (V.s - 2 + 2 * V.q) * G
REGION = [G > 0, number(0) <= SPARE, V.s * V.q * (1 - V.rho) <= V.rho * (1 - V.q) * G]
OF_SLOW, OF_BEND, OF_FAST = V.rho * G, V.q**3, V.q * (1 - V.q**2)


def after(x: Formula, x_last: Formula, e: Formula) -> Formula:
    """The next point: x + beta (x - x_last) - alpha (mu x + e)."""
    return V.rho * (1 + V.q) * x - V.rho**2 * V.q * x_last - V.alpha * e


def lyapunov(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V: what the slow and the fast root move, the gradient and the value; y is the next point."""
    slow, bend = y - V.rho * V.q * x, V.alpha * e
    fast = K * (y - V.rho * x) + bend
    value = 2 * V.rho * V.s * V.q * V.alpha * h
    return OF_SLOW * square(slow) + OF_FAST * (square(fast) - square(bend)) + value


OF = interpolation.Curvatures(WIDTH)
HERE, NEXT = Point(V.x, V.e, V.h), Point(V.y, V.e_next, V.h_next)
AHEAD, DOWN, UP = OF.between(HERE, NEXT), OF.at_most(NEXT), OF.at_least(NEXT)
NOW = lyapunov(V.x, V.y, V.e, V.h)
DECREASE = lyapunov(V.y, after(V.y, V.x, V.e_next), V.e_next, V.h_next) <= V.rho**2 * NOW
# F = mu/2 |x|^2, at t = 0 with more than the start has.
ON_MU = instance(
    "d=1 alpha=1 rho=1/2 q=1/4 s=15/8 m=0 x=(1,) y=(1/2,) e=(0,) e_next=(0,) h=0 h_next=0 "
    "t=0 start=1 gap=100"
)
ONE_STEP = says(
    DECREASE,
    given=[*REGION, AHEAD, DOWN, UP],
    by=combined(
        DECREASE,
        [
            (2 * V.alpha * V.rho**3 * V.q * V.s, AHEAD),
            (2 * V.alpha * V.rho**2 * ((1 - V.q) * G + V.q * V.s * (1 - V.rho)), DOWN),
            (2 * V.alpha * V.rho * (V.rho * (1 - V.q) * G - V.q * V.s * (1 - V.rho)), UP),
        ],
        [
            (V.rho**2 * V.q, V.alpha * V.e_next - V.alpha * V.e - TILT * (V.y - V.rho * V.x)),
            (SPARE / V.s, V.alpha * V.e_next),
        ],
    ),
    at=ON_MU,
)

# rho (1-q) x_t is SLOW + (BEND - FAST)/K, and V holds the three squares.
SLOW, BEND = V.y - V.rho * V.q * V.x, V.alpha * V.e
FAST = K * (V.y - V.rho * V.x) + BEND
WEIGHED = V.p1 * square(V.u1) + V.p2 * square(V.u2) + V.p3 * square(V.u3)
OF_A_SUM = square(V.u1 + V.u2 + V.u3) <= (1 / V.p1 + 1 / V.p2 + 1 / V.p3) * WEIGHED
PAIRS = [(V.p1, V.p2, V.u1, V.u2), (V.p1, V.p3, V.u1, V.u3), (V.p2, V.p3, V.u2, V.u3)]
CAUCHY = lemma(
    "dptheory/square-of-a-sum",
    OF_A_SUM,
    by=combined(OF_A_SUM, [], [(1 / (p * q), p * u - q * v) for p, q, u, v in PAIRS]),
)
SQUARES = OF_SLOW * square(SLOW) + OF_BEND * square(BEND) + OF_FAST * square(FAST) <= NOW
HELD = says(
    SQUARES,
    given=[G > 0, OF.at_least(HERE)],
    by=combined(SQUARES, [(2 * V.alpha * V.rho * V.s * V.q, OF.at_least(HERE))]),
)
PARTS = 1 / OF_SLOW + (1 / OF_BEND + 1 / OF_FAST) / K**2
ERROR = says(
    V.rho**2 * (1 - V.q) ** 2 * square(V.x) <= PARTS * NOW,
    given=[V.q > 0, G > 0, OF.at_least(HERE)],
    by=Derive(
        chain(
            substitute(
                CAUCHY,
                {"p1": OF_SLOW, "p2": OF_BEND * K**2, "p3": OF_FAST * K**2}
                | {"u1": SLOW, "u2": BEND / K, "u3": -FAST / K},
            ),
            multiply(substitute(HELD, {}), PARTS),
        )
    ),
)

MU = (1 - V.rho) * (1 - V.rho * V.q) / V.alpha
BETA = V.rho**2 * V.q
FROM_X = (
    OF_SLOW * V.rho**2 * (1 - V.rho * V.q) ** 2 + OF_FAST * (V.rho * V.q * K * (1 - V.rho)) ** 2
)
AT_REST = 2 * FROM_X / MU + 2 * V.alpha * V.rho * V.s * (OF_SLOW + V.q)
VALUE_0 = V.h + MU / 2 * square(V.x)  # F(x_0) - F*
RISE = lyapunov(V.x, after(V.x, V.x, V.e), V.e, V.h) <= AT_REST * VALUE_0
MIXED = OF_SLOW * (1 - V.rho * V.q) + OF_FAST * K * V.rho * V.m * V.q * (1 - V.rho)
ACROSS = 2 * V.alpha * V.rho * MIXED
START = says(
    RISE,
    given=[G > 0, V.rho * V.m <= 1, OF.at_least(HERE), OF.at_most(HERE)],
    by=combined(
        RISE,
        [
            (2 * V.alpha * V.rho * V.s * OF_SLOW, OF.at_least(HERE)),
            (ACROSS, OF.at_most(HERE)),
            (2 * FROM_X / MU + ACROSS, number(0) <= V.h),
        ],
        [
            (V.alpha * V.rho * V.s * MU * (OF_SLOW + V.q), V.x),
            (OF_FAST * K * (1 - V.rho * V.m) + MIXED / V.s, BEND),
        ],
    ),
    at=ON_MU,
)

L = MU + WIDTH
FALLEN, RISEN = NOW <= V.rho ** (2 * V.t) * V.start, V.start <= AT_REST * V.gap
LENGTH = PARTS / (V.rho**2 * (1 - V.q) ** 2)
AFTER = says(
    L / 2 * square(V.x) <= L / 2 * LENGTH * V.rho ** (2 * V.t) * (AT_REST * V.gap),
    given=[V.q > 0, G > 0, OF.at_least(HERE), FALLEN, RISEN],
    by=Derive(
        chain(
            multiply(substitute(ERROR, {}), L / (2 * V.rho**2 * (1 - V.q) ** 2)),
            multiply(given(FALLEN), L / 2 * LENGTH),
            multiply(given(RISEN), L / 2 * LENGTH * V.rho ** (2 * V.t)),
        )
    ),
    at=ON_MU,
)

F_NEXT = V.x + BETA * (V.x - V.x_last) - V.alpha * tilted(HERE, MU).g
BEST = WIDTH / (MU + L)  # gradient descent's best rate, (L - mu)/(L + mu)
REGION_CLAIM = (
    claim(
        "dptheory/heavy-ball-region",
        "docs/lmi.md, Section 11",
        "A region in which the heavy ball has the rate of its slowest quadratic",
    )
    .says(
        {
            "a Lyapunov value falls in a step": ONE_STEP,
            "its value at the start, at rest": START,
            "hence, after t steps": AFTER,
            "no rate below rho": says(after(V.rho * V.x, V.x, 0 * V.e) == V.rho * (V.rho * V.x)),
            "than gradient descent at any step": says(
                V.rho < BEST, given=[V.s > 2 * (1 - V.rho * V.q)]
            ),
            "than gradient descent at this step": says(V.rho < 1 - V.alpha * MU, given=[V.q > 0]),
        },
        # F with mu and L above takes the same steps as h.
        notes=(says(F_NEXT == after(V.x, V.x_last, V.e)),),
    )
    .rejects("rho^3", part="a Lyapunov value falls in a step", right=V.rho**3 * NOW)
)

SURFACE = {"s": 2 * (1 - V.q**2), "m": number(0)}
CURVE = {"s": 2 - V.rho**2 / 2, "q": V.rho / 2, "m": number(0)}
# Where alpha = 1/L.
STEP_1_L, FARTHER = (
    {"s": 1 + (1 - V.rho) * q, "q": number(q), "m": number(m)}
    for q, m in ((F(3, 4), F(0)), (F(4, 5), F(1, 2)))
)
KAPPA = 1 + V.rho * V.s / ((1 - V.rho) * (1 - V.rho * V.q))


def inside(place: Any, given: Any) -> Draft:
    """The region's conditions there."""
    return says(each(*(put(condition, place) for condition in REGION[1:])), given=given)


def on_curve(x: Formula, y: Formula, e: Formula, h: Formula) -> Formula:
    """V there."""
    fast = y - V.rho * x + V.alpha * e
    rest = (square(fast) - square(V.alpha * e)) / 2 + 2 * V.rho * V.alpha * h
    return square(y - V.rho**2 / 2 * x) + rest


ON_CURVE = says(
    on_curve(V.y, put(after(V.y, V.x, V.e_next), CURVE), V.e_next, V.h_next)
    <= V.rho**2 * on_curve(V.x, V.y, V.e, V.h),
    given=[put(condition, CURVE) for condition in (AHEAD, DOWN, UP)],
    # V of the region is this one times rho (1 - rho^2/4).
    by=Derive(multiply(substitute(ONE_STEP, CURVE), 1 / (V.rho * (1 - V.rho**2 / 4)))),
)
LONG, LONGER = [V.rho >= F(7, 8)], [V.rho >= F(19, 20)]
PAYS = (
    claim(
        "dptheory/heavy-ball-beats-gradient",
        "docs/lmi.md, Section 11",
        r"At every $\kappa$ a heavy ball is faster than gradient descent at any step",
    )
    .says(
        {
            "in the region": inside(SURFACE, [V.q * (2 - V.rho) <= V.rho]),
            "faster": says(V.rho < put(BEST, SURFACE), given=[V.q > 0, V.q < V.rho]),
            "kappa": says(L / MU == KAPPA),
            "its distance from 1": says(
                (1 - V.rho) * put(KAPPA, SURFACE)
                == (1 - V.rho + 2 * V.rho * (1 - V.q**2) / (1 - V.rho * V.q))
            ),
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
