r"""More groups under the learning rate of the proof: bound, runs, and what no method's bound beats.

Full lines are the bound of :math:`\min_tE\|g_t\|` on every loss, dashed ones what it is at least on
a convex loss of the class, circles runs on that loss. Where a full line is below a dashed one of
another colour, its groups are better in the worst case.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, VERMILION
from verify.papers.dptheory.laboratory.stretch_runs import last_gradient, sides

GROUPS = {1: VERMILION, 16: BLUE, 64: GREEN}
HORIZONS = tuple(round(10 ** (k / 4)) for k in range(12, 29))


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    runs: Annotated[int, Range("[2, 1000]", "runs on the convex loss")] = 20
    longest: Annotated[int, Range("[50, 100000]", "steps of the longest of these runs")] = 10_000
    seed: Annotated[int, Range("[0, 1000000]", "seed of all that is drawn")] = 1


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table of the bounds and one of the runs for each number of groups."""
    simulated = [round(chosen.longest / factor) for factor in (10, 3, 1)]
    found: dict[str, Table] = {}
    for M in GROUPS:
        both = [sides(M, T) for T in HORIZONS]
        found[f"bounds_{M}"] = columns(
            T=HORIZONS, above=[b.above for b in both], below=[b.below for b in both]
        )
        means = [last_gradient(M, T, chosen.runs, chosen.seed) for T in simulated]
        found[f"runs_{M}"] = columns(
            T=simulated, mean=[m for m, _ in means], error=[e for _, e in means]
        )
    return found


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Both bounds and the runs."""
    figure, axis = panels(6.5, 4.2)
    for M, colour in GROUPS.items():
        bounds, runs = data[f"bounds_{M}"], data[f"runs_{M}"]
        label = f"$M={M}$" + (": bound, on every loss" if M == 1 else "")
        axis.plot(bounds["T"], bounds["above"], color=colour, label=label)
        axis.plot(bounds["T"], bounds["below"], color=colour, linestyle="--")
        axis.plot(runs["T"], runs["mean"], "o", color=colour, markerfacecolor="none")
    one, more = data["bounds_1"], data["bounds_16"]
    better = more["above"] < one["below"]
    axis.fill_between(
        one["T"], more["above"], one["below"], where=better, color="0.5", alpha=0.25, linewidth=0,
        label="16 groups better than 1 in the worst case",
    )  # fmt: skip
    axis.plot([], [], "k--", label="at least, on a convex loss")
    axis.plot([], [], "ko", markerfacecolor="none", label="runs on that loss")
    axis.set(xscale="log", yscale="log", xlabel="steps $T$")
    axis.set(ylabel=r"$\min_t E\|g_t\|$", xlim=(min(one["T"]), max(one["T"])))
    axis.set_yticks([0.1, 0.2, 0.5, 1.0], labels=["0.1", "0.2", "0.5", "1"])
    axis.yaxis.set_minor_formatter(lambda *_: "")
    axis.legend(loc="lower left")
    return figure
