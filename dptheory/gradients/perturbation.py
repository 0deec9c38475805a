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

Source: Yang, Zhang, Chen and Liu (2022), (2), (3) and Section 3.1.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dptheory.contract import public
from dptheory.gradients.kernels import LARGEST, LEAST, bounded_sum, grouped_sum
from dptheory.gradients.per_sample import PerSample
from dptheory.ranges import count, nonnegative, require
from dptheory.results import explained

Array = NDArray[np.float64]
PLACES = ("sum", "mean")
SCALES = ("bound", "root-of-bound", "one")


@explained
@dataclass(frozen=True)
class Perturbation:
    """Gaussian noise; see the module's docstring.

    Attributes:
        noise_multiplier: sigma, nonnegative; 0 for none.
        on: ``sum`` or ``mean``.
        unit: ``bound``, ``root-of-bound`` or ``one``.
    """

    noise_multiplier: float
    on: str
    unit: str

    def __post_init__(self) -> None:
        nonnegative("noise multiplier", self.noise_multiplier)
        require(self.on in PLACES, "noise on", f"one of {', '.join(PLACES)}", self.on)
        require(self.unit in SCALES, "noise scale", f"one of {', '.join(SCALES)}", self.unit)

    def deviation(self, bound: float, batch_size: int) -> float:
        """Standard deviation of a coordinate's noise in the released mean of a batch.

        Args:
            bound: C, the largest norm of a record's part: c of clipping, 1 of normalising,
                the root of the sum of squares of the thresholds of groups.
            batch_size: B, the number of records of the batch.
        """
        factor = {"bound": bound, "root-of-bound": math.sqrt(bound), "one": 1.0}[self.unit]
        divisor = 1 if self.on == "mean" else count("batch size B", batch_size)
        return self.noise_multiplier * factor / divisor


class BoundedSums(NamedTuple):
    """Sums of bounded gradients, and what was left out of them.

    Attributes:
        sums: over the records of each batch, shape (..., d).
        refused: how many of them were not finite, shape (...). It is not private: keep it with
            the data.

    Example:
        >>> found = bounded_sums([[[3.0, 4.0], [float("nan"), 0.0]]], PerSample("clip", (1.0,)))
        >>> found.refused.tolist()
        [1]
    """

    sums: Array
    refused: NDArray[np.int64]


def _rows(gradients: Any) -> Array:
    """Per-sample gradients as floats, which need not be finite."""
    given = np.asarray(gradients)
    require(given.dtype.kind in "fiu", "per-sample gradients", "real numbers", given.dtype)
    require(given.ndim >= 2, "per-sample gradients", "of shape (..., B, d)", f"shape {given.shape}")
    return given.astype(np.float64, order="C", copy=False)


def bounded(gradients: Any, rule: PerSample) -> Array:
    """Per-sample gradients of shape (..., B, d), each group times its factor; slow reference.

    Groups are divided by their largest entry, or by a larger regulariser, before squares are taken.
    A record that is not finite becomes 0.

    Raises:
        ValueError: the shape does not fit, or the gradients are no real numbers.
    """
    given = _rows(gradients)
    rows = np.where(np.isfinite(given).all(axis=-1, keepdims=True), given, 0.0)
    edges = rule.edges_in_order(rows.shape[-1])
    order = rule.order or tuple(range(rows.shape[-1]))
    parts = np.empty_like(rows)
    for m, bound in enumerate(rule.clips):
        places = list(order[edges[m] : edges[m + 1]])
        parts[..., places] = _part(rows[..., places], rule, bound)
    return parts


def _part(group: Array, rule: PerSample, bound: float) -> Array:
    """A group of coordinates times its factor."""
    clip, r = rule.rule == "clip", rule.regulariser
    largest = np.abs(group).max(axis=-1, keepdims=True)
    scale = np.where(largest > 0, largest, 1.0) if clip else np.maximum(largest, r)
    scale = np.where(scale > 0, scale, 1.0)
    scaled = group / scale
    norm = np.sqrt((scaled**2).sum(axis=-1, keepdims=True))
    with np.errstate(over="ignore"):
        below, within = norm + (0.0 if clip else r / scale), bound / scale
    # The norm of a group of zeros is 0, of any other at least 1 unless r is the larger one.
    factor = bound / np.where(below > 0, below, 1.0)
    if bound < LEAST:  # a product may be rounded up by much of itself
        parts = np.nextafter(np.nextafter(factor, 0.0) * scaled, 0.0)
    else:
        parts = factor * scaled
    part: Array = np.where(norm <= within, group, parts) if clip else parts
    return part


@public
def bounded_sums(gradients: Any, rule: PerSample) -> BoundedSums:
    """The sum over each batch of :func:`bounded`, and how many records are not finite.

    A record's part is at most C long, up to the rounding of its norm, whatever floats its gradient
    has. The sum itself is rounded, in an order that is no secret: docs/release.md measures both.

    Args:
        gradients: real numbers, finite or not, of shape (..., B, d); one pass over memory.
        rule: in any groups.

    Raises:
        ValueError: the shape does not fit, or B C is beyond the floats.

    Example:
        >>> bounded_sums([[3.0, 4.0], [0.6, 0.0]], PerSample("clip", (1.0,))).sums.round(4).tolist()
        [1.2, 0.8]
    """
    given = np.asarray(gradients)
    if given.ndim > 2 and len(given) > 1 and given.strides[0] == 0:  # one batch, many times
        sums, refused = bounded_sums(given[:1], rule)
        return BoundedSums(sums.repeat(len(given), axis=0), refused.repeat(len(given), axis=0))
    rows = _rows(given)
    edges = rule.edges_in_order(rows.shape[-1])
    batch, clip, r = count("batch size B", rows.shape[-2]), rule.rule == "clip", rule.regulariser
    most = max(rule.clips)
    require(most <= LARGEST / batch, "bound C", f"at most {LARGEST / batch:.3g} for B", most)
    bounds, order = np.array(rule.clips), np.array(rule.order, dtype=np.int64)
    sums = np.empty((*rows.shape[:-2], rows.shape[-1]))
    refused = np.zeros(rows.shape[:-2], dtype=np.int64)
    for place in np.ndindex(rows.shape[:-2]):
        if bounds.size == 1:
            refused[place] = bounded_sum(rows[place], clip, rule.clips[0], r, sums[place])
        else:
            refused[place] = grouped_sum(rows[place], clip, edges, order, bounds, r, sums[place])
    return BoundedSums(sums, refused)


@public
def mean_of_bounded(gradients: Any, rule: PerSample) -> Array:
    """The mean over the batch of :func:`bounded`, shape (..., d).

    The sum of :func:`bounded_sums`, which says what was refused, over B: the divisor is public and
    counts records that are not finite as well. Errors are the same.

    Args:
        gradients: per-sample gradients, shape (..., B, d).
        rule: how each is bounded.

    Example:
        >>> mean_of_bounded([[3.0, 4.0], [0.6, 0.0]], PerSample("clip", (1.0,))).round(4).tolist()
        [0.6, 0.4]
    """
    mean: Array = bounded_sums(gradients, rule).sums / np.shape(gradients)[-2]
    return mean


def perturbed_mean(
    gradients: Any, rule: PerSample, perturbation: Perturbation, standard_noise: ArrayLike | None
) -> Array:
    """The released gradient, shape (..., d).

    Args:
        gradients: of the records of a batch, shape (..., B, d), finite or not.
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
