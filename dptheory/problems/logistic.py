r"""Logistic regression with an l2 penalty.

For records :math:`(u_i, z_i)` with covariates :math:`u_i \in \mathbb R^d` and labels
:math:`z_i \in \{-1, 1\}`, and with the logistic function :math:`\sigma(s) = 1/(1+e^{-s})`,

.. math:: F(x) = \frac1n \sum_{i=1}^n \ln(1 + e^{-z_i u_i^\top x}) + \lambda\|x\|^2, \qquad
          \nabla F(x) = -\frac1n\sum_i \sigma(-z_i u_i^\top x)\, z_i u_i + 2\lambda x .

Constants: the Hessian is :math:`\frac1n\sum_i w_i u_i u_i^\top + 2\lambda I` with weights
:math:`w_i = \sigma(s)(1-\sigma(s)) \in (0, 1/4]`, equal to 1/4 at x = 0. Hence :math:`F` is
:math:`\mu`-strongly convex with :math:`\mu = 2\lambda`, and
:math:`L = \lambda_{\max}(U^\top U)/(4n) + 2\lambda` is attained at x = 0: no smaller constant is
valid.

Source of the setting: Kuru et al. (2020), Section 5.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.records import Regression, keep, points, table
from dptheory.ranges import count, positive, require, sketched

Array = NDArray[np.float64]

GRADIENT_TOLERANCE = 1e-12
_NEWTON_STEPS = 100
_HALVINGS = 60


def logistic_weight(margin: Array) -> Array:
    r"""The weight :math:`\sigma(-s) = 1/(1 + e^s)` of a record with margin s, without overflow."""
    small = np.exp(-np.abs(margin))
    return np.where(margin >= 0, small, 1.0) / (1.0 + small)


@public
@dataclass(frozen=True, eq=False)
class Logistic(Regression):
    """Logistic regression with a ridge; see the module's docstring.

    Attributes:
        features: covariates u_i, shape (n, d).
        labels: z_i in {-1, 1}, shape (n,).
        regularisation: lambda > 0.

    Raises:
        ValueError: a shape does not fit, a label is not -1 or 1, an entry is not finite or the
            regularisation is not positive.

    Example:
        >>> import numpy as np
        >>> Logistic(np.eye(2), np.array([1.0, -1.0]), regularisation=0.01).mu
        0.02
    """

    features: Array
    labels: Array
    regularisation: float

    def __post_init__(self) -> None:
        features = table("features", self.features, "(n, d)")
        labels = np.array(self.labels, dtype=np.float64)
        shape = features.shape[:1]
        require(labels.shape == shape, "labels", f"of shape {shape}", f"shape {labels.shape}")
        require(np.abs(labels) == 1, "labels", "-1 or 1", sketched(self.labels))
        positive("regularisation", self.regularisation)
        keep(self, features=features, labels=labels)
        object.__setattr__(self, "regularisation", float(self.regularisation))

    @property
    def mu(self) -> float:
        """The strong convexity constant 2 lambda."""
        return 2 * self.regularisation

    @property
    def L(self) -> float:
        """The sharp smoothness constant, attained at x = 0."""
        return self.gram_norm / 4 + self.mu

    @property
    def kappa(self) -> float:
        """The condition number L/mu with the sharp L."""
        return self.L / self.mu

    @cached_property
    def signed_features(self) -> Array:
        """The vectors z_i u_i, shape (n, d), which are all that F depends on."""
        signed = np.ascontiguousarray(self.labels[:, None] * self.features)
        signed.setflags(write=False)
        return signed

    @cached_property
    def columns(self) -> Array:
        """The layout of :mod:`dptheory.simulation.logistic_kernels`, shape (d4, n)."""
        padding = -self.dimension % 4
        columns = np.ascontiguousarray(np.pad(self.signed_features, ((0, 0), (0, padding))).T)
        columns.setflags(write=False)
        return columns

    @cached_property
    def rows(self) -> Array:
        """The same, one record a row, shape (n, d4)."""
        rows = np.ascontiguousarray(self.columns.T)
        rows.setflags(write=False)
        return rows

    def _margins(self, x: ArrayLike, indices: NDArray[np.int64] | None = None) -> Array:
        signed = self.signed_features if indices is None else self.signed_features[indices]
        return points(x, self.dimension) @ signed.T

    def value(self, x: ArrayLike) -> Array:
        """F at points of shape (..., d); the result has shape (...)."""
        penalty = self.regularisation * (np.asarray(x, dtype=np.float64) ** 2).sum(axis=-1)
        losses: Array = np.logaddexp(0.0, -self._margins(x)).mean(axis=-1) + penalty
        return losses

    def gradient(self, x: ArrayLike, indices: NDArray[np.int64] | None = None) -> Array:
        """The gradient at points of shape (..., d): of F, or of a batch's mean plus the penalty.

        Args:
            x: points, shape (..., d).
            indices: the records of the batch, shape (m,); all of them by default.
        """
        weights = logistic_weight(self._margins(x, indices))
        signed = self.signed_features if indices is None else self.signed_features[indices]
        return -(weights @ signed) / len(signed) + self.mu * np.asarray(x, dtype=np.float64)

    def per_sample_gradients(self, x: ArrayLike) -> Array:
        """The gradients of every record's loss (with the penalty) at one point; shape (n, d)."""
        point = np.asarray(x, dtype=np.float64)
        weights = logistic_weight(self._margins(point))
        return -weights[:, None] * self.signed_features + self.mu * point

    def hessian(self, x: ArrayLike) -> Array:
        """The Hessian at one point of shape (d,); shape (d, d)."""
        weights = logistic_weight(self._margins(np.asarray(x, dtype=np.float64)))
        curvature = weights * (1 - weights)
        weighted = (self.features * curvature[:, None]).T @ self.features
        return weighted / self.size + self.mu * np.eye(self.dimension)

    @cached_property
    def minimiser(self) -> Array:
        """The minimiser x*, to a gradient norm of 1e-12, by Newton's method with backtracking.

        The step is halved until the gradient norm falls: the Newton direction is a descent
        direction of the squared gradient norm, and this test stays meaningful down to rounding,
        where differences of F do not.

        Raises:
            ValueError: the features are so large that rounding keeps the norm above 1e-12.
        """
        x = np.zeros(self.dimension)
        gradient = self.gradient(x)
        for _ in range(_NEWTON_STEPS):
            norm = float(np.linalg.norm(gradient))
            if norm <= GRADIENT_TOLERANCE:
                break
            direction = np.linalg.solve(self.hessian(x), gradient)
            for halving in range(_HALVINGS):
                trial = x - direction * 0.5**halving
                trial_gradient = self.gradient(trial)
                if np.linalg.norm(trial_gradient) < norm:
                    break
            else:
                break
            x, gradient = trial, trial_gradient
        norm = float(np.linalg.norm(gradient))
        scaled = norm <= GRADIENT_TOLERANCE
        require(scaled, "features", f"scaled so that Newton reaches {GRADIENT_TOLERANCE}", norm)
        x.setflags(write=False)
        return x

    @cached_property
    def optimal_value(self) -> float:
        """F*, the value at the minimiser."""
        return float(self.value(self.minimiser))


@public
def l1_sensitivity(radius_l1: float) -> float:
    r"""The :math:`L_1` sensitivity of a record's gradient when :math:`\|u\|_1 \le R`: 2 radius.

    .. math:: S_1 = \sup_{x,\,(u,z),\,(u',z')}
              \|\sigma(-s)zu - \sigma(-s')z'u'\|_1 = 2R, \qquad
              s = zu^\top x,\ s' = z'u'^\top x .

    The penalty cancels. Upper bound: the weights lie in (0, 1), so the triangle inequality gives
    less than :math:`\|u\|_1 + \|u'\|_1 \le 2R`. Sharp for :math:`d \ge 2`: with
    :math:`zu = Re_1`, :math:`z'u' = Re_2`, :math:`x = -k(e_1 + e_2)` both weights tend to 1 as
    :math:`k \to \infty` and the distance tends to 2R; it is attained nowhere. (For d = 1 the
    supremum is about 1.0516 R, because margins of opposite slope cannot both be very negative.)

    The radius has to hold for every possible record: the largest norm in one data set is itself a
    private quantity.

    Args:
        radius_l1: R > 0, a public bound on the :math:`L_1` norm of the covariates.

    Raises:
        ValueError: the radius is not positive and finite.

    Example:
        >>> l1_sensitivity(1.5)
        3.0
    """
    return 2 * float(positive("radius", radius_l1))


def synthetic(n: int, d: int, regularisation: float, seed: int) -> Logistic:
    r"""Synthetic data of Kuru et al. (2020), Section 5: uniform covariates, noiseless labels.

    :math:`u_i` is uniform on :math:`[0, 1]^d` (not centred), :math:`w \sim N(0, I)` and
    :math:`z_i = \mathrm{sign}(u_i^\top w)`.

    Args:
        n: number of records.
        d: dimension.
        regularisation: lambda > 0.
        seed: a whole number, at least 0.
    """
    n, d = count("data size n", n), count("dimension d", d)
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    features = generator.random((n, d))
    direction = generator.standard_normal(d)
    labels = np.where(features @ direction >= 0, 1.0, -1.0)
    return Logistic(features, labels, regularisation)
