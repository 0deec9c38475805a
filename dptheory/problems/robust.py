r"""Robust regression: a non-convex finite sum with a bounded loss slope, not separable.

.. math:: f(x) = \frac1N\sum_{i=1}^N\rho(a_i^\top x-b_i), \qquad \nabla f(x) = \frac1N\sum_i
          \rho'(a_i^\top x-b_i)\,a_i,

with :math:`\rho` = ``cauchy`` or ``saturated`` of :mod:`dptheory.problems.profiles`, whose slopes
are at most :math:`\rho'_{\max}` = 1/2 and :math:`3\sqrt3/16`, and whose curvatures are at most 1 in
absolute value. Hence

.. math:: L_0 = \lambda_{\max}\Bigl(\frac1NA^\top A\Bigr), \quad L_1=0, \quad \tau_1=0, \quad
          \tau_0 = \rho'_{\max}\max_i\Bigl(\frac{N-1}N\|a_i\|+\frac1N\sum_{k\ne i}\|a_k\|\Bigr),

and :math:`f^*\ge0`, so that :math:`f(x_0)` bounds :math:`D_f`. :math:`L_0` is attained where
every residual is 0.

Source: own; the constants are those of Yang et al. (2022), Definition 2.2 and Assumption 2.2.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.profiles import PROFILES, Profile
from dptheory.problems.records import Regression, keep, points, rows, table
from dptheory.ranges import count, nonnegative, require, vector
from dptheory.results import explained

Array = NDArray[np.float64]
STEEPEST = {"cauchy": 0.5, "saturated": 3 * math.sqrt(3) / 16}


@explained
@dataclass(frozen=True, eq=False)
class RobustRegression(Regression):
    """The objective of the module's docstring.

    Attributes:
        features: a_i, shape (N, d), unit of a gradient (slopes and residuals have none).
        targets: b_i, shape (N,).
        loss: ``cauchy`` or ``saturated``.

    Raises:
        ValueError: a shape does not fit, an entry is not finite or the loss is unknown.
    """

    features: Array
    targets: Array
    loss: str

    def __post_init__(self) -> None:
        features = table("features", self.features, "(N, d)")
        targets = vector("targets", self.targets, features.shape[0])
        require(self.loss in STEEPEST, "loss", f"one of {', '.join(STEEPEST)}", self.loss)
        keep(self, features=features, targets=targets)

    @property
    def profile(self) -> Profile:
        """rho."""
        return PROFILES[self.loss]

    @property
    def L0(self) -> float:
        """The smoothness constant; L1 is 0."""
        return self.gram_norm

    @property
    def L1(self) -> float:
        """0."""
        return 0.0

    @property
    def tau0(self) -> float:
        """A bound of the deviation of every record at every point."""
        lengths = np.linalg.norm(self.features, axis=1)
        others = (lengths.sum() - lengths) / self.size
        own = (1 - 1 / self.size) * lengths
        return STEEPEST[self.loss] * float((own + others).max())

    @property
    def tau1(self) -> float:
        """0."""
        return 0.0

    @property
    def optimal_value(self) -> float:
        """0, a lower bound of f*."""
        return 0.0

    def gap(self, x0: ArrayLike) -> float:
        """f(x_0), an upper bound of D_f."""
        return float(self.value(x0))

    def _residuals(self, x: ArrayLike, chosen: NDArray[np.int64] | slice = slice(None)) -> Array:
        residuals: Array = (
            points(x, self.dimension) @ self.features[chosen].T - self.targets[chosen]
        )
        return residuals

    def value(self, x: ArrayLike) -> Array:
        """f at points of shape (..., d); the result has shape (...)."""
        losses: Array = self.profile.value(self._residuals(x)).mean(axis=-1)
        return losses

    def gradient(self, x: ArrayLike, indices: NDArray[np.int64] | None = None) -> Array:
        """The gradient at points of shape (..., d), of all records or of a batch."""
        chosen = slice(None) if indices is None else indices
        slopes = self.profile.slope(self._residuals(x, chosen))
        mean: Array = slopes @ self.features[chosen] / slopes.shape[-1]
        return mean

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The records' gradients at points of shape (..., d): shape (..., N, d), or of a batch."""
        chosen = rows(indices, self.size)
        slopes = self.profile.slope(self._residuals(x, chosen))
        gradients: Array = slopes[..., None] * self.features[chosen]
        return gradients


@public
def with_outliers(
    n: int,
    dimension: int,
    *,
    loss: str = "saturated",
    spread: float = 5.0,
    share: float = 0.2,
    seed: int,
) -> RobustRegression:
    """Gaussian features of length about 1, targets linear up to a share of Gaussian outliers.

    Args:
        n, dimension: data size and dimension.
        loss: ``cauchy`` or ``saturated``.
        spread: standard deviation of the outliers, nonnegative.
        share: of the outliers, in [0, 1].
        seed: a whole number, at least 0.

    Example:
        >>> with_outliers(20, 3, seed=0).features.shape
        (20, 3)
    """
    n, dimension = count("data size n", n), count("dimension d", dimension)
    nonnegative("spread", spread)
    require(0 <= share <= 1, "share of outliers", "in [0, 1]", share)
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    features = generator.standard_normal((n, dimension)) / math.sqrt(dimension)
    targets = features @ generator.standard_normal(dimension)
    targets += spread * generator.standard_normal(n) * (generator.random(n) < share)
    return RobustRegression(features, targets, loss)
