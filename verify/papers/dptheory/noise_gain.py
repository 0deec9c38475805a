"""The noise gain that the LMI certifies beside the exact one on quadratics (H2 norm)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.noise import quadratic_noise_gain, smallest_noise_gain
from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball
from verify.checks.base import Control
from verify.checks.claim import Claim
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.search import Search

F = Fraction


def certified_point(rng: np.random.Generator) -> dict[str, Any]:
    """A heavy ball for which the LMI is feasible, mu = 1 and L = kappa."""
    while True:
        kappa = F(int(rng.integers(4, 81)), 4)
        alpha = F(int(rng.integers(1, 33)), 16) / kappa
        beta = F(int(rng.integers(0, 19)), 20)
        if heavy_ball_feasible(alpha, beta, F(1), kappa):
            return {"alpha": alpha, "beta": beta, "kappa": kappa}


def setting(rng: np.random.Generator) -> dict[str, Any]:
    """A heavy ball with a certified rate, and a rate above it."""
    return certified_point(rng) | {"share": float(rng.uniform(0.01, 0.9))}


def gains(s: Mapping[str, Any]) -> tuple[float, float]:
    """(exact gain on the worst quadratic, smallest certified gain at a rate above the best)."""
    method = heavy_ball(s["alpha"], s["beta"])
    best = rate(method, F(1), s["kappa"])
    if best.rho is None:
        raise ArithmeticError(f"no certificate at a feasible point: {dict(s)}")
    certified = smallest_noise_gain(
        method, F(1), s["kappa"], best.rho + s["share"] * (1 - best.rho)
    )
    if certified is None:
        raise ArithmeticError(f"no certified noise gain above the rate: {dict(s)}")
    return float(quadratic_noise_gain(method, F(1), s["kappa"])), certified.gain


GAIN = Claim(
    id="dptheory/noise-gain-above-h2",
    where="docs/lmi.md",
    title="certified noise gain against the H2 norm on quadratics",
    statement=r"At every certified rate the LMI's smallest noise gain is at least the exact gain "
    r"on the worst quadratic, $\max_\lambda\frac{\alpha(1+\beta)}"
    r"{2(1-\beta)(2+2\beta-\alpha\lambda)}$, attained at $\lambda=L$.",
    checks=(
        Search(
            name="smallest certified gain against the exact one",
            part="lower bound",
            propose=setting,
            measure=gains,
            budget=(60, 60, 400),
            controls=(
                Control(
                    "twice the exact gain",
                    Search(
                        name="twice",
                        propose=setting,
                        measure=lambda s: (2 * gains(s)[0], gains(s)[1]),
                        budget=(60, 60, 400),
                    ),
                    Outcome.FAILS,
                    # The exact gain at alpha = 1/2, beta = 0, L = 1 is 1/6, not 1/3.
                    lambda: quadratic_noise_gain(heavy_ball(F(1, 2), F(0)), F(1), F(1)) == F(1, 6),
                ),
            ),
        ),
        Identity(
            name="exact gain",
            part="exact gain",
            lhs=lambda alpha, beta, curvature: (
                curvature * stationary_gain(alpha, beta, curvature) / 2
            ),
            rhs=lambda alpha, beta, curvature: (
                alpha * (1 + beta) / (2 * (1 - beta) * (2 + 2 * beta - alpha * curvature))
            ),
            symbols={"alpha": "positive", "beta": "fraction", "curvature": "positive"},
            instance={"alpha": F(1, 2), "beta": F(1, 3), "curvature": F(2)},
        ),
    ),
)


def stationary_gain(alpha: Any, beta: Any, curvature: Any) -> Any:
    """Stationary variance per unit of noise variance, from the two stationarity equations."""
    a = 1 + beta - alpha * curvature
    # v (1 - a^2 - beta^2) + 2 a beta c = alpha^2 and c (1 + beta) = a v.
    return alpha**2 / (1 - a**2 - beta**2 + 2 * a**2 * beta / (1 + beta))


CLAIMS = (GAIN,)
