"""The feasible set of the heavy-ball LMI in the (alpha L, beta) plane, and the tunings in it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dptheory.lyapunov.criterion import heavy_ball_feasible

KAPPAS = (2.0, 5.83, 10.0, 100.0)
POINTS = 240


@dataclass(frozen=True)
class Region:
    """The set at one condition number, mu = 1 and L = kappa.

    Attributes:
        steps: alpha L, shape (n,).
        momenta: beta, shape (m,).
        feasible: shape (m, n).
        tunings: (alpha L, beta) of the classical choices, by name.
    """

    steps: NDArray[np.float64]
    momenta: NDArray[np.float64]
    feasible: NDArray[np.bool_]
    tunings: Mapping[str, tuple[float, float]]


def tunings(kappa: float) -> dict[str, tuple[float, float]]:
    """Classical choices of (alpha L, beta)."""
    root = kappa**0.5
    s = 1 / root
    return {
        "gradient, 1/L": (1.0, 0.0),
        "gradient, 2/(mu+L)": (2 * kappa / (1 + kappa), 0.0),
        "Polyak's optimum": (4 * kappa / (1 + root) ** 2, ((root - 1) / (root + 1)) ** 2),
        "rate-optimal at 1/L": (1.0, (1 - s) ** 2),
        "Section 5 at 1/L": (1.0, (1 - s) / (1 + s)),
    }


def region(kappa: float) -> Region:
    """The feasible set on a grid of POINTS x POINTS cell centres."""
    steps = (np.arange(POINTS) + 0.5) * 4.0 / POINTS
    momenta = (np.arange(POINTS) + 0.5) / POINTS
    feasible = np.array(
        [
            [heavy_ball_feasible(float(a / kappa), float(b), 1.0, kappa) for a in steps]
            for b in momenta
        ]
    )
    return Region(steps, momenta, feasible, tunings(kappa))
