r"""Section 3.2, the demonstration, and section 5: the momentum with the best rate at a step size.

A rate is the larger of the spectral radii at :math:`\mu` and at L.
"""

from functools import partial
from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.numbers import maximum
from dptheory.simulation.moments import spectral_radius
from verify.language import Draft, Formula, between, claim, says
from verify.methods.derive import Derive, shown, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas.radius import at_ends, of_heavy_ball, radius
from verify.papers.accelerated.settings import DEMONSTRATION
from verify.papers.enclosures import computed

V = symbols.V.extended(beta=between(0, 1, r"\beta", unit="1", ends="[)"))


def rate_of(method: Any, alpha: Any, beta: Any, mu: Any, L: Any) -> Any:
    r"""The larger of the spectral radii at $\mu$ and at $L$."""
    made = method(alpha, beta)
    return maximum(spectral_radius(made, mu), spectral_radius(made, L))


# Two formulas are one where their functions are one object.
RATE_26, RATE = partial(rate_of, nesterov), partial(rate_of, heavy_ball)


def rate_26(beta: Formula) -> Formula:
    """(26), the rate of Nesterov's method (eq-26)."""
    return computed(r"\rho\;of\;(26)", RATE_26, V.alpha, beta, V.mu, V.L)


def rate(beta: Formula) -> Formula:
    """That of the heavy ball (9)."""
    return computed(r"\rho\;of\;heavy\;ball", RATE, V.alpha, beta, V.mu, V.L)


def radius_26(beta: Formula, curvature: Formula) -> Formula:
    """The modulus in (26) at a curvature."""
    left = 1 - V.alpha * curvature
    return radius((1 + beta) * left, beta * left)


ROOT = (V.alpha * V.mu).sqrt()
BETA_5 = (1 - ROOT) / (1 + ROOT)  # of section 5, and the curve "beta_opt" of the program
BEST = (1 - ROOT) ** 2
WHERE = [V.mu <= V.L, V.alpha * V.L <= 1]


def best(of: Any, at: Any, beta: Formula) -> Draft:
    """That no momentum has a smaller rate: at mu alone each has 1 - sqrt(alpha mu) or more."""
    return says(
        of(beta) <= of(V.beta),
        given=WHERE,
        by=Derive(
            words(ROOTS, of(beta) == at_ends(at, beta)),
            shown(at_ends(at, beta) <= 1 - ROOT),
            shown(1 - ROOT <= at_ends(at, V.beta)),
            words(ROOTS, at_ends(at, V.beta) == of(V.beta)),
        ),
    )


ROOTS = (
    "A rate is the larger modulus of the two roots of the characteristic polynomials at the ends."
)
OF_26 = best(rate_26, radius_26, BETA_5)
OF_HEAVY_BALL = says(rate(BETA_5) <= rate(V.beta), given=WHERE)
AT_BEST = best(rate, of_heavy_ball, BEST)
OPTIMAL_BETA = (
    claim(
        "accelerated/rate-optimal-beta",
        "§3.2, demonstration; Fig 1 bottom row; §5",
        "Rate-optimal momentum",
    )
    .says(
        {"of (26)": OF_26, "of the heavy ball": OF_HEAVY_BALL},
        instead={"of the heavy ball": AT_BEST},
        settings=DEMONSTRATION,
    )
    .quoting(
        r"\beta=(1-\sqrt{\alpha\mu})/(1+\sqrt{\alpha\mu})",
        part="of the heavy ball",
        reading="that no other momentum has a smaller rate",
    )
    .rejects("(26) at the heavy ball's best", part="of (26)", left=rate_26(BEST))
)
