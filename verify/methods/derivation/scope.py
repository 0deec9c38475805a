"""What a derivation stands on: the scope of a step, and the record of what was proved on the way.

Everything that a step concludes holds, and both its sides have a value, wherever the assumptions
of its scope hold.
"""

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from verify.display.typeset import render
from verify.formula.expression import Node, binary, canonical, free_names, lift, substitute, walk
from verify.language.kinds import needed
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, Real, Symbol
from verify.methods import defined
from verify.methods.algebra.terms import Terms, apart
from verify.methods.derivation.entries import inside_sums, without_entries
from verify.methods.evidence import PROOFS, Finding, Level, Outcome
from verify.methods.reals.branches import alternatives, conjuncts
from verify.methods.reduce import identity

Prove = Callable[[Statement], Finding]


class Refused(Exception):
    """A step of a derivation does not go through; the message says which and why."""


class Link(Protocol):
    """A step of a derivation."""

    def conclude(self, run: "Run", scope: "Scope", wanted: Compare | None) -> Compare:
        """The comparison that the step shows.

        Raises:
            Refused: the step does not go through.
        """


@dataclass(frozen=True)
class Scope:
    """Symbols and hypotheses under which a step speaks, and instances to look at."""

    symbols: tuple[Symbol, ...]
    where: tuple[Node, ...]
    look: tuple[Mapping[str, Any], ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Every name that stands for something here."""
        return frozenset(s.name for s in self.symbols)

    @property
    def by_name(self) -> dict[str, Symbol]:
        """The symbols by name."""
        return {s.name: s for s in self.symbols}

    def given(self, *conditions: Node) -> "Scope":
        """The scope with more hypotheses."""
        parts = tuple(p for c in conditions for p in conjuncts(c))
        return replace(self, where=tuple(dict.fromkeys(self.where + parts)))

    def having(self, symbol: Symbol, *conditions: Node) -> "Scope":
        """The scope with one more symbol.

        Raises:
            Refused: the name stands for something already.
        """
        if symbol.name in self.names:
            raise Refused(f"the name {symbol.name} stands for something else already")
        return replace(self, symbols=(*self.symbols, symbol)).given(*conditions)

    def statement(self, said: Compare) -> Statement:
        """The statement that a comparison holds in this scope."""
        used = free_names(said.left) | free_names(said.right)
        used = used.union(*map(free_names, self.where))
        for s in reversed(self.symbols):
            if s.name in used:
                used |= needed(s.kind)
        symbols = tuple(s for s in self.symbols if s.name in used)
        return Statement(symbols, said, self.where, look=self.look)


@dataclass(frozen=True)
class Taken:
    """A step that went through.

    Attributes:
        link: what was asked for. scope: where. said: what it concludes.
        premises: the steps that it was concluded from, by their places among all steps.
        leaves: the statements that it asked for and that are proved.
    """

    link: Link
    scope: Scope
    said: Compare
    premises: tuple[int, ...]
    leaves: tuple[Statement, ...]


@dataclass
class _Open:
    """What a step that is under way has asked for so far."""

    premises: list[int] = field(default_factory=list)
    leaves: list[Statement] = field(default_factory=list)


def text(condition: Node, symbols: Mapping[str, Symbol]) -> str:
    """A condition or formula for a message."""
    try:
        return f"${render(condition, symbols)}$"
    except (ValueError, TypeError):
        return repr(condition)


@dataclass
class Run:
    """One derivation on its way.

    Attributes:
        prove: what examines a statement with the automatic methods.
        leaves: the statements that were proved, with their findings.
        argued: the steps that are words. spoken: what these conclude.
        borne: a step asked for a leaf that is more than that a formula has a value.
        steps: those that went through, premises first.
    """

    prove: Prove
    leaves: list[tuple[Statement, Finding]] = field(default_factory=list)
    argued: list[str] = field(default_factory=list)
    spoken: list[Compare] = field(default_factory=list)
    borne: bool = False
    findings: dict[str, Finding] = field(default_factory=dict)
    steps: list[Taken] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)

    def step(self, link: Link, scope: Scope, wanted: Compare | None) -> Compare:
        """What a link concludes; the step is kept with what it was concluded from.

        Raises:
            Refused: it does not go through, or is no link of the engine's.
        """
        if type(link).__module__.rpartition(".")[0] != __package__:
            raise Refused(f"a step must be one of the engine's links, not {type(link).__name__}")
        self._open.append(_Open())
        said = link.conclude(self, scope, wanted)
        asked = self._open.pop()
        leaves = tuple(dict.fromkeys(asked.leaves))
        self.steps.append(Taken(link, scope, said, tuple(asked.premises), leaves))
        if self._open:
            self._open[-1].premises.append(len(self.steps) - 1)
        return said

    def finding(self, statement: Statement) -> Finding:
        """What the methods find about a statement; each is asked once.

        Raises:
            Refused: they answered about something else.
        """
        if statement.hash not in self.findings:
            found = self.prove(statement)
            if not found.speaks_of(statement):
                raise Refused("a finding about another statement was returned")
            self.findings[statement.hash] = found
        return self.findings[statement.hash]

    def holds(self, statement: Statement) -> bool:
        """Whether a statement is proved; then it is a leaf."""
        found = self.finding(statement)
        if found.outcome is not Outcome.HOLDS or not found.covers_all or found.asymptotic:
            return False
        if found.edge:
            # It holds where it has a value, which is not everywhere.
            return False
        if found.level not in (*PROOFS, Level.ARGUED):
            return False
        if self._open:
            self._open[-1].leaves.append(statement)
        if (statement, found) not in self.leaves:
            self.leaves.append((statement, found))
            self.argued += [w for w in found.argued if w not in self.argued]
        return True

    def shows(self, scope: Scope, relation: str, left: Node, right: Node) -> bool:
        """Whether a comparison is a hypothesis, one of two numbers, or proved."""
        condition = Node(relation, (left, right))
        stronger = Node("lt", (left, right))
        if condition in scope.where or (relation == "le" and stronger in scope.where):
            return True
        if left.op == right.op == "number" and relation in ("le", "lt", "eq"):
            a, b = left.value, right.value
            return bool({"le": a <= b, "lt": a < b, "eq": a == b}[relation])
        if relation == "le" and left == lift(0) and right.op == "sum":
            # A sum of nonnegative terms.
            index, (first, last, body) = Node("symbol", (), right.value), right.args
            return self.shows(indexed(self, scope, index, first, last), "le", left, body)
        if relation in ("le", "lt") and left == lift(0) and right.op == "product":
            # A product of nonnegative or of positive factors.
            index, (first, last, body) = Node("symbol", (), right.value), right.args
            if self.shows(indexed(self, scope, index, first, last), relation, left, body):
                return True
        said = Compare(relation, left, right)
        return self.holds(scope.statement(said)) or self._holds_of_numbers(scope, condition)

    def _holds_of_numbers(self, scope: Scope, condition: Node) -> bool:
        """Whether a condition on computations is proved for any numbers in their place.

        Of the hypotheses those are used that speak of these numbers or of no computation.
        """
        inner, said = self._computed(scope, condition, "a computation")
        plain = tuple(c for c in inner.where if all(part.op != "external" for part in walk(c)))
        if said == condition and plain == scope.where:
            return False
        return self.holds(replace(inner, where=plain).statement(comparison(said)))

    def require(self, scope: Scope, condition: Node, why: str) -> None:
        """Prove a condition on which the conclusion rests.

        Raises:
            Refused: it is not proved.
        """
        before = len(self.leaves)
        self._prove(scope, condition, why)
        # What a step says of two forms of one formula it could do without.
        self.borne |= any(not _of_one_formula(leaf) for leaf, _ in self.leaves[before:])

    def _prove(self, scope: Scope, condition: Node, why: str) -> None:
        for part in conjuncts(condition):
            left, right = part.args
            if part.op == "ne":
                proved = self.nonzero(scope, left if right == lift(0) else left - right)
            else:
                proved = self.shows(scope, part.op, left, right)
            if not proved:
                raise Refused(f"{why}: {text(part, scope.by_name)} is not proved")

    def nonzero(self, scope: Scope, node: Node) -> bool:
        """Whether a formula is proved to be > 0, or < 0, or to have a positive square."""
        zero = lift(0)
        if node.op == "number":
            return bool(node.value != 0)
        for a, b in ((zero, node), (node, zero), (zero, node**2)):
            if self.shows(scope, "lt", a, b):
                return True
            if self.finding(scope.statement(Compare("lt", a, b))).outcome is not Outcome.FAILS:
                # It is not refuted, so that the other signs are.
                return False
        return False

    def same(self, scope: Scope, a: Node, b: Node) -> bool:
        """Whether two formulas that have values reduce to each other."""
        if a == b or identity(scope.symbols, scope.where, a, b) is not None:
            return True
        inner, both = self._computed(scope, binary("eq", a, b), "a computation")
        return both.args != (a, b) and (
            identity(inner.symbols, inner.where, *both.args) is not None
        )

    def valued(self, scope: Scope, node: Node, what: str) -> None:
        """Show that a formula has a value wherever the scope's assumptions hold.

        Raises:
            Refused: it is not proved.
        """
        unknown = free_names(node) - scope.names
        if unknown:
            raise Refused(f"{what} uses {', '.join(sorted(unknown))}, which stands for nothing")
        if _has_value(scope.symbols, scope.where, node):
            return
        scope, node = self._computed(scope, apart(node), what)
        if _has_value(scope.symbols, scope.where, node):
            return
        for condition, inner in self._needs(scope, node, what):
            self._prove(inner, condition, f"{what} may have no value")

    def _computed(self, scope: Scope, node: Node, what: str) -> tuple[Scope, Node]:
        """A formula with a real number of unknown value for each computation of the library.

        Such a computation of what has a value returns a real number or raises, which makes the
        claim an error. One that depends on an index is another number for each of its values: then
        the sum is what is unknown.
        """
        names: dict[Node, Node] = {}

        def unknown(part: Node) -> Node:
            return names.setdefault(canonical(part), Node("symbol", (), f"computed#{len(names)}"))

        def opaque(part: Node) -> Node:
            if part.op == "external" and free_names(part) <= scope.names:
                for argument in part.args:
                    # A symbol may stand for what is no number, and has a value anyway.
                    if argument.op != "symbol":
                        self.valued(scope, argument, what)
                return unknown(part)
            calls = [n for n in walk(part) if n.op == "external"]
            if part.op in ("sum", "product") and any(free_names(n) - scope.names for n in calls):
                # A name that nothing inside is renamed to.
                index, (first, last, body) = Node("symbol", (), f"at#{len(scope.names)}"), part.args
                inside = indexed(self, scope, index, first, last)
                self.valued(inside, substitute(body, {part.value: index}), what)
                return unknown(part)
            return part.having(map(opaque, part.args))

        def known(part: Node) -> Node:
            # Below a bound name the same letters may stand for something else.
            if part.op in ("sum", "product", "expect"):
                return part
            found = names.get(canonical(part)) if part.op == "external" else None
            return found or part.having(map(known, part.args))

        found = opaque(node)
        for symbol in names.values():
            scope = scope.having(Symbol(symbol.value, symbol.value, "1", Real()))
        return scope.given(*map(known, scope.where)), found

    def _needs(self, scope: Scope, node: Node, what: str) -> Iterator[tuple[Node, Scope]]:
        node, entries = without_entries(node, scope.by_name)
        for symbol in entries.values():
            scope = scope.having(symbol)
        try:
            found = defined.needs(node, scope.symbols)
            for part in walk(node):
                if part.op == "piecewise":
                    list(alternatives(part))
        except (defined.Unclear, NotImplementedError) as error:
            raise Refused(f"{what} may have no value: {error}") from None
        for need in found:
            inner = scope
            for name in sorted(free_names(need.condition).union(*map(free_names, need.path))):
                if name not in scope.names:
                    inner = inner.having(Symbol(name, name, "1", Real()))
            path = (inside_sums(step, entries) for step in need.path)
            yield inside_sums(need.condition, entries), inner.given(*path)

    def matches(self, scope: Scope, found: Compare, wanted: Compare) -> None:
        """Refuse a conclusion that is not the one that is wanted.

        Raises:
            Refused: another relation, or a side that does not reduce to the wanted one.
        """
        enough = {"le": ("le", "lt", "eq"), "lt": ("lt",), "eq": ("eq",)}
        if found.relation not in enough.get(wanted.relation, ()):
            raise Refused(f"a derivation of {found.relation} does not show {wanted.relation}")
        for side, is_there, asked in (
            ("left", found.left, wanted.left),
            ("right", found.right, wanted.right),
        ):
            if is_there == asked:
                continue
            self.valued(scope, asked, f"the {side} side of the statement")
            if not self.same(scope, is_there, asked):
                raise Refused(
                    f"the {side} side that is derived, {text(is_there, scope.by_name)}, is not "
                    f"that of the statement, {text(asked, scope.by_name)}"
                )


def _of_one_formula(statement: Statement) -> bool:
    """Whether both sides reduce to each other."""
    a = statement.assertion
    if not isinstance(a, Compare):
        return False
    return identity(statement.symbols, statement.where, a.left, a.right) is not None


@functools.lru_cache(maxsize=4096)
def _has_value(symbols: tuple[Symbol, ...], where: tuple[Node, ...], node: Node) -> bool:
    """Whether the signs of its denominators, radicands and logarithms show that it has one."""
    node = apart(node)
    terms = Terms.over(symbols, where, trusted=False)
    try:
        _ = terms.scalar(node) if terms.shape(node) == "scalar" else terms.words(node)
    except (NotImplementedError, RecursionError, ArithmeticError):
        return False
    return True


def indexed(run: Run, scope: Scope, index: Node, first: Node, last: Node) -> Scope:
    """The scope inside a sum: one more whole number, between its ends.

    Raises:
        Refused: an end has no value or may not be whole, or the index's name is taken.
    """
    for end in (first, last):
        run.valued(scope, end, "an end of a sum")
        if not whole(scope, end):
            raise Refused(f"an end of a sum, {text(end, scope.by_name)}, may not be whole")
    terms = Terms.over(scope.symbols, scope.where)
    least = terms.lower(terms.scalar(apart(first)))
    kind = Real() if least is None or least < 0 else Natural(math.floor(least))
    symbol = Symbol(index.value, index.value, "1", kind)
    return scope.having(symbol, binary("le", first, index), binary("le", index, last))


def whole(scope: Scope, node: Node) -> bool:
    """Whether a formula that has a value is plainly a whole number."""
    terms = Terms.over(scope.symbols, scope.where)
    try:
        return bool(terms.integral(terms.scalar(apart(node))))
    except NotImplementedError:
        return False


def comparison(condition: Node) -> Compare:
    """A condition as a comparison.

    Raises:
        ValueError: it is none.
    """
    if condition.op not in ("le", "lt", "eq"):
        raise ValueError(f"a conclusion must be <=, < or =. Found {condition.op}.")
    left, right = condition.args
    return Compare(condition.op, left, right)


def zero_below(node: Node, *, strict: bool = False) -> Node:
    """The condition that a formula is >= 0, or > 0."""
    return binary("lt" if strict else "le", 0, node)
