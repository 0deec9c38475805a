r"""Where the heavy-ball LMI certifies convergence, with the classical tunings marked.

Inside the blue set the LMI has a certificate with some :math:`\rho < 1`, so that the heavy ball
converges on every :math:`F \in \mathcal S_{\mu,L}`. In the grey set it converges on every quadratic
of the class, and the LMI certifies no rate.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION
from verify.papers.dptheory.laboratory.heavy_ball_region import KAPPAS, region

MARKS = {
    "gradient descent, 1/L": ("o", BLUE, r"gradient descent, $\alpha=1/L$"),
    "gradient descent, 2/(mu+L)": ("s", ORANGE, r"gradient descent, $\alpha=2/(\mu+L)$"),
    "Polyak's optimum": ("*", GREEN, "Polyak's optimum on quadratics"),
    "rate-optimal at 1/L": ("D", VERMILION, r"$\alpha=1/L$, best rate on quadratics"),
    "Section 5 at 1/L": (
        "X",
        PURPLE,
        r"$\alpha=1/L$, $\beta=\frac{1-\sqrt{\mu/L}}{1+\sqrt{\mu/L}}$ (Nesterov's)",
    ),
}
RIM: Any = {"markeredgecolor": "white", "markeredgewidth": 0.8, "clip_on": False, "zorder": 3}
LIMIT = 4.0  # largest alpha L of a stable heavy ball


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    kappas: Annotated[
        tuple[float, ...], Range("(1, 1e6]", "condition numbers L/mu, a panel each", 4)
    ] = KAPPAS


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a condition number: ``alpha_L`` and the ``lower`` and ``upper`` end of the feasible
    momenta (nan: none); and one with the tunings' coordinates, in the order of ``MARKS``."""
    result: dict[str, Table] = {}
    for kappa in chosen.kappas:
        found = region(kappa)
        ends = columns(alpha_L=found.steps, lower=found.lower, upper=found.upper)
        result[f"region_{kappa:g}"] = ends
        steps, betas = np.array([found.tunings[name] for name in MARKS]).T
        result[f"tunings_{kappa:g}"] = {"alpha_L": steps, "beta": betas}
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel a condition number."""
    figure, axes = panels(13, 4.6, 1, len(chosen.kappas), sharey=True, squeeze=False)
    for axis, kappa in zip(axes[0], chosen.kappas, strict=True):
        _draw_panel(axis, data[f"region_{kappa:g}"], data[f"tunings_{kappa:g}"])
        axis.set_title(rf"$\kappa=L/\mu={kappa:g}$")
    axes[0, 0].set_ylabel(r"momentum $\beta$")
    shown = axes[0, 0].get_legend_handles_labels()
    figure.legend(*shown, loc="outside upper center", ncol=5, columnspacing=1.6)
    return figure


def _draw_panel(axis: Axes, data: Table, marks: Table) -> None:
    beta = np.linspace(0, 1, 201)
    stable, ghadimi = "stable on quadratics", r"$\alpha L=2(1-\beta)$ (Ghadimi et al.)"
    axis.fill_betweenx(beta, 0, 2 * (1 + beta), color="0.9", linewidth=0, label=stable)
    steps, low, high = data.values()
    certified = "certified by the LMI"
    axis.fill_between(steps, low, high, color=SKY, alpha=0.6, linewidth=0, label=certified)
    axis.plot(2 * (1 + beta), beta, color="0.25", label=r"$\alpha L=2(1+\beta)$")
    axis.plot(2 * (1 - beta), beta, "--", color="0.25", label=ghadimi)
    points = zip(marks["alpha_L"], marks["beta"], strict=True)
    for (marker, colour, label), point in zip(MARKS.values(), points, strict=True):
        size = 13 if marker == "*" else 8
        axis.plot(*point, marker, color=colour, markersize=size, label=label, **RIM)
    axis.set(xlabel=r"step size times smoothness, $\alpha L$", xlim=(0, LIMIT), ylim=(0, 1))
    axis.set_xticks(range(int(LIMIT)))  # a last one would touch the next panel's first
