"""The budget of the best of ten runs on average, by Corollary 4, over the order."""

import numpy as np
from matplotlib.figure import Figure

from dptheory.privacy import NegativeBinomial
from figures.panels import Table, Tables, columns, panels
from figures.style import BLUE, GREEN, GREY, VERMILION

RHO, MEAN = 0.1, 10.0
SHAPES = {0.0: BLUE, 1.0: GREEN, 4.0: VERMILION}


def tables() -> dict[str, Table]:
    """The budgets over the order: of one run, of all ten, and of the best for each shape."""
    orders = np.linspace(1.05, 30, 200)
    best = {f"eta = {eta:g}": budget(orders, eta) for eta in SHAPES}
    runs = {"one run": RHO * orders, "ten runs": MEAN * RHO * orders}
    return {"budgets": columns(order=orders, **runs, **best)}


def budget(orders: np.ndarray, eta: float) -> np.ndarray:
    """Corollary 4; below its best order it stays what it is there."""
    at = np.maximum(orders - 1, np.sqrt(np.log(MEAN) / RHO))
    log = NegativeBinomial(MEAN, eta).decay
    return RHO * at + np.log(MEAN) / at + 2 * (1 + eta) * np.sqrt(RHO * log) - eta * RHO


def draw(data: Tables) -> Figure:
    """One panel."""
    figure, axis = panels(5.5, 3.5)
    table = data["budgets"]
    for name, style in (("one run", "--"), ("ten runs", ":")):
        axis.plot(table["order"], table[name], style, color=GREY, label=name)
    for eta, colour in SHAPES.items():
        name = f"eta = {eta:g}"
        axis.plot(table["order"], table[name], color=colour, label=rf"best, $\eta={eta:g}$")
    axis.set(xlabel=r"order $\lambda$", ylabel=r"budget $\varepsilon'$", yscale="log")
    axis.legend()
    return figure
