"""What a claim says: symbols with their sets, hypotheses, and an assertion that is a tree.

A :class:`Statement` is immutable and has a hash; evidence carries that hash, so that evidence about
something else cannot be attached. Claims hold :class:`Draft` objects, which build their statement
when asked: a formula that cannot be read costs its own claim and no other.
"""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verify.expression import (
    External,
    Node,
    canonical,
    conjunction,
    digest,
    free_names,
    lift,
    negated,
    pruned,
    substitute,
)
from verify.notation import Law, Natural, Notation, OneOf, Real, Symbol, as_written
from verify.trace import Untraceable, trace, with_trees

Source = Any  # a Node, a number, LaTeX text, or a function of the symbols it names
SYMBOLS = {"le": r"\le", "lt": "<", "eq": "=", "loewner": r"\preceq"}


@dataclass(frozen=True)
class Compare:
    """``left relation right``: le, lt, eq (numbers, vectors, matrices) or loewner (matrices).

    ``flipped`` says that the page has the sides the other way round (``right >= left``).
    """

    relation: str
    left: Node
    right: Node
    flipped: bool = False

    @property
    def measured(self) -> Node:
        """The side that the page prints first: what is bounded."""
        return self.right if self.flipped else self.left

    @property
    def condition(self) -> Node:
        """The assertion as a condition, entry by entry where the sides are tuples."""
        left, right = self.left, self.right
        if left.op == "tuple" or right.op == "tuple":
            if left.op != right.op or len(left.args) != len(right.args):
                raise ValueError(
                    "both sides must have the same number of entries. Found "
                    f"{len(left.args)} and {len(right.args)}."
                )
            pairs = zip(left.args, right.args, strict=True)
            return conjunction(*(Compare(self.relation, a, b).condition for a, b in pairs))
        return Node(self.relation, (left, right))


@dataclass(frozen=True)
class Limit:
    """``body`` tends to ``value`` as ``variable`` tends to ``point`` (a number or "oo")."""

    body: Node
    variable: str
    point: Node
    value: Node


@dataclass(frozen=True)
class Table:
    """Printed entries, each the digits of a computed value.

    Attributes:
        entries: (name, digits as printed, the value's formula).
        slack: units in the last printed digit that are forgiven.
    """

    entries: tuple[tuple[str, str, Node], ...]
    slack: int = 0


@dataclass(frozen=True)
class Words:
    """A predicate that no formula says: true where ``test`` returns True at every instance."""

    text: str
    test: External

    def __repr__(self) -> str:
        """The words and the code behind them."""
        return f"Words({self.text!r}, {self.test!r})"


@dataclass(frozen=True)
class Certificate:
    """What a document proves that the kernel accepts; ``says`` is the kernel's own sentence."""

    find: External
    refutes: bool = False


@dataclass(frozen=True)
class Behaviour:
    """In every cell the ratio of two statistics lies where the word says.

    Attributes:
        word: an entry of the table of words.
        cells: all that the sentence speaks of.
        ratio: (cell, context) -> an :class:`verify.methods.behave.Ratio`.
    """

    word: str
    cells: tuple[str, ...]
    ratio: External


Assertion = Compare | Limit | Table | Words | Certificate | Behaviour


@dataclass(frozen=True)
class Statement:
    """An assertion for all values of its symbols that meet the hypotheses.

    Attributes:
        symbols: the quantified symbols, each with its set.
        assertion: what is said of them.
        where: the hypotheses, as conditions.
        exists: symbols of the assertion that are chosen once, before the others.
        constants: values that exhibit them, by name.
        definition: the left side is printed, the right side is the library's own computation.
        beside: the display, where it is not the tested object.
        by: the method to use, or None for those that apply. No part of the statement.
        look: instances (values of some symbols) that a search visits first. No part either: they
            count only as far as they meet the hypotheses.
    """

    symbols: tuple[Symbol, ...]
    assertion: Assertion
    where: tuple[Node, ...] = ()
    exists: tuple[Symbol, ...] = ()
    constants: tuple[tuple[str, Node], ...] = ()
    definition: bool = False
    beside: str = ""
    by: Any = field(default=None, compare=False)
    look: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)

    @functools.cached_property
    def hash(self) -> str:
        """16 hexadecimal digits of everything that is said, its method left out."""
        sets = [(s.name, s.unit, s.kind) for s in self.symbols]
        chosen = [(s.name, s.unit, s.kind) for s in self.exists]
        return digest((sets, self.assertion, self.where, chosen, self.definition))

    def but(self, **changes: Any) -> "Statement":
        """A statement that differs in the named fields."""
        return replace(self, **changes)

    @functools.cached_property
    def by_name(self) -> dict[str, Symbol]:
        """The symbols by name."""
        return {s.name: s for s in self.symbols}

    @property
    def ignored(self) -> tuple[str, ...]:
        """Symbols that the statement quantifies over and its assertion does not use."""
        used = names_of(self.assertion)
        return tuple(s.name for s in self.symbols if s.name not in used)

    @property
    def tautology(self) -> bool:
        """Whether both sides are one formula."""
        a = self.assertion
        return isinstance(a, Compare) and canonical(a.left) == canonical(a.right)

    def pruned(self) -> "Statement":
        """The statement as it is shown, without branches that have no value."""
        a = self.assertion
        if not isinstance(a, Compare):
            return self
        return replace(self, assertion=replace(a, left=pruned(a.left), right=pruned(a.right)))

    def with_strict_sets(self) -> "Statement":
        """The statement away from its edges.

        Every end of a set is left out, naturals start one later, inequalities among the hypotheses
        are strict, and scalar symbols of one unit and kind that an inequality ties are distinct.
        """
        symbols = tuple(replace(s, kind=_strict(s.kind)) for s in self.symbols)
        where = tuple(Node("lt", c.args) if c.op == "le" else c for c in self.where)
        return replace(self, symbols=symbols, where=where)

    def at(self, values: Mapping[str, Any]) -> "Statement":
        """The statement with some scalar symbols at fixed values (their sets shrink to a point)."""
        symbols = tuple(
            replace(s, kind=OneOf((as_written(values[s.name]),))) if s.name in values else s
            for s in self.symbols
        )
        return replace(self, symbols=symbols)


def _strict(kind: Any) -> Any:
    if isinstance(kind, Real):
        return kind.strict()
    if isinstance(kind, Natural) and kind.most is None:
        return Natural(kind.least + 1, None)
    return kind


def names_of(assertion: Assertion) -> frozenset[str]:
    """Names of the symbols that an assertion uses."""
    if isinstance(assertion, Compare):
        return free_names(assertion.left) | free_names(assertion.right)
    if isinstance(assertion, Limit):
        nodes = (assertion.body, assertion.point, assertion.value)
        return frozenset().union(*map(free_names, nodes)) - {assertion.variable}
    if isinstance(assertion, Table):
        return frozenset().union(*(free_names(node) for _, _, node in assertion.entries))
    if isinstance(assertion, Words):
        return frozenset(inspect.signature(assertion.test.function).parameters)
    return frozenset()


@dataclass(frozen=True)
class Draft:
    """A statement that is built when it is asked for; ``but`` is the same one with a change."""

    make: Callable[..., Statement]
    arguments: Mapping[str, Any]

    def build(self) -> Statement:
        """The statement.

        Raises:
            TypeError, ValueError: a formula or a declaration is not well formed.
        """
        return self.make(**self.arguments)

    def but(self, **changes: Any) -> "Draft":
        """The statement with some arguments changed; ``where`` is replaced, ``also`` adds to it."""
        arguments = {**self.arguments, **changes}
        also = arguments.pop("also", ())
        arguments["where"] = (*arguments.get("where", ()), *also)
        return Draft(self.make, arguments)


def formula(v: Notation, source: Source) -> Node:
    """The tree of a number, a tree, LaTeX text or a function of the symbols that it names."""
    if isinstance(source, Node):
        return source
    if isinstance(source, str):
        from verify.latex import read

        return read(source, v)
    if isinstance(source, tuple | list):
        return Node("tuple", tuple(formula(v, s) for s in source))
    if callable(source):
        names = _parameters(source, v)
        try:
            return trace(source, {n: Node("symbol", (), n) for n in names})
        except Untraceable:
            arguments = tuple(Node("symbol", (), n) for n in names)
            named = External(getattr(source, "__name__", "f"), _by_position(source, names))
            return Node("external", arguments, named)
    return lift(source)


def _one_dimensional(v: Notation, node: Node) -> Node:
    """The tree with the variables of laws on R^1 as entries, where they are declared as numbers."""
    args = tuple(_one_dimensional(v, a) for a in node.args)
    node = node if args == node.args else Node(node.op, args, node.value, node.unit)
    if node.op != "expect":
        return node
    variable, name = node.value
    declared, kind = v.symbols.get(variable), getattr(v.symbols.get(name), "kind", None)
    if declared is None or not isinstance(declared.kind, Real) or not isinstance(kind, Law):
        return node
    if kind.dimension != 1:
        raise ValueError(f"a law on R^d must be of vectors. Found the number {variable!r}.")
    entry = Node("symbol", (), variable)[1]
    return Node("expect", (substitute(node.args[0], {variable: entry}),), node.value, node.unit)


def _is_function(source: Source) -> bool:
    return callable(source) and not isinstance(source, Node)


def _by_position(function: Callable[..., Any], names: Sequence[str]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*values: Any) -> Any:
        return function(**dict(zip(names, values, strict=True)))

    return call


def _parameters(function: Callable[..., Any], v: Notation) -> tuple[str, ...]:
    """The symbols that a function names; ``**rest`` stands for no symbol."""
    kinds = inspect.signature(function).parameters
    names = tuple(
        n
        for n, p in kinds.items()
        if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.default is p.empty
    )
    for name in names:
        if name not in v.symbols:
            raise ValueError(f"a formula must name declared symbols. Found {name!r}.")
    return names


def condition(v: Notation, source: Source) -> Node:
    """A hypothesis from a tree, Python text, or a function of the symbols that returns a bool."""
    if isinstance(source, str):
        return v(source)
    if callable(source) and not isinstance(source, Node):
        names = _parameters(source, v)
        return _traced_condition(source, names)
    if isinstance(source, Node):
        return source
    raise TypeError(f"a hypothesis must be a condition between formulas. Found {source!r}.")


def _traced_condition(function: Callable[..., Any], names: Sequence[str]) -> Node:
    """The condition under which a function returns True, if one path does so."""

    generic = with_trees(function)

    def indicator(**values: Any) -> int:
        answer = generic(**values)
        if not isinstance(answer, bool):
            raise TypeError(f"a hypothesis must be True or False. Found {answer!r}.")
        return int(answer)

    tree = trace(indicator, {n: Node("symbol", (), n) for n in names})
    if tree.op != "piecewise":
        raise ValueError("a hypothesis must depend on its symbols. Found a constant.")
    accepted = [
        c for c, value in zip(tree.args[::2], tree.args[1::2], strict=True) if value.value == 1
    ]
    if len(accepted) != 1:
        raise ValueError(
            "a hypothesis must be one conjunction of comparisons: write `or` as "
            "claims of their own."
        )
    return accepted[0]


def _quantified(
    v: Notation, used: frozenset[str], forall: str | None, exists: frozenset[str] = frozenset()
) -> tuple[Symbol, ...]:
    """The symbols of a statement in the order of declaration, with those that their sets need."""
    named = set(forall.replace(",", " ").split()) if forall else set()
    unknown = (named | used) - set(v.symbols)
    if unknown:
        raise ValueError(f"a symbol must be declared in the notation. Found {sorted(unknown)}.")
    wanted = (named | set(used)) - exists
    for name in reversed(list(v.symbols)):
        if name in wanted:
            kind = v.symbols[name].kind
            needs = [getattr(kind, "dimension", None), getattr(kind, "length", None)]
            wanted |= {n for n in needs if isinstance(n, str)}
            radius = getattr(kind, "radius", None)
            wanted |= free_names(radius) if isinstance(radius, Node) else set()
            wanted |= set(getattr(kind, "needs", ()))
    for name in sorted(wanted):
        v.symbols[name].check()
    return tuple(v.symbols[n] for n in v.symbols if n in wanted)


def _hypotheses(v: Notation, where: Sequence[Source]) -> tuple[Node, ...]:
    found: list[Node] = []
    for source in where:
        node = condition(v, source)
        found += node.args if node.op == "and" else (node,)
    return tuple(found)


def _compare(
    v: Notation,
    relation: str,
    left: Source,
    right: Source,
    where: Sequence[Source] = (),
    forall: str | None = None,
    exists: Mapping[str, Source] | None = None,
    definition: bool = False,
    display: str = "",
    by: Any = None,
    look: Sequence[Mapping[str, Any]] = (),
    flipped: bool = False,
) -> Statement:
    sides = _one_dimensional(v, formula(v, left)), _one_dimensional(v, formula(v, right))
    hypotheses = _hypotheses(v, where)
    chosen = frozenset(exists or ())
    used = frozenset[str]().union(*map(free_names, (*sides, *hypotheses)))
    # A symbol that a formula names and does not use is one that the statement quantifies over.
    used = used.union(*(_parameters(s, v) for s in (left, right) if _is_function(s)))
    return Statement(
        symbols=_quantified(v, used, forall, chosen),
        assertion=Compare(relation, *sides, flipped),
        where=hypotheses,
        exists=tuple(v.symbols[n] for n in v.symbols if n in chosen),
        constants=tuple((n, formula(v, s)) for n, s in (exists or {}).items() if s is not None),
        definition=definition,
        beside=display,
        by=by,
        look=tuple(look),
    )


def _draft(relation: str, v: Notation, left: Source, right: Source, options: Any) -> Draft:
    return Draft(_compare, {"v": v, "relation": relation, "left": left, "right": right, **options})


def at_most(v: Notation, left: Source, right: Source, **options: Any) -> Draft:
    """``left <= right``.

    Args:
        v: the notation. left, right: formulas (trees, LaTeX text, or functions of symbols).
        options: ``where`` (hypotheses), ``forall`` (names beyond those used), ``exists`` (constants
            that are chosen first, each with the value that exhibits it or None), ``by`` (a method),
            ``display`` (LaTeX shown instead of the tested formula: caps the evidence at argued),
            ``look`` (instances that a search visits first).
    """
    return _draft("le", v, left, right, options)


def less(v: Notation, left: Source, right: Source, **options: Any) -> Draft:
    """``left < right``; see :func:`at_most`."""
    return _draft("lt", v, left, right, options)


def at_least(v: Notation, left: Source, right: Source, **options: Any) -> Draft:
    """``left >= right``, stored as ``right <= left``; see :func:`at_most`."""
    return _draft("le", v, right, left, {**options, "flipped": True})


def equal(v: Notation, left: Source, right: Source, **options: Any) -> Draft:
    """``left = right`` for numbers, vectors, matrices or tuples of them; see :func:`at_most`."""
    return _draft("eq", v, left, right, options)


def loewner(v: Notation, left: Source, right: Source, **options: Any) -> Draft:
    """``right - left`` is positive semidefinite; see :func:`at_most`."""
    return _draft("loewner", v, left, right, options)


def agrees(v: Notation, printed: Source, library: Source, **options: Any) -> Draft:
    """A printed definition is what the library computes: an identity, marked ``definition``."""
    return _draft("eq", v, printed, library, {**options, "definition": True})


def _limit(
    v: Notation,
    body: Source,
    variable: str,
    to: Source,
    value: Source,
    where: Sequence[Source] = (),
    by: Any = None,
) -> Statement:
    trees = formula(v, body), formula(v, to) if to != "oo" else Node("constant", (), "oo")
    target = formula(v, value)
    hypotheses = _hypotheses(v, where)
    used = frozenset[str]().union(*map(free_names, (*trees, target, *hypotheses)))
    return Statement(
        symbols=_quantified(v, used | {variable}, None),
        assertion=Limit(trees[0], variable, trees[1], target),
        where=hypotheses,
        by=by,
    )


def tends(
    v: Notation, body: Source, variable: str, to: Source, value: Source, **options: Any
) -> Draft:
    """``body`` tends to ``value`` as the symbol named ``variable`` tends to ``to``."""
    arguments = {"v": v, "body": body, "variable": variable, "to": to, "value": value, **options}
    return Draft(_limit, arguments)


def _words(
    v: Notation,
    text: str,
    test: Callable[..., bool],
    where: Sequence[Source] = (),
    by: Any = None,
) -> Statement:
    names = _parameters(test, v)
    hypotheses = _hypotheses(v, where)
    used = frozenset(names).union(*map(free_names, hypotheses))
    named = External(getattr(test, "__name__", "test"), test)
    return Statement(_quantified(v, used, None), Words(text, named), hypotheses, by=by)


def in_words(v: Notation, text: str, test: Callable[..., bool], **options: Any) -> Draft:
    """A predicate with words, for what no formula says: ``test`` returns True or False."""
    return Draft(_words, {"v": v, "text": text, "test": test, **options})


def _table(
    v: Notation, entries: Mapping[str, tuple[str, Source]], slack: int = 0, **_: Any
) -> Statement:
    if not entries:
        raise ValueError("a table must have entries. Found none.")
    for name, (digits, _) in entries.items():
        if not isinstance(digits, str):
            raise TypeError(f"printed digits must be text. Found {digits!r} for {name!r}.")
    rows = tuple((name, digits, formula(v, source)) for name, (digits, source) in entries.items())
    return Statement((), Table(rows, slack))


def table(
    v: Notation, entries: Mapping[str, tuple[str, Source]], *, slack: int = 0, **options: Any
) -> Draft:
    """Printed entries: name -> (digits as printed, the value or its formula)."""
    return Draft(_table, {"v": v, "entries": entries, "slack": slack, **options})


def _certified(find: Callable[[], Any], refutes: bool = False, **_: Any) -> Statement:
    return Statement((), Certificate(External(getattr(find, "__name__", "find"), find), refutes))


def certified(find: Callable[[], Any], *, refutes: bool = False) -> Draft:
    """What the kernel says of the certificate that ``find`` returns."""
    return Draft(_certified, {"find": find, "refutes": refutes})


def _behaves(word: str, cells: Sequence[str], ratio: Callable[..., Any], **_: Any) -> Statement:
    if not cells:
        raise ValueError("a behaviour must have cells. Found none.")
    named = External(getattr(ratio, "__name__", "ratio"), ratio)
    return Statement((), Behaviour(word, tuple(cells), named))


def behaves(word: str, cells: Sequence[str], ratio: Callable[..., Any]) -> Draft:
    """A ratio of two statistics lies, in every cell, where the word says."""
    return Draft(_behaves, {"word": word, "cells": cells, "ratio": ratio})


@dataclass(frozen=True)
class Goal:
    """A statement about numbers: under ``given``, the condition ``prove`` holds.

    Attributes:
        symbols: scalars, each with its set (the provers take the set from here).
        given: conditions without ``and``; sets of the symbols are not repeated in it.
        prove: one condition: le, lt, eq or ne of two numbers.
    """

    symbols: tuple[Symbol, ...]
    given: tuple[Node, ...]
    prove: Node

    @property
    def assumptions(self) -> tuple[Node, ...]:
        """The hypotheses and the sets of the symbols, as conditions."""
        return self.given + tuple(c for s in self.symbols for c in s.conditions())


def negations(condition: Node) -> tuple[Node, ...]:
    """The ways in which a condition fails."""
    return negated(condition)


def replaced(condition: Node, values: Mapping[str, Node]) -> Node:
    """A condition with symbols replaced."""
    return substitute(condition, values)
