r"""The gradient at which a method stops: the floor of DP-NSGD against r, that of DP-SGD against c.

In units of :math:`\tau_0`, for :math:`\tau_1=0`: the worst law's, that of the law of Appendix A.1
(runs on three records reach it), the term of (5) and that of the repaired theorem
(:mod:`dptheory.bounds.normalised`). DP-SGD has the floor :math:`\tau_0-c` for :math:`c<\tau_0` and
none above; the theorem asks for :math:`c>2\tau_0`.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.distributions.worst_law import Clip, Normalise
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.nsgd.laboratory.clipping_floors import floor, printed_floor, toy_floor

THRESHOLDS = np.concatenate([np.linspace(0.02, 1, 30), np.linspace(1.05, 2.5, 10)])


@dataclass(frozen=True)
class Parameters:
    """What may be changed; lengths are in units of tau_0."""

    smallest: Annotated[float, Range("[0.001, 1]", "the smallest r")] = 0.05
    largest: Annotated[float, Range("(1, 1e4]", "the largest r")] = 100.0
    points: Annotated[int, Range("[3, 1000]", "how many r")] = 45
    marks: Annotated[tuple[float, ...], Range("[0.01, 1e3]", "r of the runs", 10)] = (
        0.1,
        0.3,
        1.0,
        3.0,
        10.0,
        30.0,
    )


PARAMETERS = Parameters()


def stopped(r: float, step: float = 0.3, steps: int = 4000) -> float:
    """The gradient at which DP-NSGD without noise ends on three records of the toy law."""
    s = 2.0
    for _ in range(steps):
        up, down = s + 1, s - 0.5
        s -= step * (up / (r + abs(up)) + 2 * down / (r + abs(down))) / 3 * (r + 1) / 3
    return s


def tables(chosen: Parameters) -> dict[str, Table]:
    """``normalise`` against r, ``clip`` against c and ``runs`` against some r."""
    regularisers = np.geomspace(chosen.smallest, chosen.largest, chosen.points)
    normalise = columns(
        r=regularisers,
        worst=[floor(Normalise(float(r))) for r in regularisers],
        toy=[toy_floor(float(r)) for r in regularisers],
        printed=[printed_floor(float(r)) for r in regularisers],
        repaired=1 / regularisers,
    )
    worst, toy = [floor(Clip(float(c))) for c in THRESHOLDS], np.maximum(1 - THRESHOLDS, 0) / 2
    return {
        "normalise": normalise,
        "runs": columns(r=chosen.marks, stopped=[stopped(r) for r in chosen.marks]),
        "clip": columns(c=THRESHOLDS, worst=worst, toy=toy),
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(10, 3.8, 1, 2)
    table, runs = data["normalise"], data["runs"]
    proved = table["r"] > 1
    left.plot(table["r"], table["worst"], color=BLUE, lw=4, alpha=0.5, label="worst law")
    left.plot(table["r"], table["toy"], color=GREEN, label="law of Appendix A.1")
    left.plot(runs["r"], runs["stopped"], "o", color=GREEN, label="runs on three records")
    r, printed, repaired = (table[name][proved] for name in ("r", "printed", "repaired"))
    left.plot(r, printed, color=VERMILION, label="term of (5), printed")
    left.plot(r, repaired, color=ORANGE, label=r"$\tau_0/r$, repaired")
    left.axvline(1, color=GREY, linestyle=":", label=r"$r=\tau_0$")
    left.set(xscale="log", yscale="log", xlabel=r"r over $\tau_0$", title="DP-NSGD")
    left.set_ylabel(r"gradient over $\tau_0$")
    table = data["clip"]
    right.plot(table["c"], table["worst"], color=BLUE, lw=4, alpha=0.5, label="worst law")
    right.plot(table["c"], table["toy"], color=GREEN, label="law of Appendix A.1")
    right.axvline(2, color=VERMILION, linestyle=":", label="Theorem 3.4 asks for a larger c")
    right.set(xlabel=r"c over $\tau_0$", title="DP-SGD")
    for axis in (left, right):
        axis.legend(fontsize=7)
    return figure
