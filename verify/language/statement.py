"""What is said, of which symbols, under which hypotheses: an assertion, a statement, a goal."""

import functools
import inspect
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from verify.formula.expression import (
    External,
    Node,
    canonical,
    conjunction,
    digest,
    free_names,
    pruned,
    walk,
)
from verify.language.classes import Ranging
from verify.language.formulas import Part
from verify.language.noise import Moment
from verify.language.symbols import Natural, OneOf, Real, Symbol, as_written


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

    @functools.cached_property
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
    """A document that the kernel accepts and that says what it is asked for.

    Attributes:
        says: what its statement has to say, a word of the kernel's table ("rate", "infeasible").
    """

    find: External
    says: str


# One table of words for all papers: between which ratios a qualitative word holds.
DEMANDS: Mapping[str, tuple[float, float]] = {
    "much less": (0.0, 0.1),
    "less": (0.0, 1.0),
    "about": (0.95, 1.05),
    "order of magnitude": (0.1, 10.0),
}


def demanded(word: str) -> tuple[float, float]:
    """The least and the largest ratio of which a word may be said.

    Raises:
        ValueError: it is not in the table.
    """
    if word not in DEMANDS:
        raise ValueError(f"a word must be one of {', '.join(DEMANDS)}. Found {word!r}.")
    return DEMANDS[word]


def strict(word: str) -> bool:
    """Whether the largest ratio itself is too large: 1 is not less."""
    return word == "less"


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
        parts: what of its formulas is shown by a letter. No part either.
        functions: those of a class that it ranges over; what is said of their letters stands in
            the hypotheses. No part either.
        noises: those whose second moments are among its symbols. No part either.
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
    parts: tuple[Part, ...] = field(default=(), compare=False, repr=False)
    functions: tuple[Ranging, ...] = field(default=(), compare=False, repr=False)
    noises: tuple[Moment, ...] = field(default=(), compare=False, repr=False)

    @functools.cached_property
    def hash(self) -> str:
        """16 hexadecimal digits of everything that is said, its method left out."""
        codes = tuple(one.code for one in _computations((self.assertion, self.where)))
        return digest((self.outline, codes)) if codes else self.outline

    @functools.cached_property
    def outline(self) -> str:
        """The same with computations by their names: random draws stay when their code moves."""
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

    @functools.cached_property
    def ranging(self) -> tuple[Ranging, ...]:
        """The functions all of whose letters and hypotheses it has."""
        known, where = {s.name for s in self.symbols}, set(self.where)
        return tuple(
            f for f in self.functions if f.letters <= known and where.issuperset(f.interpolation)
        )

    @property
    def written_where(self) -> tuple[Node, ...]:
        """The hypotheses without those that say that letters are of a function."""
        hidden = {c for f in self.ranging for c in f.interpolation}
        return tuple(c for c in self.where if c not in hidden)

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
        What makes letters those of a function of a class is no edge.
        """
        symbols = tuple(replace(s, kind=_strict(s.kind)) for s in self.symbols)
        written = self.written_where
        where = tuple(
            Node("lt", c.args) if c.op == "le" and c in written else c for c in self.where
        )
        return replace(self, symbols=symbols, where=where)

    def at(self, values: Mapping[str, Any]) -> "Statement":
        """The statement with some scalar symbols at fixed values (their sets shrink to a point)."""
        symbols = tuple(
            replace(s, kind=OneOf((as_written(values[s.name]),))) if s.name in values else s
            for s in self.symbols
        )
        return replace(self, symbols=symbols)


def _computations(said: object) -> Iterator[External]:
    """The computations in formulas and assertions, in their order."""
    if isinstance(said, External):
        yield said
    elif isinstance(said, Node):
        yield from (n.value for n in walk(said) if isinstance(n.value, External))
    elif isinstance(said, tuple):
        yield from itertools.chain.from_iterable(map(_computations, said))
    elif is_dataclass(said):
        # Its fields alone: what it has computed of them and keeps would count twice.
        yield from _computations(tuple(getattr(said, f.name) for f in fields(said)))


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
