r"""The analogue of Figure 6 of Bu et al. (2023): the plane of accuracy and peak memory.

A network of eight layers, 16 wide, at :math:`\epsilon=2`
(:mod:`verify.papers.groupwise.laboratory.grouping_sweeps`): uniform groups and parameter-wise
clipping, all splits into two contiguous groups, and the groups with the smallest peak for every M;
20 runs with 95 % intervals. Right: how far each lies above uniform groups of its memory, run by
run.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.groupwise import analogues
from figures.groupwise.analogues import Runs
from figures.panels import Table, Tables, band, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

KINDS = {
    "two": ("two groups", GREEN, "s", "{}+{}", (5, 4)),
    "optimal": ("smallest peak", BLUE, "D", "M={}", (-30, -3)),
}


@dataclass(frozen=True)
class Parameters(Runs):
    """What may be changed."""

    epsilon: Annotated[float, Range("(0, 100]", "budget of a run")] = 2.0
    width: Annotated[int, Range("[1, 256]", "of the network")] = 16


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``uniform``, ``two`` (M is the first group's number of layers), ``optimal``, ``beyond_*``."""
    shape = sweeps.hidden(chosen.width)
    uniform, accuracies = analogues.uniform_table(shape, chosen.epsilon, chosen)
    result = {"uniform": uniform}
    # Parameter-wise clipping has layer-wise clipping's memory, and is not uniform.
    line, peaks = accuracies[:, :-1], uniform["memory"][:-1].tolist()
    optimal = {m: one for m, one in sweeps.optimal_groups(shape).items() if m > 1}
    for kind, groups in {"two": sweeps.two_groups(shape), "optimal": optimal}.items():
        found, own = analogues.table(shape, chosen.epsilon, groups, chosen)
        above = [
            sweeps.beyond(own[:, k], float(peak), line, peaks)
            for k, peak in enumerate(found["memory"])
        ]
        result |= {kind: found, f"beyond_{kind}": band("M", found["M"], np.stack(above, axis=1))}
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(12, 4.4, 1, 2)
    uniform = data["uniform"]
    line = {name: column[:-1] for name, column in uniform.items()}
    last = {name: column[-1:] for name, column in uniform.items()}
    analogues.bars(left, line, "memory", ORANGE, "uniform")
    analogues.bars(left, last, "memory", GREY, "parameter-wise", "x")
    for m, x, y in zip(line["M"], line["memory"], line["mean"], strict=True):
        left.annotate(f"M={m:g}", (x, y), (5, -11), textcoords="offset points", fontsize=8)
    ticks: list[str] = []
    for kind, (label, colour, marker, text, shift) in KINDS.items():
        found, above = data[kind], data[f"beyond_{kind}"]
        analogues.bars(left, found, "memory", colour, label, marker)
        names = [text.format(f"{m:g}", f"{sweeps.HIDDEN + 1 - m:g}") for m in found["M"]]
        for name, x, y in zip(names, found["memory"], found["mean"], strict=True):
            left.annotate(name, (x, y), shift, textcoords="offset points", fontsize=8)
        places = np.arange(len(names), dtype=float) + len(ticks)
        analogues.bars(right, {**above, "place": places}, "place", colour, label, marker)
        ticks += names
    right.axhline(0, color=ORANGE, linewidth=0.8)
    right.set_xticks(range(len(ticks)), ticks, fontsize=8)
    right.set(title="accuracy above uniform groups of the same memory", ylabel="difference")
    right.set_xlabel("layers of the first and second group; number of groups of smallest peak")
    left.set(
        title=rf"8 layers, width {chosen.width}, $\epsilon$ = {chosen.epsilon:g}", ylabel="accuracy"
    )
    left.set_xlabel("peak memory, stored numbers a sample")
    left.margins(x=0.1)
    left.legend(fontsize=7)
    right.legend(fontsize=7)
    return figure
