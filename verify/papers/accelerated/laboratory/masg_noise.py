r"""The setting of Figure 2 of Kuru et al. (2020): optimal noise of the multistage method.

:math:`\mu = 1`, :math:`L = \kappa = 20`, :math:`p = 1`, :math:`c_1 = 1`, no subsampling; runs of
K = 2, ..., 5 stages (33). The weights are those of the bound (34), the schedule is (31), in units
of :math:`S_1/(n\epsilon)`. The bound's repair (:mod:`dptheory.bounds.strongly_convex`) leaves the
weights of the noise as they are, up to a common factor, and so the schedule.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.allocation import laplace
from dptheory.bounds.strongly_convex import multistage
from dptheory.optimizers.stage_plans import Stage, stages

STAGES = (2, 3, 4, 5)
LONGEST = 10**6  # more iterations than the stages have


@dataclass(frozen=True)
class Setting:
    """What all panels share; the defaults are the figure's.

    Attributes:
        mu, smoothness: mu and L.
        first_stage: n_1, which the paper leaves open: the panels end at T = n_1 + 40, n_1 + 120,
            ...
    """

    mu: float = 1.0
    smoothness: float = 20.0
    first_stage: int = 13


PRINTED = Setting()


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


def plan(number: int, setting: Setting = PRINTED) -> tuple[Stage, ...]:
    """The first stages of (33), each in full length."""
    mu, L = setting.mu, setting.smoothness
    return stages(LONGEST, mu, L, first_stage=setting.first_stage)[:number]


@cache
def figure_2(number: int, setting: Setting = PRINTED) -> Panel:
    """The panel with a number of stages (2 to 5 in the paper)."""
    known = plan(number, setting)
    weights = multistage(known, setting.mu, setting.smoothness).noise_weights
    found = laplace(weights, 1.0, sensitivity=1.0, n=1, batch_size=1)
    return Panel(known, found.scales, found.objective / found.uniform_objective)
