r"""The analogue of Figure 1 of Tang et al. (2023): moments with and without noise at t = 10,000.

Left: :math:`\hat m^c` and :math:`\hat m^p`, with the normal law of the noise's part, whose variance
is :math:`\Phi r_t` (:mod:`dptheory.optimizers.floor`). Right: :math:`\hat v^c` and :math:`\hat
v^p`, with the exact law of pure noise. The text has the centres :math:`\sqrt\Phi` apart; they are
:math:`\Phi` apart, and :math:`\sqrt\Phi` is 6,400 times as much. Batch, clipping and noise are
those of SNLI, the gradients a stand-in: :mod:`verify.papers.adambc.laboratory.adam_moments`.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.distributions.second_moment import SecondMoment
from dptheory.optimizers.floor import average_variance
from figures.adambc.histograms import density, histogram, stairs
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREY, ORANGE, VERMILION
from verify.papers.adambc.laboratory.adam_moments import (
    BETA1,
    BETA2,
    COORDINATES,
    SNLI,
    STEPS,
    snli_like,
)
from verify.papers.adambc.laboratory.adam_problems import Release

BINS = 80
PROBABILITIES = np.array([0.001, 0.01, *np.linspace(0.05, 0.95, 19), 0.99, 0.999])


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    clip: Annotated[float, Range("(0, 1e3]", "clipping bound C")] = SNLI.clip
    noise_multiplier: Annotated[float, Range("(0, 1e3]", "sigma")] = SNLI.noise_multiplier
    divisor: Annotated[int, Range("[1, 1e6]", "of the noise's sum")] = SNLI.batch
    steps: Annotated[int, Range("[1, 100000]", "t")] = STEPS
    coordinates: Annotated[int, Range("[100, 1e6]", "their number")] = COORDINATES


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """Densities of the four moments, exact laws, and where the centres are."""
    steps, release = chosen.steps, Release(chosen.clip, chosen.noise_multiplier, chosen.divisor)
    found = snli_like(steps, chosen.coordinates, release=release)
    phi = release.variance
    deviation = math.sqrt(phi * average_variance(BETA1, steps))
    edges = {
        "m": np.linspace(-5 * deviation, 5 * deviation, BINS + 1),
        "v": np.linspace(-0.02 * phi, 1.2 * phi, 4 * BINS + 1),
    }
    result: dict[str, Table] = {
        f"{k}_{of}": histogram(found[f"{k}_{of}"], e) for k, e in edges.items() for of in "cp"
    }
    m = np.linspace(-5 * deviation, 5 * deviation, 201)
    normal = np.exp(-((m / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))
    result["law_m"] = {"at": m, "density": normal}
    law = SecondMoment(phi, BETA2, steps)
    quantiles = np.array([law.quantile(float(p)) for p in PROBABILITIES])
    result["law_v"] = density(quantiles, PROBABILITIES)
    centres = {f"median_{k}": [np.median(found[k])] for k in ("v_c", "v_p")}
    return result | {"centres": columns(**centres, phi=[phi])}


def draw(data: Tables, chosen: Parameters) -> Figure:
    """Two panels."""
    figure, (left, right) = panels(10, 3.2, 1, 2)
    for axis, k, unit in ((left, "m", 1e-5), (right, "v", 1e-8)):
        stairs(axis, data[f"{k}_c"], unit, GREY, rf"$\hat {k}^c$")
        stairs(axis, data[f"{k}_p"], unit, BLUE, rf"$\hat {k}^p$")
        law = data[f"law_{k}"]
        axis.plot(law["at"] / unit, law["density"] * unit, color=ORANGE, label="law of the noise")
        axis.set(yscale="log", xlabel=rf"$\hat {k}$ in $10^{{{math.log10(unit):.0f}}}$")
    left.set(ylabel="density over coordinates")
    centres = data["centres"]
    phi = centres["phi"][0]
    shift = (centres["median_v_p"] - centres["median_v_c"])[0]
    right.axvline(phi / 1e-8, color=VERMILION, linestyle=":", label=r"$\Phi$")
    root = rf"$\sqrt{{\Phi}}$ = {phi**0.5:.3g}"
    right.set_title(rf"medians {shift:.3g} apart; $\Phi$ = {phi:.3g}, {root}")
    left.legend(loc="upper left")
    right.legend(loc="upper center")
    return figure
