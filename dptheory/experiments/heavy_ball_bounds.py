r"""The setting of Figure 1 of Kuru et al. (2020): bounds, rates and exact errors on a quadratic.

:math:`Q = \mathrm{diag}(0.5, 1)`, :math:`\alpha\in\{0.1, 0.5, 1\}`, horizons t = 0, ..., 250 and
noise of variance :math:`\sigma_t^2 = (t c_w)^2` for a run of t iterations. The paper gives no
starting point; here x_0 = x_{-1} = (1, 1) with the minimiser at 0.

The bound (25) is computed with the rate that the paper prints in (26), which is the spectral radius
of Nesterov's method, and with C_t = t; the repaired bound has the heavy ball's own rate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.bounds.quadratic import noise_level, sharp_loss_bound
from dptheory.methods import Method, heavy_ball, nesterov
from dptheory.problems.quadratic import Quadratic, from_spectrum
from dptheory.simulation.moments import (
    expected_loss,
    heavy_ball_stationary_variance,
    spectral_radius,
)

MU, SMOOTHNESS = 0.5, 1.0
ALPHAS = (0.1, 0.5, 1.0)
NOISE_LEVELS = (1e-4, 1e-2)
HORIZON = 250
RATE_BETAS = np.linspace(0.0, 0.99, 100)

Curves = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Panel:
    """One panel of Figure 1, its curves by the name of the momentum.

    Attributes:
        momenta: the momentum behind each name; ``beta_opt`` minimises (26), ``heavy-ball best``
            minimises the heavy ball's own rate.
        printed_bound, repaired_bound, exact: shape (HORIZON + 1,), loss against the horizon t.
    """

    momenta: Mapping[str, float]
    printed_bound: Curves
    repaired_bound: Curves
    exact: Curves


def problem() -> Quadratic:
    """Q = diag(0.5, 1) with its minimiser at 0."""
    return from_spectrum([MU, SMOOTHNESS])


def momenta(alpha: float) -> dict[str, float]:
    """The momenta of a panel."""
    root = (alpha * MU) ** 0.5
    return {
        "0": 0.0,
        "0.3": 0.3,
        "0.7": 0.7,
        "beta_opt": (1 - root) / (1 + root),
        "heavy-ball best": (1 - root) ** 2,
    }


def rate_of(method: Method) -> float:
    """The largest spectral radius at mu and L."""
    return max(float(spectral_radius(method, c)) for c in (MU, SMOOTHNESS))


def noise_variances(noise_level: float) -> NDArray[np.float64]:
    """sigma_t^2 = (t c_w)^2 for t = 0, ..., HORIZON."""
    return np.square(np.arange(HORIZON + 1, dtype=np.float64) * noise_level)


def exact_error(method: Method, variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """E F(x_t) - F* after a run of t iterations at variance sigma_t^2, t = 0, ..., HORIZON.

    The error is affine in the variance, so that two recursions give all horizons.
    """
    transient = expected_loss(problem(), method, 0.0, np.ones(2), HORIZON)
    noise = expected_loss(problem(), method, 1.0, np.zeros(2), HORIZON)
    return transient + variances * noise


def stationary_variances(alpha: float, beta: float) -> list[float]:
    """Stationary variance per unit of noise variance at each eigenvalue."""
    return [float(heavy_ball_stationary_variance(alpha, beta, c, 1.0)) for c in (MU, SMOOTHNESS)]


def printed_bound(alpha: float, beta: float, variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """(25) with rho of (26) and C_t = t."""
    t = np.arange(HORIZON + 1)
    rate = rate_of(nesterov(alpha, beta))
    start = 4.0 + variances * alpha**2 / (1 - rate**2)
    noise = SMOOTHNESS * variances * sum(stationary_variances(alpha, beta))
    return start * t**2 * rate ** (2.0 * t) + noise


def repaired_bound(
    alpha: float, beta: float, variances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The bound of :func:`dptheory.bounds.quadratic.sharp_loss_bound` at every horizon."""
    method = heavy_ball(alpha, beta)
    transient = np.array(
        [sharp_loss_bound(method, (MU, SMOOTHNESS), 0.0, 4.0, t) for t in range(HORIZON + 1)]
    )
    floor: NDArray[np.float64] = variances * noise_level(method, (MU, SMOOTHNESS), 1.0)
    return transient + floor


@cache
def figure_1(alpha: float, noise_level: float) -> Panel:
    """The curves of one panel."""
    variances = noise_variances(noise_level)
    names = momenta(alpha)
    return Panel(
        momenta=names,
        printed_bound={n: printed_bound(alpha, b, variances) for n, b in names.items()},
        repaired_bound={n: repaired_bound(alpha, b, variances) for n, b in names.items()},
        exact={n: exact_error(heavy_ball(alpha, b), variances) for n, b in names.items()},
    )


def rates(alpha: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The bottom row: rho of (26) and the heavy ball's own rate over ``RATE_BETAS``."""
    pairs = [
        (rate_of(nesterov(alpha, float(b))), rate_of(heavy_ball(alpha, float(b))))
        for b in RATE_BETAS
    ]
    printed, right = np.array(pairs).T
    return printed, right
