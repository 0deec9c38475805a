r"""The released gradient: full or mini-batch gradient plus additive noise.

.. math:: g(y) = \frac1m\sum_{i\in B}\nabla f(y; i) + b\,\zeta,

with a batch :math:`B` of m of n records (all of them by default) and standard noise
:math:`\zeta` scaled by :math:`b` (unit of a gradient). The functions are pure: batch and noise are
arguments, drawn for example with :mod:`dptheory.simulation.streams`. They are the slow, readable
reference of the simulator's kernels.

Source: Kuru et al. (2020), (7) and (8).
"""

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.records import check_batch
from dptheory.ranges import nonnegative, require

Array = NDArray[np.float64]


class FiniteSum(Protocol):
    """A problem that is a mean over records and can restrict itself to a batch of them."""

    @property
    def size(self) -> int:
        """The number of records."""

    def gradient(self, x: ArrayLike, indices: NDArray[np.int64] | None = None) -> Array:
        """The gradient at one point, of all records or of a batch."""


def batch_gradient(problem: FiniteSum, y: ArrayLike, indices: ArrayLike | None = None) -> Array:
    """The mean gradient over a batch sampled without replacement, or the full gradient.

    Args:
        problem: a mean over records.
        y: where the gradient is taken, shape (d,).
        indices: the batch; None means all records.

    Raises:
        ValueError: the batch is not a set of records of the problem.
    """
    if indices is None:
        return problem.gradient(y)
    return problem.gradient(y, check_batch(indices, problem.size))


def add_noise(gradient: ArrayLike, scale: float, standard_noise: ArrayLike) -> Array:
    """The gradient plus scale times standard noise of the same shape.

    Args:
        gradient: shape (..., d).
        scale: nonnegative, unit of a gradient (Laplace scale b, or Gaussian standard deviation).
        standard_noise: of the gradient's shape.

    Raises:
        ValueError: the shapes differ or the scale is negative or not finite.
    """
    clean, noise = np.asarray(gradient, dtype=np.float64), np.asarray(standard_noise)
    require(noise.shape == clean.shape, "noise", f"of shape {clean.shape}", f"shape {noise.shape}")
    released: NDArray[np.float64] = clean + nonnegative("noise scale", scale) * noise
    return released


@public
def released_gradient(
    problem: FiniteSum,
    y: ArrayLike,
    scale: float,
    standard_noise: ArrayLike,
    indices: ArrayLike | None = None,
) -> Array:
    """What a step releases: :func:`add_noise` applied to :func:`batch_gradient`.

    Args:
        problem: a mean over records. y: where the gradient is taken, shape (d,).
        scale: of the noise, nonnegative, unit of a gradient.
        standard_noise: of the gradient's shape.
        indices: the batch; None means all records.

    Raises:
        ValueError: as the two functions.

    Example:
        >>> import numpy as np
        >>> from dptheory.problems import Logistic
        >>> problem = Logistic(np.eye(2), np.array([1.0, -1.0]), 0.01)
        >>> released_gradient(problem, [0.0, 0.0], 0.1, [1.0, -1.0]).round(4).tolist()
        [-0.15, 0.15]
    """
    return add_noise(batch_gradient(problem, y, indices), scale, standard_noise)
