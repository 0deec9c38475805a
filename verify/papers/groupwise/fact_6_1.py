r"""Section 6, Fact 6.1 and (8): the peaks of memory, against a count of Algorithm 1.

The printed sums leave out the ends: the activation of the group's last layer and the output
gradients of its first and last layers are cached when the backward pass reaches its first layer.
"""

from verify.claim import Control, claim
from verify.expression import Node, external, total
from verify.methods.derive import Derive, words
from verify.papers.groupwise import algorithm_1
from verify.papers.groupwise.notation import V
from verify.statement import equal

INDEX = Node("symbol", (), "l")
R = Node("symbol", (), "r")
NETWORK = (V.tokens, V.inputs, V.outputs, V.groups)
INSIDE = [V.first <= V.last, V.last <= V.layers]
COUNTED = external("cached in Algorithm 1", algorithm_1.peak_at, V.B, V.first, *NETWORK)


def formula(first: Node, last: Node, top: Node) -> Node:
    """B times the activations up to ``top`` and the output gradients from ``first`` to ``last``."""
    activations = total(INDEX, 1, top, V.tokens[INDEX] * V.inputs[INDEX])
    return V.B * (activations + total(R, first, last, V.tokens[R] * V.outputs[R]))


PRINTED = formula(V.first + 1, V.last - 1, V.last - 1)
PEAK = equal(V, COUNTED, PRINTED, where=INSIDE)
MOST = external("peak of Algorithm 1", algorithm_1.peak, V.B, *NETWORK)
LARGEST = equal(
    V, MOST, external("maximum of (8)", algorithm_1.largest, V.B, *NETWORK), where=INSIDE
)
WHOLE = formula(V.first, V.last, V.last)
WHOLE_MOST = external("maximum of the whole sums", algorithm_1.largest_whole, V.B, *NETWORK)
EVENTS = Derive(
    words(
        "The forward pass caches all activations, those above the group are deleted with their "
        "groups, and the group's output gradients are all cached before line 11.",
        COUNTED.equals(WHOLE),
    )
)
GROWTH = Derive(
    words(
        "Between two deletions the cache only grows, so that it is largest at a group's peak.",
        MOST.equals(WHOLE_MOST),
    )
)

FACT_6_1 = claim(
    "groupwise/fact-6.1",
    "§6, Fact 6.1, (8)",
    "the peaks of memory",
    {"m-th peak": PEAK, "largest": LARGEST},
    repaired={
        "m-th peak": PEAK.but(right=WHOLE, by=EVENTS),
        "largest": LARGEST.but(right=WHOLE_MOST, by=GROWTH),
    },
    rejects=(
        Control(
            name="without the first layer's output gradient",
            says=PEAK.but(right=formula(V.first + 1, V.last, V.last)),
        ),
        Control(
            name="without the last layer's activation",
            says=PEAK.but(right=formula(V.first, V.last, V.last - 1)),
        ),
    ),
)

CLAIMS = (FACT_6_1,)
