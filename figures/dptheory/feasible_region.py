"""Where the heavy-ball LMI certifies convergence, with the classical tunings marked."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from dptheory.experiments.heavy_ball_region import KAPPAS, POINTS, region
from figures.style import COLOURS, read_columns, write_columns

MARKERS = ("o", "s", "*", "D", "X")


def write(folder: Path) -> None:
    """One CSV a condition number: the grid with 0 or 1; one with the tunings."""
    for kappa in KAPPAS:
        found = region(kappa)
        steps, momenta = np.meshgrid(found.steps, found.momenta)
        write_columns(
            folder / f"region_{kappa}.csv",
            {
                "alpha_L": steps.ravel(),
                "beta": momenta.ravel(),
                "feasible": found.feasible.ravel().astype(float),
            },
        )
        columns = {name: np.array(point) for name, point in found.tunings.items()}
        write_columns(folder / f"tunings_{kappa}.csv", columns)


def draw(folder: Path) -> Figure:
    """A panel a condition number."""
    figure, axes = plt.subplots(1, len(KAPPAS), figsize=(13, 4.2), sharey=True)
    for axis, kappa in zip(axes, KAPPAS, strict=True):
        data = read_columns(folder / f"region_{kappa}.csv")
        shape = (POINTS, POINTS)
        axis.contourf(
            data["alpha_L"].reshape(shape),
            data["beta"].reshape(shape),
            data["feasible"].reshape(shape),
            levels=[0.5, 1.5],
            colors=[COLOURS[5]],
            alpha=0.45,
        )
        beta = np.linspace(0, 1, 50)
        axis.plot(2 * (1 + beta), beta, color="0.25", label=r"stability limit $2(1+\beta)$")
        axis.plot(
            2 * (1 - beta), beta, "--", color="0.25", label=r"$2(1-\beta)$ (Ghadimi et al. 2015)"
        )
        points = read_columns(folder / f"tunings_{kappa}.csv").items()
        for colour, marker, (name, point) in zip(COLOURS, MARKERS, points, strict=False):
            axis.plot(
                *point,
                marker,
                color=colour,
                markersize=9,
                markeredgecolor="white",
                label=name.replace("(mu+L)", r"$(\mu+L)$"),
                clip_on=False,
                zorder=3,
            )
        axis.set_title(rf"$\kappa={kappa:g}$")
        axis.set_xlabel(r"$\alpha L$")
        axis.set_xlim(0, 4)
        axis.set_ylim(0, 1)
    axes[0].set_ylabel(r"momentum $\beta$")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="upper center",
        ncol=7,
        columnspacing=1.2,
        handlelength=1.6,
        bbox_to_anchor=(0.5, 1.0),
    )
    figure.tight_layout(rect=(0, 0, 1, 0.92))
    return figure
