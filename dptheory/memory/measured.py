r"""Measured peaks: a line through them, and how well it says what was left out.

A device holds what :mod:`.step` does not know (the context, the allocator's rounding, working space
of libraries). With x the bytes that the batch takes by the prediction, :math:`B\,c`, a measured
peak is close to :math:`a+bx`; a and b do not depend on the grouping, so two measured peaks say what
every other grouping and batch of that network takes.

Source: the line of least squares, of every textbook.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dptheory.ranges import require

Points = Sequence[tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Line:
    """Peaks a + b x.

    Attributes:
        fixed: a, bytes.
        slope: b, bytes measured a byte predicted.
    """

    fixed: Fraction
    slope: Fraction

    def at(self, x: Fraction) -> Fraction:
        """The peak, bytes, where the batch takes x by the prediction."""
        return self.fixed + self.slope * x

    def largest_batch(self, budget: int, each: int) -> int:
        """The largest batch within a budget, bytes, of ``each`` predicted bytes a sample."""
        return max(0, int((budget - self.fixed) // (self.slope * each)))


def fit_measured(points: Points) -> Line:
    """The line of least squares, exact in fractions; through two points it is theirs.

    Args:
        points: pairs of x and of the measured peak, bytes.

    Raises:
        ValueError: fewer than two different x, or peaks that do not grow with x.
    """
    xs = [Fraction(x) for x, _ in points]
    require(len(set(xs)) > 1, "points", "at least two, of different predicted bytes", len(xs))
    ys = [Fraction(y) for _, y in points]
    x, y = sum(xs, Fraction()) / len(xs), sum(ys, Fraction()) / len(ys)
    rise = sum(((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)), Fraction())
    slope = rise / sum(((a - x) ** 2 for a in xs), Fraction())
    require(slope > 0, "points", "of peaks that grow with the predicted bytes", float(slope))
    return Line(y - slope * x, slope)


def left_out(points: Points) -> tuple[Fraction, ...]:
    """For every point the peak that the line of all others gives it."""
    return tuple(
        fit_measured([*points[:i], *points[i + 1 :]]).at(Fraction(x))
        for i, (x, _) in enumerate(points)
    )
