r"""The feasible set of the heavy-ball LMI in the (alpha L, beta) plane, and the tunings in it.

For a given step size the feasible momenta form one interval; its ends are found by bisection with
the exact criterion of :mod:`dptheory.lyapunov.criterion`. Units: :math:`\mu = 1`,
:math:`L = \kappa`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.errors import ArgumentError
from dptheory.lyapunov.criterion import heavy_ball_feasible

KAPPAS = (2.0, 5.83, 10.0, 100.0)
STEPS = 400  # step sizes alpha L in (0, 4)
SCAN = 200  # momenta at which an interval is looked for
BISECTIONS = 20  # interval ends to 1/(200 * 2^20)


@dataclass(frozen=True)
class Region:
    """The feasible set at one condition number.

    Attributes:
        steps: alpha L, shape (n,).
        lower, upper: least and largest feasible momentum, shape (n,); NaN where there is none.
        tunings: (alpha L, beta) of the classical choices, by name.
    """

    steps: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    tunings: Mapping[str, tuple[float, float]]


def tunings(kappa: float) -> dict[str, tuple[float, float]]:
    """Classical choices of (alpha L, beta)."""
    root = kappa**0.5
    s = 1 / root
    return {
        "gradient descent, 1/L": (1.0, 0.0),
        "gradient descent, 2/(mu+L)": (2 * kappa / (1 + kappa), 0.0),
        "Polyak's optimum": (4 * kappa / (1 + root) ** 2, ((root - 1) / (root + 1)) ** 2),
        "rate-optimal at 1/L": (1.0, (1 - s) ** 2),
        "Section 5 at 1/L": (1.0, (1 - s) / (1 + s)),
    }


def feasible_momenta(step: float, kappa: float) -> tuple[float, float] | None:
    """Least and largest feasible momentum at alpha L = step, or None where there is none.

    Raises:
        ValueError: the feasible momenta of the scan are no interval.
    """

    def feasible(beta: float) -> bool:
        return heavy_ball_feasible(step / kappa, beta, 1.0, kappa)

    scan = np.arange(SCAN) / SCAN
    inside = np.flatnonzero([feasible(float(beta)) for beta in scan])
    if len(inside) == 0:
        return None
    first, last = int(inside[0]), int(inside[-1])
    if last - first + 1 != len(inside):
        raise ArgumentError(f"feasible momenta must form an interval. Found a gap at {step}.")
    ends = []
    for index, side in ((first, -1), (last, 1)):
        good, bad = float(scan[index]), (index + side) / SCAN
        if bad < 0:
            ends.append(0.0)
            continue
        for _ in range(BISECTIONS):
            middle = (good + bad) / 2
            good, bad = (middle, bad) if feasible(middle) else (good, middle)
        ends.append(good)
    return ends[0], ends[1]


def region(kappa: float) -> Region:
    """The feasible set at ``STEPS`` step sizes."""
    steps = (np.arange(STEPS) + 0.5) * 4.0 / STEPS
    found = [feasible_momenta(float(step), kappa) or (np.nan, np.nan) for step in steps]
    lower, upper = np.array(found).T
    return Region(steps, lower, upper, tunings(kappa))
