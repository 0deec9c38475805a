r"""Appendices B.2 and C.2: (31) and (43) against simulated runs above the printed thresholds.

A cell is a non-convex function and r or c. The statistic is :math:`E\min_k\|\nabla f(x_k)\|` over
the explicit right-hand side; the mean is over 100 data sets of opposite random deviations of every
size up to the assumed one, with a run on each. The smallest norm is at most the first one: the
interval is Hoeffding's, at an error probability of 1e-6. The bounds are smaller than the first
norm, so that the first step alone does not meet them (the note of each claim).

T is the larger of the threshold that Lemma B.2 prints and the one that (22) needs
(``nsgd/lemma-b2``): the printed third term lacks :math:`\sigma^2`, and the second has
:math:`\tau_1` for :math:`1-\tau_1`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dptheory.optimizers.private import Private, dp_nsgd, dp_sgd
from dptheory.problems.nonconvex import Separable, separable, tilted
from dptheory.simulation.nonconvex import descend
from verify.language import behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context

DATA_SETS, RECORDS, BATCH, D = 100, 40, 4, 1
PROBABILITY = 1e-6


@dataclass(frozen=True)
class Cell:
    """A run of one dimension.

    Attributes:
        name: the function. height, width: its scales. start: in widths. size: r or c.
        tau0, tau1, noise: of the paper (tau1 = 0 for clipping).
        L1: positive; a function that is smooth with L_0 alone has every L_1 in Definition 2.2.
    """

    name: str
    height: float
    width: float
    start: float
    size: float
    tau0: float
    tau1: float
    noise: float
    L1: float

    @property
    def f(self) -> Separable:
        """The function."""
        return separable(self.name, D, height=self.height, width=self.width)

    @property
    def first(self) -> float:
        """The first gradient norm."""
        return float(np.linalg.norm(self.f.gradient(self.x0)))

    @property
    def x0(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The first iterate."""
        return np.full(D, self.start * self.width)


@dataclass(frozen=True)
class Printed:
    """What is printed about a run.

    Attributes:
        steps: the least T. eta: the step size. bound: the explicit right-hand side.
        method: the optimiser.
    """

    steps: int
    eta: float
    bound: float
    method: Private


def normalised(cell: Cell) -> Printed:
    """Lemma B.2, (4), (30) and (31)."""
    f, r, tau0, tau1, noise = cell.f, cell.size, cell.tau0, cell.tau1, cell.noise
    gap = f.gap(cell.x0)
    l0, l1, power, rest = f.L0, max(f.L1, cell.L1), D * noise**2, 1 - tau1
    alpha = tau0 * rest / (2 * r * rest + 4 * tau0)
    reach = (r + tau0) * alpha**2
    T = math.ceil(
        max(
            32 * l0**2 / ((r - tau0) ** 2 * l1 * reach * power),
            32 * l1 / (min(tau1, rest) ** 2 * reach * power),
            72 * l1 * D * max(1.0, noise**2) / reach,
        )
    )
    curvature = l1 * (r + tau0) + l0
    eta = math.sqrt(2 / (curvature * T * power))
    delta = (
        (gap + 1) * math.sqrt(curvature * power / (2 * T))
        + 3 * (l0 + l1 * tau0) * tau0**2 / (2 * r**2 * rest**3) * eta
        + 4 * tau0**3 / (r * (r + tau0) * rest**3)
    )
    first = math.sqrt(8 * (r + 2 * tau0) / (3 * rest) * delta)
    bound = max(first, 2 * (r + 2 * tau0) / tau0 * delta)
    return Printed(T, eta, bound, dp_nsgd(eta, r, noise_multiplier=noise, on="mean"))


def clipped(cell: Cell) -> Printed:
    """Lemma C.2, (8), (42) and (43); tau_1 = 0."""
    f, c, tau0, noise = cell.f, cell.size, cell.tau0, cell.noise
    gap = f.gap(cell.x0)
    l0, l1, power = f.L0, max(f.L1, cell.L1), D * c**2 * noise**2
    alpha = tau0 / (c + 2 * tau0)
    curvature, mixed = l1 * (c + tau0) + l0, l0 + 2 * l1 * tau0
    worst = max(
        6 * l1 * D * c * noise**2 / alpha, 2 * mixed / alpha, 4 * c * mixed / (alpha * tau0)
    )
    T = math.ceil(2 / (curvature * power) * worst**2)
    eta = math.sqrt(2 / (curvature * T * power))
    delta = (gap + 1) * math.sqrt(curvature * power / (2 * T)) + 4 * mixed * tau0**2 * eta
    bound = max(math.sqrt(4 * delta), 2 * (c + 2 * tau0) / (tau0 * (c - 1)) * delta)
    method = dp_sgd(eta, c, noise_multiplier=noise, on="mean", unit="bound")
    return Printed(T, eta, bound, method)


def measured(cell: Cell, run: Printed) -> Ratio:
    """The statistic of a cell."""
    means = []
    for data_set in range(DATA_SETS):
        problem = tilted(cell.f, RECORDS, tau0=cell.tau0, tau1=cell.tau1, seed=data_set)
        found = descend(
            problem,
            run.method,
            cell.x0,
            run.steps,
            runs=1,
            seed=1000 + data_set,
            batch_size=BATCH,
            record=(),
        )
        means.append(found.mean_least)
    most, value = cell.first, float(np.mean(means))
    width = most * math.sqrt(math.log(2 / PROBABILITY) / (2 * DATA_SETS))
    return Ratio(
        value=value / run.bound,
        low=max(0.0, value - width) / run.bound,
        high=min(most, value + width) / run.bound,
        data_sets=DATA_SETS,
        method="Hoeffding",
    )


def named(letter: str, *cells: Cell) -> dict[str, Cell]:
    """Cells by their function and their regulariser r or clipping norm c."""
    return {f"{cell.name}, {letter} = {cell.size:g}": cell for cell in cells}


CELLS = named(
    "r",
    Cell("cauchy", 100, 10, 0.5, 2, 0.3, 0.2, 1, 0.1),
    Cell("cauchy", 100, 30, 0.5, 4, 0.3, 0.3, 0.3, 0.01),
    Cell("well", 10, 3, 2, 2, 0.3, 0.2, 1, 0.1),
    Cell("ripple", 100, 10, 0.5, 2, 0.3, 0.2, 1, 0.1),
)
CELLS_C = named(
    "c",
    Cell("cauchy", 10, 1, 1, 2.5, 1, 0, 1, 0.001),
    Cell("cauchy", 100, 30, 0.5, 12.5, 1, 0, 0.3, 0.001),
    Cell("well", 10, 30, 2, 2.5, 0.3, 0, 0.3, 0.001),
    Cell("well", 100, 10, 1, 12.5, 1, 0, 1, 0.01),
    Cell("ripple", 100, 30, 0.5, 2.5, 1, 0, 0.3, 0.001),
    Cell("ripple", 100, 30, 0.5, 12.5, 1, 0, 0.3, 0.001),
)


def normalised_ratio(cell: str, _: Context) -> Ratio:
    """The mean over runs of the least gradient norm of DP-NSGD, over the bound (31)."""
    return measured(CELLS[cell], normalised(CELLS[cell]))


def clipped_ratio(cell: str, _: Context) -> Ratio:
    """The mean over runs of the least gradient norm of DP-SGD, over the bound (43)."""
    return measured(CELLS_C[cell], clipped(CELLS_C[cell]))


def over_first(cell: Cell, printed: Callable[[Cell], Printed]) -> Ratio:
    """The bound over the first gradient norm."""
    ratio = printed(cell).bound / cell.first
    return Ratio(value=ratio, low=ratio, high=ratio, data_sets=None)


def normalised_over_first(cell: str, _: Context) -> Ratio:
    """The bound (31) over the first gradient norm."""
    return over_first(CELLS[cell], normalised)


def clipped_over_first(cell: str, _: Context) -> Ratio:
    """The bound (43) over the first gradient norm."""
    return over_first(CELLS_C[cell], clipped)


def inverse(ratio: Callable[[str, Context], Ratio]) -> Callable[[str, Context], Ratio]:
    """One over an exact ratio."""

    def inverted(cell: str, context: Context) -> Ratio:
        value = 1 / ratio(cell, context).value
        return Ratio(value=value, low=value, high=value, data_sets=None)

    return inverted


EQ_31_SIMULATION = (
    claim("nsgd/eq-31-simulation", "App B.2, (30)-(31)", "(31) against simulated runs")
    .says(
        behaves("less", tuple(CELLS), normalised_ratio),
        notes=(behaves("less", tuple(CELLS), normalised_over_first),),
    )
    .rejects("the first gradient for the smallest", ratio=inverse(normalised_over_first))
)
EQ_43_SIMULATION = (
    claim("nsgd/eq-43-simulation", "App C.2, (43)", "(43) against simulated runs")
    .says(
        behaves("less", tuple(CELLS_C), clipped_ratio),
        notes=(behaves("less", tuple(CELLS_C), clipped_over_first),),
    )
    .rejects("the first gradient for the smallest", ratio=inverse(clipped_over_first))
)
