"""From a tree to its normal form: a rational function of atoms, or words of matrices."""

import copy
import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, canonical, free_names, substitute
from verify.language.laws import KnownLaw, has_mean
from verify.language.symbols import Law, Natural, OneOf, Real, Sequence, Symbol, Vector
from verify.methods.algebra.field import Beyond, rational
from verify.methods.algebra.noncommuting import Matrices
from verify.methods.algebra.symbolic import sympy


def apart(node: Node) -> Node:
    """The tree with its bound names made distinct from each other and from every free name."""
    numbers = itertools.count(1)

    def walk(n: Node) -> Node:
        if n.op in ("sum", "product"):
            first, last, body = n.args
            name = f"~{next(numbers)}"
            inner = substitute(walk(body), {n.value: Node("symbol", (), name)})
            return Node(n.op, (walk(first), walk(last), inner), name, n.unit)
        if n.op == "expect":
            bound, law = n.value
            name = f"~{next(numbers)}"
            inner = substitute(walk(n.args[0]), {bound: Node("symbol", (), name)})
            return Node(n.op, (inner,), (name, law), n.unit)
        return n.having(map(walk, n.args))

    return walk(node)


class Terms(Matrices):
    """Normal forms over declared symbols.

    Args:
        symbols: with their sets. given: hypotheses; those that are understood are used.
        trusted: see :class:`verify.methods.sympy_field.Field`.
    """

    def __init__(
        self, symbols: Iterable[Symbol], given: Iterable[Node] = (), trusted: bool = True
    ) -> None:
        super().__init__(trusted=True)
        for s in symbols:
            self.kinds[s.name] = s.kind
        for condition in given:
            self.assume(condition)
        # A hypothesis without a value is not met: only the goal's own terms need to show theirs.
        self.trusted = trusted

    @classmethod
    def over(
        cls, symbols: Iterable[Symbol], given: Iterable[Node] = (), trusted: bool = True
    ) -> "Terms":
        """As the constructor, which reads the hypotheses of one scope once."""
        return _made(tuple(symbols), tuple(given), trusted).copy()

    def copy(self) -> "Terms":
        """Terms that know the same and learn apart; what the containers hold is immutable."""
        found = copy.copy(self)
        found.__dict__.pop("_readers", None)
        for name, value in vars(found).items():
            if isinstance(value, dict | list | set):
                setattr(found, name, value.copy())
        return found

    def assume(self, condition: Node) -> None:
        """Use a hypothesis, if it is understood."""
        if condition.op == "and":
            for part in condition.args:
                self.assume(part)
            return
        if condition.op not in ("le", "lt", "eq", "ne"):
            return
        if any(self.shape(a) != "scalar" for a in condition.args):
            return
        try:
            left, right = (self.scalar(apart(a)) for a in condition.args)
            gap = self.canonical(right - left)
        except Beyond:
            return
        if gap.is_Number:
            return
        if condition.op == "ne":
            self.nonzero.append(gap)
            self._signs.clear()
        elif condition.op == "eq":
            self.zeros.append(sympy.expand(sympy.fraction(gap)[0]))
        else:
            self.assumed(gap, strict=condition.op == "lt")

    def scalar(self, node: Node) -> Any:
        """The expression of a formula whose value is a number.

        Raises:
            Beyond: the formula is not understood, too large, or may have no value.
        """
        made = self._readers.get(node.op)
        if made is None:
            raise Beyond(f"{node.op} is not understood")
        return self.canonical(made(node))

    @functools.cached_property
    def _readers(self) -> dict[str, Callable[[Node], Any]]:
        def of(function: Callable[..., Any]) -> Callable[[Node], Any]:
            return lambda n: function(*map(self.scalar, n.args))

        found = {
            "number": lambda n: rational(n.value),
            "constant": self._constant,
            "symbol": lambda n: self._symbol(n.value),
            **{op: of(ARITHMETIC[op]) for op in ("add", "sub", "mul", "neg")},
            "div": of(self._quotient),
            "pow": of(self.power),
            "sqrt": of(lambda a: self.root(a, 2)),
            "max": of(lambda *a: self.extreme("max", list(a))),
            "min": of(lambda *a: self.extreme("min", list(a))),
            "sum": self.repeated,
            "product": self.repeated,
            "at": self._entry,
            "expect": self._expect,
            "external": self._external,
        }
        plain = {f: of(getattr(self, f)) for f in ("exp", "log", "abs", "cos", "sin")}
        plain |= {f: of(getattr(self, f)) for f in ("floor", "ceil")}
        shaped = dict.fromkeys(("dot", "norm", "norm1", "trace", "matmul"), self.numbers)
        return {**found, **plain, **shaped}

    def _constant(self, node: Node) -> Any:
        if node.value == "e":
            return self.exp(sympy.Integer(1))
        if node.value == "pi":
            return self.atom("pi", bounds=Real(Fraction(3), Fraction(22, 7), True, True))
        raise Beyond(f"{node.value} is no number")

    def _symbol(self, name: str) -> Any:
        if ("symbol", name) in self.atoms:
            return self.atoms["symbol", name]
        kind = self.kinds.get(name)
        if isinstance(kind, Real):
            return self.atom("symbol", name, bounds=kind)
        if isinstance(kind, Natural):
            most = None if kind.most is None else Fraction(kind.most)
            found = self.atom("symbol", name, bounds=Real(Fraction(kind.least), most))
            self.whole.add(found)
            return found
        if isinstance(kind, OneOf) and kind.values:
            if not all(
                isinstance(v, int | Fraction) and v is not True and v is not False
                for v in kind.values
            ):
                raise Beyond(f"{name} is no number")
            values = [Fraction(v) for v in kind.values]
            found = self.atom("symbol", name, bounds=Real(min(values), max(values)))
            if all(v.denominator == 1 for v in values):
                self.whole.add(found)
            return found
        raise Beyond(f"{name} is no number")

    def _quotient(self, a: Any, b: Any) -> Any:
        if self.canonical(b) == 0:
            raise Beyond("a division by 0")
        self.need(b, "nonzero")
        return a / b

    def _entry(self, node: Node) -> Any:
        of, place = node.args
        kind = self.kinds.get(of.value) if of.op == "symbol" else None
        if not isinstance(kind, Sequence | Vector):
            raise Beyond("an entry of something that is no sequence")
        if not self.trusted:
            self._need_place(self.scalar(place), kind)
        bounds = kind.entry if isinstance(kind, Sequence) else None
        uses = frozenset([of.value]) if of.value.startswith("#") else frozenset[str]()
        return self.atom("at", of.value, self.scalar(place), bounds=bounds, uses=uses)

    def _need_place(self, place: Any, kind: Sequence | Vector) -> None:
        """Refuse an index that may be broken, or outside 1, ..., length."""
        length = kind.length if isinstance(kind, Sequence) else kind.dimension
        last = self._symbol(length) if isinstance(length, str) else sympy.Integer(length)
        ends = self.lower(place), self.lower(last - place)
        if not self.integral(place) or ends[0] is None or ends[0] < 1:
            raise Beyond("an index that may be outside its sequence")
        if ends[1] is None or ends[1] < 0:
            raise Beyond("an index that may be outside its sequence")

    def _expect(self, node: Node) -> Any:
        variable, law = node.value
        kind = self.kinds.get(law)
        if not isinstance(kind, Law | KnownLaw):
            raise Beyond("an expectation without a declared law")
        if not has_mean(kind, node.args[0], variable):
            raise Beyond("an expectation of what may have none")

        def build(name: str) -> Any:
            self.kinds[name] = Vector(kind.dimension)
            return self.scalar(substitute(node.args[0], {variable: Node("symbol", (), name)}))

        name, body = self.inside(None, build)
        return self.mean(body, name, law, centred=kind.centred)

    def _external(self, node: Node) -> Any:
        # A call is only equal to the same call of the same symbols and formulas.
        if not self.trusted or any(n.startswith("#") for n in free_names(node)):
            raise Beyond("a computation of the library")
        return self.atom("external", node.having(map(canonical, node.args)))


def to_sympy(node: Node, symbols: Iterable[Symbol]) -> Any:
    """A formula as sympy writes it, its symbols under their names and with their signs.

    For what sympy itself can do with it (a limit); a proof by :class:`Terms` needs none of it.

    Raises:
        Beyond: an operation without a counterpart.
    """
    known = {s.name: _named(s) for s in symbols}

    def build(n: Node) -> Any:
        if n.op == "number":
            return rational(n.value)
        if n.op == "constant":
            return {"pi": sympy.pi, "e": sympy.E, "oo": sympy.oo}[n.value]
        if n.op == "symbol":
            return known.get(n.value, sympy.Symbol(n.value))
        args = list(map(build, n.args))
        if n.op in ("sum", "product"):
            index = sympy.Symbol(n.value, integer=True)
            first, last, body = args
            body = body.subs(sympy.Symbol(n.value), index).subs(known.get(n.value, index), index)
            return (sympy.Sum if n.op == "sum" else sympy.Product)(body, (index, first, last))
        if n.op in CALLED:
            return getattr(sympy, CALLED[n.op])(*args)
        if n.op not in ARITHMETIC:
            raise Beyond(f"{n.op} has no counterpart")
        return ARITHMETIC[n.op](*args)

    return build(node)


ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}
CALLED = {  # what sympy calls a function
    "max": "Max",
    "min": "Min",
    "abs": "Abs",
    "sqrt": "sqrt",
    "log": "log",
    "exp": "exp",
    "cos": "cos",
    "sin": "sin",
    "floor": "floor",
    "ceil": "ceiling",
}


def _named(symbol: Symbol) -> Any:
    """A symbol of sympy with the sign that its set gives it."""
    kind = symbol.kind
    low = kind.least if isinstance(kind, Natural) else getattr(kind, "low", None)
    known = {"real": True}
    if isinstance(kind, Natural):
        known = {"integer": True}
    if low is not None and (low > 0 or (low == 0 and getattr(kind, "open_low", False))):
        known["positive"] = True
    elif low is not None and low >= 0:
        known["nonnegative"] = True
    return sympy.Symbol(symbol.name, **known)


@functools.lru_cache(maxsize=256)
def _made(symbols: tuple[Symbol, ...], given: tuple[Node, ...], trusted: bool) -> Terms:
    return Terms(symbols, given, trusted)
