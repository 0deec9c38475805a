r"""What a peak is worth: the largest batch that a memory holds, and samples a second.

A step on B samples takes :math:`a+bB`: all groupings do the same computations in another order
(Bu et al. 2023, Section 3), so a and b do not depend on the grouping. :math:`B/(a+bB)` grows with
B for :math:`a>0`. So a grouping with the smallest peak has the highest throughput among those with
M groups, and more groups help until the layer-wise peak is reached, or the next whole sample no
longer fits. Memory is in stored numbers (bytes over 4 in single precision).

Source: Bu et al. (2023), Remark 3.1, for the time of a step.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dptheory.memory.grouping import Grouping, optimal_groupings
from dptheory.ranges import count, nonnegative, positive, quotient


@dataclass(frozen=True)
class Choice:
    """A number of groups and what it allows.

    Attributes:
        groups: M.
        grouping: the one with the smallest peak a sample.
        batch_size: the largest batch that fits; 0 if none does.
        throughput: samples a unit of time; 0 if none fits.
    """

    groups: int
    grouping: Grouping
    batch_size: int
    throughput: Any


def largest_batch(memory: Any, peak: Any, fixed: Any = 0) -> int:
    """The largest B with fixed + B peak <= memory; 0 if not even one sample fits.

    Args:
        memory: stored numbers that fit.
        peak: those of a sample, positive.
        fixed: those of parameters, optimiser state and whatever else does not grow with B.

    Example:
        >>> largest_batch(memory=1000, peak=70, fixed=100)
        12
    """
    nonnegative("memory", memory)
    positive("peak", peak)
    nonnegative("fixed", fixed)
    return max(0, int((memory - fixed) // peak))


def throughput(batch_size: int, start: Any, each: Any) -> Any:
    """Samples a unit of time, B/(a + b B); a quotient of whole numbers or fractions is exact.

    Raises:
        ValueError: B below 0 or not whole, a or b negative, or both 0.
    """
    batch_size = count("batch_size", batch_size, 0)
    nonnegative("start", start)
    nonnegative("each", each)
    positive("start + each", start + each)
    return quotient(batch_size, start + each * batch_size) if batch_size else 0


def choices(
    activations: Sequence[Any],
    output_gradients: Sequence[Any],
    memory: Any,
    start: Any,
    each: Any,
    fixed: Any = 0,
) -> tuple[Choice, ...]:
    """The best grouping, its batch and its throughput for every number of groups M.

    Args:
        activations: T_l d_l of each layer, numbers a sample.
        output_gradients: T_l p_l of each layer.
        memory: stored numbers that fit.
        start: a, the time of a step besides that of its samples.
        each: b, the time of a sample.
        fixed: stored numbers that do not grow with the batch.
    """
    found = []
    for groups, grouping in enumerate(optimal_groupings(activations, output_gradients), 1):
        batch = largest_batch(memory, grouping.peak, fixed)
        found.append(Choice(groups, grouping, batch, throughput(batch, start, each)))
    return tuple(found)
