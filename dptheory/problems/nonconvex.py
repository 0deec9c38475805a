r"""Non-convex finite sums with known :math:`(L_0,L_1)`, :math:`(\tau_0,\tau_1)` and :math:`D_f`.

The objective (:class:`Separable`) sums profiles (:mod:`dptheory.problems.profiles`) over
coordinates, with heights :math:`k_j` (loss) and widths :math:`\ell_j` (length):

.. math:: f(x) = \sum_{j=1}^d k_j\varphi(x_j/\ell_j), \qquad
          L_0 = L_0(\varphi)\max_j\frac{k_j}{\ell_j^2}, \qquad
          L_1 = L_1(\varphi)\max_j\frac1{\ell_j} .

In coordinate j the slope changes by at most :math:`(L_0+L_1|\partial_jf(x)|)|x_j-y_j|`, and
:math:`|\partial_jf|\le\|\nabla f\|`, so the pair holds in every dimension and, as norms do not
change, in every rotated basis.

The records (:class:`Tilted`) have losses and gradients

.. math:: \ell_i(x) = (1+\tau_1w_i)f(x) + \tau_0v_i^\top x, \qquad
          \nabla\ell_i(x)-\nabla f(x) = \tau_1w_i\nabla f(x)+\tau_0v_i,

with :math:`|w_i|\le1`, :math:`\|v_i\|\le1` and means 0: the mean of the losses is f, and the
deviation of a record is at most :math:`\tau_0+\tau_1\|\nabla f(x)\|`, for every x. With
:math:`\tau_1=0`, or d = 1, every law of the deviation with rational probabilities occurs. For
example::

    problem = tilted(separable("ripple", d=5), n=100, tau0=0.5, tau1=0.2, seed=0)
    problem.per_sample_gradients(x)                  # (100, 5)
    problem.L0, problem.L1, problem.gap(x)           # D_f = f(x) - f*
    one_sided(separable("well", d=3), n=3, ahead=1, tau0=1.0)  # the paper's toy law

:mod:`dptheory.simulation.nonconvex` runs DP-SGD and DP-NSGD on them.

Source: Yang et al. (2022), Definition 2.2 and Assumption 2.2, for the constants.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.profiles import PROFILES, Profile
from dptheory.problems.records import AroundObjective, keep, points, positives, rows, table
from dptheory.ranges import count, nonnegative, positive, require, vector
from dptheory.results import explained

Array = NDArray[np.float64]
_ROUNDING = 1e-12  # by which the means of tilts and weights may differ from 0


@explained
@dataclass(frozen=True, eq=False)
class Separable:
    """The objective of the module's docstring.

    Attributes:
        profile: of every coordinate.
        heights: k_j > 0, loss, shape (d,).
        widths: l_j > 0, length, shape (d,).

    Raises:
        ValueError: an entry is not positive and finite or the shapes differ.
    """

    profile: Profile
    heights: Array
    widths: Array

    def __post_init__(self) -> None:
        heights = positives("heights", self.heights)
        widths = positive("widths", vector("widths", self.widths, heights.size))
        keep(self, heights=heights, widths=widths)

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.heights.size)

    @property
    def L0(self) -> float:
        """L_0, loss/length^2."""
        return float(self.profile.L0) * float((self.heights / self.widths**2).max())

    @property
    def L1(self) -> float:
        """L_1, 1/length."""
        return float(self.profile.L1) / float(self.widths.min())

    @property
    def optimal_value(self) -> float:
        """f*, attained."""
        return self.profile.minimum * float(self.heights.sum())

    def _scaled(self, x: ArrayLike) -> Array:
        return points(x, self.dimension) / self.widths

    def value(self, x: ArrayLike) -> Array:
        """f at points of shape (..., d); the result has shape (...)."""
        losses: Array = self.profile.value(self._scaled(x)) @ self.heights
        return losses

    def gradient(self, x: ArrayLike) -> Array:
        """The gradient at points of shape (..., d), of the same shape."""
        slopes: Array = self.heights / self.widths * self.profile.slope(self._scaled(x))
        return slopes

    def gap(self, x0: ArrayLike) -> float:
        """D_f = f(x_0) - f*."""
        return float(self.value(x0)) - self.optimal_value


@public
def separable(
    profile: str, dimension: int, *, height: float = 1.0, width: float = 1.0
) -> Separable:
    """The objective with equal coordinates.

    Args:
        profile: a name in :data:`~dptheory.problems.profiles.PROFILES`.
        dimension: dimension.
        height, width: of every coordinate, positive.

    Raises:
        ValueError: the name is unknown or a number is out of its range.

    Example:
        >>> float(separable("cauchy", 2).value([0.0, 0.0]))
        0.0
    """
    require(profile in PROFILES, "profile", f"one of {', '.join(PROFILES)}", profile)
    dimension = count("dimension d", dimension)
    return Separable(
        PROFILES[profile], np.full(dimension, float(height)), np.full(dimension, float(width))
    )


@explained
@dataclass(frozen=True, eq=False)
class Tilted(AroundObjective):
    """The finite sum of the module's docstring; a problem that is a mean over records.

    Attributes:
        objective: f.
        tilts: v_i, shape (N, d), of length at most 1 and mean 0.
        weights: w_i, shape (N,), in [-1, 1] and of mean 0.
        tau0: nonnegative, unit of a gradient. (The paper has tau_0 > 0.)
        tau1: in [0, 1).

    Raises:
        ValueError: a shape does not fit, a length, weight or mean is not as above (means up to
            1e-12), or tau0 or tau1 is out of its range.
    """

    objective: Separable
    tilts: Array
    weights: Array
    tau0: float
    tau1: float

    def __post_init__(self) -> None:
        d = self.objective.dimension
        tilts = table("tilts", self.tilts, f"(N, {d})", d)
        weights = vector("weights", self.weights, tilts.shape[0])
        lengths = np.linalg.norm(tilts, axis=1)
        require(lengths <= 1 + _ROUNDING, "tilts", "of length at most 1", lengths.max())
        require(np.abs(weights) <= 1, "weights", "in [-1, 1]", np.abs(weights).max())
        for name, values in (("tilts", tilts), ("weights", weights)):
            centred = np.abs(values.mean(axis=0)) <= _ROUNDING
            require(centred, name, "of mean 0", values.mean(axis=0))
        keep(self, tilts=tilts, weights=weights)
        nonnegative("tau0", self.tau0)
        require(0 <= self.tau1 < 1, "tau1", "in [0, 1)", self.tau1)

    @property
    def size(self) -> int:
        """N."""
        return int(self.tilts.shape[0])

    @property
    def L0(self) -> float:
        """L_0 of the objective, loss/length^2."""
        return self.objective.L0

    @property
    def L1(self) -> float:
        """L_1 of the objective, 1/length."""
        return self.objective.L1

    def gap(self, x0: ArrayLike) -> float:
        """D_f = f(x_0) - f*."""
        return self.objective.gap(x0)

    def gradient(self, x: ArrayLike, indices: NDArray[np.int64] | None = None) -> Array:
        """The gradient of f at points of shape (..., d), or the mean over a batch at one point."""
        if indices is None:
            return self.objective.gradient(x)
        mean: Array = self.per_sample_gradients(x, indices).mean(axis=-2)
        return mean

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The records' gradients at points of shape (..., d): shape (..., N, d), or of a batch."""
        chosen = rows(indices, self.size)
        scale = 1 + self.tau1 * self.weights[chosen]
        gradients: Array = scale[:, None] * self.objective.gradient(x)[..., None, :]
        return gradients + self.tau0 * self.tilts[chosen]


@public
def tilted(objective: Separable, n: int, *, tau0: float, tau1: float, seed: int) -> Tilted:
    """Records in opposite pairs: uniform directions of length 1, weights uniform on [-1, 1].

    Weights are paired apart from tilts; a last single record has neither.

    Args:
        objective: f.
        n: number of records.
        tau0, tau1: as in :class:`Tilted`.
        seed: a whole number, at least 0.

    Example:
        >>> tilted(separable("cauchy", 2), 10, tau0=1.0, tau1=0.5, seed=0).tilts.shape
        (10, 2)
    """
    n, d = count("data size n", n), objective.dimension
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    half = generator.standard_normal((n // 2, d))
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    share = generator.uniform(-1, 1, n // 2)
    tilts, weights = np.zeros((n, d)), np.zeros(n)
    tilts[: n // 2], tilts[n // 2 : 2 * (n // 2)] = half, -half
    order = generator.permutation(n)
    weights[order[: n // 2]], weights[order[n // 2 : 2 * (n // 2)]] = share, -share
    return Tilted(objective, tilts, weights, tau0, tau1)


@public
def one_sided(
    objective: Separable, n: int, *, ahead: int, tau0: float, direction: ArrayLike | None = None
) -> Tilted:
    r"""Two atoms: ``ahead`` of n records are tilted along a direction, the others against it.

    The rarer side has length 1, the other balances it. n = 3 and ahead = 1 is the toy law of
    Yang, Zhang, Chen and Liu (2022), Appendix A: :math:`+\tau_0` with probability 1/3,
    :math:`-\tau_0/2` with 2/3.

    Args:
        objective: f.
        n: number of records, at least 2.
        ahead: from 1 to n - 1.
        tau0: nonnegative.
        direction: of any positive length; the first axis by default.

    Example:
        >>> one_sided(separable("cauchy", 1), 3, ahead=1, tau0=1.0).tilts.ravel().tolist()
        [1.0, -0.5, -0.5]
    """
    n = count("data size n", n, least=2)
    ahead = count("records ahead", ahead, most=n - 1)
    axis = np.eye(objective.dimension)[0] if direction is None else direction
    u = vector("direction", axis, objective.dimension)
    u = u / positive("length of the direction", float(np.linalg.norm(u)))
    behind, longest = n - ahead, max(ahead, n - ahead)
    steps = np.where(np.arange(n) < ahead, behind / longest, -ahead / longest)
    return Tilted(objective, steps[:, None] * u, np.zeros(n), tau0, 0.0)
