"""The symbols of a paper, each declared once: name, LaTeX, unit, set, and a box to search in.

The *set* is a hypothesis: what a proof must cover and a counterexample must lie in. The *box* only
tells a search where to look, and never counts as a hypothesis. Domains, samples, corners, the
signs in sympy, the constraints in z3 and the slack variables of a proof follow from the set.
"""

import ast
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from verify.evaluate import Point, Undecided, Undefined, truth
from verify.expression import Node, binary, conjunction, decimal, lift
from verify.units import exponents

WIDEST = Fraction(10**6)


def exact(value: Any) -> Fraction:
    """A declared end point or value: an int, a Fraction or the decimal that a float shows."""
    node = lift(value)
    if node.op != "number":
        raise TypeError(f"an end point must be a number. Found {value!r}.")
    return Fraction(node.value)


def as_written(value: Any) -> Any:
    """A declared value of any kind, with the decimals that its floats show (0.1 is 1/10)."""
    if isinstance(value, float):
        return decimal(value)
    return tuple(map(as_written, value)) if isinstance(value, tuple) else value


class Kind(Protocol):
    """What the values of a symbol are; a paper may declare kinds of its own."""

    def draw(self, rng: np.random.Generator, point: Point, box: "Box | None") -> Any:
        """A random value; the symbols declared before it have theirs in ``point``."""

    def corners(self, point: Point) -> tuple[Any, ...]:
        """The values an adversary tries first."""

    def contains(self, value: Any, point: Point) -> bool:
        """Whether a value lies in the set."""

    def words(self) -> str:
        """The set, for a reader."""


@dataclass(frozen=True)
class Box:
    """Where a search looks: an interval of positive length."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Real:
    """An interval of the reals; an end that is None is infinite."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.open_low or self.open_high))

    def contains(self, value: Any, point: Point) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            return False
        above = self.low is None or value > self.low or (value == self.low and not self.open_low)
        below = (
            self.high is None or value < self.high or (value == self.high and not self.open_high)
        )
        return above and below

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The set as conditions on the symbol."""
        found = []
        if self.low is not None:
            found.append(binary("lt" if self.open_low else "le", self.low, symbol))
        if self.high is not None:
            found.append(binary("lt" if self.open_high else "le", symbol, self.high))
        return tuple(found)

    def strict(self) -> "Real":
        """The same set without its ends."""
        return Real(self.low, self.high, self.low is not None, self.high is not None)

    def search_box(self, box: Box | None) -> Box:
        """The part of the set that a search looks at; without a box, up to a million."""
        low, high = (box.low, box.high) if box else (-WIDEST, WIDEST)
        low = low if self.low is None else max(low, self.low)
        high = high if self.high is None else min(high, self.high)
        return Box(low, high)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Fraction:
        inside = self.search_box(box)
        low, high = float(inside.low), float(inside.high)
        if low >= 0 and rng.random() < 0.7:
            start = low if low > 0 else min(1e-6, high * 1e-6) or 1e-9
            value = math.exp(rng.uniform(math.log(start), math.log(max(high, start))))
        elif self.low is None and self.high is None and rng.random() < 0.7:
            value = float(rng.choice([-1, 1])) * math.exp(rng.uniform(-7, math.log(high)))
        else:
            value = rng.uniform(low, high)
        return self.nearby(value)

    def nearby(self, value: float) -> Fraction:
        """A rational of the set, close to a float."""
        found = Fraction(value).limit_denominator(10**9)
        if found == 0 and value != 0:
            found = Fraction(value)
        if self.low is not None and found < self.low:
            found = self.low
        if self.high is not None and found > self.high:
            found = self.high
        if not self.contains(found, {}):
            found = Fraction(value)
        return found

    def corners(self, point: Point) -> tuple[Fraction, ...]:
        typical = [
            Fraction(1),
            Fraction(2),
            Fraction(1, 2),
            Fraction(0),
            Fraction(-1),
            Fraction(10),
        ]
        ends = [e for e in (self.low, self.high) if e is not None]
        small = Fraction(1, 10**6)
        for e in ends:
            typical += [e, e + small, e - small]
        if self.low is not None and self.high is not None:
            typical.append((self.low + self.high) / 2)
        return tuple(dict.fromkeys(v for v in typical if self.contains(v, point)))

    def words(self) -> str:
        left = "(" if self.open_low or self.low is None else "["
        right = ")" if self.open_high or self.high is None else "]"
        low = "-oo" if self.low is None else self.low
        high = "oo" if self.high is None else self.high
        return f"{left}{low}, {high}{right}"


@dataclass(frozen=True)
class Natural:
    """Whole numbers from ``least`` to ``most`` (None: without end)."""

    least: int = 1
    most: int | None = None

    def contains(self, value: Any, point: Point) -> bool:
        whole = not isinstance(value, bool) and isinstance(value, int | Fraction) and value % 1 == 0
        return whole and value >= self.least and (self.most is None or value <= self.most)

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The bounds as conditions on the symbol (that it is whole is not among them)."""
        found = [binary("le", self.least, symbol)]
        if self.most is not None:
            found.append(binary("le", symbol, self.most))
        return tuple(found)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> int:
        low = max(self.least, math.ceil(box.low)) if box else self.least
        high = math.floor(box.high) if box else low + 10**6
        high = high if self.most is None else min(high, self.most)
        if rng.random() < 0.5:
            high = min(high, low + 12)
        if high > low + 20:
            return low + round(math.exp(rng.uniform(0, math.log(high - low + 1)))) - 1
        return int(rng.integers(low, high + 1))

    def corners(self, point: Point) -> tuple[int, ...]:
        values = [self.least + i for i in (0, 1, 2)] + [10, 100]
        values += [] if self.most is None else [self.most, self.most - 1]
        return tuple(dict.fromkeys(v for v in values if self.contains(v, point)))

    def words(self) -> str:
        return f"whole, {self.least} to {self.most}" if self.most else f"whole, from {self.least}"


@dataclass(frozen=True)
class OneOf:
    """Finitely many listed values, of any kind: the set itself, not a sample of it."""

    values: tuple[Any, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is listed."""
        return not self.values

    def contains(self, value: Any, point: Point) -> bool:
        return value in self.values

    def conditions(self, symbol: Node) -> tuple[Node, ...]:
        """The range of the values, where they are numbers."""
        if not all(isinstance(v, int | Fraction) for v in self.values):
            return ()
        return (binary("le", min(self.values), symbol), binary("le", symbol, max(self.values)))

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return self.values[int(rng.integers(len(self.values)))]

    def corners(self, point: Point) -> tuple[Any, ...]:
        return self.values[:64]

    def words(self) -> str:
        shown = ", ".join(map(str, self.values[:6]))
        return f"one of {shown}" + (", ..." if len(self.values) > 6 else "")


def _entry(rng: np.random.Generator) -> Fraction:
    """A small rational: exact arithmetic stays short, and 0 and 1 are frequent."""
    return Fraction(int(rng.integers(-6, 7)), int(rng.choice([1, 1, 2, 3, 10])))


def _size(dimension: int | str, point: Point) -> int:
    return int(point[dimension]) if isinstance(dimension, str) else dimension


@dataclass(frozen=True)
class Vector:
    """A vector of R^d; ``dimension`` is a number or the name of the symbol that gives it."""

    dimension: int | str

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Fraction, ...]:
        scale = Fraction(10) ** int(rng.integers(-1, 2))
        return tuple(scale * _entry(rng) for _ in range(_size(self.dimension, point)))

    def corners(self, point: Point) -> tuple[Any, ...]:
        d = _size(self.dimension, point)
        first = tuple(Fraction(int(i == 0)) for i in range(d))
        last = tuple(Fraction(int(i == d - 1)) for i in range(d))
        zero, ones = (Fraction(0),) * d, (Fraction(1),) * d
        return (first, tuple(-x for x in first), zero, ones, last)

    def contains(self, value: Any, point: Point) -> bool:
        return isinstance(value, tuple) and len(value) == _size(self.dimension, point)

    def words(self) -> str:
        return f"vector of R^{self.dimension}"


@dataclass(frozen=True)
class Matrix:
    """A d x d matrix: ``any``, ``invertible``, ``symmetric``, ``psd`` or ``pd``."""

    dimension: int | str
    shape: str = "any"

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        d = _size(self.dimension, point)
        m = [[_entry(rng) for _ in range(d)] for _ in range(d)]
        if self.shape == "symmetric":
            m = [[m[i][j] + m[j][i] for j in range(d)] for i in range(d)]
        if self.shape in ("psd", "pd"):
            # M'M of a random M: two such matrices do not commute.
            m = [
                [sum((m[k][i] * m[k][j] for k in range(d)), Fraction(0)) for j in range(d)]
                for i in range(d)
            ]
        if self.shape in ("pd", "invertible"):
            m = [
                [
                    m[i][j] + (Fraction(1 if self.shape == "pd" else 19) if i == j else 0)
                    for j in range(d)
                ]
                for i in range(d)
            ]
        return tuple(map(tuple, m))

    def corners(self, point: Point) -> tuple[Any, ...]:
        d = _size(self.dimension, point)

        def scalar(entry: int) -> Any:
            return tuple(tuple(Fraction(entry * (i == j)) for j in range(d)) for i in range(d))

        return (scalar(1), scalar(2)) + (() if self.shape in ("pd", "invertible") else (scalar(0),))

    def contains(self, value: Any, point: Point) -> bool:
        from verify.evaluate import EXACT, _semidefinite

        d = _size(self.dimension, point)
        if len(value) != d or any(len(row) != d for row in value):
            return False
        if self.shape in ("symmetric", "psd", "pd") and value != tuple(zip(*value, strict=True)):
            return False
        return self.shape not in ("psd", "pd") or _semidefinite(value, EXACT)

    def words(self) -> str:
        return f"{self.shape} matrix of size {self.dimension}"


@dataclass(frozen=True)
class Sequence:
    """Numbers indexed by 1, ..., ``length`` (a number or the name of the symbol that gives it)."""

    length: int | str
    entry: Real = field(default_factory=Real)

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[Fraction, ...]:
        n = _size(self.length, point)
        shape = rng.integers(3)
        if shape == 0:
            return (self.entry.draw(rng, point, box),) * n
        values = [self.entry.draw(rng, point, box) for _ in range(n)]
        return tuple(sorted(values)) if shape == 1 else tuple(values)

    def corners(self, point: Point) -> tuple[Any, ...]:
        n = _size(self.length, point)
        return tuple((value,) * n for value in self.entry.corners(point)[:4])

    def contains(self, value: Any, point: Point) -> bool:
        n = _size(self.length, point)
        return len(value) == n and all(self.entry.contains(v, point) for v in value)

    def words(self) -> str:
        return f"sequence of length {self.length} in {self.entry.words()}"


@dataclass(frozen=True)
class Law:
    """A law on finitely many atoms of R^d with mean zero; its radius stands in the hypotheses.

    By the reflection of an atom through the mean every drawn law is centred exactly.
    """

    dimension: int | str = 1
    atoms: int = 2
    radius: Node | None = None

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        reach = self._reach(point)
        share = Fraction(int(rng.integers(1, 20)), 20)
        far = reach * Fraction(int(rng.integers(1, 21)), 20)
        # Masses share and 1 - share at a and -a share/(1 - share) along one axis.
        near = -far * share / (1 - share) if share < 1 else Fraction(0)
        if share == 1 or abs(near) > reach:
            share, near = Fraction(1, 2), -far
        sign = Fraction(int(rng.choice([-1, 1])))
        d = _size(self.dimension, point)
        axis = int(rng.integers(d))
        return tuple(
            (p, tuple(sign * x * int(axis == i) for i in range(d)))
            for p, x in ((share, far), (1 - share, near))
        )

    def _reach(self, point: Point) -> Fraction:
        if self.radius is None:
            return Fraction(1)
        from verify.evaluate import EXACT, evaluate

        return Fraction(evaluate(self.radius, point, EXACT))

    def corners(self, point: Point) -> tuple[Any, ...]:
        reach, half = self._reach(point), Fraction(1, 2)
        rest = (Fraction(0),) * (_size(self.dimension, point) - 1)
        zero = (Fraction(1), (Fraction(0), *rest))
        return (((half, (reach, *rest)), (half, (-reach, *rest))), (zero,))

    def contains(self, value: Any, point: Point) -> bool:
        if sum(p for p, _ in value) != 1 or any(p < 0 for p, _ in value):
            return False
        if any(len(atom) != _size(self.dimension, point) for _, atom in value):
            return False
        columns = zip(*(tuple(p * x for x in atom) for p, atom in value), strict=True)
        reach = self._reach(point) if self.radius is not None else None
        inside = reach is None or all(
            sum(x * x for x in atom) <= reach * reach for _, atom in value
        )
        return inside and all(sum(column) == 0 for column in columns)

    def words(self) -> str:
        return f"law on R^{self.dimension} with mean zero" + (
            " and bounded support" if self.radius is not None else ""
        )


@dataclass(frozen=True)
class Symbol:
    """One symbol of a paper.

    Attributes:
        name: how code calls it. latex: how the paper writes it.
        unit: a product of powers of loss, length, time (``gradient`` is loss/length), or ``1``.
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
            ValueError: the unit is missing or unknown, or the set is empty.
        """
        if not self.unit:
            raise ValueError(
                f"a symbol must have a unit ('1' for a pure number). Found none for {self.name!r}."
            )
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
    """A symbol that waits for its name."""

    latex: str
    unit: str
    kind: Any
    box: Box | None


def _declare(latex: str, unit: str, kind: Any, search: tuple[Any, Any] | None) -> Declaration:
    box = None
    if search is not None:
        low, high = map(exact, search)
        if not low < high:
            raise ValueError(f"a search box must have low < high. Found [{low}, {high}].")
        box = Box(low, high)
    return Declaration(latex, unit, kind, box)


def real(latex: str = "", *, unit: str = "", search: tuple[Any, Any] | None = None) -> Declaration:
    """Any real number."""
    return _declare(latex, unit, Real(), search)


def positive(
    latex: str = "", *, unit: str = "", search: tuple[Any, Any] | None = None
) -> Declaration:
    """A real number > 0."""
    return _declare(latex, unit, Real(Fraction(0), None, True), search)


def nonnegative(
    latex: str = "", *, unit: str = "", search: tuple[Any, Any] | None = None
) -> Declaration:
    """A real number >= 0."""
    return _declare(latex, unit, Real(Fraction(0)), search)


def between(
    low: Any,
    high: Any,
    latex: str = "",
    *,
    unit: str = "",
    ends: str = "[]",
    search: tuple[Any, Any] | None = None,
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
    search: tuple[Any, Any] | None = None,
) -> Declaration:
    """A whole number from ``least`` on."""
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
    latex: str = "", *, unit: str = "", dimension: int | str = 1, radius: Node | None = None
) -> Declaration:
    """A centred law on R^d, supported in a ball of the given radius."""
    return _declare(latex, unit, Law(dimension, 2, radius), None)


def of_kind(kind: Kind, latex: str = "", *, unit: str = "") -> Declaration:
    """A symbol of a kind that the paper declares itself."""
    return _declare(latex, unit, kind, None)


class Notation:
    """The symbols of a paper: ``V.alpha`` is the symbol in a formula, ``V("m <= n")`` a condition.

    Attributes:
        symbols: every symbol by name, in the order of declaration.
    """

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = dict(symbols)

    def __getattr__(self, name: str) -> Node:
        symbols = self.__dict__.get("symbols", {})
        if name not in symbols:
            raise AttributeError(f"a symbol must be declared in the notation. Found {name!r}.")
        return Node("symbol", (), name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    def __call__(self, text: str) -> Node:
        """A condition or formula written in Python over the symbols.

        Raises:
            ValueError: the text is no condition, or names an unknown symbol.
        """
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise ValueError(f"a hypothesis must be a formula. Found {text!r}.") from error
        return _read(tree, self, text)

    def extended(self, **declarations: Declaration) -> "Notation":
        """This notation with more symbols (a lemma's own)."""
        return Notation(self.symbols | notation(**declarations).symbols)


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
