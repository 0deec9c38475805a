"""Appendix B.3: the steps of the proof of Theorem 3.5."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.numbers import absolute
from dptheory.simulation.moments import (
    heavy_ball_stationary_variance,
    power,
    second_moments,
    squared_spectral_radius,
)
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.context import Context
from verify.papers.accelerated import printed
from verify.papers.accelerated.quadratics import LOOP, LOOP_POINT, RUN, UNITS

Case = dict[str, Any]
F = Fraction

# Block-diagonalisation -------------------------------------------------------------------------


def full_matrix(alpha: Any, beta: Any, Q: tuple[tuple[Any, ...], ...]) -> list[list[Any]]:
    """M(alpha, beta) of order 2d."""
    d = len(Q)
    identity = [[F(int(i == j)) for j in range(d)] for i in range(d)]
    top = [
        [(1 + beta) * identity[i][j] - alpha * Q[i][j] for j in range(d)]
        + [-beta * identity[i][j] for j in range(d)]
        for i in range(d)
    ]
    return top + [identity[i] + [F(0)] * d for i in range(d)]


def a_permutation_blocks(alpha: Any, beta: Any, Q: Any, eigenvalues: Any) -> bool:
    """Whether some permutation P has P M P^T = diag(T_1, ..., T_d): all of them are tried."""
    size = 2 * len(Q)
    M = full_matrix(alpha, beta, Q)
    target = [[F(0)] * size for _ in range(size)]
    for k, curvature in enumerate(eigenvalues):
        block = heavy_ball(alpha, beta).closed_loop(curvature)
        for i, j in itertools.product(range(2), repeat=2):
            target[2 * k + i][2 * k + j] = block[i][j]
    return any(
        all(M[p[i]][p[j]] == target[i][j] for i in range(size) for j in range(size))
        for p in itertools.permutations(range(size))
    )


def hessians(_: Context) -> Iterator[Case]:
    """Q = diag(1, 3), and the matrix with the same eigenvalues that is not diagonal."""
    common = {"alpha": F(1, 4), "beta": F(1, 3), "eigenvalues": (F(1), F(3))}
    yield common | {"Q": ((F(1), F(0)), (F(0), F(3)))}
    yield common | {"Q": ((F(2), F(1)), (F(1), F(2)))}


BLOCKS = Claim(
    id="accelerated/b3-block-diagonal",
    where="App B.3",
    title="block-diagonal form",
    statement=r"A permutation block-diagonalises $M(\alpha,\beta)$ into "
    r"$T_i=\begin{bmatrix}1+\beta-\alpha\lambda_i&-\beta\\1&0\end{bmatrix}$ ($Q$ symmetric "
    r"positive definite).",
    units=UNITS,
    checks=(
        Cases(
            name="all permutations, d = 2",
            cases=hessians,
            holds=a_permutation_blocks,
            failure="no permutation of the four coordinates does, Q not being diagonal",
        ),
    ),
    repair=Repair(
        statement=r"$\mathrm{diag}(U,U)^\top M\,\mathrm{diag}(U,U)$ with $Q=U\Lambda U^\top$ is "
        r"block-diagonal up to a permutation; hence $\Vert M^t\Vert=\max_i\Vert T_i^t\Vert$ "
        r"unchanged.",
        changes=("an orthogonal change of coordinates before the permutation",),
        checks=(
            Identity(
                name="on an eigenvector",
                # M maps (x u, p u) with Q u = lambda u to (x' u, x u), (x', x) = T (x, p).
                lhs=lambda alpha, beta, curvature, x, p: (
                    (1 + beta) * x - alpha * curvature * x - beta * p,
                    x,
                ),
                rhs=lambda alpha, beta, curvature, x, p: tuple(
                    row[0] * x + row[1] * p
                    for row in heavy_ball(alpha, beta).closed_loop(curvature)
                ),
                symbols=LOOP | {"x": "real", "p": "real"},
                instance=LOOP_POINT | {"x": F(2), "p": F(5)},
                general="the eigenvectors of Q are orthonormal, so norms are kept, for any d",
            ),
        ),
        consequence="none: only the norm of M^t is used afterwards.",
    ),
)

# Quasi-convexity of the spectral radius --------------------------------------------------------

SIGNS = Split(
    tuple(
        Decomposition(
            {"p": "nonnegative", "gap": "nonnegative"},
            "signs",
            substitution=lambda signs=signs, larger=larger, **s: {
                "x": signs[0] * (s["p"] + (s["gap"] if larger == 0 else 0)),
                "y": signs[1] * (s["p"] + (s["gap"] if larger == 1 else 0)),
            },
        )
        for signs in itertools.product((1, -1), repeat=2)
        for larger in (0, 1)
    ),
    "|trace| is convex in lambda: |x + y| <= |x| + |y| in all eight cases of sign and order",
)

QUASI_CONVEX = Claim(
    id="accelerated/b3-quasi-convexity",
    where="App B.3",
    title="quasi-convexity of the radius",
    statement=r"$\rho_\lambda=\rho(T_\lambda)$ is quasi-convex in $\lambda$, so its maximum over "
    r"$[\mu,L]$ is at an end point.",
    units=UNITS | {"other": "loss/length^2", "share": "1"},
    checks=(
        Inequality(
            name="the radius grows with |trace|",
            # For complex roots rho^2 = beta. For real ones |trace| = r + beta/r with
            # r^2 = beta + h >= beta, which increases with r.
            lhs=lambda r, gap, h: r + (r**2 - h) / r,
            rhs=lambda r, gap, h: r + gap + (r**2 - h) / (r + gap),
            domain=Domain(
                {
                    "r": Range(0.05, 3, corners=(1,)),
                    "gap": Range(0, 2, corners=(0, 1)),
                    "h": Range(0, 3, corners=(0, F(1, 2))),
                },
                where=lambda r, gap, h: h <= r**2,
            ),
            proof=Decomposition(
                {"r": "positive", "gap": "nonnegative", "h": "nonnegative"},
                "the difference is gap (r gap + h)/(r (r + gap))",
            ),
        ),
        Inequality(
            name="|trace| is convex",
            lhs=lambda x, y: absolute(x + y),
            rhs=lambda x, y: absolute(x) + absolute(y),
            domain=Domain({n: Range(-3, 3, corners=(-1, 0, 1, 2)) for n in "xy"}),
            proof=SIGNS,
        ),
        Inequality(
            name="radius between two curvatures (squared)",
            lhs=lambda alpha, beta, curvature, other, share: squared_spectral_radius(
                heavy_ball(alpha, beta), share * curvature + (1 - share) * other
            ),
            rhs=lambda alpha, beta, curvature, other, share: max(
                squared_spectral_radius(heavy_ball(alpha, beta), c) for c in (curvature, other)
            ),
            domain=Domain(
                {n: RUN.ranges[n] for n in ("alpha", "beta", "curvature")}
                | {
                    "other": RUN.ranges["curvature"],
                    "share": Range(0, 1, corners=(0, F(1, 2), 1)),
                }
            ),
        ),
    ),
    note="Not strictly: the radius is constant, sqrt(beta), wherever the roots are complex.",
)

# The covariance's trace ------------------------------------------------------------------------


def trace_run(
    alpha: Any, beta: Any, curvature: Any, variance: Any, start: Any, t: int
) -> dict[str, Any]:
    """Tr of the covariance at t, its initial part, the tail of the noise sum, and m (d = 1)."""
    method = heavy_ball(alpha, beta)
    path = second_moments(method, curvature, variance, (start, start, start), t)
    quiet = second_moments(method, curvature, 0 * variance, (start, start, start), t)
    noise = second_moments(method, curvature, variance, (0 * start,) * 3, t)
    m = heavy_ball_stationary_variance(alpha, beta, curvature, variance)
    return {
        "trace": path[-1][0] + path[-1][2],
        "initial": quiet[-1][0] + quiet[-1][2],
        "tail": 2 * m - noise[-1][0] - noise[-1][2],
        "m": m,
    }


def traces(_: Context) -> Iterator[Case]:
    for t, start, beta in itertools.product((0, 1, 5), (F(0), F(1)), (F(1, 3), F(0))):
        yield {
            "t": t,
            "start": start,
            "alpha": F(1, 2),
            "beta": beta,
            "curvature": F(1),
            "variance": F(1),
        }


def stationary_moments(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
    """(E x_t^2, E x_t x_{t-1}, E x_{t-1}^2) of the stationary run; their trace is 2m."""
    m = printed.m_coordinate(alpha, beta, curvature, variance)
    return m, (1 + beta - alpha * curvature) * m / (1 + beta), m


def with_levels(levels: int) -> Any:
    """The first inequality with ``levels`` times m: (trace, levels m + initial - tail)."""

    def sides(**case: Any) -> tuple[Any, Any]:
        run = trace_run(**case)
        return run["trace"], levels * run["m"] + run["initial"] - run["tail"]

    return sides


def without_tail(**case: Any) -> tuple[Any, Any]:
    """(trace, 2m + initial part)."""
    run = trace_run(**case)
    return run["trace"], 2 * run["m"] + run["initial"]


TRACE = Claim(
    id="accelerated/b3-trace",
    where="App B.3",
    title="trace of the covariance",
    statement=r"$\mathrm{Tr}(\bar E_t)\le m+M^t\bar E_0(M^t)^\top-\sum_{j\ge t}M^j(\cdot)"
    r"(M^\top)^j\le m+\Vert M^t\Vert^2\bar E_0+\sum_{j\ge t}\Vert M^j\Vert^2\alpha^2"
    r"\Vert\Sigma\Vert$, $\bar E_t$ the covariance of $\xi_t-\xi^*$ (read with traces: a number "
    r"and matrices cannot be added).",
    checks=(
        Cases(
            name="first inequality, d = 1",
            cases=traces,
            holds=with_levels(1),
            failure="the stationary trace of (x_t, x_{t-1}) is 2m, not m; the left side exceeds "
            "the right by exactly m",
        ),
    ),
    repair=Repair(
        statement=r"$\mathrm{Tr}(\bar E_t)=2m+\mathrm{Tr}(M^t\bar E_0(M^t)^\top)-\sum_{j\ge t}"
        r"\mathrm{Tr}(M^jD(M^j)^\top)\le2m+\Vert M^t\Vert^2\mathrm{Tr}(\bar E_0)$, $D=\mathrm{diag}"
        r"(\alpha^2\sigma_T^2I,0)$.",
        changes=("2m instead of m", "traces throughout", "the tail, being negative, is dropped"),
        checks=(
            Identity(
                name="stationary covariance",
                # Sigma = T Sigma T' + D: E_t - Sigma = T^t (E_0 - Sigma) T'^t, and Tr Sigma = 2m.
                lhs=stationary_moments,
                rhs=lambda alpha, beta, curvature, variance: second_moments(
                    heavy_ball(alpha, beta),
                    curvature,
                    variance,
                    stationary_moments(alpha, beta, curvature, variance),
                    1,
                )[-1],
                symbols=LOOP | {"variance": "positive"},
                instance=LOOP_POINT | {"variance": F(5)},
                general="coordinates add up",
            ),
            Cases(
                name="with 2m, d = 1",
                cases=traces,
                holds=with_levels(2),
                success="equality in every case",
                controls=(
                    Control(
                        "m",
                        Cases(name="m", cases=traces, holds=with_levels(1)),
                        Outcome.FAILS,
                        lambda: trace_run(F(1, 2), F(1, 3), F(1), F(1), F(0), 0)["m"] > 0,
                    ),
                ),
            ),
            Cases(
                name="without the tail",
                cases=traces,
                holds=without_tail,
                controls=(
                    Control(
                        "m",
                        Cases(
                            name="m",
                            cases=lambda _: iter([next(iter(traces(_))) | {"t": 40}]),
                            holds=lambda **c: (
                                without_tail(**c)[0],
                                without_tail(**c)[1] - trace_run(**c)["m"],
                            ),
                        ),
                        Outcome.FAILS,
                        lambda: (
                            (run := trace_run(F(1, 2), F(1, 3), F(1), F(1), F(0), 40))["trace"]
                            > run["m"]
                        ),
                    ),
                ),
            ),
        ),
        consequence="(25) is not hurt: E F - F* concerns x_t alone, whose variance tends to m.",
    ),
)

# The tail of the noise sum ---------------------------------------------------------------------


def squares_tail(r: Any, t: Any) -> Any:
    """sum_{j >= t} j^2 r^j in closed form, r = rho^2."""
    return r**t * (t**2 / (1 - r) + 2 * t * r / (1 - r) ** 2 + r * (1 + r) / (1 - r) ** 3)


def two_terms_of_the_tail(alpha: Any, beta: Any, curvature: Any, t: int) -> tuple[Any, Any]:
    """(lower bound of sum_{j>=t} ||T^j||^2, ||T^t||^2/(1-rho^2)) at t = 0.

    The square of a column's length bounds ||T^j||^2 from below; two terms of the sum are enough.
    """
    method = heavy_ball(alpha, beta)
    column = [row[0] for row in power(method.closed_loop(curvature), t + 1)]
    rate = squared_spectral_radius(method, curvature)
    return 1 + column[0] ** 2 + column[1] ** 2, 1 / (1 - rate)


TAIL = Claim(
    id="accelerated/b3-tail-sum",
    where="App B.3",
    title="tail of the noise sum",
    statement=r"$\sum_{j\ge t}\Vert M^j\Vert^2\alpha^2\Vert\Sigma\Vert\le\alpha^2\sigma_T^2C_t^2"
    r"\frac{\rho^{2t}}{1-\rho^2}$.",
    units={"r": "1", "t": "1"},
    checks=(
        Inequality(
            name="C_t = t",
            part="with C_t = t",
            lhs=squares_tail,
            rhs=lambda r, t: t**2 * r**t / (1 - r),
            domain=Domain(
                {
                    "r": Range(0.01, 0.95, corners=(F(1, 4),)),
                    "t": Range(0, 50, integer=True, corners=(0, 1, 10)),
                }
            ),
            consequence="C_j >= C_t for j >= t: the growing factor was taken out of the sum",
        ),
        Cases(
            name="C_t = ||M^t||/rho^t",
            part="with the smallest C_t",
            cases=lambda _: iter([{"alpha": F(1, 4), "beta": F(1, 4), "curvature": F(1), "t": 0}]),
            holds=two_terms_of_the_tail,
            failure="already two terms of the sum exceed the bound",
        ),
    ),
    repair=Repair(
        statement=r"With $C_j\le Kj$ and $t\ge1$: $\sum_{j\ge t}\Vert M^j\Vert^2\le K^2\rho^{2t}"
        r"\left[\frac{t^2}{1-\rho^2}+\frac{2t\rho^2}{(1-\rho^2)^2}+\frac{\rho^2(1+\rho^2)}{(1-\rho^2)^3}"
        r"\right]$.",
        changes=("the sum of j^2 rho^{2j} is evaluated instead of bounded by its first factor",),
        checks=(
            Identity(
                name="telescoping",
                # S(t) - S(t+1) = t^2 r^t, and S(t) tends to 0.
                lhs=lambda r, t: squares_tail(r, t) - squares_tail(r, t + 1),
                rhs=lambda r, t: t**2 * r**t,
                symbols={"r": "fraction", "t": "nonnegative"},
            ),
        ),
        consequence="none for the repaired Theorem 3.5, where the tail has the other sign and is "
        "dropped.",
    ),
)

CLAIMS = (BLOCKS, QUASI_CONVEX, TRACE, TAIL)
