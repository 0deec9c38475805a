"""What stands between brackets and bars in a printed formula."""

from verify.display.latex.cursor import BARS, BRACKETS, ROUND, Cursor
from verify.display.latex.pieces import Form, Mismatch, Piece, Shape, size
from verify.display.latex.tokens import Token, spelled
from verify.formula.expression import Node


class Brackets(Cursor):
    """Reads brackets; what stands in them is read by the classes that extend it."""

    def sum(self) -> Piece:
        """A sum of terms."""
        raise NotImplementedError

    def term(self) -> Piece:
        """A product of factors."""
        raise NotImplementedError

    def inner(self, tokens: list[Token], index: bool = False) -> Piece:
        """A formula of its own, between braces."""
        raise NotImplementedError

    def scalar(self, piece: Piece, what: str, at: int) -> Node:
        """The tree of a number."""
        if piece.shape is not Shape.SCALAR:
            raise self.fault(f"have a number as {what}", at, piece.shape.value)
        return piece.node

    def between(self, opener: str, closer: str) -> Piece:
        """What stands between an opening token and its partner."""
        self.take(opener)
        self.closers.append(closer)
        inside = self.sum()
        if self.here != closer:
            raise self.fault(f"close {opener} with {closer}")
        self.closers.pop()
        self.take()
        return inside

    def bracket(self) -> Piece:
        """A formula in round, square or curly brackets."""
        return self.between(self.here, BRACKETS[self.here]).written(Form.CLOSED)

    def bars(self) -> Piece:
        """An absolute value or norm."""
        bar = self.here
        closer = BARS[bar]
        inside = self.between(bar, closer)
        others = self.level()
        if closer == bar and self.starts() and self.here not in BARS and others.count(bar) >= 2:
            raise self.fault(
                r"have bars that tell their side: \lvert a\rvert, \left\Vert", self.i - 1
            )
        if closer not in (r"\Vert", r"\rVert"):
            return size(inside, "abs")
        which = "norm"
        if self.here == "_":
            self.take()
            which = {"1": "norm1", "2": "norm"}.get(spelled([t.text for t in self.group()]), "")
            if not which:
                raise self.fault("have norms with the index 1 or 2", self.i - 1)
        return size(inside, which)

    def inner_product(self) -> Piece:
        """Two vectors between angles."""
        left, right = self.listed(r"\langle", r"\rangle", 2)
        for side in (left, right):
            if side.shape is not Shape.VECTOR:
                raise Mismatch("have vectors in an inner product", side.shape.value)
        return Piece(Node("dot", (left.node, right.node)), form=Form.CLOSED)

    def listed(self, opener: str, closer: str, count: int = 0) -> list[Piece]:
        """Formulas between brackets with commas between them."""
        self.take(opener)
        self.closers.append(closer)
        found = [self.sum()]
        while self.here == ",":
            self.take()
            found.append(self.sum())
        if self.here != closer:
            raise self.fault(f"close {opener} with {closer}")
        self.closers.pop()
        self.take()
        if (count and len(found) != count) or len(found) < 2:
            raise self.fault(
                f"have {count or 'at least 2'} values in this list", self.i - 1, str(len(found))
            )
        return found

    def rounded(self) -> Piece:
        """A number rounded down or up."""
        word = self.here
        closer, name = ROUND[word]
        inside = self.scalar(self.between(word, closer), "what is rounded", self.i - 1)
        return Piece(Node(name, (inside,)), form=Form.CLOSED)
