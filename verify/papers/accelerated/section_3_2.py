"""Section 3.2, after Theorem 3.5: the growth C_t, the best momentum, Figure 1."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.bounds.quadratic import growth_factor
from dptheory.experiments.heavy_ball_bounds import ALPHAS, NOISE_LEVELS, figure_1
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import (
    growth_polynomials,
    heavy_ball_rate,
    heavy_ball_stationary_variance,
    squared_spectral_radius,
)
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.accelerated import printed
from verify.papers.accelerated.quadratics import LOOP, LOOP_POINT, RUN, power_norm, stable

Case = dict[str, Any]
F = Fraction

# C_t = O(t) ------------------------------------------------------------------------------------


def times(first: Any, second: Any) -> Any:
    """Product of two 2x2 matrices."""
    return tuple(
        tuple(sum(first[i][k] * second[k][j] for k in range(2)) for j in range(2)) for i in range(2)
    )


def cayley_hamilton(alpha: Any, beta: Any, curvature: Any, now: Any, before: Any) -> Any:
    """U_{t-1} T - beta U_{t-2} I."""
    (a, b), (c, d) = heavy_ball(alpha, beta).closed_loop(curvature)
    return (now * a - beta * before, now * b), (now * c, now * d - beta * before)


INDUCTION = Identity(
    name="T^t = U_{t-1} T - beta U_{t-2} I, by induction",
    # T (U_{t-1} T - beta U_{t-2} I) = U_t T - beta U_{t-1} I, U_t = tr(T) U_{t-1} - beta U_{t-2}.
    lhs=lambda alpha, beta, curvature, now, before: times(
        heavy_ball(alpha, beta).closed_loop(curvature),
        cayley_hamilton(alpha, beta, curvature, now, before),
    ),
    rhs=lambda alpha, beta, curvature, now, before: cayley_hamilton(
        alpha,
        beta,
        curvature,
        (1 + beta - alpha * curvature) * now - beta * before,
        now,
    ),
    symbols=LOOP | {"now": "real", "before": "real"},
    instance=LOOP_POINT | {"now": F(5), "before": F(7)},
)

ROOTS = Identity(
    name="U_k = sum of r^i s^(k-i), by induction",
    # With roots r, s: S_{k+1} = r S_k + s^{k+1}, so that |S_k| <= (k+1) rho^k; the recursion of
    # U has the same solution.
    lhs=lambda r, s, S, tail: (r + s) * (r * S + s * tail) - r * s * S,
    rhs=lambda r, s, S, tail: r * (r * S + s * tail) + s * s * tail,
    symbols=dict.fromkeys(("r", "s", "S", "tail"), "real"),
    instance={"r": F(2), "s": F(3), "S": F(5), "tail": F(7)},
    general="complex roots included; hence ||T^t|| <= t rho^{t-1} ||T|| + (t-1) rho^t",
)


def growth_bound(alpha: Any, beta: Any, curvature: Any, t: int) -> float:
    """C_t rho^t with C_t = t (||T||/rho + 1) - 1 and C_0 = 1."""
    method = heavy_ball(float(alpha), float(beta))
    rho: float = float(squared_spectral_radius(method, float(curvature))) ** 0.5
    return float(growth_factor(method, [float(curvature)], int(t))) * rho ** int(t)


LOOPS = Domain(
    {n: RUN.ranges[n] for n in ("alpha", "beta", "curvature")}
    | {"t": Range(0, 60, integer=True, corners=(0, 1, 2, 7))},
    where=stable,
)
GROWTH_NUMERIC = Inequality(
    name="||T^t|| against C_t rho^t", lhs=power_norm, rhs=growth_bound, domain=LOOPS
)

CT_ORDER = Claim(
    id="accelerated/thm-3.5-ct-order",
    where="§3.2, Thm 3.5; App B.3",
    title="growth of the powers",
    statement=r"For $0<\beta<1$ there is $C_t=\mathcal O(t)$ with $\Vert M^t\Vert\le C_t"
    r"\rho(M)^t$, $M(\alpha,\beta)=\begin{bmatrix}(1+\beta)I-\alpha Q&-\beta I\\I&0\end{bmatrix}$.",
    checks=(INDUCTION, ROOTS, GROWTH_NUMERIC),
    note="rho(M) >= sqrt(beta) > 0; ||M^t|| is the largest ||T_i^t||. The linear growth is "
    "attained at double roots, beta = (1 - sqrt(alpha lambda))^2.",
)

CT_CHOICE = Claim(
    id="accelerated/ct-choice",
    where="§3.2, demonstration and footnote 1",
    title="the choice C_t = t",
    statement=r"$C_t=t$ may be taken for simplicity, $C_t$ being a constant multiple of $t$.",
    checks=(
        Inequality(
            name="C_t = t, t >= 0",
            # The lower left entry of T^t is U_{t-1} (and ||T^0|| = 1), a lower bound of the norm.
            lhs=lambda alpha, beta, curvature, t: abs(
                growth_polynomials(1 + beta - alpha * curvature, beta, max(int(t) - 1, 0))[-1]
            ),
            rhs=lambda alpha, beta, curvature, t: (
                t * squared_spectral_radius(heavy_ball(alpha, beta), curvature) ** F(1, 2)
                if t == 1
                else t
                * (float(squared_spectral_radius(heavy_ball(alpha, beta), curvature)) ** 0.5) ** t
            ),
            domain=Domain(
                {n: LOOPS.ranges[n] for n in ("alpha", "beta", "curvature")}
                | {"t": Range(0, 9, integer=True, corners=(0, 1))},
                where=stable,
            ),
            consequence="at t = 0 every multiple of t is 0 while ||M^0|| = 1, and at t = 1 "
            "||M|| >= 1 > rho",
        ),
    ),
    repair=Repair(
        statement=r"$C_0=1$ and $C_t=t(\Vert M\Vert/\rho+1)-1$ for $t\ge1$.",
        changes=("C_0 = 1", "the factor ||M||/rho + 1, which exceeds 2"),
        checks=(INDUCTION, ROOTS, GROWTH_NUMERIC),
        consequence="The curves of Figure 1 are 0 at t = 0. A factor in C_t multiplies only the "
        "first term of (25): it does not merely shift the graphs, it moves their minima.",
    ),
)

# The best momentum at a given step size --------------------------------------------------------


def squared_rate(root: Any, top: Any, beta: Any) -> Any:
    """rho^2 on [mu, L] with alpha mu = root^2 and alpha L = top (alpha = 1)."""
    method = heavy_ball(1 + 0 * beta, beta)
    return max(squared_spectral_radius(method, c) for c in (root**2, top))


STEP_RANGE = Domain(
    {
        "root": Range(0.01, 1, corners=(F(1, 2), F(1, 10))),
        "top": Range(0.01, 1, corners=(F(1, 2), 1)),
        "beta": Range(0, 0.99, corners=(0, F(1, 4), F(1, 2))),
    },
    where=lambda root, top, beta: root**2 <= top,
)


def best_beta(root: Any) -> Any:
    """(1 - sqrt(alpha mu))^2."""
    return (1 - root) ** 2


def noise_of(root: Any, beta: Any) -> Any:
    """Stationary variance at alpha mu = root^2 per unit of alpha^2 sigma^2 (alpha = 1)."""
    return heavy_ball_stationary_variance(1 + 0 * beta, beta, root**2, 1 + 0 * beta)


OPTIMAL_BETA = Claim(
    id="accelerated/rate-optimal-beta",
    where="§3.2, demonstration; Fig 1 bottom row; §5",
    title="rate-optimal momentum",
    statement=r"For fixed $\alpha\le1/L$ the “optimal” $\beta$ minimises the convergence rate; "
    r"§5 uses $\beta=\frac{1-\sqrt{\alpha\mu}}{1+\sqrt{\alpha\mu}}$ for heavy ball.",
    units={"root": "1", "top": "1", "beta": "1"},
    checks=(
        Inequality(
            name="rate at the momentum of §5 against any other (squared)",
            lhs=lambda root, top, beta: squared_rate(root, top, printed.section_5_beta(root)),
            rhs=squared_rate,
            domain=STEP_RANGE,
            consequence="the momentum of §5 minimises (26), Nesterov's rate, not the heavy ball's",
        ),
    ),
    repair=Repair(
        statement=r"For $\alpha\le1/L$ the heavy ball's rate is least at "
        r"$\beta=(1-\sqrt{\alpha\mu})^2$, where it is $1-\sqrt{\alpha\mu}$.",
        changes=(
            r"$(1-\sqrt{\alpha\mu})^2$ instead of $\frac{1-\sqrt{\alpha\mu}}"
            r"{1+\sqrt{\alpha\mu}}$",
        ),
        checks=(
            Inequality(
                name="no momentum is better",
                # A radius r at alpha mu = s^2 has beta = r^2 - gap <= r^2 and, by Jury,
                # s^2 >= (1-r)(1-beta/r); hence s^2 >= (1-r)^2.
                lhs=lambda r, gap, slack: (1 - r) ** 2,
                rhs=lambda r, gap, slack: (1 - r) * (1 - (r**2 - gap) / r) + slack,
                domain=Domain(
                    {
                        "r": Range(0.01, 0.99, corners=(F(1, 2),)),
                        "gap": Range(0, 1, corners=(0, F(1, 8))),
                        "slack": Range(0, 1, corners=(0, F(1, 8))),
                    }
                ),
                proof=Decomposition(
                    {"k": "positive", "gap": "nonnegative", "slack": "nonnegative"},
                    "the rest is (1-r) gap/r + slack",
                    substitution=lambda k, gap, slack: {
                        "r": 1 / (1 + k),
                        "gap": gap,
                        "slack": slack,
                    },
                ),
            ),
            Inequality(
                name="noise at the momentum of §5, at most 12 % higher",
                lhs=lambda root: noise_of(root, printed.section_5_beta(root)),
                rhs=lambda root: F(28, 25) * noise_of(root, best_beta(root)),
                domain=Domain({"root": Range(0.001, 0.999, log=True, corners=(F(1, 2),))}),
            ),
            Inequality(
                name="rate at (1 - sqrt(alpha mu))^2 against any other (squared)",
                lhs=lambda root, top, beta: squared_rate(root, top, best_beta(root)),
                rhs=squared_rate,
                domain=STEP_RANGE,
            ),
        ),
        consequence="DP-HB of §5 runs at rate sqrt((1-s)/(1+s)), s = sqrt(alpha mu), instead of "
        "1 - s, with up to 12 % more noise; both differences vanish as s tends to 0 (3 % more "
        "noise at kappa = 255).",
    ),
)

# Figure 1 --------------------------------------------------------------------------------------


def panels(_: Context) -> Iterator[Case]:
    """The six panels of bounds, by step size and noise level."""
    for alpha in ALPHAS:
        for noise in NOISE_LEVELS:
            yield {"alpha": alpha, "noise": noise}


def has_the_shape(alpha: float, noise: float, first: str = "beta_opt") -> bool:
    """Each curve rises, falls to one valley and rises again; that of ``first`` turns first."""
    panel = figure_1(alpha, noise)
    valleys = {}
    for name in ("0", "0.3", "0.7", "beta_opt"):
        curve = panel.printed_bound[name]
        signs = np.sign(np.diff(curve))
        turns = np.nonzero(np.diff(signs))[0] + 1
        if len(turns) != 2 or signs[0] < 0:
            return False
        valleys[name] = int(turns[1])
    return valleys[first] == min(valleys.values())


def bounds_the_error(alpha: float, noise: float) -> tuple[float, float]:
    """(largest exact error over printed curve, 1) for t = 1..250 over the panel's momenta."""
    panel = figure_1(alpha, noise)
    ratios = [
        float(np.max(panel.exact[name][1:] / curve[1:]))
        for name, curve in panel.printed_bound.items()
    ]
    return max(ratios), 1.0


def repaired_bounds_the_error(alpha: float, noise: float) -> tuple[float, float]:
    """The same for the repaired bound, from t = 0."""
    panel = figure_1(alpha, noise)
    ratios = [
        float(np.max(panel.exact[name] / curve)) for name, curve in panel.repaired_bound.items()
    ]
    return max(ratios), 1.0 + 1e-9


FIGURE_1 = Claim(
    id="accelerated/fig-1",
    where="§3.2, Fig 1",
    title="Figure 1",
    statement=r"The curves show the bound (25) and $\rho$ of (26) for $Q=\mathrm{diag}(0.5,1)$, "
    r"$\alpha\in\{0.1,0.5,1\}$, $\beta\in\{0,0.3,0.7,\beta_{opt}\}$, $C_t=t$, "
    r"$\sigma_T^2=(Tc_w)^2$, $c_w\in\{10^{-4},10^{-2}\}$.",
    checks=(
        Cases(
            name="shape described for the figure",
            part="shape, with T = t on the axis",
            level=Level.NUMERIC,
            cases=panels,
            holds=has_the_shape,
            success="(25) with (26) rises, falls and rises again, beta_opt turning first",
            controls=(
                Control(
                    "beta = 0.7 turns first",
                    Cases(
                        name="0.7",
                        level=Level.NUMERIC,
                        cases=panels,
                        holds=lambda **c: has_the_shape(**c, first="0.7"),
                    ),
                    Outcome.FAILS,
                    lambda: (
                        printed.eq_26_rate(0.1, 0.7, 0.5, 1.0)
                        > printed.eq_26_rate(0.1, 0.64, 0.5, 1.0)
                    ),
                ),
            ),
        ),
        Cases(
            name="a bound on the exact error",
            part="the curves bound the error",
            level=Level.NUMERIC,
            cases=panels,
            holds=bounds_the_error,
            failure="the exact error exceeds a drawn bound (that of beta = 0.7)",
        ),
    ),
    repair=Repair(
        statement="The same panels with the repaired bound of thm-3.5 (rate of App B.3, C_t^2 = "
        "(t+1)^2 + t^2 rho^2, factor L/2) lie above the exact error at every horizon.",
        changes=("rate of App B.3", "C_t^2 = (t+1)^2 + t^2 rho^2", "factor L/2"),
        checks=(
            Cases(
                name="repaired curves",
                level=Level.NUMERIC,
                cases=panels,
                holds=repaired_bounds_the_error,
                controls=(
                    Control(
                        "printed curves",
                        Cases(
                            name="printed",
                            level=Level.NUMERIC,
                            cases=panels,
                            holds=bounds_the_error,
                        ),
                        Outcome.FAILS,
                        lambda: (
                            heavy_ball_rate(1.0, 0.7, 0.5, 1.0)
                            > printed.eq_26_rate(1.0, 0.7, 0.5, 1.0)
                        ),
                    ),
                ),
            ),
        ),
        consequence="`python -m figures fig-1` draws both, with the exact error over them.",
    ),
)

CLAIMS = (CT_ORDER, CT_CHOICE, OPTIMAL_BETA, FIGURE_1)
