r"""Noise: a random vector with mean zero given the past, of which only the second moment is known.

The expectation of what is quadratic in the noise w is a formula in E|w|^2 alone: with a, b made of
the past, E<a + s w, b + t w> = <a, b> + s t E|w|^2. Every number from 0 to its bound is E|w|^2 of
some noise, so that a statement in this letter says the same as one about every noise.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, binary, free_names, lift
from verify.language.formulas import Formula, Part, notation_of
from verify.language.symbols import Notation, Real, Symbol, Vector


@dataclass(frozen=True)
class Moment:
    """A noise in a notation: its vector, which only means contain, and the letter of E|w|^2.

    Attributes:
        vector, letter: the symbols. bound: what the letter is at most.
    """

    vector: Symbol
    letter: Symbol
    bound: Node

    @property
    def letters(self) -> tuple[Symbol, ...]:
        """What a statement quantifies over."""
        return (self.letter,)

    @property
    def condition(self) -> Node:
        """The hypothesis that bounds it."""
        return binary("le", self.letter.node, self.bound)


class Noise(Formula):
    """A noise in formulas, of which :func:`mean` takes the expectation."""

    __slots__ = ("moment",)

    def __init__(self, moment: Moment, notation: Notation) -> None:
        super().__init__(moment.vector.node, notation)
        self.moment = moment

    def __reduce__(self) -> tuple[Any, ...]:
        return (Noise, (self.moment, self.notation))


def noise(
    latex: str, dimension: int | str, *, second_moment_at_most: Any, unit: str = "1"
) -> Noise:
    r"""A random vector of R^d: ``w = noise("w", "d", second_moment_at_most=V.s2)``.

    Its mean given the past is zero; a formula may contain it inside :func:`mean` alone.

    Args:
        latex: its letter. dimension: a number, or the name of a symbol, as of :func:`vector`.
        second_moment_at_most: a bound of E|w|^2, made of the past. unit: ``1`` or ``gradient``.

    Raises:
        ValueError: another unit.
    """
    if unit not in ("1", "gradient"):
        raise ValueError(f"the unit of noise must be 1 or gradient. Found {unit!r}.")
    name = "".join(c for c in latex if c.isalnum() or c == "_")
    vector = Symbol(f"noise_{name}", latex, unit, Vector(dimension))
    square = "1" if unit == "1" else "loss^2/length^2"
    letter = Symbol(
        f"moment_{name}", rf"\mathbb E\lVert {latex}\rVert^2", square, Real(Fraction(0))
    )
    moment = Moment(vector, letter, lift(second_moment_at_most))
    known = notation_of(second_moment_at_most) or Notation({})
    return Noise(moment, known.with_places(moment))


def mean(over: Noise, body: Formula) -> Formula:
    """The expectation, given the past, of what is quadratic in a noise.

    Raises:
        ValueError: it is not quadratic, such as the value of a function at a noisy point.
    """
    tree = lift(body)
    known = notation_of(over, body) or Notation({})
    name = over.moment.vector.name
    noisy = {s.name for p in known.places if name in _reached(p, known) for s in p.letters}
    if noisy & free_names(tree) or name not in free_names(tree):
        raise ValueError(
            "a mean must be of what is quadratic in the noise, and contain it. Found "
            f"{body!r} for {over.moment.vector.latex}."
        )
    expanded = _Mean(over.moment).number(tree)
    shown = [Part(expanded, mean_of=tree)] if expanded.args else []
    return Formula(expanded, known.with_letters(*shown))


def _reached(place: Any, known: Notation) -> frozenset[str]:
    """The names that a function's value at a point hangs on, through other values too."""
    found = free_names(getattr(place, "point", lift(0)))
    while True:
        more = [p for p in known.places if found & {s.name for s in p.letters}]
        wider = found.union(*(free_names(getattr(p, "point", lift(0))) for p in more))
        if wider == found:
            return found
        found = wider


class _Mean:
    """Expands means over one noise."""

    def __init__(self, moment: Moment) -> None:
        self.name = moment.vector.name
        self.square = moment.letter.node

    def number(self, node: Node) -> Node:
        """The mean of a number."""
        noisy = [self.name in free_names(a) for a in node.args]
        if not any(noisy):
            return node
        linear = node.op in ("add", "sub", "neg") or (node.op, noisy) == ("div", [True, False])
        if linear or (node.op == "mul" and noisy.count(True) == 1):
            return node.having(map(self.number, node.args))
        if node.op == "dot":
            return self._product(node.args)
        if node.op == "pow" and node.args[0].op == "norm" and node.args[1] == lift(2):
            return self._product(node.args[0].args)
        raise ValueError(
            f"a mean must be of what is quadratic in the noise. Found {node.op} of the noise."
        )

    def _product(self, vectors: tuple[Node, ...]) -> Node:
        """The mean of an inner product of two vectors, or of the square of one's norm."""
        parts = [split(v, self.name) for v in vectors]
        factors = [s for _, s in parts if s is not None]
        fixed = [a for a, _ in parts if a is not None]
        factor = _times(factors[0], factors[-1])
        random = self.square if factor == lift(1) else factor * self.square
        if len(fixed) < len(parts):
            return random if len(factors) == len(parts) else lift(0)
        steady = binary("dot", *fixed) if len(parts) == 2 else Node("norm", tuple(fixed)) ** 2
        return steady + random if len(factors) == len(parts) else steady


def split(node: Node, name: str) -> tuple[Node | None, Node | None]:
    """What a vector is without another one, and the factor of this; None for 0.

    Raises:
        ValueError: it is no combination of the other one with what does not depend on it.
    """
    if name not in free_names(node):
        return node, None
    if node.op == "symbol":
        return None, lift(1)
    if node.op in ("add", "sub"):
        pairs = zip(*(split(a, name) for a in node.args), strict=True)
        fixed, random = (_joined(node.op, *pair) for pair in pairs)
        return fixed, random
    if node.op in ("neg", "mul", "div"):
        noisy = [name in free_names(a) for a in node.args]
        place = noisy.index(True)
        if noisy.count(True) > 1 or (node.op == "div" and place == 1):
            raise ValueError("a mean must be of what is quadratic in the noise. Found more.")
        fixed, random = (_part(node, place, p) for p in split(node.args[place], name))
        return fixed, random
    raise ValueError(
        f"a mean must be of what is quadratic in the noise. Found a vector made by {node.op}."
    )


def _part(node: Node, place: int, part: Node | None) -> Node | None:
    """What a multiple of a vector has of one part of it."""
    if part is None or (node.op == "mul" and part == lift(1)):
        return None if part is None else node.args[1 - place]
    return node.having((*node.args[:place], part, *node.args[place + 1 :]))


def _times(left: Node, right: Node) -> Node:
    """A product of two factors, as a square where they are one up to their signs."""
    if left.op == right.op == "neg":
        left, right = *left.args, *right.args
    if lift(1) in (left, right):
        return left if right == lift(1) else right
    return left**2 if left == right else left * right


def _joined(op: str, left: Node | None, right: Node | None) -> Node | None:
    if right is None:
        return left
    if left is None:
        return -right if op == "sub" else right
    return binary(op, left, right)
