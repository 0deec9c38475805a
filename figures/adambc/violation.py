r"""How often the bound of Proposition 3 of Tang et al. (2023) is exceeded, by the gradient's size.

The exact probability that :math:`|\hat v^{corr}_t-\hat v^c_t|` is at least the printed
:math:`\xi` at :math:`\alpha=0.05`, for a constant gradient from 0 to the clipping bound, which is
:math:`B/\sigma` in units of :math:`\sqrt\Phi`. Left: with the printed
:math:`\nu=4\Phi\sqrt{\cdot}`; right: with the :math:`\nu^*=2\Phi\sqrt{\cdot}` that its proof ends
with. Above the dotted line the bound fails. SNLI: B = 256, :math:`\sigma=0.4`,
:math:`\beta_2=0.999`.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from matplotlib.figure import Figure

from dptheory.distributions.second_moment import SecondMoment
from figures.panels import Table, Tables, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.adambc.laboratory.adam_moments import BATCH, BETA2, SNLI

COLOURS = (BLUE, GREEN, ORANGE, VERMILION)  # of the steps
FACTORS = {"printed": 4.0, "proof": 2.0}
LEAST = 1e-6  # probability that is shown


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    batch: Annotated[int, Range("[1, 1e6]", "B")] = BATCH
    noise_multiplier: Annotated[float, Range("[0.01, 1e3]", "sigma")] = SNLI.noise_multiplier
    beta2: Annotated[float, Range("[0.5, 0.99999]", "decay of the second moment")] = BETA2
    alpha: Annotated[float, Range("(0, 1)", "probability that the bound allows")] = 0.05
    steps: Annotated[tuple[int, ...], Range("[1, 100000]", "t, a curve each", 4)] = (
        10,
        100,
        1000,
        10_000,
    )
    points: Annotated[int, Range("[2, 1000]", "sizes of the gradient, after 0")] = 80

    @property
    def largest(self) -> float:
        """The clipping bound, in units of the noise's deviation."""
        return self.batch / self.noise_multiplier


PARAMETERS = Parameters()


def threshold(steps: int, factor: float, chosen: Parameters) -> float:
    r"""The least :math:`\xi/\Phi` that one of the two cases of the proposition allows."""
    beta2 = chosen.beta2
    share = (1 - beta2) / (1 - beta2**steps)
    nu = factor * math.sqrt((1 - beta2 ** (2 * steps)) / (1 - beta2**2))
    b = 4.0
    logarithm = math.log(2 / chosen.alpha)
    root = nu * math.sqrt(2 * logarithm)
    return share * (root if root <= nu**2 / b else max(2 * b * logarithm, nu**2 / b))


def exceeded(steps: int, xi: float, gradient: float, beta2: float) -> float:
    """The exact probability of a deviation of at least xi, in units of Phi."""
    law = SecondMoment(1.0, beta2, steps, gradient)
    above = law.exceedance(law.mean + xi).value
    below = law.cdf(law.mean - xi).value if law.mean > xi else 0.0
    return above + below


def tables(chosen: Parameters) -> dict[str, Table]:
    """``<printed|proof>_<t>``: gradient over sqrt Phi, probability."""
    result: dict[str, Table] = {}
    sizes = np.concatenate([[0.0], np.geomspace(0.05, chosen.largest, chosen.points)])
    for name, factor in FACTORS.items():
        for t in chosen.steps:
            xi = threshold(t, factor, chosen)
            found = [exceeded(t, xi, float(g), chosen.beta2) for g in sizes]
            result[f"{name}_{t}"] = {"gradient": sizes, "probability": np.array(found)}
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel for each constant."""
    figure, axes = panels(10, 3.4, 1, 2, sharey=True)
    titles = {"printed": r"$\nu$ as stated", "proof": r"$\nu^*$ of the proof"}
    for axis, name in zip(axes, FACTORS, strict=True):
        for t, colour in zip(chosen.steps, COLOURS, strict=False):
            table = data[f"{name}_{t}"]
            axis.plot(table["gradient"], table["probability"], color=colour, label=f"t = {t:,}")
        axis.axhline(chosen.alpha, color=GREY, linestyle=":", label=r"$\alpha$")
        axis.set_xscale("symlog", linthresh=0.1)
        axis.set(yscale="log", ylim=(LEAST, 1.5), title=titles[name])
        axis.set(xlabel=r"gradient over $\sqrt{\Phi}$", xlim=(-0.05, chosen.largest))
        axis.legend()
    axes[0].set_ylabel(rf"exact probability, from $10^{{{round(math.log10(LEAST))}}}$ on")
    return figure
