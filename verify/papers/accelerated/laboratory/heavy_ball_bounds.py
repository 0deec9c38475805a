r"""The setting of Figure 1 of Kuru et al. (2020): bounds, rates and exact errors on a quadratic.

:math:`Q = \mathrm{diag}(\mu, 1)`, :math:`\alpha\in\{0.1, 0.5, 1\}`, horizons t = 0, ..., 250 and
noise of variance :math:`\sigma_t^2 = (t c_w)^2` for a run of t iterations. The paper prints
:math:`\mu = 0.5` and no starting point; the curves that its authors released are those of
:math:`\mu = 0.1` and :math:`V(\xi_0) = 10` (ledger: accelerated/fig-1). Here x_0 = x_{-1} is a
multiple of (1, 1), the minimiser 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.bounds.quadratic import noise_level, sharp_loss_bound
from dptheory.methods import Method, heavy_ball
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import (
    expected_loss,
    heavy_ball_stationary_variance,
    spectral_radius,
)

SMOOTHNESS = 1.0
ALPHAS = (0.1, 0.5, 1.0)
NOISE_LEVELS = (1e-4, 1e-2)
HORIZON = 250
RATE_BETAS = np.linspace(0.0, 0.99, 100)

Curves = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Parameters:
    """A reading of the figure.

    Attributes:
        mu: the smaller eigenvalue. start: V(xi_0) = |x_0|^2 + |x_{-1}|^2, as C_t = t needs it.
    """

    mu: float
    start: float

    @property
    def spectrum(self) -> tuple[float, float]:
        """mu and L."""
        return self.mu, SMOOTHNESS


PRINTED, RELEASED = Parameters(0.5, 4.0), Parameters(0.1, 10.0)


@dataclass(frozen=True)
class Panel:
    """One panel of Figure 1, its curves by the name of the momentum.

    Attributes:
        momenta: the momentum behind each name.
        repaired_bound, exact: shape (HORIZON + 1,), loss against the horizon t.
    """

    momenta: Mapping[str, float]
    repaired_bound: Curves
    exact: Curves


def momenta(alpha: float, chosen: Parameters) -> dict[str, float]:
    """The momenta of a panel; ``beta_opt`` minimises (26), ``heavy-ball best`` the own rate."""
    root = (alpha * chosen.mu) ** 0.5
    return {
        "0": 0.0,
        "0.3": 0.3,
        "0.7": 0.7,
        "beta_opt": (1 - root) / (1 + root),
        "heavy-ball best": (1 - root) ** 2,
    }


def rate_of(method: Method, chosen: Parameters) -> float:
    """The largest spectral radius at mu and L."""
    return max(float(spectral_radius(method, c)) for c in chosen.spectrum)


def noise_variances(noise_level: float) -> NDArray[np.float64]:
    """sigma_t^2 = (t c_w)^2 for t = 0, ..., HORIZON."""
    return np.square(np.arange(HORIZON + 1, dtype=np.float64) * noise_level)


def exact_error(
    method: Method, variances: NDArray[np.float64], chosen: Parameters
) -> NDArray[np.float64]:
    """E F(x_t) - F* after a run of t iterations at variance sigma_t^2, t = 0, ..., HORIZON.

    The error is affine in the variance, so that two recursions give all horizons.
    """
    problem = from_spectrum(chosen.spectrum)
    start = (chosen.start / 4) ** 0.5 * np.ones(2)
    transient = expected_loss(problem, method, 0.0, start, HORIZON)
    noise = expected_loss(problem, method, 1.0, np.zeros(2), HORIZON)
    return transient + variances * noise


def stationary_variances(alpha: float, beta: float, chosen: Parameters) -> list[float]:
    """Stationary variance per unit of noise variance at each eigenvalue."""
    return [float(heavy_ball_stationary_variance(alpha, beta, c, 1.0)) for c in chosen.spectrum]


def repaired_bound(
    method: Method, variances: NDArray[np.float64], chosen: Parameters
) -> NDArray[np.float64]:
    """The bound of :func:`dptheory.bounds.quadratic.sharp_loss_bound` at every horizon."""
    spectrum, start = chosen.spectrum, chosen.start
    steps = range(HORIZON + 1)
    transient = np.array([sharp_loss_bound(method, spectrum, 0.0, start, t) for t in steps])
    floor: NDArray[np.float64] = variances * noise_level(method, spectrum, 1.0)
    return transient + floor


@cache
def figure_1(alpha: float, noise_level: float, chosen: Parameters) -> Panel:
    """The curves of one panel."""
    variances = noise_variances(noise_level)
    methods = {n: heavy_ball(alpha, b) for n, b in momenta(alpha, chosen).items()}
    return Panel(
        momenta=momenta(alpha, chosen),
        repaired_bound={n: repaired_bound(m, variances, chosen) for n, m in methods.items()},
        exact={n: exact_error(m, variances, chosen) for n, m in methods.items()},
    )
