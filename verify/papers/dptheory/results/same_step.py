"""Does momentum help at the same step size? What the LMI certifies, at one instance."""

from fractions import Fraction as F
from typing import Any

from dptheory.lyapunov import certificates
from dptheory.lyapunov.lmi import Candidate
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import spectral_radius
from verify.language import certified, claim, external, number, says
from verify.papers.dptheory.formulas.lmi import SOLUTIONS

INSTANCE = SOLUTIONS[-1]  # kappa = 100, alpha = 0.4/L, beta = 1/2


def solution(rho: F = INSTANCE["rho"]) -> Any:
    """The certificate of the solution, for a rate."""
    P = (INSTANCE["P11"], INSTANCE["P12"], INSTANCE["P22"])
    method = heavy_ball(INSTANCE["alpha"], INSTANCE["beta"])
    found = Candidate(rho**2, P, INSTANCE["c0"], INSTANCE["c"])
    return certificates.feasible(method, INSTANCE["mu"], INSTANCE["L"], found)


def at_a_better_rate() -> Any:
    """The same, for a rate that the heavy ball does not have on the curvature mu."""
    return solution(F(95, 100))


def gradient_rate(alpha: F) -> F:
    """The spectral radius of gradient descent on the curvature mu = 1."""
    return F(spectral_radius(heavy_ball(F(alpha), F(0)), F(1)))


def momentum_rate(alpha: F) -> float:
    """The spectral radius of the heavy ball there."""
    return float(spectral_radius(heavy_ball(float(alpha), 0.5), 1.0))


RATE, ALPHA = INSTANCE["rho"], INSTANCE["alpha"]
HELPS = (
    claim(
        "dptheory/momentum-helps-at-small-steps",
        "docs/lmi.md",
        "momentum certifies a better rate at the same step size",
    )
    .says(
        {
            "a solution of the normalised LMI": certified(solution),
            "gradient descent is slower": says(
                number(RATE) < external("gradient descent's rate", gradient_rate, ALPHA)
            ),
            "the step is short": says(number(ALPHA) < 2 / (number(INSTANCE["mu"]) + INSTANCE["L"])),
        }
    )
    .rejects(
        "a rate of 0.95",
        certified(at_a_better_rate),
        route=says(number(F(95, 100)) < external("heavy ball's rate", momentum_rate, ALPHA)),
    )
)
