"""``dptheory memory``: the peak memory of a grouping, and the grouping with the smallest."""

import argparse
import re
from collections.abc import Iterator
from typing import Any

from dptheory.commands import networks, options
from dptheory.commands.arguments import by_option, given, left_out, require, tell
from dptheory.commands.memory_words import NOT_FOR, STATES, WIDTHS, prose
from dptheory.commands.networks import MOST, size
from dptheory.commands.options import number
from dptheory.commands.tables import pairs

UNITS = {
    "B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
    "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40,
}  # fmt: skip


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
    p = options.command(
        subparsers,
        "memory",
        "peak memory of group-wise clipping, and the best groups",
        "Peak memory of group-wise clipping with book-keeping, in stored numbers a "
        "sample: a layer stores its input in the forward pass and its output gradient in the "
        "backward pass, and a group of layers is freed when the backward pass reaches its first. "
        "The groups are uniform, equally many blocks, the stem with the first and the head with "
        "the last, or with optimal those of the smallest peak. With --budget or --batch-size the "
        "bytes of a whole training step are predicted, tensors of functions, parameters and "
        "optimiser included, and the best "
        f"groups are those of the prediction: {NOT_FOR}.",
    )
    networks.add(p, "; or the number of parameters of any other", required=True)
    words = (
        "to the layers; with --budget by default the fewest that allow the largest batch, with "
        "--batch-size alone the fewest of the smallest peak"
    )
    options.add(p, "groups", words, read=size)
    options.flag(p, "optimal", "the contiguous ones with the smallest peak")
    step = p.add_argument_group("the bytes of a training step")
    step.add_argument(
        "--budget",
        action=_Amount,
        nargs="+",
        metavar=("SIZE", "UNIT"),
        help="the memory, as 40GB (10^9) or 40 GiB (2^30)",
    )
    options.add(step, "batch_size", "on the device at once", read=size)
    options.add(step, "dtype", among=tuple(WIDTHS), default="float32")
    words = "2, 1 or 0 states a parameter"
    options.add(step, "optimizer", words, among=tuple(STATES), default="adam")
    options.flag(step, "no_dropout")
    options.flag(step, "fused", "attention in one, without its weights' matrix")
    words = "a peak with M uniform groups (or layer-wise) and batch B; twice"
    options.add(
        step, "measured", words, read=peak_measured, metavar="M,B=SIZE", action="append", default=[]
    )


def run(arguments: argparse.Namespace) -> int:
    """Find the groups, count, print."""
    if (parameters := _parameters(arguments.model)) is not None:
        return _from_count(parameters, arguments)
    network = networks.network_of(arguments, ", a number of parameters")
    if arguments.budget is None and arguments.batch_size is None:
        return _counted(network, arguments)
    from dptheory.commands.memory_step import lines, predict

    return tell(arguments, predict(network, arguments), lambda found: lines(found, arguments))


def _parameters(model: str) -> int | None:
    """A number of parameters in place of a network, None where it is none."""
    try:
        found = size(model)
    except argparse.ArgumentTypeError:
        return None
    require(found > 0, "--model", "a positive number of parameters", found)
    return found


def _from_count(parameters: int, arguments: argparse.Namespace) -> int:
    """What a number of parameters tells."""
    from dptheory.commands.memory_step import lines_from_count, predict_from_count

    named = ("groups", "optimal", "tokens", "classes", "no_dropout", "fused", "measured")
    left_out(arguments, named, "with a number of parameters")
    if arguments.budget is None:
        given(arguments, ("batch_size",), "or --budget")
    return tell(arguments, predict_from_count(parameters, arguments), lines_from_count)


def _counted(network: Any, arguments: argparse.Namespace) -> int:
    """The numbers that Algorithm 1 counts."""
    left_out(arguments, ("measured", "no_dropout", "fused"), "without --budget or --batch-size")
    given(arguments, ("groups",), "or --budget or --batch-size")
    answer = _answer(network, arguments.groups, arguments.optimal)
    return tell(arguments, answer, lambda found: _lines(found, arguments.optimal))


def _lines(answer: dict[str, Any], optimal: bool) -> Iterator[str]:
    kind = "optimal" if optimal else "uniform"
    firsts, uniform = ", ".join(map(str, answer["boundaries"])), answer["uniform_peak"]
    yield f"     model  {answer['model']}, {answer['layers']} layers, {answer['blocks']} blocks"
    yield from prose(f"{answer['groups']} {kind}, first layers {firsts}", "    groups  ")
    yield from prose(", ".join(answer["names"]), "     names  ")
    least = f"{answer['layer_wise_peak']}, as {answer['layer_wise_from']} optimal groups"
    beside = [("uniform", "no such groups" if uniform is None else uniform)] if optimal else []
    yield from pairs(
        [
            ("peak", f"{answer['peak']} stored numbers a sample"),
            *beside,
            ("all-layer", answer["all_layer_peak"]),
            ("layer-wise", least),
        ],
        10,
    )


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

    stored, layers = (found.activations, found.output_gradients), len(found.layers)
    if optimal:
        with by_option(groups="--groups"):
            boundaries = optimal_groupings(*stored, groups)[-1].boundaries
    else:
        count("--groups", groups, 1, layers)
        with by_option(groups="--groups"):
            boundaries = uniform_boundaries(found, groups)
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
