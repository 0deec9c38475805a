"""Section 3.2, (26): the best parameters without noise and the rate of the heavy ball."""

from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.numbers import sqrt
from dptheory.simulation.moments import trace_and_determinant
from verify.display.latex import tex
from verify.language import agrees, between, claim, entries, positive, says
from verify.papers.accelerated import notation as symbols

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
)


def best_rate(mu: Any, L: Any) -> Any:
    """(sqrt(kappa) - 1)/(sqrt(kappa) + 1)."""
    return (sqrt(L / mu) - 1) / (sqrt(L / mu) + 1)


def tuned(mu: Any, L: Any) -> Any:
    """The library's heavy ball at alpha_HB and beta_HB."""
    return heavy_ball(4 / (sqrt(mu) + sqrt(L)) ** 2, best_rate(mu, L) ** 2)


def tuned_at_mu(mu: Any, L: Any) -> Any:
    """Sum and product of its eigenvalues on the smallest curvature."""
    return trace_and_determinant(tuned(mu, L).closed_loop(mu))


def tuned_at_L(mu: Any, L: Any) -> Any:
    """The same on the largest curvature."""
    return trace_and_determinant(tuned(mu, L).closed_loop(L))


def double_root(mu: Any, L: Any) -> Any:
    """Sum and product of a root that counts twice: the best rate."""
    return 2 * best_rate(mu, L), best_rate(mu, L) ** 2


def negative_double_root(mu: Any, L: Any) -> Any:
    """The same of its negative."""
    return -2 * best_rate(mu, L), best_rate(mu, L) ** 2


# Both roots of z^2 - (1 + beta - alpha lambda) z + beta within rho, at mu and at L; in between they
# are by b3-quasi-convexity.
WITHIN = [
    V.beta <= V.rho**2,
    V.alpha * V.mu * V.rho >= (1 - V.rho) * (V.rho - V.beta),
    V.alpha * V.L * V.rho <= (1 + V.rho) * (V.rho + V.beta),
]
BEST = says(V.of(best_rate) <= V.rho, given=WITHIN)
OPTIMAL = claim(
    "accelerated/optimal-parameters",
    "§3.2",
    "best parameters without noise",
    {
        "rate at mu": says(V.of(tuned_at_mu) == V.of(double_root), given=["mu <= L"]),
        "rate at L": says(V.of(tuned_at_L) == V.of(negative_double_root), given=["mu <= L"]),
        "no parameters are faster": BEST,
    },
).rejects("a rate of 0", part="no parameters are faster", left=V.rho, right=V.of(best_rate))


def trace_of_9(alpha: Any, beta: Any, curvature: Any) -> Any:
    """The sum of the eigenvalues of the library's heavy ball."""
    return trace_and_determinant(heavy_ball(alpha, beta).closed_loop(curvature))[0]


def determinant_of_9(alpha: Any, beta: Any, curvature: Any) -> Any:
    """Their product."""
    return trace_and_determinant(heavy_ball(alpha, beta).closed_loop(curvature))[1]


def nesterov_loop(alpha: Any, beta: Any, curvature: Any) -> Any:
    """Trace and determinant of Nesterov's closed loop."""
    return trace_and_determinant(nesterov(alpha, beta).closed_loop(curvature))


# a_{lambda,+} + a_{lambda,-} and their product, in (26) and in App B.3.
SUM, PRODUCT = r"(1+\beta)(1-\alpha\lambda)", r"\beta(1-\alpha\lambda)"
TRACE = says(V.of(trace_of_9) == tex(V, SUM))
DETERMINANT = says(V.of(determinant_of_9) == tex(V, PRODUCT))
REPAIRED = {
    "sum": TRACE.but(right=tex(V, r"1+\beta-\alpha\lambda")),
    "product": DETERMINANT.but(right=tex(V, r"\beta")),
}
EQ_26 = claim(
    "accelerated/eq-26",
    "§3.2, Thm 3.5, (26)",
    "the rate of the heavy ball",
    {"sum": TRACE, "product": DETERMINANT},
    repaired=REPAIRED,
    elsewhere={name: ("App B.3", says) for name, says in REPAIRED.items()},
    notes=(
        # (26) is the spectrum of Nesterov's method (6).
        agrees(entries(tex(V, SUM), tex(V, PRODUCT)) == V.of(nesterov_loop)),
    ),
)

CLAIMS = (OPTIMAL, EQ_26)
