r"""Functions of a class: letters for their values and gradients at the points of a statement.

A class is given by its least and its largest curvature, m and L. A function of it with given values
f_i and gradients g_i at points x_i exists, in R^d for every d, if and only if for all i and j

    f_j + <g_j, x_i - x_j> + m/2 |x_i - x_j|^2 + |g_i - g_j - m (x_i - x_j)|^2 / (2 (L - m)) <= f_i,

without the last term where L is infinite, and with |g_i| <= M where it is M-Lipschitz. So a
statement about every function of a class is one about numbers and vectors with these hypotheses,
which are made here. A minimiser is one more point, with gradient 0.

Source: Taylor, Hendrickx, Glineur, Smooth strongly convex interpolation and exact worst-case
performance of first-order methods, Mathematical Programming 161 (2017), Theorem 4; for the other
classes, Exact worst-case performance of first-order methods for composite convex optimization, SIAM
Journal on Optimization 27 (2017), Section 3.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node, binary, free_names, lift
from verify.language.formulas import Formula, notation_of
from verify.language.symbols import Notation, Real, Symbol, Vector

ZERO = lift(0)
SIGNS = {"+": "plus", "-": "minus", "*": "star", "'": "prime"}


@dataclass(frozen=True)
class Place:
    """A function at a point, with the letters of its value and gradient there.

    Attributes:
        of: the function. point: the point, a combination of vectors. latex: how it is written.
        value, gradient: the letters; without the second one the point is the minimiser.
    """

    of: "Function"
    point: Node
    latex: str
    value: Symbol
    gradient: Symbol | None

    @property
    def letters(self) -> tuple[Symbol, ...]:
        """What a statement quantifies over for this point; the minimiser is itself a letter."""
        if self.gradient is not None:
            return (self.value, self.gradient)
        return (self.value, self.of.minimiser)


@dataclass(frozen=True)
class Function:
    """Any function of a class on R^d; ``f(x)`` and ``f.grad(x)`` stand in formulas.

    Attributes:
        latex: its letter. dimension: of its domain. unit: of its values.
        least, most: the bounds of its curvature; None where there is none.
        reach: the most that a gradient may measure, or None.
        notation: where the symbols of these are declared.
    """

    latex: str
    dimension: int | str
    unit: str
    least: Node
    most: Node | None
    reach: Node | None
    notation: Notation | None

    def __call__(self, point: Formula) -> Formula:
        """The value at a point.

        Raises:
            ValueError: the point is no vector, or a combination without a letter.
        """
        return self._letter(point, gradient=False)

    def grad(self, point: Formula) -> Formula:
        """The gradient at a point (of a convex function that is not smooth: a subgradient)."""
        return self._letter(point, gradient=True)

    def interpolates(self, at: Formula, other: Formula) -> Formula:
        """The hypothesis that bounds the value at one point from below by what is at another."""
        first, second = (
            self._at_minimiser if lift(p) == self.minimiser.node else self._place(p)
            for p in (at, other)
        )
        known = self._known(first, at).with_places(*self._known(second, other).places)
        return Formula(next(_interpolation(self, (first, second))), known)

    @property
    def convex(self) -> bool:
        """Whether it is convex, and not only smooth."""
        return self.most is None or self.least != -self.most

    @property
    def argmin(self) -> Formula:
        """A minimiser."""
        return Formula(self.minimiser.node, self._known(self._at_minimiser))

    @property
    def min(self) -> Formula:
        """The least value."""
        return Formula(self._at_minimiser.value.node, self._known(self._at_minimiser))

    @property
    def minimiser(self) -> Symbol:
        """The letter of a minimiser."""
        unit = "length" if self.unit == "loss" else "1"
        latex = "x_*" if self.latex == "f" else f"x_{{{self.latex}}}"
        return Symbol(f"argmin_{self._name}", latex, unit, Vector(self.dimension))

    @property
    def _name(self) -> str:
        return _identifier(self.latex)

    @property
    def _at_minimiser(self) -> Place:
        if not self.convex:
            raise ValueError(
                f"a minimum must be of a convex function. Found {self.latex}.min or .argmin of one "
                "that is smooth alone."
            )
        least = Symbol(f"min_{self._name}", rf"{self.latex}_*", self.unit, Real())
        return Place(self, self.minimiser.node, self.minimiser.latex, least, None)

    def _letter(self, point: Formula, *, gradient: bool) -> Formula:
        if lift(point) == self.minimiser.node:
            if not gradient:
                return self.min
            if self.most is not None:
                return 0 * self.argmin
        place = self._place(point)
        letter = place.gradient if gradient and place.gradient else place.value
        return Formula(letter.node, self._known(place, point))

    def _place(self, point: Formula) -> Place:
        latex = _written(point)
        known = point.notation.symbols if point.notation else {}
        kinds = [known[n].kind for n in free_names(point.tree) if n in known]
        sizes = {kind.dimension for kind in kinds if isinstance(kind, Vector)}
        if sizes != {self.dimension}:
            raise ValueError(f"a point must be a vector of R^{self.dimension}. Found {point!r}.")
        name = _identifier(f"{self.latex}_{latex}")
        unit = "gradient" if self.unit == "loss" else "1"
        value = Symbol(name, rf"{self.latex}({latex})", self.unit, Real())
        slope = Symbol(
            f"grad_{name}", rf"\nabla {self.latex}({latex})", unit, Vector(self.dimension)
        )
        return Place(self, point.tree, latex, value, slope)

    def _known(self, place: Place, point: Formula | None = None) -> Notation:
        own = Formula(ZERO, self.notation)
        found = notation_of(own, *([] if point is None else [point])) or Notation({})
        return found.with_places(place)


def function(
    latex: str,
    dimension: int | str,
    *,
    smooth: Any = None,
    strongly_convex: Any = None,
    convex: bool = False,
    lipschitz: Any = None,
    unit: str = "1",
) -> Function:
    r"""Any function of a class on R^d: ``f = function("f", "d", smooth=V.L, convex=True)``.

    Args:
        latex: its letter. dimension: a number, or the name of a symbol, as of :func:`vector`.
        smooth: L: its gradient is L-Lipschitz. Alone, the function need not be convex.
        strongly_convex: mu: f - mu |x|^2 / 2 is convex. convex: the same with mu = 0.
        lipschitz: M, of a convex function that is not smooth; ``grad`` is a subgradient.
        unit: of its values: ``1``, or ``loss`` with points in lengths.

    Raises:
        ValueError: the class is none of these.
    """
    if unit not in ("1", "loss"):
        raise ValueError(f"the unit of a function must be 1 or loss. Found {unit!r}.")
    least = ZERO if convex and strongly_convex is None else strongly_convex
    bounded = lipschitz is not None and (smooth is not None or strongly_convex is not None)
    if bounded or (smooth is None and least is None):
        raise ValueError(
            "a class must be smooth, convex or both, or convex and Lipschitz. Found "
            f"smooth={smooth!r}, strongly_convex={strongly_convex!r}, convex={convex!r}, "
            f"lipschitz={lipschitz!r}."
        )
    most, reach = (None if x is None else lift(x) for x in (smooth, lipschitz))
    bottom = -lift(smooth) if least is None else lift(least)
    notation = notation_of(smooth, strongly_convex, lipschitz)
    return Function(latex, dimension, unit, bottom, most, reach, notation)


@dataclass(frozen=True)
class Ranging:
    """A function that a statement ranges over.

    Attributes:
        function: the function. places: the points at which the statement has its letters.
        interpolation: the hypotheses by which the letters are those of a function of the class.
    """

    function: Function
    places: tuple[Place, ...]
    interpolation: tuple[Node, ...]

    @property
    def letters(self) -> frozenset[str]:
        """The names of its letters."""
        return frozenset(s.name for place in self.places for s in place.letters)

    @property
    def names(self) -> frozenset[str]:
        """The names of its letters, and of what its points and its class are made of."""
        bounds = (x for x in (self.function.most, self.function.reach) if x is not None)
        trees = (*(place.point for place in self.places), self.function.least, *bounds)
        return self.letters.union(*map(free_names, trees))


def ranging(places: Sequence[Place], used: frozenset[str]) -> tuple[Ranging, ...]:
    """The functions of a statement that uses some letters, each with all points that matter.

    Raises:
        ValueError: one letter stands for two things.
    """
    found = _needed(places, used)
    for one, other in itertools.combinations(found, 2):
        letters = {s.name for s in one.letters} & {s.name for s in other.letters}
        if letters or (one.of != other.of and one.of.latex == other.of.latex):
            raise ValueError(
                "functions and points must be written differently. Found two of "
                f"{one.value.latex} or {other.value.latex}."
            )
    return tuple(
        Ranging(f, here, tuple(dict.fromkeys(_interpolation(f, here))))
        for f in dict.fromkeys(place.of for place in found)
        if (here := tuple(p for p in found if p.of == f))
    )


def class_conditions(found: Function, symbols: Notation) -> tuple[Node, ...]:
    """What the bounds of a class must meet, as far as their sets do not say it."""
    wanted = []
    if found.most is not None:
        low = found.least if found.convex else ZERO
        wanted.append(binary("lt", low, found.most))
    if found.convex:
        wanted.append(binary("le", 0, found.least))
    if found.reach is not None:
        wanted.append(binary("le", 0, found.reach))
    sets = {c for s in symbols.symbols.values() for c in s.conditions()}
    return tuple(c for c in wanted if not _plain(c, sets))


def _plain(condition: Node, sets: set[Node]) -> bool:
    """Whether a bound's set, or arithmetic, says a condition."""
    left, right = condition.args
    if left.op == right.op == "number":
        return bool(left.value < right.value or (condition.op == "le" and left == right))
    return condition in sets or binary("lt", left, right) in sets


def _identifier(latex: str) -> str:
    """A name made of what something is written as; signs in it are spelled."""
    spelled = "".join(SIGNS.get(c, c) for c in latex)
    return re.sub(r"\W+", "_", spelled).strip("_")


def _written(point: Any) -> str:
    """How a point is written: a symbol, or a combination that has a letter.

    Raises:
        ValueError: it is neither.
    """
    v = point.notation if isinstance(point, Formula) else None
    if v is not None and point.tree.op == "symbol" and point.tree.value in v.symbols:
        return str(v.symbols[point.tree.value].latex)
    for part in () if v is None else v.lettered:
        if part.tree == point.tree:
            return part.latex
    raise ValueError(
        'a point must be a declared vector, or have a letter: y = let("y", x - f.grad(x) / L). '
        f"Found {point!r}."
    )


def _needed(places: Sequence[Place], used: frozenset[str]) -> list[Place]:
    """The places whose letters are used, and those whose letters stand in the points of these."""
    found: dict[Place, None] = {}
    waiting = used
    while True:
        new = [p for p in places if p not in found and waiting & {s.name for s in p.letters}]
        if not new:
            return [p for p in dict.fromkeys(places) if p in found]
        found.update(dict.fromkeys(new))
        waiting = waiting.union(*(free_names(p.point) for p in new))


def _interpolation(f: Function, places: Sequence[Place]) -> Iterator[Node]:
    for at, other in itertools.permutations(places, 2):
        step = at.point - other.point
        lower, change = other.value.node, None
        if other.gradient is not None:
            lower = lower + binary("dot", other.gradient.node, step)
            change = -other.gradient.node
        if at.gradient is not None:
            own = at.gradient.node
            change = own if other.gradient is None else own - other.gradient.node
        if f.least != ZERO:
            lower = lower + f.least * _square(step) / 2
            change = None if change is None else change - f.least * step
        if f.most is not None and change is not None:
            gap = f.most if f.least == ZERO else f.most - f.least if f.convex else 2 * f.most
            lower = lower + _square(change) / (2 * gap)
        yield binary("le", lower, at.value.node)
    for place in places:
        if f.reach is not None and place.gradient is not None:
            yield binary("le", _square(place.gradient.node), f.reach**2)


def _square(vector: Node) -> Node:
    return binary("dot", vector, vector)
