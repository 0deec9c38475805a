"""Vectors and matrices of any size: sums of words of non-commuting letters.

A letter is a symbol, transposed or not, inverted or not; vectors are columns and their transposes
rows. Words are multiplied by writing one after the other; a matrix meets its inverse and both
vanish, a row that ends in a column is a number and leaves the word. Nothing commutes but numbers.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node
from verify.language.symbols import Matrix, Vector
from verify.methods.algebra.field import Beyond
from verify.methods.algebra.functions import NONNEGATIVE
from verify.methods.algebra.sums import Sums
from verify.methods.algebra.symbolic import sympy

SYMMETRIC = ("symmetric", "psd", "pd")
INVERTIBLE = ("invertible", "pd")
MOST_WORDS = 400


@dataclass(frozen=True, order=True)
class Letter:
    """A symbol in a word."""

    name: str
    transposed: bool = False
    inverted: bool = False


Word = tuple[Letter, ...]


@dataclass(frozen=True)
class Words:
    """A vector or matrix: the words with their coefficients.

    Attributes:
        shape: column, row or matrix.
        size: the dimension, a number or the name of a symbol.
    """

    shape: str
    size: int | str
    terms: dict[Word, Any]


class Matrices(Sums):
    """The field with vectors and matrices.

    Attributes:
        kinds: what the symbols are, by name.
    """

    def __init__(self, trusted: bool) -> None:
        super().__init__(trusted)
        self.kinds: dict[str, Any] = {}

    def shape(self, node: Node) -> str:
        """scalar, column, row or matrix."""
        op, args = node.op, node.args
        if op == "symbol":
            kind = self.kinds.get(node.value)
            if isinstance(kind, Vector):
                return "column"
            return "matrix" if isinstance(kind, Matrix) else "scalar"
        if op in ("add", "sub", "mul", "neg", "div"):
            shapes = [self.shape(a) for a in args]
            return next((s for s in shapes if s != "scalar"), "scalar")
        if op == "matmul":
            left, right = (self.shape(a) for a in args)
            outer = {("matrix", "matrix"): "matrix", ("matrix", "column"): "column"}
            outer |= {("row", "matrix"): "row", ("column", "row"): "matrix"}
            return outer.get((left, right), "scalar")
        if op == "transpose":
            turned = {"column": "row", "row": "column"}
            inner = self.shape(args[0])
            return turned.get(inner, inner)
        return "matrix" if op == "inverse" else "scalar"

    def words(self, node: Node) -> Words:
        """The normal form of a vector or matrix.

        Raises:
            Beyond: it is none, sizes differ, or an inverse is not sure to exist.
        """
        op, args = node.op, node.args
        if op == "symbol":
            kind = self.kinds.get(node.value)
            if not isinstance(kind, Vector | Matrix):
                raise Beyond(f"{node.value} is no vector or matrix")
            shape = "column" if isinstance(kind, Vector) else "matrix"
            one: dict[tuple[Letter, ...], Any] = {(Letter(node.value),): sympy.Integer(1)}
            return Words(shape, kind.dimension, one)
        if op in ("add", "sub"):
            left, right = (self.words(a) for a in args)
            if (left.shape, left.size) != (right.shape, right.size):
                raise Beyond("a sum of different sizes")
            sign, terms = 1 if op == "add" else -1, dict(left.terms)
            for word, c in right.terms.items():
                terms[word] = self.canonical(terms.get(word, 0) + sign * c)
            return Words(left.shape, left.size, {w: c for w, c in terms.items() if c != 0})
        if op == "neg":
            return self._scaled(self.words(args[0]), sympy.Integer(-1))
        if op == "mul":
            number, other = args if self.shape(args[0]) == "scalar" else args[::-1]
            return self._scaled(self.words(other), self.scalar(number))
        if op == "div":
            bottom = self.scalar(args[1])
            self.need(bottom, "nonzero")
            return self._scaled(self.words(args[0]), 1 / bottom)
        if op == "transpose":
            return self._turned(self.words(args[0]))
        if op == "inverse":
            return self._inverse(self.words(args[0]))
        if op == "matmul":
            return self._product(self.words(args[0]), self.words(args[1]), self.shape(node))
        raise Beyond(f"{op} of a vector or matrix")

    def _scaled(self, a: Words, factor: Any) -> Words:
        return Words(a.shape, a.size, {w: self.canonical(factor * c) for w, c in a.terms.items()})

    def _product(self, a: Words, b: Words, shape: str) -> Words:
        if a.size != b.size:
            raise Beyond("a product of different sizes")
        if len(a.terms) * len(b.terms) > MOST_WORDS:
            raise Beyond("too many words")
        terms: dict[Word, Any] = {}
        for u, c in a.terms.items():
            for v, d in b.terms.items():
                number, word = self._settled(u + v)
                terms[word] = self.canonical(terms.get(word, 0) + c * d * number)
        return Words(shape, a.size, {w: c for w, c in terms.items() if c != 0})

    def _vector(self, letter: Letter) -> bool:
        return isinstance(self.kinds[letter.name], Vector)

    def _settled(self, word: Word) -> tuple[Any, Word]:
        """A word without matrices beside their inverses, and the numbers that were inside."""
        stack: list[Letter] = []
        number = sympy.Integer(1)
        for letter in word:
            if not self._vector(letter):
                opposite = Letter(letter.name, letter.transposed, not letter.inverted)
                if stack and stack[-1] == opposite:
                    stack.pop()
                    continue
            elif not letter.transposed:
                # A column closes a row, if the last vector before it is one.
                place = next((i for i in reversed(range(len(stack))) if self._vector(stack[i])), -1)
                if place >= 0 and stack[place].transposed:
                    number *= self._number((*stack[place:], letter))
                    del stack[place:]
                    continue
            stack.append(letter)
        return number, tuple(stack)

    def _flipped(self, word: Word) -> Word:
        return tuple(
            letter
            if not self._vector(letter) and self.kinds[letter.name].shape in SYMMETRIC
            else Letter(letter.name, not letter.transposed, letter.inverted)
            for letter in reversed(word)
        )

    def _turned(self, a: Words) -> Words:
        shape = {"column": "row", "row": "column"}.get(a.shape, a.shape)
        return Words(shape, a.size, {self._flipped(w): c for w, c in a.terms.items()})

    def _inverse(self, a: Words) -> Words:
        if a.shape != "matrix" or len(a.terms) != 1:
            raise Beyond("the inverse of a sum")
        ((word, c),) = a.terms.items()
        for letter in word:
            if self._vector(letter) or self.kinds[letter.name].shape not in INVERTIBLE:
                raise Beyond(f"{letter.name} may have no inverse")
        if not self.sign(c)[1]:
            raise Beyond("the inverse of a multiple that may be 0")
        letters = tuple(Letter(x.name, x.transposed, not x.inverted) for x in reversed(word))
        return Words("matrix", a.size, {letters: 1 / c})

    def _number(self, word: Word) -> Any:
        """The atom of a word from a row to a column: a number equals its transpose."""
        word = min(word, self._flipped(word))
        return self.atom(
            "word",
            word,
            bounds=NONNEGATIVE if self._square(word) else None,
            uses=frozenset(x.name for x in word if x.name.startswith("#")),
        )

    def _square(self, word: Word) -> bool:
        """Whether the word is w'w, or w'Pw of a positive semidefinite P."""
        if word != self._flipped(word):
            return False
        if len(word) % 2 == 0:
            return True
        return self.kinds[word[len(word) // 2].name].shape in ("psd", "pd")

    def numbers(self, node: Node) -> Any:
        """dot, norm, norm1, trace or a product whose value is a number."""
        if node.op == "trace":
            inner = self.words(node.args[0])
            if inner.shape != "matrix":
                raise Beyond("the trace of something that is no matrix")
            return sympy.Add(
                *(c * self._cycle(word, inner.size) for word, c in inner.terms.items())
            )
        if node.op == "norm1":
            inner = self.words(node.args[0])
            key = tuple(sorted(inner.terms.items(), key=str))
            uses = frozenset(x.name for w in inner.terms for x in w if x.name.startswith("#"))
            uses = uses.union(*(self.depends(c) for c in inner.terms.values()))
            return self.atom("norm1", key, bounds=NONNEGATIVE, uses=uses)
        left = self.words(node.args[0])
        right = left if node.op == "norm" else self.words(node.args[1])
        if node.op != "matmul":
            if left.shape != "column" or right.shape != "column":
                raise Beyond(f"{node.op} of something that is no vector")
            left = self._turned(left)
        if (left.shape, right.shape) != ("row", "column"):
            raise Beyond("a product that is no number")
        product = self._product(left, right, "number").terms
        if any(product.keys() - {()}):
            raise Beyond("a product that is no number")
        value = product.get((), sympy.Integer(0))
        if node.op != "norm":
            return value
        # The square of a norm is >= 0, whatever its terms: no radicand to prove.
        trusted, self.trusted = self.trusted, True
        try:
            return self.root(value, 2)
        finally:
            self.trusted = trusted

    def _cycle(self, word: Word, size: int | str) -> Any:
        row = next((i for i, x in enumerate(word) if self._vector(x) and x.transposed), None)
        if row is not None:
            number, rest = self._settled(word[row:] + word[:row])
            if rest:
                raise Beyond("a trace with an open row")
            return number
        while len(word) > 1 and word[0] == Letter(
            word[-1].name, word[-1].transposed, not word[-1].inverted
        ):
            word = word[1:-1]
        if not word:
            name = size if isinstance(size, str) else ""
            return self.scalar(Node("symbol", (), name)) if name else sympy.Integer(int(size))
        cycles = [w[i:] + w[:i] for w in (word, self._flipped(word)) for i in range(len(word))]
        return self.atom("trace", min(cycles))
