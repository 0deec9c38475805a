r"""What the proof of ``results/lyapunov_bound`` rests on, and DP-SHB's runs on quadratics.

V at the start, what a step adds and one coordinate of both errors are numbers here.
"""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.language import Formula, lemma, nonnegative, real
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
    value=nonnegative("V_0", unit="loss"),
    level=nonnegative("k", unit="loss"),
    x=real("x", unit="length"),
    y=real("y", unit="length"),
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
    "By one-step, for every past: smoothness between x_t and x_{t+1} bounds F(x_{t+1}), by (22) a "
    "positive semidefinite matrix has the form there, and X_0 is as in prop-3.4-x0. "
    "level-of-a-contraction carries E V_{t+1} <= rho^2 E V_t + alpha^2 (P_11 + cL/2) E|w|^2 to t "
    "by induction."
)
DOMINATES = (
    "By dominance, summed over the coordinates, with F - F* <= (L/2) |x - x*|^2: V is at least "
    "(c + 2s/L)(F - F*)."
)
