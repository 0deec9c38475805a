r"""Contiguous groups with the smallest peak, whatever a group costs.

The cost :math:`c(f,e)` of the group of layers f to e is the most that is held from its first step
to its last; a grouping's peak is the largest cost of its groups. Nothing else is asked of c, so all
splits are searched: the fewest groups of layers 1 to e within a bound P are

.. math:: N_P(0)=0,\qquad N_P(e)=1+\min_{f\le e,\ c(f,e)\le P}N_P(f-1),

:math:`L^2/2` steps for L layers, and the smallest peak of at most M groups is the smallest of the
costs P with :math:`N_P(L)\le M`, found by bisection.

Source: own; docs/memory.md.
"""

from bisect import bisect_left
from collections.abc import Sequence

from dptheory.errors import ArgumentError
from dptheory.memory.grouping import Grouping
from dptheory.ranges import count, told

Costs = Sequence[Sequence[int]]


def best_grouping(costs: Costs, groups: int) -> Grouping:
    """At most M groups with the smallest peak, and no more of them than this peak needs.

    Args:
        costs: ``costs[e - 1][f - 1]`` is c(f, e), for f from 1 to e.
        groups: M, from 1 to the number of layers.

    Raises:
        ValueError: M out of range.
    """
    count("groups", groups, 1, len(costs))
    least = smallest_peak(costs)
    peaks = sorted({c for row in costs for c in row if least <= c <= costs[-1][0]})
    found = bisect_left(
        peaks, True, key=lambda peak: len(fewest_within(costs, peak).boundaries) <= groups
    )
    return fewest_within(costs, peaks[found])


def smallest_peak(costs: Costs) -> int:
    """The smallest peak of any grouping."""
    values = [0]
    for row in costs:
        values.append(min(max(c, before) for c, before in zip(row, values, strict=True)))
    return values[-1]


def fewest_within(costs: Costs, bound: int) -> Grouping:
    """As few groups as a bound on the peak allows; the longest last groups among these.

    Raises:
        ValueError: no grouping stays within the bound.
    """
    needed: list[tuple[int, int] | None] = [(0, 0)]
    for row in costs:
        ways = [
            (before[0] + 1, f)
            for f, (c, before) in enumerate(zip(row, needed, strict=True), 1)
            if c <= bound and before is not None
        ]
        needed.append(min(ways, default=None))
    boundaries, end = [], len(costs)
    while end:
        way = needed[end]
        if way is None:
            least = told(smallest_peak(costs))
            raise ArgumentError(
                f"bound must be at least the smallest peak {least}. Found {told(bound)}."
            )
        boundaries.append(way[1])
        end = way[1] - 1
    boundaries.reverse()
    return Grouping(grouping_cost(costs, boundaries), tuple(boundaries))


def grouping_cost(costs: Costs, boundaries: Sequence[int]) -> int:
    """The peak of the groups that begin at the boundaries, the input side first.

    Args:
        costs: c(f, e) of the layers f to e. boundaries: 1 and then increasing first layers.

    Raises:
        ValueError: the boundaries are not 1 and then increasing layers.
    """
    layers = len(costs)
    ends = [*(f - 1 for f in boundaries[1:]), layers]
    good = list(boundaries[:1]) == [1] and all(
        f <= e for f, e in zip(boundaries, ends, strict=True)
    )
    if not good:
        raise ArgumentError(
            f"boundaries must be 1 and then increasing layers up to {layers}. "
            f"Found {list(boundaries)}."
        )
    return max(costs[e - 1][f - 1] for f, e in zip(boundaries, ends, strict=True))
