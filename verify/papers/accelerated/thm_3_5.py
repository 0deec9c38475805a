"""Theorem 3.5, (25): the bound of the heavy ball on quadratics."""

from typing import Any

import numpy as np

from dptheory.bounds.quadratic import exact_loss as closed_form
from dptheory.bounds.quadratic import sharp_loss_bound
from dptheory.methods import heavy_ball
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.engine import Noise, simulate
from dptheory.simulation.moments import (
    point_start,
    second_moments,
    squared_spectral_radius,
)
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.expectation import Expectation
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.accelerated import printed
from verify.papers.accelerated.quadratics import LOOP, LOOP_POINT, RUN, UNITS, F, power_norm, stable

# Theorem 3.5 -----------------------------------------------------------------------------------


def exact_loss(
    alpha: Any, beta: Any, curvature: Any, variance: Any, x0: Any, t: int, before: Any = None
) -> Any:
    """E F(x_t) - F* in one dimension, started at x_0 (and x_{-1}), by the moment recursion."""
    path = second_moments(
        heavy_ball(alpha, beta), curvature, variance, point_start(x0, before), int(t)
    )
    return curvature * path[-1][0] / 2


def printed_bound(
    alpha: Any, beta: Any, curvature: Any, variance: Any, x0: Any, t: int, growth: Any = None
) -> Any:
    """(25) in one dimension with x_{-1} = x_0 and C_t = t, or another value."""
    rate = printed.eq_26_rate(alpha, beta, curvature, curvature)
    if rate >= 1:
        return float("inf")
    noise = curvature * printed.m_coordinate(alpha, beta, curvature, variance)
    return printed.eq_25(
        2 * x0**2, t if growth is None else growth, rate, t, variance, alpha, noise
    )


def repaired_bound(
    alpha: Any, beta: Any, curvature: Any, variance: Any, x0: Any, t: int, before: Any = None
) -> Any:
    """(L/2) [(t+1)^2 + t^2 rho^2] rho^{2t} |xi_0|^2 + (1/2) sum lambda_i v_i, rho of App B.3."""
    last = x0 if before is None else before
    square = x0 * x0 + last * last
    return sharp_loss_bound(heavy_ball(alpha, beta), [curvature], variance, square, int(t))


def one_step_roots(t: int, alpha: Any, beta: Any, curvature: Any, variance: Any) -> tuple[Any, Any]:
    """(exact loss, L m): at alpha curvature = 1, (26) is 0 and (25) is L m whatever C_t is."""
    loss = exact_loss(alpha, beta, curvature, variance, F(1), t)
    return loss, curvature * printed.m_coordinate(alpha, beta, curvature, variance)


ANY_GROWTH = Cases(
    name="whatever C_t is",
    cases=lambda _: iter(
        [{"t": 2, "alpha": F(1), "beta": F(1, 4), "curvature": F(1), "variance": F(1, 1000)}]
    ),
    holds=one_step_roots,
    failure="alpha = 1/L with mu = L: (26) gives rho = 0, and the error exceeds L m for any C_t",
)


def two_curvatures(t: int, factor: int) -> tuple[Any, Any]:
    """(exact loss, (25) with C_t = factor t): alpha = 1, beta = 7/10, Q = diag(1/2, 1).

    (26) has rho^2 = beta (1 - mu) = 7/20 there, the heavy ball 7/10; x_0 = x_{-1} = (1, 1).
    """
    beta, variance, spectrum = F(7, 10), F(1, 10**30), (F(1, 2), F(1))
    loss = sum(exact_loss(F(1), beta, c, variance, F(1), t) for c in spectrum)
    noise = sum(printed.m_coordinate(F(1), beta, c, variance) for c in spectrum)
    start = 4 + variance / (1 - F(7, 20))
    return loss, start * factor**2 * t**2 * F(7, 20) ** t + noise


MU_BELOW_L = Cases(
    name="mu < L, C_t up to 1000 t",
    cases=lambda _: ({"factor": factor, "t": 70} for factor in (1, 10, 1000)),
    holds=two_curvatures,
    failure="the heavy ball's own rate squared is 7/10, (26) says 7/20",
)

PRINTED_25 = Inequality(
    name="(25) with C_t = t, one dimension",
    lhs=exact_loss,
    rhs=printed_bound,
    domain=RUN,
    consequence="(25) lacks the factor L/2 and uses Nesterov's rate",
)

FIRST_ROW = Identity(
    name="first row of T^t",
    # e_t is the first row (U_t, -beta U_{t-1}) times xi_0, |U_k| <= (k+1) rho^k (ct-order) and
    # beta <= rho^2: its squared length is at most [(t+1)^2 + t^2 rho^2] rho^{2t}. Induction step:
    lhs=lambda alpha, beta, curvature, now, before: (
        (1 + beta - alpha * curvature) * now + (-beta * before),
        -beta * now,
    ),
    rhs=lambda alpha, beta, curvature, now, before: tuple(
        sum(row * column for row, column in zip((now, -beta * before), entries, strict=True))
        for entries in zip(*heavy_ball(alpha, beta).closed_loop(curvature), strict=True)
    ),
    symbols=LOOP | {"now": "real", "before": "real"},
    instance=LOOP_POINT | {"now": F(5), "before": F(7)},
)

REPAIRED_25 = Inequality(
    name="repaired (25), one dimension",
    lhs=exact_loss,
    rhs=repaired_bound,
    domain=RUN,
    controls=(
        Control(
            "without the growth C_t",
            Inequality(
                name="C_t = 1",
                lhs=lambda alpha, beta, curvature, t: power_norm(alpha, beta, curvature, t) ** 2,
                rhs=lambda alpha, beta, curvature, t: (
                    squared_spectral_radius(heavy_ball(alpha, beta), curvature) ** t
                ),
                domain=Domain(
                    {n: RUN.ranges[n] for n in ("alpha", "beta", "curvature", "t")}, where=stable
                ),
            ),
            Outcome.FAILS,
            lambda: power_norm(1.0, 0.25, 1.0, 1) > 0.5,
        ),
    ),
)


SIMULATED: dict[str, Any] = {
    "alpha": 0.5,
    "beta": 0.3,
    "spectrum": (0.5, 1.0),
    "scale": 0.2,
    "steps": 20,
}


def simulated_losses(runs: int, seed: int) -> np.ndarray:
    """F(x_T) - F* of simulated DP-SHB runs with Laplace noise, x_0 = x_{-1} = (1, 1)."""
    s = SIMULATED
    statistics = simulate(
        from_spectrum(s["spectrum"]),
        heavy_ball(s["alpha"], s["beta"]),
        Noise("laplace", s["scale"]),
        np.ones(2),
        s["steps"],
        runs=runs,
        seed=seed,
        record=[s["steps"]],
        keep_losses=True,
    )
    return statistics.kept_losses.reshape(runs)


def closed_form_loss(factor: float = 1.0) -> float:
    """The exact E F(x_T) - F* of the same runs; a Laplace coordinate has variance 2 b^2."""
    s = SIMULATED
    method = heavy_ball(s["alpha"], s["beta"])
    variance = 2 * s["scale"] ** 2
    return factor * float(closed_form(method, s["spectrum"], variance, (1.0, 1.0), s["steps"]))


MONTE_CARLO = Expectation(
    name="Monte Carlo against the closed form",
    sample=simulated_losses,
    nonnegative=True,
    equals=closed_form_loss(),
    budget=(128000, 128000, 1024000),
    controls=(
        Control(
            "half the loss",
            Expectation(
                name="half the loss",
                sample=simulated_losses,
                equals=closed_form_loss(0.5),
                nonnegative=True,
            ),
            Outcome.FAILS,
            lambda: closed_form_loss() > 0,
        ),
    ),
)


PROP_25 = Claim(
    id="accelerated/thm-3.5",
    where="§3.2, Thm 3.5, (25)",
    title="bound for quadratics",
    statement=r"Quadratic $F\in\mathcal S_{\mu,L}$, $E(w_t|x_t)=0$, "
    r"$E(w_tw_t^\top|x_t)\preceq\sigma_T^2I$, $\rho<1$ of (26): $E[F(x_t)]-F(x^*)\le "
    r"V(\xi_0)C_t^2\rho^{2t}+Lm(\alpha,\beta)$, $V(\xi_0)=E\Vert(\xi_0-\xi^*)(\xi_0-\xi^*)^\top"
    r"\Vert+\frac{\sigma_T^2\alpha^2}{1-\rho^2}$, $C_t=\mathcal O(t)$.",
    units=UNITS,
    checks=(ANY_GROWTH, MU_BELOW_L, PRINTED_25),
    repair=Repair(
        statement=r"With $\rho$ of App B.3, $E(w_t|\xi_t)=0$ and $E(w_tw_t^\top|\xi_t)\preceq"
        r"\sigma_T^2I$: $E[F(x_t)]-F^*\le\frac L2[(t+1)^2+t^2\rho^2]\rho^{2t}E\Vert\xi_0-\xi^*"
        r"\Vert^2+\frac12\sum_i\lambda_iv_i$, $v_i$ the stationary variances (sum at most "
        r"$\frac L2m$).",
        changes=(
            "the rate of App B.3 instead of (26)",
            "the factor L/2 before the initial term (units), and L/2 or less instead of L before m",
            "the noise is conditioned on the state (x_t, x_{t-1}), not on x_t alone",
            "C_t^2 = (t+1)^2 + t^2 rho^2 explicitly; sigma_T^2 alpha^2/(1-rho^2) is not needed",
        ),
        checks=(FIRST_ROW, REPAIRED_25, MONTE_CARLO),
        consequence="The repaired bound is attained (double root at L, no noise), and the exact "
        "error is available in closed form: dptheory.bounds.quadratic, drawn in the figures.",
    ),
)

# Theorem 3.5 without noise ---------------------------------------------------------------------

NOISE_FREE = Claim(
    id="accelerated/thm-3.5-noise-free",
    where="§3.2, Thm 3.5 with σ_T=0",
    title="bound for quadratics without noise",
    statement=r"$F(x_t)-F(x^*)\le\Vert(\xi_0-\xi^*)(\xi_0-\xi^*)^\top\Vert C_t^2\rho^{2t}$ "
    r"whenever $\Vert M^t\Vert\le C_t\rho^t$.",
    units=UNITS,
    checks=(
        Inequality(
            name="t = 0 with C_0 = 1",
            lhs=lambda curvature, x0, before: curvature * x0**2 / 2,
            rhs=lambda curvature, x0, before: x0**2 + before**2,
            domain=Domain(
                {
                    "curvature": Range(0.01, 100, log=True, corners=(1, 4)),
                    "x0": Range(-2, 2, corners=(1, 2)),
                    "before": Range(-2, 2, corners=(0, 1)),
                }
            ),
            consequence="a squared length cannot bound a loss: the factor L/2 is missing",
        ),
    ),
    repair=Repair(
        statement=r"$F(x_t)-F(x^*)\le\frac L2\Vert\xi_0-\xi^*\Vert^2C_t^2\rho^{2t}$ whenever "
        r"$\Vert M^t\Vert\le C_t\rho^t$; the constant $L/2$ is sharp.",
        changes=("the factor L/2",),
        checks=(
            Inequality(
                name="loss against the state",
                # F(x_t) - F* = (1/2) sum lambda_i e_i^2, and |xi_t| <= |M^t||xi_0|.
                lhs=lambda curvature, L, x0, before: curvature * x0**2 / 2,
                rhs=lambda curvature, L, x0, before: L * (x0**2 + before**2) / 2,
                domain=Domain(
                    {
                        "curvature": Range(0.01, 100, log=True, corners=(1, 4)),
                        "L": Range(0.01, 100, log=True, corners=(1, 4)),
                        "x0": Range(-2, 2, corners=(1, 2)),
                        "before": Range(-2, 2, corners=(0, 1)),
                    },
                    where=lambda curvature, L, **_: curvature <= L,
                ),
                proof=Decomposition(
                    {"curvature": "positive", "gap": "nonnegative", "x0": "real", "before": "real"},
                    "the rest is (L - lambda) e_t^2/2 + L e_{t-1}^2/2",
                    substitution=lambda curvature, gap, x0, before: {
                        "curvature": curvature,
                        "L": curvature + gap,
                        "x0": x0,
                        "before": before,
                    },
                    terms=lambda curvature, gap, x0, before: (
                        gap * x0**2 / 2,
                        (curvature + gap) * before**2 / 2,
                    ),
                ),
            ),
        ),
    ),
)

CLAIMS = (PROP_25, NOISE_FREE)
