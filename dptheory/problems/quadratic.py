r"""Strongly convex quadratics, given in the eigenbasis of their Hessian.

.. math:: F(x) = \frac12 \sum_{i=1}^d \lambda_i (x_i - x^*_i)^2, \qquad F^* = 0,

with the spectrum :math:`0 < \mu = \min\lambda_i \le \max\lambda_i = L` (loss/length^2),
minimiser :math:`x^*` (length) and condition number :math:`\kappa = L/\mu`. A method of the momentum
family commutes with rotations, so nothing is lost by working in the eigenbasis, provided that the
noise is given there as well (independent Laplace coordinates are not invariant under rotation;
their covariance is).

Source: Kuru et al. (2020), (24), in the eigenbasis.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.records import keep, points, positives
from dptheory.ranges import vector


@public
@dataclass(frozen=True, eq=False)
class Quadratic:
    """A quadratic objective; see the module's docstring.

    Attributes:
        spectrum: eigenvalues of the Hessian, shape (d,), positive.
        minimiser: x*, shape (d,).

    Raises:
        ValueError: a shape does not fit, an eigenvalue is not positive or an entry is not finite.

    Example:
        >>> import numpy as np
        >>> Quadratic(np.array([1.0, 10.0]), np.zeros(2)).dimension
        2
    """

    spectrum: NDArray[np.float64]
    minimiser: NDArray[np.float64]

    def __post_init__(self) -> None:
        spectrum = positives("spectrum", self.spectrum)
        keep(self, spectrum=spectrum, minimiser=vector("minimiser", self.minimiser, spectrum.size))

    @property
    def dimension(self) -> int:
        """The number d of coordinates."""
        return self.spectrum.size

    @property
    def mu(self) -> float:
        """The strong convexity constant, the smallest eigenvalue."""
        return float(self.spectrum.min())

    @property
    def L(self) -> float:
        """The smoothness constant, the largest eigenvalue."""
        return float(self.spectrum.max())

    @property
    def kappa(self) -> float:
        """The condition number L/mu."""
        return self.L / self.mu

    @property
    def optimal_value(self) -> float:
        """F*, which is zero."""
        return 0.0

    def _error(self, x: ArrayLike) -> NDArray[np.float64]:
        return points(x, self.dimension) - self.minimiser

    def value(self, x: ArrayLike) -> NDArray[np.float64]:
        """F at points of shape (..., d); the result has shape (...)."""
        losses: NDArray[np.float64] = 0.5 * (self.spectrum * self._error(x) ** 2).sum(axis=-1)
        return losses

    def gradient(self, x: ArrayLike) -> NDArray[np.float64]:
        """The gradient at points of shape (..., d), of the same shape."""
        return self.spectrum * self._error(x)


@public
def from_spectrum(spectrum: ArrayLike) -> Quadratic:
    """The quadratic with the given spectrum and its minimiser at the origin.

    Args:
        spectrum: the curvatures, positive, shape (d,), loss/length^2.

    Example:
        >>> from_spectrum([1.0, 10.0]).minimiser.tolist()
        [0.0, 0.0]
    """
    eigenvalues = np.asarray(spectrum, dtype=np.float64)
    return Quadratic(eigenvalues, np.zeros_like(eigenvalues))
