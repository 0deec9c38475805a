"""Vectors: combinations of named ones, their norms and inner products.

What is known: (x.y)^2 <= |x|^2 |y|^2, |x.y| <= |x| |y|, and the triangle's inequality.
"""

import functools

from verify.checker.polynomials import ONE, Ratio, atom_of
from verify.checker.text import NotRead, Tree, names_of
from verify.checker.waves import Waves


class Norms(Waves):
    """The norms of combinations of vectors."""

    def vector(self, tree: Tree) -> dict[str, Ratio]:
        """A combination of the vectors, by name."""
        ring = self.ring
        if isinstance(tree, str):
            if tree == "0":
                return {}
            if tree not in self.vectors:
                raise NotRead(f"no vector: {tree}")
            return {tree: Ratio(ONE)}
        op, *parts = tree
        if op in ("add", "sub"):
            left, right = map(self.vector, parts)
            join = ring.add if op == "add" else ring.subtract
            none = Ratio({})
            found = {
                n: join(left.get(n, none), right.get(n, none))
                for n in self.vectors
                if n in left or n in right
            }
            return {n: c for n, c in found.items() if c.top}
        if op == "neg":
            return {n: ring.opposite(c) for n, c in self.vector(parts[0]).items()}
        if op in ("mul", "div") and len(parts) == 2:
            scalar, of = parts if op == "mul" else (parts[1], parts[0])
            if op == "mul" and not names_of(of) & set(self.vectors):
                scalar, of = of, scalar
            factor = self.ratio(scalar)
            factor = ring.inverse(factor) if op == "div" else factor
            return {n: ring.multiply(factor, c) for n, c in self.vector(of).items()}
        raise NotRead(f"a vector made by {op}")

    def same_vectors(self, op: str, left: Tree, right: Tree) -> None:
        """Two vectors are one: their difference has no length."""
        gap = self.vector(("sub", left, right))
        if op == "eq":
            self.learn(self._inner(gap, gap), op)

    def _pair(self, name: str) -> Ratio:
        """The norm or inner product that a hint means by ``|x|`` or ``x.y``."""
        for first in self.vectors if self.closed else ():  # no formula of a statement has such
            for second in self.vectors:
                if name == (f"|{first}|" if first == second else f"{first}.{second}"):
                    return self.product(first, second)[0]
        raise NotRead(f"no number: {name}")

    def product(self, first: str, second: str) -> tuple[Ratio, Ratio]:
        """The letter of two vectors (a norm where they are one) and their inner product."""
        pair = tuple(sorted((first, second), key=self.vectors.index))
        if pair not in self.products:
            atom = self.atom(("vectors", *pair), "nonnegative" if first == second else "")
            self.products[pair] = Ratio(atom_of(atom))
            if first != second:
                sizes = [self.product(v, v)[1].top for v in pair]
                gap = self.ring.minus(self.ring.times(*sizes), atom_of(atom, 2))
                self.know(gap, "ge")
                if self.thorough:
                    lengths = [self.product(v, v)[0] for v in pair]
                    self._within(Ratio(atom_of(atom)), self.ring.multiply(*lengths))
        here = self.products[pair]
        return here, (self.ring.multiply(here, here) if first == second else here)

    def _norm(self, of: dict[str, Ratio]) -> Ratio:
        """The norm of a combination: the triangle's inequality, that of Cauchy and Schwarz."""
        ring, norm = self.ring, self.root(self._inner(of, of), 2)
        if not self.thorough or self.closed:
            return norm
        for v in self.vectors:
            one = {v: Ratio(ONE)}
            if (v, v) in self.products:
                self._within(self._inner(one, of), ring.multiply(self.product(v, v)[0], norm))
        sizes = [self._size(c) for c in of.values()]
        parts = [
            ring.multiply(size, self.product(v, v)[0])
            for v, size in zip(of, sizes, strict=True)
            if size is not None
        ]
        if parts and len(parts) == len(of):
            total = functools.reduce(ring.add, parts)
            self.know(self.cleared(ring.subtract(total, norm)), "ge")
            for part in parts:
                others = ring.subtract(ring.add(total, norm), ring.add(part, part))
                self.know(self.cleared(others), "ge")
        return norm

    def _within(self, inner: Ratio, size: Ratio) -> None:
        """An inner product lies between the two signs of the product of the norms."""
        for gap in (self.ring.subtract(size, inner), self.ring.add(size, inner)):
            self.know(self.cleared(gap), "ge")

    def _size(self, c: Ratio) -> Ratio | None:
        """The absolute value of a coefficient whose sign is plain."""
        mild = all(self.plain(dict(key), strict=True) for key, _ in c.below)
        for one in (c, self.ring.opposite(c)):
            if mild and self.plain(one.top):
                return one
        return None

    def _inner(self, left: dict[str, Ratio], right: dict[str, Ratio]) -> Ratio:
        total = Ratio({})
        for a, c in left.items():
            for b, d in right.items():
                term = self.ring.multiply(self.ring.multiply(c, d), self.product(a, b)[1])
                total = self.ring.add(total, term)
        return total
