"""The symbols of a paper, each declared once: name, LaTeX, unit, set, and a box to search in.

The *set* is a hypothesis: what a proof must cover and a counterexample must lie in. The *box* only
tells a search where to look, and never counts as a hypothesis. Domains, samples, corners, the
signs in sympy, the constraints in z3 and the slack variables of a proof follow from the set.
"""

import ast
import functools
import inspect
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Names
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import Point, Undecided, Undefined, truth
from verify.formula.expression import External, Node, conjunction, lift
from verify.formula.trace import Untraceable, trace
from verify.language.formulas import Formula, Part
from verify.language.kinds import Box, Kind, Natural, OneOf, Real, as_written, exact
from verify.language.units import exponents
from verify.language.vectors import Law, Matrix, Sequence, Vector

__all__ = [
    "Box",
    "Declaration",
    "Kind",
    "Law",
    "Matrix",
    "Natural",
    "Notation",
    "OneOf",
    "Real",
    "Sequence",
    "Symbol",
    "Vector",
    "as_written",
    "between",
    "exact",
    "law",
    "matrix",
    "natural",
    "nonnegative",
    "notation",
    "of_kind",
    "one_of",
    "positive",
    "real",
    "satisfied",
    "sequence",
    "vector",
]

Search = tuple[Any, Any] | None  # the ends of a box, as an author writes them


@dataclass(frozen=True)
class Symbol:
    """One symbol of a paper.

    Attributes:
        name: how code calls it. latex: how the paper writes it.
        unit: a product of powers of loss, length, time (``gradient`` is loss/length), or ``1``,
            which is meant where it is "".
        kind: the set that the paper quantifies over.
        box: where a search looks; no hypothesis.
    """

    name: str
    latex: str
    unit: str
    kind: Any
    box: Box | None = None

    def check(self) -> None:
        """Refuse a declaration that is not well formed.

        Raises:
            ValueError: the unit is unknown, or the set is empty.
        """
        exponents(self.unit)
        if getattr(self.kind, "empty", False):
            raise ValueError(f"the set of a symbol must not be empty. Found {self.name!r}.")

    @property
    def node(self) -> Node:
        """The symbol in a formula."""
        return Node("symbol", (), self.name)

    @property
    def scalar(self) -> bool:
        """Whether its values are numbers."""
        if isinstance(self.kind, OneOf):
            return all(isinstance(v, int | Fraction) for v in self.kind.values)
        return isinstance(self.kind, Real | Natural)

    def conditions(self) -> tuple[Node, ...]:
        """The set as conditions (of scalars)."""
        return tuple(self.kind.conditions(self.node)) if self.scalar else ()


@dataclass(frozen=True)
class Declaration:
    """A symbol that waits for its name, which is ``of`` where that one is declared again."""

    latex: str
    unit: str
    kind: Any
    box: Box | None
    of: str = ""


def _declare(latex: str, unit: str, kind: Any, search: Search) -> Declaration:
    box = None
    if search is not None:
        low, high = map(exact, search)
        if not low < high:
            raise ValueError(f"a search box must have low < high. Found [{low}, {high}].")
        box = Box(low, high)
    return Declaration(latex, unit, kind, box)


def real(latex: str = "", *, unit: str = "", search: Search = None) -> Declaration:
    """Any real number."""
    return _declare(latex, unit, Real(), search)


def positive(latex: str = "", *, unit: str = "", search: Search = None) -> Declaration:
    """A real number > 0."""
    return _declare(latex, unit, Real(Fraction(0), None, True), search)


def nonnegative(latex: str = "", *, unit: str = "", search: Search = None) -> Declaration:
    """A real number >= 0."""
    return _declare(latex, unit, Real(Fraction(0)), search)


def between(
    low: Any, high: Any, latex: str = "", *, unit: str = "", ends: str = "[]", search: Search = None
) -> Declaration:
    """A real number between two ends; ``ends`` says which of them belong ("[)" the first)."""
    if ends not in ("[]", "[)", "(]", "()"):
        raise ValueError(f"ends must be one of [], [), (], (). Found {ends!r}.")
    low, high = (None if e in (-math.inf, math.inf) else exact(e) for e in (low, high))
    return _declare(latex, unit, Real(low, high, ends[0] == "(", ends[1] == ")"), search)


def natural(
    latex: str = "",
    *,
    unit: str = "1",
    least: int = 1,
    most: int | None = None,
    search: Search = None,
) -> Declaration:
    """A whole number from ``least`` on.

    Raises:
        ValueError: an end is not whole.
    """
    for end in (least, most):
        if end is not None and not isinstance(end, int):
            raise ValueError(f"an end of the natural numbers must be whole. Found {end!r}.")
    return _declare(latex, unit, Natural(least, most), search)


def one_of(values: Any, latex: str = "", *, unit: str = "") -> Declaration:
    """A member of a finite set."""
    return _declare(latex, unit, OneOf(tuple(map(as_written, values))), None)


def vector(dimension: int | str, latex: str = "", *, unit: str = "") -> Declaration:
    """A vector."""
    return _declare(latex, unit, Vector(dimension), None)


def matrix(
    dimension: int | str, latex: str = "", *, unit: str = "", shape: str = "any"
) -> Declaration:
    """A square matrix: any, invertible, symmetric, psd or pd."""
    if shape not in ("any", "invertible", "symmetric", "psd", "pd"):
        raise ValueError(f"shape must be any, invertible, symmetric, psd or pd. Found {shape!r}.")
    return _declare(latex, unit, Matrix(dimension, shape), None)


def sequence(
    length: int | str, latex: str = "", *, unit: str = "", entry: Real | None = None
) -> Declaration:
    """Numbers indexed from 1."""
    return _declare(latex, unit, Sequence(length, entry or Real()), None)


def law(
    latex: str = "", *, unit: str = "", dimension: int | str = 1, radius: Formula | None = None
) -> Declaration:
    """A centred law on R^d, supported in a ball of the given radius."""
    return _declare(latex, unit, Law(dimension, 2, None if radius is None else radius.tree), None)


def of_kind(kind: Kind, latex: str = "", *, unit: str = "") -> Declaration:
    """A symbol of a kind that the paper declares itself."""
    return _declare(latex, unit, kind, None)


class Notation:
    """The symbols of a paper: ``V.alpha`` is the symbol in a formula, ``V("m <= n")`` a condition.

    Attributes:
        symbols: every symbol by name, in the order of declaration.
        beyond: the notation that this one extends.
        lettered: the parts of formulas that have a letter (``let``).
        disputed: names that two joined notations declare differently.
        letters: what pieces of the paper's LaTeX stand for, beside the symbols' own.
        places: the points of functions of a class (:mod:`verify.language.classes`) with letters.
    """

    def __init__(self, symbols: Mapping[str, Symbol], *, beyond: "Notation | None" = None) -> None:
        self.symbols = dict(symbols)
        self.beyond = beyond
        self.lettered: tuple[Part, ...] = () if beyond is None else beyond.lettered
        self.disputed: frozenset[str] = frozenset()
        self.letters: dict[str, Formula] = dict(beyond.letters) if beyond else {}
        self.places: tuple[Any, ...] = () if beyond is None else beyond.places

    def __getattr__(self, name: str) -> Formula:
        if name.startswith("__") or name not in self.__dict__.get("symbols", {}):
            raise AttributeError(f"a symbol must be declared in the notation. Found {name!r}.")
        return Formula(Node("symbol", (), name), self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    def __call__(self, text: str) -> Formula:
        """A condition or formula written in Python over the symbols.

        Raises:
            ValueError: the text is no condition, or names an unknown symbol.
        """
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise ValueError(f"a hypothesis must be a formula. Found {text!r}.") from error
        return Formula(_read(tree, self, text), self)

    def of(self, function: Callable[..., Any]) -> Formula:
        """What a function computes from the symbols that it names.

        A function that asks for the values of symbols becomes a computation of its name.
        """
        names = self.named_by(function)
        symbols = {n: Node("symbol", (), n) for n in names}
        try:
            tree = trace(function, symbols)
        except Untraceable:
            named = External(getattr(function, "__name__", "f"), _by_position(function, names))
            tree = Node("external", tuple(symbols.values()), named)
        return Formula(tree, self)

    def named_by(self, function: Callable[..., Any]) -> tuple[str, ...]:
        """The symbols that a function names; ``**rest`` stands for no symbol.

        Raises:
            ValueError: it names another.
        """
        kinds = inspect.signature(function).parameters
        names = tuple(
            n
            for n, p in kinds.items()
            if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL) and p.default is p.empty
        )
        for name in names:
            if name not in self.symbols:
                raise ValueError(f"a formula must name declared symbols. Found {name!r}.")
        return names

    def extended(self, **declarations: Declaration) -> "Notation":
        """This notation with more symbols (a lemma's own)."""
        return Notation(self.symbols | notation(**declarations).symbols, beyond=self)

    def printing(self, letters: Mapping[str, Formula]) -> "Notation":
        r"""This notation with what pieces of the paper's LaTeX stand for: ``\mathbb E[g]``."""
        found = Notation(self.symbols, beyond=self)
        found.letters |= letters
        found.disputed = self.disputed
        return found

    def with_letters(self, *parts: Part) -> "Notation":
        """This notation with letters for more parts of formulas."""
        found = Notation(self.symbols, beyond=self)
        found.lettered = tuple(dict.fromkeys((*self.lettered, *parts)))
        found.disputed = self.disputed
        return found

    def with_places(self, *places: Any) -> "Notation":
        """This notation with the letters of functions at more points.

        Raises:
            ValueError: the name of a letter is another symbol's.
        """
        letters = {s.name: s for place in places for s in place.letters}
        if other := [n for n, s in letters.items() if self.symbols.get(n, s) != s]:
            raise ValueError(
                "the value of a function at a point must be no symbol's name. Found "
                f"{', '.join(other)}."
            )
        found = Notation(self.symbols | letters, beyond=self)
        found.places = tuple(dict.fromkeys((*self.places, *places)))
        found.disputed = self.disputed
        return found

    def again(self, name: str, allowed: str | Iterable[Any], search: Search) -> Declaration:
        """The declaration of a symbol with a narrower set or another box (``V.x.within(...)``)."""
        symbol = self.symbols[name]
        kind = _narrower(symbol, allowed) if allowed else symbol.kind
        found = _declare(symbol.latex, symbol.unit, kind, search)
        box = symbol.box if search is None and not isinstance(kind, OneOf) else found.box
        return replace(found, box=box, of=name)

    def joined(self, other: "Notation") -> "Notation":
        """A notation with the symbols of both; an extension stands for what it extends.

        What both declare, and differently, is disputed: a statement must not quantify over it.
        """
        if self._extends(other):
            return self
        if other._extends(self):
            return other
        differ = {n for n in self if n in other.symbols and self.symbols[n] != other.symbols[n]}
        found = Notation(
            {**self.symbols, **{n: s for n, s in other.symbols.items() if n not in self}},
            beyond=self,
        )
        found.letters = {**other.letters, **self.letters}
        found.disputed = frozenset(differ) | self.disputed | other.disputed
        found.places = tuple(dict.fromkeys((*self.places, *other.places)))
        return found.with_letters(*other.lettered)

    def _extends(self, other: "Notation") -> bool:
        below = self.beyond
        return self is other or (below is not None and below._extends(other))


def _narrower(symbol: Symbol, allowed: str | Iterable[Any]) -> Real | Natural | OneOf:
    try:
        found = _written(allowed, whole=isinstance(symbol.kind, Natural))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(
            f"a set must be written as [0, 1), (0, inf) or {{2, 4, 8}}. Found {allowed!r}."
        ) from error
    if not _inside(found, symbol.kind):
        raise ValueError(
            f"the set of {symbol.name} must lie in {symbol.kind.words()}. Found {allowed!r}."
        )
    return found


def _written(allowed: str | Iterable[Any], whole: bool) -> Real | Natural | OneOf:
    """The set that a text or its values stand for."""
    if not isinstance(allowed, str):
        return OneOf(tuple(map(as_written, allowed)))
    parts = re.fullmatch(r"([\[(])([^,]+),([^,]+)([\])])", allowed)
    if parts is None:
        values = map(Fraction, allowed.strip("{}").split(","))
        return OneOf(tuple(int(v) if v.denominator == 1 else v for v in values))
    low, high = (None if "inf" in end else Fraction(end) for end in parts.group(2, 3))
    open_low, open_high = low is not None and parts[1] == "(", high is not None and parts[4] == ")"
    if not whole:
        return Real(low, high, open_low, open_high)
    most = None if high is None else int(parts[3]) - open_high
    return Natural(int(parts[2]) + open_low, most)


def _inside(found: Real | Natural | OneOf, kind: Any) -> bool:
    """Whether a set of numbers is a part of a declared one."""
    if isinstance(found, OneOf):
        numbers = isinstance(kind, Real | Natural | OneOf)
        return numbers and all(kind.contains(v, {}) for v in found.values)
    if not isinstance(kind, Real | Natural):
        return False
    (low, high), (least, most) = _ends(found), _ends(kind)
    return least <= low and high <= most


def _ends(kind: Real | Natural) -> tuple[tuple[Any, bool], tuple[Any, bool]]:
    """The ends of a set; in a part of it the first is no smaller and the second no larger."""
    if isinstance(kind, Natural):
        return (kind.least, False), (math.inf if kind.most is None else kind.most, True)
    return (
        (-math.inf, False) if kind.low is None else (kind.low, kind.open_low),
        (math.inf, True) if kind.high is None else (kind.high, not kind.open_high),
    )


def _by_position(function: Callable[..., Any], names: Names[str]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*values: Any) -> Any:
        return function(**dict(zip(names, values, strict=True)))

    return call


OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow"}


def _read(tree: ast.expr, v: Notation, text: str) -> Node:
    if isinstance(tree, ast.Compare):
        sides = [_read(s, v, text) for s in (tree.left, *tree.comparators)]
        names = {ast.LtE: "le", ast.Lt: "lt", ast.GtE: "le", ast.Gt: "lt", ast.Eq: "eq"}
        names[ast.NotEq] = "ne"
        links = []
        for op, a, b in zip(tree.ops, sides, sides[1:], strict=False):
            if type(op) not in names:
                raise ValueError(f"a hypothesis must compare numbers. Found {text!r}.")
            pair = (b, a) if isinstance(op, ast.GtE | ast.Gt) else (a, b)
            links.append(Node(names[type(op)], pair))
        return links[0] if len(links) == 1 else conjunction(*links)
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        return conjunction(*(_read(part, v, text) for part in tree.values))
    if isinstance(tree, ast.BinOp) and type(tree.op) in OPERATORS:
        return Node(
            OPERATORS[type(tree.op)], (_read(tree.left, v, text), _read(tree.right, v, text))
        )
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return -_read(tree.operand, v, text)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
        arguments = tuple(_read(a, v, text) for a in tree.args)
        name = tree.func.id
        if name in ("abs", "sqrt", "log", "exp", "cos", "sin", "norm", "norm1"):
            return Node(name, arguments)
        if name in ("max", "min", "dot"):
            return Node(name, arguments)
    if isinstance(tree, ast.Name):
        if tree.id not in v.symbols:
            raise ValueError(
                f"a symbol must be declared in the notation. Found {tree.id!r} in {text!r}."
            )
        return Node("symbol", (), tree.id)
    if isinstance(tree, ast.Constant) and not isinstance(tree.value, str | bytes | bool):
        return lift(tree.value)
    raise ValueError(f"a hypothesis must be a formula over the symbols. Found {text!r}.")


def notation(**declarations: Declaration) -> Notation:
    """Declare symbols: ``notation(alpha=positive(r"\\alpha", unit="length^2/loss"), ...)``."""
    for name, d in declarations.items():
        if not isinstance(d, Declaration):
            raise TypeError(f"a symbol must be declared (positive(...), ...). Found {name}={d!r}.")
        if d.of not in ("", name):
            raise ValueError(f"a symbol declared again must keep its name {d.of}. Found {name}.")
    return Notation(
        {
            name: Symbol(name, d.latex or name, d.unit, d.kind, d.box)
            for name, d in declarations.items()
        }
    )


def satisfied(symbols: tuple[Symbol, ...], where: tuple[Node, ...], point: Point) -> bool | None:
    """Whether a point lies in all sets and meets all hypotheses; None where it is undecided."""
    if not all(s.kind.contains(point[s.name], point) for s in symbols):
        return False
    answer: bool | None = True
    for condition in where:
        try:
            if not truth(condition, point):
                return False
        except Undefined:
            return False
        except Undecided:
            answer = None
    return answer
