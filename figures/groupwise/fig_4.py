"""Figure 4: what a step holds over the forward and the backward pass, ViT-large, batch 32.

Drawn by the event simulator of Algorithm 1 (:mod:`dptheory.memory.timeline`), in stored numbers:
all-layer clipping, four uniform groups, layer-wise clipping. Without privacy every layer is freed
after its own step too, so that its line is layer-wise clipping's.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from dptheory.memory.grouping import uniform_boundaries
from dptheory.memory.models import MODELS, network
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.groupwise.laboratory.grouping_memory import trace


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    model: Annotated[str, Range(f"{{{', '.join(MODELS)}}}", "the network")] = "vit-large"
    batch: Annotated[int, Range("[1, 1e6]", "samples of a step")] = 32
    groups: Annotated[int, Range("[1, 1000]", "M of the uniform grouping")] = 4


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """One table a grouping: places and stored numbers."""
    model = network(chosen.model)
    boundaries = {
        "all_layer": (1,),
        "uniform": uniform_boundaries(model, chosen.groups),
        "layer_wise": tuple(range(1, len(model.layers) + 1)),
    }
    traces = {name: trace(model, firsts, chosen.batch) for name, firsts in boundaries.items()}
    return {name: columns(place=t.places, held=t.held) for name, t in traces.items()}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """One panel."""
    figure, axis = panels(8, 4)
    layers = len(network(chosen.model).layers)
    styles = {
        "all_layer": ("all-layer, M = 1", BLUE, "-"),
        "uniform": (f"uniform, M = {chosen.groups}", ORANGE, "-"),
        "layer_wise": (f"layer-wise, M = {layers}; the same without privacy", GREEN, "--"),
    }
    for name, (label, colour, line) in styles.items():
        table = data[name]
        axis.plot(table["place"], table["held"] / 1e9, line, color=colour, label=label)
    turn = float(data["all_layer"]["place"][-1]) / 2
    axis.axvline(turn, color=GREY, linestyle=":", linewidth=0.8)
    axis.text(turn, 0.05, " backward pass", color=GREY, va="bottom")
    axis.text(turn, 0.05, "forward pass ", color=GREY, va="bottom", ha="right")
    axis.set(xlabel="layers passed", ylabel=r"stored numbers, $10^9$", ylim=(0, None))
    axis.legend(loc="upper left")
    return figure
