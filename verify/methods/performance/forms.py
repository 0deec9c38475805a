"""Numbers that are quadratic in vectors and linear in letters, as coefficients.

A form maps ``()`` to what has neither, ``(f,)`` to the coefficient of a letter and ``(v, w)`` to
that of the inner product of two vectors, v <= w.
"""

import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from verify.formula.expression import Node, free_names, lift

Key = tuple[str, ...]
Form = dict[Key, Any]


class NotQuadratic(ValueError):
    """A number is not quadratic in the vectors, or not linear in the letters."""


class Forms:
    """Expands numbers over a field of coefficients.

    Attributes:
        vectors, letters: the names of vectors, and of numbers that are unknowns.
        scalar: a number without vectors and letters as a coefficient.
    """

    def __init__(
        self, vectors: Iterable[str], letters: Iterable[str], scalar: Callable[[Node], Any]
    ) -> None:
        self.vectors = frozenset(vectors)
        self.letters = frozenset(letters)
        self._scalar = scalar
        self._known: dict[Node, dict[str, Any]] = {}

    def between(self, condition: Node) -> Form:
        """The right side of a comparison less its left side.

        Raises:
            NotQuadratic: a side is no such number.
        """
        left, right = condition.args
        return added((1, self.number(right)), (-1, self.number(left)))

    def number(self, node: Node) -> Form:
        """The coefficients of a number.

        Raises:
            NotQuadratic: it is no such number.
        """
        if node.op == "dot":
            return self.product(*map(self.vector, node.args))
        if node.op == "pow" and node.args[0].op == "norm" and node.args[1] == lift(2):
            inside = self.vector(node.args[0].args[0])
            return self.product(inside, inside)
        names = free_names(node)
        if node.op == "symbol" and node.value in self.letters:
            return {(node.value,): self._scalar(lift(1))}
        if not names & (self.vectors | self.letters):
            return {(): self._scalar(node)}
        if node.op in ("add", "sub", "neg"):
            signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[node.op]
            return added(*zip(signs, map(self.number, node.args), strict=True))
        if node.op in ("mul", "div"):
            of, factor = self._multiple(node)
            return {key: factor * c for key, c in self.number(of).items()}
        raise NotQuadratic(f"a number must be quadratic in the vectors. Found {node.op}.")

    def vector(self, node: Node) -> dict[str, Any]:
        """The coefficients of a combination of vectors.

        Raises:
            NotQuadratic: it is none.
        """
        if node not in self._known:
            self._known[node] = self._vector(node)
        return self._known[node]

    def _vector(self, node: Node) -> dict[str, Any]:
        if node.op == "symbol" and node.value in self.vectors:
            return {node.value: self._scalar(lift(1))}
        if node.op in ("add", "sub", "neg"):
            signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[node.op]
            return added(*zip(signs, map(self.vector, node.args), strict=True))
        if node.op in ("mul", "div"):
            of, factor = self._multiple(node)
            return {name: factor * c for name, c in self.vector(of).items()}
        if node == lift(0):
            return {}
        raise NotQuadratic(f"a vector must be a combination of others. Found {node.op}.")

    def _multiple(self, node: Node) -> tuple[Node, Any]:
        """What a product or quotient is a multiple of, and the factor."""
        unknown = self.vectors | self.letters
        first, second = node.args
        turned = node.op == "mul" and bool(free_names(second) & unknown)
        of, scalar = (second, first) if turned else (first, second)
        if free_names(scalar) & unknown:
            raise NotQuadratic("a factor must be without vectors and letters. Found one with them.")
        factor = self._scalar(scalar)
        return of, (1 / factor if node.op == "div" else factor)

    def product(self, left: Mapping[str, Any], right: Mapping[str, Any]) -> Form:
        """The inner product of two combinations."""
        found: Form = {}
        for a, x in left.items():
            for b, y in right.items():
                pair = (a, b) if a <= b else (b, a)
                found[pair] = found.get(pair, 0) + x * y
        return found


def added(*parts: tuple[Any, Mapping[Any, Any]]) -> dict[Any, Any]:
    """The sum of multiples of forms."""
    found: dict[Any, Any] = {}
    for factor, form in parts:
        for key, c in form.items():
            found[key] = found.get(key, 0) + factor * c
    return found


def combined(vector: Mapping[str, Any], shown: Callable[[Any], Node]) -> Node:
    """A combination of vectors as a tree.

    Args:
        shown: a coefficient as one.
    """
    named = [(Node("symbol", (), name), c) for name, c in vector.items() if c != 0]
    terms = [one if c == 1 else shown(c) * one for one, c in named]
    return functools.reduce(operator.add, terms) if terms else lift(0)
