r"""Figure 1 of Kuru et al. (2020): the printed bound, the repaired one, and the exact error.

:math:`F` is the quadratic with spectrum :math:`\mu`, :math:`L = 1`; a run of T iterations has noise
of variance :math:`(T c_w)^2`. Here :math:`\mu = 0.5` as printed; ``fig-1-released`` has the
parameters of the released curves. The upper rows draw (25) as printed (dashed) and repaired
(solid) over the exact error (broad). Where the broad curve is above the dashed one, the printed
statement is false: there the gap is shaded, with the largest quotient. The lowest row draws the
rate of (26), which is that of Nesterov's method, beside the heavy ball's own; the marks are their
minima.
"""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from dptheory.methods import heavy_ball, nesterov
from figures.panels import Table, Tables, panels
from figures.parameters import Range
from figures.style import BLUE, GREEN, GREY, ORANGE, VERMILION
from verify.papers.accelerated.laboratory.heavy_ball_bounds import (
    ALPHAS,
    HORIZON,
    NOISE_LEVELS,
    PRINTED,
    RATE_BETAS,
    SMOOTHNESS,
    figure_1,
    momenta,
    noise_variances,
    rate_of,
    stationary_variances,
)
from verify.papers.accelerated.laboratory.heavy_ball_bounds import Parameters as Reading

MOMENTA = {
    "0": (BLUE, r"$\beta=0$"),
    "0.3": (ORANGE, r"$\beta=0.3$"),
    "0.7": (GREEN, r"$\beta=0.7$"),
    "beta_opt": (VERMILION, r"$\beta_{opt}$ of (26)"),
}


@dataclass(frozen=True)
class Parameters:
    """What may be changed."""

    mu: Annotated[float, Range("(0, 1)", "the smaller eigenvalue; L = 1")] = PRINTED.mu
    start: Annotated[float, Range("(0, 1e6]", "V, twice the squared distance at the start")] = (
        PRINTED.start
    )
    alphas: Annotated[tuple[float, ...], Range("(0, 1]", "step sizes, one a column", 4)] = ALPHAS
    noise_levels: Annotated[
        tuple[float, ...], Range("(0, 1e3]", "c_w: the noise's variance is (T c_w)^2", 2)
    ] = NOISE_LEVELS

    @property
    def reading(self) -> Reading:
        """The problem."""
        return Reading(self.mu, self.start)


PARAMETERS = Parameters()


def tables(chosen: Parameters) -> dict[str, Table]:
    """A table of bounds a panel, and a table of rates a step size.

    ``bounds_<alpha>_<c_w>``: the horizon ``t`` and, for every momentum, ``printed``, ``repaired``
    and ``exact`` losses. ``rates_<alpha>``: ``beta``, the rates ``printed`` and ``heavy_ball``;
    the two minima are among the points. ``minima_<alpha>``: their ``beta``, ``printed`` first, and
    both rates there.
    """
    result: dict[str, Table] = {}
    reading = chosen.reading
    for alpha in chosen.alphas:
        for noise in chosen.noise_levels:
            panel = figure_1(alpha, noise, reading)
            columns = {"t": np.arange(HORIZON + 1, dtype=float)}
            for name in MOMENTA:
                columns[f"printed {name}"] = _printed(alpha, panel.momenta[name], noise, reading)
                columns[f"repaired {name}"] = panel.repaired_bound[name]
                columns[f"exact {name}"] = panel.exact[name]
            result[f"bounds_{alpha}_{noise}"] = columns
        names = momenta(alpha, reading)
        best = np.array([names["beta_opt"], names["heavy-ball best"]])
        result[f"minima_{alpha}"] = _rates(alpha, best, reading)
        result[f"rates_{alpha}"] = _rates(alpha, np.union1d(RATE_BETAS, best), reading)
    return result


def draw(data: Tables, chosen: Parameters) -> Figure:
    """A row of bounds a noise level and one of rates, a column a step size."""
    levels, alphas = chosen.noise_levels, chosen.alphas
    size = 4 * len(alphas), 3.2 * (len(levels) + 1)
    figure, axes = panels(*size, len(levels) + 1, len(alphas), sharey="row", squeeze=False)
    for column, alpha in enumerate(alphas):
        for row, noise in enumerate(levels):
            axis = axes[row, column]
            _draw_bounds(axis, data[f"bounds_{alpha}_{noise}"])
            axis.set_title(rf"$\alpha={alpha:g}$, $c_w={noise:g}$")
        _draw_rates(axes[-1, column], data[f"rates_{alpha}"], data[f"minima_{alpha}"])
        axes[-1, column].set_title(rf"$\alpha={alpha:g}$, rate")
    for row in range(len(levels)):
        axes[row, 0].set_ylabel(r"expected loss $E\,F(x_T)-F^*$")
    axes[-1, 0].set_ylabel(r"rate $\rho$ per iteration")
    figure.legend(handles=_bound_handles(), loc="outside upper center", ncol=2 * len(alphas) + 2)
    axes[-1, 0].legend(handles=_rate_handles(), loc="lower left")
    return figure


def _printed(alpha: float, beta: float, level: float, chosen: Reading) -> NDArray[np.float64]:
    """(25) with rho of (26) and C_t = t."""
    t, variances = np.arange(HORIZON + 1), noise_variances(level)
    rate = rate_of(nesterov(alpha, beta), chosen)
    start = chosen.start + variances * alpha**2 / (1 - rate**2)
    noise = SMOOTHNESS * variances * sum(stationary_variances(alpha, beta, chosen))
    return np.asarray(start * t**2 * rate ** (2.0 * t) + noise)


def _rates(alpha: float, betas: NDArray[np.float64], chosen: Reading) -> Table:
    """Both rates at some momenta."""
    return {
        "beta": betas,
        "printed": np.array([rate_of(nesterov(alpha, float(b)), chosen) for b in betas]),
        "heavy_ball": np.array([rate_of(heavy_ball(alpha, float(b)), chosen) for b in betas]),
    }


def _draw_bounds(axis: Axes, data: Table) -> None:
    # C_t = t makes the printed bound vanish at t = 0 without noise: the curves start at T = 1.
    t = data["t"][1:]
    for name, (colour, _) in MOMENTA.items():
        axis.loglog(t, data[f"exact {name}"][1:], color=colour, linewidth=4, alpha=0.3)
        axis.loglog(t, data[f"repaired {name}"][1:], color=colour)
        axis.loglog(t, data[f"printed {name}"][1:], "--", color=colour)
    axis.set(xlim=(1, HORIZON), xticks=[1, 2, 5, 10, 20, 50, 100, 250])
    axis.set_xticks([], minor=True)
    axis.xaxis.set_major_formatter("{x:.0f}")
    axis.set_xlabel("number of iterations $T$, logarithmic")
    _mark_failure(axis, data)


def _mark_failure(axis: Axes, data: Table) -> None:
    """Shade where the error is above the printed bound, and say by how much at most."""
    t, worst, place = data["t"][1:], 1.0, (0.0, 0.0)
    for name in MOMENTA:
        exact, printed = data[f"exact {name}"][1:], data[f"printed {name}"][1:]
        axis.fill_between(t, printed, exact, exact > printed, color=VERMILION, alpha=0.25, lw=0)
        at = int(np.argmax(exact / printed))
        if exact[at] > worst * printed[at]:
            worst, place = float(exact[at] / printed[at]), (float(t[at]), float(exact[at]))
    if worst > 1:
        axis.annotate(
            f"false: the error is {worst:.3g} times\nthe printed bound",
            place,
            xytext=(0.3, 0.86),
            textcoords="axes fraction",
            color=VERMILION,
            arrowprops={"arrowstyle": "->", "color": VERMILION},
        )


def _draw_rates(axis: Axes, data: Table, minima: Table) -> None:
    axis.plot(data["beta"], data["heavy_ball"], color=BLUE)
    axis.plot(data["beta"], data["printed"], "--", color=VERMILION)
    marks = ((0, "printed", VERMILION, (8, -4), "left"), (1, "heavy_ball", BLUE, (2, -17), "left"))
    for i, name, colour, offset, alignment in marks:
        beta, rate = minima["beta"][i], minima[name][i]
        axis.plot(beta, rate, "o", color=colour, markersize=6)
        axis.annotate(
            rf"$\beta={beta:.3f}$",
            (beta, rate),
            xytext=offset,
            textcoords="offset points",
            ha=alignment,
            color=colour,
        )
    # The heavy ball at the momentum that minimises (26) is slower than (26) says.
    axis.plot(minima["beta"][0], minima["heavy_ball"][0], "o", color=BLUE, markerfacecolor="white")
    axis.set(xlim=(0, 1), ylim=(0, 1.02), xlabel=r"momentum $\beta$")


def _line(label: str, **style: Any) -> Line2D:
    return Line2D([], [], **({"color": GREY, "label": label} | style))


def _bound_handles() -> list[Line2D]:
    return [_line(label, color=colour, linewidth=3) for colour, label in MOMENTA.values()] + [
        _line("printed bound (25)", linestyle="--"),
        _line("repaired bound"),
        _line("exact error", linewidth=4, alpha=0.4),
    ]


def _rate_handles() -> list[Line2D]:
    hollow = {"linestyle": "", "markerfacecolor": "white"}
    return [
        _line("(26) as printed: Nesterov's rate", color=VERMILION, linestyle="--", marker="o"),
        _line("the heavy ball's rate (App. B.3)", color=BLUE, marker="o"),
        _line(r"the heavy ball at $\beta_{opt}$ of (26)", color=BLUE, marker="o", **hollow),
    ]
