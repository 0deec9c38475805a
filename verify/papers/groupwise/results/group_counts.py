"""Section 2 and Tables 4, 5, 7: the numbers of groups, counted from the architectures.

A layer has parameters of its own: linear, convolution, embedding or normalisation. The head of
GPT2 is the token embedding once more and is counted as a layer with a tensor. That RoBERTa has a
pooler (a layer of two tensors) between its encoder and its head is inferred from the printed
counts: the architecture leaves it open, and without it they are one layer and two tensors less.
"""

from collections.abc import Callable
from functools import partial

from dptheory.memory.layers import Network
from dptheory.memory.models import network
from verify.language import Formula, claim, external, says, table

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
    function, means = partial(COUNTS[count], network(model)), MEANS[count]
    return external(f"{count} of {model}", function, means=means)


def entries(place: int, count: str) -> dict[str, tuple[str, Formula]]:
    """One of the printed columns beside what is counted."""
    return {
        model: (row[place], counted(count, model)) for model, row in PRINTED.items() if row[place]
    }


LAYERS, TENSORS = table(entries(0, "layers")), table(entries(1, "tensors"))
GROUP_COUNTS = (
    claim("groupwise/group-counts", "§2, Tables 4, 5, 7", "the numbers of groups")
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
