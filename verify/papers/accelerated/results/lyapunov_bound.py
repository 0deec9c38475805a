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
from verify.papers.accelerated.notation import V

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

# Why it holds, for every F of the class and every d: inner products of x = x_t - x*, x' = x_{t-1} -
# x*, the gradient g and the noise w are numbers, f and f_+ stand for F(x_t) - F* and its successor.
W = V.extended(
    xx=nonnegative(r"\Vert x\Vert^2", unit="length^2"),
    xp=real(r"\langle x,x'\rangle", unit="length^2"),
    pp=nonnegative(r"\Vert x'\Vert^2", unit="length^2"),
    xg=real(r"\langle x,g\rangle", unit="loss"),
    pg=real(r"\langle x',g\rangle", unit="loss"),
    gg=nonnegative(r"\Vert g\Vert^2", unit="gradient^2"),
    ww=nonnegative(r"E\Vert w\Vert^2", unit="gradient^2"),
    f=nonnegative("f", unit="loss"),
    f_next=nonnegative("f_+", unit="loss"),
    value=nonnegative("V_0", unit="loss"),
    level=nonnegative("k", unit="loss"),
    x=real("x", unit="length"),
    y=real("y", unit="length"),
)
GRAM = ((W.xx, W.xp, W.xg), (W.xp, W.pp, W.pg), (W.xg, W.pg, W.gg))
NEW, NOW, OLD, GRADIENT = (1 + V.beta, -V.beta, -V.alpha), (1, 0, 0), (0, 1, 0), (0, 0, 1)
MOVE = (V.beta, -V.beta, -V.alpha)


def paired(matrix: Any) -> Any:
    """The trace of a 3x3 matrix with the Gram matrix of x, x' and g."""
    return sum(matrix[i][j] * GRAM[i][j] for i in range(3) for j in range(3))


def inner(p: Any, q: Any) -> Any:
    """The inner product of two combinations of x, x' and g."""
    return sum(p[i] * q[j] * GRAM[i][j] for i in range(3) for j in range(3))


def quadratic(p: Any, q: Any) -> Any:
    """V_P of a pair of combinations."""
    return W.P11 * inner(p, p) + 2 * W.P12 * inner(p, q) + W.P22 * inner(q, q)


UNKNOWNS = (W.alpha, W.beta, W.mu, W.L, W.rho**2, (W.P11, W.P12, W.P22), W.c0, W.c)
LMI = paired(printed.eq_22(*UNKNOWNS, -W.alpha))  # >= 0 by (22)
COCOERCIVE = -paired(printed.x_0(W.mu, W.L))  # >= 0 on the class, as are the next two
DESCENT = W.f + inner(GRADIENT, MOVE) + W.L / 2 * (inner(MOVE, MOVE) + W.alpha**2 * W.ww) - W.f_next
CONVEXITY = W.xg - W.mu / 2 * W.xx - W.f
NEXT = quadratic(NEW, NOW) + W.P11 * W.alpha**2 * W.ww + W.c * W.f_next
KEPT = W.rho**2 * (quadratic(NOW, OLD) + W.c * W.f)
ONE_STEP = lemma(
    "accelerated/one-step",
    KEPT + W.alpha**2 * (W.P11 + W.c * W.L / 2) * W.ww - NEXT
    == W.c0 * COCOERCIVE + LMI + W.c * DESCENT + W.c * (1 - W.rho**2) * CONVEXITY,
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
    "In one-step the four terms on the right are nonnegative: by cocoercivity, by (22) (a "
    "positive semidefinite matrix paired with a Gram matrix), by smoothness between x_t and "
    "x_{t+1}, and by strong convexity between x* and x_t; the noise has conditional mean 0, so "
    "that its cross terms vanish and E V_{t+1} <= rho^2 E V_t + alpha^2 (P_11 + cL/2) E|w|^2. "
    "level-of-a-contraction carries this to t by induction."
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
        multiply(words(DECREASES, VALUE <= CONTRACTED, cites=[ONE_STEP, RECURSION]), SHARE),
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
