"""Functions, sums and products in a printed formula."""

from fractions import Fraction

from verify.display.latex.brackets import Brackets
from verify.display.latex.cursor import BRACKETS
from verify.display.latex.pieces import Form, Mismatch, Piece, Shape
from verify.display.latex.symbols import plain
from verify.display.latex.tokens import Token
from verify.formula.expression import Node

CALLS = {rf"\{name}": name for name in ("log", "exp", "cos", "sin")}


class Functions(Brackets):
    """Reads functions with their arguments; factors are read by the class that extends it."""

    def factor(self) -> Piece:
        """A factor with its scripts."""
        raise NotImplementedError

    def call(self) -> Piece:
        """A logarithm, exponential, cosine or sine, perhaps raised to a whole power."""
        start = self.i
        name = CALLS[self.take()]
        power = None
        if self.here == "_":
            raise self.fault(r"have natural logarithms only: \log(a)/\log(2)")
        if self.here == "^":
            self.take()
            digits = "".join(t.text for t in self.group())
            if not digits.isdigit() or int(digits) < 2:
                raise self.fault(r"raise functions to whole powers, or write (\log a)^{b}", start)
            power = Node("number", (), Fraction(digits))
        if self.here in BRACKETS:
            inside, form = self.bracket(), Form.CALL
        else:
            inside, form = self.factor(), Form.BARE
            if inside.form in (Form.SUM, Form.PRODUCT):
                raise self.fault("have the argument of a function in brackets", start)
        node = Node(name, (self.scalar(inside, "an argument", self.i - 1),))
        return Piece(node if power is None else Node("pow", (node, power)), form=form)

    def extreme(self) -> Piece:
        """The largest or smallest of a list."""
        name = self.take()[1:]
        if self.here not in BRACKETS:
            raise self.fault(rf"list the arguments of \{name} in brackets")
        listed = self.listed(self.here, BRACKETS[self.here])
        values = tuple(self.scalar(p, "an argument", self.i - 1) for p in listed)
        return Piece(Node(name, values), form=Form.CLOSED)

    def trace(self) -> Piece:
        """The trace of a matrix."""
        self.take()
        self.group()
        if self.here not in BRACKETS:
            raise self.fault("have the argument of a function in brackets")
        inside = self.bracket()
        if inside.shape is not Shape.MATRIX:
            raise Mismatch("take traces of matrices", inside.shape.value)
        return Piece(Node("trace", (inside.node,)), form=Form.CALL)

    def total(self) -> Piece:
        """A sum or product over an index with both its bounds."""
        start = self.i
        word = self.take()
        lower = self.limit("_", start)
        upper = self.limit("^", start)
        place = next((i for i, t in enumerate(lower) if t.text == "="), 0)
        letters = plain([t.text for t in lower[:place]])
        if not _is_index(letters):
            raise self.fault(rf"have both bounds of a sum: {word}_{{i=1}}^n", start)
        name = self.names.index_name(letters)
        first = self.scalar(self.inner(lower[place + 1 :]), "a bound", start)
        last = self.scalar(self.inner(upper), "a bound", start)
        outer = self.names
        self.names = outer.binding(letters, name)
        body = self.term() if word == r"\sum" else self.factor()
        self.names = outer
        args = (first, last, self.scalar(body, "a summand", start))
        op, form = ("sum", Form.SUM) if word == r"\sum" else ("product", Form.PRODUCT)
        return Piece(Node(op, args, name), form=form)

    def limit(self, script: str, start: int) -> list[Token]:
        """The tokens of a bound of a sum."""
        if self.here != script:
            raise self.fault(r"have both bounds of a sum: \sum_{i=1}^n", start)
        self.take()
        return self.group()


def _is_index(letters: tuple[str, ...]) -> bool:
    """A letter or Greek letter, perhaps with scripts."""
    if not letters:
        return False
    head = letters[0]
    letter = (len(head) == 1 and head.isalpha()) or (head[:1] == "\\" and head[1:].isalpha())
    return letter and (len(letters) == 1 or letters[1] in ("_", "^"))
