r"""Floors of gradient descent under noise that is merely uncorrelated with the state.

All over the floor of independent noise of the same size. The full line is the bound for
uncorrelated noise, the dashed one what such a noise has on the line, circles runs under it; the
dotted one is of noise of which only the size is known.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, VERMILION
from verify.papers.dptheory.laboratory.uncorrelated_runs import Problem, floors, simulated

POINTS = 80


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    kappa: Annotated[float, Range("[1.5, 1000]", "condition number L/mu")] = 10.0
    runs: Annotated[int, Range("[100, 10000000]", "runs at each of four steps")] = 200_000
    iterations: Annotated[int, Range("[1, 10000]", "steps of a run")] = 150
    seed: Annotated[int, Range("[0, 1000000]", "seed of all that is drawn")] = 1


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """The floors by the step, and those of the runs."""
    longest = 2 * chosen.kappa / (chosen.kappa + 1)
    steps = np.linspace(longest / POINTS, longest, POINTS)
    found = [floors(Problem(chosen.kappa, float(step))) for step in steps]
    drawn = [float(longest * k / 4) for k in (1, 2, 3, 4)]
    ends = [
        simulated(Problem(chosen.kappa, step), chosen.iterations, chosen.runs, chosen.seed)
        for step in drawn
    ]
    return {
        "floors": columns(
            step=steps.tolist(),
            above=[f.above for f in found],
            below=[max(f.below, 1.0) for f in found],
            any_noise=[(2 * chosen.kappa - step) / step for step in steps],
        ),
        "runs": columns(step=drawn, mean=[m for m, _ in ends], error=[e for _, e in ends]),
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """The lines and the runs."""
    figure, axis = panels(6.5, 4.2)
    lines, runs = data["floors"], data["runs"]
    axis.plot(lines["step"], lines["any_noise"], ":", color="0.4", label="noise of this size")
    axis.plot(
        lines["step"], lines["above"], color=BLUE, label="uncorrelated: at most, attained for $d=2$"
    )
    axis.plot(
        lines["step"], lines["below"], "--", color=VERMILION, label="uncorrelated: at least, $d=1$"
    )
    axis.errorbar(
        runs["step"], runs["mean"], 2 * runs["error"], fmt="o", color=VERMILION,
        markerfacecolor="none", label="runs",
    )  # fmt: skip
    axis.axhline(1, color="0.7", linewidth=1)
    axis.set(yscale="log", xlabel=r"$\alpha L$", xlim=(0, 2), ylim=(0.9, 4 * chosen.kappa))
    axis.set_ylabel(r"$E\|x_t-x^*\|^2$ over that of independent noise")
    axis.legend(loc="center left")
    return figure
