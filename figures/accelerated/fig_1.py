"""Figure 1 of Kuru et al. (2020): the printed bound, the repaired one, and the exact error."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from dptheory.experiments.heavy_ball_bounds import (
    ALPHAS,
    HORIZON,
    NOISE_LEVELS,
    RATE_BETAS,
    figure_1,
    rates,
)
from figures.style import COLOURS, read_columns, write_columns

MOMENTA = ("0", "0.3", "0.7", "beta_opt", "heavy-ball best")
LABELS = {
    "0": r"$\beta=0$",
    "0.3": r"$\beta=0.3$",
    "0.7": r"$\beta=0.7$",
    "beta_opt": r"$\beta_{opt}$ of (26)",
    "heavy-ball best": r"$(1-\sqrt{\alpha\mu})^2$",
}


def write(folder: Path) -> None:
    """One CSV a panel: columns t and, for every momentum, printed, repaired and exact."""
    for alpha in ALPHAS:
        for noise in NOISE_LEVELS:
            panel = figure_1(alpha, noise)
            columns: dict[str, object] = {"t": np.arange(HORIZON + 1, dtype=float)}
            for name in MOMENTA:
                columns[f"printed {name}"] = panel.printed_bound[name]
                columns[f"repaired {name}"] = panel.repaired_bound[name]
                columns[f"exact {name}"] = panel.exact[name]
            write_columns(folder / f"bound_{alpha}_{noise}.csv", columns)  # type: ignore[arg-type]
        printed, right = rates(alpha)
        write_columns(
            folder / f"rate_{alpha}.csv", {"beta": RATE_BETAS, "printed": printed, "right": right}
        )


def draw(folder: Path) -> Figure:
    """Two rows of bounds (less and more noise) and one of rates, a column a step size."""
    figure, axes = plt.subplots(3, len(ALPHAS), figsize=(12, 9.5), sharey="row")
    for column, alpha in enumerate(ALPHAS):
        for row, noise in enumerate(NOISE_LEVELS):
            data = read_columns(folder / f"bound_{alpha}_{noise}.csv")
            _bounds(axes[row, column], data)
            axes[row, column].set_title(rf"$\alpha={alpha}$, $c_w=10^{{{np.log10(noise):.0f}}}$")
        _rates(axes[2, column], read_columns(folder / f"rate_{alpha}.csv"))
    for row in (0, 1):
        axes[row, 0].set_ylabel(r"$\log_{10}$ of loss after $T$ iterations")
    axes[2, 0].set_ylabel(r"rate $\rho$")
    handles = [
        Line2D([], [], color=c, label=LABELS[n]) for c, n in zip(COLOURS, MOMENTA, strict=False)
    ]
    handles += [
        Line2D([], [], color="0.3", ls="--", label="printed bound (25)"),
        Line2D([], [], color="0.3", ls="-", label="repaired bound"),
        Line2D([], [], color="0.3", ls=":", label=r"exact $E\,F(x_T)-F^*$"),
    ]
    figure.legend(
        handles=handles,
        loc="upper center",
        ncol=8,
        bbox_to_anchor=(0.5, 0.99),
        columnspacing=1.2,
        handlelength=1.8,
    )
    figure.tight_layout(rect=(0, 0, 1, 0.96))
    return figure


def _bounds(axis: Axes, data: dict[str, np.ndarray]) -> None:
    t = data["t"]
    with np.errstate(divide="ignore"):
        for colour, name in zip(COLOURS, MOMENTA, strict=False):
            axis.plot(t, np.log10(data[f"printed {name}"]), "--", color=colour, alpha=0.55)
            axis.plot(t, np.log10(data[f"repaired {name}"]), "-", color=colour)
            axis.plot(t, np.log10(data[f"exact {name}"]), ":", color=colour, linewidth=1.8)
    axis.set_xlabel("number of iterations $T$")
    axis.set_xlim(0, HORIZON)


def _rates(axis: Axes, data: dict[str, np.ndarray]) -> None:
    for colour, name, label in (
        (COLOURS[3], "printed", "(26) as printed (Nesterov's)"),
        (COLOURS[0], "right", "heavy ball (App B.3)"),
    ):
        best = int(np.argmin(data[name]))
        axis.plot(
            data["beta"], data[name], "--" if name == "printed" else "-", color=colour, label=label
        )
        axis.plot(data["beta"][best], data[name][best], "o", color=colour, markersize=5)
        axis.annotate(
            rf"$\beta={data['beta'][best]:.2f}$",
            (data["beta"][best], data[name][best]),
            textcoords="offset points",
            xytext=(6, -12) if name == "right" else (-8, 22),
            color=colour,
        )
    axis.set_xlabel(r"momentum $\beta$")
    axis.set_ylim(0, 1.02)
    axis.legend(loc="lower right")
