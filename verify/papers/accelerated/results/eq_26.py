"""Section 3.2, (26): the best parameters without noise and the rate of the heavy ball."""

from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.simulation.moments import trace_and_determinant
from verify.display.latex import tex
from verify.language import Formula, agrees, between, claim, entries, instance, positive, says
from verify.papers.accelerated import notation as symbols

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
)


RATE = ((V.L / V.mu).sqrt() - 1) / ((V.L / V.mu).sqrt() + 1)
TUNED = heavy_ball(4 / (V.mu.sqrt() + V.L.sqrt()) ** 2, RATE**2)  # alpha_HB and beta_HB


def eigenvalues(method: Any, curvature: Formula) -> Formula:
    """Sum and product of the eigenvalues of the library's closed loop."""
    return entries(*trace_and_determinant(method.closed_loop(curvature)))


# Both roots of z^2 - (1 + beta - alpha lambda) z + beta within rho, at mu and at L; in between they
# are by b3-quasi-convexity.
WITHIN = [
    V.beta <= V.rho**2,
    V.alpha * V.mu * V.rho >= (1 - V.rho) * (V.rho - V.beta),
    V.alpha * V.L * V.rho <= (1 + V.rho) * (V.rho + V.beta),
]
# alpha_HB and beta_HB at kappa = 4.
TUNED_FOR_4 = instance("mu=1 L=4 alpha=4/9 beta=1/9 rho=1/3")
OPTIMAL = claim(
    "accelerated/optimal-parameters",
    "§3.2",
    "best parameters without noise",
    {
        "rate at mu": says(
            eigenvalues(TUNED, V.mu) == entries(2 * RATE, RATE**2), given=["mu <= L"]
        ),
        "rate at L": says(
            eigenvalues(TUNED, V.L) == entries(-2 * RATE, RATE**2), given=["mu <= L"]
        ),
        "no parameters are faster": says(RATE <= V.rho, given=WITHIN, at=TUNED_FOR_4),
    },
).rejects("a rate of 0", part="no parameters are faster", left=V.rho, right=RATE)
# a_{lambda,+} + a_{lambda,-} and their product, in (26) and in App B.3.
SUM, PRODUCT = r"(1+\beta)(1-\alpha\lambda)", r"\beta(1-\alpha\lambda)"
TRACE, DETERMINANT = trace_and_determinant(heavy_ball(V.alpha, V.beta).closed_loop(V.curvature))
REPAIRED = {
    "sum": says(TRACE == tex(V, r"1+\beta-\alpha\lambda")),
    "product": says(DETERMINANT == tex(V, r"\beta")),
}
EQ_26 = claim(
    "accelerated/eq-26",
    "§3.2, Thm 3.5, (26)",
    "the rate of the heavy ball",
    {"sum": says(TRACE == tex(V, SUM)), "product": says(DETERMINANT == tex(V, PRODUCT))},
    repaired=REPAIRED,
    elsewhere={name: ("App B.3", says) for name, says in REPAIRED.items()},
    notes=(
        # (26) is the spectrum of Nesterov's method (6).
        agrees(
            entries(tex(V, SUM), tex(V, PRODUCT))
            == eigenvalues(nesterov(V.alpha, V.beta), V.curvature)
        ),
    ),
)

CLAIMS = (OPTIMAL, EQ_26)
