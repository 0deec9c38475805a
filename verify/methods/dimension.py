"""Units of formulas, inferred over the tree, and what a change of units does to a point.

A symbol has the unit of its declaration, an index of a sum and a literal are pure numbers (unless
the literal carries a unit), and 0 fits every unit. A statement whose two sides have different units
cannot hold under every choice of units: rescaling an instance breaks it.
"""

import functools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.display.plain import Kinds, plain
from verify.display.typeset import render
from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import CONDITIONS, Node, free_names, pruned
from verify.language.laws import KnownLaw
from verify.language.statement import Compare, Limit, Statement
from verify.language.symbols import Law, Symbol
from verify.language.units import BASE, DERIVED, exponents

Unit = dict[str, Fraction]
PURE_ONLY = ("exp", "log", "cos", "sin", "floor", "ceil")
SAME = ("abs", "norm", "norm1", "neg", "transpose", "trace")
ALIKE = ("add", "sub", "max", "min", *CONDITIONS)
# Sixth powers: square and cube roots of rescaled rationals stay rational.
FACTORS = (Fraction(64), Fraction(1, 64), Fraction(64) ** 3, Fraction(1, 64**3))


class Inhomogeneous(ValueError):
    """A formula adds, compares or exponentiates quantities whose units do not allow it."""


class _Any:
    """The unit of zero, which fits every unit."""


ZERO = _Any()
Found = Unit | _Any | None


def dimension(node: Node, symbols: Mapping[str, Symbol]) -> Unit | None:
    """The powers of the base units (a pure number has none); None where they are unknown.

    Unknown are the results of external computations, tuples of several units, and zero.

    Raises:
        Inhomogeneous: with what does not match.
        ValueError: a symbol has an unknown unit.
    """
    found = _Inference(symbols, {}, {}).unit(node)
    return None if isinstance(found, _Any) else found


def check(statement: Statement) -> str | None:
    """What does not match in the units of an assertion; None if all does or it is unknown.

    Hypotheses are left alone: "at least 1" of a length fixes the unit, and is no mistake.
    """
    symbols = {s.name: s for s in (*statement.symbols, *statement.exists)}
    said = statement.assertion
    if isinstance(said, Compare):
        pairs = [(said.left, said.right)]
        if said.left.op == said.right.op == "tuple":
            pairs = list(zip(said.left.args, said.right.args, strict=False))
    elif isinstance(said, Limit):
        pairs = [(said.body, said.value)]
        if said.point != Node("constant", (), "oo"):
            pairs.append((Node("symbol", (), said.variable), said.point))
    else:
        return None
    kinds = Kinds.of(symbols)
    letters = {
        plain(pruned(part.tree), kinds): part.latex for part in statement.parts if part.latex
    }
    inference = _Inference(symbols, {}, letters)
    for left, right in pairs:
        try:
            units = inference.unit(left), inference.unit(right)
        except Inhomogeneous as error:
            return str(error)
        if not _fit(*units):
            return f"left side has unit {text(units[0])}, right side {text(units[1])}"
    return None


def rescalings(symbols: Mapping[str, Symbol]) -> list[tuple[str, Fraction]]:
    """Changes of one base unit that move some symbol: (base, factor)."""
    moved = {base for s in symbols.values() for base in _powers(s.unit)}
    return [(base, factor) for base in BASE if base in moved for factor in FACTORS]


def rescaled(
    point: Mapping[str, Any], symbols: Mapping[str, Symbol], base: str, factor: Fraction
) -> dict[str, Any]:
    """The same instance in other units: values times the factor to the power of their unit.

    Raises:
        TypeError: a value with a unit is not made of numbers.
    """
    found = dict(point)
    for name, symbol in symbols.items():
        power = _powers(symbol.unit).get(base, Fraction(0))
        if name not in point or power == 0:
            continue
        scale = Fraction(factor) ** int(power)
        if isinstance(symbol.kind, KnownLaw):
            continue
        if isinstance(symbol.kind, Law):
            found[name] = tuple((p, _scaled(atom, scale, name)) for p, atom in point[name])
        else:
            found[name] = _scaled(point[name], scale, name)
    # The others give a law its moments.
    known = {n: s.kind for n, s in symbols.items() if isinstance(s.kind, KnownLaw) and n in point}
    return found | {name: kind.at(found) for name, kind in known.items()}


def _scaled(value: Any, scale: Fraction, name: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_scaled(v, scale, name) for v in value)
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise TypeError(f"a value with a unit must be made of numbers. Found {name} = {value!r}.")
    return value * scale


def text(unit: Found) -> str:
    """A unit in words."""
    if unit is None or isinstance(unit, _Any):
        return "unknown"
    for name, of in DERIVED.items():
        if unit == _powers(of):
            return name
    above = [_power(b, p) for b, p in unit.items() if p > 0]
    below = [_power(b, -p) for b, p in unit.items() if p < 0]
    return "/".join(["*".join(above) or "1", *below])


def _power(base: str, power: Fraction) -> str:
    if power == 1:
        return base
    return f"{base}^{power}" if power.denominator == 1 else f"{base}^({power})"


def _article(unit: Found) -> str:
    words = text(unit)
    return "a pure number" if words == "1" else f"a {words}"


@functools.cache
def _powers(unit: str) -> Unit:
    return {base: Fraction(p) for base, p in exponents(unit).items() if p}


def _fit(left: Found, right: Found) -> bool:
    """Whether two units may be equal."""
    if not isinstance(left, dict) or not isinstance(right, dict):
        return True
    return left == right


class _Inference:
    """The unit of every node.

    Attributes:
        bound: the names that a sum or expectation binds.
        letters: of parts of the tree, with which a message shows them.
    """

    def __init__(
        self, symbols: Mapping[str, Symbol], bound: Mapping[str, Found], letters: Mapping[Node, str]
    ) -> None:
        self.symbols = symbols
        self.bound = bound
        self.letters = letters

    def shown(self, node: Node) -> str:
        return f"${render(node, self.symbols, self.letters)}$"

    def unit(self, node: Node) -> Found:
        op, args = node.op, node.args
        if op == "number":
            return ZERO if node.value == 0 else _powers(node.unit or "1")
        if op == "constant":
            return {}
        if op == "symbol":
            return self.named(node.value)
        if op in ALIKE:
            found = self.alike(node, args)
            return {} if op in CONDITIONS else found
        if op in SAME:
            return self.unit(args[0])
        if op in PURE_ONLY:
            self.pure(node, args[0])
            return {}
        method = getattr(self, f"unit_{op}", None)
        if method is None:
            raise ValueError(f"a tree must be made of known operations. Found {op!r}.")
        found = method(node, *args)
        return found if isinstance(found, dict | _Any) else None

    def named(self, name: str) -> Found:
        if name in self.bound:
            return self.bound[name]
        return _powers(self.symbols[name].unit) if name in self.symbols else None

    def within(self, name: str, unit: Found) -> "_Inference":
        return _Inference(self.symbols, {**self.bound, name: unit}, self.letters)

    # -- conditions on parts --------------------------------------------------------------------

    def alike(self, node: Node, parts: tuple[Node, ...]) -> Found:
        """The common unit of several parts."""
        common: Found = ZERO
        for part in parts:
            unit = self.unit(part)
            if not _fit(common, unit):
                raise Inhomogeneous(self.clash(node, common, unit))
            if isinstance(unit, dict) or isinstance(common, _Any):
                common = unit
        return common

    def clash(self, node: Node, left: Found, right: Found) -> str:
        shown = self.shown(node)
        if node.op == "add":
            return f"{shown} adds {_article(right)} to {_article(left)}"
        if node.op == "sub":
            return f"{shown} subtracts {_article(right)} from {_article(left)}"
        return f"{shown} compares {_article(left)} with {_article(right)}"

    def pure(self, node: Node, part: Node) -> None:
        """Refuse a part with a unit."""
        unit = self.unit(part)
        if isinstance(unit, dict) and unit:
            shown = self.shown(node)
            raise Inhomogeneous(f"{shown} applies {node.op} to {_article(unit)}")

    # -- operations -----------------------------------------------------------------------------

    def combined(self, left: Node, right: Node, sign: int) -> Found:
        a, b = self.unit(left), self.unit(right)
        if isinstance(a, _Any) or isinstance(b, _Any):
            return ZERO
        if a is None or b is None:
            return None
        powers = {base: a.get(base, Fraction(0)) + sign * b.get(base, Fraction(0)) for base in BASE}
        return {base: power for base, power in powers.items() if power}

    def unit_mul(self, node: Node, left: Node, right: Node) -> Found:
        return self.combined(left, right, 1)

    unit_dot = unit_matmul = unit_mul

    def unit_div(self, node: Node, left: Node, right: Node) -> Found:
        return self.combined(left, right, -1)

    def unit_inverse(self, node: Node, matrix: Node) -> Found:
        return _times(self.unit(matrix), Fraction(-1))

    def unit_sqrt(self, node: Node, inside: Node) -> Found:
        return _times(self.unit(inside), Fraction(1, 2))

    def unit_pow(self, node: Node, base: Node, exponent: Node) -> Found:
        self.pure(node, exponent)
        unit = self.unit(base)
        if not isinstance(unit, dict) or not unit:
            return unit
        power = _constant(exponent)
        if power is None:
            shown = self.shown(node)
            raise Inhomogeneous(f"{shown} raises {_article(unit)} to a power that varies")
        return _times(unit, power)

    def unit_sum(self, node: Node, first: Node, last: Node, body: Node) -> Found:
        self.pure(node, first)
        self.pure(node, last)
        return self.within(node.value, {}).unit(body)

    def unit_product(self, node: Node, first: Node, last: Node, body: Node) -> Found:
        unit = self.unit_sum(node, first, last, body)
        if not isinstance(unit, dict) or not unit:
            return unit
        ends = _constant(first), _constant(last)
        if ends[0] is None or ends[1] is None:
            shown = self.shown(node)
            raise Inhomogeneous(f"{shown} multiplies {_article(unit)} a varying number of times")
        return _times(unit, max(ends[1] - ends[0] + 1, Fraction(0)))

    def unit_at(self, node: Node, sequence: Node, index: Node) -> Found:
        self.pure(node, index)
        return self.unit(sequence)

    def unit_piecewise(self, node: Node, *args: Node) -> Found:
        for condition in args[::2]:
            self.unit(condition)
        return self.alike(node, args[1::2])

    def unit_tuple(self, node: Node, *args: Node) -> Found:
        units = [self.unit(a) for a in args]
        return units[0] if units and all(u == units[0] for u in units) else None

    def unit_expect(self, node: Node, body: Node) -> Found:
        variable, law = node.value
        return self.within(variable, self.named(law)).unit(body)

    def unit_external(self, node: Node, *args: Node) -> Found:
        for argument in args:
            self.unit(argument)
        return None


def _times(unit: Found, factor: Fraction) -> Found:
    if not isinstance(unit, dict):
        return unit
    return {base: power * factor for base, power in unit.items() if power * factor}


def _constant(node: Node) -> Fraction | None:
    """The value of a formula without symbols, if it is rational."""
    if free_names(node):
        return None
    try:
        return Fraction(evaluate(node, {}, EXACT))
    except (Undecided, Undefined, TypeError):
        return None
