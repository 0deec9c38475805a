"""Section 3.2 and Theorem 3.5, (24)-(26): the heavy ball on quadratics, its rate and its noise."""

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.bounds.quadratic import exact_loss as closed_form
from dptheory.bounds.quadratic import sharp_loss_bound, spectral_norm
from dptheory.methods import heavy_ball, nesterov
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.engine import Noise, simulate
from dptheory.simulation.moments import (
    heavy_ball_rate,
    heavy_ball_stationary_variance,
    point_start,
    power,
    second_moments,
    squared_spectral_radius,
    trace_and_determinant,
)
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.domain import Domain, Range
from verify.checks.expectation import Expectation
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.search import Search
from verify.claim import Claim, Repair
from verify.evidence import Outcome
from verify.papers.accelerated import printed

Case = dict[str, Any]
F = Fraction
UNITS = {
    "alpha": "length^2/loss",
    "beta": "1",
    "curvature": "loss/length^2",
    "mu": "loss/length^2",
    "L": "loss/length^2",
    "variance": "loss^2/length^2",
    "x0": "length",
    "before": "length",
    "t": "1",
}
LOOP = {"alpha": "positive", "beta": "fraction", "curvature": "positive"}
LOOP_POINT = {"alpha": F(1, 2), "beta": F(1, 3), "curvature": F(3)}


def stable(alpha: Any, beta: Any, curvature: Any, **_: Any) -> bool:
    """alpha curvature < 2(1 + beta): every such heavy ball converges without noise."""
    return bool(alpha * curvature < F(199, 100) * (1 + beta))


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
        consequence="Theorem 3.5 and the bottom row of Figure 1 use Nesterov's rate: at alpha = "
        "1/L the printed rate of the heavy ball is too small, at beta > beta_opt the figure's "
        "minimum sits at Nesterov's momentum.",
    ),
)

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


RUN = Domain(
    {
        "alpha": Range(0.01, 3, log=True, corners=(F(1, 10), 1)),
        "beta": Range(0.01, 0.98, corners=(F(1, 4), F(1, 2))),
        "curvature": Range(0.01, 50, log=True, corners=(1, 10)),
        "variance": Range(1e-6, 10, log=True, corners=(F(1, 1000), 1)),
        "x0": Range(0.1, 10, log=True, corners=(1,)),
        "t": Range(1, 60, integer=True, corners=(1, 2, 7)),
    },
    where=stable,
)


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
    assert statistics.losses is not None
    return np.asarray(statistics.losses).reshape(runs)


def closed_form_loss(factor: float = 1.0) -> float:
    """The exact E F(x_T) - F* of the same runs; a Laplace coordinate has variance 2 b^2."""
    s = SIMULATED
    method = heavy_ball(s["alpha"], s["beta"])
    variance = 2 * s["scale"] ** 2
    return factor * closed_form(method, s["spectrum"], variance, (1.0, 1.0), s["steps"])


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


def power_norm(alpha: Any, beta: Any, curvature: Any, t: int) -> float:
    """||T^t|| in the spectral norm."""
    loop = heavy_ball(float(alpha), float(beta)).closed_loop(float(curvature))
    return float(spectral_norm(power(loop, int(t))))


PROP_25 = Claim(
    id="accelerated/thm-3.5",
    where="§3.2, Thm 3.5, (25)",
    title="bound for quadratics",
    statement=r"Quadratic $F\in\mathcal S_{\mu,L}$, $E(w_t|x_t)=0$, "
    r"$E(w_tw_t^\top|x_t)\preceq\sigma_T^2I$, $\rho<1$ of (26): $E[F(x_t)]-F(x^*)\le "
    r"V(\xi_0)C_t^2\rho^{2t}+Lm(\alpha,\beta)$, $V(\xi_0)=E\Vert(\xi_0-\xi^*)(\xi_0-\xi^*)^\top"
    r"\Vert+\frac{\sigma_T^2\alpha^2}{1-\rho^2}$, $C_t=\mathcal O(t)$.",
    units=UNITS,
    checks=(ANY_GROWTH, PRINTED_25),
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

# Which noise Theorem 3.5 allows ----------------------------------------------------------------


def correlated_noise(
    alpha: Any, beta: Any, curvature: Any, variance: Any, gain: Any
) -> dict[str, Any]:
    """A stationary Gaussian run whose noise w_t = gain (x_{t-1} - r x_t) + fresh remembers x_{t-1}.

    r is the lag-one correlation of the run, so that E(w_t | x_t) = 0; the fresh part has the
    variance that makes E(w_t^2 | x_t) equal to the given one.
    """
    r = (1 + beta - alpha * curvature) / (1 + beta)
    conditional = alpha**2 * variance / (1 - beta**2 - 2 * alpha * beta * gain)
    level = conditional / (1 - r**2)
    return {"r": r, "level": level, "fresh": variance - gain**2 * conditional}


def is_stationary(alpha: Any, beta: Any, curvature: Any, variance: Any, gain: Any) -> bool:
    """Exact: the law reproduces itself, the noise meets the theorem's conditions, rho < 1."""
    run = correlated_noise(alpha, beta, curvature, variance, gain)
    v, r, fresh = run["level"], run["r"], run["fresh"]
    a, b = 1 + beta - alpha * curvature + alpha * gain * r, beta + alpha * gain
    variance_now = a**2 * v - 2 * a * b * r * v + b**2 * v + alpha**2 * fresh
    return bool(
        variance_now == v
        and a * v - b * r * v == r * v  # lag-one covariance
        and gain**2 * v * (1 - r**2) + fresh == variance  # E(w_t^2 | x_t)
        and fresh >= 0
        and abs(b) < 1
        and abs(a) < 1 + b
    )


def correlated_level(**run: Any) -> tuple[Any, Any]:
    """(stationary E F - F*, L m) under noise that meets the printed conditions."""
    assert is_stationary(**run)
    level = run["curvature"] * correlated_noise(**run)["level"] / 2
    return level, run["curvature"] * printed.m_coordinate(
        run["alpha"], run["beta"], run["curvature"], run["variance"]
    )


def adaptive_tree(rng: np.random.Generator) -> dict[str, Any]:
    """A run of four steps whose noise is +-s with s <= sigma chosen at every node of the tree."""
    return {
        "alpha": float(rng.uniform(0.1, 1.5)),
        "beta": float(rng.uniform(0, 0.95)),
        "scales": [float(rng.uniform(0, 1)) for _ in range(15)],
    }


def tree_level(instance: Mapping[str, Any]) -> tuple[float, float]:
    """(E x_4^2 on the tree, E x_4^2 with independent noise of variance 1), curvature 1."""
    alpha, beta, scales = instance["alpha"], instance["beta"], instance["scales"]
    nodes, place = [(1.0, 1.0)], 0
    for _ in range(4):
        grown = []
        for x, before in nodes:
            for sign in (1, -1):
                w = sign * scales[place]
                grown.append((x - alpha * (x + w) + beta * (x - before), x))
            place += 1
        nodes = grown
    measured = float(np.mean([x * x for x, _ in nodes]))
    return measured, second_moments(heavy_ball(alpha, beta), 1.0, 1.0, point_start(1.0), 4)[-1][0]


NOISE_HYPOTHESES = Claim(
    id="accelerated/thm-3.5-noise-hypotheses",
    where="§3.2, Thm 3.5",
    title="noise hypotheses",
    statement=r"The conditions $E(w_t|x_t)=0$ and $E(w_tw_t^\top|x_t)\preceq\sigma_T^2I$ suffice "
    r"for the stationary level $Lm(\alpha,\beta)$ in (25).",
    checks=(
        Cases(
            name="noise that remembers x_{t-1}",
            cases=lambda _: iter(
                [
                    {
                        "alpha": F(1),
                        "beta": F(1, 2),
                        "curvature": F(1),
                        "variance": F(1),
                        "gain": F(2, 5),
                    }
                ]
            ),
            holds=correlated_level,
            failure="Gaussian noise with E(w|x_t) = 0 and E(w^2|x_t) = sigma^2 exceeds the level",
        ),
    ),
    repair=Repair(
        statement=r"$E(w_t|x_t,x_{t-1})=0$ and $E(w_tw_t^\top|x_t,x_{t-1})\preceq\sigma_T^2I$ "
        r"suffice: the cross term $E\,T\xi_tw_t^\top$ then vanishes.",
        changes=("conditioning on the whole state (x_t, x_{t-1})",),
        checks=(
            Search(
                name="adaptive noise scales on a binary tree",
                propose=adaptive_tree,
                measure=tree_level,
                controls=(
                    Control(
                        "noise with a memory",
                        Cases(
                            name="correlated",
                            cases=lambda _: iter([{"gain": F(2, 5)}]),
                            holds=lambda gain: correlated_level(
                                alpha=F(1), beta=F(1, 2), curvature=F(1), variance=F(1), gain=gain
                            ),
                        ),
                        Outcome.FAILS,
                        lambda: F(45, 28) > F(3, 2),
                    ),
                ),
            ),
        ),
        consequence="DP-SHB's own noise satisfies it. Under the printed conditions the level can "
        "be larger by any factor below (1+beta)/(1-beta) in x_t's variance (gain up to "
        "(1-beta)/alpha).",
    ),
)

# m(alpha, beta) --------------------------------------------------------------------------------


def residual_of_stationarity(alpha: Any, beta: Any, curvature: Any, variance: Any) -> Any:
    """v - (a^2 v - 2 a beta c + beta^2 v) at m's term v, c = a v/(1+beta), a = 1+beta-alpha lambda.

    (v, c) is the stationary variance and lag-one covariance exactly when this equals
    alpha^2 sigma^2; the solution is unique as the loop is stable.
    """
    a = 1 + beta - alpha * curvature
    v = printed.m_coordinate(alpha, beta, curvature, variance)
    c = a * v / (1 + beta)
    return v - (a**2 * v - 2 * a * beta * c + beta**2 * v)


M_IDENTITY = Claim(
    id="accelerated/thm-3.5-m",
    where="§3.2, Thm 3.5",
    title="stationary variance m",
    statement=r"$m(\alpha,\beta)=\frac{\sigma_T^2}2\sum_i\frac{2\alpha(1+\beta)}{(1-\beta)"
    r"\lambda_i(2+2\beta-\alpha\lambda_i)}$ is the sum over coordinates of the stationary "
    r"variances of $x_t$.",
    units=UNITS,
    checks=(
        Identity(
            name="stationarity equation, one coordinate",
            lhs=residual_of_stationarity,
            rhs=lambda alpha, beta, curvature, variance: alpha**2 * variance,
            symbols=LOOP | {"variance": "positive"},
            instance=LOOP_POINT | {"variance": F(5)},
            general="coordinates add up, for any d",
        ),
        Cases(
            name="against the moment library, exact",
            cases=lambda _: (
                {"alpha": a, "beta": b, "curvature": c}
                for a, b, c in itertools.product(
                    (F(1, 3), F(1)), (F(0), F(1, 2)), (F(1, 4), F(3, 2))
                )
            ),
            holds=lambda alpha, beta, curvature: (
                printed.m_coordinate(alpha, beta, curvature, F(3))
                == heavy_ball_stationary_variance(alpha, beta, curvature, F(3))
            ),
            controls=(
                Control(
                    "1 - beta^2 for 1 - beta",
                    Cases(
                        name="mutated",
                        cases=lambda _: iter([{"beta": F(1, 2)}]),
                        holds=lambda beta: (
                            printed.m_coordinate(F(1), beta, F(1), F(1)) / (1 + beta)
                            == heavy_ball_stationary_variance(F(1), beta, F(1), F(1))
                        ),
                    ),
                    Outcome.FAILS,
                    lambda: 1 + F(1, 2) != 1,
                ),
            ),
        ),
    ),
    note="The state (x_t, x_{t-1}) has twice this variance: see b3-trace.",
)

NOISE_LEVEL = Claim(
    id="accelerated/thm-3.5-noise-level",
    where="§3.2, Thm 3.5",
    title="stationary suboptimality",
    statement=r"$Lm(\alpha,\beta)$ bounds the stationary expected suboptimality (i.i.d. noise).",
    units=UNITS,
    checks=(
        Inequality(
            name="one coordinate",
            lhs=lambda alpha, beta, curvature, L, variance: (
                curvature * printed.m_coordinate(alpha, beta, curvature, variance) / 2
            ),
            rhs=lambda alpha, beta, curvature, L, variance: (
                L * printed.m_coordinate(alpha, beta, curvature, variance)
            ),
            domain=Domain(
                {n: RUN.ranges[n] for n in ("alpha", "beta", "curvature", "variance")}
                | {"L": Range(0.01, 50, log=True, corners=(1, 10))},
                where=lambda curvature, L, **p: curvature <= L and stable(curvature=curvature, **p),
            ),
            proof=Decomposition(
                dict.fromkeys(("alpha", "h", "k", "variance"), "positive") | {"gap": "nonnegative"},
                "L v - lambda v/2 >= lambda v/2 >= 0 where the loop is stable",
                # beta = 1/(1+k) < 1 and alpha lambda = 2(1+beta) h/(1+h) < 2(1+beta).
                substitution=lambda alpha, h, k, variance, gap: {
                    "alpha": alpha,
                    "beta": 1 / (1 + k),
                    "curvature": 2 * (1 + 1 / (1 + k)) * h / (1 + h) / alpha,
                    "L": 2 * (1 + 1 / (1 + k)) * h / (1 + h) / alpha + gap,
                    "variance": variance,
                },
            ),
        ),
    ),
    note="The sharp constant is L/2, attained when all the noise sits at lambda = L; the exact "
    "level is (1/2) sum lambda_i v_i.",
)

CLAIMS = (
    OPTIMAL,
    EQ_26,
    PROP_25,
    NOISE_FREE,
    NOISE_HYPOTHESES,
    M_IDENTITY,
    NOISE_LEVEL,
)
