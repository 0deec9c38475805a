"""``dptheory memory``: the peak memory of a grouping, and the grouping with the smallest."""

import argparse
import json
import re
from pathlib import Path
from typing import Any

from dptheory.commands.arguments import number, require
from dptheory.commands.budget import whole
from dptheory.commands.memory_words import NOT_FOR, STATES, WIDTHS, prose

SUFFIX = ".csv"
MOST = 10**15
UNITS = {
    "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40,
}  # fmt: skip


def size(text: str) -> int:
    """A whole number that can be shown.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    value = whole(text)
    if abs(value) > MOST:
        raise argparse.ArgumentTypeError(
            f"must be a whole number of at most {MOST}. Found {text[:60]!r}."
        )
    return value


def amount(text: str) -> int:
    """Bytes, with a unit: 40GB is 40 10^9, 40GiB is 40 2^30.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    found = re.fullmatch(r"\s*(.*?)\s*([kKMGT]?i?B)\s*", text)
    if found is None or found[2] not in UNITS:
        raise argparse.ArgumentTypeError(
            f"must be a number with a unit, one of {', '.join(UNITS)}. Found {text[:60]!r}."
        )
    value = number(found[1]) * UNITS[found[2]]
    if not 0 < value <= MOST:
        raise argparse.ArgumentTypeError(f"must be above 0, at most {MOST} B. Found {text[:60]!r}.")
    return int(value)


def peak_measured(text: str) -> tuple[int, int, int]:
    """The number of groups, the batch and the bytes of ``M,B=SIZE``.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    found = re.fullmatch(r"([^,=]+),([^,=]+)=([^,=]+)", text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"must be groups, batch and peak, as 1,50=23.5GB. Found {text[:60]!r}."
        )
    return size(found[1]), size(found[2]), amount(found[3])


class _Amount(argparse.Action):
    """Bytes with a unit, which may be an argument of its own: 40 GB."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        try:
            setattr(namespace, self.dest, amount(" ".join(values)))
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from error


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "memory",
        help="peak memory of group-wise clipping, and the best groups",
        description="Peak memory of group-wise clipping with book-keeping, in stored numbers a "
        "sample: a layer stores its input in the forward pass and its output gradient in the "
        "backward pass, and a group of layers is freed when the backward pass reaches its first. "
        "Without --optimal the groups are uniform: equally many blocks, the stem with the first "
        "and the head with the last. With --budget or --batch-size the bytes of a whole training "
        "step are predicted, tensors of functions, parameters and optimiser included, and the best "
        f"groups are those of the prediction: {NOT_FOR}.",
    )
    p.add_argument(
        "--model",
        "--layers",
        required=True,
        metavar="NAME",
        help="vit-small, vit-base, vit-large, roberta-base, roberta-large, gpt2-small, "
        "gpt2-medium, gpt2-large, or FILE.csv with the columns name, tokens, inputs, outputs and, "
        "if wanted, block",
    )
    p.add_argument(
        "--groups",
        type=size,
        metavar="M",
        help="from 1 to the layers (with --budget: the fewest that allow the largest batch; with "
        "--batch-size alone: the fewest of the smallest peak)",
    )
    p.add_argument(
        "--optimal", action="store_true", help="the contiguous groups with the smallest peak"
    )
    p.add_argument(
        "--tokens",
        type=size,
        metavar="T",
        help="words, or patches and the class token (default 197, RoBERTa 256, GPT-2 100)",
    )
    p.add_argument(
        "--classes",
        type=size,
        metavar="K",
        help="outputs of the head (default 100, RoBERTa 2; not with GPT-2)",
    )
    step = p.add_argument_group("the bytes of a training step")
    step.add_argument(
        "--budget",
        action=_Amount,
        nargs="+",
        metavar=("SIZE", "UNIT"),
        help="the memory, as 40GB (10^9) or 40 GiB (2^30)",
    )
    step.add_argument("--batch-size", type=size, metavar="B", help="samples on the device at once")
    step.add_argument("--dtype", choices=WIDTHS, default="float32", help="of all numbers (float32)")
    step.add_argument(
        "--optimizer", choices=STATES, default="adam", help="2, 1 or 0 states a parameter (adam)"
    )
    step.add_argument("--no-dropout", action="store_true", help="every dropout has rate 0")
    step.add_argument(
        "--fused", action="store_true", help="attention in one kernel, without its weights' matrix"
    )
    step.add_argument(
        "--measured",
        type=peak_measured,
        action="append",
        default=[],
        metavar="M,B=SIZE",
        help="a peak measured with M uniform groups (or layer-wise) and batch B; twice",
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Find the groups, count, print."""
    network = _network(arguments)
    if arguments.budget is None and arguments.batch_size is None:
        return _counted(network, arguments)
    from dptheory.commands.memory_step import predict, show

    found = predict(network, arguments)
    if arguments.json:
        print(json.dumps(found))
        return 0
    print("\n".join(show(found, arguments)))
    return 0


def _counted(network: Any, arguments: argparse.Namespace) -> int:
    """The numbers that Algorithm 1 counts."""
    for option in ("measured", "no_dropout", "fused"):
        said = getattr(arguments, option)
        named = f"--{option.replace('_', '-')}"
        require(not said, named, "given with --budget or --batch-size", said)
    require(arguments.groups is not None, "--groups", "given, or --budget or --batch-size", "none")
    answer = _answer(network, arguments.groups, arguments.optimal)
    if arguments.json:
        print(json.dumps(answer))
        return 0
    kind = "optimal" if arguments.optimal else "uniform"
    firsts = ", ".join(map(str, answer["boundaries"]))
    uniform = answer["uniform_peak"]
    print(f"     model  {answer['model']}, {answer['layers']} layers, {answer['blocks']} blocks")
    groups = prose(f"{answer['groups']} {kind}, first layers {firsts}", "    groups  ")
    print("\n".join([*groups, *prose(", ".join(answer["names"]), "     names  ")]))
    print(f"      peak  {answer['peak']} stored numbers a sample")
    if arguments.optimal:
        print(f"   uniform  {'no such groups' if uniform is None else uniform}")
    print(f" all-layer  {answer['all_layer_peak']}")
    print(f"layer-wise  {answer['layer_wise_peak']}, as {answer['layer_wise_from']} optimal groups")
    return 0


def _answer(found: Any, groups: int, optimal: bool) -> dict[str, Any]:
    """The numbers of a grouping; ValueError unless there is one."""
    from dptheory.memory.grouping import (
        check_optimal,
        fewest_groups,
        grouping_peak,
        layer_wise_peak,
        optimal_groupings,
        uniform_boundaries,
        uniform_counts,
    )
    from dptheory.memory.timeline import groups_from, peak
    from dptheory.ranges import count

    stored, layers = (found.activations, found.output_gradients), len(found.layers)
    if optimal:
        check_optimal("--groups", groups, layers)
        boundaries = optimal_groupings(*stored, groups)[-1].boundaries
    else:
        count("--groups", groups, 1, layers)
        boundaries = uniform_boundaries(found, groups, "--groups")
    uniform = None
    if groups in uniform_counts(found):
        uniform = grouping_peak(*stored, uniform_boundaries(found, groups))
    least = layer_wise_peak(*stored)
    return {
        "model": found.name,
        "layers": layers,
        "blocks": found.blocks,
        "groups": groups,
        "peak": peak(*stored, groups_from(boundaries, layers)),
        "boundaries": boundaries,
        "names": [found.layers[first - 1].called for first in boundaries],
        "uniform_peak": uniform,
        "layer_wise_peak": least,
        "all_layer_peak": grouping_peak(*stored, (1,)),
        "layer_wise_from": len(fewest_groups(*stored, least).boundaries),
    }


def _network(arguments: argparse.Namespace) -> Any:
    """The network of a published model or of a file."""
    from dptheory.memory.models import MODELS, canonical, network
    from dptheory.memory.tables import read_network

    if not arguments.model.lower().endswith(SUFFIX):
        known = canonical(arguments.model) in MODELS
        allowed = f"a FILE.csv or one of {', '.join(MODELS)}"
        require(known, "--model", allowed, repr(arguments.model))
        options = ("--model", "--tokens", "--classes")
        return network(arguments.model, arguments.tokens, arguments.classes, options)
    for option in ("tokens", "classes"):
        value, own = getattr(arguments, option), "a file, which has its own shapes"
        require(value is None, f"--{option}", f"left out with {own}", value)
    return read_network(Path(arguments.model), "--model")
