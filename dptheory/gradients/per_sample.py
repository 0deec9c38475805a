r"""From per-sample gradients to their bounded mean: clipping and normalisation, in groups.

The coordinates are divided into groups (one by default), consecutive unless an order is given:
:mod:`dptheory.gradients.grouping` makes such rules of layers and parameters. In every group a
record's gradient :math:`g` is multiplied by a factor of its Euclidean norm:

* ``clip``: :math:`\min(1, C/\|g\|)`;
* ``normalise``: :math:`C/(\|g\| + r)` with the regulariser :math:`r \ge 0` (:math:`r = 0`: every
  gradient gets norm C, except 0, which stays).

Symbols: C the bound of a group and r, both of the unit of a gradient. For a linear model the
gradient of a record is a number times the record, so that its norm needs no gradient: the
simulator's kernel uses that (:mod:`dptheory.simulation.logistic_kernels`). The penalty of a
regularised problem depends on no record and is added afterwards, untouched.

Source: Abadi et al. (2016), Algorithm 1, for clipping; Yang et al. (2022), (3), for normalising.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.ranges import count, nonnegative, positive, require

Array = NDArray[np.float64]
RULES = ("clip", "normalise")


@public
@dataclass(frozen=True)
class PerSample:
    """How per-sample gradients are bounded.

    Attributes:
        rule: ``clip`` or ``normalise``.
        clips: the bound C of every group, positive.
        sizes: the number of coordinates of every group; empty for one group of all.
        regulariser: r of ``normalise``, nonnegative.
        order: the coordinates group by group; empty where they stand in that order already.

    Raises:
        ValueError: an entry is out of its range, or clips, sizes and order do not fit.

    Example:
        >>> mean_of_bounded([[3.0, 4.0]], PerSample("clip", (1.0,))).round(4).tolist()
        [0.6, 0.8]
    """

    rule: str
    clips: tuple[float, ...]
    sizes: tuple[int, ...] = ()
    regulariser: float = 0.0
    order: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        require(self.rule in RULES, "rule", f"one of {', '.join(RULES)}", self.rule)
        for bound in self.clips:
            positive("bound C", bound)
        for size in self.sizes:
            count("group size", size)
        nonnegative("regulariser r", self.regulariser)
        groups = len(self.sizes) or 1
        fits = len(self.clips) == groups
        require(fits, "clips", f"one a group, {groups}", f"{len(self.clips)}")
        if self.order:
            permuted = sorted(self.order) == list(range(sum(self.sizes)))
            require(permuted, "order", "every coordinate of the groups once", self.order[:5])

    @property
    def bound(self) -> float:
        """The largest norm of a bounded gradient: the root of the sum of squares of C."""
        return self.clips[0] if len(self.clips) == 1 else math.hypot(*self.clips)

    def edges(self, dimension: int) -> NDArray[np.int64]:
        """Where groups begin and end, shape (groups + 1,).

        Raises:
            ValueError: the sizes do not add up to the dimension, or the groups have an order.
        """
        require(not self.order, "order", "that of the coordinates here", self.order[:5])
        return self.edges_in_order(dimension)

    def edges_in_order(self, dimension: int) -> NDArray[np.int64]:
        """Where groups begin and end once the coordinates are put in order."""
        sizes = self.sizes or (dimension,)
        fits = sum(sizes) == dimension
        require(fits, "group sizes", f"{dimension} coordinates together", sum(sizes))
        return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)

    def factors(self, norms: ArrayLike) -> Array:
        """The factors of gradients whose norms, one a group, have shape (..., groups)."""
        norm = np.asarray(norms, dtype=np.float64)
        bounds = np.array(self.clips)
        with np.errstate(divide="ignore"):
            if self.rule == "clip":
                clipped: Array = np.minimum(1.0, np.divide(bounds, norm))
                return clipped
            factor = bounds / (norm + self.regulariser)
        return np.where(np.isfinite(factor), factor, 0.0)


def group_norms(vectors: ArrayLike, edges: NDArray[np.int64]) -> Array:
    """The Euclidean norm of every group of coordinates, shape (..., groups).

    Entries are divided by the largest of their group first, so that no square is lost.
    """
    sizes = np.abs(np.asarray(vectors, dtype=np.float64))
    largest = np.maximum.reduceat(sizes, edges[:-1], axis=-1)
    divisors = np.where(largest > 0, largest, 1.0)
    squares = (sizes / np.repeat(divisors, np.diff(edges), axis=-1)) ** 2
    with np.errstate(over="ignore"):
        norms: Array = largest * np.sqrt(np.add.reduceat(squares, edges[:-1], axis=-1))
    return norms
