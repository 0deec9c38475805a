r"""Gradient descent under noise that is merely uncorrelated with the state.

:math:`x_{t+1}=x_t-\alpha(\nabla F(x_t)+w_t)`, F in :math:`\mathcal S_{\mu,L}`,
:math:`0<\alpha<2/L`, :math:`E\|w_t\|^2\le\sigma^2`. With :math:`E(w_t\mid x_t)=0` the floor of
:math:`E\|x_t-x^*\|^2` is :math:`\frac{\alpha\sigma^2}{\mu(2-\alpha\mu)}` up to
:math:`\alpha=2/(\mu+L)`.

**From above.** The square of a step has one term that is linear in the noise and not in
:math:`\langle w,x-x^*\rangle`: it is weighed by Young's inequality against what the class leaves.
Only :math:`E\langle w_t,x_t-x^*\rangle=0` is used, and the floor is
:math:`\frac{\alpha\sigma^2}{\mu(2-\alpha L)}`. The eigenvalues mu and L attain it. Of a noise of
which only the size is known the floor is :math:`\sigma^2/\mu^2`.

**From below.** On the line :math:`E\langle w,x\rangle=0` is all that "uncorrelated" says. F bends
with mu on one side of its minimiser 0, with L on the other. Rarely, and at any time, noise moves a
run from 0 to -1 (in a unit of its own); the step takes it to :math:`s=\alpha L-1`, noise to
:math:`s+m`, and from then on noise makes the factor u of what would be
:math:`\rho=1-\alpha\mu`. That m balances the correlation of all later noise fixes :math:`u-\rho`.
"""

from fractions import Fraction
from typing import Any

from dptheory.bounds.strongly_convex import uncorrelated_floor
from verify.language import agrees, claim, dot, each, function, instance, let, norm, put, says
from verify.language.formulas import number
from verify.language.symbols import between, positive, real, vector
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.results import uncorrelated_noise as bent
from verify.papers.dptheory.formulas.interpolation import combined

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    w=vector("d", "w_t", unit="gradient"),
    X=real("X", unit="length", search=(-10, 10)),
    Y=real("Y", unit="length", search=(-10, 10)),
    a=positive("a", unit="gradient", search=(0.1, 10)),
    k=between(0, 1, "k", unit="1", ends="()"),
    bend=between(-1, 1, "s", unit="1", ends="()"),
    m=positive("m", unit="1", search=(0.1, 5)),
    u=between(0, 1, "u", unit="1", ends="()"),
)
WHERE = "docs/uncorrelated-noise.md"
ALPHA, MU, L = V.alpha, V.mu, V.L
F = function("F", "d", smooth=L, strongly_convex=MU)
AWAY, GRADIENT = V.x - F.argmin, F.grad(V.x)
NEXT = norm(AWAY - ALPHA * (GRADIENT + V.w)) ** 2
BOTH = [(2 * ALPHA, F.interpolates(F.argmin, V.x)), (2 * ALPHA, F.interpolates(V.x, F.argmin))]
WIDTH = L - MU
SPARE = 2 - ALPHA * WIDTH
SHORT = [ALPHA * (MU + L) <= 2]
FACTOR = 1 - 2 * ALPHA * MU * (2 - ALPHA * L) / SPARE
CROSS = 2 * ALPHA * (2 - ALPHA * (MU + L)) / SPARE
WEIGHT = 2 * ALPHA**2 / SPARE
FLOOR = ALPHA / (MU * (2 - ALPHA * L))
RHO = 1 - ALPHA * MU
INDEPENDENT = ALPHA**2 / (1 - RHO**2)

STEP = NEXT <= FACTOR * norm(AWAY) ** 2 + WEIGHT * norm(V.w) ** 2 - CROSS * dot(AWAY, V.w)
YOUNG = 2 * MU * AWAY - SPARE * GRADIENT + ALPHA * WIDTH * V.w
UNCORRELATED = claim(
    "dptheory/uncorrelated-floor",
    WHERE,
    "Gradient descent under noise that is uncorrelated with its state: the floor, attained",
).says(
    {
        "one step, whatever the noise": combined(
            STEP, BOTH, [(ALPHA / (SPARE * WIDTH), YOUNG)], given=[ALPHA * L < 2]
        ),
        "the floor": says(WEIGHT == (1 - FACTOR) * FLOOR, given=[MU < L, ALPHA * L < 2]),
        # Eigenvalues mu and L: (X, Y) goes to (X, -Y) and back, with noise orthogonal to it.
        "attained": says(
            V.X**2 + V.Y**2 == FLOOR * V.noise,
            given=[
                ALPHA * L < 2,
                MU * V.X**2 == (2 / ALPHA - L) * V.Y**2,
                (MU * V.X) ** 2 + ((2 / ALPHA - L) * V.Y) ** 2 == V.noise,
            ],
        ),
        "over that of independent noise": says(
            FLOOR / INDEPENDENT == (2 - ALPHA * MU) / (2 - ALPHA * L),
            given=[ALPHA * MU < 2, ALPHA * L < 2],
        ),
        "the library's": agrees(
            V.of(lambda alpha, mu, L: uncorrelated_floor(alpha, mu, L)) == FLOOR,
            given=[MU <= L, ALPHA * L < 2],
        ),
    },
    ours=True,
)

ANY = NEXT <= RHO * norm(AWAY) ** 2 + ALPHA / MU * norm(V.w) ** 2
ANY_SQUARES = [
    (ALPHA / (MU * RHO), MU * (AWAY - ALPHA * GRADIENT) + RHO * V.w),
    (ALPHA * (2 - ALPHA * (MU + L)) / (RHO * WIDTH), GRADIENT - MU * AWAY),
]
ARBITRARY = claim(
    "dptheory/arbitrary-noise-floor",
    WHERE,
    "Gradient descent under noise of which only the size is known",
).says(
    {
        "one step": combined(ANY, BOTH, ANY_SQUARES, given=SHORT),
        "the floor": says(ALPHA / MU == (1 - RHO) / MU**2),
        "no more than uncorrelated noise at the longest step": says(
            FLOOR == 1 / MU**2, given=[MU < L, ALPHA * (MU + L) == 2]
        ),
    },
    ours=True,
)

# Two steps on the line: x_1 is alpha a, 0 or -alpha a, w_1 is -ak, a(1 - k^2)/k or -ak.
FAR, NEAR = (1 - V.k**2) / 2, V.k**2
PUSH, BACK = V.a * V.k, V.a * (1 - V.k**2) / V.k
NOISE = V.a**2 * (1 - V.k**2)
SECOND = (
    FAR * (ALPHA * V.a * RHO + ALPHA * PUSH) ** 2
    + FAR * (ALPHA * V.a * (ALPHA * L - 1) + ALPHA * PUSH) ** 2
    + NEAR * (ALPHA * BACK) ** 2
)
TWO_STEPS = claim(
    "dptheory/uncorrelated-two-steps",
    WHERE,
    "Two steps under noise that is uncorrelated with the state, on every class and at every step",
).says(
    {
        "the mean of the noise": says(NEAR * BACK - 2 * FAR * PUSH == 0),
        "its second moment": says(2 * FAR * PUSH**2 + NEAR * BACK**2 == NOISE),
        "that of the noise before": says(2 * FAR * V.a**2 == NOISE),
        "above the bound of independent noise": says(
            SECOND > (RHO**2 + 1) * ALPHA**2 * NOISE,
            given=[MU < L, *SHORT, 1 - ALPHA * (MU + L) / 2 < V.k],
        ),
    },
    ours=True,
)

# The run from -1 on: what is lost of the factor, its second moment, that of the noise.
LOST = let("h", V.m * (1 - V.u**2) / (V.bend + V.m) ** 2)
LATER = let("S", (V.bend + V.m) ** 2 / (1 - V.u**2))
SIZE, SPENT = 1 + LATER, 1 + V.m**2 + LOST * V.m
RATE = V.u - LOST
SHARE = ((V.bend + V.m) ** 2 + 2 * V.m) / (2 * (1 + V.m**2))
BEST = (1 + V.bend**2) / 4 + ((1 - V.bend**2) ** 2 / 4 + (1 + V.bend) ** 2).sqrt() / 2
GOLDEN = (1 + number(5).sqrt()) / 2
GOES_ON = [V.bend + V.m > 0]
BELOW = claim(
    "dptheory/uncorrelated-from-below",
    WHERE,
    "Uncorrelated noise on the line: the moments of a law, above those of independent noise",
).says(
    {
        "uncorrelated with the state": says(LOST * LATER == V.m, given=GOES_ON),
        "its second moment": says(1 + V.m**2 + LOST**2 * LATER == SPENT, given=GOES_ON),
        "the state of the next step": says(
            1 + (V.bend + V.m) ** 2 + V.u**2 * LATER == SIZE, given=GOES_ON
        ),
        "at least": says(
            SHARE * SPENT <= SIZE * (1 - RATE), given=[*GOES_ON, number(0) < RATE + V.bend]
        ),
        "no m has more": says(SHARE <= BEST),
        "golden at the step 1/L": says(
            put(SHARE, {"bend": 0, "m": GOLDEN}) == put(BEST, {"bend": 0}), over=V
        ),
        # Above the floor of independent noise, for mu < L and 2m + s > rho.
        "more than independent noise": says(
            SIZE * (1 - RATE**2) == SPENT + (RATE + V.bend) * (2 * V.m + V.bend - RATE),
            given=GOES_ON,
        ),
        "at most, by the floor above": says(
            SIZE * (1 - RATE) * (1 - V.bend) <= SPENT, given=[*GOES_ON, number(0) < RATE + V.bend]
        ),
    },
    ours=True,
)

# Nesterov's method with r = sqrt(alpha mu) = 1/3, hence beta = 1/2, two steps from the minimiser.
LAW = instance(
    "mu=1/9 L=1 alpha=1 k=2 q1=3/4 q2=3/16 q3=1/16 X1=0 X2=-2 X3=6 W1=1 W2=-3 W3=-3 noise=3"
)
R, MOMENTUM = Fraction(1, 3), Fraction(1, 2)


def ends(x: Any, w: Any) -> Any:
    """F(x_2) - F* + mu/2 |v_2 - x*|^2, with v_2 = x_1 + (x_2 - x_1)/r."""
    ahead = (1 + MOMENTUM) * x
    new = ahead - ALPHA * (bent.gradient(ahead) + w)
    return bent.loss(new) + MU / 2 * (x + (new - x) / R) ** 2


def of_law(formula: Any) -> Any:
    """The value of a formula for this law."""
    return put(formula, LAW)


NESTEROV = claim(
    "dptheory/uncorrelated-nesterov",
    WHERE,
    "Nesterov's Lyapunov function after two steps under noise uncorrelated with the state",
).says(
    {
        "the law": says(
            each(
                of_law(bent.mean(lambda _, w: w)) == 0,
                of_law(bent.mean(lambda x, w: x * w)) == 0,
                of_law(bent.mean(lambda _, w: w**2)) == of_law(V.noise),
                of_law(bent.mean(lambda x, _: x**2)) == of_law(ALPHA**2 * V.noise),
            )
        ),
        # (28) twice from rest, for this function: V_t <= (1 - r) V_{t-1} + what noise adds.
        "above the bound": says(
            of_law((2 - R) * ALPHA / 2 * (1 + ALPHA * L) * V.noise) < of_law(bent.mean(ends))
        ),
    },
    ours=True,
)
CLAIMS = (UNCORRELATED, ARBITRARY, TWO_STEPS, NESTEROV, BELOW)
