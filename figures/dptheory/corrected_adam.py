r"""DP-AdamBC without momentum: bounds of the mean slope, runs, and what batches can keep it at.

Full lines are bounds, circles runs with the step size :math:`1/\sqrt T`. With full batches the
slope falls with T; batches of two values keep the slope of the dashed line, for any T.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from dptheory.bounds.corrected_adam import full_batch_slope, mean_slope
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, VERMILION
from verify.papers.dptheory.laboratory.corrected_steps import (
    mean_slopes,
    of_full_batches,
    of_skewed,
    skewed,
)

HORIZONS = tuple(round(10 ** (k / 4)) for k in range(8, 29))


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    beta2: Annotated[float, Range("[0.5, 0.9999]", "decay of the second moment")] = 0.9
    runs: Annotated[int, Range("[2, 1000]", "runs on each loss")] = 50
    longest: Annotated[int, Range("[100, 1000000]", "steps of the longest of these runs")] = 100_000
    seed: Annotated[int, Range("[0, 1000000]", "seed of all that is drawn")] = 1


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """The bounds by the number of steps, and the runs."""
    simulated = [round(chosen.longest / 10**k) for k in (3, 2, 1, 0) if chosen.longest >= 10**k]
    beta2 = chosen.beta2
    bounds = columns(
        T=HORIZONS,
        full=[full_batch_slope(of_full_batches(beta2), T**-0.5, T) for T in HORIZONS],
        skewed=[mean_slope(of_skewed(beta2), T**-0.5, T) for T in HORIZONS],
        below=[skewed(beta2).slope] * len(HORIZONS),
    )
    runs = {
        name: [mean_slopes(name == "full", beta2, T, chosen.runs, chosen.seed) for T in simulated]
        for name in ("full", "skewed")
    }
    return {"bounds": bounds, "runs": columns(T=simulated, **runs)}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Both bounds, the runs and the slope that batches keep."""
    figure, axis = panels(6.5, 4.2)
    bounds, runs = data["bounds"], data["runs"]
    for name, colour, words in (
        ("full", BLUE, "full batches: bound"),
        ("skewed", VERMILION, "batches of two values: bound"),
    ):
        axis.plot(bounds["T"], bounds[name], color=colour, label=words)
        axis.plot(runs["T"], runs[name], "o", color=colour, markerfacecolor="none")
    axis.plot(
        bounds["T"], bounds["below"], "--", color=VERMILION,
        label=f"what they keep at $\\beta_2={chosen.beta2:g}$, for any $T$",
    )  # fmt: skip
    axis.plot([], [], "ko", markerfacecolor="none", label="runs")
    axis.set(xscale="log", yscale="log", xlabel="steps $T$", ylabel="mean size of the gradient")
    axis.set(xlim=(min(bounds["T"]), max(bounds["T"])), ylim=(min(bounds["below"]) / 2, None))
    axis.legend(loc="upper right")
    return figure
