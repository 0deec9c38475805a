"""Section 2 and Tables 4, 5, 7: groups and parameters, counted from the architectures.

A layer has parameters of its own: linear, convolution, embedding or normalisation. The head of
GPT2 is the token embedding once more and is counted as a layer with a tensor. That RoBERTa has a
pooler (a layer of two tensors) between its encoder and its head is inferred from the printed
counts: the architecture leaves it open, and without it they are one layer and two tensors less.

Footnote 2: "about 99.9 %" of the parameters is read as 99.9 % or more. Learnt positions and the
class token of ViT are in no layer; the footnote holds with them among the embeddings.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from dptheory.memory import models
from dptheory.memory.layers import NORM, Network
from verify.language import Formula, claim, external, says, table
from verify.papers.groupwise.laboratory.networks import SETTINGS, V, network

# Layer-wise, param-wise, and block-wise where the tables have such a row.
PRINTED = {
    "vit-small": ("75", "150", ""),
    "vit-large": ("147", "294", ""),
    "roberta-base": ("103", "203", "12"),
    "roberta-large": ("199", "395", "24"),
    "gpt2-small": ("76", "149", "12"),
    "gpt2-medium": ("148", "293", "24"),
    "gpt2-large": ("220", "437", "36"),
}
COUNTS: dict[str, Callable[[Network], int]] = {
    "layers": lambda net: len(net.layers),
    "without pooler": lambda net: sum(layer.name != "pooler" for layer in net.layers),
    # A shared tensor counts with each of its layers, or once.
    "tensors": lambda net: net.tensors,
    "each once": lambda net: sum(len(layer.tensors) - layer.tied for layer in net.layers),
    "tensors without pooler": lambda net: sum(
        len(layer.tensors) for layer in net.layers if layer.name != "pooler"
    ),
    "blocks": lambda net: net.blocks,
}

MEANS = {
    "layers": "the number of layers with parameters",
    "without pooler": "the number of layers with parameters but for the pooler",
    "tensors": "the number of weights and biases, a shared one with each of its layers",
    "each once": "the number of weights and biases, a shared one once",
    "tensors without pooler": "the number of weights and biases but for the pooler's",
    "blocks": "the number of blocks",
}


def counted(count: str, model: str) -> Formula:
    """A number of groups."""
    function, means = partial(COUNTS[count], models.network(model)), MEANS[count]
    return external(f"{count} of {model}", function, means=means)


def entries(place: int, count: str) -> dict[str, tuple[str, Formula]]:
    """One of the printed columns beside what is counted."""
    return {
        model: (row[place], counted(count, model)) for model, row in PRINTED.items() if row[place]
    }


LAYERS, TENSORS = table(entries(0, "layers")), table(entries(1, "tensors"))
GROUP_COUNTS = (
    claim("groupwise/group-counts", "§2, Tables 4, 5, 7", "The numbers of groups")
    .says(
        {"layer-wise": LAYERS, "param-wise": TENSORS, "block-wise": table(entries(2, "blocks"))},
        notes=(
            # Without a pooler the counts of RoBERTa would not be the printed ones.
            *(
                says(counted(count, model) + short == int(PRINTED[model][place]))
                for model in PRINTED
                if model.startswith("roberta")
                for place, (count, short) in enumerate(
                    (("without pooler", 1), ("tensors without pooler", 2))
                )
            ),
            # Two of GPT2's groups hold one tensor: there are fewer tensors than groups.
            *(
                says(counted("each once", model) + 1 == counted("tensors", model))
                for model in PRINTED
                if model.startswith("gpt2")
            ),
        ),
    )
    .rejects("without poolers", part="layer-wise", entries=entries(0, "without pooler"))
    .rejects("shared tensors once", part="param-wise", entries=entries(1, "each once"))
)

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
        "99.9 % of the parameters in linear, convolution and embedding layers, with "
        "position embeddings",
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

# What [10] measured -------------------------------------------------------------------------------
OVERHEAD = claim("groupwise/bk-overhead", "§2.2, §6", "The cost of BK, according to [10]").says(
    {},
    needs_data=(
        "memory and speed in Figure 5 of [10]: less than 10 per cent more memory, and about 20 per "
        "cent slower",
        "the memory of GPT2 in Table 8 of [10]: 30 per cent more than without privacy",
    ),
)
