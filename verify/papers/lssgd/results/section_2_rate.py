r"""Section 2.1: smoothing keeps the rate of convergence of SGD.

Each bound is that of SGD (no smoothing: :math:`\lambda=\gamma=\beta=1`) times a constant that
neither T nor the step size changes.
"""

from verify.language import claim, instance
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.lemmas import runs

LARGEST = 1 + 4 * V.sigma
OF_SGD = (runs.D / (V.eigenvalue * V.eta * V.T) + V.eta * (V.G**2 / V.b + V.d * V.nu**2)) / 2
RATE = claim(
    "lssgd/lssgd-rate",
    "§2.1",
    "the rate of SGD",
    {
        "convex": runs.convex_bound(
            runs.EXCESS,
            LARGEST * OF_SGD,
            [*runs.CONVEX, runs.SHORT, V.eigenvalue <= LARGEST],
            " No eigenvalue is above 1 + 4 sigma, and gamma is at most 1.",
        ),
        "nonconvex": runs.smooth_bound(
            V.eigenvalue * runs.MEAN_SQUARE,  # the squared length of the gradient
            LARGEST * printed.average_bound(runs.DROP, V.d * V.nu**2),
            [*runs.SMOOTH, runs.SHORT, V.eigenvalue <= LARGEST],
            " No eigenvalue is above 1 + 4 sigma, and beta is at most 1.",
        ),
    },
).rejects(
    "an eighth of it",
    part="convex",
    right=LARGEST * OF_SGD / 8,
    at=runs.STEEP | instance("eta=1 sigma=0"),
)

CLAIMS = (RATE,)
