r"""Group-wise clipping of equal layers: the smallest peak of M groups, and how far it is reached.

Every layer stores a numbers in the forward and g in the backward pass, and group k, from the input
on, has :math:`n_k` layers; its peak is :math:`a(n_1+\dots+n_k)+gn_k` (Fact 6.1 of Bu et al. 2023
with the ends that its sums leave out). With :math:`q=\frac g{a+g}` the weights
:math:`q^{M-k}/(a+g)` of the M peaks add up to the number of layers, whatever the groups are.
"""

from fractions import Fraction
from itertools import accumulate
from typing import Any

from dptheory.memory.grouping import equal_layers_peak, optimal_groupings
from verify.language import Formula, agrees, claim, external, index, instance, says, total
from verify.language.symbols import Real, natural, notation, positive, sequence
from verify.methods.derive import Derive, multiply, sum_over, words

V = notation(
    M=natural("M", search=(1, 3)),
    L=natural("L", search=(1, 8)),
    k=natural("k", search=(1, 3)),
    a=positive("a", unit="1", search=(1, 20)),
    g=positive("g", unit="1", search=(1, 20)),
    P=positive("P", unit="1", search=(1, 100)),
    n=sequence("M", "n", unit="1", entry=Real(Fraction(0))),
)
J, K = index("j"), index("i")
Q = V.g / (V.a + V.g)


def peak(k: Any) -> Formula:
    """The peak of group k."""
    return V.a * total(J, 1, k, V.n[J]) + V.g * V.n[k]


def largest(a: Any, g: Any, n: Any) -> Any:
    """The largest of the M peaks."""
    return max(a * e + g * size for e, size in zip(accumulate(n), n, strict=True))


def bound(a: Any, g: Any, L: Any, M: Any) -> Any:
    """The bound on the peak memory that the library computes."""
    return equal_layers_peak(a, g, L, M)


def optimal(a: Any, g: Any, L: Any, M: Any) -> Any:
    """The smallest peak of L equal layers in M groups, or in L groups if M is larger."""
    return optimal_groupings([a] * int(L), [g] * int(L), min(int(L), int(M)))[-1].peak


LAYERS = total(K, 1, V.M, V.n[K])
WEIGHT = Q ** (V.M - K)
LARGEST = external("largest peak", largest, V.a, V.g, V.n)
BELOW = words("No peak exceeds the largest.", peak(K) <= V.P)
BOUND = says(
    V.a * LAYERS <= (1 - Q**V.M) * V.P,
    given=[LARGEST <= V.P],
    at=instance("M=2 a=1 g=1 P=4 n=(2,1)"),
    by=Derive(multiply(sum_over(K, 1, V.M, multiply(BELOW, WEIGHT)), 1 - Q)),
)
SHARE = V.P / (V.a + V.g)
ATTAINED = says(V.a * total(J, 1, V.k, SHARE * Q ** (J - 1)) + V.g * SHARE * Q ** (V.k - 1) == V.P)
LEAST = V.a * V.L / (1 - Q**V.M)
BEST = external("smallest peak of whole layers", optimal, V.a, V.g, V.L, V.M)
WHOLE = says(BEST <= LEAST + V.g).argued(
    "From the output down, let every group leave the least whole number of layers, at "
    "least 0, that keeps its peak within g of the bound: fewer than lengths with all peaks "
    "at the bound leave, so that none are left after M groups. Splitting groups to have M, "
    "or one a layer, raises no peak."
)
EQUAL_GROUPS = (
    claim(
        "dptheory/equal-groups",
        "docs/memory.md, Theorem 3",
        "The smallest peak of groups of equal layers",
    )
    .says(
        {
            "the weighted peaks": says(total(K, 1, V.M, WEIGHT * peak(K)) == (V.a + V.g) * LAYERS),
            "the weights": says((1 - Q) * total(K, 1, V.M, WEIGHT * V.P) == (1 - Q**V.M) * V.P),
            "no groups have less": BOUND,
            "some lengths attain it": ATTAINED,
            "whole layers": WHOLE,
        },
        notes=(
            # So a L + g L/M, the peak of M uniform groups, is never below the bound.
            says((1 + V.a / V.g) ** V.M >= 1 + V.M * V.a / V.g),
            agrees(LEAST == V.of(bound), given=[V.M <= V.L]),
        ),
    )
    .rejects("half an output gradient", part="whole layers", right=LEAST + V.g / 2, by=None)
    .rejects(
        "the uniform peak",
        part="no groups have less",
        left=(1 - Q**V.M) * (V.a + V.g / V.M) * LAYERS,
        by=None,
    )
)
