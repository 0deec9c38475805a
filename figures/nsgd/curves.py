"""Loss and accuracy against steps for every c and every r, at one rate and at its own best."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from matplotlib.figure import Figure

from figures.nsgd.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, ORANGE, PURPLE, VERMILION
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import CLIP, results

COLOURS = (VERMILION, ORANGE, GREEN, BLUE, PURPLE)
EVERY = 6
CHOICES = ("common", "tuned")
TITLES = ("training loss", "accuracy")
RANGES = ((0.4, 2.5), (0.1, 0.85))


RATES = ", ".join(f"{rate:g}" for rate in sweeps.RATES)


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    epsilon: Annotated[float, Range("(0, inf]", "budget; inf for no noise")] = math.inf
    common_rate: Annotated[float, Range(f"{{{RATES}}}", "the learning rate above")] = 0.4


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<rule>_<parameter>_<common|tuned>_<0|1>`` against steps; 0 is the loss."""
    result: dict[str, Table] = {}
    steps, seeds = chosen.steps, chosen.seeds
    whole = sweeps.plan(chosen.epsilon, (steps,), steps)
    places = tuple(range(0, steps + 1, EVERY))
    shown = replace(whole, record=places)
    for lanes, parameters in (
        (sweeps.CLIPPED, sweeps.THRESHOLDS),
        (sweeps.NORMALISED, sweeps.REGULARISERS),
    ):
        found = results(lanes, whole, seeds, jobs=2)[:, :, -1, 0].mean(axis=0)
        best = found.reshape(len(parameters), len(sweeps.RATES)).argmin(axis=1)
        kept = [
            sweeps.RATES.index(chosen.common_rate) + len(sweeps.RATES) * k
            for k in range(len(parameters))
        ]
        kept += [int(b) + len(sweeps.RATES) * k for k, b in enumerate(best)]
        values = results(tuple(lanes[k] for k in kept), shown, seeds, jobs=2)
        result |= _named(lanes[0].rule, parameters, places, values)
    return result


def _named(
    rule: str, parameters: Sequence[float], steps: Sequence[int], values: sweeps.Values
) -> dict[str, Table]:
    found: dict[str, Table] = {}
    for k in range(2 * len(parameters)):
        choice, parameter = CHOICES[k // len(parameters)], parameters[k % len(parameters)]
        for what in range(2):
            name = f"{rule}_{parameter:g}_{choice}_{what}"
            found[name] = band("steps", steps, values[:, k, :, what])
    return found


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two rows, at the common rate and tuned."""
    figure, axes = panels(12, 5.6, 2, 4, sharex=True)
    for row, choice in zip(axes, CHOICES, strict=True):
        for side, (rule, letter, parameters) in enumerate(
            ((CLIP, "c", sweeps.THRESHOLDS), ("normalise", "r", sweeps.REGULARISERS))
        ):
            for what, title in enumerate(TITLES):
                axis = row[2 * side + what]
                for parameter, colour in zip(parameters, COLOURS, strict=True):
                    table = data[f"{rule}_{parameter:g}_{choice}_{what}"]
                    plot(axis, table, colour, f"{letter} = {parameter:g}")
                axis.set_title(f"{title}, {'clipped' if rule == CLIP else 'normalised'}")
                axis.set_ylim(*RANGES[what])
        rate = f"learning rate {chosen.common_rate:g}"
        row[0].set_ylabel(rate)
    for axis in axes[0, ::2]:
        axis.legend(fontsize=7)
    for axis in axes[1]:
        axis.set_xlabel("steps")
    return figure
