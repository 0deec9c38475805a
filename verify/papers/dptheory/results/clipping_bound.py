r"""The bound of clipping at c = 2b against that of normalising, at equal horizon and noise.

Both are :math:`F+\max(\sqrt\kappa,2\kappa/(b-F))` (:mod:`dptheory.bounds.nonconvex`). With the
step size over c in clipping, the budget K of normalising and the part m of the floor that is linear
in the step give :math:`\kappa=2bK,\ F=2bm` for clipping, and :math:`\kappa=(r+2b)K,\
F=b^2/r+(r+2b)m` for normalising.
"""

from dptheory.bounds.nonconvex import smallest_gradient
from dptheory.numbers import Number
from verify.language import claim, instance, nonnegative, notation, positive, says

V = notation(
    b=positive("b", unit="gradient", search=(0.1, 3)),
    r=positive("r", unit="gradient", search=(0.1, 30)),
    K=nonnegative("K", unit="gradient", search=(0, 3)),
    m=nonnegative("m", unit="1", search=(0, 0.5)),
)


def normalising(b: Number, r: Number, K: Number, m: Number) -> Number:
    """The bound of normalising."""
    return smallest_gradient(b * b / r + (r + 2 * b) * m, b, (r + 2 * b) * K)


CLIPPING = (
    claim(
        "dptheory/clipping-bound",
        "docs/normalised.md",
        "The bound of clipping against that of normalising",
    )
    .says(
        says(
            V.of(lambda b, K, m: smallest_gradient(2 * b * m, b, 2 * b * K)) <= V.of(normalising),
            given=[V.b > V.b * V.b / V.r + (V.r + 2 * V.b) * V.m],
            at=instance("b=1 r=28/5 K=1/45 m=0"),
        )
    )
    .rejects("a third of the bound", right=V.of(lambda b, r, K, m: normalising(b, r, K, m) / 3))
)
