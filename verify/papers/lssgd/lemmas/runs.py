r"""What DP-LSSGD does in one step and on average.

Every :math:`\gamma` and :math:`\beta` that is no less than the paper's serves.
"""

from collections.abc import Sequence
from typing import Any

from dptheory.distributions.arb_tails import ball
from verify.language import PI, Draft, Formula, external, index, instance, lemma, says, total
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, multiply, sum_over, words
from verify.papers.lssgd.formulas import printed_privacy as privacy
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import training
from verify.papers.lssgd.laboratory.problems import ridge
from verify.papers.lssgd.lemmas.distances import OF_START
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.results.eq_9 import EQ_9
from verify.papers.lssgd.results.lemmas_4_5 import LEMMA_4, LEMMA_5

k = index("k")
D = V.distance
A_i = 1 + 2 * V.sigma - 2 * V.sigma * (2 * PI * i / V.d).cos()  # an eigenvalue
CONVEX = [V.b <= V.n, total(i, 1, V.d, 1 / A_i) <= V.gamma * V.d, (D == OF_START)]
SMOOTH = [V.b <= V.n, total(i, 1, V.d, 1 / A_i**2) <= V.beta * V.d]
SHORT, HALF = V.eta * V.L <= 1, 2 * V.eta * V.L <= 1
NOISY = V.nu**2 * V.b**2 >= 6 * V.G**2  # the second condition of Theorem 1
LEFT, LEFT_SQUARE = V.gamma * V.d * V.nu**2, V.beta * V.d * V.nu**2  # of the noise
LOG = (1 / V.delta).log()
EFFECTIVE = V.ell + (1 - V.mu) * V.epsilon  # log(1/delta), with the 1 of alpha
ORDER = privacy.order(V.ell, V.mu, V.epsilon)
CONDITIONS = [
    V.b <= V.n,
    privacy.order_argument(V.T, ORDER, V.mu, V.n, V.b, V.epsilon).log() >= ORDER,
    privacy.noise_ratio(V.T, ORDER, V.mu, V.n, V.b, V.epsilon) >= privacy.LEAST_RATIO,
]


def of_run(
    name: str, function: Any, loss: Formula, at: Any = V.T, nu: Formula = V.nu, eta: Formula = V.eta
) -> Formula:
    """An expectation over a run with steps of size eta: after T of them, or at an iterate."""
    numbers = (V.n, V.b, V.G, V.L, V.sigma, V.start, nu, eta)
    found = training.Expectation(function)
    return external(name, found, loss, at, *numbers, balls=found.balls)


DROP = external(
    "D_F",
    training.Height(),
    *(V.smooth, V.G, V.L, V.start),
    balls=training.Height(ball),
    means=r":math:`F(w^0)-F^*`",
)

# One iteration within the conditions of Theorem 1: the average iterate is w^0, the noise no matter.
TINY_NOISE = instance("nu=1/400 n=100000 b=1000 G=1 d=1 sigma=0/1 gamma=1/1 beta=1/1 T=1")


def starting(at: Any, shape: Any, name: str) -> dict[str, Any]:
    """A place on the line and a loss, all of whose records are the same."""
    return {"start": (at,), "distance": at**2, name: ridge(shape)}


# One step ----------------------------------------------------------------------------------------


def after(deviation: Formula) -> Formula:
    """The squared A-norm of a coordinate after a step."""
    return V.eigenvalue * (V.error - V.eta * (V.slope + deviation) / V.eigenvalue) ** 2


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

# What a run is worth -----------------------------------------------------------------------------
TELESCOPES = "The falls telescope from the first height, and the last one is not negative."


def on_average(term: Formula) -> Formula:
    """The mean over the iterations."""
    return 1 / V.T * total(k, 0, V.T - 1, term)


def descent(gain: Formula, most: Formula, bound: Formula, text: str, cites: Sequence[Any]) -> Link:
    """A bound of the mean of what the steps gain, each at most a fall of a height and a cost."""
    return chain(
        multiply(sum_over(k, 0, V.T - 1, words(text, gain <= most, cites=cites)), 1 / V.T),
        words(TELESCOPES, on_average(most) <= bound),
    )


def excess(loss: Formula, nu: Formula = V.nu, eta: Formula = V.eta) -> Formula:
    """E F - F^* at the average iterate."""
    return of_run(r"E[F(\tilde w)]-F^*", training.average_gap, loss, V.T, nu, eta)


def convex_run(loss: Formula, cost: Formula, where: Any, text: str, *cites: Any) -> Draft:
    """The bound of E F - F^* from what a step costs, with words for the step."""
    gap = of_run("E[F(w^k)]-F^*", training.gap, loss, k)
    here, there = (
        of_run(r"E\Vert w^k-w^*\Vert_{A_\sigma}^2", training.distance, loss, at)
        for at in (k, k + 1)
    )
    bound = (D / (V.eta * V.T) + V.eta * cost) / 2
    convex = "A convex F is at the average iterate at most what it is there on average."
    return says(
        excess(loss) <= bound,
        given=where,
        by=Derive(
            words(convex, excess(loss) <= on_average(gap)),
            descent(gap, (here - there) / (2 * V.eta) + V.eta * cost / 2, bound, text, cites),
        ),
    )


CONVEX_THEOREM = convex_run(
    V.convex,
    V.G**2 / V.b + LEFT,
    [*CONVEX, SHORT],
    "By one-step, added up over the coordinates, the squared A-norm of the error falls on average "
    "by 2 eta <grad F, w^k - w^*> less eta^2 times the squared gradient in the norm of the "
    "inverse, the sampling error's G^2/b of (9) and the noise's gamma d nu^2 of Lemma 4. By "
    "cocoercivity and squared-gradient-pays 2 eta (F(w^k) - F^*) is left.",
    *(ONE_STEP, COCOERCIVE, EQ_9, LEMMA_4),
)
# Without smoothness: convex F with G-Lipschitz records.
KINKED_THEOREM = convex_run(
    V.kinked,
    V.G**2 + LEFT,
    CONVEX,
    "By one-step, added up over the coordinates, the squared A-norm of the error falls on average "
    "by 2 eta <grad F, w^k - w^*>, which is at least 2 eta (F(w^k) - F^*), less eta^2 times the "
    "squared batch gradient, at most G^2, and the noise's gamma d nu^2 of Lemma 4.",
    *(ONE_STEP, LEMMA_4),
)

HERE, THERE = (of_run("E[F(w^k)]-F^*", training.gap, V.smooth, at) for at in (k, k + 1))
SQUARE = of_run(r"E\Vert\nabla F(w^k)\Vert_{A_\sigma^{-1}}^2", training.square, V.smooth, k)
MEAN_SQUARE = on_average(SQUARE)
SMOOTH_BOUND = printed.average_bound(DROP, LEFT_SQUARE)
SMOOTH_STEP = (
    "By the descent lemma and half-of-the-decrease a step lowers E F by eta/2 times the squared "
    "gradient in the norm of the inverse, less L eta^2/2 times the sampling error's G^2/b of (9) "
    "and the noise's beta d nu^2 of Lemma 5."
)
SMOOTH_THEOREM = says(
    MEAN_SQUARE <= SMOOTH_BOUND,
    given=[*SMOOTH, SHORT],
    by=Derive(
        descent(
            SQUARE,
            2 * (HERE - THERE) / V.eta + V.eta * V.L * (V.G**2 / V.b + LEFT_SQUARE),
            SMOOTH_BOUND,
            SMOOTH_STEP,
            [DESCENT, EQ_9, LEMMA_5],
        )
    ),
)
