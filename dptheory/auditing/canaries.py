r"""Worst-case neighbours: a record whose bounded gradient is as long as it may be.

The canary's gradient is :math:`10^4C` times a unit vector u, so that clipping leaves Cu of it (and
a step that does not clip shows it), in every group its threshold's share. Its entries, and the
signs with which it comes in the steps of a run, are those of Thue and Morse's sequence, +--+-++-:
noise that is the same in several coordinates or steps cancels in the statistic. The other records
are all -Cu, so that whatever is bounded too late - a batch's mean in place of a record - turns.

Source: Nasr et al. (2021), for gradients that an adversary chooses.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dptheory.gradients.per_sample import PerSample
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.ranges import count

Array = NDArray[np.float64]
Others = Literal["opposite", "zero"]
LARGE = 1e4  # the canary's gradient by its bound


@dataclass(frozen=True)
class Neighbours:
    """The gradients of two neighbouring data sets.

    Attributes:
        present, absent: with and without the canary, shape (B, d); a record that is absent has the
            gradient 0.
        direction: u, what a release is projected on, shape (d,), length 1.
    """

    present: Array
    absent: Array
    direction: Array


def signs(number: int) -> Array:
    """The first signs of Thue and Morse's sequence."""
    return 1.0 - 2.0 * np.array([k.bit_count() % 2 for k in range(number)])


def neighbours(
    rule: PerSample,
    *,
    batch_size: int,
    dimension: int,
    neighbouring: Neighbouring = Neighbouring.ADD_OR_REMOVE_ONE,
    other_records: Others = "opposite",
) -> Neighbours:
    """The pair for records whose gradients are bounded by a rule.

    Args:
        rule: its bounds and groups.
        batch_size: B, at least 1.
        dimension: d, that of the rule's groups if it has several.
        neighbouring: the canary against no record, or against the opposite canary.
        other_records: their gradients: "opposite" or "zero".

    Raises:
        ValueError: the groups do not add up to the dimension, or a number is out of its range.
    """
    count("batch size B", batch_size)
    u = _direction(rule, int(count("dimension d", dimension)))
    canary = LARGE * rule.bound * u
    rest = -rule.bound * u if other_records == "opposite" else 0 * u
    present = np.tile(rest, (batch_size, 1))
    absent = present.copy()
    present[0] = canary
    absent[0] = -canary if neighbouring is Neighbouring.REPLACE_ONE else 0.0
    return Neighbours(present, absent, u)


def _direction(rule: PerSample, dimension: int) -> Array:
    """u: in every group the threshold's share of the length."""
    edges = rule.edges_in_order(dimension)
    parts = [
        bound / rule.bound * signs(size) / np.sqrt(size)
        for bound, size in zip(rule.clips, np.diff(edges).tolist(), strict=True)
    ]
    u = np.empty(dimension)
    u[list(rule.order) or slice(None)] = np.concatenate(parts)
    return u


def many_canaries(rule: PerSample, number: int, dimension: int) -> Array:
    """Orthogonal directions of as many canaries, shape (number, d): one coordinate of each group.

    Raises:
        ValueError: a group has fewer coordinates.
    """
    edges = rule.edges_in_order(dimension)
    count("canaries", number, most=int(np.diff(edges).min()))
    order = np.array(rule.order or range(dimension))
    rows = np.zeros((number, dimension))
    for bound, first in zip(rule.clips, edges[:-1], strict=True):
        rows[np.arange(number), order[first : first + number]] = bound / rule.bound
    return rows
