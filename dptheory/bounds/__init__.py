"""Bounds a user may rely on: only forms that are proved."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.bounds import (
        clipped,
        corrected_adam,
        grouped,
        last_iterate,
        nonconvex,
        normalised,
        quadratic,
        second_moment,
        smoothed,
        strongly_convex,
    )
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "clipped",
    "corrected_adam",
    "grouped",
    "last_iterate",
    "nonconvex",
    "normalised",
    "quadratic",
    "second_moment",
    "smoothed",
    "strongly_convex",
]
