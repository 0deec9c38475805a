"""Loss and accuracy against steps for every c and every r, at one rate and at its own best."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from matplotlib.figure import Figure

from figures.panels import Table, Tables, band, panels, plot
from figures.style import BLUE, GREEN, ORANGE, PURPLE, VERMILION
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import CLIP, FOLDER, results

COLOURS = (VERMILION, ORANGE, GREEN, BLUE, PURPLE)
COMMON = 0.4
EVERY = 6
CHOICES = ("common", "tuned")
TITLES = ("training loss", "accuracy")
RANGES = ((0.4, 2.5), (0.1, 0.85))
SEEDS = tuple(range(10))


def tables(
    eps: float,
    seeds: Sequence[int] = SEEDS,
    steps: int = sweeps.STEPS,
    folder: Path = FOLDER,
    jobs: int = 2,
) -> dict[str, Table]:
    """``<rule>_<parameter>_<common|tuned>_<0|1>`` against steps; 0 is the loss."""
    result: dict[str, Table] = {}
    whole = sweeps.plan(eps, (steps,), steps)
    places = tuple(range(0, steps + 1, EVERY))
    shown = replace(whole, record=places)
    for lanes, parameters in (
        (sweeps.CLIPPED, sweeps.THRESHOLDS),
        (sweeps.NORMALISED, sweeps.REGULARISERS),
    ):
        found = results(lanes, whole, seeds, folder, jobs=jobs)[:, :, -1, 0].mean(axis=0)
        best = found.reshape(len(parameters), len(sweeps.RATES)).argmin(axis=1)
        kept = [sweeps.RATES.index(COMMON) + len(sweeps.RATES) * k for k in range(len(parameters))]
        kept += [int(b) + len(sweeps.RATES) * k for k, b in enumerate(best)]
        values = results(tuple(lanes[k] for k in kept), shown, seeds, folder, jobs=jobs)
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


def draw(data: Tables) -> Figure:
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
        rate = f"learning rate {COMMON:g}" if choice == "common" else "each at its best rate"
        row[0].set_ylabel(rate)
    for axis in axes[0, ::2]:
        axis.legend(fontsize=7)
    for axis in axes[1]:
        axis.set_xlabel("steps")
    return figure
