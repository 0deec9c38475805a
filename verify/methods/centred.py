"""A statement with one point of a function at the origin, where that is no loss.

If every vector of a statement is a combination that stays when all points move by one vector, its
truth does not change when the points are measured from one of them, which is 0 then. What is proved
of fewer vectors is proved of all.
"""

from dataclasses import replace

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import Node, binary, free_names, lift
from verify.language.statement import Compare, Statement
from verify.language.symbols import Symbol
from verify.language.vectors import Vector
from verify.methods.gram import COMBINING, is_vector
from verify.methods.reduce import identity


def centred(statement: Statement) -> Statement:
    """The statement with a point at 0, a minimiser if it has one; the same if that is another."""
    said = statement.assertion
    places = [place for f in statement.ranging for place in f.places]
    if not places or not isinstance(said, Compare):
        return statement
    vectors = {s.name for s in statement.symbols if isinstance(s.kind, Vector)}
    gradients = {place.gradient.name for place in places if place.gradient}
    spoken_of = frozenset[str]().union(*(free_names(place.point) for place in places)) - gradients
    minimisers = [place.of.minimiser.name for place in places if place.gradient is None]
    ranked = sorted(spoken_of & vectors, key=lambda name: (name not in minimisers, name))
    for points in (vectors & spoken_of, vectors - gradients) if ranked else ():
        moved = _Moved(statement, vectors, points, ranked[0])
        try:
            left, right = moved.number(said.left), moved.number(said.right)
            where = tuple(moved.number(c) for c in statement.where)
        except NotImplementedError:
            continue
        symbols = tuple(s for s in statement.symbols if s.name != ranked[0])
        here = replace(said, left=left, right=right)
        return replace(statement, symbols=symbols, assertion=here, where=where, functions=())
    return statement


NO_NUMBERS = ("symbol", "expect", "at", "norm1", "external", "tuple")


class _Moved:
    """A statement's formulas with 0 for one of its points.

    Attributes:
        statement: whose formulas. vectors: the names of its vectors. points: those that move.
        origin: the point that becomes 0.
    """

    def __init__(
        self, statement: Statement, vectors: set[str], points: set[str], origin: str
    ) -> None:
        self.statement = statement
        self.vectors = vectors
        self.points = points
        self.origin = origin

    def number(self, node: Node) -> Node:
        """A number or condition.

        Raises:
            NotImplementedError: a vector in it moves with the points, or stands elsewhere.
        """
        if not free_names(node) & self.vectors:
            return node
        if node.op in ("dot", "norm"):
            parts = [self._steady(a) for a in node.args]
            return lift(0) if None in parts else node.having(p for p in parts if p is not None)
        if node.op in NO_NUMBERS or is_vector(node, self.vectors):
            raise NotImplementedError
        if node.op in ("eq", "ne") and is_vector(node.args[0], self.vectors):
            raise NotImplementedError
        return node.having(map(self.number, node.args))

    def _steady(self, node: Node) -> Node | None:
        """A combination of vectors that does not move, with 0 for the origin; None for 0."""
        weight = self._weight(node)
        numbers = tuple(s for s in self.statement.symbols if s.scalar)
        if free_names(weight) - {s.name for s in numbers} or not _is_zero(numbers, weight):
            raise NotImplementedError
        return self._put(node)

    def _weight(self, node: Node) -> Node:
        """By how much a combination moves when the points do."""
        if node.op == "symbol":
            return lift(int(node.value in self.points))
        if node.op not in COMBINING:
            raise NotImplementedError
        if node.op in ("mul", "div"):
            factor, of = node.args if is_vector(node.args[1], self.vectors) else node.args[::-1]
            return binary(node.op, self._weight(of), factor)
        return node.having(map(self._weight, node.args))

    def _put(self, node: Node) -> Node | None:
        if node.op == "symbol":
            return None if node.value == self.origin else node
        if node.op in ("mul", "div"):
            scalar = 0 if is_vector(node.args[1], self.vectors) else 1
            of = self._put(node.args[1 - scalar])
            if of is None:
                return None
            factor = self.number(node.args[scalar])
            return node.having((factor, of) if scalar == 0 else (of, factor))
        parts = [self._put(a) for a in node.args]
        if node.op == "neg" or None not in parts:
            return None if None in parts else node.having(p for p in parts if p is not None)
        left, right = parts
        if right is None:
            return left
        return -right if node.op == "sub" else right


def _is_zero(symbols: tuple[Symbol, ...], weight: Node) -> bool:
    if free_names(weight):
        return identity(symbols, (), weight, lift(0)) is not None
    try:
        return bool(evaluate(weight, {}, EXACT) == 0)
    except (Undecided, Undefined):
        return False
