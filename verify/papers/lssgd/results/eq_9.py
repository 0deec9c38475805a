r"""Appendix A, (9): the sampling error of a batch drawn without replacement.

In an eigenbasis of :math:`A_\sigma` an error has coordinates e_i, and its squared norm in
:math:`A_\sigma^{-1}` is the sum of :math:`e_i^2/\lambda_i` with eigenvalues at least 1.
"""

import itertools
from fractions import Fraction
from typing import Any

from verify.language import claim, external, of_kind, says, total
from verify.methods.derive import Derive, multiply, substitute, sum_over, words
from verify.papers.lssgd import notation
from verify.papers.lssgd.lemmas.batch_variance import BATCH_VARIANCE
from verify.papers.lssgd.notation import i

# All batches of a small data set are enumerated.
V = notation.V.extended(
    n=notation.V.n.within(search=(1, 8)),
    b=notation.V.b.within(search=(1, 8)),
    data=of_kind(notation.Gradients(), r"\nabla f_1,\dots,\nabla f_n", unit=notation.GRADIENT),
)


def spread(data: Any) -> Fraction:
    """The mean squared distance of the gradients from their mean."""
    n = len(data)
    mean = [Fraction(sum(column)) / n for column in zip(*data, strict=True)]
    return (
        sum((Fraction(x - m) ** 2 for g in data for x, m in zip(g, mean, strict=True)), Fraction(0))
        / n
    )


def sampling_error(data: Any, b: int) -> Fraction:
    """The mean squared distance of a batch's mean from the whole mean, over all batches."""
    n = len(data)
    mean = [Fraction(sum(column)) / n for column in zip(*data, strict=True)]
    errors = [
        sum(
            (Fraction(sum(column)) / b - m) ** 2
            for column, m in zip(zip(*batch, strict=True), mean, strict=True)
        )
        for batch in itertools.combinations(data, b)
    ]
    return Fraction(sum(errors)) / len(errors)


SHARE = says(V.e**2 / V.eigenvalue <= V.e**2)
NORM = says(
    total(i, 1, V.d, V.errors[i] ** 2 / V.eigenvalues[i]) <= total(i, 1, V.d, V.errors[i] ** 2),
    by=Derive(
        sum_over(i, 1, V.d, substitute(SHARE, {"e": V.errors[i], "eigenvalue": V.eigenvalues[i]}))
    ),
)
ERROR = external("E of the squared sampling error", sampling_error, V.data, V.b)
SPREAD = external("mean squared deviation", spread, V.data)
FACTOR = (V.n - V.b) / (V.b * (V.n - 1))
ERROR_BOUND = says(
    ERROR <= V.G**2 / V.b,
    given=["n >= 2", "b <= n"],
    by=Derive(
        words(
            "A record is in b/n of the batches, a pair in b(b - 1)/(n(n - 1)) of them, and the "
            "deviations sum to 0.",
            (ERROR == SPREAD * FACTOR),
        ),
        multiply(
            words(
                "The mean is the nearest point on average, and 0 is at most G away.",
                SPREAD <= V.G**2,
            ),
            FACTOR,
        ),
        substitute(BATCH_VARIANCE, {}),
    ),
)

EQ_9 = (
    claim("lssgd/eq-9", "App A.2, (9)", "Sampling error", {"norm": NORM, "variance": ERROR_BOUND})
    .quoting(
        r"\mathbb E\|\nabla f_{\mathcal B_k}(\mathbf w^k)-\nabla F(\mathbf w^k)"
        r"\|_{\mathbf A_\sigma^{-1}}^2\le\mathbb E\|\nabla f_{\mathcal B_k}("
        r"\mathbf w^k)-\nabla F(\mathbf w^k)\|_2^2\le\frac{G^2}b",
        part="variance",
        reading=("The second inequality; the first one is the other part, along the eigenvectors."),
    )
    .rejects("G^2/b^2", part="variance", right=V.G**2 / V.b**2)
)
