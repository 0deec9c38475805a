r"""What DP-LSSGD does in one step and on average, in an eigenvector's coordinate.

:math:`D_\sigma` is :math:`\lambda(w^0-w^*)^2` there, and of the noise a direction keeps
:math:`\nu^2/\lambda\le\gamma d\nu^2` and :math:`\nu^2/\lambda^2\le\beta d\nu^2`.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, external, instance, lemma, says
from verify.papers.lssgd.formulas import printed_privacy
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.results.eq_9 import EQ_9
from verify.papers.lssgd.results.lemmas_4_5 import LEMMA_4, LEMMA_5

D = external(
    "D_\\sigma",
    training.distance,
    V.eigenvalue,
    V.start,
    balls=training.enclosed(training.distance, 0),
)
SAMPLING = V.spread**2 <= V.G**2 / V.b  # by (9)
CONVEX = [SAMPLING, V.gamma * V.d * V.eigenvalue >= 1]
SMOOTH = [SAMPLING, V.beta * V.d * V.eigenvalue**2 >= 1]
CONSTANT = V.eigenvalue == 1  # along the constant vector, whatever the smoothing
SHORT, HALF = V.eta * V.L <= 1, 2 * V.eta * V.L <= 1
NOISY = V.nu**2 * V.b**2 >= 6 * V.G**2  # the second condition of Theorem 1
LEFT = V.gamma * V.d * V.nu**2
LEFT_SQUARE = V.beta * V.d * V.nu**2
EFFECTIVE = V.ell + (1 - V.mu) * V.epsilon  # log(1/delta), with the 1 of alpha
LOG = (1 / V.delta).log()
ORDER = printed_privacy.order(V.ell, V.mu, V.epsilon)
BUDGET = (V.n, V.b, V.epsilon)
CONDITIONS = [
    V.b <= V.n,
    printed_privacy.order_argument(V.T, ORDER, V.mu, *BUDGET).log() >= ORDER,
    printed_privacy.noise_ratio(V.T, ORDER, V.mu, *BUDGET) >= printed_privacy.LEAST_RATIO,
]


def of_run(
    name: str, function: Any, shape: Formula, nu: Formula = V.nu, eta: Formula = V.eta
) -> Formula:
    """An expectation over a run of T steps of size eta."""
    numbers = (V.G, V.L, V.eigenvalue, V.start, V.spread, nu, eta, V.T)
    return external(name, function, shape, *numbers, balls=training.enclosed(function))


DROP = external(
    "D_F",
    training.height,
    *(V.smooth, V.G, V.L, V.start),
    balls=training.enclosed(training.height, 0),
)

# One iteration within the conditions of Theorem 1: the average iterate is w^0, the noise no matter.
TINY_NOISE = instance("nu=1/400 b=1000 G=1 d=1 gamma=1/1 eigenvalue=1/1 T=1")
# From the end of the parabola; with T of step 4, C_1 is about 1/80.
STEEP = instance(
    "T=1 G=1 b=1000 n=20000 d=2646 gamma=1/1 eigenvalue=1/1 epsilon=1/30 ell=1/60 mu=1/2 spread=0/1"
) | {"L": 12, "start": F(1, 12), "convex": shapes.HUBER}

# One step ----------------------------------------------------------------------------------------


def after(deviation: Formula) -> Formula:
    """The squared A-norm of a coordinate after a step."""
    moved = V.error - V.eta * (V.slope + deviation) / V.eigenvalue
    return V.eigenvalue * moved**2


ONE_STEP = lemma(
    "lssgd/one-step",
    V.eigenvalue * V.error**2 - (after(V.deviation) + after(-V.deviation)) / 2
    == 2 * V.eta * V.slope * V.error - V.eta**2 * (V.slope**2 + V.deviation**2) / V.eigenvalue,
)
STEP_LEFT = 2 * V.eta * V.inner - V.eta**2 * (V.share * V.square)
COCOERCIVE = lemma(
    "lssgd/squared-gradient-pays",
    2 * V.eta * V.gap <= STEP_LEFT,
    given=[SHORT, V.gap + V.square / (2 * V.L) <= V.inner],
)
DESCENT = lemma(
    "lssgd/half-of-the-decrease",
    V.eta * V.share * V.square / 2
    <= V.eta * V.share * V.square - V.L * V.eta**2 * (V.share**2 * V.square) / 2,
    given=[SHORT],
)


def convex_bound(left: Formula, right: Formula, where: Any, more: str = "") -> Draft:
    """A bound of E F - F^* for smooth convex F, that of the steps or a weaker one."""
    return says(left <= right, given=where).argued(
        "By one-step, added up over the coordinates, the squared A-norm of the error falls on "
        "average by 2 eta <grad F, w^k - w^*> less eta^2 times the squared gradient in the norm of "
        "the inverse, the sampling error's G^2/b of (9) and the noise's gamma d nu^2 of Lemma 4. "
        "By cocoercivity and squared-gradient-pays 2 eta (F(w^k) - F^*) is left. The distances "
        "telescope, and convex F lies below its mean at the average iterate." + more,
        cites=[ONE_STEP, COCOERCIVE, EQ_9, LEMMA_4],
    )


def smooth_bound(left: Formula, right: Formula, where: Any, more: str = "") -> Draft:
    """A bound of the mean squared gradient for smooth F, that of the steps or a weaker one."""
    return says(left <= right, given=where).argued(
        "By the descent lemma and half-of-the-decrease a step lowers E F by eta/2 times the "
        "squared gradient in the norm of the inverse, less L eta^2/2 times the sampling error's "
        "G^2/b of (9) and the noise's beta d nu^2 of Lemma 5. The values telescope and end above "
        "F^*." + more,
        cites=[DESCENT, EQ_9, LEMMA_5],
    )


# The theorems that the steps prove.
EXCESS = of_run(r"E[F(\tilde w)]-F^*", training.constant_gap, V.convex)
MEAN_SQUARE = of_run(
    r"\frac1T\sum_{k<T}E\Vert\nabla F(w^k)\Vert_{A_\sigma^{-1}}^2", training.mean_square, V.smooth
)
CONVEX_THEOREM = convex_bound(
    EXCESS, (D / (V.eta * V.T) + V.eta * (V.G**2 / V.b + LEFT)) / 2, [*CONVEX, SHORT]
)
SMOOTH_THEOREM = smooth_bound(
    MEAN_SQUARE, printed.average_bound(DROP, LEFT_SQUARE), [*SMOOTH, SHORT]
)

# Without smoothness: convex F with G-Lipschitz records.
KINKED = of_run(r"E[F(\tilde w)]-F^*", training.constant_gap, V.kinked)
STEEPNESS = external("largest slope of F by G", shapes.steepness, V.kinked)
LIPSCHITZ = [*CONVEX, V.G * STEEPNESS + V.spread <= V.G]
KINKED_THEOREM = says(
    KINKED <= (D / (V.eta * V.T) + V.eta * (V.G**2 + LEFT)) / 2, given=LIPSCHITZ
).argued(
    "By one-step, added up over the coordinates, the squared A-norm of the error falls on average "
    "by 2 eta <grad F, w^k - w^*>, which is at least 2 eta (F(w^k) - F^*), less eta^2 times the "
    "squared batch gradient, at most G^2, and the noise's gamma d nu^2 of Lemma 4. The distances "
    "telescope, and convex F lies below its mean at the average iterate.",
    cites=[ONE_STEP, LEMMA_4],
)
