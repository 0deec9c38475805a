r"""Momentum and rates: what all interpolation conditions certify, at mu = 1 and L = 10 or 100.

The paper's inequality (22) never certifies more than gradient descent's best rate
(:mod:`verify.papers.dptheory.results.never_beats_gradient`). With the value and the gradient in V
and every condition between two steps and the minimiser (``docs/lmi.md``, section 10) the heavy ball
is certified faster. The certificates are found when the ledger is made, and the kernel decides.
First, what the paper's inequality says of momentum at the same step size, at one instance.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.lyapunov import certificates
from dptheory.lyapunov.full_rates import certificate_at, full_rate
from dptheory.lyapunov.lmi import Candidate
from dptheory.methods import heavy_ball, nesterov, triple_momentum
from dptheory.simulation.moments import spectral_radius
from verify.language import certified, claim, external, number, says, symbols
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
    r"""The spectral radius of gradient descent at this step, on the curvature $\mu=1$."""
    return F(spectral_radius(heavy_ball(F(alpha), F(0)), F(1)))


def momentum_rate(alpha: F) -> float:
    """The spectral radius of the heavy ball there."""
    return float(spectral_radius(heavy_ball(float(alpha), 0.5), 1.0))


RATE, ALPHA = INSTANCE["rho"], INSTANCE["alpha"]
HELPS = (
    claim(
        "dptheory/momentum-helps-at-small-steps",
        "docs/lmi.md, Section 5",
        "With momentum (22) of Kuru et al. certifies a better rate at the same short step",
    )
    .says(
        {
            "with momentum, by a solution of (22)": certified(solution, says="feasible"),
            "the rate of gradient descent is above rho": says(
                number(RATE) < external("gradient descent's rate", gradient_rate, ALPHA)
            ),
            "the step is short": says(number(ALPHA) < 2 / (number(INSTANCE["mu"]) + INSTANCE["L"])),
        }
    )
    .rejects(
        "a rate of 0.95",
        certified(at_a_better_rate, says="feasible"),
        route=says(number(F(95, 100)) < external("heavy ball's rate", momentum_rate, ALPHA)),
    )
)

V = symbols.notation(
    alpha=symbols.positive(r"\alpha", unit="length^2/loss", search=(0.001, 2)),
    mu=symbols.positive(r"\mu", unit="loss/length^2", search=(0.1, 2)),
    L=symbols.positive("L", unit="loss/length^2", search=(0.1, 10)),
)
SHORT, LONG = heavy_ball(F(1, 10), F(9, 20)), heavy_ball(F(1, 100), F(4, 5))


def faster(rho: F = F(79, 100)) -> Any:
    """The heavy ball at gradient descent's step 1/L, L = 10."""
    return certificate_at(SHORT, 1, 10, rho)


def too_fast() -> Any:
    """The same, with a rate that is not its own."""
    found = faster()
    return found | {"statement": found["statement"] | {"rho2": "3/5"}}


def no_faster() -> Any:
    """A proof that no V of the class has a smaller rate."""
    return full_rate(SHORT, 1, 10).lower_certificate


# The worse of the quadratics of curvature mu and L, at any step.
GRADIENT = abs(1 - V.alpha * V.mu).maximum(abs(1 - V.alpha * V.L))
BEATS = (
    claim(
        "dptheory/momentum-beats-gradient",
        "docs/lmi.md, Section 10",
        "The heavy ball is certified faster than gradient descent at any step",
    )
    .says(
        {
            "the heavy ball": certified(faster, says="rate"),
            "gradient descent": says((V.L - V.mu) / (V.L + V.mu) <= GRADIENT, given=["mu <= L"]),
        }
    )
    .rejects(
        "rho^2 = 3/5",
        certified(too_fast, says="rate"),
        part="the heavy ball",
        route=certified(no_faster, says="lower"),
    )
)


def long_memory(rho: F = F(974, 1000)) -> Any:
    """The heavy ball with beta = 4/5 at kappa = 100, where (22) has no solution."""
    return certificate_at(LONG, 1, 100, rho)


def standard(rho: F = F(93, 100)) -> Any:
    """Nesterov's standard tuning at kappa = 100."""
    return certificate_at(nesterov(F(1, 100), F(9, 11)), 1, 100, rho)


def triple(rho: F = F(901, 1000)) -> Any:
    """Triple momentum at kappa = 100, whose rate is 9/10."""
    return certificate_at(triple_momentum(1, 100), 1, 100, rho)


def below_the_rate() -> Any:
    """Triple momentum, with a rate that a quadratic excludes."""
    found = triple()
    return found | {"statement": found["statement"] | {"rho2": "4/5"}}


def no_faster_triple() -> Any:
    """A proof that no V of the class has a smaller rate."""
    return full_rate(triple_momentum(1, 100), 1, 100).lower_certificate


RATES = (
    claim(
        "dptheory/momentum-at-kappa-100",
        "docs/lmi.md, Section 10",
        r"Rates certified at $\kappa=100$, where (22) of Kuru et al. certifies none or slower ones",
    )
    .says(
        {
            "heavy ball": certified(long_memory, says="rate"),
            "Nesterov": certified(standard, says="rate"),
            "triple momentum": certified(triple, says="rate"),
        }
    )
    .rejects(
        "rho^2 = 4/5",
        certified(below_the_rate, says="rate"),
        part="triple momentum",
        route=certified(no_faster_triple, says="lower"),
    )
)
