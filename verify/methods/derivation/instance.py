"""An instance of a lemma: its conclusion for what is put in, inside the lemma's own sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, conjunction, free_names, lift, substitute, walk
from verify.language.argument import Cited
from verify.language.kinds import needed
from verify.language.statement import Compare, Statement
from verify.language.symbols import Matrix, Natural, OneOf, Real, Sequence, Symbol, Vector
from verify.methods.algebra.terms import Terms, apart
from verify.methods.derivation.scope import Refused, Run, Scope, text, whole

NARROWER = {
    "any": ("any", "invertible", "symmetric", "psd", "pd"),
    "invertible": ("invertible", "pd"),
    "symmetric": ("symmetric", "psd", "pd"),
    "psd": ("psd", "pd"),
    "pd": ("pd",),
}


@dataclass(frozen=True)
class Substitute:
    """A lemma with formulas for its symbols; a symbol that is not named stands for itself.

    Attributes:
        lemma: the statement of the lemma. values: (symbol of the lemma, formula) pairs.
        cites: the lemma itself, where it has a name.
    """

    lemma: Statement
    values: tuple[tuple[str, Node], ...]
    cites: tuple[Cited, ...] = ()

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The lemma's conclusion there, once the lemma and what it asks for are proved."""
        lemma, said = self.lemma, self.lemma.assertion
        if not isinstance(said, Compare) or said.relation not in ("le", "lt", "eq"):
            raise Refused("a lemma must be an inequality or an identity")
        if lemma.exists:
            raise Refused("a lemma whose constants are not put in has no instance")
        values = self._values(scope)
        if not run.holds(lemma):
            raise Refused(f"the lemma {text(said.condition, lemma.by_name)} is not proved")
        run.borne = True
        if lemma.beside:
            run.argued.append("the display of a lemma is not the formula that was tested")
        for symbol in lemma.symbols:
            if symbol.name in values:
                self._member(run, scope, symbol, values)
        for condition in lemma.where:
            self._meets(run, scope, put(condition, values))
        left, right = put(said.left, values), put(said.right, values)
        _numbers(scope, left)
        return Compare(said.relation, left, right)

    def _values(self, scope: Scope) -> dict[str, Node]:
        """What stands for each symbol that the lemma uses."""
        lemma, said = self.lemma, self.lemma.assertion
        named = dict(self.values)
        known = {s.name for s in lemma.symbols}
        if set(named) - known:
            raise Refused(f"the lemma has no symbol {', '.join(sorted(set(named) - known))}")
        values = {}
        for name in (s.name for s in lemma.symbols):
            if name in named:
                values[name] = named[name]
            elif name in scope.names:
                values[name] = Node("symbol", (), name)
            else:
                raise Refused(f"nothing is put in for {name} of the lemma")
            unknown = free_names(values[name]) - scope.names
            if unknown:
                raise Refused(f"{', '.join(sorted(unknown))} stands for nothing in this step")
        trees = (*lemma.where, said.left, said.right) if isinstance(said, Compare) else lemma.where
        laws = {n.value[1] for tree in trees for n in walk(tree) if n.op == "expect"}
        for law in sorted(laws & set(values)):
            if values.pop(law) != Node("symbol", (), law):
                raise Refused(f"the law {law} can only stand for itself")
            _same_kind(scope.by_name[law], lemma.by_name[law].kind, values)
        return values

    def _member(self, run: Run, scope: Scope, symbol: Symbol, values: Mapping[str, Node]) -> None:
        """Prove that what is put in lies in the set of the lemma's symbol."""
        value, kind = values[symbol.name], symbol.kind
        outer = scope.by_name.get(value.value) if value.op == "symbol" else None
        why = f"what is put in for {symbol.name} of the lemma"
        if isinstance(kind, Real | Natural | OneOf):
            if outer is not None and outer.kind == kind:
                return
            _numbers(scope, value)
            self._number(run, scope, symbol, value, why)
        elif isinstance(kind, Vector | Matrix):
            self._array(scope, kind, value, outer, _size(kind.dimension, values), why)
        elif isinstance(kind, Sequence):
            there = outer.kind if outer is not None else None
            if not isinstance(there, Sequence) or not (
                _size(there.length, {}) == _size(kind.length, values)
                and _inside(there.entry, kind.entry)
            ):
                raise Refused(f"{why} is no sequence of that length in its set")
        elif outer is None or outer.name != symbol.name:
            raise Refused(f"{why} must be the same symbol")
        else:
            _same_kind(outer, kind, values)

    def _number(self, run: Run, scope: Scope, symbol: Symbol, value: Node, why: str) -> None:
        kind = symbol.kind
        run.valued(scope, value, why)
        if isinstance(kind, OneOf):
            if value.op != "number" or value.value not in kind.values:
                raise Refused(f"{why} must be one of the values of its set")
            return
        if isinstance(kind, Natural) and not whole(scope, value):
            raise Refused(f"{why}, {text(value, scope.by_name)}, may not be whole")
        for condition in symbol.conditions():
            run.require(scope, put(condition, {symbol.name: value}), why)

    def _array(
        self,
        scope: Scope,
        kind: Vector | Matrix,
        value: Node,
        outer: Symbol | None,
        size: Node,
        why: str,
    ) -> None:
        try:
            found = Terms.over(scope.symbols, scope.where, trusted=False).words(apart(value))
        except (NotImplementedError, ArithmeticError):
            raise Refused(f"{why} is no vector or matrix that is sure to exist") from None
        shape = "column" if isinstance(kind, Vector) else "matrix"
        if found.shape != shape or _size(found.size, {}) != size:
            raise Refused(f"{why} has another shape or size")
        if isinstance(kind, Matrix) and kind.shape != "any":
            there = outer.kind if outer is not None else None
            if not isinstance(there, Matrix) or there.shape not in NARROWER[kind.shape]:
                raise Refused(f"{why} is not known to be {kind.shape}")

    def _meets(self, run: Run, scope: Scope, condition: Node) -> None:
        """Prove a hypothesis of the lemma."""
        if condition in scope.where:
            return
        if condition.op not in ("le", "lt", "eq", "ne", "and", "loewner"):
            raise Refused(f"a hypothesis of the lemma is not understood: {condition.op}")
        run.require(scope, condition, "a hypothesis of the lemma")


def put(node: Node, values: Mapping[str, Node]) -> Node:
    """A tree with symbols replaced, its bound names renamed where they would hide a symbol."""
    bound = {n.value for n in walk(node) if n.op in ("sum", "product")}
    bound |= {n.value[0] for n in walk(node) if n.op == "expect"}
    if bound & frozenset[str]().union(*map(free_names, values.values())):
        node = apart(node)
    if node.op == "and":
        return conjunction(*(put(part, values) for part in node.args))
    return substitute(node, values)


def _same_kind(outer: Symbol, kind: Any, values: Mapping[str, Node]) -> None:
    """Refuse a symbol of the lemma whose set is another one here, or depends on what is put in."""
    moved = any(values.get(n) != Node("symbol", (), n) for n in needed(kind))
    if outer.kind != kind or moved:
        raise Refused(f"{outer.name} is another one in the lemma")


def _size(size: int | str, values: Mapping[str, Node]) -> Node:
    return values.get(size, Node("symbol", (), size)) if isinstance(size, str) else lift(size)


def _inside(inner: Real, outer: Real) -> bool:
    """Whether an interval lies in another one."""

    def ends(low: Fraction | None, other: Fraction | None, is_open: bool, opens: bool) -> bool:
        if other is None:
            return True
        return low is not None and (low > other or (low == other and (is_open or not opens)))

    def minus(x: Fraction | None) -> Fraction | None:
        return None if x is None else -x

    return ends(inner.low, outer.low, inner.open_low, outer.open_low) and ends(
        minus(inner.high), minus(outer.high), inner.open_high, outer.open_high
    )


def _numbers(scope: Scope, node: Node) -> None:
    if Terms.over(scope.symbols, scope.where).shape(node) != "scalar" or node.op == "tuple":
        raise Refused(f"{text(node, scope.by_name)} must be a number")
