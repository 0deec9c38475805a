"""The words in which claims are written: ``at_most``, ``equal``, ``tends``, ``in_words``, ...

Claims hold :class:`Draft` objects, which build their statement when asked: a formula that cannot be
read costs its own claim and no other.
"""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.formula.expression import External, Node, free_names, lift, substitute
from verify.formula.trace import Untraceable, trace, with_trees
from verify.language.notation import Law, Notation, Real, Symbol
from verify.language.statement import (
    Assertion,
    Behaviour,
    Certificate,
    Compare,
    Goal,
    Limit,
    Statement,
    Table,
    Words,
    names_of,
    negations,
    replaced,
)

__all__ = [
    "Assertion",
    "Behaviour",
    "Certificate",
    "Compare",
    "Draft",
    "Goal",
    "Limit",
    "Statement",
    "Table",
    "Words",
    "agrees",
    "at_least",
    "at_most",
    "behaves",
    "certified",
    "condition",
    "equal",
    "formula",
    "in_words",
    "less",
    "loewner",
    "names_of",
    "negations",
    "replaced",
    "table",
    "tends",
]

Source = Any  # a Node, a number, LaTeX text, or a function of the symbols it names


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
        from verify.display.latex import read

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
