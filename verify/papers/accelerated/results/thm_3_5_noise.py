r"""Theorem 3.5: the noise that it allows, and its stationary level :math:`m(\alpha,\beta)`.

An eigenvalue is :math:`s_iL` with a share :math:`s_i\in(0,1]`.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import heavy_ball_stationary_variance, second_moments
from verify.language import Formula, Real, agrees, claim, instance, pruned, says, total
from verify.language.symbols import between, nonnegative, positive, real, sequence
from verify.methods.derive import Derive, shown, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.notation import i

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    shares=sequence("d", "s", unit="1", entry=Real(F(0), F(1), True)),
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
    variance=positive(r"\sigma_T^2", unit="gradient^2", search=(0.001, 10)),
    # Stationary moments of a coordinate of x_t - x* and of the noise.
    v=positive(r"E[x_t^2]", unit="length^2", search=(0.001, 10)),
    lag=real(r"E[x_tx_{t-1}]", unit="length^2", search=(-10, 10)),
    w2=nonnegative(r"E[w_t^2]", unit="gradient^2", search=(0, 10)),
    cross=real(r"E[w_tx_{t-1}]", unit="loss", search=(-10, 10)),
)


def level(curvature: Any) -> Any:
    """A term of m(alpha, beta)."""
    top = 2 * V.alpha * (1 + V.beta)
    bottom = (1 - V.beta) * curvature * (2 + 2 * V.beta - V.alpha * curvature)
    return V.variance / 2 * (top / bottom)


def after(entry: int) -> Formula:
    """One of the library's moments after a step: E x_{t+1}^2, E x_{t+1} x_t, E x_t^2."""

    def moment(alpha: Any, beta: Any, curvature: Any, variance: Any, v: Any, lag: Any) -> Any:
        path = second_moments(heavy_ball(alpha, beta), curvature, variance, (v, lag, v), 1)
        return path[-1][entry]

    return pruned(V.of(moment))


STABLE = V.alpha * V.curvature < 2 * (1 + V.beta)  # rho < 1 in App B.3
# A stationary run of x_{t+1} = (1 + beta - alpha lambda) x_t - beta x_{t-1} - alpha w_t with
# E(w_t | x_t) = 0, which makes w_t uncorrelated with x_t alone: E x_{t+1}^2 = E x_t^2 is VARIANCE,
# and E x_t x_{t-1} is LAG times it. A Gaussian run has any E[w_t x_{t-1}] that the last condition
# allows: w_t is a multiple of x_{t-1} - E(x_{t-1} | x_t), and fresh noise.
LAG = (1 + V.beta - V.alpha * V.curvature) / (1 + V.beta)
VARIANCE = (V.alpha**2 * V.w2 + 2 * V.alpha * V.beta * V.cross) / ((1 - V.beta**2) * (1 - LAG**2))
RUN = [STABLE, V.w2 <= V.variance, V.curvature <= V.L, V.cross**2 <= V.w2 * VARIANCE * (1 - LAG**2)]
GAUSSIAN = instance("alpha=1/1 beta=1/2 curvature=1/1 L=1/1 variance=1/1 w2=1/1 cross=2/1")
SUFFICE = says(V.curvature / 2 * VARIANCE <= V.L * level(V.curvature), given=RUN, at=GAUSSIAN)
# All of w_t a multiple of x_{t-1} - E(x_{t-1} | x_t), at the edge of the last condition: the noise
# may raise the variance by any factor below this one.
EXTREME = [STABLE, V.w2 == V.variance, V.cross == V.alpha * V.w2 / (1 - V.beta)]
FACTOR = (1 + V.beta) / (1 - V.beta)
NOISE_HYPOTHESES = (
    claim("accelerated/thm-3.5-noise-hypotheses", "§3.2, Thm 3.5", "Hypotheses on the noise")
    .says(
        SUFFICE,
        notes=(
            says(VARIANCE == FACTOR * level(V.curvature), given=EXTREME),
            says(V.cross**2 == V.w2 * VARIANCE * (1 - LAG**2), given=EXTREME),
        ),
    )
    .quoting("E(w_t|x_t)=0", reading="for a stationary Gaussian run, by its second moments")
    .quoting(r"E(w_tw_t^\top|x_t)\preceq\sigma_T^2I", reading="a hypothesis on one coordinate")
    .repaired(
        # What E(w_t | x_t, x_{t-1}) = 0 gives, and less.
        also=[V.cross <= 0]
    )
)

M_CLAIM = (
    claim("accelerated/thm-3.5-m", "§3.2, Thm 3.5", "Stationary variance $m$")
    .says(
        says(level(V.curvature) == V.v, given=[STABLE, after(0) == V.v, after(1) == V.lag]),
        notes=(
            agrees(
                level(V.curvature)
                == V.of(
                    lambda alpha, beta, curvature, variance: heavy_ball_stationary_variance(
                        alpha, beta, curvature, variance
                    )
                ),
                given=[STABLE],
            ),
        ),
    )
    .quoting(
        r"m(\alpha,\beta)=\frac{\sigma_T^2}2\sum_{i=1}^d\frac{2\alpha(1+"
        r"\beta)}{(1-\beta)\lambda_i(2+2\beta-\alpha\lambda_i)}",
        reading=("one term of the sum, which is to be the stationary variance of a coordinate"),
    )
    .rejects("1 - beta^2", left=level(V.curvature) / (1 + V.beta))
)

EIGENVALUE = V.shares[i] * V.L
LEVEL = says(
    total(i, 1, V.d, EIGENVALUE / 2 * level(EIGENVALUE))
    <= total(i, 1, V.d, V.L * level(EIGENVALUE)),
    given=[V.alpha * V.L < 2 * (1 + V.beta)],
    by=Derive(
        sum_over(i, 1, V.d, shown(EIGENVALUE / 2 * level(EIGENVALUE) <= V.L * level(EIGENVALUE)))
    ),
)
NOISE_LEVEL = (
    claim("accelerated/thm-3.5-noise-level", "§3.2, Thm 3.5", "Stationary suboptimality")
    .says(LEVEL)
    .rejects("a third of it", right=total(i, 1, V.d, V.L / 3 * level(EIGENVALUE)))
)
