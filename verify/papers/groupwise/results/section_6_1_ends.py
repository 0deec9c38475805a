"""Section 6.1: when all-layer and layer-wise clipping, and training without privacy, peak.

The top layer is the first one, as the bottom group is that of the last layers. Without privacy a
layer's numbers are deleted after its own step, as in layer-wise clipping: in the count of
:mod:`dptheory.memory.timeline` the two are the same by definition, and what is left to test of
"similar" is when their peak occurs. "Just starts" is read as within the first twentieth of the
layers.
"""

from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from dptheory.memory.timeline import GRADIENT, events
from verify.formula.evaluate import Undefined
from verify.language import agrees, claim, natural, says
from verify.language.formulas import Formula, described, external, index, number, total
from verify.methods import derive
from verify.methods.derive import Derive, add, multiply, shown, substitute, sum_over
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.algorithm_1 import stored
from verify.papers.groupwise.laboratory.networks import SETTINGS, layer_wise_peak, sizes

V = networks.V.extended(i=natural("i", search=(1, 8)))
K, R = index("k"), index("r")
STORED = V.tokens[R] * V.outputs[R]


def cached_at(i: int, B: int, tokens: Any, inputs: Any, outputs: Any) -> Any:
    """What all-layer clipping holds when the backward pass reaches layer i.

    Raises:
        Undefined: the network has no such layer.
    """
    steps = events(*stored(tokens, inputs, outputs), [range(1, len(tokens) + 1)])
    held = [event.held for event in steps if (event.kind, event.layer) == (GRADIENT, i)]
    if not held:
        raise Undefined(f"there is no layer {i}")
    return B * held[0]


ACTIVATION = V.tokens[K] * V.inputs[K]


def cached(first: Any) -> Formula:
    """The same in closed form: all activations, the output gradients from a layer on."""
    return V.B * (total(K, 1, V.layers, ACTIVATION) + total(R, first, V.layers, STORED))


COUNTED = external("held at layer i", cached_at, V.i, V.B, V.tokens, V.inputs, V.outputs)
INSIDE = [V.i <= V.layers]
SOME = says(
    number(0) < total(R, 1, V.i, STORED),
    given=INSIDE,
    by=Derive(
        add(sum_over(R, 1, V.i - 1, shown(STORED >= 0)), shown(V.tokens[V.i] * V.outputs[V.i] > 0))
    ),
)
FROM_HERE = derive.telescope(
    R, V.i, V.layers, -total(K, 1, R - 1, V.tokens[K] * V.outputs[K]), shown(STORED <= STORED)
)
AT_TOP = says(
    cached(V.i) < cached(1),
    given=[V.i > 1, *INSIDE],
    by=Derive(
        multiply(
            add(
                sum_over(K, 1, V.layers, shown(ACTIVATION <= ACTIVATION)),
                FROM_HERE,
                substitute(SOME, {"i": V.i - 1}),
            ),
            V.B,
        )
    ),
)
ALL_LAYER = (
    claim("groupwise/all-layer-peak-position", "§6.1", "All-layer clipping peaks at the top layer")
    .says(AT_TOP, notes=(agrees(cached(V.i) == COUNTED, given=INSIDE),))
    .rejects("at the output side", right=cached(V.layers))
)


def held(number: int, tokens: int, handed: bool = False) -> list[int]:
    """What is held in each step of the backward pass if a layer is freed after its own.

    With ``handed``, the output gradient that the layer above hands down is counted too.
    """
    activations, gradients = sizes(number, tokens)
    above = (*gradients[1:], 0) if handed else (0,) * len(gradients)
    steps = zip(accumulate(activations), gradients, above, strict=True)
    return [a + g + more for a, g, more in steps][::-1]


def step(number: int, tokens: int, handed: bool = False) -> int:
    """The step of the backward pass, from 1, with the most."""
    found = held(number, tokens, handed)
    return found.index(max(found)) + 1


def all_layer_step(number: int, tokens: int) -> int:
    """That of all-layer clipping."""
    activations, gradients = sizes(number, tokens)
    found = [sum(activations) + g for g in accumulate(reversed(gradients))]
    return found.index(max(found)) + 1


WHERE = (V.network, V.T)
STEP = external("step of the peak", step, *WHERE)
FIRST = external("held in the first step", lambda n, T: held(n, T)[0], *WHERE)
FIRST = described(FIRST, "what layer-wise clipping holds in its first step, in numbers a sample")
LAYER_WISE_PEAK = (
    claim(
        "groupwise/layer-wise-peak",
        "§6.1",
        "The peak of layer-wise clipping and without privacy is at the start",
    )
    .says(
        says(STEP <= Fraction(1, 20) * external("layers", networks.layers, V.network)),
        settings=SETTINGS,
        notes=(
            # It is 1 % above what the first step holds, at most.
            says(
                external("layer-wise peak", layer_wise_peak, *WHERE) <= Fraction(101, 100) * FIRST
            ),
            # The very first step with GPT2; the second with ViT, whose head reads one token.
            says(external("step with GPT2", step, V.decoder, V.T) == 1),
            says(external("step with ViT", step, V.vision, V.T) == 2),
            # No other step with the output gradient that is handed down.
            says(external("step, handed down", partial(step, handed=True), *WHERE) == STEP),
        ),
    )
    .rejects(
        "all-layer clipping", left=external("step of the all-layer peak", all_layer_step, *WHERE)
    )
    .rejects("in the first step", right=1)
)
