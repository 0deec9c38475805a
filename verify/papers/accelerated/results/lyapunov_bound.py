"""Proposition 3.4, (22)-(23): the Lyapunov bound of DP-SHB."""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.language import claim, instance, lemma, nonnegative, real, says
from verify.language.formulas import Formula, below, external, number
from verify.methods.derive import Derive, multiply, words
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.formulas.solved import SOLUTIONS
from verify.papers.accelerated.lemmas.heavy_ball_step import ONE_STEP
from verify.papers.accelerated.notation import V
from verify.papers.accelerated.results.prop_3_4 import X0

F = Fraction
MOST_EXACT = 60  # iterations in rational arithmetic


@functools.lru_cache(maxsize=4096)
def moments(F: Any, alpha: Any, beta: Any, x0: Any, before: Any, noise: Any, t: Any) -> Any:
    """Coordinate by coordinate its curvature and E x_t^2, E x_t x_{t-1} and E x_{t-1}^2.

    The noise of a step has the covariance (noise/d) I_d: (20) at m = n.
    """
    number = Fraction if t <= MOST_EXACT else float
    method = heavy_ball(number(alpha), number(beta))
    share = number(Fraction(noise) / len(F))
    found = []
    for curvature, x, last in zip(F, x0, before, strict=True):
        start = point_start(number(x), number(last))
        path = second_moments(method, number(curvature), share, start, int(t))
        found.append((number(curvature), *path[-1]))
    return found


def expected_gap(*run: Any) -> Any:
    r"""The expected error of $x_t$ with noise of mean square $\mathcal E_T$, on a quadratic $F$."""
    return sum(curvature * now / 2 for curvature, now, _, _ in moments(*run))


def expected_value(P11: Any, P12: Any, P22: Any, c: Any, *run: Any) -> Any:
    """E V_{P,c}(xi_t)."""
    return sum(
        (P11 + c * curvature / 2) * now + 2 * P12 * lag + P22 * last
        for curvature, now, lag, last in moments(*run)
    )


def start_value(F: Any, P11: Any, P12: Any, P22: Any, c: Any, x0: Any, before: Any) -> Fraction:
    r"""$(\xi_0-\xi^*)^\top[P\otimes I_d](\xi_0-\xi^*)+c(F(x_0)-F^*)$."""
    forms = (
        P11 * x**2 + 2 * P12 * x * last + P22 * last**2 + c * curvature * x**2 / 2
        for curvature, x, last in zip(F, x0, before, strict=True)
    )
    return Fraction(sum(forms))


RUN = (V.F, V.alpha, V.beta, V.x0, V.before, V.noise, V.t)
GAP = external("E[F(x_t)-F^*]", expected_gap, *RUN)
VALUE = external(r"E[V_{P,c}(\xi_t)]", expected_value, V.P11, V.P12, V.P22, V.c, *RUN)
START = external("V_{P,c}", start_value, *(V.F, V.P11, V.P12, V.P22, V.c, V.x0, V.before))


def solves_22(gain: Formula) -> Formula:
    """(22) with B = (gain, 0)."""
    P = number(((V.P11, V.P12), (V.P12, V.P22)))
    AB = number(((1 + V.beta, -V.beta, gain), (1, 0, 0)))
    old = number(((V.P11, V.P12, 0), (V.P12, V.P22, 0), (0, 0, 0)))
    X0, X1, X2 = map(
        number, (printed.x_0(V.mu, V.L), printed.x_1(V.alpha, V.beta, V.L), printed.x_2(V.mu))
    )
    left = V.c0 * X0 + V.c * (X1 + (1 - V.rho**2) * X2)
    return below(AB.T @ P @ AB - V.rho**2 * old, left)


def contracted(fall: Formula, start: Formula, gain: Formula) -> Formula:
    """What is left of a start that falls by rho^2 a step and gains as much."""
    return fall * start + (1 - fall) / (1 - V.rho**2) * gain


def eq_23(
    P11: Any, P12: Any, P22: Any, c: Any, L: Any, alpha: Any, rho: Any, d: Any, noise: Any, t: Any
) -> Any:
    """The right side of (23), with 0/0 = 0 in the last factor."""
    return printed.eq_23(START, c, (P11, P12, P22), alpha, L, rho**2, t, d, noise)


# The bound that holds: V dominates (c + 2s/L)(F - F*), and grows by the noise through P_11.
GAIN = V.alpha**2 * (V.P11 + V.c * V.L / 2) * V.noise
CONTRACTED = contracted(V.rho ** (2 * V.t), START, GAIN)
SHARE = 1 / (V.c + 2 * V.s / V.L)  # of V, which F - F* is at most

# A solution of (22) as printed, at which the error decays like (9/10)^t only.
WITNESS = instance(
    "d=1 mu=1/1 L=2/1 F=(1/1,) alpha=1/1 beta=9/10 rho=7/8 P11=1/4 P12=-7/10 P22=2/1 "
    "c0=1/5 c=1/1 x0=(1/1,) "
    "before=(1/1,) noise=1/1000000 t=34"
)
IN_CLASS = (V("mu <= L"), V("P11 * P22 - P12**2 >= 0"))
SCHUR = (V("(P11 - s) * P22 - P12**2 >= 0"), V("s <= P11"), V("c + 2 * s / L > 0"))

# Why it holds: V at the start, what is added, and one coordinate of both errors are numbers.
W = V.extended(
    value=nonnegative("V_0", unit="loss"),
    level=nonnegative("k", unit="loss"),
    x=real("x", unit="length"),
    y=real("y", unit="length"),
)
DOMINANCE = lemma(
    "accelerated/dominance",
    W.s * W.x**2 <= W.P11 * W.x**2 + 2 * W.P12 * W.x * W.y + W.P22 * W.y**2,
    given=SCHUR[:2],
)
RECURSION = lemma(
    "accelerated/level-of-a-contraction",
    W.rho**2 * contracted(W.rho ** (2 * W.t), W.value, W.level) + W.level
    == contracted(W.rho ** (2 * W.t + 2), W.value, W.level),
)
DECREASES = (
    "By one-step, for every past: smoothness between x_t and x_{t+1} bounds F(x_{t+1}), by (22) a "
    "positive semidefinite matrix has the form there, and X_0 is as in prop-3.4-x0. "
    "level-of-a-contraction carries E V_{t+1} <= rho^2 E V_t + alpha^2 (P_11 + cL/2) E|w|^2 to t "
    "by induction."
)
DOMINATES = (
    "By dominance, summed over the coordinates, with F - F* <= (L/2) |x - x*|^2: V is at least "
    "(c + 2s/L)(F - F*)."
)
REPAIRED = says(
    GAP <= (SHARE * CONTRACTED),
    given=(*IN_CLASS, *SCHUR, solves_22(-V.alpha)),
    at=SOLUTIONS,
    by=Derive(
        words(DOMINATES, GAP <= SHARE * VALUE, cites=[DOMINANCE]),
        multiply(words(DECREASES, VALUE <= CONTRACTED, cites=[ONE_STEP, X0, RECURSION]), SHARE),
    ),
)

PROP_3_4 = (
    claim("accelerated/prop-3.4", "§3.1, Prop 3.4, (22)-(23)", "Lyapunov bound of DP-SHB")
    .says(
        says(GAP <= V.of(eq_23), given=(*IN_CLASS, solves_22(V.alpha)), at=WITNESS),
        repaired=REPAIRED,
    )
    .quoting(
        r"c_0X_0+c[X_1+(1-\rho^2)X_2]\succeq\Phi(A,B,P,\rho)",
        reading="a hypothesis, with the matrices put in",
    )
    .quoting(
        r"E[F(x_t)-F^*]\le\rho^{2t}\frac1cV_{P,c}(\xi_0)+\frac{1-\rho^{2t}}{"
        r"1-\rho^2}\frac{Ld\alpha^2}2\mathcal E_T\left(1+\frac{2P_{12}^2}{P_"
        r"{22}cL+2|P|}\right)",
        letters={"E[F(x_t)-F^*]": GAP, r"V_{P,c}(\xi_0)": START, "|P|": V.P11 * V.P22 - V.P12**2},
    )
    .quoting(
        r"\Phi(A,B,P,\rho)=\begin{bmatrix}A^\top PA-\rho^2P&A^\top PB\\B^"
        r"\top PA&B^\top PB\end{bmatrix}",
        reading="put into (22)",
    )
    .quoting(
        r"X_1=\frac12\begin{bmatrix}-L\beta^2&L\beta^2&-(1-L\alpha)"
        r"\beta\\L\beta^2&-L\beta^2&(1-L\alpha)\beta\\-(1-L\alpha)\beta&(1-"
        r"L\alpha)\beta&\alpha(2-L\alpha)\end{bmatrix}",
        reading="put into (22)",
    )
    .quoting(
        r"X_2=\frac12\begin{bmatrix}\mu&0&-1\\0&0&0\\-1&0&0\end{bmatrix}", reading="put into (22)"
    )
    .quoting(
        r"V_{P,c}(\xi)=V_P(\xi)+c(\bar F(\xi)-F^*)",
        reading="at the start, where it is computed from this",
    )
    .quoting(
        r"V_P(\xi)=(\xi-\xi^*)^\top[P\otimes I_d](\xi-\xi^*)",
        reading="at the start, where it is computed from this",
    )
)
