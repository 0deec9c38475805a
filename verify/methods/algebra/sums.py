"""Sums, products and expectations of rational functions of atoms.

A sum is linear and starts at 1; last terms are split off as far as its length surely allows; what
does not depend on the index leaves it; a geometric sum g of ratio q is an atom with the equation
(q - 1) g = q^n - 1, which holds at q = 1 and q = 0 too. What cannot be resolved is an atom.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, lift, substitute
from verify.language.symbols import Real
from verify.methods.algebra.field import Beyond
from verify.methods.algebra.functions import NONNEGATIVE
from verify.methods.algebra.lowest import factored
from verify.methods.algebra.symbolic import sympy
from verify.methods.algebra.trigonometric import Trigonometric

MOST_EXPANDED = 64
MOST_SPLIT = 8
DEEPEST = 6


class Sums(Trigonometric):
    """The field with sums, products and expectations."""

    depth = 0  # sums and products
    laws = 0

    def scalar(self, node: Node) -> Any:
        """The expression of a formula whose value is a number."""
        raise NotImplementedError

    def repeated(self, node: Node) -> Any:
        """A sum or product over an index."""
        first, last, body = node.args
        adds = node.op == "sum"
        start = self.scalar(first)
        end = self.scalar(last)
        if not self.trusted and not (self.integral(start) and self.integral(end)):
            raise Beyond("bounds of a sum that may be broken")
        n = self.canonical(end - start + 1)

        def term(place: Node) -> Any:
            return self.scalar(substitute(body, {node.value: place}))

        if n.is_Integer:
            if n > MOST_EXPANDED:
                raise Beyond("a sum of too many terms")
            terms = [term(first + j) for j in range(int(n))]
            return sympy.Add(*terms) if adds else sympy.Mul(*terms)
        split = self._split_off(n)
        outer = [term(last - j) for j in range(split)]
        n = self.canonical(n - split)
        inner = self.inside(n, lambda name: term(Node("symbol", (), name) + (first - lift(1))))
        name, expression = inner
        if adds:
            return sympy.Add(*outer, self.total(expression, name, n))
        return sympy.Mul(*outer, self.whole_product(expression, name, n))

    def _split_off(self, n: Any) -> int:
        """How many last terms leave a sum of n terms: it then has max(-2, ...) + variable part."""
        constant = n.as_coeff_Add()[0]
        if not constant.is_Integer:
            return 0
        least = self.lower(n - constant)
        if least is None or least < 0:
            return 0
        split = int(constant) + min(int(least), 2)
        return split if 0 < split <= MOST_SPLIT else 0

    def inside(self, n: Any, build: Callable[[str], Any]) -> tuple[str, Any]:
        """What ``build`` makes of a new bound index from 1 to n (n None: of no range)."""
        if self.depth + self.laws >= DEEPEST:
            raise Beyond("sums too deep inside each other")
        # Counted apart: a sum has one name inside and outside of an expectation.
        self.depth, self.laws = self.depth + (n is not None), self.laws + (n is None)
        name = f"#{self.depth}" if n is not None else f"#v{self.laws}"
        outer = self.ranges.pop(name, None)
        try:
            if n is not None:
                index = self.atom("symbol", name, bounds=Real(Fraction(1)), uses=frozenset([name]))
                self.whole.add(index)
                self.ranges[name] = n
            return name, self.canonical(build(name))
        finally:
            self.ranges.pop(name, None)
            if outer is not None:
                self.ranges[name] = outer
            self.depth, self.laws = self.depth - (n is not None), self.laws - (n is None)

    def parts(self, e: Any, name: str, sure: bool) -> list[tuple[Any, Any]]:
        """A sum's body as (factor without the index, factor with it) pairs to be added.

        Args:
            e: the body. name: its index. sure: whether there is at least one term; if not, no
                denominator may leave the sum unless it is known not to be 0.
        """
        top, bottom = sympy.fraction(self.canonical(e))
        free, bound = sympy.Integer(1), sympy.Integer(1)
        constant, irreducible = factored(bottom)
        free *= constant
        for factor, power in irreducible:
            if name in self.depends(factor):
                bound *= factor**power
            else:
                if not sure and not self.sign(factor)[1]:
                    raise Beyond("a denominator that an empty sum does not evaluate")
                free *= factor**power
        found: dict[Any, Any] = {}
        for term in sympy.Add.make_args(sympy.expand(top)):
            outside, within = sympy.Integer(1), 1 / bound
            for factor in sympy.Mul.make_args(term):
                if name in self.depends(factor):
                    within *= factor
                else:
                    outside *= factor
            within = self.canonical(within)
            found[within] = found.get(within, 0) + outside / free
        return [(outside, within) for within, outside in found.items()]

    def total(self, e: Any, name: str, n: Any) -> Any:
        """The sum of e, whose terms have a value, over the bound index 1, ..., n."""
        least = self.lower(n)
        sure = least is not None and least >= 1
        with self._rewriting(name, n):
            return sympy.Add(*(a * self._sum(b, name, n) for a, b in self.parts(e, name, sure)))

    @contextmanager
    def _rewriting(self, name: str, n: Any) -> Iterator[None]:
        """The index is in its range; what is rewritten has shown before that it has a value."""
        trusted, outer = self.trusted, self.ranges.get(name)
        self.trusted, self.ranges[name] = True, n
        try:
            yield
        finally:
            self.trusted = trusted
            self.ranges.pop(name)
            if outer is not None:
                self.ranges[name] = outer

    def _sum(self, e: Any, name: str, n: Any) -> Any:
        least = self.lower(n)
        known = least is not None and least >= 0
        if e == 0:
            return sympy.Integer(0)
        index = self.atoms["symbol", name]
        if known:
            if name not in self.depends(e):
                return e * n
            if e.free_symbols == {index} and e.is_polynomial(index):
                return sympy.summation(e, (index, 1, n))
            closed = self._geometric(e, name, n)
            if closed is not None:
                return closed
        turned = self.replaced(e, name, n + 1 - index)
        if turned is not None and turned.is_Add is False and str(turned) < str(e):
            free = [f for f in sympy.Mul.make_args(turned) if name not in self.depends(f)]
            e = e if free else turned
        bounds = NONNEGATIVE if self.nonnegative(e) else None
        return self.atom("sum", e, name, n, bounds=bounds, binds=name)

    def whole_product(self, e: Any, name: str, n: Any) -> Any:
        """The product of e over the bound index 1, ..., n."""
        least = self.lower(n)
        if name not in self.depends(e) and least is not None and least >= 0:
            return self.power(e, n)
        return self.atom("product", e, name, n, binds=name)

    def _geometric(self, e: Any, name: str, n: Any) -> Any:
        """The closed form of a sum whose terms have a constant ratio, or None."""
        index = self.atoms["symbol", name]
        ratio, ways = sympy.Integer(1), set()
        slopes = []
        for factor, k in e.as_powers_dict().items():
            key = self.keys.get(factor, ("",))
            if key[0] not in ("exp", "power") or not k.is_Integer:
                return None
            exponent = key[1] if key[0] == "exp" else key[2]
            slope = self.canonical(sympy.diff(exponent, index))
            if name in self.depends(slope) or name in self.depends(
                self.canonical(exponent - slope * index)
            ):
                return None
            if key[0] == "power":
                if not slope.is_Integer or name in self.depends(key[1]) or k < 0:
                    return None
                ways.add(slope > 0)
            slopes.append((key, slope, int(k)))
        if len(ways) > 1:
            return None
        way = -1 if ways == {False} else 1
        for key, slope, k in slopes:
            if key[0] == "power":
                ratio *= key[1] ** int(way * slope * k)
            else:
                ratio *= self.exp(way * k * slope / key[2])
        start = self.replaced(e, name, sympy.Integer(1) if way > 0 else n)
        if start is None:
            return None
        return start * self.series(self.canonical(ratio), n)

    def series(self, q: Any, n: Any) -> Any:
        """1 + q + ... + q^(n-1) for n >= 0."""
        if q == 1:
            return n
        gap = self.canonical(q - 1)
        end = self.power(q, n) - 1
        if self.sign(gap)[1]:
            return end / gap
        new = ("geometric", q, n) not in self.atoms
        found = self.atom("geometric", q, n)
        if new:
            equation = sympy.expand(sympy.fraction(self.canonical(gap * found - end))[0])
            self.zeros.append(equation)
        return found

    def mean(self, e: Any, name: str, law: str, centred: bool) -> Any:
        """The expectation of e over the bound variable."""
        result = sympy.Integer(0)
        for outside, within in self.parts(e, name, True):
            if name not in self.depends(within):
                result += outside * within
            elif not (centred and self._linear(within, name)):
                bounds = NONNEGATIVE if self.nonnegative(within) else None
                found = self.atom("expect", within, name, law, bounds=bounds, binds=name)
                result += outside * found
        return result

    def _linear(self, e: Any, name: str) -> bool:
        """Whether e is linear in the bound variable, whose mean is 0: an entry, or a product."""
        key = self.keys.get(e, ("",))
        if key[0] == "word":
            return [letter.name for letter in key[1]].count(name) == 1
        return bool(key[0] == "at" and str(key[1]).startswith("#") and not self.depends(key[2]))

    def replaced(self, e: Any, name: str, value: Any) -> Any:
        """e with a bound index put to a value inside its range; None where that is not clear."""
        values: dict[Any, Any] = {}
        # In an order of their own: new atoms are numbered as they are made.
        for s in sorted(e.free_symbols, key=str):
            if name in self.bound[s]:
                new = self._rebuilt(s, name, value)
                if new is None:
                    return None
                values[s] = new
        return self.canonical(e.xreplace(values))

    def _rebuilt(self, s: Any, name: str, value: Any) -> Any:
        kind, *parts = self.keys[s]
        if kind == "symbol":
            return value
        if kind not in ("exp", "log", "abs", "root", "power", "at", "cos", "sin"):
            return None
        new = [self.replaced(p, name, value) if isinstance(p, sympy.Expr) else p for p in parts]
        if any(p is None for p in new):
            return None
        if kind == "exp":
            return self.exp(new[0] / new[1])
        if kind == "at":
            return self.atom("at", *new, bounds=self.bounds[s])
        if kind == "power" and new[1].is_Rational and new[1] < 0 and not self.sign(new[0])[1]:
            return None
        return getattr(self, kind)(*new)
