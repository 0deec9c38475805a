"""``dptheory memory --budget`` and ``--batch-size``: what a training step takes, and what fits."""

import argparse
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import by_option, require
from dptheory.commands.memory_words import AT_LEAST, NOT_FOR, STATES, WIDTHS, prose
from dptheory.commands.tables import table
from dptheory.memory.functions import Recipe
from dptheory.memory.grouping import Grouping, uniform_boundaries
from dptheory.memory.layers import Layer, Network
from dptheory.memory.measured import Line, fit_measured
from dptheory.memory.partitions import (
    Costs,
    best_grouping,
    fewest_within,
    grouping_cost,
    smallest_peak,
)
from dptheory.memory.step import batch_independent_bytes, ghost_cost, per_sample_cost, table_of
from dptheory.ranges import count

LAYERS = 2000  # their pairs are all looked at
TABLE = {"": 11, "MB a sample": 12, "batch": 9, "GB": 11}
MANY = 12  # more groups than that are not listed


def predict(network: Network, arguments: argparse.Namespace) -> dict[str, Any]:
    """The answer, ready for JSON; ValueError with the option's name for what does not fit."""
    layers = len(network.layers)
    require(layers <= LAYERS, "--model", f"a network of at most {LAYERS} layers", layers)
    recipe = _recipe(arguments)
    costs = table_of(network, recipe)
    fixed = batch_independent_bytes(network, recipe)
    peaks = _line(network, costs, fixed, arguments.measured)
    chosen, kind = _grouping(network, costs, peaks, arguments)
    every = range(1, layers + 1)
    plain = table_of(
        network, Recipe(recipe.width, recipe.states, recipe.dropout, recipe.fused, False)
    )
    rows = {
        "chosen": chosen.peak,
        "all_layer": grouping_cost(costs, (1,)),
        "layer_wise": grouping_cost(costs, every),
        "smallest": smallest_peak(costs),
        "without_privacy": grouping_cost(plain, every),
        "per_sample": per_sample_cost(network, recipe),
        "ghost": ghost_cost(network, recipe),
    }
    found = {name: _sizes(each, peaks, arguments) for name, each in rows.items()}
    return {
        "model": network.name,
        "layers": layers,
        "blocks": network.blocks,
        "dtype": arguments.dtype,
        "optimizer": arguments.optimizer,
        "groups": len(chosen.boundaries),
        "kind": kind,
        "boundaries": chosen.boundaries,
        "names": [network.layers[first - 1].called for first in chosen.boundaries],
        "budget": arguments.budget,
        "bytes_besides": math.ceil(peaks.fixed),
        "slope": float(peaks.slope),
        **found.pop("chosen"),
        **found,
        "valid": NOT_FOR,
    }


def predict_from_count(parameters: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """What the number of parameters alone tells, ready for JSON."""
    nothing = Layer("parameters", tokens=1, inputs=0, outputs=0)
    network = Network(f"{parameters} parameters", (nothing,), others=parameters)
    recipe = _recipe(arguments)
    peaks = Line(Fraction(batch_independent_bytes(network, recipe)), Fraction(1))
    return {
        "model": network.name,
        "dtype": arguments.dtype,
        "optimizer": arguments.optimizer,
        "budget": arguments.budget,
        "bytes_besides": math.ceil(peaks.fixed),
        "per_sample": _sizes(per_sample_cost(network, recipe), peaks, arguments),
        "valid": AT_LEAST,
    }


def _recipe(arguments: argparse.Namespace) -> Recipe:
    """How the step is run."""
    return Recipe(
        WIDTHS[arguments.dtype],
        STATES[arguments.optimizer],
        not arguments.no_dropout,
        arguments.fused,
    )


def _line(network: Network, costs: Costs, fixed: int, measured: list[tuple[int, int, int]]) -> Line:
    """The prediction as it is, or the line through two measured peaks."""
    if not measured:
        return Line(Fraction(fixed), Fraction(1))
    require(len(measured) == 2, "--measured", "given twice", len(measured))
    points = []
    for groups, batch, peak in measured:
        count("--measured: groups", groups, 1, len(costs))
        count("--measured: batch", batch)
        every = range(1, len(costs) + 1)
        with by_option(groups="--measured"):
            firsts = every if groups == len(costs) else uniform_boundaries(network, groups)
        points.append((Fraction(batch * grouping_cost(costs, firsts)), Fraction(peak)))
    (x, y), (other, more) = points
    allowed = "two peaks that grow with the predicted bytes"
    require((x - other) * (y - more) > 0, "--measured", allowed, f"{int(y)} and {int(more)} B")
    found = fit_measured(points)
    allowed = "two peaks, best of two batches, whose line leaves 0 B or more besides the batch"
    require(found.fixed >= 0, "--measured", allowed, f"{int(found.fixed)} B")
    return found


def _grouping(
    network: Network, costs: Costs, peaks: Line, arguments: argparse.Namespace
) -> tuple[Grouping, str]:
    """The groups, and what they are."""
    groups, budget, batch = arguments.groups, arguments.budget, arguments.batch_size
    if batch is not None:
        count("--batch-size", batch)
    if groups is not None:
        count("--groups", groups, 1, len(costs))
        if arguments.optimal:
            return best_grouping(costs, groups), "optimal"
        with by_option(groups="--groups"):
            firsts = uniform_boundaries(network, groups)
        return Grouping(grouping_cost(costs, firsts), firsts), "uniform"
    least = smallest_peak(costs)
    if budget is None:
        return fewest_within(costs, least), "fewest"
    most = peaks.largest_batch(budget, least)
    wanted = most if batch is None else batch
    needed = math.ceil(peaks.at(Fraction(least * max(wanted, 1))))
    fits = 1 <= wanted <= most
    require(fits, "--budget", f"at least {needed} B for a batch of {max(wanted, 1)}", f"{budget} B")
    bound = int((budget - peaks.fixed) / (peaks.slope * wanted))
    return fewest_within(costs, bound), "fewest"


def _sizes(each: int, peaks: Line, arguments: argparse.Namespace) -> dict[str, Any]:
    """Bytes a sample, the largest batch in the budget, and the bytes of the batch."""
    fits = None if arguments.budget is None else peaks.largest_batch(arguments.budget, each)
    batch = fits if arguments.batch_size is None else arguments.batch_size
    return {
        "bytes_a_sample": math.ceil(peaks.slope * each),
        "largest_batch": fits,
        "batch_size": batch,
        "bytes": math.ceil(peaks.at(Fraction(each * (batch or 0)))),
    }


def lines_from_count(found: dict[str, Any]) -> Iterator[str]:
    """The same in lines."""
    yield f"     model  {found['model']}"
    fixed = f"{_gb(found['bytes_besides'])} besides the batch"
    yield f"     bytes  {found['dtype']}, {found['optimizer']}: {fixed}"
    yield from table(TABLE, [_row("per sample", found["per_sample"])])
    if found["budget"] is not None:
        fits = found["per_sample"]["largest_batch"]
        above = f" above {fits}" if fits else ""
        yield f"            no batch{above} fits in {_gb(found['budget'])}"
    yield from prose(found["valid"])


def _row(name: str, size: dict[str, Any]) -> list[Any]:
    """A line of the table."""
    sample, step = f"{size['bytes_a_sample'] / 1e6:.6g}", f"{size['bytes'] / 1e9:.2f}"
    return [name, sample, size["batch_size"], step]


def lines(found: dict[str, Any], arguments: argparse.Namespace) -> Iterator[str]:
    """The answer in lines."""
    reach = "smallest peak" if arguments.budget is None else "batch"
    groups, kinds = found["groups"], {"fewest": f"fewest for the {reach}"}
    firsts, names = map(str, found["boundaries"]), found["names"]
    yield f"     model  {found['model']}, {found['layers']} layers, {found['blocks']} blocks"
    yield f"    groups  {groups} {kinds.get(found['kind'], found['kind'])}"
    if groups <= MANY:
        yield from prose(f"first layers {', '.join(firsts)}")
        yield from prose(", ".join(names), "     names  ")
    fixed = f"{_gb(found['bytes_besides'])} besides the batch"
    line_of = f"; measured {found['slope']:.3g} bytes a byte" if arguments.measured else ""
    yield f"     bytes  {found['dtype']}, {found['optimizer']}: {fixed}{line_of}"
    rows = {
        "groups": found,
        "all-layer": found["all_layer"],
        "layer-wise": found["layer_wise"],
        "smallest": found["smallest"],
        "not private": found["without_privacy"],
        "per sample": found["per_sample"],
        "ghost": found["ghost"],
    }
    yield from table(TABLE, (_row(*one) for one in rows.items()))
    if found["budget"] is not None and arguments.batch_size is None:
        yield f"            the largest batches in {_gb(found['budget'])}"
    elif found["budget"] is not None:
        yield f"            largest batch in {_gb(found['budget'])}: {found['largest_batch']}"
    yield from prose(found["valid"])


def _gb(amount: int) -> str:
    return f"{amount / 1e9:.4g} GB"
