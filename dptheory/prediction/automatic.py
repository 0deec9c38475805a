"""The batch sizes and bounds of gradients that are tried where the choice is left to the search."""

import math

from dptheory.prediction.linear_models import Loss
from dptheory.prediction.releases import Task
from dptheory.ranges import count, positive

LEAST_BATCH = 16
HALVINGS = range(0, 12, 2)  # of all records
SHARES = (1.0, 0.5, 0.25, 0.125, 0.0625)  # of the largest gradient


def batch_sizes(n: int) -> tuple[int, ...]:
    """All n records, and every fourth of that down to n/1024, but at least 16."""
    least = min(count("data size n", n), LEAST_BATCH)
    return tuple(dict.fromkeys(max(least, n >> k) for k in HALVINGS))


def clip_bounds(task: Task, loss: Loss, label_bound: float) -> tuple[float, ...]:
    """Shares of the longest gradient of a record near the start; infinite for none.

    Args:
        task: its radius, in the norm that the budget needs.
        loss: of a record; where its slope has a bound, no clipping is tried too.
        label_bound: of the labels' size, where the slope has none: outputs are taken to be as
            large as labels.
    """
    radius = task.radius_l1 if task.norm == 1 else task.radius_l2
    if math.isfinite(loss.steepest):
        return (math.inf, *(loss.steepest * radius * share for share in SHARES[1:]))
    largest = 2 * positive("label_bound", label_bound) * radius
    return tuple(largest * share for share in SHARES)
