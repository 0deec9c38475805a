r"""Bounds of the smallest gradient beside runs, for DP-SGD and DP-NSGD.

:math:`E\min_{k<T}|\nabla f(x_k)|` against T, 30 runs with 95 % intervals, on two non-convex sums of
three records with the law of Appendix A.1 (:mod:`dptheory.problems.nonconvex`), c = r = 3, noise
:math:`\sigma=0.3`; and the repaired theorems (:mod:`dptheory.bounds.clipped`,
:mod:`dptheory.bounds.normalised`) at their step sizes, where these are short enough for them.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, ORANGE
from verify.papers.nsgd.laboratory.clipping_floors import HORIZONS, PARAMETER, PROFILES, RULES
from verify.papers.nsgd.laboratory.clipping_floors import smallest_gradients as smallest

COLOURS = dict(zip(RULES, (ORANGE, BLUE), strict=True))
NAMES = dict(zip(RULES, ("DP-SGD", "DP-NSGD"), strict=True))


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    horizons: Annotated[tuple[int, ...], Range("[1, 100000]", "values of T", 10)] = HORIZONS
    runs: Annotated[int, Range("[2, 10000]", "runs of a point")] = 30
    seed: Annotated[int, Range("[0, 1e6]", "of the noise")] = 0


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<profile>_<rule>`` against T."""
    result: dict[str, Table] = {}
    for profile in PROFILES:
        for rule in RULES:
            found = [smallest(rule, profile, T, chosen.runs, chosen.seed) for T in chosen.horizons]
            known = {k: [f[k] for f in found] for k in found[0]}
            result[f"{profile}_{rule}"] = columns(T=chosen.horizons, **known)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel for each problem."""
    figure, axes = panels(10, 3.8, 1, len(PROFILES), sharey=True)
    for axis, profile in zip(axes, PROFILES, strict=True):
        for rule in RULES:
            table, colour = data[f"{profile}_{rule}"], COLOURS[rule]
            axis.plot(table["T"], table["bound"], color=colour, label=f"{NAMES[rule]}, bound")
            T, mean, half = table["T"], table["mean"], table["half"]
            axis.errorbar(T, mean, half, fmt="o--", color=colour, label=f"{NAMES[rule]}, runs")
        axis.axhline(1 / PARAMETER, color=BLUE, linestyle=":", label=r"$\tau_0^2/r$")
        axis.set(xscale="log", yscale="log", xlabel="T", title=profile)
        axis.legend(fontsize=7)
    axes[0].set_ylabel("E of the smallest gradient")
    return figure
