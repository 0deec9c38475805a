"""Batches of records and the rule that bounds their gradients, as the compiled loops take them."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.gradients.per_sample import PerSample

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


class Rule(NamedTuple):
    """How the gradient of a record is bounded.

    Attributes:
        clip: whether it is clipped; otherwise it is normalised.
        bounds: C of every group, shape (M,).
        regulariser: r of normalisation.
        edges: where groups begin and end, shape (M + 1,); unsigned, so that no index is checked
            for a negative sign.
    """

    clip: bool
    bounds: Array
    regulariser: float
    edges: NDArray[np.uint64]


class Batch(NamedTuple):
    """Working space of one thread that draws batches without replacement.

    Attributes:
        pool: 0, ..., n - 1, shape (n,).
        swaps: shape (m,).
        chosen: the batch, shape (m,); if m = n and nothing is drawn, all records in order.
        weights, bounded: of the batch's gradients, shape (m,).
    """

    pool: Indices
    swaps: Indices
    chosen: Indices
    weights: Array
    bounded: Array


def rule_of(rule: PerSample, dimension: int) -> Rule:
    """The rule for gradients of a dimension, in consecutive groups."""
    edges = rule.edges(dimension).astype(np.uint64)
    return Rule(rule.rule == "clip", np.array(rule.clips), float(rule.regulariser), edges)


def batch_of(n: int, m: int) -> Batch:
    """Working space for batches of m of n records."""
    return Batch(np.arange(n), np.empty(m, dtype=np.int64), np.arange(m), np.empty(m), np.empty(m))


@njit(inline="always")
def factor(clip: bool, bound: float, regulariser: float, norm: float) -> float:
    """The factor of a group's gradient, by its norm; 0 where there is nothing to normalise."""
    if clip:
        return 1.0 if norm <= bound else bound / norm
    below = norm + regulariser
    return bound / below if below > 0.0 else 0.0
