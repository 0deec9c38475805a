r"""Groupings of parameters: thresholds, clipping functions, and the sensitivity of them all.

A record's gradient :math:`g` is divided into groups :math:`g^{(1)},\dots,g^{(M)}`, each multiplied
by a factor of its norm:

* ``abadi``: :math:`\min(1, R_m/\|g^{(m)}\|)`;
* ``auto``: :math:`R_m/(\|g^{(m)}\|+\gamma)` with the stability constant :math:`\gamma>0`, unit of a
  gradient (0.01 in the paper).

Groupings: :func:`uniform` (M groups of equal numbers of blocks; 1: all layers),
:func:`layer_wise`, :func:`parameter_wise`, :func:`of_parameters` (named ones, any partition) and
:func:`of_coordinates`. By default :math:`R_m=R/\sqrt M`, so that all groupings have the same
sensitivity R. For example::

    grouping = uniform(problem.layout, 2, 1.0)
    rule = grouping.rule("auto", gamma=0.01)              # a PerSample, for bounded, Private, ...
    grouping.sensitivity(Neighbouring.ADD_OR_REMOVE_ONE)  # of the sum over records

Source: Bu, Liu, Wang, Zha and Karypis (2023), Section 2, Table 1 and (4).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.gradients.per_sample import PerSample
from dptheory.numbers import Number
from dptheory.numbers import total as exact_sum
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.problems.parameters import Layout
from dptheory.ranges import count, positive, require

FUNCTIONS = ("abadi", "auto")
Groups = tuple[tuple[int, ...], ...]


@public
@dataclass(frozen=True)
class Grouping:
    """A partition of the coordinates 0, ..., d - 1 with a threshold for every group.

    Attributes:
        groups: the coordinates of every group, each nonempty.
        clips: R_m, one a group, positive.

    Raises:
        ValueError: the groups are no partition or a threshold is not positive and finite.

    Example:
        >>> Grouping(groups=((0, 2), (1,)), clips=(1.0, 2.0)).clips
        (1.0, 2.0)
    """

    groups: Groups
    clips: tuple[float, ...]

    def __post_init__(self) -> None:
        require(len(self.groups) > 0, "groups", "at least one", len(self.groups))
        sizes = [len(g) for g in self.groups]
        require(min(sizes) > 0, "groups", "nonempty", f"sizes {sizes}")
        flat = [j for g in self.groups for j in g]
        seen = sorted(flat)
        amiss = next((j for j, k in enumerate(seen) if j != k), None)
        partition = f"a partition of 0..{len(seen) - 1}"
        require(amiss is None, "groups", partition, f"{amiss} missing or another one twice")
        fits = len(self.clips) == len(self.groups)
        number = len(self.clips)
        require(fits, "thresholds R_m", f"one a group, {len(self.groups)}", number)
        for threshold in self.clips:
            positive("threshold R_m", threshold)

    @property
    def number(self) -> int:
        """M."""
        return len(self.groups)

    @property
    def dimension(self) -> int:
        """d."""
        return sum(len(g) for g in self.groups)

    @property
    def order(self) -> tuple[int, ...]:
        """The coordinates group by group; empty where they stand in that order already."""
        flat = tuple(j for g in self.groups for j in g)
        return () if flat == tuple(range(len(flat))) else flat

    def sensitivity(self, neighbouring: Neighbouring) -> float:
        """How far one record can move the sum of clipped gradients; see :func:`sensitivity`."""
        return math.sqrt(square_of_sensitivity(self.clips, neighbouring))

    def rule(self, function: str, *, regulariser: float | None = None) -> PerSample:
        """The clipping of per-sample gradients of shape (..., B, d).

        Args:
            function: ``abadi`` or ``auto``.
            regulariser: the stability constant of ``auto``, positive, unit of a gradient.

        Raises:
            ValueError: the function is unknown, or the regulariser is missing, out of its range or
                not used.
        """
        require(
            function in FUNCTIONS, "clipping function", f"one of {', '.join(FUNCTIONS)}", function
        )
        sizes = tuple(len(g) for g in self.groups)
        if function == "abadi":
            require(regulariser is None, "regulariser", "left out for abadi", regulariser)
            return PerSample("clip", self.clips, sizes, order=self.order)
        require(regulariser is not None, "regulariser", "given for auto", regulariser)
        divisor = positive("regulariser", regulariser)
        return PerSample("normalise", self.clips, sizes, divisor, self.order)


def square_of_sensitivity(clips: Iterable[Number], neighbouring: Neighbouring) -> Number:
    r"""The square of the :math:`L_2` sensitivity of the sum of clipped gradients; exact numbers.

    .. math:: \sup\Bigl\|\sum_ig_iC_i-\sum_ig_i'C_i'\Bigr\|^2 = k^2\sum_mR_m^2,

    k = 1 where a record is added or removed and k = 2 where it is replaced (by the opposite one).
    With ``abadi`` it is attained, by every record that is clipped in every group; with ``auto`` it
    is approached as all groups grow and attained nowhere. The grouping does not matter.

    Args:
        clips: R_m, positive.
        neighbouring: which data sets are compared.
    """
    squares = exact_sum(positive("threshold R_m", R) ** 2 for R in clips)
    return squares * (1 if neighbouring is Neighbouring.ADD_OR_REMOVE_ONE else 4)


def thresholds_of(groups: int, clip: float | Sequence[float]) -> tuple[float, ...]:
    r"""One threshold a group as they are, or :math:`R_m=R/\sqrt M` from a single R."""
    if isinstance(clip, Sequence):
        return tuple(float(R) for R in clip)
    number = int(count("groups M", groups))
    return (float(positive("threshold R", clip)) / math.sqrt(number),) * number


def of_coordinates(groups: Iterable[Iterable[int]], clip: float | Sequence[float]) -> Grouping:
    """Any partition of coordinates; ``clip`` is R, or one R_m a group."""
    found = tuple(tuple(int(j) for j in g) for g in groups)
    return Grouping(found, thresholds_of(max(1, len(found)), clip))


@public
def of_parameters(
    layout: Layout, groups: Sequence[Sequence[str]], clip: float | Sequence[float]
) -> Grouping:
    """Any partition of the named parameters (non-uniform grouping).

    Args:
        layout: the named arrays of parameters.
        groups: the names in each group.
        clip: R, shared as R/sqrt(M), or a list with one R_m a group.

    Raises:
        ValueError: a name is unknown, missing or given twice, or as :class:`Grouping`.

    Example:
        >>> from dptheory.problems.parameters import Layout, Parameter
        >>> names = Parameter("w", 2, "a", 0), Parameter("b", 1, "a", 0), Parameter("v", 2, "c", 1)
        >>> layout = Layout(names)
        >>> of_parameters(layout, [["w", "v"], ["b"]], [1.0, 2.0]).groups
        ((0, 1, 3, 4), (2,))
    """
    named = [name for g in groups for name in g]
    partition = sorted(named) == sorted(layout.names)
    require(partition, "groups", f"a partition of {', '.join(layout.names)}", ", ".join(named))
    return of_coordinates(([j for name in g for j in layout.places[name]] for g in groups), clip)


@public
def parameter_wise(layout: Layout, clip: float | Sequence[float]) -> Grouping:
    """Every array of parameters is a group.

    Args:
        layout: the named arrays of parameters.
        clip: R, shared as R/sqrt(M), or a list with one R_m a group.

    Example:
        >>> from dptheory.problems.parameters import Layout, Parameter
        >>> names = Parameter("w", 2, "a", 0), Parameter("b", 1, "a", 0), Parameter("v", 2, "c", 1)
        >>> layout = Layout(names)
        >>> parameter_wise(layout, [1.0, 1.0, 2.0]).groups
        ((0, 1), (2,), (3, 4))
    """
    return of_parameters(layout, [[name] for name in layout.names], clip)


@public
def layer_wise(layout: Layout, clip: float | Sequence[float]) -> Grouping:
    """Every layer is a group, its weight and bias together.

    Args:
        layout: the named arrays of parameters.
        clip: R, shared as R/sqrt(M), or a list with one R_m a group.

    Example:
        >>> from dptheory.problems.parameters import Layout, Parameter
        >>> names = Parameter("w", 2, "a", 0), Parameter("b", 1, "a", 0), Parameter("v", 2, "c", 1)
        >>> layout = Layout(names)
        >>> layer_wise(layout, [1.0, 2.0]).groups
        ((0, 1, 2), (3, 4))
    """
    groups = [[p.name for p in layout.parameters if p.layer == name] for name in layout.layers]
    return of_parameters(layout, groups, clip)


@public
def uniform(layout: Layout, groups: int, clip: float | Sequence[float]) -> Grouping:
    """M groups of equally many blocks; what stands before the blocks goes with the first group.

    What stands after them goes with the last.

    Args:
        layout: the named arrays of parameters. groups: the number of groups.
        clip: R, shared as R/sqrt(M), or a list with one R_m a group.

    Raises:
        ValueError: M does not divide the number of blocks.

    Example:
        >>> from dptheory.problems.parameters import Layout, Parameter
        >>> names = Parameter("w", 2, "a", 0), Parameter("b", 1, "a", 0), Parameter("v", 2, "c", 1)
        >>> layout = Layout(names)
        >>> uniform(layout, 2, [1.0, 2.0]).groups
        ((0, 1, 2), (3, 4))
    """
    groups, blocks = count("groups M", groups), layout.blocks
    divides = blocks > 0 and blocks % groups == 0
    require(divides, "groups M", f"a divisor of the {blocks} blocks", groups)
    names: list[list[str]] = [[] for _ in range(groups)]
    last = 0
    for p in layout.parameters:
        last = last if p.block is None else p.block * groups // blocks
        names[groups - 1 if p.block is None and names[groups - 1] else last].append(p.name)
    return of_parameters(layout, names, clip)
