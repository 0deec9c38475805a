"""Records of a finite sum: batches of them, and tables with one record a row."""

from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.ranges import positive, require, sketched

Array = NDArray[np.float64]


class FiniteSum(Protocol):
    """A mean over records."""

    @property
    def size(self) -> int:
        """N, the number of records."""

    @property
    def dimension(self) -> int:
        """d, the number of coordinates."""


def check_batch(indices: ArrayLike, size: int) -> NDArray[np.int64]:
    """The batch as an index vector.

    Raises:
        ValueError: it is empty, repeats a record or names one that is not in range(size).
    """
    batch = np.asarray(indices)
    vector = batch.ndim == 1 and batch.size > 0 and np.issubdtype(batch.dtype, np.integer)
    require(vector, "batch", "a vector of record numbers", batch)
    inside = bool(((batch >= 0) & (batch < size)).all())
    known = inside and np.unique(batch).size == batch.size
    require(known, "batch", f"distinct records in 0..{size - 1}", batch)
    return batch.astype(np.int64)


def rows(indices: ArrayLike | None, size: int) -> NDArray[np.int64] | slice:
    """All records, or the batch."""
    return slice(None) if indices is None else check_batch(indices, size)


def table(name: str, values: ArrayLike, shape: str, width: int | None = None) -> Array:
    """A copy of a finite, nonempty table.

    Args:
        name: what it is called.
        values: one record a row.
        shape: its shape in the problem's letters, for the message.
        width: the number of its columns; any by default.

    Raises:
        ValueError: it is no such table.
    """
    found = np.array(values, dtype=np.float64)
    fits = found.ndim == 2 and found.size > 0 and width in (None, found.shape[1])
    require(fits, name, f"of shape {shape}", f"shape {found.shape}")
    require(np.isfinite(found), name, "finite", sketched(values))
    return found


def keep(problem: object, **arrays: NDArray[Any]) -> None:
    """Give a frozen problem arrays of its own, which nobody can write."""
    for name, values in arrays.items():
        values.setflags(write=False)
        object.__setattr__(problem, name, values)


def positives(name: str, values: ArrayLike) -> Array:
    """A copy of a nonempty vector of positive numbers.

    Raises:
        ValueError: it is no such vector.
    """
    found = np.array(values, dtype=np.float64)
    shaped = found.ndim == 1 and found.size > 0
    require(shaped, name, "a vector with at least one entry", f"shape {found.shape}")
    checked: Array = positive(name, found)
    return checked


def points(x: ArrayLike, dimension: int) -> Array:
    """Points of shape (..., d).

    Raises:
        ValueError: the last axis has another length.
    """
    found = np.asarray(x, dtype=np.float64)
    fits = found.shape[-1:] == (dimension,)
    require(fits, "point x", f"of shape (..., {dimension})", f"shape {found.shape}")
    return found


class Featured:
    """A problem whose records are the rows of ``features``."""

    features: Array

    @property
    def size(self) -> int:
        """The number of records."""
        return int(self.features.shape[0])


class Regression(Featured):
    """A model with one coefficient a feature; ``features`` has shape (n, d)."""

    @property
    def dimension(self) -> int:
        """The number d of coordinates."""
        return int(self.features.shape[1])

    @cached_property
    def gram_norm(self) -> float:
        """The largest eigenvalue of the features' second moments, 1/n times U^T U."""
        return float(np.linalg.eigvalsh(self.features.T @ self.features / self.size)[-1])


class AroundObjective:
    """A finite sum with the values of an objective, from which its records' gradients differ."""

    objective: Any

    @property
    def dimension(self) -> int:
        """The number d of coordinates."""
        return int(self.objective.dimension)

    @property
    def optimal_value(self) -> float:
        """The objective's minimum."""
        return float(self.objective.optimal_value)

    def value(self, x: ArrayLike) -> Array:
        """The objective at points of shape (..., d); the result has shape (...)."""
        found: Array = self.objective.value(x)
        return found
