r"""Gradient descent under noise that is merely uncorrelated with the state.

:math:`x_{t+1}=x_t-\alpha(\nabla F(x_t)+w_t)`, F in :math:`\mathcal S_{\mu,L}`,
:math:`0<\alpha<2/L`, :math:`E\|w_t\|^2\le\sigma^2`: docs/uncorrelated-noise.md, in its letters.

**From above.** Only :math:`E\langle w_t,x_t-x^*\rangle=0` is used. The square of a step has one
more term that is linear in the noise: Young's inequality weighs it against what the class leaves.

**From below**, on the line, in the unit b. Noise moves a run from 0 to -1, a step takes it to
:math:`s=\alpha L-1`, noise to s + m, and from then on noise makes the factor u of what would be
:math:`\rho=1-\alpha\mu`. That m balances the correlation of all later noise fixes u - rho.
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
alpha, mu, L, s, m, u = V.alpha, V.mu, V.L, V.bend, V.m, V.u
rho = 1 - alpha * mu
WHERE = "docs/uncorrelated-noise.md"

# From above: one step of any F of the class, and the floor.
F = function("F", "d", smooth=L, strongly_convex=mu, unit="loss")
AWAY, GRADIENT = V.x - F.argmin, F.grad(V.x)
NEXT = norm(AWAY - alpha * (GRADIENT + V.w)) ** 2
CLASS = [(2 * alpha, F.interpolates(F.argmin, V.x)), (2 * alpha, F.interpolates(V.x, F.argmin))]
SPARE = 2 - alpha * (L - mu)
q = 1 - 2 * alpha * mu * (2 - alpha * L) / SPARE
FLOOR = alpha / (mu * (2 - alpha * L))  # over sigma^2
UNCORRELATED = claim(
    "dptheory/uncorrelated-floor",
    WHERE,
    "Gradient descent under noise that is uncorrelated with its state: the floor, attained",
).says(
    {
        "one step, whatever the noise": combined(
            NEXT
            <= q * norm(AWAY) ** 2
            + 2 * alpha**2 / SPARE * norm(V.w) ** 2
            - 2 * alpha * (2 - alpha * (mu + L)) / SPARE * dot(AWAY, V.w),
            CLASS,
            # Young's inequality for the noise and what the class leaves.
            [
                (
                    alpha / (SPARE * (L - mu)),
                    2 * mu * AWAY - SPARE * GRADIENT + alpha * (L - mu) * V.w,
                )
            ],
            given=[alpha * L < 2],
        ),
        "the floor": says(2 * alpha**2 / SPARE == (1 - q) * FLOOR, given=[mu < L, alpha * L < 2]),
        # Eigenvalues mu and L: (X, Y) goes to (X, -Y) and back, with noise orthogonal to it.
        "attained": says(
            V.X**2 + V.Y**2 == FLOOR * V.noise,
            given=[
                alpha * L < 2,
                mu * V.X**2 == (2 / alpha - L) * V.Y**2,
                (mu * V.X) ** 2 + ((2 / alpha - L) * V.Y) ** 2 == V.noise,
            ],
        ),
        "over that of independent noise": says(
            FLOOR / (alpha**2 / (1 - rho**2)) == (2 - alpha * mu) / (2 - alpha * L),
            given=[alpha * mu < 2, alpha * L < 2],
        ),
        "the library's": agrees(
            V.of(lambda alpha, mu, L: uncorrelated_floor(alpha, mu, L)) == FLOOR,
            given=[mu <= L, alpha * L < 2],
        ),
    },
    ours=True,
)
SHORT = alpha * (mu + L) <= 2
ARBITRARY = claim(
    "dptheory/arbitrary-noise-floor",
    WHERE,
    "Gradient descent under noise of which only the size is known",
).says(
    {
        "one step": combined(
            NEXT <= rho * norm(AWAY) ** 2 + alpha / mu * norm(V.w) ** 2,
            CLASS,
            [
                (alpha / (mu * rho), mu * (AWAY - alpha * GRADIENT) + rho * V.w),
                (alpha * (2 - alpha * (mu + L)) / (rho * (L - mu)), GRADIENT - mu * AWAY),
            ],
            given=[SHORT],
        ),
        "the floor": says(alpha / mu == (1 - rho) / mu**2),
        "no more than uncorrelated noise at the longest step": says(
            FLOOR == 1 / mu**2, given=[mu < L, alpha * (mu + L) == 2]
        ),
    },
    ours=True,
)

# Two steps on the line: w_0 is a, 0 or -a, then w_1 is -PUSH, BACK or -PUSH.
p = (1 - V.k**2) / 2
PUSH, BACK = V.a * V.k, V.a * (1 - V.k**2) / V.k
NOISE = V.a**2 * (1 - V.k**2)
TWO_STEPS = claim(
    "dptheory/uncorrelated-two-steps",
    WHERE,
    r"Two steps under noise that is uncorrelated with the state, at steps with $\alpha(\mu+L)\le2$",
).says(
    {
        "the mean of the noise": says(V.k**2 * BACK - 2 * p * PUSH == 0),
        "its second moment": says(2 * p * PUSH**2 + V.k**2 * BACK**2 == NOISE),
        "that of the noise before": says(2 * p * V.a**2 == NOISE),
        "above the bound of independent noise": says(
            p * (alpha * V.a * rho + alpha * PUSH) ** 2
            + p * (alpha * V.a * (alpha * L - 1) + alpha * PUSH) ** 2
            + V.k**2 * (alpha * BACK) ** 2
            > (rho**2 + 1) * alpha**2 * NOISE,
            given=[mu < L, SHORT, 1 - alpha * (mu + L) / 2 < V.k],
        ),
    },
    ours=True,
)

# Nesterov's method with sqrt(alpha mu) = 1/3, hence beta = 1/2, two steps from the minimiser.
LAW = instance(
    "mu=1/9 L=1 alpha=1 k=2 q1=3/4 q2=3/16 q3=1/16 X1=0 X2=-2 X3=6 W1=1 W2=-3 W3=-3 noise=3"
)


def ends(x: Any, w: Any) -> Any:
    """F(x_2) - F* + mu/2 |v_2 - x*|^2, with v_2 = x_1 + (x_2 - x_1)/sqrt(alpha mu)."""
    ahead = Fraction(3, 2) * x
    new = ahead - alpha * (bent.gradient(ahead) + w)
    return bent.loss(new) + mu / 2 * (x + (new - x) / Fraction(1, 3)) ** 2


NESTEROV = claim(
    "dptheory/uncorrelated-nesterov",
    WHERE,
    "Nesterov's Lyapunov function after two steps under noise uncorrelated with the state",
).says(
    {
        "the law": says(
            put(
                each(
                    bent.mean(lambda _, w: w) == 0,
                    bent.mean(lambda x, w: x * w) == 0,
                    bent.mean(lambda _, w: w**2) == V.noise,
                    bent.mean(lambda x, _: x**2) == alpha**2 * V.noise,
                ),
                LAW,
            )
        ),
        # (28) twice from rest, for this function: V_t <= (1 - 1/3) V_{t-1} + what noise adds.
        "above the bound": says(
            put(Fraction(5, 3) * alpha / 2 * (1 + alpha * L) * V.noise < bent.mean(ends), LAW)
        ),
    },
    ours=True,
)

# From below: the run from -1 on has the second moment 1 + S, its noise SPENT, and rho = u - h.
h = let("h", m * (1 - u**2) / (s + m) ** 2)
S = let("S", (s + m) ** 2 / (1 - u**2))
SPENT = 1 + m**2 + h * m
SHARE = ((s + m) ** 2 + 2 * m) / (2 * (1 + m**2))
BEST = (1 + s**2) / 4 + ((1 - s**2) ** 2 / 4 + (1 + s) ** 2).sqrt() / 2
GOES_ON = [s + m > 0]
BELOW = claim(
    "dptheory/uncorrelated-from-below",
    WHERE,
    "Uncorrelated noise on the line: the moments of a law, above those of independent noise",
).says(
    {
        "uncorrelated with the state": says(h * S == m, given=GOES_ON),
        "its second moment": says(1 + m**2 + h**2 * S == SPENT, given=GOES_ON),
        "the state of the next step": says(1 + (s + m) ** 2 + u**2 * S == 1 + S, given=GOES_ON),
        "at least": says(
            SHARE * SPENT <= (1 + S) * (1 - (u - h)), given=[*GOES_ON, number(0) < u - h + s]
        ),
        "no m has more": says(SHARE <= BEST),
        "golden at the step 1/L": says(
            put(SHARE, {"bend": 0, "m": (1 + number(5).sqrt()) / 2}) == put(BEST, {"bend": 0}),
            over=V,
        ),
        # Above the floor of independent noise, for mu < L and 2m + s > rho.
        "more than independent noise": says(
            (1 + S) * (1 - (u - h) ** 2) == SPENT + (u - h + s) * (2 * m + s - (u - h)),
            given=GOES_ON,
        ),
        "at most, by the floor above": says(
            (1 + S) * (1 - (u - h)) * (1 - s) <= SPENT, given=[*GOES_ON, number(0) < u - h + s]
        ),
    },
    ours=True,
)
