r"""Groupings into M contiguous groups: the uniform one, and those with the smallest peak.

With :math:`A_e` and :math:`O_e` the stored numbers of the activations and of the output gradients
of layers 1 to e, the group of layers f to e has its peak when the backward pass reaches f,

.. math:: c(f,e)=A_e+O_e-O_{f-1},

and the peak of a grouping is the largest of its groups' (Fact 6.1 of Bu et al. 2023 with the ends
that its sums leave out). Contiguous groups suffice (:func:`dptheory.memory.timeline.contiguous`).

**Why the recursion is exact.** Let :math:`V_m(e)` be the smallest peak of layers 1 to e in m
groups, :math:`m\le e`. The group at the output side is f to e for some f, so

.. math:: V_1(e)=c(1,e),\qquad V_m(e)=\min_{m\le f\le e}\max(c(f,e),V_{m-1}(f-1)).

:math:`c(f,e)` falls in f and grows in e. :math:`V_{m-1}(f-1)` grows in f: layers taken away at the
output side leave groups with no larger peaks, and splitting a group (where one went empty) raises
none. So the first f with :math:`c(f,e)\le V_{m-1}(f-1)`, if there is one, and the f before it are
the only candidates; and that first f grows with e, because c does. A pointer that only moves up
therefore serves all e: M L steps for all of them, in exact arithmetic, ties included.

Source: Bu et al. (2023), Fact 6.1 and (8); the search is own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.memory.layers import Network
from dptheory.memory.timeline import check_sizes, groups_from
from dptheory.numbers import Number
from dptheory.ranges import TERMS, count, length, nonnegative, positive, quotient, require, told
from dptheory.results import Several, explained


@explained
@dataclass(frozen=True)
class Grouping:
    """A grouping of layers 1, 2, ... into contiguous groups.

    Attributes:
        peak: the largest number held at any event of Algorithm 1.
        boundaries: the first layer of each group, the input side first.
    """

    peak: Number
    boundaries: tuple[int, ...]


@public
class Groupings(Several[Grouping]):
    """A grouping for each number of groups, from 1 on.

    Example:
        >>> [one.peak for one in optimal_groupings([10, 20, 30], [30, 20, 10])]
        [120, 80, 70]
    """

    def _columns(self) -> dict[str, list[Any]]:
        """A row a number of groups."""
        return {
            "groups": list(range(1, len(self) + 1)),
            "peak": [grouping.peak for grouping in self],
            "boundaries": [grouping.boundaries for grouping in self],
        }

    def _draw(self, axes: Any) -> None:
        """The peak over the number of groups."""
        columns = self._columns()
        axes.step(columns["groups"], [float(peak) for peak in columns["peak"]], where="mid")
        axes.set(xlabel="groups", ylabel="stored numbers a sample at the peak")
        axes.set_title("smallest peak memory over the number of groups")


def grouping_peak(
    activations: Sequence[Number], output_gradients: Sequence[Number], boundaries: Sequence[int]
) -> Number:
    """The largest c(f, e) of the groups that begin at the boundaries.

    The closed form of :func:`dptheory.memory.timeline.peak`.

    Args:
        activations: T_l d_l of each layer, of an exact type, none negative.
        output_gradients: T_l p_l of each layer.
        boundaries: the first layer of each group, from 1, increasing.

    Raises:
        ValueError: sizes as of :func:`.timeline.check_sizes`, boundaries as of
            :func:`.timeline.groups_from`.
    """
    groups = groups_from(boundaries, check_sizes(activations, output_gradients))
    A = [0, *accumulate(activations)]
    O = [0, *accumulate(output_gradients)]  # noqa: E741  (the formula's own letter)
    return max(A[group[-1]] + O[group[-1]] - O[group[0] - 1] for group in groups)


@public
def optimal_groupings(
    activations: Sequence[Number], output_gradients: Sequence[Number], groups: int | None = None
) -> Groupings:
    """A grouping with the smallest peak for every number of groups M = 1, ..., ``groups``.

    The peaks never grow with M, and from some M on they are the layer-wise one.

    Args:
        activations: T_l d_l of each layer, of an exact type, none negative.
        output_gradients: T_l p_l of each layer.
        groups: the largest M; by default the number of layers.

    Raises:
        ValueError: M is not from 1 to L, or M L is above :data:`dptheory.ranges.TERMS`; sizes as of
            :func:`.timeline.check_sizes`.

    Example:
        >>> optimal_groupings([10, 20, 30], [30, 20, 10])[1]
        Grouping(peak=80, boundaries=(1, 3))
    """
    layers = check_sizes(activations, output_gradients)
    most = _largest(layers if groups is None else groups, layers)
    A = [0, *accumulate(activations)]
    O = [0, *accumulate(output_gradients)]  # noqa: E741
    values = [a + o for a, o in zip(A, O, strict=True)]
    found = [Grouping(values[layers], (1,))]
    firsts = [[1] * (layers + 1)]
    for m in range(2, most + 1):
        before, values, chosen = values, [None] * (layers + 1), [0] * (layers + 1)
        f = m
        for e in range(m, layers + 1):
            top = A[e] + O[e]
            while f < e and top - O[f - 1] > before[f - 1]:
                f += 1
            values[e], chosen[e] = max(top - O[f - 1], before[f - 1]), f
            # One layer more in the last group: its own peak decides.
            if f > m and top - O[f - 2] < values[e]:
                values[e], chosen[e] = top - O[f - 2], f - 1
        firsts.append(chosen)
        found.append(Grouping(values[layers], _boundaries(firsts, layers)))
    return Groupings(found)


def _largest(groups: int, layers: int) -> int:
    """The number of groups M, if the optimal ones can be found: M L steps, each of which is kept.

    Raises:
        ValueError: M is not from 1 to L, or M L is above :data:`dptheory.ranges.TERMS`.
    """
    count("groups", groups, 1, layers)
    allowed = f"at most {TERMS // layers} for optimal groups of {layers} layers"
    require(groups * layers <= TERMS, "groups", allowed, groups)
    return groups


def _boundaries(firsts: Sequence[Sequence[int]], layers: int) -> tuple[int, ...]:
    """The first layers of all groups, from that of the last group for every number of layers."""
    result, end = [], layers
    for chosen in reversed(firsts):
        result.append(chosen[end])
        end = result[-1] - 1
    return tuple(reversed(result))


@public
def fewest_groups(
    activations: Sequence[Number], output_gradients: Sequence[Number], peak: Number
) -> Grouping:
    """A grouping with as few groups as a bound of the peak allows.

    From the output side down, every group is as long as the bound allows. None has fewer: in any
    grouping within the bound the last group is no longer than this one, and its other groups,
    restricted to the layers that are left here, stay within the bound.

    Args:
        activations: T_l d_l of each layer, of an exact type, none negative.
        output_gradients: T_l p_l of each layer.
        peak: the largest peak, in stored numbers.

    Raises:
        ValueError: it is below the layer-wise peak, which no grouping undercuts; sizes as
            of :func:`.timeline.check_sizes`.

    Example:
        >>> fewest_groups([10, 20, 30], [30, 20, 10], 80)
        Grouping(peak=80, boundaries=(1, 3))
    """
    A = [0, *accumulate(activations)]
    O = [0, *accumulate(output_gradients)]  # noqa: E741
    boundaries, end = [], check_sizes(activations, output_gradients)
    while end:
        f = end
        if A[end] + O[end] - O[f - 1] > peak:
            least = layer_wise_peak(activations, output_gradients)
            raise ArgumentError(
                f"peak must be at least the layer-wise peak {told(least)}. Found {told(peak)}."
            )
        while f > 1 and A[end] + O[end] - O[f - 2] <= peak:
            f -= 1
        boundaries.append(f)
        end = f - 1
    boundaries.reverse()
    return Grouping(grouping_peak(activations, output_gradients, boundaries), tuple(boundaries))


def layer_wise_peak(activations: Sequence[Number], output_gradients: Sequence[Number]) -> Number:
    """The peak of layer-wise clipping, and of training without privacy.

    Raises:
        ValueError: as of :func:`.timeline.check_sizes`.
    """
    return grouping_peak(
        activations, output_gradients, range(1, check_sizes(activations, output_gradients) + 1)
    )


def equal_layers_peak(activation: Number, gradient: Number, layers: int, groups: int) -> Number:
    r"""A lower bound, to one output gradient, of the smallest peak of M groups of equal layers.

    .. math:: aL\,\frac{r^M}{r^M-1},\qquad r=\frac{a+g}g,

    for L layers with activations a and output gradients g; the smallest peak is at least this and
    at most g more, while M uniform groups, M dividing L, have :math:`aL+\frac{gL}M`. So the excess
    over a L falls geometrically in M, not as 1/M. Proof: with the groups' ends
    :math:`0=e_0<\dots<e_M=L`, a peak P means :math:`e_{k-1}\ge re_k-P/g`, so
    :math:`e_{k-1}-P/a\ge r(e_k-P/a)` and :math:`-P/a\ge r^M(L-P/a)`; for the other side take the
    least whole :math:`e_{k-1}\ge re_k-(P+g)/g`, which is below :math:`re_k-P/g`, down to 0.
    With a = 0 it is the limit g L/M.

    Args:
        activation: a, of an exact type, nonnegative.
        gradient: g, nonnegative, not 0 with a = 0.
        layers: L.
        groups: M, from 1 to L.
    """
    nonnegative("activation", activation)
    nonnegative("gradient", gradient)
    positive("activation + gradient", activation + gradient)
    count("layers", layers)
    count("groups", groups, 1, layers)
    length("groups", groups, activation, gradient)
    both = activation + gradient
    # (r^M - 1) g^M / a without the division.
    terms = (both**k * gradient ** (groups - 1 - k) for k in range(groups))
    return quotient(layers * both**groups, sum(terms))


def uniform_counts(network: Network) -> tuple[int, ...]:
    """The numbers M of uniform groups: the divisors of the number of blocks, and 1 always."""
    blocks = network.blocks
    return tuple(m for m in range(1, max(blocks, 1) + 1) if blocks % m == 0)


@public
def uniform_boundaries(network: Network, groups: int) -> tuple[int, ...]:
    """The first layers of M groups of equally many blocks.

    The stem is in the first group, the head in the last.

    Args:
        network: the layers.
        groups: M, a divisor of the number of blocks.

    Raises:
        ValueError: M is none of :func:`uniform_counts`.

    Example:
        >>> uniform_boundaries(network("vit-base"), 3)
        (1, 26, 50)
    """
    count("groups", groups, 1, len(network.layers))
    allowed, blocks = uniform_counts(network), network.blocks
    none = f"1 with {network.name}, which has no blocks"
    require(groups in allowed or blocks, "groups", none, groups)
    if groups not in allowed:
        raise ArgumentError(
            f"groups must divide the {blocks} blocks of {network.name} for uniform groups: "
            f"one of {', '.join(map(str, allowed))}. Found {groups}."
        )
    first = {layer.block: i for i, layer in reversed(list(enumerate(network.layers, 1)))}
    return (1, *(first[k * blocks // groups + 1] for k in range(1, groups)))
