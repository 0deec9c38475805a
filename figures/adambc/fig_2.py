r"""The analogue of Figure 2 of Tang et al. (2023): DP-Adam as SGD with momentum, and what it costs.

1: the schedule (3) for both values of :math:`\Phi` in the paper (:math:`\beta=0.9`,
:math:`\eta=0.001`), with its asymptotes. 2: training loss of DP-Adam and its twin with that
schedule, on images, at one step size, the same batches and noise; ten splits, 95 % bands, and the
mean squared deviation of the losses. 3 and 4: Adam with a bias added to the second moment, without
noise and clipping, the step size tuned for every bias, on an ill-scaled quadratic (20 data sets)
and on images (10 splits); dashed: SGD with momentum, tuned. The data stand in for SNLI.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.optimizers.adam import Adam
from dptheory.optimizers.sgdm import Sgdm, factor
from figures.adambc.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE
from verify.papers.adambc.laboratory.adam_contest import Task
from verify.papers.adambc.laboratory.adam_problems import Lanes, Release
from verify.papers.adambc.laboratory.adam_runs import Cell, results
from verify.papers.adambc.laboratory.adam_sweeps import BIASES, without_noise

RELEASES = {"small": Release(0.1, 0.4, 256), "large": Release(1.0, 1.0, 256)}
BETA, PRINTED_ETA, SCHEDULED = 0.9, 0.001, 60
POINTS = 20


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    step_size: Annotated[float, Range("(0, 100]", "of DP-Adam and its twin, panel 2")] = 0.05
    noise_multiplier: Annotated[float, Range("(0, 1e3]", "sigma, panel 2")] = 2.0
    beta: Annotated[float, Range("[0, 1)", "the twin's momentum, panels 1 and 2")] = BETA


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """Schedules, losses of the two, and losses against the bias."""
    steps = np.arange(1.0, SCHEDULED + 1)
    result: dict[str, Table] = {}
    for name, release in RELEASES.items():
        twin = Sgdm(PRINTED_ETA, chosen.beta, release.variance)
        rates = np.array([PRINTED_ETA * factor(twin, int(t)) for t in steps])
        limit = PRINTED_ETA * (1 - chosen.beta) / math.sqrt(release.variance)
        limits = np.full(len(steps), limit)
        result[f"schedule_{name}"] = {"t": steps, "rate": rates, "limit": limits}
    result |= _pair(chosen.tasks["images"], chosen)
    for name, task in chosen.tasks.items():
        adams, sgd = without_noise(task)
        finals = np.stack([judged.values[:, -1, 0] for judged in adams], axis=-1)
        result[f"bias_{name}"] = band("bias", BIASES, finals)
        alone = np.repeat(sgd.values[:, -1, :1], len(BIASES), axis=1)
        result[f"sgd_{name}"] = band("bias", BIASES, alone)
    return result


def _pair(task: Task, chosen: Parameters) -> dict[str, Table]:
    release = task.release(chosen.noise_multiplier)
    steps = task.plan.steps
    record = tuple(np.unique(np.linspace(0, steps, POINTS + 1, dtype=int)).tolist())
    twin = Sgdm(chosen.step_size, chosen.beta, release.variance)
    lanes = (Lanes(Adam(chosen.step_size, regulariser=0.0)), Lanes(twin))
    cell = Cell(task.problem, release, lanes, steps, task.plan.judging, record)
    plain, same = (values[:, 0, :, 0] for values in results([cell])[0])
    deviation = ((plain - same) ** 2).mean()
    return {
        "loss_adam": band("t", record, plain),
        "loss_twin": band("t", record, same),
        "deviation": {"mean_squared": np.array([deviation])},
    }


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Four panels."""
    figure, axes = panels(13, 3.2, 1, 4)
    for (name, release), colour in zip(RELEASES.items(), (BLUE, ORANGE), strict=True):
        table = data[f"schedule_{name}"]
        label = rf"$\Phi$ = {release.variance:.3g}, to {table['limit'][0]:.3g}"
        axes[0].plot(table["t"], table["rate"], color=colour, label=label)
        axes[0].plot(table["t"], table["limit"], ":", color=colour)
    axes[0].set(yscale="log", xlabel="step", ylabel="step size", title="schedule (3)")
    plot(axes[1], data["loss_adam"], BLUE, "DP-Adam")
    plot(axes[1], data["loss_twin"], ORANGE, "its twin", "--")
    deviation = data["deviation"]["mean_squared"][0]
    axes[1].set(xlabel="step", ylabel="training loss")
    axes[1].set_title(f"images: mean squared deviation {deviation:.1e}")
    titles = {"points": ("quadratic", "excess loss"), "images": ("images", "training loss")}
    for axis, (name, (title, loss)) in zip(axes[2:], titles.items(), strict=True):
        plot(axis, data[f"bias_{name}"], GREEN, "Adam with a bias", "o-")
        plot(axis, data[f"sgd_{name}"], GREY, "SGD with momentum", "--")
        axis.set(title=title, xlabel=r"added bias $\Phi'$", ylabel=loss)
        axis.set_xscale("symlog", linthresh=BIASES[1])
        axis.set_yscale("log")
        axis.yaxis.set_minor_formatter("{x:.2g}")
    for axis in axes:
        axis.legend()
    return figure
