r"""Updates against the size of a constant gradient, with noise of variance :math:`\Phi`.

Left: the mean update of DP-Adam and of DP-AdamBC with three floors, multiples of that of the noise
alone (:mod:`dptheory.optimizers.floor`); Adam without noise has 1 everywhere. Right: the root mean
square of the noise's part of an update, and the bound :math:`\sqrt{\Phi r_t/\gamma'}`, which is 1
for the noise's floor. :math:`\beta_1=0.9`, :math:`\beta_2=0.999`, t = 3,000; 1,500 coordinates for
every size, 95 % bands.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from dptheory.optimizers.floor import adam_floor, average_variance
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.adambc.laboratory.adam_moments import BETA1, constant_gradients

SIZES = tuple(10.0 ** (k / 8) for k in range(-12, 17))  # over the noise's deviation
COLOURS = (VERMILION, ORANGE, GREEN)  # of the floors


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    steps: Annotated[int, Range("[1, 100000]", "t")] = 3000
    copies: Annotated[int, Range("[2, 100000]", "coordinates a size")] = 1500
    floors: Annotated[tuple[float, ...], Range("(0, 1e6]", "multiples of the noise's", 3)] = (
        0.0625,
        1.0,
        16.0,
    )


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``mean_<method>`` and ``noise_<method>`` against the size of the gradient."""
    steps = chosen.steps
    found = constant_gradients(SIZES, chosen.copies, steps)
    sizes = np.array(SIZES)
    methods = {"adam": np.sqrt(found["v_p"])}
    for multiple in chosen.floors:
        floor = multiple * float(adam_floor(1.0, BETA1, steps))
        methods[f"{multiple:g}"] = np.sqrt(np.maximum(found["v_p"] - 1.0, floor))
    result: dict[str, Table] = {}
    for name, root in methods.items():
        result[f"mean_{name}"] = band("gradient", sizes, (found["m_p"] / root).T)
        part = (found["m_p"] - found["m_c"]) / root
        result[f"noise_{name}"] = band("gradient", sizes, (part**2).T)
    result["variance"] = {"r": np.array([float(average_variance(BETA1, steps))])}
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(10, 3.4, 1, 2)
    names = (f"{multiple:g}" for multiple in chosen.floors)
    colours = {"adam": BLUE} | dict(zip(names, COLOURS, strict=False))
    for name, colour in colours.items():
        label = "DP-Adam" if name == "adam" else rf"$\gamma'={float(name):g}\,\Phi r_t$"
        plot(left, data[f"mean_{name}"], colour, label)
        square: dict[str, NDArray[np.float64]] = dict(data[f"noise_{name}"])
        at = square.pop("gradient")
        roots = {k: np.sqrt(np.maximum(v, 0.0)) for k, v in square.items()}
        plot(right, {"gradient": at} | roots, colour, label)
        if name != "adam":
            right.axhline(1 / math.sqrt(float(name)), color=colour, linestyle=":", linewidth=0.8)
    left.axhline(1, color=GREY, linestyle="--", label="Adam without noise")
    left.set(ylabel="mean update", yscale="log", ylim=(0.02, 2))
    right.set(ylabel="noise's part, root mean square", yscale="log")
    for axis in (left, right):
        axis.set(xscale="log", xlabel=r"gradient over $\sqrt{\Phi}$")
        axis.legend()
    return figure
