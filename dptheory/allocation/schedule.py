"""A schedule of noise, and the checks of weights that all schedules share."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.ranges import require
from dptheory.results import Drawn

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Batches:
    """Batches of m of n records."""

    n: int
    batch_size: int

    @property
    def rate(self) -> float:
        """q = m/n."""
        return self.batch_size / self.n


@public
@dataclass(frozen=True)
class Allocation(Drawn):
    """A schedule of noise and what it costs.

    Attributes:
        budgets: what every iteration spends (pure epsilon, rho of zCDP, or Rényi divergence of
            the order that decides), shape (T,).
        scales: Laplace scale b_t, or standard deviation of the Gaussian noise, shape (T,);
            infinite where the weight is zero.
        objective: sum of weights times the variance of a coordinate.
        uniform_objective: the same when every iteration spends alike (zero weights included).
        spent: the budget that is spent: the sum of the budgets, or epsilon at the given delta.
        kkt_residual: largest relative deviation of a marginal value from the multiplier.

    Example:
        >>> found = laplace([1, 1, 8], 1, sensitivity=1, n=100, batch_size=100)
        >>> found.budgets.round(4).tolist()
        [0.25, 0.25, 0.5]
    """

    budgets: Array
    scales: Array
    objective: float
    uniform_objective: float
    spent: float
    kkt_residual: float

    def _columns(self) -> dict[str, Any]:
        """A row an iteration, from 0 on."""
        return {
            "iteration": list(range(len(self.budgets))),
            "budget": self.budgets.tolist(),
            "scale": self.scales.tolist(),
        }

    def _draw(self, axes: Any) -> None:
        """Scale and budget of every iteration; one without a release has no point."""
        t = np.arange(len(self.budgets))
        (noise,) = axes.plot(t, np.ma.masked_invalid(self.scales), ".-", label="scale of the noise")
        beside = axes.twinx()
        (spent,) = beside.plot(t, self.budgets, ".--", color="C1", label="budget")
        axes.set(xlabel="iteration", ylabel="scale of the noise", title="schedule")
        beside.set_ylabel("budget")
        axes.legend(handles=[noise, spent])


def checked_weights(weights: ArrayLike) -> Array:
    """The weights as an array.

    Raises:
        ValueError: they are not a nonempty vector of finite nonnegative numbers, or all zero.
    """
    a = np.asarray(weights, dtype=np.float64)
    require(a.ndim == 1 and a.size > 0, "weights", "a nonempty vector", f"shape {a.shape}")
    bad = a[~(np.isfinite(a) & (a >= 0))]
    require(bad.size == 0, "weights", "finite and nonnegative", bad[:1])
    require(bool((a > 0).any()), "weights", "not all zero", "zeros only")
    return a
