"""Proposition 3.4, (22)-(23): the Lyapunov bound of DP-SHB."""

import functools
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import point_start, second_moments
from verify.claim import claim
from verify.expression import Node, below, external, lift
from verify.papers.accelerated import printed
from verify.papers.accelerated.notation import V
from verify.statement import at_most

F = Fraction
MOST_EXACT = 60  # iterations in rational arithmetic


@functools.lru_cache(maxsize=4096)
def expected_gap(
    F: Any, alpha: Any, beta: Any, x0: Any, before: Any, noise: Any, t: Any
) -> Fraction | float:
    """E F(x_t) - F*, the noise of a step having covariance (noise/d) I_d: (20) at m = n."""
    number = Fraction if t <= MOST_EXACT else float
    method = heavy_ball(number(alpha), number(beta))
    total: Any = 0
    for curvature, x, last in zip(F, x0, before, strict=True):
        start = point_start(number(x), number(last))
        share = number(Fraction(noise) / len(F))
        path = second_moments(method, number(curvature), share, start, int(t))
        total += number(curvature) * path[-1][0] / 2
    return total


def start_value(F: Any, P11: Any, P12: Any, P22: Any, c: Any, x0: Any, before: Any) -> Fraction:
    """V_{P,c}(xi_0) = (xi_0 - xi*)' (P x I_d) (xi_0 - xi*) + c (F(x_0) - F*)."""
    forms = (
        P11 * x**2 + 2 * P12 * x * last + P22 * last**2 + c * curvature * x**2 / 2
        for curvature, x, last in zip(F, x0, before, strict=True)
    )
    return Fraction(sum(forms))


GAP = external("E[F(x_t)-F^*]", expected_gap, *(V.F, V.alpha, V.beta, V.x0, V.before, V.noise, V.t))
START = external("V_{P,c}", start_value, *(V.F, V.P11, V.P12, V.P22, V.c, V.x0, V.before))


def solves_22(gain: Node) -> Node:
    """(22) with B = (gain, 0)."""
    P = lift(((V.P11, V.P12), (V.P12, V.P22)))
    AB = lift(((1 + V.beta, -V.beta, gain), (1, 0, 0)))
    old = lift(((V.P11, V.P12, 0), (V.P12, V.P22, 0), (0, 0, 0)))
    X0, X1, X2 = map(lift, (
        printed.x_0(V.mu, V.L), printed.x_1(V.alpha, V.beta, V.L), printed.x_2(V.mu)))
    left = V.c0 * X0 + V.c * (X1 + (1 - V.rho**2) * X2)
    return below(AB.T @ P @ AB - V.rho**2 * old, left)


def eq_23(P11: Any, P12: Any, P22: Any, c: Any, L: Any, alpha: Any, rho: Any, d: Any, noise: Any,
          t: Any) -> Any:
    """The right side of (23), with 0/0 = 0 in the last factor."""
    return printed.eq_23(START, c, (P11, P12, P22), alpha, L, rho**2, t, d, noise)


def with_the_right_sign(P11: Any, c: Any, s: Any, L: Any, alpha: Any, rho: Any, noise: Any,
                        t: Any) -> Any:
    """The bound that holds: V dominates (c + 2s/L)(F - F*), and grows by the noise through P_11."""
    fall = rho ** (2 * t)
    gain = alpha**2 * (P11 + c * L / 2) * noise
    return (fall * START + (1 - fall) / (1 - rho**2) * gain) / (c + 2 * s / L)


# A solution of (22) as printed, at which the error decays like (9/10)^t only.
WITNESS = {"d": 1, "mu": F(1), "L": F(2), "F": (F(1),), "alpha": F(1), "beta": F(9, 10)} | {
    "rho": F(7, 8), "P11": F(1, 4), "P12": F(-7, 10), "P22": F(2), "c0": F(1, 5), "c": F(1),
    "x0": (F(1),), "before": (F(1),), "noise": F(1, 10**6), "t": 34,
}  # fmt: skip
# Solutions with the right sign, rounded from those of the rate solver; s <= P_11 - P_12^2/P_22.
NAMES = ("alpha", "beta", "L", "rho", "P11", "P12", "P22", "c0", "c", "s", "mu")
SOLUTIONS = tuple(
    dict(zip(NAMES, map(F, text.split()), strict=True))
    for text in (
        "1/2 1/4 2 17/25 4/5 -1/5 1/5 2/9 0 3/5 1",
        "1/4 1/2 4 47/50 25/69 -16/53 23/66 1/100 24/83 1/10 1",
        "1/8 1/5 8 43/50 132/173 -31/111 22/131 1/164 13/188 1/4 1",
    )
)
IN_CLASS = (V("mu <= L"), V("P11 * P22 - P12**2 >= 0"))
SCHUR = (V("(P11 - s) * P22 - P12**2 >= 0"), V("s <= P11"), V("c + 2 * s / L > 0"))

PROP_3_4 = claim(
    "accelerated/prop-3.4",
    "§3.1, Prop 3.4, (22)-(23)",
    "Lyapunov bound of DP-SHB",
    at_most(V, GAP, eq_23, where=(*IN_CLASS, solves_22(V.alpha)), look=(WITNESS,)),
    repaired=at_most(
        V, GAP, with_the_right_sign, where=(*IN_CLASS, *SCHUR, solves_22(-V.alpha)), look=SOLUTIONS
    ),
)

CLAIMS = (PROP_3_4,)
