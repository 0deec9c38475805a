"""The problem of the worst law: rules, functionals, the edges of the set of (x, |g|).

Source: own; Theorem 1 of docs/worst_law.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import nonnegative, positive, require
from dptheory.results import explained

Numbers = Callable[[Number], float] | Callable[[Number], Fraction]


@public
@dataclass(frozen=True)
class Normalise:
    """h = 1/(r + |g|).

    Attributes:
        regulariser: r > 0, in the unit of gradients.

    Example:
        >>> worst_law.Normalise("0.1").regulariser
        Fraction(1, 10)
    """

    regulariser: Number

    def __post_init__(self) -> None:
        positive("regulariser r", self.regulariser)

    def over(self, numbers: Numbers) -> "Normalise":
        """The rule with its number made a float or a Fraction."""
        return Normalise(numbers(self.regulariser))

    def factor(self, y: Number) -> Number:
        """h at the length y."""
        return 1 / (self.regulariser + y)

    def pieces(
        self, lower: Number, upper: Number
    ) -> Iterator[tuple[Number, Number, Number, Number, Number]]:
        """(from, to, k, m, n) with h = k/(m + n y) on parts of [a, b]."""
        yield lower, upper, 1, self.regulariser, 1


@public
@dataclass(frozen=True)
class Clip:
    """h = min(1, c/|g|).

    Attributes:
        clip: c > 0, in the unit of gradients.

    Example:
        >>> worst_law.Clip("1/2").clip
        Fraction(1, 2)
    """

    clip: Number

    def __post_init__(self) -> None:
        positive("threshold c", self.clip)

    def over(self, numbers: Numbers) -> "Clip":
        """The rule with its number made a float or a Fraction."""
        return Clip(numbers(self.clip))

    def factor(self, y: Number) -> Number:
        """h at the length y."""
        return 1 if y <= self.clip else self.clip / y

    def pieces(
        self, lower: Number, upper: Number
    ) -> Iterator[tuple[Number, Number, Number, Number, Number]]:
        """(from, to, k, m, n) with h = k/(m + n y) on parts of [a, b]."""
        c = self.clip
        if lower < c:
            yield lower, min(upper, c), 1, 1, 0
        if upper > c:
            yield max(lower, c), upper, c, 0, 1


@explained
@dataclass(frozen=True)
class Piece:
    """Part of an edge: x = x0 + x1 y + x2 y^2 and h = k/(m + n y) for from <= y <= to."""

    start: Number
    end: Number
    k: Number
    m: Number
    n: Number
    x: tuple[Number, Number, Number]

    def place(self, y: Number) -> Number:
        """x."""
        return self.x[0] + y * (self.x[1] + y * self.x[2])


@explained
@dataclass(frozen=True)
class Problem:
    """Minimise E[h(|g|)(p <u, g> + q)] over the laws of the deviation.

    Attributes:
        rule: h.
        gradient: s >= 0, the length of the mean.
        radius: the bound of the deviation, > 0.
        along, constant: p and q; :func:`drift` sets those of the descent.
        line: whether d = 1; otherwise the answer is that of every d >= 2.
    """

    rule: Normalise | Clip
    gradient: Number
    radius: Number
    along: Number
    constant: Number
    line: bool = False

    def __post_init__(self) -> None:
        nonnegative("gradient s", self.gradient)
        positive("radius", self.radius)

    def over(self, numbers: Numbers) -> "Problem":
        """The problem with its numbers made floats or Fractions."""
        given = (self.gradient, self.radius, self.along, self.constant)
        s, radius, along, constant = (numbers(value) for value in given)
        return Problem(self.rule.over(numbers), s, radius, along, constant, self.line)

    def value(self, x: Number, y: Number) -> Number:
        """The functional at a point of D."""
        return self.rule.factor(y) * (self.along * x + self.constant)

    def pieces(self) -> Iterator[Piece]:
        """The edges of D, cut where h changes its formula."""
        s, radius = self.gradient, self.radius
        edges = [(max(s - radius, 0 * s), s + radius, (0, 1, 0))]
        if radius > s:
            edges.append((0 * s, radius - s, (0, -1, 0)))
        if s > 0 and not self.line:
            circle = (s * s - radius * radius) / (2 * s), 0, 1 / (2 * s)
            edges.append((abs(radius - s), radius + s, circle))
        for a, b, x in edges:
            for start, end, k, m, n in self.rule.pieces(a, b):
                yield Piece(start, end, k, m, n, x)


def drift(
    rule: Normalise | Clip,
    gradient: Number,
    tau0: Number,
    tau1: Number = 0,
    alpha: Number = 0,
    line: bool = False,
) -> Problem:
    r"""The problem of :math:`E\langle h\nabla f,g\rangle-\alpha E[h]|\nabla f|^2`.

    Args:
        rule: normalising or clipping. gradient: s >= 0, the length of grad f.
        tau0, tau1: a deviation is at most tau0 + tau1 s; tau0 > 0, tau1 in [0, 1).
        alpha: in [0, 1). line: whether d = 1.

    Raises:
        ValueError: s < 0, tau0 <= 0, or tau1 or alpha outside [0, 1).
    """
    nonnegative("gradient s", gradient)
    positive("tau0", tau0)
    require(0 <= tau1 < 1, "tau1", "in [0, 1)", tau1)
    require(0 <= alpha < 1, "alpha", "in [0, 1)", alpha)
    radius = tau0 + tau1 * gradient
    return Problem(rule, gradient, radius, gradient, -alpha * gradient * gradient, line)
