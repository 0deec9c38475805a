r"""Section 5: how many groupings of layers there are, and whether they can be exhausted.

"Computationally infeasible" is read as :math:`2^{128}` groupings or more.
"""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from dptheory.memory.grouping import optimal_groupings
from dptheory.memory.timeline import peak
from verify.language import Formula, claim, described, external, index, natural, number, says, table
from verify.language.symbols import real
from verify.methods.derivation.sums import telescope
from verify.methods.derive import Derive, add, multiply, same_whole, substitute, turned_round, words
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.algorithm_1 import stored
from verify.papers.groupwise.laboratory.networks import layers

V = networks.V.extended(
    n=natural("n", most=9),
    k=natural("k", search=(1, 30)),
    j=natural("j", search=(1, 30)),
    count=real("x", unit="1"),
    groups_most=natural("M", search=(1, 6)),
)


def bell(n: Any) -> int:
    """The Bell number, by the triangle whose rows begin with the last entry of the row above."""
    row = [1]
    for _ in range(int(n) - 1):
        following = [row[-1]]
        for entry in row:
            following.append(following[-1] + entry)
        row = following
    return row[-1]


def partitions(n: int) -> Iterator[tuple[int, ...]]:
    """The partitions of n layers: the group of each, groups numbered as they begin."""
    if n == 0:
        yield ()
        return
    for above in partitions(n - 1):
        for group in range(max(above, default=-1) + 2):
            yield (*above, group)


def least_peak(M: Any, tokens: Any, inputs: Any, outputs: Any) -> Any:
    """The smallest peak of a grouping into M groups, by the recursion over contiguous ones."""
    return optimal_groupings(*stored(tokens, inputs, outputs), int(M))[-1].peak


def least_of_all(M: Any, tokens: Any, inputs: Any, outputs: Any) -> Any:
    """The smallest peak of all partitions into M groups, by the events of Algorithm 1."""
    both = stored(tokens, inputs, outputs)
    return min(
        peak(*both, [[i + 1 for i, g in enumerate(of) if g == m] for m in range(int(M))])
        for of in partitions(len(tokens))
        if max(of) + 1 == M
    )


BELL: Formula = external("Bell number", bell, V.n)
MANY: Formula = external("Bell number of the layers", bell, external("layers", layers, V.network))
OF_BLOCKS: Formula = external("Bell number of 12 blocks", partial(bell, 12))


def printed(layers: int, digits: str) -> tuple[str, Formula]:
    """A printed exponent and the logarithm to base 10."""
    return digits, external(f"exponent for {layers} layers", lambda: math.log10(bell(layers)))


EXPONENTS = table({"9 layers": printed(9, "4.3"), "18 layers": printed(18, "11.8")})
ONE_BY_ONE = external(
    "groupings of n layers, one by one", lambda n: sum(1 for _ in partitions(int(n))), V.n
)
ONE_BY_ONE = described(ONE_BY_ONE, "the number of partitions of n layers, listed")
COUNT = says(ONE_BY_ONE == BELL)
# Above the powers of every k.
OF_BOTH: Formula = external("Bell number", bell, V.j + V.k)
R, G, PLACE = index("r"), index("g"), index("i")


def begun(layers: Any, groups: Any) -> int:
    """The groupings of more layers when some groups have begun: each joins one or begins one."""
    row = [1] * (int(layers) + 1)
    for left in range(int(layers), 0, -1):
        row = [(int(groups) + i) * row[i] + row[i + 1] for i in range(left)]
    return row[0]


after = partial(external, "groupings of more layers", begun)
NEXT = "The next layer joins one of the groups that have begun, or begins one."
WITH_BEGUN = after(V.j + V.k - G, G)
# Both sums end with j layers to come and k groups begun, the second begins with all layers.
ENDS = (
    same_whole(PLACE, V.j - 1 + 1, V.j, after(PLACE, V.k)),
    turned_round(same_whole(PLACE, V.j + V.k - V.k, V.j, after(PLACE, V.k))),
    turned_round(same_whole(PLACE, V.k - 1 + 1, V.k, after(V.j + V.k - PLACE, PLACE))),
    same_whole(PLACE, V.j + V.k - 0, V.j + V.k, after(PLACE, 0)),
    words("No group has begun.", after(V.j + V.k, 0) == OF_BOTH),
)
PASSED = (
    after(V.j - 1 + 1, V.k)
    + after(V.j, V.k)
    + after(V.j + V.k - V.k, V.k)
    + after(V.j + V.k - 0, 0)
    + after(V.j + V.k, 0)
)
GROWTH = says(
    OF_BOTH >= V.k**V.j,
    by=Derive(
        add(
            # With k groups begun, j layers join one each.
            multiply(
                telescope(
                    R,
                    0,
                    V.j - 1,
                    -after(R, V.k) / V.k**R,
                    multiply(
                        words(NEXT, number(0) <= after(R + 1, V.k) - V.k * after(R, V.k)),
                        1 / V.k ** (R + 1),
                    ),
                ),
                V.k**V.j,
            ),
            multiply(words("No layer is left.", number(1) == after(0, V.k)), V.k**V.j),
            # Before them k layers begin one each.
            telescope(
                G,
                0,
                V.k - 1,
                WITH_BEGUN,
                words(
                    NEXT, number(0) <= after(V.j + V.k - G, G) - after(V.j + V.k - (G + 1), G + 1)
                ),
            ),
            *ENDS,
            substitute(says(V.count == V.count), {"count": -PASSED}),
        )
    ),
)
BELL_NUMBER = (
    claim(
        "groupwise/bell-number",
        "§5",
        "The number of groupings: of up to 9 layers, of 18, and its growth",
    )
    .says({"Bell number": COUNT, "exponents": EXPONENTS, "faster than exponentially": GROWTH})
    .rejects(
        "one layer more",
        part="exponents",
        entries={"9 layers": printed(10, "4.3"), "18 layers": printed(19, "11.8")},
    )
    .rejects("a greater base", part="faster than exponentially", right=(V.k + 2) ** V.j)
    .rejects("subsets", part="Bell number", right=number(2) ** (V.n - 1))
)

NETWORK = (V.tokens, V.inputs, V.outputs)
EXHAUSTIVE = (
    claim("groupwise/exhaustive-search", "§5", "Exhausting all groupings of the layers")
    .says(
        says(number(2) ** 128 <= MANY),
        notes=(
            # Of 12 blocks the groupings are few.
            says(OF_BLOCKS <= 10**7),
            # For the memory nothing needs to be exhausted: a recursion finds the least peak of all.
            says(
                external("least peak, by recursion", least_peak, V.groups_most, *NETWORK)
                == external("least peak of all groupings", least_of_all, V.groups_most, *NETWORK),
                given=[V.groups_most <= V.layers, V.layers <= 6],
            ),
        ),
    )
    .rejects("12 layers", right=OF_BLOCKS)
    .rejects("contiguous groupings of 75 layers", right=number(2) ** 74)
)
