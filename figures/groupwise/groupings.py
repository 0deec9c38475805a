r"""The grouping with the smallest peak beside the uniform one.

Left: what a step holds with four groups, ViT-large; the optimal groups level their peaks as far as
whole layers allow. Middle: the peak over the layer-wise one against M for three networks; the
steps are the Pareto front. Right: samples a second on ViT-large with the largest batch B in a
memory that holds 50 samples of layer-wise clipping, where a step takes :math:`a+bB`, :math:`a=10b`.
"""

from dataclasses import dataclass
from typing import Annotated

from matplotlib.figure import Figure

from dptheory.memory.grouping import layer_wise_peak, optimal_groupings, uniform_boundaries
from dptheory.memory.models import MODELS, network
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.groupwise.laboratory.grouping_memory import (
    optimal_peaks,
    speeds,
    trace,
    uniform_peaks,
)

COLOURS = (BLUE, ORANGE, GREEN)  # of the models
SHOWN = (2, 3, 4, 6, 12)  # whose batch is written beside
TICKS = (1, *SHOWN, 24)
KINDS = {"uniform": (ORANGE, "o"), "optimal": (BLUE, ".-")}


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    models: Annotated[
        tuple[str, ...],
        Range(f"{{{', '.join(MODELS)}}}", "networks; left and right have the first", 3),
    ] = ("vit-large", "roberta-base", "gpt2-large")
    groups: Annotated[int, Range("[1, 1000]", "M on the left")] = 4
    most: Annotated[int, Range("[2, 200]", "the largest M")] = 24
    samples: Annotated[int, Range("[1, 1e6]", "of layer-wise clipping that the memory holds")] = 50
    start: Annotated[float, Range("[0, 1e6]", "a/b, of a step that takes a + b B")] = 10.0


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``trace_<kind>``, ``peaks_<kind>_<model>`` (over the layer-wise one) and ``speed_<kind>``."""
    most, model = chosen.most, network(chosen.models[0])
    stored = model.activations, model.output_gradients
    boundaries = {
        "uniform": uniform_boundaries(model, chosen.groups),
        "optimal": optimal_groupings(*stored, chosen.groups)[-1].boundaries,
    }
    traces = {kind: trace(model, firsts, 1) for kind, firsts in boundaries.items()}
    result = {f"trace_{k}": columns(place=t.places, held=t.held) for k, t in traces.items()}
    for name in chosen.models:
        shape = network(name)
        least = layer_wise_peak(shape.activations, shape.output_gradients)
        uniform = {m: peak for m, peak in uniform_peaks(shape).items() if m <= most}
        peaks = {"uniform": uniform, "optimal": optimal_peaks(shape, most)}
        for kind, found in peaks.items():
            ratios = [peak / least for peak in found.values()]
            result[f"peaks_{kind}_{name}"] = columns(M=list(found), ratio=ratios)
            if name == chosen.models[0]:
                speed = speeds(found, chosen.samples * least, chosen.start)
                batches, rates = zip(*speed.values(), strict=True)
                result[f"speed_{kind}"] = columns(M=list(speed), batch=batches, speed=rates)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, (left, middle, right) = panels(12, 3.8, 1, 3)
    shown = chosen.models[0]
    for kind, (colour, _) in KINDS.items():
        table = data[f"trace_{kind}"]
        left.plot(table["place"], table["held"] / 1e6, color=colour, label=kind)
    turn = float(data["trace_uniform"]["place"][-1]) / 2
    left.axvline(turn, color=GREY, linestyle=":", linewidth=0.8)
    left.set(
        title=f"{shown}, M = {chosen.groups}",
        xlabel="layers passed, forward and backward",
        ylabel=r"stored numbers a sample, $10^6$",
        ylim=(0, None),
    )
    left.legend(loc="upper left", fontsize=7)
    for name, colour in zip(chosen.models, COLOURS, strict=False):
        best, uniform = data[f"peaks_optimal_{name}"], data[f"peaks_uniform_{name}"]
        middle.step(best["M"], best["ratio"], ".-", where="post", color=colour, label=name)
        middle.plot(uniform["M"], uniform["ratio"], "o", color=colour, markerfacecolor="none")
    middle.plot([], [], "o", color=GREY, markerfacecolor="none", label="uniform")
    middle.axhline(1, color=GREY, linewidth=0.8)
    middle.set(title="peak over the layer-wise one", xlabel="groups M", xscale="log")
    for kind, (colour, marker) in KINDS.items():
        table = data[f"speed_{kind}"]
        right.plot(table["M"], table["speed"], marker, markersize=5, color=colour, label=kind)
        shift = (4, -10) if kind == "uniform" else (-14, 4)
        for m, batch, speed in zip(table["M"], table["batch"], table["speed"], strict=True):
            if m in SHOWN:
                right.annotate(f"{batch:.0f}", (m, speed), shift, textcoords="offset points")
    right.set(
        title=f"samples per unit of time, {shown}",
        xlabel="groups M",
        ylabel="unit: the time b of one sample",
    )
    right.set_xscale("log")
    right.plot([], [], " ", label="number: the largest batch B")
    for axis, place in ((middle, "upper right"), (right, "lower right")):
        axis.legend(fontsize=7, loc=place)
        axis.set_xticks(TICKS, labels=[str(m) for m in TICKS])
        axis.minorticks_off()
    return figure
