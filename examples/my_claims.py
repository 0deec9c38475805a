"""A lemma of your own: the noise floor of gradient descent on a quadratic."""

from dptheory.simulation.moments import heavy_ball_stationary_variance
from verify.checks.domain import Domain, Range
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.claim import Claim

UNITS = {"alpha": "length^2/loss", "curvature": "loss/length^2", "variance": "loss^2/length^2"}
NOISE_FLOOR = Inequality(
    name="stationary variance",
    lhs=lambda alpha, curvature, variance: heavy_ball_stationary_variance(
        alpha, 0 * alpha, curvature, variance
    ),
    rhs=lambda alpha, curvature, variance: alpha * variance / curvature,
    domain=Domain(
        {symbol: Range(0.01, 10, log=True, corners=(1,)) for symbol in UNITS},
        where=lambda alpha, curvature, variance: alpha * curvature <= 1,
    ),
    proof=Decomposition(
        {"curvature": "positive", "variance": "positive", "k": "nonnegative"},
        "the stationary variance is alpha variance/(curvature (2 - alpha curvature))",
        substitution=lambda k, **symbols: symbols | {"alpha": 1 / (1 + k) / symbols["curvature"]},
    ),
)
CLAIM = Claim(
    id="mine/noise-floor",
    where="Lemma 1 of my draft",
    title="noise floor of gradient descent",
    statement=r"$\alpha\lambda\le1$: the stationary variance is at most $\alpha\sigma^2/\lambda$.",
    units=UNITS,
    checks=(NOISE_FLOOR,),
)
CLAIMS = (CLAIM,)
