"""``dptheory memory``: the peak memory of a grouping, and the grouping with the smallest."""

import argparse
import json
from pathlib import Path
from typing import Any

from dptheory.commands.arguments import require
from dptheory.commands.budget import whole

SUFFIX = ".csv"
MOST = 10**15


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


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "memory",
        help="peak memory of group-wise clipping, and the best groups",
        description="Peak memory of group-wise clipping with book-keeping, in stored numbers a "
        "sample: a layer stores its input in the forward pass and its output gradient in the "
        "backward pass, and a group of layers is freed when the backward pass reaches its first. "
        "Without --optimal the groups are uniform: equally many blocks, the stem with the first "
        "and the head with the last.",
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
    p.add_argument("--groups", type=size, required=True, metavar="M", help="from 1 to the layers")
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
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Find the groups, count, print."""
    answer = _answer(_network(arguments), arguments.groups, arguments.optimal)
    if arguments.json:
        print(json.dumps(answer))
        return 0
    kind = "optimal" if arguments.optimal else "uniform"
    firsts = ", ".join(map(str, answer["boundaries"]))
    uniform = answer["uniform_peak"]
    print(f"     model  {answer['model']}, {answer['layers']} layers, {answer['blocks']} blocks")
    print(f"    groups  {answer['groups']} {kind}, first layers {firsts}")
    print(f"      peak  {answer['peak']} stored numbers a sample")
    if arguments.optimal:
        print(f"   uniform  {'no such groups' if uniform is None else uniform}")
    print(f" all-layer  {answer['all_layer_peak']}")
    print(f"layer-wise  {answer['layer_wise_peak']}, as {answer['layer_wise_from']} optimal groups")
    return 0


def _answer(found: Any, groups: int, optimal: bool) -> dict[str, Any]:
    """The numbers of a grouping; ValueError unless there is one."""
    from dptheory.memory.grouping import (
        fewest_groups,
        grouping_peak,
        layer_wise_peak,
        optimal_groupings,
        uniform_boundaries,
        uniform_counts,
    )
    from dptheory.memory.timeline import groups_from, peak
    from dptheory.ranges import count

    stored, layers = (found.activations, found.gradients), len(found.layers)
    count("--groups", groups, 1, layers)
    if optimal:
        boundaries = optimal_groupings(*stored, groups)[-1].boundaries
    else:
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
