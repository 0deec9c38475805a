r"""How far an expected step goes along the gradient, on runs and for the worst law.

The component :math:`E\langle u,\bar hg\rangle/c` of a clipped step and :math:`E\langle u,hg\rangle`
of a normalised one against the gradient's size, both in units of the largest deviation
:math:`\tau_0` of a record's gradient. Dots: every fourth step of three runs on images of digits at
:math:`\epsilon=8`, coloured by c or r over :math:`\tau_0`. Lines: the worst law
(:mod:`dptheory.distributions.worst_law`) and the law of the paper's Appendix A.1. For c or r below
:math:`\tau_0` the worst law points uphill at small gradients; the runs are far above it.
"""

import numpy as np
from matplotlib.figure import Figure

from figures.nsgd.training import Training
from figures.panels import Table, Tables, columns, panels
from figures.style import BLUE, GREEN, ORANGE
from verify.papers.nsgd.laboratory.clipping_floors import RATIOS, on_runs, rule_of, worst_component
from verify.papers.nsgd.laboratory.clipping_images import CLIP, NORMALISE

COLOURS = (BLUE, GREEN, ORANGE)
TRIED = {CLIP: (0.4, 1.6, 6.4), NORMALISE: (0.4, 1.6, 6.4)}
RATES = {CLIP: (3.2, 1.6, 0.4), NORMALISE: (1.6, 1.6, 1.6)}
SIZES = np.geomspace(0.003, 3, 60)


def toy(rule: str, ratio: float, s: float) -> float:
    """The component under the law of Appendix A.1 with tau_0 = 1, over c where clipped."""
    one = rule_of(rule, ratio)
    up, down = s + 1, s - 0.5
    mean = (one.factor(abs(up)) * up + 2 * one.factor(abs(down)) * down) / 3
    return float(mean / (ratio if rule == CLIP else 1))


PARAMETERS = Training(runs=3)


def tables(chosen: Training) -> dict[str, Table]:
    """``<rule>_runs_<k>``, and ``<rule>_law_<k>`` for each of the ratios."""
    result: dict[str, Table] = {}
    for rule, parameters in TRIED.items():
        for k, (parameter, rate) in enumerate(zip(parameters, RATES[rule], strict=True)):
            found = on_runs(rule, parameter, rate, chosen.seeds, chosen.steps).reshape(-1, 3).T
            size, share, component = found
            result[f"{rule}_runs_{k}"] = columns(size=size, ratio=share, component=component)
        for k, ratio in enumerate(RATIOS):
            scale = ratio if rule == CLIP else 1.0
            worst = [worst_component(rule_of(rule, ratio), float(s)) / scale for s in SIZES]
            simple = [toy(rule, ratio, float(s)) for s in SIZES]
            result[f"{rule}_law_{k}"] = columns(size=SIZES, worst=worst, toy=simple)
    return result


def draw(data: Tables, chosen: Training) -> Figure:
    """Two panels."""
    figure, axes = panels(11, 4.4, 1, 2, sharey=True)
    for axis, (rule, letter) in zip(axes, ((CLIP, "c"), (NORMALISE, "r")), strict=True):
        for k, (ratio, colour) in enumerate(zip(RATIOS, COLOURS, strict=True)):
            law, runs = data[f"{rule}_law_{k}"], data[f"{rule}_runs_{k}"]
            label = rf"{letter} = {ratio:g} $\tau_0$, worst law"
            axis.plot(law["size"], law["worst"], color=colour, label=label)
            axis.plot(law["size"], law["toy"], ":", color=colour)
            middle = float(np.median(runs["ratio"]))
            label = rf"runs, median {letter} = {middle:.2g} $\tau_0$"
            place = runs["size"], runs["component"]
            axis.plot(*place, ".", markersize=3, color=colour, alpha=0.5, label=label)
        axis.axhline(0, color="0.35", linewidth=0.8)
        axis.set(xscale="log", xlabel=r"gradient over $\tau_0$")
        axis.legend(fontsize=7, loc="upper left")
    axes[0].set(ylabel="component of a clipped step over c", ylim=(-1, 1.05))
    axes[1].set_ylabel("component of a normalised step")
    return figure
