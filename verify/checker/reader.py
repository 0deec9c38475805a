"""From trees to quotients of polynomials over atoms."""

import functools
from fractions import Fraction

from verify.checker.polynomials import Ratio, atom_of, constant
from verify.checker.sums import Sums
from verify.checker.text import NORMAL, NotRead, Symbol, Tree, number


class Reader(Sums):
    """What the formulas of one goal are."""

    def ratio(self, tree: Tree) -> Ratio:
        """The quotient that a tree is."""
        ring = self.ring
        if isinstance(tree, str):
            value = number(tree)
            if value is not None:
                return Ratio(constant(value))
            return self.values[tree] if tree in self.values else self._pair(tree)
        op, *parts = tree
        if op == "norm":
            (of,) = [self.vector(part) for part in parts]
            if len(of) == 1 and next(iter(of.values())).constant == 1:
                return self.product(*of, *of)[0]
            return self._norm(of)
        if op == "dot":
            return self._inner(*map(self.vector, parts))
        if op == "at" and parts[0] in self.sequences:
            return self._entry(self.sequences[parts[0]], parts[1])
        if op == "at" and parts[0] in self.vectors:
            return Ratio(atom_of(self.atom(("at", parts[0], self.ratio(parts[1])))))
        if op == "expect":
            return self._mean(*parts)
        if tree[:-1] == NORMAL:
            return Ratio(atom_of(self.atom(("normal", self.ratio(tree[-1])), "positive")))
        if op in ("sum", "product", "at", "external", "norm1"):
            return self._bound(tree)
        if op == "constant":
            return self._constant(parts[0])
        if op in ("piecewise", "undefined", "inverse", "trace", "matmul"):
            raise NotRead(f"the operation {op} at this place")
        if op == "div":
            return ring.multiply(self.ratio(parts[0]), self._inverse(parts[1]))
        values = [self.ratio(part) for part in parts]
        if op == "add":
            return ring.add(*values)
        if op == "sub":
            return ring.subtract(*values)
        if op == "mul":
            return ring.multiply(*values)
        if op == "neg":
            return ring.opposite(values[0])
        if op == "pow":
            if parts[0] == ("constant", "e"):
                return self.exponential(values[1])
            return self.power(*values)
        functions = {"exp": self.exponential, "log": self.logarithm}
        if op in functions:
            return functions[op](values[0])
        if op == "sqrt":
            return self.root(values[0], 2)
        if op in ("cos", "sin"):
            return self._wave(op, values[0])
        if op in ("floor", "ceil"):
            return self._rounded(op, values[0])
        if op == "abs":
            return self._absolute(values[0])
        if op in ("max", "min"):
            return functools.reduce(lambda a, b: self._larger(a, b, op), values)
        raise NotRead(f"the operation {op}")

    def _larger(self, a: Ratio, b: Ratio, op: str) -> Ratio:
        """The maximum or the minimum of two: their mean, and half of their distance."""
        ring, far = self.ring, self._absolute(self.ring.subtract(a, b))
        join = ring.add if op == "max" else ring.subtract
        return ring.multiply(Ratio(constant(Fraction(1, 2))), join(ring.add(a, b), far))

    def _absolute(self, value: Ratio) -> Ratio:
        """The absolute value, where there is no case for each sign: in a sum or a mean."""
        for one in (value, self.ring.opposite(value)):
            if self.known(self.cleared(one)):
                return one
        return self.root(self.ring.multiply(value, value), 2)

    def _inverse(self, tree: Tree) -> Ratio:
        """One over a formula; the factors of a product stay apart, each with a sign of its own."""
        op, *parts = (tree, "") if isinstance(tree, str) else tree
        if op == "mul":
            return self.ring.multiply(*map(self._inverse, parts))
        # Of a power of e there are facts of its own.
        if op == "pow" and parts[1] in ("2", "3", "4") and parts[0] != ("constant", "e"):
            return self.ring.raised(self._inverse(parts[0]), int(parts[1]))
        return self.ring.inverse(self.ratio(tree))

    def _entry(self, s: Symbol, index: Tree) -> Ratio:
        """An entry of a sequence, whose sign is that of its set."""
        sign = ""
        if s.low is not None and s.low >= 0:
            sign = "positive" if s.open_low or s.low > 0 else "nonnegative"
        atom = self.atom(("at", s.name, self.ratio(index)), sign)
        if s.high is not None:
            self.know(
                self.ring.minus(constant(s.high), atom_of(atom)), "gt" if s.open_high else "ge"
            )
        if s.low is not None:
            self.know(self.ring.minus(atom_of(atom), constant(s.low)), "gt" if s.open_low else "ge")
        return Ratio(atom_of(atom))
