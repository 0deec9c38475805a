r"""The analogue of Figure 5 of Tang et al. (2023): other values in the place of the right ones.

From left to right: DP-AdamBC that subtracts another share of :math:`\Phi`; its floor
:math:`\gamma'` over that of the noise alone (:mod:`dptheory.optimizers.floor`); DP-Adam's constant
:math:`\gamma` over :math:`\sqrt\Phi`; DP-Adam's :math:`\beta_1` with
:math:`1-\beta_1=\sqrt{1-\beta_2}`. Above: final excess loss on an ill-scaled quadratic (20 data
sets); below: final training loss on images (ten splits). Every value at its own best step size,
chosen on other runs; noise multiplier 1, 95 % bands. Dashed: the other method at its standard
value. The data stand in for SNLI.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from figures.adambc.training import Training
from figures.panels import Table, Tables, band, panels, plot
from figures.parameters import Range
from figures.style import BLUE, GREY, ORANGE
from verify.papers.adambc.laboratory.adam_sweeps import SWEEPS, SWEPT, swept

LABELS = {
    "subtracted": r"subtracted over $\Phi$",
    "floor": r"$\gamma'/(\Phi r)$",
    "constant": r"$\gamma/\sqrt{\Phi}$",
    "decay": r"$\beta_1$",
}
OF = {"subtracted": "DP-AdamBC", "floor": "DP-AdamBC", "constant": "DP-Adam", "decay": "DP-Adam"}


@dataclass(frozen=True)
class Parameters(Training):
    """What may be changed."""

    noise_multiplier: Annotated[float, Range("(0, 1e3]", "sigma")] = SWEPT


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<sweep>_<problem>``: the loss against the value."""
    result: dict[str, Table] = {}
    for problem, task in chosen.tasks.items():
        for sweep, values in SWEEPS.items():
            found = swept(task, sweep, chosen.noise_multiplier)
            finals = np.stack([judged.values[:, -1, 0] for judged in found.values], axis=-1)
            result[f"{sweep}_{problem}"] = band("value", values, finals)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two rows of four panels."""
    figure, rows = panels(12, 5.4, 2, 4, sharey="row")
    titles = {"points": "quadratic", "images": "images"}
    for axes, (problem, title) in zip(rows, titles.items(), strict=True):
        standard = {
            "DP-AdamBC": data[f"floor_{problem}"]["mean"][len(SWEEPS["floor"]) // 2],
            "DP-Adam": data[f"constant_{problem}"]["mean"][0],
        }
        for axis, (sweep, label) in zip(axes, LABELS.items(), strict=True):
            own = OF[sweep]
            other = "DP-Adam" if own == "DP-AdamBC" else "DP-AdamBC"
            colour = ORANGE if own == "DP-AdamBC" else BLUE
            plot(axis, data[f"{sweep}_{problem}"], colour, own, "o-")
            axis.axhline(standard[other], color=GREY, linestyle="--", label=other)
            axis.set(xlabel=label)
            if sweep == "floor":
                axis.set_xscale("log")
            elif sweep == "constant":
                axis.set_xscale("symlog", linthresh=SWEEPS["constant"][1])
                axis.set_xlim(-SWEEPS["constant"][1] / 5, 1.3 * SWEEPS["constant"][-1])
            axis.legend()
        axes[0].set_ylabel(f"{title}: final loss")
        axes[0].set_yscale("log")
    return figure
