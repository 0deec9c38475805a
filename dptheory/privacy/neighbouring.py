"""Neighbouring relations: which pairs of data sets a privacy statement compares."""

from dataclasses import dataclass
from enum import Enum

from dptheory.numbers import Number
from dptheory.ranges import require
from dptheory.results import explained


class Neighbouring(Enum):
    """When two data sets are neighbours.

    ``REPLACE_ONE``: same size, one record differs (Hamming distance one).
    ``ADD_OR_REMOVE_ONE``: one has a single record more than the other.

    Example:
        >>> [one.value for one in Neighbouring]
        ['replace-one', 'add-or-remove-one']
    """

    REPLACE_ONE = "replace-one"
    ADD_OR_REMOVE_ONE = "add-or-remove-one"


def check_fixed_size(neighbouring: Neighbouring) -> None:
    """Refuse a relation that batches of fixed size, from data of fixed size, say nothing about.

    Raises:
        ValueError: the relation is not replace-one.
    """
    wanted, found = Neighbouring.REPLACE_ONE, getattr(neighbouring, "value", neighbouring)
    fits = neighbouring is wanted
    require(fits, "neighbouring relation for batches of fixed size", wanted.value, found)


@explained
@dataclass(frozen=True)
class PureGuarantee:
    """Pure differential privacy: epsilon with the neighbouring relation that it refers to."""

    epsilon: Number
    neighbouring: Neighbouring
