"""Section 2.2, footnote 2: the share of the parameters in linear, convolution, embedding layers.

"About 99.9 %" is read as 99.9 % or more. Learnt positions and the class token of ViT are in no
layer; the footnote holds with them among the embeddings.
"""

from fractions import Fraction
from typing import Any

from dptheory.memory.layers import NORM
from verify.language import Formula, claim, external, says
from verify.papers.groupwise.laboratory.networks import SETTINGS, V, network

PART = Fraction(1, 1000)


def rest(number: Any) -> Fraction:
    """The share of the parameters that belong to normalisations."""
    net = network(int(number))
    norms = sum(layer.parameters for layer in net.layers if layer.kind == NORM)
    return Fraction(norms, net.parameters)


def rest_with_positions(number: Any) -> Fraction:
    """The share that belong to no linear, convolution or embedding layer of the network."""
    net = network(int(number))
    return rest(number) + Fraction(net.others, net.parameters)


REST: Formula = external("share of the normalisations", rest, V.network)
OUTSIDE: Formula = external("share outside the layers", rest_with_positions, V.network)
LINEAR = (
    claim(
        "groupwise/linear-share",
        "§2.2, footnote 2",
        "99.9 % of the parameters in linear, convolution, embedding layers, positions among these",
    )
    .says(
        says(REST <= PART),
        settings=SETTINGS,
        notes=(
            # Without the positions and the class token it is less, and 99.5 % or more.
            says(OUTSIDE <= 5 * PART),
        ),
    )
    .rejects("positions in no layer", left=OUTSIDE)
    .rejects("99.95 %", right=PART / 2)
)
