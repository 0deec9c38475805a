r"""Multi-class logistic regression, its parameters grouped by class or by kind.

For records with covariates :math:`u_i\in\mathbb R^p` and classes
:math:`y_i\in\{0,\dots,K-1\}`, with weights :math:`w_k` and biases :math:`b_k`,

.. math:: F(w,b) = \frac1N\sum_{i=1}^N\Bigl(\ln\sum_ke^{s_{ik}}-s_{iy_i}\Bigr), \qquad
          s_{ik} = w_k^\top u_i+b_k .

The vector of all parameters lists class after class, weight before bias: the layout has a layer and
a block for every class. Constants: F is :math:`\mathcal L`-smooth with
:math:`\mathcal L=\frac12\lambda_{\max}(\frac1N\sum_i(u_i,1)(u_i,1)^\top)`, because the Hessian of a
record's loss in :math:`s_i` is at most 1/2; :math:`F(0)=\ln K` and :math:`F\ge0`.

Source: multinomial logistic regression, of every textbook.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.records import Featured, keep, table
from dptheory.ranges import count, nonnegative, require, sketched

Array = NDArray[np.float64]


def cross_entropy(scores: NDArray[np.inexact[Any]], labels: NDArray[np.int64]) -> Any:
    """The losses of scores of shape (N, K), real or complex (for a complex step); shape (N,)."""
    shifted = scores - scores.real.max(axis=1, keepdims=True)
    own = np.take_along_axis(shifted, labels[:, None], axis=1)[:, 0]
    return np.log(np.exp(shifted).sum(axis=1)) - own


def residuals(scores: Array, labels: NDArray[np.int64]) -> Array:
    """The derivatives of the losses in the scores: probabilities less the indicator; (N, K)."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Array = powers / powers.sum(axis=1, keepdims=True)
    found[np.arange(len(labels)), labels] -= 1.0
    return found


def check_data(features: ArrayLike, labels: ArrayLike, classes: int) -> tuple[Array, Any]:
    """Features of shape (N, p) and labels of shape (N,), for good.

    Raises:
        ValueError: a shape does not fit, a feature is not finite or a label is no class.
    """
    known = table("features", features, "(N, p)")
    classes = count("classes K", classes, least=2)
    named = np.array(labels)
    shape = known.shape[:1]
    require(named.shape == shape, "labels", f"of shape {shape}", f"shape {named.shape}")
    whole = np.issubdtype(named.dtype, np.integer)
    inside = whole and bool(((named >= 0) & (named < classes)).all())
    require(inside, "labels", f"whole numbers from 0 to {classes - 1}", sketched(labels))
    return known, named.astype(np.int64)


@public
@dataclass(frozen=True, eq=False)
class Softmax(Featured):
    """Softmax regression; see the module's docstring.

    Attributes:
        features: u_i, shape (N, p). labels: y_i, shape (N,). classes: K, at least 2.

    Raises:
        ValueError: as :func:`check_data`.

    Example:
        >>> import numpy as np
        >>> Softmax(np.eye(2), np.array([0, 2]), classes=3).classes
        3
    """

    features: Array
    labels: NDArray[np.int64]
    classes: int

    def __post_init__(self) -> None:
        features, labels = check_data(self.features, self.labels, self.classes)
        keep(self, features=features, labels=labels)

    @property
    def dimension(self) -> int:
        """d = K (p + 1)."""
        return self.classes * (int(self.features.shape[1]) + 1)

    @cached_property
    def layout(self) -> Layout:
        """A layer and a block for every class."""
        p, found = int(self.features.shape[1]), []
        for k in range(self.classes):
            found.append(Parameter(f"weight {k}", p, f"class {k}", k))
            found.append(Parameter(f"bias {k}", 1, f"class {k}", k))
        return Layout(tuple(found))

    @cached_property
    def _extended(self) -> Array:
        """The covariates with a constant 1, shape (N, p + 1)."""
        return np.column_stack([self.features, np.ones(self.size)])

    @cached_property
    def L(self) -> float:
        """A smoothness constant; see the module's docstring."""
        return float(np.linalg.eigvalsh(self._extended.T @ self._extended / self.size)[-1]) / 2

    def _scores(self, x: Any, indices: Any) -> tuple[Any, Array, NDArray[np.int64]]:
        point = np.asarray(x)
        allowed = f"of shape ({self.dimension},)"
        require(point.shape == (self.dimension,), "point x", allowed, f"shape {point.shape}")
        chosen = slice(None) if indices is None else np.asarray(indices)
        u = self._extended[chosen]
        return u @ point.reshape(self.classes, -1).T, u, self.labels[chosen]

    def value(self, x: Any, indices: ArrayLike | None = None) -> Any:
        """F, or the mean loss of some records, at one point of shape (d,), real or complex."""
        scores, _, labels = self._scores(x, indices)
        return cross_entropy(scores, labels).mean()

    def gradient(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The gradient of :meth:`value`, shape (d,)."""
        scores, u, labels = self._scores(x, indices)
        found: Array = (residuals(scores, labels).T @ u).ravel() / len(u)
        return found

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The gradients of the records' losses at one point, shape (N, d)."""
        scores, u, labels = self._scores(x, indices)
        rest = residuals(scores, labels)
        return (rest[:, :, None] * u[:, None, :]).reshape(len(u), -1)

    def accuracy(self, x: ArrayLike) -> float:
        """The share of records whose own score is the largest."""
        scores, _, labels = self._scores(x, None)
        return float((scores.argmax(axis=1) == labels).mean())


def synthetic(n: int, p: int, classes: int, seed: int, *, spread: float = 1.0) -> Softmax:
    """Gaussian clouds around Gaussian centres.

    Args:
        n: number of records. p: covariates. classes: K, at least 2.
        seed: a whole number, at least 0.
        spread: deviation of the centres' coordinates; that of a cloud is 1.
    """
    n, p, classes = count("data size N", n), count("covariates p", p), count("classes", classes, 2)
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    nonnegative("spread", spread)
    centres = spread * generator.standard_normal((classes, p))
    labels = np.arange(n) % classes
    return Softmax(centres[labels] + generator.standard_normal((n, p)), labels, classes)
