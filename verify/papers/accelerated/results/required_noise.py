r"""Sections 1, 3 and 5: whether smoothing or subsampling lowers the noise that privacy requires.

The scale that (12)-(13) require is :math:`S_1/(m\epsilon_0)`. What it does to the iterates is
measured by the stationary variance of :math:`x_t` on a quadratic of curvature :math:`\lambda`.
"""

from fractions import Fraction

from dptheory.simulation.moments import heavy_ball_stationary_variance as level
from verify.display.latex import tex
from verify.language import between, claim, natural, positive, says
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.settings import FULL_BATCH, SUBSAMPLED

V = symbols.V.extended(
    m=symbols.V.m.within(search=(1, 100)),
    n=natural("n", search=(1, 100)),
    T=symbols.V.T.within(search=(1, 100)),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    beta2=between(0, 1, r"\beta'", unit="1", ends="[)"),
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
    gamma=positive(r"\gamma", unit="length^2/loss", search=(0.01, 2)),
    variance=positive(r"\sigma_T^2", unit="gradient^2", search=(0.001, 10)),
)

REQUIRED = V.S / (V.n * (V.eps / V.T))  # b_t of (12)-(13) for m = n, whatever momentum is
# The variance of x_t at the effective step size alpha/(1 - beta) = gamma of (14), and of gradient
# descent with step size gamma; that at step size alpha and momentum beta, and beta'.
SMOOTHED = V.of(
    lambda gamma, beta, curvature, variance: level(gamma * (1 - beta), beta, curvature, variance)
)
UNSMOOTHED = V.of(lambda gamma, curvature, variance: level(gamma, 0, curvature, variance))
AT_BETA = V.of(lambda alpha, beta, curvature, variance: level(alpha, beta, curvature, variance))
AT_BETA2 = V.of(lambda alpha, beta2, curvature, variance: level(alpha, beta2, curvature, variance))

SMOOTHING = claim(
    "accelerated/smoothing-improves-privacy", "Abstract, §1, §3", "Noise under smoothing"
).says(
    says(REQUIRED < REQUIRED, given=["beta < beta2"]),
    # What it lowers, at one effective step size, is the variance of the iterates.
    instead=says(SMOOTHED < UNSMOOTHED, given=["0 < beta", "gamma * curvature < 2"]),
    settings=FULL_BATCH,
    notes=(
        # At one step size alpha it raises it.
        says(AT_BETA < AT_BETA2, given=["beta < beta2", "alpha * curvature <= 1"]),
    ),
)

# "The additional randomness introduced by subsampling helps to decrease the required noise level":
# that of a given batch. Against full data, which the next sentence prefers, the question is ours.
SCALE = tex(V, r"\frac{S_1}{m\ln\left[1+(e^{\epsilon/T}-1)\frac{n}{m}\right]}")
FULL = tex(V, r"\frac{S_1}{n\frac{\epsilon}{T}}")
SECTION_5 = [V.n == 10**5, V.m == 1000, V.T == 100, V.eps == 1]
SUBSAMPLING = claim(
    "accelerated/subsampling-decreases-noise", "§5", "Noise under subsampling, for a given batch"
).says(
    says(SCALE <= tex(V, r"\frac{S_1}{m\frac{\epsilon}{T}}"), given=[V.m <= V.n]),
    settings=SUBSAMPLED,
    notes=(
        says(FULL <= SCALE, given=[V.m <= V.n]),
        says(SCALE / FULL <= Fraction(3, 2), given=SECTION_5),
    ),
)
