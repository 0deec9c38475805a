r"""Section 3, discussion: the rate against the additive error.

The rate is that of App B.3. The additive error is :math:`m(\alpha,\beta)` of (25) per unit of
:math:`\sigma_T^2`, for the demonstration's :math:`Q=\mathrm{diag}(\mu,L)`.
"""

from functools import partial

import numpy as np

from dptheory.methods import heavy_ball
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import expected_loss, heavy_ball_rate
from verify.language import Formula, behaves, between, claim, positive, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, add, shown, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.formulas.radius import at_ends, of_heavy_ball
from verify.papers.accelerated.settings import DEMONSTRATION
from verify.papers.enclosures import computed

V = symbols.V.extended(
    # Figure 1 has beta = 0 too.
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    beta2=between(0, 1, r"\beta'", unit="1", ends="[)"),
    alpha2=positive(r"\alpha'", unit="length^2/loss", search=(0.01, 2)),
)


def term(alpha: Formula, beta: Formula, curvature: Formula) -> Formula:
    """A term of m(alpha, beta) in (25)."""
    return alpha * (1 + beta) / ((1 - beta) * curvature * (2 + 2 * beta - alpha * curvature))


def additive(alpha: Formula, beta: Formula) -> Formula:
    """m(alpha, beta)."""
    return term(alpha, beta, V.mu) + term(alpha, beta, V.L)


def rate(alpha: Formula, beta: Formula) -> Formula:
    """The heavy ball's rate on [mu, L]."""
    return computed("rate", heavy_ball_rate, alpha, beta, V.mu, V.L)


MONOTONE = says(
    additive(V.alpha, V.beta) < additive(V.alpha2, V.beta2),
    given=[
        "mu <= L",
        "alpha * L < 2 * (1 + beta)",
        "alpha2 * L < 2 * (1 + beta2)",
        rate(V.alpha2, V.beta2) < rate(V.alpha, V.beta),
    ],
)
# Whatever it does to the rate, more momentum at the same step size has the larger error.
AT_ONE_STEP_SIZE = MONOTONE.but(
    given=["mu <= L", "alpha2 == alpha", "alpha * L <= 1", "beta < beta2"],
    by=Derive(
        add(
            *(
                shown(term(V.alpha, V.beta, value) < term(V.alpha2, V.beta2, value))
                for value in (V.mu, V.L)
            )
        )
    ),
)


ends = partial(at_ends, of_heavy_ball)
IS_RADIUS = "The rate is the larger radius of the two ends."
BETTER_RATE = says(
    rate(V.alpha, V.beta2) <= rate(V.alpha, V.beta),
    given=["mu <= L", "alpha * L <= 1", "beta < beta2", "beta2 <= (1 - sqrt(alpha * mu))**2"],
    by=Derive(
        words(IS_RADIUS, rate(V.alpha, V.beta2) == ends(V.beta2)),
        shown(ends(V.beta2) <= of_heavy_ball(V.beta2, V.mu)),
        shown(of_heavy_ball(V.beta2, V.mu) <= of_heavy_ball(V.beta, V.mu)),
        shown(of_heavy_ball(V.beta, V.mu) <= ends(V.beta)),
        words(IS_RADIUS, ends(V.beta) == rate(V.alpha, V.beta)),
    ),
)

# The errors of the demonstration (24) by exact moments, from x_0 = x_{-1} = (1, 1).
CELLS = {f"T = {T}, c_w = {level:g}": (T, level) for T in (20, 50, 250) for level in (1e-4, 1e-2)}
NO_NOISE = {"T = 50, c_w = 0": (50, 0.0)}
GRID = tuple(
    (float(alpha), float(beta))
    for alpha in np.geomspace(0.01, 1.5, 12)
    for beta in np.linspace(0, 0.9, 10)
)


def best_over_optimum(cell: str, _: Context) -> Ratio:
    """The least error on a grid of (alpha, beta) over that of the noise-free optimum."""
    T, level = (CELLS | NO_NOISE)[cell]
    problem = from_spectrum([0.5, 1.0])

    def error(alpha: float, beta: float) -> float:
        method = heavy_ball(alpha, beta)
        return float(expected_loss(problem, method, (T * level) ** 2, np.ones(2), T)[-1])

    alpha, beta, _rate = printed.optimal_parameters(0.5**0.5, 1.0)
    value = min(error(*pair) for pair in GRID) / error(alpha, beta)
    return Ratio(value=value, low=value, high=value, data_sets=None)


NOT_BEST = behaves("less", tuple(CELLS), best_over_optimum)

TRADEOFF = (
    claim("accelerated/rate-noise-tradeoff", "§3, discussion", "Rate against noise on quadratics")
    .says(
        {"a better rate costs noise": MONOTONE, "the noise-free optimum is not best": NOT_BEST},
        repaired={"a better rate costs noise": AT_ONE_STEP_SIZE},
        settings=DEMONSTRATION,
        # Up to (1 - sqrt(alpha mu))^2 more momentum has the better rate.
        notes=(BETTER_RATE,),
    )
    .rejects("no noise", part="the noise-free optimum is not best", cells=tuple(NO_NOISE))
    .rejects(
        "any step size",
        AT_ONE_STEP_SIZE.but(
            given=["mu <= L", "alpha2 == alpha", "alpha * L < 2 * (1 + beta)", "beta < beta2"]
        ),
    )
)
