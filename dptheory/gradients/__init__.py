"""From per-sample gradients to the gradient that is released."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.gradients.grouping import (
        Grouping,
        layer_wise,
        of_parameters,
        parameter_wise,
        uniform,
    )
    from dptheory.gradients.per_sample import PerSample
    from dptheory.gradients.perturbation import BoundedSums, bounded_sums, mean_of_bounded
    from dptheory.gradients.representability import AutomaticClipping, FlatClipping, representable
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "AutomaticClipping",
    "BoundedSums",
    "FlatClipping",
    "Grouping",
    "PerSample",
    "bounded_sums",
    "layer_wise",
    "mean_of_bounded",
    "of_parameters",
    "parameter_wise",
    "representable",
    "uniform",
]
