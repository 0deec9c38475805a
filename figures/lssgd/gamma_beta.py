r"""What smoothing leaves of the noise: gamma and beta by dimension and by smoothing.

Left, gamma falls to :math:`1/\sqrt{4\sigma+1}` and stays there (not to 0) as the dimension grows.
Right, the limits for large d, with the printed entries of Tables 3 and 4 (d >= 1000) as points.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.smoothing import beta_limit, gamma, gamma_limit
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, ORANGE, PURPLE, VERMILION

COLOURS = (BLUE, ORANGE, GREEN, PURPLE)
PRINTED = {
    "sigma": (1, 2, 3, 4, 5),
    "gamma": (0.447, 0.333, 0.277, 0.243, 0.218),
    "beta": (0.268, 0.185, 0.149, 0.128, 0.114),
}


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    smoothings: Annotated[
        tuple[float, ...], Range("(0, 1e6]", "strengths sigma on the left", 4)
    ] = (1.0, 3.0, 10.0, 100.0)
    most_dimension: Annotated[int, Range("[10, 1e6]", "the largest d on the left")] = 1000


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``dimension``: gamma by d for some strengths; ``smoothing``: the limits of gamma and beta;
    ``printed``: Tables 3 and 4."""
    strengths = np.geomspace(0.01, 1000, 151)
    dimensions = np.unique(np.geomspace(1, chosen.most_dimension, 90).astype(int))
    by_dimension = {
        f"gamma_{s:g}": np.array([gamma(int(d), s) for d in dimensions]) for s in chosen.smoothings
    }
    limits = {"gamma": gamma_limit(strengths), "beta": beta_limit(strengths)}
    return {
        "dimension": columns(d=dimensions, **by_dimension),
        "smoothing": columns(smoothing=strengths, **limits),
        "printed": columns(**PRINTED),
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(10, 3.8, 1, 2)
    by_dimension, by_smoothing, printed = data["dimension"], data["smoothing"], data["printed"]
    for strength, colour in zip(chosen.smoothings, COLOURS, strict=False):
        values = by_dimension[f"gamma_{strength:g}"]
        left.loglog(by_dimension["d"], values, color=colour, label=rf"$\sigma={strength:g}$")
        left.axhline((4 * strength + 1) ** -0.5, color=colour, linestyle=":", linewidth=1)
    left.set(xlabel="dimension $d$", ylabel=r"$\gamma$")
    left.set_title(r"$\gamma$ and its limit $1/\sqrt{4\sigma+1}$ (dotted)")
    left.legend()
    for name, colour in (("gamma", BLUE), ("beta", VERMILION)):
        label = f"$\\{name}$"
        right.loglog(by_smoothing["smoothing"], by_smoothing[name], color=colour, label=label)
        right.plot(printed["sigma"], printed[name], "o", color=colour, markersize=4)
    right.set(xlabel=r"smoothing $\sigma$", title=r"$d\to\infty$; points: Tables 3 and 4")
    right.legend()
    return figure
