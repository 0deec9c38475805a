r"""What the full inequality certifies for the heavy ball, beside (22) and gradient descent.

Colours are certified rates; nothing is certified in white. Inside the black line (22) certifies
some rate, inside the red one the full inequality a better one than gradient descent has at its best
step, :math:`(\kappa-1)/(\kappa+1)`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from dptheory.lyapunov import rate_map
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import VERMILION

KAPPAS = (10, 100)
POINTS = 80  # step sizes, and momenta
LIMIT = 3  # largest alpha L


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    kappas: Annotated[
        tuple[int, ...], Range("[2, 10000]", "condition numbers L/mu, a panel each", 3)
    ] = KAPPAS
    points: Annotated[int, Range("[2, 400]", "step sizes, and momenta")] = POINTS


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a condition number: ``alpha_L``, ``beta`` and the rates (1: none), a row a point."""
    return {f"rates_{kappa}": _rates(kappa, chosen.points) for kappa in chosen.kappas}


def _rates(kappa: int, points: int) -> Table:
    steps = [Fraction(LIMIT * (i + 1), points) for i in range(points)]
    betas = [Fraction(j, points) for j in range(points)]
    full, paper = (
        rate_map([s / kappa for s in steps], betas, 1, kappa, inequality=name, jobs=2).rho
        for name in ("full", "paper")
    )
    return columns(
        alpha_L=np.repeat([float(s) for s in steps], points),
        beta=np.tile([float(b) for b in betas], points),
        full=full.ravel(),
        paper=paper.ravel(),
    )


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel a condition number."""
    figure, axes = panels(9.5, 4.2, 1, len(chosen.kappas), sharey=True, squeeze=False)
    for axis, kappa in zip(axes[0], chosen.kappas, strict=True):
        table = data[f"rates_{kappa}"]
        size = round(len(table["beta"]) ** 0.5)
        alpha_L, beta, full, paper = (column.reshape(size, size) for column in table.values())
        certified = np.ma.masked_greater_equal(full, 1.0)
        mesh = axis.pcolormesh(
            alpha_L, beta, certified, vmin=0.5, vmax=1, shading="nearest", rasterized=True
        )
        best = (kappa - 1) / (kappa + 1)
        for rates, level, colour in ((paper, 1.0, "black"), (full, best, VERMILION)):
            if rates.min() < level <= rates.max():
                axis.contour(alpha_L, beta, rates, levels=[level * (1 - 1e-9)], colors=colour)
        axis.set(title=rf"$\kappa=L/\mu={kappa}$", xlabel=r"$\alpha L$", ylim=(0, 1))
    axes[0, 0].set_ylabel(r"momentum $\beta$")
    lines = [
        Line2D([], [], color="black", label="(22) certifies some rate inside"),
        Line2D([], [], color=VERMILION, label="better than gradient descent at its best step"),
    ]
    figure.legend(handles=lines, loc="outside upper center", ncol=2)
    figure.colorbar(mesh, ax=list(axes[0]), label=r"certified rate $\rho$")
    return figure
