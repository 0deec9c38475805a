"""Figure 1: both sides of Lemma 1 at a = 1."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, VERMILION


@dataclass(frozen=True)
class Parameters:
    """What ``--set`` may change."""

    points: Annotated[int, Range("[2, 1000]", "points of a curve")] = 30


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """The sides over b."""
    b = np.linspace(0.1, 3, chosen.points)
    return {"sides": columns(b=b, left=b, right=(1 + b**2) / 2)}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """One panel."""
    figure, axis = panels(5, 3)
    sides = data["sides"]
    axis.plot(sides["b"], sides["left"], color=BLUE, label="$ab$")
    axis.plot(sides["b"], sides["right"], color=VERMILION, label=r"$\frac{a^2+b^2}{2}$")
    axis.set(xlabel="$b$")
    axis.legend()
    return figure
