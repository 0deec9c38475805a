"""Section 4.1, Theorem 4.1: its noise term, the index of the noise, the covariance in the text."""

from fractions import Fraction
from typing import Any

from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.papers.accelerated import printed, printed_4
from verify.papers.accelerated.batches import NORM_BOUND
from verify.papers.accelerated.thm_4_1 import (
    NOISE_ADDS,
    NOISE_SIZE,
    ONE_STEP,
    STEP_SIZES,
    UNITS,
    admissible,
    errors,
)

Case = dict[str, Any]
F = Fraction

# The noise term --------------------------------------------------------------------------------

NOISE_TERM = Claim(
    id="accelerated/thm-4.1-noise-term",
    where="§4.1, (28)",
    title="noise term of (28)",
    statement=r"The noise term $\alpha(1+\alpha L)(b_t^2d+\sigma_s^2(m,n)/2)$ is "
    r"$\frac\alpha2(1+\alpha L)$ times the bound $2db_t^2+\sigma_s^2$ on $E\Vert w_t\Vert^2$.",
    units=UNITS,
    checks=(
        Identity(
            name="factor",
            part="factor",
            lhs=lambda alpha, L, b, d, sampling: printed_4.noise_term(alpha, L, b, d, sampling),
            rhs=lambda alpha, L, b, d, sampling: (
                alpha * printed.HALF * (1 + alpha * L) * (2 * d * b**2 + sampling)
            ),
            symbols=dict.fromkeys(("alpha", "L", "b", "d"), "positive")
            | {"sampling": "nonnegative"},
            instance={"alpha": F(1, 2), "L": F(2), "b": F(3), "d": F(5), "sampling": F(7)},
        ),
        NOISE_SIZE,
    ),
    note="The factor is what the noise adds to the Lyapunov function (thm-4.1).",
)

# The index of the noise ------------------------------------------------------------------------

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

# The covariance in the text --------------------------------------------------------------------


def true_norm(b: Any, S: Any, n: Any, m: Any, slack: Any) -> Any:
    """2 b^2 + |Cov(v)|, |Cov(v)| being the sampling's reduction of S^2/4 - slack."""
    reduction = printed.ratio(1, m) * printed.ratio(n - m, n - 1)
    return 2 * b**2 + (S**2 * printed.HALF**2 - slack) * reduction


ESTIMATOR = Domain(
    {
        "b": Range(0.01, 10, corners=(1,)),
        "S": Range(0, 10, corners=(2, 1)),
        "n": Range(2, 100, integer=True, corners=(2, 10)),
        "m": Range(1, 100, integer=True, corners=(2, 1)),
        "slack": Range(0, 1, corners=(0, 1)),
    },
    where=lambda S, n, m, slack, **_: m <= n and slack <= S**2 / 4,
)
POSITIVE = {"b": "positive", "S": "nonnegative", "slack": "nonnegative", "extra": "nonnegative"}


def sizes(left: Any, **s: Any) -> Case:
    """m = extra + 1 of n = m + left; ``left`` = None for m = n >= 2."""
    extra = s.pop("extra")
    full = left is None
    m = extra + 2 if full else extra + 1
    return s | {"m": m, "n": m if full else m + left}


COVARIANCE = Claim(
    id="accelerated/covariance-text",
    where="§4.1, text after Thm 4.1",
    title="covariance of the gradient estimator",
    statement=r"$b_t^2+\frac{S_1^2}m\frac{n-m}{n-1}$ is an upper bound on the norm of the "
    r"covariance of the gradient estimator, and simplifies to $b_t^2$ when $m=n$.",
    units=UNITS,
    checks=(
        Inequality(
            name="norm of the covariance",
            lhs=true_norm,
            rhs=lambda b, S, n, m, slack: printed_4.covariance_bound(b, S, n, m),
            domain=ESTIMATOR,
            consequence="the variance of Laplace(b) is 2 b^2",
        ),
    ),
    repair=Repair(
        statement=r"$2b_t^2+\frac{S_1^2}{4m}\frac{n-m}{n-1}$, that is $2b_t^2$ when $m=n$ (then "
        r"with equality).",
        changes=("2 b_t^2 instead of b_t^2", "a factor 1/4 in the mini-batch part (sharper)"),
        checks=(
            Inequality(
                name="norms add",
                part="operator norm",
                lhs=true_norm,
                rhs=lambda b, S, n, m, slack: 2 * b**2 + printed.eq_21(S, n, m),
                domain=ESTIMATOR,
                proof=Split(
                    (
                        Decomposition(
                            POSITIVE | {"left": "positive"},
                            "m < n",
                            substitution=lambda left, **s: sizes(left, **s),
                        ),
                        Decomposition(POSITIVE, "m = n", substitution=lambda **s: sizes(None, **s)),
                    ),
                    "the difference is the slack of Cov(v) <= sigma_s^2 I (eq-21)",
                ),
            ),
            *NORM_BOUND,
        ),
        consequence="none for the bounds: (28) has the factor right (its noise term is half of "
        "alpha (1 + alpha L) times 2 d b^2 + sigma_s^2).",
    ),
)

CLAIMS = (NOISE_TERM, INDEX, COVARIANCE)
