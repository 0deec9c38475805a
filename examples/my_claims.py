"""A lemma of your own: the noise floor of gradient descent on a quadratic."""

from dptheory.simulation.moments import heavy_ball_stationary_variance
from verify.language.claim import claim
from verify.language.notation import notation, positive
from verify.language.says import at_most

V = notation(
    alpha=positive(r"\alpha", unit="length^2/loss"),
    curvature=positive(r"\lambda", unit="loss/length^2"),
    variance=positive(r"\sigma^2", unit="loss^2/length^2"),
)
NOISE_FLOOR = at_most(
    V,
    lambda alpha, curvature, variance: heavy_ball_stationary_variance(
        alpha, 0, curvature, variance
    ),
    r"\frac{\alpha\sigma^2}{\lambda}",
    where=["alpha * curvature <= 1"],
)
CLAIMS = (claim("mine/noise-floor", "Lemma 1 of my draft", "noise floor", NOISE_FLOOR),)
