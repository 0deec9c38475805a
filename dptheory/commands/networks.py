"""The option --model of a network, published or of a file, for every command that takes one."""

import argparse
from pathlib import Path
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import by_option, left_out, require

SUFFIX = ".csv"
MOST = 10**15


def size(text: str) -> int:
    """A whole number that can be shown.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    value = options.whole(text)
    if abs(value) > MOST:
        raise argparse.ArgumentTypeError(
            f"must be a whole number of at most {MOST}. Found {text[:60]!r}."
        )
    return value


def add(p: Any, others: str = "", **more: Any) -> None:
    """The option, with the sizes of a published network's input and output."""
    options.text(
        p,
        "model",
        "vit-small, vit-base, vit-large, roberta-base, roberta-large, gpt2-small, "
        "gpt2-medium, gpt2-large, or FILE.csv with the columns name, tokens, inputs, outputs and, "
        f"if wanted, block{others}",
        **more,
    )
    words = "words, or patches and the class token; default 197, RoBERTa 256, GPT-2 100"
    options.add(p, "tokens", words, read=size)
    options.add(p, "classes", "default 100, RoBERTa 2; not with GPT-2", read=size)


def network_of(arguments: argparse.Namespace, others: str = "") -> Any:
    """The network; None where none is given."""
    from dptheory.memory.models import MODELS, canonical, network
    from dptheory.memory.tables import read_network

    name, sizes = arguments.model, ("tokens", "classes")
    if name is None:
        left_out(arguments, sizes, "without --model NAME")
        return None
    if not name.lower().endswith(SUFFIX):
        allowed = f"a FILE.csv{others} or one of {', '.join(MODELS)}"
        require(canonical(name) in MODELS, "--model", allowed, repr(name))
        named = {key: options.written(key) for key in ("model", *sizes)}
        with by_option(**named):
            return network(name, arguments.tokens, arguments.classes)
    left_out(arguments, sizes, "with a file, which has its own shapes")
    with by_option(model="--model"):
        return read_network(Path(name))
