r"""What the proof of ``results/lyapunov_bound`` rests on, and DP-SHB's runs on quadratics.

The lemmas are for every F of the class and every d: inner products of :math:`x=x_t-x^*`,
:math:`x'=x_{t-1}-x^*`, the gradient g and the noise w are numbers, f and :math:`f_+` stand for
:math:`F(x_t)-F^*` and its successor.
"""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.language import Formula, lemma, nonnegative, real
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.notation import V

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


def paired(matrix: Any) -> Any:
    """The trace of a 3x3 matrix with the Gram matrix of x, x' and g."""
    return sum(matrix[i][j] * GRAM[i][j] for i in range(3) for j in range(3))


def inner(p: Any, q: Any) -> Any:
    """The inner product of two combinations of x, x' and g."""
    return sum(p[i] * q[j] * GRAM[i][j] for i in range(3) for j in range(3))


def V_P(p: Any, q: Any) -> Any:
    """That of a pair of combinations."""
    return W.P11 * inner(p, p) + 2 * W.P12 * inner(p, q) + W.P22 * inner(q, q)


NEW, NOW, OLD = (1 + V.beta, -V.beta, -V.alpha), (1, 0, 0), (0, 1, 0)  # without the noise
MOVE, GRADIENT = (V.beta, -V.beta, -V.alpha), (0, 0, 1)
# Not negative: by cocoercivity, by (22), by smoothness and by strong convexity.
COCOERCIVE = -paired(printed.x_0(W.mu, W.L))
LMI = paired(
    printed.eq_22(
        *(W.alpha, W.beta, W.mu, W.L, W.rho**2, (W.P11, W.P12, W.P22), W.c0, W.c), -W.alpha
    )
)
DESCENT = W.f + inner(GRADIENT, MOVE) + W.L / 2 * (inner(MOVE, MOVE) + W.alpha**2 * W.ww) - W.f_next
CONVEXITY = W.xg - W.mu / 2 * W.xx - W.f
ONE_STEP = lemma(
    "accelerated/one-step",
    W.rho**2 * (V_P(NOW, OLD) + W.c * W.f)
    + W.alpha**2 * (W.P11 + W.c * W.L / 2) * W.ww
    - (V_P(NEW, NOW) + W.P11 * W.alpha**2 * W.ww + W.c * W.f_next)
    == W.c0 * COCOERCIVE + LMI + W.c * DESCENT + W.c * (1 - W.rho**2) * CONVEXITY,
)
DOMINANCE = lemma(
    "accelerated/dominance",
    W.s * W.x**2 <= W.P11 * W.x**2 + 2 * W.P12 * W.x * W.y + W.P22 * W.y**2,
    given=["(P11 - s) * P22 - P12**2 >= 0", "s <= P11"],
)


def contracted(fall: Formula, start: Formula, gain: Formula) -> Formula:
    """What is left of a start that falls by rho^2 a step and gains as much."""
    return fall * start + (1 - fall) / (1 - V.rho**2) * gain


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
