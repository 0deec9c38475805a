r"""The setting of Figure 2 of Kuru et al. (2020): optimal noise of the multistage method.

:math:`\mu = 1`, :math:`L = \kappa = 20`, :math:`p = 1`, :math:`c_1 = 1`, no subsampling; runs of
K = 2, ..., 5 stages (33). The weights are those of the bound (34), the schedule is (31), in units
of :math:`S_1/(n\epsilon)`. The bound's repair (:mod:`dptheory.bounds.strongly_convex`) leaves the
weights of the noise as they are, up to a common factor, and so the schedule.

The figure's curves are read off the vector file that the authors released, at both sides of every
stage change (github.com/sibirbil/DPAccGradMethods, commit 0b96f6e,
``outputfiles/MASG_optimum_b_vs_iter.eps``). They are not (31) with (34): see
:func:`released_weights`.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.allocation import laplace
from dptheory.bounds.strongly_convex import multistage
from dptheory.numbers import Number
from dptheory.optimizers.multistage import Stage, stages

MU, SMOOTHNESS = 1.0, 20.0
STAGES = (2, 3, 4, 5)
FIRST = 13  # n_1, which the paper leaves open: the panels end at T = n_1 + 40, n_1 + 120, ...
FIRST = 13  # the length of the first stage in the paper's totals, open in (33)
LONGEST = 10**4  # more iterations than the five stages have


@dataclass(frozen=True)
class Panel:
    """One panel of Figure 2.

    Attributes:
        plan: its stages.
        scales: optimal b_t n epsilon/S_1 of every iteration, shape (T,); equal noise has T.
        saving: the noise term of the bound over that of equal noise.
    """

    plan: tuple[Stage, ...]
    scales: NDArray[np.float64]
    saving: float


def plan(number: int) -> tuple[Stage, ...]:
    """The first stages of (33), each in full length."""
    return stages(LONGEST, MU, SMOOTHNESS, first=FIRST)[:number]


@cache
def figure_2(number: int) -> Panel:
    """The panel with a number of stages (2 to 5 in the paper)."""
    weights = multistage(plan(number), MU, SMOOTHNESS).noise
    found = laplace(weights, 1.0, sensitivity=1.0, n=1, m=1)
    return Panel(
        plan=plan(number),
        scales=found.scales,
        saving=found.objective / found.uniform_objective,
    )


# The curves as released ------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """Points of a curve of the released file.

    Attributes:
        axis: two labelled marks of the vertical axis, (height in px, value).
        heights: iteration -> height in px, as written there: to 0.001 px.
    """

    axis: tuple[tuple[str, int], tuple[str, int]]
    heights: Mapping[int, str]

    @property
    def pixel(self) -> Fraction:
        """The value of a pixel; heights count downwards."""
        (low, first), (high, second) = self.axis
        return (second - first) / (Fraction(low) - Fraction(high))

    @property
    def accuracy(self) -> Fraction:
        """The value of 0.001 px: half of it is the rounding of a height."""
        return self.pixel / 1000

    def value(self, t: int) -> Fraction:
        """b_t n epsilon/S_1 as drawn."""
        low, first = self.axis[0]
        return first + (Fraction(low) - Fraction(self.heights[t])) * self.pixel


# Stages end at t = 13, 53, 133, 293, 613.
RELEASED: Mapping[int, Drawn] = {
    2: Drawn(
        (("147", 20), ("35", 100)),
        {1: "84.388", 12: "139.178", 13: "133.518", 14: "48.39", 53: "115.063"},
    ),
    3: Drawn(
        (("147", 50), ("35", 250)),
        {1: "88.845", 12: "140.94", 13: "135.559", 14: "54.617"}
        | {52: "116.908", 53: "103.199", 54: "60.384", 133: "120.67"},
    ),
    4: Drawn(
        (("147", 100), ("35", 500)),
        {1: "79.173", 12: "137.116", 13: "131.131", 14: "41.103"}
        | {52: "110.386", 53: "95.138", 54: "47.516"}
        | {132: "113.997", 133: "98.864", 134: "54.242", 293: "117.725"},
    ),
    5: Drawn(
        (("130.7856", 400), ("40.17632", 1000)),
        {1: "79.409", 12: "147", 13: "140.018", 14: "35"}
        | {52: "115.82", 53: "98.033", 54: "42.482"}
        | {132: "120.032", 133: "102.379", 134: "50.327"}
        | {292: "124.066", 293: "107.014", 294: "57.75", 613: "127.883"},
    ),
}


def released_weights(weights: Sequence[Number], lengths: Sequence[int]) -> list[Number]:
    """The weights that the released program uses in place of those of (34).

    A restart doubles the weights of all iterations before it. The program leaves out the one just
    before it, the last iteration of each stage but the last, whose weight is therefore half of
    that of (34), so that its noise is larger.

    Args:
        weights: those of (34), one an iteration.
        lengths: of the stages.
    """
    last = {end - 1 for end in itertools.accumulate(lengths[:-1])}
    return [w / 2 if i in last else w for i, w in enumerate(weights)]
