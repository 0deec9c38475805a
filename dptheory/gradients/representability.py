r"""Whether clipping by groups can do what clipping all layers together does, decided exactly.

Sample i has the gradient :math:`g_i` with the blocks :math:`g_i^{(m)}` of lengths :math:`n_{im}`,
:math:`|g_i|^2=\sum_mn_{im}^2`. All-layer clipping at R scales all blocks by one factor, group-wise
clipping block m by the factor of its own length and threshold :math:`R_m`. Are there
:math:`R_1,\dots,R_M>0` with which every block of every sample comes out the same
(docs/grouping.md)? The answer is exact, with a certificate that ``verify/kernel.py`` reads.

Source: own; it decides the question of Theorem 2 of Bu et al. (2023).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.numbers import exact_sqrt
from dptheory.ranges import require
from dptheory.results import explained

Certificate = dict[str, Any]
Blocks = Sequence[Sequence[Fraction | int]]


@public
@dataclass(frozen=True)
class FlatClipping:
    """Clipping by min(1, R/|g|); the lengths of blocks are given as their squares.

    Attributes:
        clip2: R^2 > 0, a rational number.

    Example:
        >>> FlatClipping("1/4").clip2
        Fraction(1, 4)
    """

    clip2: Fraction

    def __post_init__(self) -> None:
        require(self.clip2 > 0, "the squared threshold", "> 0", self.clip2)


@public
@dataclass(frozen=True)
class AutomaticClipping:
    """Automatic clipping by R/(|g| + gamma), for any R > 0; blocks are given by their lengths.

    Attributes:
        regulariser: the stability constant > 0, a rational number.

    Example:
        >>> AutomaticClipping().regulariser
        Fraction(1, 100)
    """

    regulariser: Fraction = Fraction(1, 100)

    def __post_init__(self) -> None:
        require(self.regulariser > 0, "the stability constant", "> 0", self.regulariser)


@explained
@dataclass(frozen=True)
class Conflict:
    """Two samples that want different thresholds of one group; indices from 0."""

    group: int
    first: int
    second: int


@explained
@dataclass(frozen=True)
class Decision:
    """What was decided.

    Attributes:
        clips: R_1, ..., R_M as floats, for :class:`AutomaticClipping` in units of R; None where
            there are none. A group without a gradient may have any: it is given R.
        squares: the exact R_m^2 of :class:`FlatClipping`; None for :class:`AutomaticClipping`,
            whose may be irrational.
        conflict: where there are none, two samples that show it.
        certificate: the envelope, of the kind "grouping".
    """

    clips: tuple[float, ...] | None
    squares: tuple[Fraction, ...] | None
    conflict: Conflict | None
    certificate: Certificate

    @property
    def representable(self) -> bool:
        """Whether there are thresholds."""
        return self.conflict is None


@dataclass(frozen=True)
class _Need:
    """What a sample asks of the threshold of a group.

    Attributes:
        value: R_m^2, or what tells the values of R_m/R apart. least: whether more will do as well.
    """

    value: Any
    least: bool


@public
def representable(rule: FlatClipping | AutomaticClipping, groups: Blocks) -> Decision:
    """Decide whether some R_1, ..., R_M > 0 clip every sample as all layers together are clipped.

    Args:
        rule: the clipping function.
        groups: for each sample the M squared lengths of its blocks (:class:`FlatClipping`) or the
            lengths themselves (:class:`AutomaticClipping`): rational numbers >= 0, of samples
            B >= 1 and M >= 1.

    Raises:
        ValueError: there is no sample or no group, the samples differ in their number of groups, or
            a length is negative. TypeError: a number is no int or
            Fraction: the rounding of a float would decide.
        OverflowError: a threshold is beyond the positive floats.

    Example:
        >>> representable(FlatClipping(1), [[4, 4], [1, 1]]).representable
        True
    """
    rows = _read(groups)
    needs = [_needs(rule, row) for row in rows]
    chosen: list[int] = []
    for m in range(len(rows[0])):
        asked = [(i, need) for i, row in enumerate(needs) if (need := row[m]) is not None]
        found = _common(asked)
        if isinstance(found, tuple):
            return Decision(None, None, Conflict(m, *found), _envelope(rule, rows, found, m))
        chosen.append(found)
    certificate = _envelope(rule, rows, chosen)
    if isinstance(rule, AutomaticClipping):
        thresholds = tuple(_threshold(rows[i], m, rule.regulariser) for m, i in enumerate(chosen))
        return Decision(thresholds, None, None, certificate)
    served = [needs[i][m] for m, i in enumerate(chosen)]
    squares = tuple(rule.clip2 if need is None else need.value for need in served)
    return Decision(tuple(_float(_root(v)) for v in squares), squares, None, certificate)


def _threshold(row: list[Fraction], m: int, gamma: Fraction) -> float:
    """R_m/R as a sample with a gradient in group m has it; 1 if it has none."""
    if not row[m]:
        return 1.0
    whole = _root(sum((v * v for v in row), Fraction(0)))
    return _float((row[m] + gamma) / (whole + gamma))


def _root(square: Fraction) -> Fraction:
    """The root of a positive number, too small by less than a share 2^-120 of it."""
    shift = 128 - (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    return isqrt(int(square * Fraction(4) ** shift)) / Fraction(2) ** shift


def _float(value: Fraction) -> float:
    """The nearest float of a positive number."""
    limits = 2.0**-1074, 2.0**1023
    require(limits[0] <= value <= limits[1], "a threshold", "within the positive floats", value)
    return float(value)


def _read(blocks: Blocks) -> list[list[Fraction]]:
    if not blocks or not blocks[0]:
        raise ArgumentError("there must be a sample and a group. Found none.")
    if len({len(row) for row in blocks}) > 1:
        raise ArgumentError(
            f"samples must have the same groups. Found {sorted({len(row) for row in blocks})}."
        )
    rows = [[Fraction(v) for v in row] for row in blocks]
    for row in rows:
        for length in row:
            require(length >= 0, "a length", ">= 0", length)
    return rows


def _needs(rule: FlatClipping | AutomaticClipping, row: list[Fraction]) -> list[_Need | None]:
    """What one sample asks of each group: nothing where its block is 0."""
    if isinstance(rule, FlatClipping):
        whole = sum(row, Fraction(0))
        kept = whole <= rule.clip2
        squares = row if kept else [v * rule.clip2 / whole for v in row]
        return [_Need(v, kept) if v else None for v in squares]
    square = sum((v * v for v in row), Fraction(0))
    return [_Need(_ratio(v, square, rule.regulariser), False) if v else None for v in row]


def _ratio(length: Fraction, square: Fraction, gamma: Fraction) -> Any:
    r"""What tells :math:`(n+\gamma)/(\sqrt S+\gamma)` apart for rational n, S and gamma.

    The number itself where it is rational; else its n and S: from
    :math:`a(\sqrt{S'}+\gamma)=b(\sqrt S+\gamma)`, a != b, both roots are rational, since
    :math:`a\sqrt{S'}=b\sqrt S+c` with a rational c != 0 gives :math:`\sqrt S` when it is squared.
    """
    try:
        return (length + gamma) / (exact_sqrt(square) + gamma)
    except ValueError:
        return length, square


def _common(asked: list[tuple[int, _Need]]) -> int | tuple[int, int]:
    """A sample whose threshold does for all of a group, or two that exclude each other."""
    fixed = [(i, need) for i, need in asked if not need.least]
    kept = [(i, need) for i, need in asked if need.least]
    widest = max(kept, key=lambda entry: entry[1].value, default=None)
    if not fixed:
        return widest[0] if widest else 0
    first, need = fixed[0]
    for i, other in fixed[1:]:
        if other.value != need.value:
            return first, i
    if widest and widest[1].value > need.value:
        return first, widest[0]
    return first


def _envelope(
    rule: FlatClipping | AutomaticClipping,
    rows: list[list[Fraction]],
    samples: Sequence[int],
    group: int | None = None,
) -> Certificate:
    shown = [[str(v) for v in row] for row in rows]
    statement: dict[str, Any]
    if isinstance(rule, FlatClipping):
        says, statement = "abadi", {"squares": shown, "threshold2": str(rule.clip2)}
    else:
        says, statement = "auto", {"lengths": shown, "gamma": str(rule.regulariser)}
    witness: dict[str, Any] = {"samples": [str(i + 1) for i in samples]}
    if group is not None:
        says, witness = f"not {says}", {"group": str(group + 1), **witness}
    statement = {"says": says, **statement}
    return {"kind": "grouping", "version": 1, "statement": statement, "witness": witness}
