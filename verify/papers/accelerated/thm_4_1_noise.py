"""Section 4.1, Theorem 4.1: the index of the noise."""

from fractions import Fraction

from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed, printed_4
from verify.papers.accelerated.thm_4_1 import (
    NOISE_ADDS,
    ONE_STEP,
    STEP_SIZES,
    UNITS,
    admissible,
    errors,
)

F = Fraction

INDEX = Claim(
    id="accelerated/thm-4.1-index",
    where="§4.1, (27)-(28)",
    title="index of the noise",
    statement=r"With $x_{t+1}=z_t-\alpha(\nabla F(z_t)+\eta_t)$, $\eta_t\sim$ Laplace$(b_t)$ for "
    r"$t\ge0$, the step from $E_{t-1}$ to $E_t$ is charged $b_t$.",
    units=UNITS,
    checks=(
        Inequality(
            name="t = 1, started at the minimiser, b_0 > b_1",
            lhs=lambda alpha, mu, L, before, b: errors(alpha, mu, mu, before, 0, 1)[1],
            rhs=lambda alpha, mu, L, before, b: printed_4.eq_28(0, alpha, mu, L, b, 1, 0),
            domain=Domain(
                STEP_SIZES
                | {
                    "before": Range(0, 10, corners=(1, 4)),
                    "b": Range(0, 10, corners=(F(1, 10), 0, 1)),
                },
                where=admissible,
            ),
            consequence="x_1 carries the noise eta_0 (scale `before`) and not eta_1 (scale b)",
        ),
    ),
    repair=Repair(
        statement=r"The step from $V_{t-1}$ to $V_t$ is charged $b_{t-1}$; in (29) $a_{T,t}$ "
        r"multiplies $b_{t-1}^2$, and (30)-(31) determine $b_0,\dots,b_{T-1}$.",
        changes=("b_{t-1} instead of b_t", "V_t instead of E_t (thm-4.1)"),
        checks=(
            NOISE_ADDS,
            ONE_STEP,
            Inequality(
                name="t = 1, started at the minimiser, charged b_0",
                part="first step",
                lhs=lambda alpha, L, curvature, before: (
                    printed.HALF * curvature * alpha**2 * (2 * before**2)
                ),
                rhs=lambda alpha, L, curvature, before: printed_4.noise_term(
                    alpha, L, before, 1, 0
                ),
                domain=Domain(
                    {
                        "alpha": Range(0.01, 1, log=True, corners=(F(1, 4),)),
                        "L": Range(0.1, 4, log=True, corners=(4,)),
                        "curvature": Range(0.1, 4, log=True, corners=(4, 1)),
                        "before": Range(0, 10, corners=(1, 4)),
                    },
                    where=lambda alpha, L, curvature, **_: alpha * L <= 1 and curvature <= L,
                ),
                proof=Decomposition(
                    {"alpha": "positive", "curvature": "positive"}
                    | dict.fromkeys(("more", "before"), "nonnegative"),
                    "alpha lambda <= alpha L <= 1 + alpha L",
                    substitution=lambda alpha, curvature, more, before: {
                        "alpha": alpha,
                        "L": curvature + more,
                        "curvature": curvature,
                        "before": before,
                    },
                ),
            ),
        ),
        consequence="Read literally, (30)-(31) give no budget to b_0 and spend some on b_T, which "
        "is never used. The optimal schedule belongs to iterations 0, ..., T-1.",
    ),
)

CLAIMS = (INDEX,)
