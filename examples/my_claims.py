"""A lemma of your own: the noise floor of gradient descent on a quadratic."""

from dptheory.simulation.moments import heavy_ball_stationary_variance
from verify.display.latex import tex
from verify.language import claim, notation, positive, says

V = notation(
    alpha=positive(r"\alpha", unit="length^2/loss"),
    curvature=positive(r"\lambda", unit="loss/length^2"),
    variance=positive(r"\sigma^2", unit="loss^2/length^2"),
)
NOISE_FLOOR = says(
    V.of(
        lambda alpha, curvature, variance: heavy_ball_stationary_variance(
            alpha, 0, curvature, variance
        )
    )
    <= tex(V, r"\frac{\alpha\sigma^2}{\lambda}"),
    given=["alpha * curvature <= 1"],
)
CLAIMS = (claim("mine/noise-floor", "Lemma 1 of my draft", "noise floor", NOISE_FLOOR),)
