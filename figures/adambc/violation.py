r"""How often the bound of Proposition 3 of Tang et al. (2023) is exceeded, by the gradient's size.

The exact probability that :math:`|\hat v^{corr}_t-\hat v^c_t|` is at least the printed
:math:`\xi` at :math:`\alpha=0.05`, for a constant gradient from 0 to the clipping bound, which is
:math:`B/\sigma` in units of :math:`\sqrt\Phi`. Left: with the printed
:math:`\nu=4\Phi\sqrt{\cdot}`; right: with the :math:`\nu^*=2\Phi\sqrt{\cdot}` that its proof ends
with. Above the dotted line the bound fails. SNLI: B = 256, :math:`\sigma=0.4`,
:math:`\beta_2=0.999`.
"""

import math

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from dptheory.distributions.second_moment import SecondMoment
from figures.panels import Table, Tables, panels
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.adambc.laboratory.adam_moments import BATCH, BETA2, SNLI

STEPS = {10: BLUE, 100: GREEN, 1000: ORANGE, 10_000: VERMILION}
FACTORS = {"printed": 4.0, "proof": 2.0}
ALPHA = 0.05
SIZES = np.concatenate([[0.0], np.geomspace(0.05, BATCH / SNLI.noise_multiplier, 80)])


def threshold(steps: int, factor: float, alpha: float = ALPHA) -> float:
    r"""The least :math:`\xi/\Phi` that one of the two cases of the proposition allows."""
    share = (1 - BETA2) / (1 - BETA2**steps)
    nu = factor * math.sqrt((1 - BETA2 ** (2 * steps)) / (1 - BETA2**2))
    b = 4.0
    logarithm = math.log(2 / alpha)
    root = nu * math.sqrt(2 * logarithm)
    return share * (root if root <= nu**2 / b else max(2 * b * logarithm, nu**2 / b))


def exceeded(steps: int, xi: float, gradient: float) -> float:
    """The exact probability of a deviation of at least xi, in units of Phi."""
    law = SecondMoment(1.0, BETA2, steps, gradient)
    above = law.exceedance(law.mean + xi).value
    below = law.cdf(law.mean - xi).value if law.mean > xi else 0.0
    return above + below


def tables(sizes: NDArray[np.float64] = SIZES) -> dict[str, Table]:
    """``<printed|proof>_<t>``: gradient over sqrt Phi, probability."""
    result: dict[str, Table] = {}
    for name, factor in FACTORS.items():
        for t in STEPS:
            xi = threshold(t, factor)
            found = [exceeded(t, xi, float(g)) for g in sizes]
            result[f"{name}_{t}"] = {"gradient": sizes, "probability": np.array(found)}
    return result


def draw(data: Tables) -> Figure:
    """A panel for each constant."""
    figure, axes = panels(10, 3.4, 1, 2, sharey=True)
    titles = {"printed": r"$\nu$ as stated", "proof": r"$\nu^*$ of the proof"}
    for axis, name in zip(axes, FACTORS, strict=True):
        for t, colour in STEPS.items():
            table = data[f"{name}_{t}"]
            axis.plot(table["gradient"], table["probability"], color=colour, label=f"t = {t:,}")
        axis.axhline(ALPHA, color=GREY, linestyle=":", label=r"$\alpha$")
        axis.set_xscale("symlog", linthresh=0.1)
        axis.set(yscale="log", ylim=(1e-6, 1.5), title=titles[name])
        axis.set(xlabel=r"gradient over $\sqrt{\Phi}$", xlim=(-0.05, SIZES[-1]))
        axis.legend()
    axes[0].set_ylabel("exact probability")
    return figure
