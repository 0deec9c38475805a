"""Objectives with their known constants."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.problems.grouped import symmetric
    from dptheory.problems.logistic import Logistic, l1_sensitivity
    from dptheory.problems.networks import network, two_layer
    from dptheory.problems.nonconvex import one_sided, separable, tilted
    from dptheory.problems.profiles import PROFILES
    from dptheory.problems.quadratic import Quadratic, from_spectrum
    from dptheory.problems.robust import with_outliers
    from dptheory.problems.softmax import Softmax
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "PROFILES",
    "Logistic",
    "Quadratic",
    "Softmax",
    "from_spectrum",
    "l1_sensitivity",
    "network",
    "one_sided",
    "separable",
    "symmetric",
    "tilted",
    "two_layer",
    "with_outliers",
]
