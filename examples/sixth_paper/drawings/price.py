"""The budget of the best of ten runs on average, by Corollary 4, over the order."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.privacy import NegativeBinomial
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, VERMILION

SHAPES = {0.0: BLUE, 1.0: GREEN, 4.0: VERMILION}


@dataclass(frozen=True)
class Parameters:
    """What ``--set`` may change."""

    rho: Annotated[float, Range("(0, 10]", "zero-concentrated privacy of a run")] = 0.1
    mean: Annotated[float, Range("[2, 10000]", "mean number of runs")] = 10.0


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """The budgets over the order: of one run, of all, and of the best for each shape."""
    orders = np.linspace(1.05, 30, 200)
    best = {f"eta = {eta:g}": budget(chosen, orders, eta) for eta in SHAPES}
    runs = {"one run": chosen.rho * orders, "all runs": chosen.mean * chosen.rho * orders}
    return {"budgets": columns(order=orders, **runs, **best)}


def budget(chosen: Parameters, orders: np.ndarray, eta: float) -> np.ndarray:
    """Corollary 4; below its best order it stays what it is there."""
    rho, mean = chosen.rho, chosen.mean
    at = np.maximum(orders - 1, np.sqrt(np.log(mean) / rho))
    log = NegativeBinomial(mean, eta).decay
    return rho * at + np.log(mean) / at + 2 * (1 + eta) * np.sqrt(rho * log) - eta * rho


def draw(data: Tables, chosen: Parameters) -> Figure:
    """One panel."""
    figure, axis = panels(5.5, 3.5)
    table = data["budgets"]
    for name, style in (("one run", "--"), ("all runs", ":")):
        axis.plot(table["order"], table[name], style, color=GREY, label=name)
    for eta, colour in SHAPES.items():
        name = f"eta = {eta:g}"
        axis.plot(table["order"], table[name], color=colour, label=rf"best, $\eta={eta:g}$")
    axis.set(xlabel=r"order $\lambda$", ylabel=r"budget $\varepsilon'$", yscale="log")
    axis.legend()
    return figure
