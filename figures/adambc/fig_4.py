r"""The analogue of Figure 4 of Tang et al. (2023): second moments after correction, and updates.

Left and middle: roots of :math:`\hat v^c`, of :math:`\hat v^p` and of
:math:`\max(\hat v^p-\Phi,\gamma')` with the floors :math:`3\times10^{-12}` and
:math:`3\times10^{-10}`, :math:`\Phi` that of the batch size, as in Table 2. Right: updates
:math:`\Delta^p` and :math:`\Delta^{corr}` with the larger floor, beside :math:`\hat m^p` rescaled
to [-1, 1], and with the floor of the noise alone (:mod:`dptheory.optimizers.floor`), which keeps
the noise's part below a sign. The gradients are a stand-in for SNLI:
:mod:`verify.papers.adambc.laboratory.adam_moments`.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.optimizers.floor import adam_floor
from figures.adambc.histograms import histogram, stairs
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.adambc.laboratory.adam_moments import (
    BETA1,
    COORDINATES,
    STEPS,
    SUBTRACTED,
    snli_like,
)

ROOTS = np.linspace(0.0, 2.2e-4, 111)
UPDATES = np.linspace(-6.0, 6.0, 121)


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    floors: Annotated[tuple[float, ...], Range("(0, 1]", "gamma', a panel each", 2)] = (
        3e-12,
        3e-10,
    )
    steps: Annotated[int, Range("[1, 100000]", "t")] = STEPS
    coordinates: Annotated[int, Range("[100, 1e6]", "their number")] = COORDINATES


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """Densities of roots and updates, and the shares of coordinates at the floor."""
    found = snli_like(chosen.steps, chosen.coordinates)
    phi = SUBTRACTED
    own = float(adam_floor(phi, BETA1, chosen.steps))
    floors = (*chosen.floors, own)
    roots = {"clean": found["v_c"], "private": found["v_p"]}
    roots |= {f"corrected_{f:g}": np.maximum(found["v_p"] - phi, f) for f in floors}
    result: dict[str, Table] = {
        f"root_{name}": histogram(np.sqrt(v), ROOTS) for name, v in roots.items()
    }
    updates = {
        "private": found["m_p"] / np.sqrt(found["v_p"]),
        "corrected": found["m_p"] / np.sqrt(roots[f"corrected_{floors[-2]:g}"]),
        "own": found["m_p"] / np.sqrt(roots[f"corrected_{own:g}"]),
        "rescaled_m": found["m_p"] / np.abs(found["m_p"]).max(),
    }
    result |= {f"update_{name}": histogram(u, UPDATES) for name, u in updates.items()}
    left, square = found["v_p"] - phi, found["m_p"] ** 2
    shares = [np.mean(left <= f) for f in floors]
    sizes = [np.sqrt(np.mean(square / np.maximum(left, f))) for f in floors]
    return result | {"floors": columns(floor=floors, share=shares, root_mean_square=sizes)}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Three panels."""
    figure, axes = panels(4 * len(chosen.floors) + 4, 3.3, 1, len(chosen.floors) + 1)
    shares = data["floors"]["share"]
    for axis, floor, share in zip(axes, chosen.floors, shares, strict=False):
        for name, colour, label in (
            ("clean", GREY, r"$\sqrt{\hat v^c}$"),
            ("private", BLUE, r"$\sqrt{\hat v^p}$"),
            (f"corrected_{floor:g}", ORANGE, r"$\sqrt{\hat v^{corr}}$"),
        ):
            stairs(axis, data[f"root_{name}"], 1e-4, colour, label)
        axis.set(yscale="log", xlabel=r"root in $10^{-4}$")
        axis.set_title(rf"$\gamma'$ = {floor:g}: {100 * share:.0f} % at the floor")
    for name, colour, label in (
        ("rescaled_m", GREY, r"$\hat m^p$, rescaled"),
        ("private", BLUE, r"$\Delta^p$"),
        ("corrected", ORANGE, rf"$\Delta^{{corr}}$, $\gamma'$ = {chosen.floors[-1]:g}"),
        ("own", GREEN, rf"$\Delta^{{corr}}$, $\gamma'$ = {data['floors']['floor'][-1]:.2g}"),
    ):
        stairs(axes[-1], data[f"update_{name}"], 1.0, colour, label)
    for side in (-1, 1):
        axes[-1].axvline(side, color=VERMILION, linestyle=":")
    axes[-1].set(yscale="log", xlabel="update", ylim=(1e-4, 4))
    axes[-1].legend(loc="lower center", ncols=2)
    axes[0].set_ylabel("density over coordinates")
    for axis in axes[:-1]:
        axis.legend()
    return figure
