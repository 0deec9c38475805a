r"""Section 1, last paragraph: the results under noise that is merely uncorrelated with the state.

"The given results are satisfied even when the noise that corrupts the gradient is uncorrelated with
the state of the algorithm, provided that the noise variance can be bounded": :math:`Ew_t=0` and
:math:`E[w_t\xi_t^\top]=0` in place of :math:`E(w_t\vert\xi_t)=0`, which the method's own noise has.

On quadratics the moments are those of independent noise. The proof of Proposition 3.4 needs
:math:`E\langle\nabla F(x_t),w_t\rangle=0`, which :math:`E\langle x_t,w_t\rangle=0` gives for linear
gradients alone. Two steps from the minimiser are enough to break (23): :math:`x_1=-\alpha w_0` has
three values, :math:`w_1` depends on which, and F bends less beyond a point k. The state is then
:math:`(x_1,0)`.
"""

from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import second_moments
from verify.language import agrees, claim, instance, let, piecewise, says
from verify.language.formulas import number, put
from verify.language.symbols import between, nonnegative, positive, real
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.results.lyapunov_bound import REPAIRED, solves_22

V = symbols.V.extended(
    # A coordinate on a quadratic: moments of x_t, x_{t-1} and the noise.
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
    v=nonnegative(r"E[x_t^2]", unit="length^2", search=(0.001, 10)),
    lag=real(r"E[x_tx_{t-1}]", unit="length^2", search=(-10, 10)),
    last=nonnegative(r"E[x_{t-1}^2]", unit="length^2", search=(0.001, 10)),
    w2=nonnegative(r"E[w_t^2]", unit="gradient^2", search=(0, 10)),
    now=real(r"E[w_tx_t]", unit="loss", search=(-10, 10)),
    cross=real(r"E[w_tx_{t-1}]", unit="loss", search=(-10, 10)),
    # Three values of x_1, each with its probability and its w_1.
    k=nonnegative("k", unit="length", search=(0, 10)),
    **{f"q{j}": between(0, 1, f"q_{j}", unit="1") for j in (1, 2, 3)},
    **{f"X{j}": real(f"X_{j}", unit="length", search=(-10, 10)) for j in (1, 2, 3)},
    **{f"W{j}": real(f"W_{j}", unit="gradient", search=(-10, 10)) for j in (1, 2, 3)},
)

STEP = 1 + V.beta - V.alpha * V.curvature
MOMENT = (
    STEP**2 * V.v
    - 2 * STEP * V.beta * V.lag
    + V.beta**2 * V.last
    + V.alpha**2 * V.w2
    - 2 * V.alpha * (STEP * V.now - V.beta * V.cross)
)


def independent(alpha: Any, beta: Any, curvature: Any, w2: Any, v: Any, lag: Any, last: Any) -> Any:
    """The library's E x_{t+1}^2, whose noise is independent of the past."""
    return second_moments(heavy_ball(alpha, beta), curvature, w2, (v, lag, last), 1)[-1][0]


CASES = tuple((V(f"q{j}"), V(f"X{j}"), V(f"W{j}")) for j in (1, 2, 3))


def mean(of: Any) -> Any:
    """The expectation of a function of x_1 and w_1."""
    return sum(q * of(x, w) for q, x, w in CASES)


def beyond(x: Any) -> Any:
    """How far a point lies beyond k."""
    return piecewise(x <= V.k, number(0), V.k < x, x - V.k)


def gradient(x: Any) -> Any:
    """Of F: its curvature is L up to k, and mu beyond."""
    return V.L * x - (V.L - V.mu) * beyond(x)


def loss(x: Any) -> Any:
    """F - F*."""
    return V.L / 2 * x**2 - (V.L - V.mu) / 2 * beyond(x) ** 2


UNCORRELATED = (
    V.q1 + V.q2 + V.q3 == 1,
    mean(lambda x, _: x) == 0,
    mean(lambda _, w: w) == 0,
    mean(lambda x, w: x * w) == 0,
    mean(lambda x, _: x**2) <= V.alpha**2 * V.noise,
    mean(lambda _, w: w**2) <= V.noise,
)
FACTOR = 1 + 2 * V.P12**2 / (V.P22 * V.c * V.L + 2 * (V.P11 * V.P22 - V.P12**2))
LAW = instance("mu=1/2 L=1 q1=3/4 q2=3/16 q3=1/16 X1=-1 X2=2 X3=6 W1=-3/8 W2=21/8 W3=-27/8 k=2")
WITNESS = LAW | instance(
    "alpha=4/3 beta=1/50 rho=5/12 P11=1/2 P12=0 P22=1/100 c0=13/25 c=1/100 noise=17/8"
)
# x_2 = (1 + beta) x_1 - alpha (F'(x_1) + w_1), as x_0 = x* = 0.
GAP = let("E[F(x_2)-F^*]", mean(lambda x, w: loss((1 + V.beta) * x - V.alpha * (gradient(x) + w))))
TWO_STEPS = says(
    GAP <= (1 + V.rho**2) * (V.L * V.alpha**2 / 2) * V.noise * FACTOR,
    given=[V.mu <= V.L, V.P12**2 < V.P11 * V.P22, V.c > 0, solves_22(-V.alpha), *UNCORRELATED],
    at=WITNESS,
)
PROP_3_4 = "Prop 3.4, two steps from the minimiser"

UNCORRELATED_NOISE = (
    claim(
        "accelerated/uncorrelated-noise",
        "§1, last paragraph",
        "The results under noise that is uncorrelated with the state",
    )
    .says(
        {
            "quadratics": agrees(MOMENT == V.of(independent), given=[V.now == 0, V.cross == 0]),
            PROP_3_4: TWO_STEPS,
        },
        # With mean zero given the state, as the method's own noise has it, a bound (23) holds.
        instead={PROP_3_4: REPAIRED},
        # Uncorrelated with x_1, but not with the gradient there.
        notes=(says(number(0) < put(mean(lambda x, w: gradient(x) * w), LAW)),),
    )
    .rejects("correlated with the state before", part="quadratics", given=[V.now == 0])
)
