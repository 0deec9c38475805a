r"""The heavy-ball LMI never certifies a better rate than gradient descent's best.

Put rho = (kappa-1)/(kappa+1), p = beta/rho, mu = 1 - rho, L = 1 + rho (units are free) and alpha =
1 - p sigma. docs/lmi.md, Theorem 5.
"""

from typing import Any

from dptheory.lyapunov.atoms import atom
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import trace_and_determinant
from verify.language import Formula, between, claim, entries, lemma, positive, says
from verify.papers.dptheory.formulas import lmi
from verify.papers.dptheory.formulas.lmi import SOLUTIONS, SOLVED

V = lmi.V.extended(
    p=between(0, 1, "p", unit="1", ends="()"),
    sigma=between(-1, 1, r"\sigma", unit="1"),
    q=positive("q", unit="1", search=(0.01, 3)),
    S=between(0, 1, r"\delta", unit="1", ends="(]"),
)


def setting(rho: Any, p: Any, sigma: Any) -> tuple[Any, Any, Any, Any]:
    """alpha, beta, mu and L."""
    return 1 - p * sigma, rho * p, 1 - rho, 1 + rho


def of_rate(rho: Any, p: Any, sigma: Any) -> Any:
    """alpha/(1 - rho) times <rho^2 X1 + (1 - rho^2) X2', Z> there."""
    alpha, beta, mu, L = setting(rho, p, sigma)
    _, x1, x2 = lmi.pairings(alpha, beta, mu, L, atom(alpha, beta, rho**2, rho * sigma))
    return (x1 + (1 - rho**2) * x2) * alpha / (1 - rho)


def state(rho: Any, p: Any, sigma: Any) -> Any:
    """N of the oscillation."""
    alpha, beta, _, _ = setting(rho, p, sigma)
    return lmi.dual_state(alpha, beta, rho**2, atom(alpha, beta, rho**2, rho * sigma))


def margins(q: Any, p: Any, rho: Any) -> Any:
    """Jury's at radius rho: rho + beta/rho minus the trace at mu, plus the trace at L."""
    method = heavy_ball(q, rho * p)
    at_mu, at_L = (trace_and_determinant(method.closed_loop(c))[0] for c in (1 - rho, 1 + rho))
    return rho + p - at_mu, rho + p + at_L


def of_x0(rho: Any, p: Any, sigma: Any, x: Any) -> Any:
    """alpha^2/2 times <X0, Z> at the oscillation |z| = rho, Re z = rho x."""
    alpha, beta, mu, L = setting(rho, p, sigma)
    return lmi.pairings(alpha, beta, mu, L, atom(alpha, beta, rho**2, rho * x))[0] * alpha**2 / 2


def beside(sigma: int) -> Formula:
    """At x = sigma (1 - S), where alpha is that of sigma = +-1."""
    return V.of(lambda rho, p, S: of_x0(rho, p, sigma, sigma * (1 - S)))


IN_X0 = -V.p * ((V.rho - V.p) + V.rho * (1 - V.rho * V.p)) * (1 - V.sigma**2)
IN_RATE = -V.rho * (
    (1 - V.rho) * (1 - V.p) + (V.rho + V.p) * (1 - V.sigma) + V.p * (1 - V.sigma**2)
)
LEMMAS = (
    lemma(
        "dptheory/jury-at-rho",
        V.of(margins) == entries((1 - V.rho) * (V.q - (1 - V.p)), (1 + V.rho) * (1 + V.p - V.q)),
    ),
    lemma("dptheory/oscillation-at-rho", V.of(state) == entries(0, 0, 0)),
    lemma(
        "dptheory/oscillation-at-rho-in-x0",
        V.of(lambda rho, p, sigma: of_x0(rho, p, sigma, sigma)) == IN_X0,
    ),
    lemma("dptheory/oscillation-at-rho-in-rate", V.of(of_rate) == IN_RATE),
    lemma("dptheory/sign-in-x0", IN_X0 <= 0, given=["p <= rho"]),
    lemma("dptheory/sign-in-rate", IN_RATE <= -V.rho * (1 - V.rho) * (1 - V.p), given=["p <= rho"]),
    lemma(
        "dptheory/beside-1",
        beside(1)
        == -2
        * V.p
        * V.S
        * ((V.rho - V.p) * (1 + V.rho) + 2 * V.rho * (1 - V.rho) - 2 * V.rho * V.S),
    ),
    lemma(
        "dptheory/beside-minus-1",
        beside(-1)
        == -2 * V.p * V.S * (V.rho * (V.rho + 2) + V.rho - V.p * (1 - V.rho) - 2 * V.rho * V.S),
    ),
)
PROOF = (
    r"docs/lmi.md, Theorem 5, with $p=\beta/\rho$, $q=\alpha L/(1+\rho)$. If $|1-q|\le p\le\rho$ "
    r"fails, a quadratic of the class is slower than $\rho$ (jury-at-rho). If it holds, the "
    r"oscillation $x_t=\rho^t\cos(t\theta)$ with $\cos\theta=(1-q)/p$, or one near it where the "
    r"cosine is 1 or -1, is a dual certificate: by Theorem 1 of that page (22) has no solution at "
    r"$\rho$ or below."
)
NEVER = claim(
    "dptheory/heavy-ball-never-beats-gradient",
    "docs/lmi.md, Theorem 5",
    "With momentum (22) of Kuru et al. certifies no rate as good as the best of gradient descent",
).says(
    # The rate that gradient descent has at alpha = 2/(mu + L).
    says(
        ((V.L - V.mu) / (V.L + V.mu)) < V.rho, given=["mu <= L", V.beta > 0, SOLVED], at=SOLUTIONS
    ).argued(PROOF, cites=LEMMAS)
)
