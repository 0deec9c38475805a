r"""What smoothing leaves of the noise: gamma and beta by dimension and by smoothing.

Left, gamma falls to :math:`1/\sqrt{4\sigma+1}` and stays there (not to 0) as the dimension grows.
Right, the limits for large d, with the printed entries of Tables 3 and 4 (d >= 1000) as points.
"""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from dptheory.smoothing import beta_limit, gamma, gamma_limit
from figures.style import BLUE, GREEN, ORANGE, PURPLE, VERMILION

Table = Mapping[str, NDArray[np.float64]]
SMOOTHINGS = {1: BLUE, 3: ORANGE, 10: GREEN, 100: PURPLE}
DIMENSIONS = np.unique(np.geomspace(1, 1000, 90).astype(int))
PRINTED = {
    "sigma": (1, 2, 3, 4, 5),
    "gamma": (0.447, 0.333, 0.277, 0.243, 0.218),
    "beta": (0.268, 0.185, 0.149, 0.128, 0.114),
}


def tables() -> dict[str, Table]:
    """``dimension``: gamma by d for four strengths; ``smoothing``: the limits of gamma and beta;
    ``printed``: Tables 3 and 4."""
    strengths = np.geomspace(0.01, 1000, 151)
    by_dimension = {
        f"gamma_{s}": np.array([gamma(int(d), float(s)) for d in DIMENSIONS]) for s in SMOOTHINGS
    }
    return {
        "dimension": {"d": DIMENSIONS.astype(float)} | by_dimension,
        "smoothing": {
            "smoothing": strengths,
            "gamma": gamma_limit(strengths),
            "beta": beta_limit(strengths),
        },
        "printed": {name: np.array(row, dtype=float) for name, row in PRINTED.items()},
    }


def draw(data: Mapping[str, Table]) -> Figure:
    """Two panels."""
    figure = Figure(figsize=(10, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    by_dimension, by_smoothing, printed = data["dimension"], data["smoothing"], data["printed"]
    for strength, colour in SMOOTHINGS.items():
        values = by_dimension[f"gamma_{strength}"]
        left.loglog(by_dimension["d"], values, color=colour, label=rf"$\sigma={strength}$")
        left.axhline((4 * strength + 1) ** -0.5, color=colour, linestyle=":", linewidth=1)
    left.set_xlabel("dimension $d$")
    left.set_ylabel(r"$\gamma$")
    left.set_title(r"$\gamma$ and its limit $1/\sqrt{4\sigma+1}$ (dotted)")
    left.legend()
    for name, colour in (("gamma", BLUE), ("beta", VERMILION)):
        right.loglog(
            by_smoothing["smoothing"], by_smoothing[name], color=colour, label=f"$\\{name}$"
        )
        right.plot(printed["sigma"], printed[name], "o", color=colour, markersize=4)
    right.set_xlabel(r"smoothing $\sigma$")
    right.set_title(r"$d\to\infty$; points: Tables 3 and 4")
    right.legend()
    return figure
