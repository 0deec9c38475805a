r"""Empirical risks of linear models, for many points at once.

.. math:: F(x) = \frac1n\sum_i \varphi(u_i^\top x, z_i) + \lambda|x|^2,\qquad
          \varphi = \ln(1+e^{-zs})\ \text{or}\ \tfrac12(s-z)^2 .

A record's gradient is :math:`\varphi'(s)u`: bounding its length by C bounds the slope by
:math:`C/|u|`. The bounded field is again a gradient, that of the convex losses with bounded
slopes, whose minimiser replaces that of F.

Source: the regularised risk of every textbook.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dptheory.contract import public
from dptheory.problems.logistic import logistic_weight
from dptheory.problems.records import keep, table
from dptheory.ranges import positive, require, sketched
from dptheory.results import explained

Array = NDArray[np.float64]
TOLERANCE = 1e-10  # of the field at a minimiser, by the largest length of a record
NEWTON_STEPS, HALVINGS = 200, 40
ROUGH = 1e-6  # what rounding may leave of the field, relative as above


@explained
@dataclass(frozen=True)
class Loss:
    """A loss of a linear model's output s and a label z.

    Attributes:
        name: logistic or quadratic.
        value, slope, curvature: of (s, z): the loss, its first and second derivative in s.
        steepest: bound of the slope's size; infinite where there is none.
        bend: bound of the curvature.
    """

    name: str
    value: Callable[[Array, Array], Array]
    slope: Callable[[Array, Array], Array]
    curvature: Callable[[Array, Array], Array]
    steepest: float
    bend: float


def _logistic_curvature(s: Array, z: Array) -> Array:
    weight = logistic_weight(z * s)
    return weight * (1 - weight)


LOGISTIC = Loss(
    "logistic",
    lambda s, z: np.logaddexp(0.0, -z * s),
    lambda s, z: -z * logistic_weight(z * s),
    _logistic_curvature,
    1.0,
    0.25,
)
QUADRATIC = Loss(
    "quadratic",
    lambda s, z: (s - z) ** 2 / 2,
    lambda s, z: s - z,
    lambda s, z: np.ones_like(s),
    np.inf,
    1.0,
)
LOSSES = {loss.name: loss for loss in (LOGISTIC, QUADRATIC)}


@public
@dataclass(frozen=True, eq=False)
class LinearModel:
    """The risk of the module's docstring.

    Attributes:
        features: u_i, shape (n, d).
        labels: z_i, shape (n,); -1 or 1 for the logistic loss.
        regularisation: lambda > 0.
        loss: of a record.
        clip: C > 0, infinite for gradients as they are.
        norm: 1 or 2, the norm in which a record's gradient is bounded.

    Example:
        >>> import numpy as np
        >>> LinearModel(np.eye(2), np.array([1.0, -1.0]), regularisation=0.01).norm
        2
    """

    features: Array
    labels: Array
    regularisation: float
    loss: Loss = LOGISTIC
    clip: float = np.inf
    norm: int = 2

    def __post_init__(self) -> None:
        features = table("features", self.features, "(n, d)")
        labels = np.array(self.labels, dtype=np.float64)
        shape = features.shape[:1]
        require(labels.shape == shape, "labels", f"of shape {shape}", f"shape {labels.shape}")
        if self.loss is LOGISTIC:
            require(np.abs(labels) == 1, "labels", "-1 or 1", sketched(self.labels))
        require(np.isfinite(labels), "labels", "finite", sketched(self.labels))
        positive("regularisation", self.regularisation)
        require(self.clip > 0, "clip", "positive", self.clip)
        require(self.norm in (1, 2), "norm", "1 or 2", self.norm)
        keep(self, features=features, labels=labels)

    @property
    def mu(self) -> float:
        """The strong convexity constant 2 lambda."""
        return 2 * self.regularisation

    @property
    def size(self) -> int:
        """The number of records."""
        return int(self.features.shape[0])

    @property
    def dimension(self) -> int:
        """The number d of coordinates."""
        return int(self.features.shape[1])

    def clipped(self, clip: float) -> "LinearModel":
        """The same risk with another bound of the gradients."""
        return replace(self, clip=clip)

    @cached_property
    def _most(self) -> Array | None:
        """The largest slope of every record, shape (n,)."""
        if np.isinf(self.clip):
            return None
        lengths = np.linalg.norm(self.features, ord=self.norm, axis=1)
        most: Array = self.clip / np.maximum(lengths, np.finfo(float).tiny)
        return most

    def slopes(self, x: Array) -> Array:
        """The bounded slopes of the records at points of shape (k, d); shape (k, n)."""
        slopes = self.loss.slope(x @ self.features.T, self.labels)
        if self._most is None:
            return slopes
        bounded: Array = np.clip(slopes, -self._most, self._most)
        return bounded

    def value(self, x: Array) -> Array:
        """F, with unbounded gradients, at points of shape (k, d); shape (k,)."""
        losses: Array = self.loss.value(x @ self.features.T, self.labels).mean(axis=-1)
        losses += self.regularisation * (x**2).sum(axis=-1)
        return losses

    def field(self, x: Array) -> Array:
        """The mean of the bounded gradients and the penalty's, at points of shape (k, d)."""
        found: Array = self.slopes(x) @ self.features / self.size + self.mu * x
        return found

    def hessian(self, x: Array) -> Array:
        """Of F at a point of shape (d,); shape (d, d)."""
        return self._second(x, self.loss.curvature(self.features @ x, self.labels))

    def jacobian(self, x: Array) -> Array:
        """Of the field at a point of shape (d,); shape (d, d)."""
        s = self.features @ x
        curvature = self.loss.curvature(s, self.labels)
        if self._most is not None:
            curvature = curvature * (np.abs(self.loss.slope(s, self.labels)) < self._most)
        return self._second(x, curvature)

    def _second(self, x: Array, curvature: Array) -> Array:
        weighted = (self.features * curvature[:, None]).T @ self.features
        return weighted / self.size + self.mu * np.eye(self.dimension)

    @cached_property
    def span(self) -> Array | None:
        """An orthonormal basis of fewer vectors than d in which all records lie, shape (d, r).

        None where there is none, or where the bound of the gradients depends on the coordinates.
        """
        if self.size >= self.dimension or (self.norm == 1 and np.isfinite(self.clip)):
            return None
        basis: Array = np.linalg.qr(self.features.T)[0]
        return basis

    @cached_property
    def narrow(self) -> "LinearModel":
        """The same risk in the coordinates of :attr:`span`; beside it F is mu/2 times a square."""
        if self.span is None:
            return self
        return replace(self, features=self.features @ self.span)

    @cached_property
    def optimal_value(self) -> float:
        """F*, with unbounded gradients."""
        return float(self.value(self.clipped(np.inf).centre[None])[0])

    @cached_property
    def centre(self) -> Array:
        """Where the field is 0: the minimiser x* where gradients are not bounded."""
        return self.regularised(0.0)

    def regularised(self, more: float) -> Array:
        """Where the field plus ``more`` times x is 0, by Newton's method with backtracking.

        Raises:
            ValueError: rounding keeps it away from 0.
        """

        if self.span is not None:
            found: Array = self.span @ self.narrow.regularised(more)
            return found

        def at(x: Array) -> Array:
            found: Array = self.field(x[None])[0] + more * x
            return found

        scale = float(np.linalg.norm(self.features, axis=1).max()) or 1.0
        x = np.zeros(self.dimension)
        field = at(x)
        for _ in range(NEWTON_STEPS):
            if float(np.linalg.norm(field)) <= TOLERANCE * scale:
                break
            matrix = self.jacobian(x) + more * np.eye(self.dimension)
            direction = np.linalg.solve(matrix, field)
            for halving in range(HALVINGS):
                trial = x - direction * 0.5**halving
                moved = at(trial)
                if np.linalg.norm(moved) < np.linalg.norm(field):
                    break
            else:
                break
            x, field = trial, moved
        left = float(np.linalg.norm(field))
        require(left <= ROUGH * scale, "features", "scaled so that Newton's method ends", left)
        return x
