"""Section 3.2, (26): the best parameters without noise and the rate of the heavy ball."""

from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.simulation.moments import (
    heavy_ball_rate,
    trace_and_determinant,
)
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed
from verify.papers.accelerated.quadratics import LOOP, LOOP_POINT, UNITS, F

# The best parameters without noise -------------------------------------------------------------

OPTIMAL_RATE = Identity(
    name="double roots at both ends",
    part="the rate at these parameters",
    # (discriminant at mu, discriminant at L, determinant): both pairs of eigenvalues coincide,
    # and their product is beta, so that rho = sqrt(beta).
    lhs=lambda p, q: (
        tuple(
            trace**2 - 4 * determinant
            for trace, determinant in (
                trace_and_determinant(
                    heavy_ball(*printed.optimal_parameters(p, q)[:2]).closed_loop(c)
                )
                for c in (p**2, q**2)
            )
        )
        + (printed.optimal_parameters(p, q)[1],)
    ),
    rhs=lambda p, q: (0 * p, 0 * p, printed.optimal_parameters(p, q)[2] ** 2),
    symbols={"p": "positive", "q": "positive"},
    general="p = sqrt(mu), q = sqrt(L)",
)

OPTIMAL_BOUND = Inequality(
    name="no parameters are faster",
    part="best over alpha and beta",
    # If all eigenvalues at mu and L have modulus at most r, Jury's conditions give
    # beta <= r^2, alpha L <= (1+r)(1+beta/r) and alpha mu >= (1-r)(1-beta/r). They imply
    # L (1-r)^2 <= mu (1+r)^2, that is r >= (sqrt(kappa)-1)/(sqrt(kappa)+1).
    lhs=lambda r, ratio, below, above: ((1 + r) * (1 + ratio) - above) * (1 - r) ** 2,
    rhs=lambda r, ratio, below, above: ((1 - r) * (1 - ratio) + below) * (1 + r) ** 2,
    domain=Domain(
        {
            "r": Range(0.01, 0.99, corners=(F(1, 2),)),
            "ratio": Range(-0.99, 0.99, corners=(0, F(1, 2))),
            "below": Range(0, 2, corners=(0, 1)),
            "above": Range(0, 2, corners=(0, 1)),
        },
        where=lambda r, ratio, below, above: abs(ratio) <= r,
    ),
    proof=Decomposition(
        {"k": "positive", "gap": "nonnegative", "below": "nonnegative", "above": "nonnegative"},
        "alpha mu (1+r)^2 - alpha L (1-r)^2 = 2 (1-r^2)(r - beta/r) + slacks",
        terms=lambda k, gap, below, above: (
            2 * gap * (1 - 1 / (1 + k)) * (1 + 1 / (1 + k)),
            below * (1 + 1 / (1 + k)) ** 2,
            above * (1 - 1 / (1 + k)) ** 2,
        ),
        substitution=lambda k, gap, below, above: {
            "r": 1 / (1 + k),
            "ratio": 1 / (1 + k) - gap,
            "below": below,
            "above": above,
        },
    ),
)

OPTIMAL_SEARCH = Inequality(
    name="scan of alpha and beta",
    part="best over alpha and beta",
    lhs=lambda kappa, alpha, beta: printed.optimal_parameters(1.0, kappa**0.5)[2],
    rhs=lambda kappa, alpha, beta: heavy_ball_rate(alpha, beta, 1.0, kappa),
    domain=Domain(
        {
            "kappa": Range(1.01, 1e4, log=True, corners=(2, 100)),
            "alpha": Range(1e-4, 4, log=True, corners=(F(1, 100), 1)),
            "beta": Range(0, 0.999, corners=(0, F(1, 2))),
        }
    ),
)

OPTIMAL = Claim(
    id="accelerated/optimal-parameters",
    where="§3.2",
    title="best parameters without noise",
    statement=r"On a quadratic the noise-free heavy ball has its best rate "
    r"$\frac{\sqrt\kappa-1}{\sqrt\kappa+1}$ at $\alpha_{HB}=4/(\sqrt\mu+\sqrt L)^2$, "
    r"$\beta_{HB}=(\sqrt\kappa-1)^2/(\sqrt\kappa+1)^2$.",
    checks=(OPTIMAL_RATE, OPTIMAL_BOUND, OPTIMAL_SEARCH),
    note="Between mu and L the eigenvalues are complex with the same modulus "
    "(b3-quasi-convexity). For non-quadratic F these parameters are not safe: see "
    "prop-3.4-feasible-optimal.",
)

# (26): whose eigenvalues are these? ------------------------------------------------------------


def sum_and_product(centre: Any, square: Any) -> tuple[Any, Any]:
    """Sum and product of centre +- sqrt(square)."""
    return 2 * centre, centre**2 - square


def of_method(method: Any, curvature: Any) -> tuple[Any, Any]:
    """Sum and product of the eigenvalues of a method's closed loop."""
    return trace_and_determinant(method.closed_loop(curvature))


EQ_26 = Claim(
    id="accelerated/eq-26",
    where="§3.2, Thm 3.5, (26)",
    title="the rate of the heavy ball",
    statement=r"$\rho=\max\{\vert a_{\mu,\pm}\vert,\vert a_{L,\pm}\vert\}$ with $a_{\lambda,\pm}="
    r"\frac{(1+\beta)(1-\alpha\lambda)\pm\sqrt{(1+\beta)^2(1-\alpha\lambda)^2-4\beta"
    r"(1-\alpha\lambda)}}2$ is the rate of (9).",
    units=UNITS,
    checks=(
        Identity(
            name="(26) against the closed loop of (9)",
            lhs=lambda alpha, beta, curvature: of_method(heavy_ball(alpha, beta), curvature),
            rhs=lambda alpha, beta, curvature: sum_and_product(
                *printed.eq_26_parts(alpha, beta, curvature)
            ),
            symbols=LOOP,
            instance=LOOP_POINT,
            consequence="(26) and App B.3 cannot both be right, and (26) is the wrong one",
        ),
    ),
    repair=Repair(
        statement=r"The rate of (9) is the largest modulus of "
        r"$\frac{1+\beta-\alpha\lambda\pm\sqrt{(1+\beta-\alpha\lambda)^2-4\beta}}2$, "
        r"$\lambda\in\{\mu,L\}$ (App B.3). (26) is the spectrum of Nesterov's method (6).",
        changes=(r"$a_{\lambda,\pm}$ of App B.3 in place of (26)",),
        checks=(
            Identity(
                name="App B.3 against the closed loop of (9)",
                lhs=lambda alpha, beta, curvature: of_method(heavy_ball(alpha, beta), curvature),
                rhs=lambda alpha, beta, curvature: sum_and_product(
                    *printed.b3_eigenvalues(alpha, beta, curvature)
                ),
                symbols=LOOP,
                instance=LOOP_POINT,
            ),
            Identity(
                name="(26) against Nesterov's closed loop",
                lhs=lambda alpha, beta, curvature: of_method(nesterov(alpha, beta), curvature),
                rhs=lambda alpha, beta, curvature: sum_and_product(
                    *printed.eq_26_parts(alpha, beta, curvature)
                ),
                symbols=LOOP,
                instance=LOOP_POINT,
            ),
        ),
        consequence="Theorem 3.5 and the bottom row of Figure 1 use Nesterov's rate: too large for "
        "small momenta, too small for large ones, and least at (1-s)/(1+s), s = sqrt(alpha mu), "
        "instead of (1-s)^2 (0.172 instead of 0.086 at alpha = 1).",
    ),
)

CLAIMS = (OPTIMAL, EQ_26)
