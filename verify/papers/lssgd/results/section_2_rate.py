r"""Section 2.1: smoothing keeps the rate of convergence of SGD.

Each bound is that of SGD (no smoothing, :math:`\gamma=\beta=1`) times a constant that neither T nor
the step size changes.
"""

from fractions import Fraction

from verify.language import claim, instance, says
from verify.methods.derive import Derive, add, multiply, substitute, words
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.lemmas.distances import D0, STRETCHED
from verify.papers.lssgd.results.section_2 import CONDITION_NUMBER

LARGEST = 1 + 4 * V.sigma
NOISE = V.G**2 / V.b + V.d * V.nu**2  # of SGD, with sampling errors
OF_SGD = (D0 / (V.eta * V.T) + V.eta * NOISE) / 2
LESS_NOISE = says(V.eta * (V.G**2 / V.b + runs.LEFT) / 2 <= LARGEST * (V.eta * NOISE / 2))
CONVEX = says(
    runs.CONVEX_THEOREM.left <= LARGEST * OF_SGD,
    given=[*runs.CONVEX, runs.SHORT],
    by=Derive(
        substitute(runs.CONVEX_THEOREM, {}),
        add(multiply(substitute(STRETCHED, {}), 1 / (2 * V.eta * V.T)), substitute(LESS_NOISE, {})),
    ),
)
# The squared length of the gradient is at most 1 + 4 sigma times that in the norm of the inverse.
LENGTH = runs.on_average(
    runs.of_run(r"E\Vert\nabla F(w^k)\Vert^2", training.length, V.smooth, runs.k)
)
BOUND = LARGEST * printed.average_bound(runs.DROP, V.d * V.nu**2)
NONCONVEX = says(
    LENGTH <= BOUND,
    given=[*runs.SMOOTH, runs.SHORT],
    by=Derive(
        words(
            "No eigenvalue of A is above 1 + 4 sigma.",
            LENGTH <= LARGEST * runs.MEAN_SQUARE,
            cites=[CONDITION_NUMBER],
        ),
        multiply(substitute(runs.SMOOTH_THEOREM, {}), LARGEST),
        words("beta is at most 1.", LARGEST * runs.SMOOTH_THEOREM.right <= BOUND),
    ),
)
RATE = (
    claim("lssgd/lssgd-rate", "§2.1", "The rate of SGD")
    .says({"convex": CONVEX, "nonconvex": NONCONVEX})
    .rejects(
        "an eighth of it",
        part="convex",
        right=LARGEST * OF_SGD / 8,
        at=instance("T=1 G=1 b=1000 n=20000 d=1 sigma=0/1 nu=1/100 gamma=1/1 L=12 eta=1/12")
        | runs.starting(Fraction(1, 12), shapes.HUBER, "convex"),
    )
)
