r"""Quadratics in blocks, with noise of known size in every block: problems for group-wise clipping.

.. math:: F(x) = \frac12\sum_{j=1}^d\lambda_jx_j^2, \qquad
          \ell_i(x) = F(x) + e_i^\top x, \qquad \nabla\ell_i(x)-\nabla F(x) = e_i,

with records :math:`e_1,\dots,e_N` of mean 0, so that a record drawn at random has noise of the same
law everywhere: independent draws satisfy Assumption 4.3 of Bu et al. (2023) with the
:math:`\xi` of :meth:`BlockQuadratic.xi`, the symmetry apart, which holds where the records come in
opposite pairs (:func:`symmetric`), and of :func:`of_blocks` just where the law is symmetric.
Constants: the smoothness :math:`\mathcal L=\max_j\lambda_j` and :math:`L_*=0`. For example::

    problem = symmetric([1.0] * 8, groups=4, n=100, deviation=0.1, seed=0)
    problem.per_sample_gradients(x)                       # (100, 8)
    layer_wise(problem.layout, 1.0)                       # one group a block

:mod:`dptheory.simulation.grouped` runs group-wise DP-SGD on them.

Source: Bu et al. (2023), Assumption 4.3, for the noise.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.quadratic import Quadratic, from_spectrum
from dptheory.problems.records import AroundObjective, keep, table
from dptheory.ranges import count, nonnegative, require, vector
from dptheory.results import explained

Array = NDArray[np.float64]
LARGEST = 10**7  # records, held in memory
_ROUNDING = 1e-12  # by which a mean of records may differ from 0, over the largest entry


@explained
@dataclass(frozen=True, eq=False)
class BlockQuadratic(AroundObjective):
    """The finite sum of the module's docstring.

    Attributes:
        objective: F, with its minimiser anywhere (0 in the formula above).
        records: e_i, unit of a gradient, shape (N, d), of mean 0.
        layout: the blocks, d entries together.

    Raises:
        ValueError: a shape does not fit, an entry is not finite, or the mean is not 0.
    """

    objective: Quadratic
    records: Array
    layout: Layout

    def __post_init__(self) -> None:
        d = self.objective.dimension
        records = table("records", self.records, f"(N, {d})", d)
        mean = np.abs(records.mean(axis=0)).max()
        require(mean <= _ROUNDING * np.abs(records).max(), "records", "of mean 0", mean)
        total = self.layout.dimension
        require(total == d, "layout", f"of {d} entries together", total)
        keep(self, records=records)

    @property
    def size(self) -> int:
        """N."""
        return int(self.records.shape[0])

    @property
    def L(self) -> float:
        """The smoothness constant."""
        return self.objective.L

    def gradient(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """The gradient at points of shape (..., d), of F or of the mean of some records."""
        gradient = self.objective.gradient(x)
        if indices is None:
            return gradient
        mean: Array = gradient + self.records[np.asarray(indices)].mean(axis=0)
        return mean

    def per_sample_gradients(self, x: ArrayLike, indices: ArrayLike | None = None) -> Array:
        """Gradients of the records, or of those given (any may repeat), shape (..., N, d)."""
        records = self.records if indices is None else self.records[np.asarray(indices)]
        gradients: Array = self.objective.gradient(x)[..., None, :] + records
        return gradients

    def xi(self, groups: tuple[tuple[int, ...], ...]) -> float:
        r"""The least :math:`\xi` of Assumption 4.3 for groups of coordinates.

        .. math:: \xi^2 = M\max_mE\|e^{(m)}\|^2 .

        Args:
            groups: of coordinates, as in :class:`dptheory.gradients.grouping.Grouping`.
        """
        powers = [(self.records[:, list(g)] ** 2).sum(axis=1).mean() for g in groups]
        return float(np.sqrt(len(groups) * max(powers)))


def _blocks(d: int, groups: int) -> Layout:
    groups = count("groups", groups, most=d)
    require(d % groups == 0, "groups", f"a divisor of {d}", groups)
    size = d // groups
    return Layout(tuple(Parameter(f"block {k}", size, f"block {k}", k) for k in range(groups)))


@public
def symmetric(
    spectrum: ArrayLike, *, groups: int, n: int, deviation: float, seed: int
) -> BlockQuadratic:
    r"""Records in opposite pairs, Gaussian, then scaled so that every block has :math:`\xi^2/M`.

    Args:
        spectrum: the eigenvalues, positive, shape (d,).
        groups: M blocks of equally many consecutive coordinates, a divisor of d.
        n: N, even.
        deviation: :math:`\xi`, root of the mean square of a record's noise, nonnegative, unit of
            a gradient.
        seed: a whole number, at least 0.

    Example:
        >>> symmetric([1.0, 2.0], groups=2, n=10, deviation=1.0, seed=0)
        BlockQuadratic(objective=Quadratic(...), records=array of shape (10, 2), layout=Layout(...))
    """
    objective, layout = from_spectrum(spectrum), _blocks(np.size(spectrum), groups)
    n = count("data size N", n, least=2, most=LARGEST)
    require(n % 2 == 0, "data size N", "even", n)
    generator = np.random.Generator(np.random.Philox(count("seed", seed, least=0)))
    half = generator.standard_normal((n // 2, objective.dimension))
    records = np.concatenate([half, -half])
    return BlockQuadratic(objective, _scaled(records, layout, deviation), layout)


def of_blocks(
    spectrum: ArrayLike, *, groups: int, law: ArrayLike, deviation: float
) -> BlockQuadratic:
    r"""Records that are a number times one vector, whose entries are equal in every block.

    The mean square of a block is :math:`\xi^2/M`.

    Args:
        spectrum, groups, deviation: as in :func:`symmetric`.
        law: the numbers of the N records up to a common factor, of mean 0, not all 0.
    """
    objective, layout = from_spectrum(spectrum), _blocks(np.size(spectrum), groups)
    steps = vector("law", law, np.size(law))
    require(bool(np.any(steps)), "law", "of numbers that are not all 0", law)
    records = np.repeat(steps[:, None], objective.dimension, axis=1)
    return BlockQuadratic(objective, _scaled(records, layout, deviation), layout)


def _scaled(records: Array, layout: Layout, deviation: float) -> Array:
    """The records, every block with the mean square deviation squared over the number of blocks."""
    nonnegative("deviation", deviation)
    scaled = records.copy()
    for place in layout.places.values():
        part = slice(place.start, place.stop)
        power = (records[:, part] ** 2).sum(axis=1).mean()
        scaled[:, part] *= deviation / np.sqrt(len(layout.parameters) * power)
    return scaled
