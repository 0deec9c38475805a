r"""Section 3, after Algorithm 1: the time of all groupings of layers.

Output gradients, norms and parameter gradients are those of all-layer clipping, one by one. What
differs: a group has a root and a division of its own for every record (line 8), while sums of norms
(line 7) and with 0.01 are as many for every grouping.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from dptheory.memory.models import network
from verify.language import claim, described, external, index, number, real, says, total
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, sum_over, words
from verify.papers.groupwise.laboratory import work
from verify.papers.groupwise.laboratory.work import NORM, OUTPUT, PARAMETER, SHAPES, V


def products(B: Any, tokens: Any, inputs: Any, outputs: Any, groups: Any) -> Any:
    """Operations of output gradients, norms and parameter gradients, event by event."""
    layers = range(1, len(tokens) + 1)
    done = [e for e in work.events(layers, groups) if e[0] in (OUTPUT, NORM, PARAMETER)]
    return sum(
        B * work.operations(what, tokens[k - 1], inputs[k - 1], outputs[k - 1]) for what, k in done
    )


def all_layer(count: Callable[..., Any], B: Any, tokens: Any, inputs: Any, outputs: Any) -> Any:
    """What is counted, of all-layer clipping."""
    return count(B, tokens, inputs, outputs, work.all_layer(len(tokens)))


def added_share(model: str) -> Fraction:
    """What layer-wise clipping adds to all-layer clipping of a published network, as a share."""
    layers = network(model).layers
    shapes = [[getattr(x, n) for x in layers] for n in ("tokens", "inputs", "outputs")]
    return Fraction(2 * (len(layers) - 1), int(all_layer(work.total_operations, 1, *shapes)))


GRADIENTS = external("operations on gradients and norms", products, V.B, *SHAPES, V.groups)
ONE_BY_ONE = external("those of all-layer clipping", partial(all_layer, products), V.B, *SHAPES)
SAME = says(GRADIENTS == ONE_BY_ONE).argued(
    "Every layer has its output gradient, norm and parameter gradient once, whichever "
    "group it is in."
)
NARROW = {"B": 1, "layers": 9, **dict.fromkeys(("tokens", "inputs", "outputs"), (Fraction(1),) * 9)}
LAYERS = NARROW | {"groups": work.layer_wise(9)}
WORK = external("operations of Algorithm 1", work.total_operations, V.B, *SHAPES, V.groups)
ONE_GROUP = external(
    "operations of all-layer clipping", partial(all_layer, work.total_operations), V.B, *SHAPES
)
BEYOND = external("groups beyond the first", lambda groups: len(groups) - 1, V.groups)
BEYOND = described(BEYOND, "the number of groups but one")
K = index("k")
ROWS, WIDE, HIGH = V.tokens[K], V.inputs[K], V.outputs[K]
# Forward, output gradient and parameter gradient; the norms; the factors of all rows.
OF_LAYER = 6 * ROWS * WIDE * HIGH + 2 * ROWS**2 * (WIDE + HIGH + 1) + ROWS * HIGH
OF_LAYERS = total(K, 1, V.layers, OF_LAYER)
SIZE = V.extended(size=real("x", unit="1")).size
TIME = says(
    WORK <= number(8) / 7 * ONE_GROUP,
    at=LAYERS,
    by=Derive(
        add(
            substitute(says(SIZE == SIZE), {"size": ONE_GROUP}),
            chain(
                words(
                    "A group takes two operations more than the sums of its layers' norms.",
                    WORK - ONE_GROUP == 2 * V.B * BEYOND,
                ),
                multiply(words("No group is empty.", BEYOND <= V.layers - 1), 2 * V.B),
                # A layer takes 14 operations at least, the sum of its norms among them.
                multiply(
                    add(
                        multiply(sum_over(K, 1, V.layers, shown(OF_LAYER >= 13)), Fraction(1, 7)),
                        shown(V.layers / 7 - 2 <= V.layers / 7 + Fraction(2, 7)),
                    ),
                    V.B,
                ),
                multiply(
                    add(
                        shown(V.B * OF_LAYERS == V.B * OF_LAYERS),
                        words(
                            "Beside the events of the layers there are a sum a layer and two more.",
                            V.B * (V.layers + 2) == ONE_GROUP - V.B * OF_LAYERS,
                        ),
                    ),
                    Fraction(1, 7),
                ),
            ),
        )
    ),
)
ALG_1_TIME = (
    claim("groupwise/alg-1-time", "§3, after Alg 1; Fig 2", "the time of all groupings of layers")
    .says(
        {"the same gradients and norms": SAME, "the same order of time": TIME},
        notes=(
            says(WORK == ONE_GROUP + 2 * V.B * BEYOND),
            # Layer-wise clipping against one group.
            *(
                says(external(f"share added, {name}", lambda name=name: added_share(name)) < share)
                for name, share in (
                    ("ViT-large", Fraction(1, 10**8)),
                    ("ViT-small", Fraction(1, 10**7)),
                    ("RoBERTa-base", Fraction(1, 10**7)),
                )
            ),
        ),
    )
    .rejects(
        "no more than a tenth",
        part="the same order of time",
        right=number(11) / 10 * ONE_GROUP,
        at=LAYERS,
    )
    .rejects(
        "roots and divisions included",
        part="the same gradients and norms",
        left=WORK,
        right=ONE_GROUP,
        at=LAYERS,
    )
)
