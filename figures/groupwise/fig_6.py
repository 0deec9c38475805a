r"""The analogue of Figure 6 of Bu et al. (2023): the plane of accuracy and peak memory.

A network of eight layers, 16 wide, at :math:`\epsilon=2`
(:mod:`verify.papers.groupwise.laboratory.grouping_sweeps`): uniform groups and parameter-wise
clipping, all splits into two contiguous groups, and the groups with the smallest peak for every M;
20 runs with 95 % intervals. Right: how far each lies above uniform groups of its memory, run by
run.
"""

import numpy as np
from matplotlib.figure import Figure

from figures.groupwise import analogues
from figures.groupwise.analogues import STANDARD, Runs
from figures.panels import Table, Tables, band, panels
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.groupwise.laboratory import grouping_sweeps as sweeps

EPS, WIDTH = 2.0, 16
KINDS = {
    "two": ("two groups", GREEN, "s", "{} + {}", (5, 4)),
    "optimal": ("smallest peak", BLUE, "D", "M = {}", (-26, 4)),
}


def tables(runs: Runs = STANDARD) -> dict[str, Table]:
    """``uniform``, ``two`` (M is the first group's number of layers), ``optimal``, ``beyond_*``."""
    shape = sweeps.hidden(WIDTH)
    uniform, accuracies = analogues.uniform_table(shape, EPS, runs)
    result = {"uniform": uniform}
    # Parameter-wise clipping has layer-wise clipping's memory, and is not uniform.
    line, peaks = accuracies[:, :-1], uniform["memory"][:-1].tolist()
    optimal = {m: one for m, one in sweeps.optimal_groups(shape).items() if m > 1}
    for kind, groups in {"two": sweeps.two_groups(shape), "optimal": optimal}.items():
        found, own = analogues.table(shape, EPS, groups, runs)
        above = [
            sweeps.beyond(own[:, k], float(peak), line, peaks)
            for k, peak in enumerate(found["memory"])
        ]
        result |= {kind: found, f"beyond_{kind}": band("M", found["M"], np.stack(above, axis=1))}
    return result


def draw(data: Tables) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(12, 4.4, 1, 2)
    uniform = data["uniform"]
    line = {name: column[:-1] for name, column in uniform.items()}
    last = {name: column[-1:] for name, column in uniform.items()}
    analogues.bars(left, line, "memory", ORANGE, "uniform")
    analogues.bars(left, last, "memory", GREY, "parameter-wise", "x")
    for m, x, y in zip(line["M"], line["memory"], line["mean"], strict=True):
        left.annotate(f"M = {m:g}", (x, y), (5, -11), textcoords="offset points", fontsize=7)
    ticks: list[str] = []
    for kind, (label, colour, marker, text, shift) in KINDS.items():
        found, above = data[kind], data[f"beyond_{kind}"]
        analogues.bars(left, found, "memory", colour, label, marker)
        names = [text.format(f"{m:g}", f"{sweeps.HIDDEN + 1 - m:g}") for m in found["M"]]
        for name, x, y in zip(names, found["memory"], found["mean"], strict=True):
            left.annotate(name, (x, y), shift, textcoords="offset points", fontsize=6)
        places = np.arange(len(names), dtype=float) + len(ticks)
        analogues.bars(right, {**above, "place": places}, "place", colour, label, marker)
        ticks += names
    right.axhline(0, color=ORANGE, linewidth=0.8)
    right.set_xticks(range(len(ticks)), ticks, rotation=60, fontsize=7)
    right.set(title="accuracy above uniform groups of the same memory")
    left.set(title=rf"8 layers, width {WIDTH}, $\epsilon$ = {EPS:g}", ylabel="accuracy")
    left.set_xlabel("peak memory, stored numbers a sample")
    left.legend(fontsize=7)
    right.legend(fontsize=7)
    return figure
