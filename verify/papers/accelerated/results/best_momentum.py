r"""Section 3.2, the demonstration, and section 5: the momentum with the best rate at a step size.

A rate is the larger of the spectral radii at :math:`\mu` and at L.
"""

from functools import partial
from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.numbers import maximum
from dptheory.simulation.moments import spectral_radius
from verify.language import Formula, between, claim, lemma, says
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.settings import DEMONSTRATION
from verify.papers.enclosures import computed

V = symbols.V.extended(beta=between(0, 1, r"\beta", unit="1", ends="[)"))


def rate_of(method: Any, alpha: Any, beta: Any, mu: Any, L: Any) -> Any:
    """The rate of a method."""
    made = method(alpha, beta)
    return maximum(spectral_radius(made, mu), spectral_radius(made, L))


RATE_26, RATE = partial(rate_of, nesterov), partial(rate_of, heavy_ball)


def rate_26(beta: Formula) -> Formula:
    """(26), the rate of Nesterov's method (eq-26)."""
    return computed(r"\rho\;of\;(26)", RATE_26, V.alpha, beta, V.mu, V.L)


def rate(beta: Formula) -> Formula:
    """That of the heavy ball (9)."""
    return computed(r"\rho\;of\;heavy\;ball", RATE, V.alpha, beta, V.mu, V.L)


ROOT = (V.alpha * V.mu).sqrt()
BETA_5 = (1 - ROOT) / (1 + ROOT)  # of section 5, and the curve "beta_opt" of the program
BEST = (1 - ROOT) ** 2
WHERE = [V.mu <= V.L, V.alpha * V.L <= 1]


def within(trace: Formula, product: Formula) -> list[Formula]:
    """That both roots of z^2 - trace z + product have moduli of at most rho, product >= 0."""
    return [product <= V.rho**2, abs(trace) * V.rho <= V.rho**2 + product]


DAMPED = 1 - V.alpha * V.mu
# No rho below 1 - sqrt(alpha mu) contains the roots at mu.
NESTEROV_LEAST = lemma(
    "accelerated/nesterov-no-faster",
    1 - ROOT <= V.rho,
    given=[V.alpha * V.mu <= 1, *within((1 + V.beta) * DAMPED, V.beta * DAMPED)],
)
HEAVY_BALL_LEAST = lemma(
    "accelerated/heavy-ball-no-faster",
    1 - ROOT <= V.rho,
    given=[V.alpha * V.mu <= 1, *within(1 + V.beta - V.alpha * V.mu, V.beta)],
)
ARGUMENT = (
    "At mu the discriminant vanishes, and at L it is not positive, for alpha mu <= alpha L <= 1: "
    "the rate is 1 - sqrt(alpha mu). By {} no other momentum has a smaller one."
)
OF_26 = says(rate_26(BETA_5) <= rate_26(V.beta), given=WHERE).argued(
    ARGUMENT.format("nesterov-no-faster"), cites=[NESTEROV_LEAST]
)
OF_HEAVY_BALL = says(rate(BETA_5) <= rate(V.beta), given=WHERE)
AT_BEST = OF_HEAVY_BALL.but(left=rate(BEST)).argued(
    ARGUMENT.format("heavy-ball-no-faster"), cites=[HEAVY_BALL_LEAST]
)
OPTIMAL_BETA = claim(
    "accelerated/rate-optimal-beta",
    "§3.2, demonstration; Fig 1 bottom row; §5",
    "rate-optimal momentum",
    {"of (26)": OF_26, "of the heavy ball": OF_HEAVY_BALL},
    instead={"of the heavy ball": AT_BEST},
    settings=DEMONSTRATION,
).rejects("(26) at the heavy ball's best", part="of (26)", left=rate_26(BEST))

CLAIMS = (OPTIMAL_BETA,)
