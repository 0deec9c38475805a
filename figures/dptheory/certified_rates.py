r"""What the full inequality certifies for the heavy ball, beside (22) and gradient descent.

Colours are the time scale :math:`1/(1-\rho)` of the certified rate; nothing is certified in white.
Inside the full line (22) certifies some rate (the exact criterion of
:mod:`dptheory.lyapunov.criterion`), inside the dashed one the full inequality a better one than
gradient descent has at its best step, :math:`(\kappa-1)/(\kappa+1)`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from dptheory.lyapunov import rate_map
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from verify.papers.dptheory.laboratory.heavy_ball_region import region

KAPPAS = (10, 100)
POINTS = 80  # step sizes, and momenta
LIMIT = 3  # largest alpha L
BETTER = "better than gradient descent at its best step inside"


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    kappas: Annotated[
        tuple[int, ...], Range("[2, 10000]", "condition numbers L/mu, a panel each", 3)
    ] = KAPPAS
    points: Annotated[int, Range("[2, 400]", "step sizes, and momenta")] = POINTS


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a condition number, ``rates_<kappa>``: ``alpha_L``, ``beta`` and the certified rate
    (1: none), a row a point; and ``paper_<kappa>``: where (22) certifies some rate, the ``lower``
    and ``upper`` momenta (nan: none)."""
    result: dict[str, Table] = {}
    for kappa in chosen.kappas:
        result[f"rates_{kappa}"] = _rates(kappa, chosen.points)
        found = region(float(kappa))
        ends = columns(alpha_L=found.steps, lower=found.lower, upper=found.upper)
        result[f"paper_{kappa}"] = ends
    return result


def _rates(kappa: int, points: int) -> Table:
    steps = [Fraction(LIMIT * (i + 1), points) for i in range(points)]
    betas = [Fraction(j, points) for j in range(points)]
    full = rate_map([s / kappa for s in steps], betas, 1, kappa, inequality="full", jobs=2).rho
    return columns(
        alpha_L=np.repeat([float(s) for s in steps], points),
        beta=np.tile([float(b) for b in betas], points),
        full=full.ravel(),
    )


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel a condition number."""
    count = len(chosen.kappas)
    figure, axes = panels(1.5 + 4.2 * count, 4.2, 1, count, sharey=True, squeeze=False)
    for axis, kappa in zip(axes[0], chosen.kappas, strict=True):
        table, size = data[f"rates_{kappa}"], chosen.points
        alpha_L, beta, full = (column.reshape(size, size) for column in table.values())
        steps = np.ma.masked_array(1 / np.maximum(1 - full, 1e-12), full >= 1)
        # Each condition number has rates of its own: up to ten times as slow as the fastest.
        fastest = float(steps.min())
        norm = LogNorm(fastest, 10 * fastest)
        mesh = axis.pcolormesh(
            alpha_L, beta, steps, norm=norm, cmap="viridis_r", shading="nearest", rasterized=True
        )
        best = (kappa - 1) / (kappa + 1)
        if full.min() < best <= full.max():
            level = best * (1 - 1e-9)
            axis.contour(alpha_L, beta, full, levels=[level], colors="black", linestyles="--")
        paper = data[f"paper_{kappa}"]
        for end in ("lower", "upper"):
            axis.plot(paper["alpha_L"], paper[end], color="black", clip_on=False)
        axis.set(title=rf"$\kappa=L/\mu={kappa}$", xlabel=r"$\alpha L$")
        axis.set(xlim=(0, LIMIT), ylim=(0, 1))
        label = r"time scale $1/(1-\rho)$"
        bar = figure.colorbar(
            mesh, ax=axis, label=label, extend="max", format="%g", ticks=_ticks(fastest)
        )
        bar.minorticks_off()
    axes[0, 0].set_ylabel(r"momentum $\beta$")
    lines = [
        Line2D([], [], color="black", label="(22) certifies some rate inside"),
        Line2D([], [], color="black", linestyle="--", label=BETTER),
    ]
    figure.legend(handles=lines, loc="outside upper center", ncol=2)
    return figure


def _ticks(fastest: float) -> list[float]:
    """1, 2 and 5 times powers of ten, from the fastest to ten times as slow."""
    found = [m * 10.0**k for k in range(9) for m in (1, 2, 5)]
    return [tick for tick in found if fastest <= tick <= 10 * fastest]
