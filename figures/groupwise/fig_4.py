"""Figure 4: what a step holds over the forward and the backward pass, ViT-large, batch 32.

Drawn by the event simulator of Algorithm 1 (:mod:`dptheory.memory.timeline`), in stored numbers:
all-layer clipping, four uniform groups, layer-wise clipping. Without privacy every layer is freed
after its own step too, so that its line is layer-wise clipping's.
"""

from matplotlib.figure import Figure

from dptheory.memory.grouping import uniform_boundaries
from dptheory.memory.models import network
from figures.panels import Table, Tables, columns, panels
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.groupwise.laboratory.grouping_memory import trace

MODEL, BATCH, GROUPS = "vit-large", 32, 4
STYLES = {
    "all_layer": ("all-layer, M = 1", BLUE, "-"),
    "uniform": (f"uniform, M = {GROUPS}", ORANGE, "-"),
    "layer_wise": ("layer-wise, M = 147; the same without privacy", GREEN, "--"),
}


def tables(batch: int = BATCH) -> dict[str, Table]:
    """One table a grouping: places and stored numbers."""
    model = network(MODEL)
    boundaries = {
        "all_layer": (1,),
        "uniform": uniform_boundaries(model, GROUPS),
        "layer_wise": tuple(range(1, len(model.layers) + 1)),
    }
    traces = {name: trace(model, firsts, batch) for name, firsts in boundaries.items()}
    return {name: columns(place=t.places, held=t.held) for name, t in traces.items()}


def draw(data: Tables) -> Figure:
    """One panel."""
    figure, axis = panels(8, 4)
    for name, (label, colour, line) in STYLES.items():
        table = data[name]
        axis.plot(table["place"], table["held"] / 1e9, line, color=colour, label=label)
    turn = float(data["all_layer"]["place"][-1]) / 2
    axis.axvline(turn, color=GREY, linestyle=":", linewidth=0.8)
    axis.text(turn, 0.05, " backward pass", color=GREY, va="bottom")
    axis.text(turn, 0.05, "forward pass ", color=GREY, va="bottom", ha="right")
    axis.set(xlabel="layers passed", ylabel=r"stored numbers, $10^9$", ylim=(0, None))
    axis.legend(loc="upper left")
    return figure
