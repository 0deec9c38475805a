"""The words in which statements are written: ``says``, ``tends``, ``table``, ``in_words``, ...

Claims hold :class:`Draft` objects, which build their statement when asked: a declaration that is
not well formed costs its own claim and no other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify import kernel
from verify.formula.expression import External, Node, free_names, lift, substitute, walk
from verify.formula.trace import trace, with_trees
from verify.language.argument import Argument, Cited
from verify.language.classes import Place, Ranging, class_conditions, ranging
from verify.language.formulas import CHAIN, Formula, Part, notation_of
from verify.language.kinds import is_size, needed, size_of
from verify.language.noise import Moment
from verify.language.statement import (
    Behaviour,
    Certificate,
    Compare,
    Limit,
    Statement,
    Table,
    Words,
)
from verify.language.symbols import Law, Notation, Real, Symbol

Instances = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Condition = Any  # a Formula, Python text, or a function of the symbols that it names
COMPARISONS = ("le", "lt", "eq", "loewner")
NOTHING = Notation({})
SAID = tuple(dict.fromkeys(word for _, table in kernel.CHECKERS.values() for word in table))


@dataclass(frozen=True)
class Draft:
    """A statement that is built when it is asked for."""

    make: Callable[..., Statement]
    arguments: Mapping[str, Any]

    def build(self) -> Statement:
        """The statement.

        Raises:
            TypeError, ValueError: a formula or a declaration is not well formed.
        """
        return self.make(**self.arguments)

    def but(self, **changes: Any) -> "Draft":
        """The statement with a change.

        Args:
            changes: ``left`` and ``right`` as the page has them; ``given`` replaces the hypotheses,
                ``also`` adds to them; other arguments by their names.
        """
        arguments = dict(self.arguments)
        sides = {side: changes.pop(side) for side in ("left", "right") if side in changes}
        if sides:
            arguments["said"] = _with_sides(arguments["said"], **sides)
        also = changes.pop("also", ())
        arguments |= changes
        if also:
            arguments["given"] = (*arguments.get("given", ()), *also)
        return Draft(self.make, arguments)

    @property
    def left(self) -> Formula:
        """The left side of a comparison, as the page has it."""
        said: Formula = self.arguments["said"]
        return said.left

    @property
    def right(self) -> Formula:
        """The right side of a comparison, as the page has it."""
        said: Formula = self.arguments["said"]
        return said.right

    def argued(self, text: str, *, cites: Sequence[Cited] = ()) -> "Draft":
        """The statement with an argument in words for it, and what the argument rests on.

        A changed statement keeps the argument of the one it was changed from.
        """
        return self.but(by=Argument(text, tuple(cites), lift(self.arguments["said"])))


def _with_sides(said: Formula, **sides: Any) -> Formula:
    """A comparison with other sides, left and right as they are displayed."""
    places = ("right", "left") if said.flipped else ("left", "right")
    pair = tuple(lift(sides.get(p, a)) for p, a in zip(places, said.tree.args, strict=True))
    notation = notation_of(said, *sides.values())
    return Formula(Node(said.tree.op, pair), notation, said.flipped)


def says(
    said: Formula,
    *,
    given: Sequence[Condition] = (),
    forall: str = "",
    exists: Mapping[str, Any] | None = None,
    at: Instances = (),
    by: Any = None,
    display: str = "",
    over: Notation | None = None,
) -> Draft:
    """A comparison holds wherever its hypotheses do.

    Args:
        said: a comparison of formulas: ``left <= right``, ``number(0) < x``, ``a == b``,
            ``below(A, B)``, ``each(a <= c, b <= d)``.
        given: hypotheses (formulas, text, or functions of symbols).
        forall: names of symbols that are quantified and not used.
        exists: constants that are chosen first, each with the value that exhibits it or None.
        at: instances that a search visits first.
        by: a method, or several. display: LaTeX shown instead of the tested formula.
        over: the notation, where a narrower declaration than the formulas' own is meant.

    Raises:
        TypeError: what is said is no comparison of formulas.
    """
    if isinstance(said, Formula) and said.asked:
        raise TypeError(CHAIN)
    if not isinstance(said, Formula) or said.tree.op not in COMPARISONS:
        raise TypeError(
            "what is said must be a comparison of formulas: number(0) <= x where a plain number "
            f"stands left. Found {said!r}."
        )
    arguments = {"said": said, "given": tuple(given), "forall": forall, "exists": exists}
    arguments |= {"at": _several(at), "by": by, "display": display, "over": over}
    return Draft(_compare, arguments)


def agrees(
    said: Formula,
    *,
    given: Sequence[Condition] = (),
    at: Instances = (),
    over: Notation | None = None,
) -> Draft:
    """A printed definition is what the library computes: an identity, marked ``definition``."""
    return says(said, given=given, at=at, over=over).but(definition=True)


def _several(at: Instances) -> tuple[Mapping[str, Any], ...]:
    return (at,) if isinstance(at, Mapping) else tuple(at)


def _compare(
    said: Formula,
    given: Sequence[Condition],
    forall: str,
    exists: Mapping[str, Any] | None,
    at: Instances,
    by: Any,
    display: str,
    over: Notation | None,
    definition: bool = False,
) -> Statement:
    exists = exists or {}
    v = _notation(over, said, *given, *exists.values())
    left, right = (_one_dimensional(v, side) for side in said.tree.args)
    hypotheses = _hypotheses(v, given)
    sides = free_names(left) | free_names(right)
    _no_index_alone(hypotheses, sides.union(forall.replace(",", " ").split(), exists))
    used = sides.union(*map(free_names, hypotheses))
    noises = tuple(p for p in v.places if isinstance(p, Moment) and p.letter.name in used)
    if len({moment.letter.name for moment in noises}) < len(noises):
        raise ValueError("noises must be written differently. Found two of one letter.")
    hypotheses += tuple(moment.condition for moment in noises)
    functions = ranging(
        [p for p in v.places if isinstance(p, Place)], used.union(*map(free_names, hypotheses))
    )
    _none_bound((left, right, *hypotheses), functions, noises)
    for one in functions:
        hypotheses += (*class_conditions(one.function, v), *one.interpolation)
    used = sides.union(*map(free_names, hypotheses), *(f.names for f in functions))
    return Statement(
        symbols=_quantified(v, used, forall, frozenset(exists)),
        assertion=Compare(said.tree.op, left, right, said.flipped),
        where=hypotheses,
        exists=tuple(v.symbols[n] for n in v.symbols if n in exists),
        constants=tuple((n, lift(value)) for n, value in exists.items() if value is not None),
        definition=definition,
        beside=display,
        parts=_parts(v),
        functions=functions,
        noises=noises,
        by=by,
        look=_several(at),
    )


def _no_index_alone(hypotheses: Sequence[Node], said: frozenset[str]) -> None:
    """Refuse a hypothesis for every value of an index, which it would not say.

    Raises:
        ValueError: an entry's index is a symbol of hypotheses alone: one value of it is meant.
    """
    for condition in hypotheses:
        entries = [node.args[1] for node in walk(condition) if node.op == "at"]
        indices = frozenset[str]().union(*map(free_names, entries))
        if alone := sorted((indices & free_names(condition)) - said):
            raise ValueError(
                "a hypothesis speaks of one value of its symbols, not of each: an index must stand "
                "in what is said too, in a sum, or in forall= where one value is meant. Found "
                f"{', '.join(alone)} in a hypothesis alone."
            )


def _none_bound(
    formulas: Sequence[Node], functions: Sequence[Ranging], noises: Sequence[Moment]
) -> None:
    """Refuse a letter of a function or noise that would hang on an index or a random variable.

    Raises:
        ValueError: a sum, product or expectation binds what a point or bound is made of.
    """
    named = frozenset[str]().union(
        *(f.names for f in functions), *(free_names(m.bound) for m in noises)
    )
    if not named:
        return
    binding = [n for tree in formulas for n in walk(tree) if n.op in ("sum", "product", "expect")]
    bound = {n.value[0] if n.op == "expect" else n.value for n in binding}
    if bound & named:
        raise ValueError(
            "the point of a function must not hang on an index or a random variable: its value "
            f"there is one letter. Found {', '.join(sorted(bound & named))}."
        )


def _notation(over: Notation | None, *formulas: Any) -> Notation:
    found = notation_of(*formulas) or NOTHING
    if over is None:
        return found
    return over.with_letters(*found.lettered).with_places(*found.places)


def _parts(v: Notation) -> tuple[Part, ...]:
    """The letters of a notation, of the trees that its statements have."""
    return tuple(replace(part, tree=_one_dimensional(v, part.tree)) for part in v.lettered)


def _one_dimensional(v: Notation, node: Node) -> Node:
    """The tree with the variables of laws on R^1 as entries, where they are declared as numbers."""
    node = node.having(_one_dimensional(v, a) for a in node.args)
    if node.op != "expect":
        return node
    variable, name = node.value
    declared, kind = v.symbols.get(variable), getattr(v.symbols.get(name), "kind", None)
    if declared is None or not isinstance(declared.kind, Real) or not isinstance(kind, Law):
        return node
    if kind.dimension != 1:
        raise ValueError(f"a law on R^d must be of vectors. Found the number {variable!r}.")
    entry = Node("symbol", (), variable)[1]
    return node.having([substitute(node.args[0], {variable: entry})])


def condition(v: Notation, source: Condition) -> Node:
    """A hypothesis from a formula, Python text, or a function of the symbols that gives a bool.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(source, str):
        return v(source).tree
    if isinstance(source, Formula):
        if source.asked:
            raise TypeError(CHAIN)
        return source.tree
    if callable(source):
        return _traced_condition(source, v.named_by(source))
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
    v: Notation, used: frozenset[str], forall: str, exists: frozenset[str] = frozenset()
) -> tuple[Symbol, ...]:
    """The symbols of a statement in the order of declaration, with those that their sets need.

    What a set needs, such as a dimension, comes before the symbol, wherever it is declared.
    """
    named = set(forall.replace(",", " ").split())
    unknown = (named | used) - set(v.symbols)
    if unknown:
        raise ValueError(
            "a symbol must be declared in the notation, and an index stand inside its sum (a "
            f"hypothesis for every i is none). Found {', '.join(sorted(unknown))}."
        )
    wanted = (named | set(used)) - exists
    wanted = set(_by_need(v, [name for name in v if name in wanted]))
    if twice := sorted(wanted & v.disputed):
        raise ValueError(
            "a symbol of a statement must be declared once: say over= which notation is meant. "
            f"Found two declarations of {', '.join(twice)}."
        )
    for name in sorted(wanted):
        v.symbols[name].check()
        size = size_of(v.symbols[name].kind)
        if size is not None and not is_size(
            v.symbols[size].kind if isinstance(size, str) else size
        ):
            raise ValueError(
                "a dimension or a length must be a whole number from 0 on, such as "
                f"natural(least=0). Found {size} for {name!r}."
            )
    return tuple(v.symbols[n] for n in _by_need(v, [name for name in v if name in wanted]))


def _by_need(v: Notation, names: Sequence[str]) -> tuple[str, ...]:
    """The names with those that their sets need, each after these: a value is drawn in its set.

    Raises:
        ValueError: one that is needed is not declared, or symbols need each other.
    """
    found: dict[str, None] = {}

    def put(name: str, within: tuple[str, ...]) -> None:
        if name in within:
            raise ValueError(
                "a set must not need its own symbol. "
                f"Found {' in the set of '.join((*within[within.index(name) :], name))}."
            )
        sizes = needed(v.symbols[name].kind)
        for size in sorted(sizes.difference(v)):
            raise ValueError(
                "a symbol must be declared with those that its set needs, such as its dimension "
                f"{size}=natural(). Found no {size!r} for {name!r}."
            )
        for size in (one for one in v if one in sizes):
            put(size, (*within, name))
        found[name] = None

    for name in names:
        put(name, ())
    return tuple(found)


def _hypotheses(v: Notation, given: Sequence[Condition]) -> tuple[Node, ...]:
    found: list[Node] = []
    for source in given:
        node = condition(v, source)
        found += node.args if node.op == "and" else (node,)
    return tuple(found)


def tends(
    body: Formula,
    variable: Formula,
    to: Any,
    value: Any,
    *,
    given: Sequence[Condition] = (),
    by: Any = None,
) -> Draft:
    """``body`` tends to ``value`` as the symbol ``variable`` tends to ``to`` (a number or "oo")."""
    arguments = {"body": body, "variable": variable, "to": to, "value": value}
    return Draft(_limit, arguments | {"given": tuple(given), "by": by})


def _limit(
    body: Any, variable: Formula, to: Any, value: Any, given: Sequence[Condition], by: Any
) -> Statement:
    v = _notation(None, body, variable, to, value, *given)
    name = variable.tree.value
    point = Node("constant", (), "oo") if isinstance(to, str) and to == "oo" else lift(to)
    trees = lift(body), point, lift(value)
    hypotheses = _hypotheses(v, given)
    used = frozenset[str]().union(*map(free_names, (*trees, *hypotheses)))
    if letters := used & {s.name for place in v.places for s in place.letters}:
        raise ValueError(
            "a limit must be of numbers, not of functions of a class or noise. Found "
            f"{', '.join(sorted(letters))}."
        )
    return Statement(
        symbols=_quantified(v, used | {name}, ""),
        assertion=Limit(trees[0], name, trees[1], trees[2]),
        where=hypotheses,
        parts=_parts(v),
        by=by,
    )


def in_words(
    v: Notation,
    text: str,
    test: Callable[..., bool],
    *,
    given: Sequence[Condition] = (),
    by: Any = None,
) -> Draft:
    """A predicate with words, for what no formula says: ``test`` returns True or False."""
    return Draft(_words, {"v": v, "text": text, "test": test, "given": tuple(given), "by": by})


def _words(
    v: Notation, text: str, test: Callable[..., bool], given: Sequence[Condition], by: Any
) -> Statement:
    hypotheses = _hypotheses(v, given)
    used = frozenset(v.named_by(test)).union(*map(free_names, hypotheses))
    named = External(getattr(test, "__name__", "test"), test)
    return Statement(_quantified(v, used, ""), Words(text, named), hypotheses, by=by)


def table(entries: Mapping[str, tuple[str, Any]], *, slack: int = 0) -> Draft:
    """Printed entries: name -> (digits as printed, the value or its formula)."""
    return Draft(_table, {"entries": entries, "slack": slack})


def _table(entries: Mapping[str, tuple[str, Any]], slack: int) -> Statement:
    if not entries:
        raise ValueError("a table must have entries. Found none.")
    for name, (digits, _) in entries.items():
        if not isinstance(digits, str):
            raise TypeError(f"printed digits must be text. Found {digits!r} for {name!r}.")
    rows = tuple((name, digits, lift(value)) for name, (digits, value) in entries.items())
    return Statement((), Table(rows, slack))


def certified(find: Callable[[], Any], *, says: str = "") -> Draft:
    """The kernel accepts the certificate that ``find`` returns, and it says what is asked for.

    Args:
        says: "rate", "feasible", "psd", ... A certificate of the opposite ("infeasible") refutes.
    """
    return Draft(_certified, {"find": find, "says": says})


def _certified(find: Callable[[], Any], says: str) -> Statement:
    if says not in SAID:
        raise ValueError(
            "what a certificate says must be asked for: certified(find, says=...) with one of "
            f"{', '.join(SAID)}. Found {says!r}."
        )
    return Statement((), Certificate(External(getattr(find, "__name__", "find"), find), says))


def behaves(word: str, cells: Sequence[str], ratio: Callable[..., Any]) -> Draft:
    """A ratio of two statistics lies, in every cell, where the word says."""
    return Draft(_behaves, {"word": word, "cells": cells, "ratio": ratio})


def _behaves(word: str, cells: Sequence[str], ratio: Callable[..., Any]) -> Statement:
    if not cells:
        raise ValueError("a behaviour must have cells. Found none.")
    named = External(getattr(ratio, "__name__", "ratio"), ratio)
    return Statement((), Behaviour(word, tuple(cells), named))
