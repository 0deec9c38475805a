r"""Fully connected networks with per-sample gradients by hand-derived formulas.

With :math:`a_1=u_i` and layers :math:`s_l=W_la_l+b_l`, :math:`a_{l+1}=\tanh s_l`, the loss of a
record is the cross-entropy of the last :math:`s_D`, and

.. math:: \frac{\partial\ell_i}{\partial s_D} = \mathrm{softmax}(s_D)-e_{y_i}, \qquad
          \frac{\partial\ell_i}{\partial s_l} = (1-a_{l+1}^2)\odot
          W_{l+1}^\top\frac{\partial\ell_i}{\partial s_{l+1}}, \qquad
          \frac{\partial\ell_i}{\partial W_l} = \frac{\partial\ell_i}{\partial s_l}a_l^\top .

The vector of all parameters lists layer after layer, weight (row by row) before bias; every layer
is a block of its own. :func:`two_layer` has one hidden layer. :math:`F\ge0`, and :math:`F=\ln K`
where the last layer is 0. No smoothness constant holds everywhere.

Source: back-propagation, of every textbook.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.records import Featured, keep
from dptheory.problems.softmax import check_data, cross_entropy, residuals
from dptheory.ranges import count, require
from dptheory.results import explained

Array = NDArray[np.float64]


@explained
@dataclass(frozen=True, eq=False)
class Network(Featured):
    """The objective of the module's docstring.

    Attributes:
        features: u_i, shape (N, p). labels: y_i, shape (N,).
        widths: p, the widths of the hidden layers, and K, the number of classes.

    Raises:
        ValueError: a width is below 1, or as :func:`dptheory.problems.softmax.check_data`.
    """

    features: Array
    labels: NDArray[np.int64]
    widths: tuple[int, ...]

    def __post_init__(self) -> None:
        for width in self.widths:
            count("width of a layer", width)
        require(len(self.widths) > 1, "widths", "at least two", self.widths)
        features, labels = check_data(self.features, self.labels, self.widths[-1])
        p = features.shape[1]
        require(self.widths[0] == p, "first width", f"{p}, that of a record", self.widths[0])
        keep(self, features=features, labels=labels)

    @property
    def dimension(self) -> int:
        """d."""
        return self.layout.dimension

    @cached_property
    def layout(self) -> Layout:
        """``weight l`` and ``bias l`` of layers l = 1, 2, ..., each a block."""
        found = []
        for k, (wide, out) in enumerate(pairwise(self.widths)):
            found.append(Parameter(f"weight {k + 1}", wide * out, f"layer {k + 1}", k))
            found.append(Parameter(f"bias {k + 1}", out, f"layer {k + 1}", k))
        return Layout(tuple(found))

    def _layers(self, x: Any) -> list[tuple[Any, Any]]:
        """Weights of shape (out, in) and biases of the layers, input side first."""
        point = np.asarray(x)
        allowed = f"of shape ({self.dimension},)"
        require(point.shape == (self.dimension,), "point x", allowed, f"shape {point.shape}")
        found, begin = [], 0
        for wide, out in pairwise(self.widths):
            weight = point[begin : begin + wide * out].reshape(out, wide)
            begin += wide * out
            found.append((weight, point[begin : begin + out]))
            begin += out
        return found

    def _forward(self, x: Any, indices: Any) -> tuple[list[Any], Any, NDArray[np.int64]]:
        """The activations of all layers, the last scores and the labels."""
        chosen = slice(None) if indices is None else np.asarray(indices)
        activations: list[Any] = [self.features[chosen]]
        scores: Any = None
        for k, (weight, bias) in enumerate(self._layers(x)):
            if k > 0:
                activations.append(np.tanh(scores))
            scores = activations[-1] @ weight.T + bias
        return activations, scores, self.labels[chosen]

    def value(self, x: Any, indices: ArrayLike | None = None) -> Any:
        """F, or the mean loss of some records, at one point of shape (d,), real or complex."""
        _, scores, labels = self._forward(x, indices)
        return cross_entropy(scores, labels).mean()

    def _backward(self, x: ArrayLike, indices: Any) -> list[tuple[Array, Array]]:
        """The activation and the output gradient of every layer, input side first."""
        activations, scores, labels = self._forward(x, indices)
        gradient = residuals(scores, labels)
        found = [(activations[-1], gradient)]
        layers = self._layers(x)
        for k in range(len(layers) - 1, 0, -1):
            gradient = (1.0 - activations[k] ** 2) * (gradient @ layers[k][0])
            found.append((activations[k - 1], gradient))
        return found[::-1]

    def gradient(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The gradient of :meth:`value`, shape (d,)."""
        parts = []
        for activation, output in self._backward(x, indices):
            parts += [(output.T @ activation).ravel() / len(output), output.mean(axis=0)]
        return np.concatenate(parts)

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The gradients of the records' losses at one point, shape (N, d)."""
        parts: list[Array] = []
        for activation, output in self._backward(x, indices):
            outer = output[:, :, None] * activation[:, None, :]
            parts += [outer.reshape(len(outer), -1), output]
        return np.concatenate(parts, axis=1)

    def accuracy(self, x: ArrayLike) -> float:
        """The share of records whose own score is the largest."""
        _, scores, labels = self._forward(x, None)
        return float((scores.argmax(axis=1) == labels).mean())

    def first(self, seed: int) -> Array:
        """A point to start from: weights of variance one over their inputs, biases 0.

        Args:
            seed: a whole number, at least 0.
        """
        generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
        parts = []
        for wide, out in pairwise(self.widths):
            parts += [generator.standard_normal(wide * out) / np.sqrt(wide), np.zeros(out)]
        return np.concatenate(parts)


@public
def network(
    features: ArrayLike, labels: ArrayLike, *, hidden: Sequence[int], classes: int
) -> Network:
    """A network with hidden layers of the given widths; see :class:`Network`.

    Args:
        features: shape (N, p). labels: whole numbers below ``classes``, shape (N,).
        hidden: the widths of the hidden layers. classes: K.

    Example:
        >>> network([[1.0, 0.0], [0.0, 1.0]], [0, 1], hidden=(3, 2), classes=2).dimension
        23
    """
    known, named = check_data(features, labels, classes)
    return Network(known, named, (known.shape[1], *hidden, classes))


@public
def two_layer(features: ArrayLike, labels: ArrayLike, *, hidden: int, classes: int) -> Network:
    """One hidden layer.

    Args:
        features: shape (N, p). labels: whole numbers below ``classes``, shape (N,).
        hidden: the width of the hidden layer. classes: K.

    Example:
        >>> two_layer([[1.0, 0.0], [0.0, 1.0]], [0, 1], hidden=3, classes=2).dimension
        17
    """
    return network(features, labels, hidden=(hidden,), classes=classes)
