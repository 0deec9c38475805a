"""Heat maps of accuracies over learning rate and threshold or regulariser."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.ticker import PercentFormatter

from figures.panels import Table
from verify.papers.nsgd.laboratory.clipping_sweeps import RATES, Values

RANGE = (0.2, 0.75)


def table(accuracies: Values, parameters: Sequence[float]) -> Table:
    """Means over runs of shape (runs, parameters, rates), a column for each learning rate."""
    columns = accuracies.mean(axis=0).T
    named = {f"{rate:g}": column for rate, column in zip(RATES, columns, strict=True)}
    return {"parameter": np.array(parameters), **named}


def heat(axis: Axes, found: Table, title: str, letter: str, rate: str) -> AxesImage:
    """One map, with its accuracies in per cent, for a bar of :func:`bar`."""
    values = np.stack([found[f"{x:g}"] for x in RATES], axis=1)
    image = axis.imshow(values, vmin=RANGE[0], vmax=RANGE[1], cmap="viridis", aspect="auto")
    for (i, j), value in np.ndenumerate(values):
        colour, text = "white" if value < sum(RANGE) / 2 else "black", f"{100 * value:.0f}"
        axis.text(j, i, text, ha="center", va="center", fontsize=7, color=colour)
    axis.set_xticks(range(len(RATES)), [f"{x:g}" for x in RATES])
    axis.set_yticks(range(len(values)), [f"{p:g}" for p in found["parameter"]])
    axis.set(title=title, ylabel=letter, xlabel=rate)
    axis.grid(visible=False)
    return image


def bar(figure: Figure, image: AxesImage, axes: Sequence[Axes]) -> None:
    """What the colours of maps are."""
    label = "accuracy on held-out records"
    figure.colorbar(image, ax=axes, label=label, format=PercentFormatter(1), extend="both")
