r"""What a rate costs under noise: the least certified floor that was found, by family.

At each rate the parameters with the lowest floor that a search found; a band is what is certified
of these parameters, from below and from above. Gradient descent has no rate beyond
:math:`(\kappa-1)/(\kappa+1)`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from dptheory.lyapunov import frontier
from figures.panels import Table, Tables, columns, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, VERMILION

KAPPAS = (10, 100)
FAMILIES = {
    "gradient": (VERMILION, "gradient descent"),
    "heavy-ball": (BLUE, "heavy ball"),
    "nesterov": (GREEN, r"Nesterov's form, $\eta=\beta$"),
}
FAST = ("0.75", "0.6", "0.45")  # (1 - rho) sqrt(kappa)
SLOW = ("1.8", "1.4", "1", "0.7", "0.5", "0.35")  # (1 - rho) kappa


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    kappas: Annotated[
        tuple[int, ...], Range("[5, 10000]", "condition numbers L/mu, a panel each", 3)
    ] = KAPPAS
    rates: Annotated[int, Range(f"[1, {len(FAST) + len(SLOW)}]", "how many, from the slowest")] = (
        len(FAST) + len(SLOW)
    )


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table a family and condition number, mu = 1/kappa and L = 1, of the slowest rates."""
    pairs = [(name, kappa) for kappa in chosen.kappas for name in FAMILIES]
    return {f"{name}_{kappa}": _table(name, kappa, chosen.rates) for name, kappa in pairs}


def _table(family: str, kappa: int, count: int) -> Table:
    found = frontier(family, Fraction(1, kappa), 1, rates(kappa)[-count:])
    reached = [one for one in found if one is not None]
    return columns(
        rho=[one.rho for one in reached],
        alpha=[float(one.method.alpha) for one in reached],
        beta=[float(one.method.beta) for one in reached],
        least=[one.lower.gain for one in reached],
        most=[one.floor.gain for one in reached],
    )


def rates(kappa: int) -> list[Fraction]:
    """The rates that are asked for, from the fastest on."""
    root = Fraction(kappa**0.5).limit_denominator(1000)
    gaps = [Fraction(c) / root for c in FAST] + [Fraction(c) / kappa for c in SLOW]
    return [1 - gap for gap in sorted(gaps, reverse=True)]


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A panel a condition number."""
    figure, axes = panels(9.5, 4.2, 1, len(chosen.kappas), squeeze=False)
    for axis, kappa in zip(axes[0], chosen.kappas, strict=True):
        for family, (colour, label) in FAMILIES.items():
            table = data[f"{family}_{kappa}"]
            steps = 1 / (1 - table["rho"])
            axis.fill_between(
                steps, table["least"], table["most"], color=colour, alpha=0.25, linewidth=0
            )
            axis.plot(steps, table["most"], ".-", color=colour, label=label)
            axis.plot(steps, table["least"], "--", color=colour, linewidth=0.8)
        axis.set(
            xscale="log",
            yscale="log",
            title=rf"$\kappa=L/\mu={kappa}$",
            xlabel=r"time scale $1/(1-\rho)$ of the certified rate",
        )
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_major_formatter(ScalarFormatter())
        axis.xaxis.set_minor_formatter(NullFormatter())
    axes[0, 0].set_ylabel(r"floor of $E F(x)-F_\star$, per $E|w|^2/L$")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncol=3)
    return figure
