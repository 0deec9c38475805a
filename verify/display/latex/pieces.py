"""What the reader of LaTeX puts together: trees that know their shape and how they were written.

A product of letters means different things for numbers, vectors and matrices; the shape decides.
How a piece was written decides what may follow it: ``a/b`` takes no further factor, because on the
page nobody can tell whether that factor stands above or below the line.
"""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from typing import Any

from verify.formula.expression import Node
from verify.language.symbols import Law, Matrix, OneOf, Sequence, Symbol, Vector


class Shape(Enum):
    """What kind of value a tree has."""

    SCALAR = "a number"
    VECTOR = "a vector"
    MATRIX = "a matrix"
    ROW = "a transposed vector"


class Form(Enum):
    """How a piece is written."""

    NUMBER = auto()
    SYMBOL = auto()
    EULER = auto()  # the letter e
    CLOSED = auto()  # between brackets or bars, or under a root
    FRACTION = auto()
    POWER = auto()
    CALL = auto()  # a function with its argument in brackets
    BARE = auto()  # a function with its argument behind it: nothing may follow
    SUM = auto()  # takes the whole term behind it
    PRODUCT = auto()  # takes one factor: nothing may follow
    TERM = auto()


class Mismatch(ValueError):
    """Shapes that do not go together; the message says what a formula must do."""

    def __init__(self, must: str, found: str) -> None:
        super().__init__(f"a formula must {must}. Found {found}.")
        self.must = must
        self.found = found


@dataclass(frozen=True)
class Piece:
    """A tree, its shape and its form.

    Attributes:
        node: the tree; of a row the vector that was transposed.
        tail: of a row the matrix that it has met on its right, or None.
    """

    node: Node
    shape: Shape = Shape.SCALAR
    form: Form = Form.TERM
    tail: Node | None = None

    def written(self, form: Form) -> "Piece":
        """The same value in another form."""
        return Piece(self.node, self.shape, form, self.tail)

    @property
    def lone(self) -> bool:
        """Whether it is a single symbol."""
        return self.node.op in ("symbol", "at")


def shape_of(symbol: Symbol) -> Shape:
    """The shape of a symbol's values.

    Raises:
        Mismatch: they are neither numbers nor vectors nor matrices.
    """
    kind = symbol.kind
    if isinstance(kind, Vector | Sequence):
        return Shape.VECTOR
    if isinstance(kind, Matrix):
        return Shape.MATRIX
    example: Any = kind.values[0] if isinstance(kind, OneOf) and kind.values else Fraction(0)
    if isinstance(example, tuple) and example:
        return Shape.MATRIX if isinstance(example[0], tuple) else Shape.VECTOR
    if isinstance(kind, Law) or not isinstance(example, int | Fraction):
        raise Mismatch("be made of numbers, vectors and matrices", f"{symbol.latex}: {kind}")
    return Shape.SCALAR


def plus(op: str, left: Piece, right: Piece) -> Piece:
    """A sum or difference.

    Raises:
        Mismatch: the shapes differ.
    """
    for side in (left, right):
        whole(side)
    if left.shape != right.shape:
        raise Mismatch("add values of one shape", f"{left.shape.value} and {right.shape.value}")
    return Piece(Node(op, (left.node, right.node)), left.shape)


def negated(piece: Piece) -> Piece:
    """The piece with a minus sign; of a literal the negative literal."""
    if piece.form is Form.NUMBER:
        return Piece(Node("number", (), -piece.node.value))
    return Piece(-piece.node, piece.shape)


def folded(node: Node) -> Node:
    """A quotient of two literals as one number: an exponent is not computed with."""
    if node.op == "neg" and (inner := folded(node.args[0])).op == "number":
        return Node("number", (), -inner.value)
    if node.op == "div" and all(a.op == "number" for a in node.args) and node.args[1].value:
        return Node("number", (), node.args[0].value / node.args[1].value)
    return node


def whole(piece: Piece) -> Piece:
    """The piece, unless it is a row without the vector that it is multiplied by.

    Raises:
        Mismatch: it is.
    """
    if piece.shape is Shape.ROW:
        raise Mismatch("multiply a transposed vector by a vector", "one without it")
    return piece


def times(left: Piece, right: Piece, *, dotted: bool) -> Piece:
    r"""A product; ``dotted`` says that a ``\cdot`` stands between the factors.

    Raises:
        Mismatch: these shapes have no product.
    """
    a, b = left.shape, right.shape
    if a is Shape.SCALAR and b is Shape.SCALAR:
        return Piece(Node("mul", (left.node, right.node)))
    if a is Shape.SCALAR:
        return Piece(Node("mul", (left.node, right.node)), b, tail=right.tail)
    if b is Shape.SCALAR:
        return Piece(Node("mul", (left.node, right.node)), a, tail=left.tail)
    if a is Shape.ROW and b is Shape.MATRIX:
        tail = right.node if left.tail is None else Node("matmul", (left.tail, right.node))
        return Piece(left.node, Shape.ROW, tail=tail)
    if a is Shape.ROW and b is Shape.VECTOR:
        other = right.node if left.tail is None else Node("matmul", (left.tail, right.node))
        return Piece(Node("dot", (left.node, other)))
    if a is Shape.MATRIX and b in (Shape.MATRIX, Shape.VECTOR):
        return Piece(Node("matmul", (left.node, right.node)), b)
    if a is Shape.VECTOR and b is Shape.VECTOR and dotted:
        return Piece(Node("dot", (left.node, right.node)))
    raise Mismatch(
        "multiply vectors by \\langle x,y\\rangle or x^\\top y", f"{a.value} times {b.value}"
    )


def over(left: Piece, right: Piece) -> Piece:
    """A quotient.

    Raises:
        Mismatch: the divisor is no number.
    """
    if right.shape is not Shape.SCALAR:
        raise Mismatch("divide by numbers", right.shape.value)
    return Piece(Node("div", (whole(left).node, right.node)), left.shape)


def size(piece: Piece, which: str) -> Piece:
    """An absolute value or norm: ``abs``, ``norm`` or ``norm1``.

    Raises:
        Mismatch: of a matrix.
    """
    if whole(piece).shape is Shape.MATRIX:
        raise Mismatch("take norms of vectors", "the norm of a matrix")
    if piece.shape is Shape.SCALAR:
        return Piece(Node("abs", (piece.node,)), form=Form.CLOSED)
    return Piece(Node("norm" if which == "abs" else which, (piece.node,)), form=Form.CLOSED)
