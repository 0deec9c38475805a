r"""Gaussian noise on bounded per-sample gradients: on what it is added, and its scale, by name.

With the bound C of a record's part, the noise multiplier :math:`\sigma` and a batch of B records,
the noise in a coordinate of the released **mean** has standard deviation

============  =====================  ===================  =====================
``scale``     ``bound``              ``root-of-bound``    ``one``
============  =====================  ===================  =====================
on the mean   :math:`C\sigma`        :math:`\sqrt C\sigma`  :math:`\sigma`
on the sum    :math:`C\sigma/B`      :math:`\sqrt C\sigma/B`  :math:`\sigma/B`
============  =====================  ===================  =====================

The three scales and the two places are all in print: (2) of Yang, Zhang, Chen and Liu (2022) adds
:math:`N(0,c^2\sigma^2I)` to the mean (``on="mean"``, ``scale="bound"``), their Section 3.1 has
:math:`N(0,c\sigma^2I)` (``root-of-bound``), (3) for normalising :math:`N(0,\sigma^2I)`, where
C = 1 and the scales agree. A mechanism of noise multiplier :math:`\sigma`, as accountants
understand it (removing or adding a record), has ``on="sum"``, ``scale="bound"``; noise on the mean
is B times that. So nothing is a default here.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.gradients.kernels import bounded_sum, grouped_sum
from dptheory.gradients.per_sample import PerSample, group_norms
from dptheory.ranges import count, nonnegative, require

Array = NDArray[np.float64]
PLACES = ("sum", "mean")
SCALES = ("bound", "root-of-bound", "one")


@public
@dataclass(frozen=True)
class Perturbation:
    """Gaussian noise; see the module's docstring.

    Attributes:
        multiplier: sigma, nonnegative; 0 for none.
        on: ``sum`` or ``mean``.
        scale: ``bound``, ``root-of-bound`` or ``one``.

    Raises:
        ValueError: an entry is out of its range.
    """

    multiplier: float
    on: str
    scale: str

    def __post_init__(self) -> None:
        nonnegative("noise multiplier", self.multiplier)
        require(self.on in PLACES, "noise on", f"one of {', '.join(PLACES)}", self.on)
        require(self.scale in SCALES, "noise scale", f"one of {', '.join(SCALES)}", self.scale)

    def deviation(self, bound: float, batch: int) -> float:
        """Standard deviation of a coordinate's noise in the released mean of a batch.

        Args:
            bound: C, the largest norm of a record's part: c of clipping, 1 of normalising,
                the root of the sum of squares of the thresholds of groups.
            batch: B, the number of records of the batch.
        """
        factor = {"bound": bound, "root-of-bound": math.sqrt(bound), "one": 1.0}[self.scale]
        divisor = 1 if self.on == "mean" else count("batch size B", batch)
        return self.multiplier * factor / divisor


NONE = Perturbation(0.0, "mean", "one")


@public
def bounded(gradients: ArrayLike, rule: PerSample) -> Array:
    """Per-sample gradients of shape (..., B, d), each group times its factor; slow reference."""
    rows = np.asarray(gradients, dtype=np.float64)
    require(rows.ndim >= 2, "per-sample gradients", "of shape (..., B, d)", f"shape {rows.shape}")
    edges = rule.edges_in_order(rows.shape[-1])
    order = np.array(rule.order, dtype=np.int64)
    ordered = rows[..., order] if rule.order else rows
    repeated = np.repeat(rule.factors(group_norms(ordered, edges)), np.diff(edges), axis=-1)
    if not rule.order:
        found: Array = rows * repeated
        return found
    factors = np.empty_like(rows)
    factors[..., order] = repeated
    return rows * factors


@public
def mean_of_bounded(gradients: ArrayLike, rule: PerSample) -> Array:
    """The mean over the batch of :func:`bounded`, shape (..., d); one pass over memory.

    Args:
        gradients: shape (..., B, d).
        rule: in any groups.

    Raises:
        ValueError: the shape does not fit.
    """
    rows = np.ascontiguousarray(gradients, dtype=np.float64)
    require(rows.ndim >= 2, "per-sample gradients", "of shape (..., B, d)", f"shape {rows.shape}")
    edges = rule.edges_in_order(rows.shape[-1])
    batch, clip, r = count("batch size B", rows.shape[-2]), rule.rule == "clip", rule.regulariser
    bounds, order = np.array(rule.bounds), np.array(rule.order, dtype=np.int64)
    sums = np.empty((*rows.shape[:-2], rows.shape[-1]))
    for place in np.ndindex(rows.shape[:-2]):
        if bounds.size == 1:
            bounded_sum(rows[place], clip, rule.bounds[0], r, sums[place])
        else:
            grouped_sum(rows[place], clip, edges, order, bounds, r, sums[place])
    mean: Array = sums / batch
    return mean


@public
def perturbed_mean(
    gradients: ArrayLike,
    rule: PerSample,
    perturbation: Perturbation,
    standard_noise: ArrayLike | None,
) -> Array:
    """The released gradient, shape (..., d).

    Args:
        gradients: of the records of a batch, shape (..., B, d).
        rule: how they are bounded, in any groups: the noise has the scale of ``rule.bound``.
        perturbation: the noise.
        standard_noise: Gaussian draws of variance one, shape (..., d); None where there is none.

    Raises:
        ValueError: a shape does not fit, or the multiplier is positive and there are no draws.
    """
    mean = mean_of_bounded(gradients, rule)
    deviation = perturbation.deviation(rule.bound, np.shape(gradients)[-2])
    if standard_noise is None:
        require(deviation == 0, "standard noise", "given for a positive multiplier", None)
        return mean
    noise = np.asarray(standard_noise, dtype=np.float64)
    require(noise.shape == mean.shape, "standard noise", f"of shape {mean.shape}", noise.shape)
    return mean + deviation * noise
