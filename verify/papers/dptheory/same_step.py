"""Does momentum help at the same step size? What the LMI certifies, and by how much."""

from fractions import Fraction
from typing import Any

from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import spectral_radius
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.evidence import Outcome
from verify.checks.sdp import Certified

F = Fraction
INSTANCE = {"alpha": F(4, 1000), "beta": F(1, 2), "kappa": F(100)}  # alpha = 0.4/L


def certified(alpha: Fraction, beta: Fraction, kappa: Fraction) -> tuple[Any, str] | None:
    """The certificate, if its rate beats gradient descent's exact rate 1 - alpha mu."""
    result = rate(heavy_ball(alpha, beta), F(1), kappa)
    if result.certificate is None or result.rho is None or not result.rho < 1 - alpha:
        return None
    return (
        result.certificate,
        f"certified rate {result.rho:.6f} against {float(1 - alpha):.6f} without momentum "
        f"(kappa = {kappa}, alpha = {float(alpha * kappa):.2g}/L, beta = {beta}).",
    )


HELPS = Claim(
    id="dptheory/momentum-helps-at-small-steps",
    where="docs/lmi.md",
    title="momentum certifies a better rate at the same step size",
    statement=r"There are $\alpha<\frac2{\mu+L}$ and $\beta>0$ for which the LMI certifies a "
    r"better rate than gradient descent has at the same $\alpha$ (there $1-\alpha\mu$ on the "
    r"whole class).",
    checks=(
        Certified(
            name="kappa = 100, alpha = 0.4/L, beta = 1/2",
            find=lambda: certified(**INSTANCE),
            controls=(
                Control(
                    "the best step size",
                    Certified(
                        name="alpha = 2/(mu+L)",
                        find=lambda: certified(F(2, 101), F(1, 2), F(100)),
                    ),
                    Outcome.INCONCLUSIVE,
                    # dptheory/heavy-ball-never-beats-gradient: there 1 - alpha mu is the best rate.
                    lambda: 1 - F(2, 101) == F(99, 101),
                ),
            ),
        ),
        Cases(
            name="gradient descent's own rate",
            cases=lambda _: iter([{"curvature": F(1)}]),
            holds=lambda curvature: (
                spectral_radius(heavy_ball(F(4, 1000), F(0)), curvature) >= 1 - F(4, 1000)
            ),
            success="a quadratic attains 1 - alpha mu",
            controls=(
                Control(
                    "curvature L",
                    Cases(
                        name="L",
                        cases=lambda _: iter([{"curvature": F(100)}]),
                        holds=lambda curvature: (
                            spectral_radius(heavy_ball(F(4, 1000), F(0)), curvature)
                            >= 1 - F(4, 1000)
                        ),
                    ),
                    Outcome.FAILS,
                    lambda: abs(1 - 0.4) < 0.996,
                ),
            ),
        ),
    ),
    note="Momentum acts like a longer step: the ratio of the certified 1 - rho to alpha mu is "
    "largest at small alpha, and there is no gain at alpha = 2/(mu+L) "
    "(dptheory/heavy-ball-never-beats-gradient).",
)

CLAIMS = (HELPS,)
