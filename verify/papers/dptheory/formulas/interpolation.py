r"""What smoothness and strong convexity say of points, values and gradients, and how it is used.

A function of :math:`\mathcal S_{\mu,L}`, :math:`\mu<L`, obeys one inequality for every ordered pair
of points (Taylor, Hendrickx, Glineur 2017, Theorem 4); ``docs/lmi.md``, section 10. Positions are
measured from the minimiser, values from the least one.

The symbols are those of accelerated methods for every kappa: :math:`r=1/\sqrt\kappa`, gradients at
y. What is used of F is used of :math:`h=F-F^*-\frac\mu2|x|^2`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verify.language import Draft, Formula, dot, lemma, notation, number, says
from verify.language.symbols import between, natural, nonnegative, positive, vector
from verify.methods import derive
from verify.methods.derive import Derive, add, multiply, shown, substitute


def square(p: Formula) -> Formula:
    """The squared norm."""
    return dot(p, p)


@dataclass(frozen=True)
class Point:
    """A point with the gradient and the value of F there."""

    x: Formula
    g: Formula
    f: Formula


@dataclass(frozen=True)
class Curvatures:
    """The class: L - mu in a form that is seen to be positive, and mu L and mu where mu > 0."""

    width: Any
    product: Any = None
    mu: Any = None

    def between(self, i: Point, j: Point) -> Formula:
        """The inequality of the ordered pair (i, j)."""
        move, turn = i.x - j.x, i.g - j.g
        lower: Formula = j.f + dot(j.g, move) + self._above(move, turn)
        return lower <= i.f

    def at_least(self, i: Point) -> Formula:
        """The inequality of i and the minimiser."""
        return self._above(i.x, i.g) <= i.f

    def at_most(self, j: Point) -> Formula:
        """The inequality of the minimiser and j."""
        return j.f + self._above(j.x, j.g) <= dot(j.g, j.x)

    def _above(self, move: Formula, turn: Formula) -> Formula:
        """What F is above a tangent, at least, a move away where the gradient has turned."""
        form = square(turn)
        if self.mu is not None:
            form = form + self.product * square(move) - 2 * self.mu * dot(turn, move)
        above: Formula = form / (2 * self.width)
        return above


def tilted(point: Point, mu: Any) -> Point:
    """The point of h + mu/2 |x|^2 where h has this one."""
    return Point(point.x, point.g + mu * point.x, point.f + mu / 2 * square(point.x))


U = notation(d=natural("d", search=(1, 3)), u=vector("d", "u", unit="1"))
SQUARE = lemma("dptheory/a-square", number(0) <= square(U.u))


def combined(
    said: Formula,
    conditions: Sequence[tuple[Any, Formula]],
    squares: Sequence[tuple[Any, Formula]] = (),
    *,
    given: Sequence[Formula] = (),
    at: Any = (),
) -> Draft:
    """That an inequality holds, as a sum of conditions and squares, each times a factor >= 0.

    Args:
        said: left <= right. conditions: factors and hypotheses. squares: factors and vectors u,
            which stand for 0 <= |u|^2. given, at: as of :func:`says`.
    """
    links = [multiply(derive.given(condition), factor) for factor, condition in conditions]
    links += [multiply(substitute(SQUARE, {"u": u}), factor) for factor, u in squares]
    rest = said.left - sum((factor * condition.left for factor, condition in conditions), number(0))
    return says(said, given=given, by=Derive(add(*links, shown(rest == rest))), at=at)


V = notation(
    d=natural("d", search=(1, 2)),
    t=natural("t", least=0, search=(0, 20)),
    r=between(0, 1, "r", unit="1", ends="()"),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    x=vector("d", "x_t", unit="length"),
    x_last=vector("d", "x_{t-1}", unit="length"),
    y=vector("d", "y_t", unit="length"),
    e=vector("d", r"\nabla h(y_t)", unit="gradient"),
    e_next=vector("d", r"\nabla h(y_{t+1})", unit="gradient"),
    h=nonnegative("h(y_t)", unit="loss", search=(0, 10)),
    h_next=nonnegative("h(y_{t+1})", unit="loss", search=(0, 10)),
    start=nonnegative("V_0", unit="loss", search=(0, 10)),
    gap=nonnegative("(F(x_0)-F^*)", unit="loss", search=(0, 10)),
)
MU, WIDTH = V.r**2 * V.L, (1 - V.r**2) * V.L  # mu, L - mu
