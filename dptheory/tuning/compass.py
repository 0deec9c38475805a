"""Compass search: the best point a step away along an axis; half the step where none is better."""

from collections.abc import Callable

import numpy as np

from dptheory.errors import ArgumentError
from dptheory.ranges import positive

Point = tuple[float, ...]
MOST = 10_000  # moves and halvings; searches of the library take less than a hundred


def lowest(
    value: Callable[[Point], float], start: Point, first: float, last: float
) -> tuple[Point, float]:
    """A point near the start whose neighbours are no better, and its value.

    Args:
        value: to be made small.
        start: where the search begins.
        first, last: the first step, and the length at which the search ends; positive.

    Raises:
        ValueError: a step is not positive, or the value falls for ever.
    """
    positive("first step", first)
    positive("last step", last)
    best, least, step = start, value(start), first
    for _ in range(MOST):
        if step <= last:
            return best, least
        near = [
            tuple(v + step * sign * (i == j) for j, v in enumerate(best))
            for i in range(len(best))
            for sign in (-1, 1)
        ]
        values = [value(x) for x in near]
        k = int(np.argmin(values))
        if values[k] < least:
            best, least = near[k], values[k]
        else:
            step /= 2
    raise ArgumentError(f"value must be least within {MOST} steps. Found it still falling.")
