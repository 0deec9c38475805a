"""The factors of a printed formula: numbers, symbols, brackets, roots, functions, sums, scripts."""

from fractions import Fraction
from typing import NoReturn

from verify.display.latex.cursor import BARS, BRACKETS, ROUND
from verify.display.latex.functions import BINARY, CALLS, Functions
from verify.display.latex.pieces import Form, Mismatch, Piece, Shape, folded, whole
from verify.display.latex.symbols import Match, unknown
from verify.display.latex.tokens import ACCENTS, spelled
from verify.formula.expression import PI, E, Node

TRANSPOSED = (
    (r"\top",),
    (r"\prime",),
    ("T",),
    (r"\mathrm", "{", "T", "}"),
    (r"\mathsf", "{", "T", "}"),
)
WORDS = ("max", "min", "log", "ln", "exp", "sqrt", "cos", "sin")
UNPOWERED = (Form.FRACTION, Form.POWER, Form.CALL, Form.BARE, Form.SUM, Form.PRODUCT)


class Atoms(Functions):
    """Reads one factor; sums of terms are read by the class that extends it."""

    def factor(self) -> Piece:
        """A factor with its scripts."""
        start = self.i
        try:
            return self.scripts(self.atom(), start)
        except Mismatch as error:
            raise self.fault(error.must, start, error.found) from None

    # -- atoms ----------------------------------------------------------------------------------

    def atom(self) -> Piece:
        """A factor without its scripts."""
        word = self.here
        found = self.names.find(self.tokens, self.i)
        self.refuse_words(found)
        if found is not None:
            return self.symbol(found)
        if word.isdigit() or word == ".":
            return self.number()
        if word == r"\pi":
            self.take()
            return Piece(PI, form=Form.SYMBOL)
        if word == "e":
            self.take()
            return Piece(E, form=Form.EULER)
        if word == "{":
            return self.braces()
        if word == r"\frac":
            return self.fraction()
        if word == r"\sqrt":
            return self.root()
        if word in BRACKETS:
            return self.bracket()
        if word in BARS:
            return self.bars()
        if word in ROUND:
            return self.rounded()
        if word == r"\langle":
            return self.inner_product()
        if word in CALLS or word == BINARY:
            return self.call()
        if self.special():
            return self.special_call()
        if word == r"\binom":
            return self.choose()
        if word in (r"\max", r"\min"):
            return self.extreme()
        if word in (r"\sum", r"\prod"):
            return self.total()
        if any(
            self.ahead(f, "{", *"tr", "}") or self.ahead(f, "{", *"Tr", "}")
            for f in (r"\mathrm", r"\operatorname", r"\text")
        ):
            return self.trace()
        self.stray()

    def stray(self) -> NoReturn:
        """Refuse what is no factor."""
        word = self.here
        if word.isalpha() or word in ACCENTS or (word[:1] == "\\" and word[1:].isalpha()):
            raise self.fault("use declared symbols", found=f"'{unknown(self.tokens, self.i)}'")
        raise self.fault("have a number, a symbol or a bracket here")

    def refuse_words(self, found: Match | None) -> None:
        """``max(a, b)`` is no product of letters."""
        run = ""
        for token in self.tokens[self.i : self.i + 4]:
            if not token.text.isalpha() or token.place != self.tokens[self.i].place + len(run):
                break
            run += token.text
        for word in WORDS:
            if run.startswith(word) and (found is None or found.length < len(word)):
                raise self.fault(rf"write functions as commands, \{word}", found=f"'{word}'")

    def symbol(self, found: Match) -> Piece:
        """A declared symbol, an index of a sum, or an entry of a sequence."""
        self.i = found.end
        node = Node("symbol", (), found.name)
        if found.index is None:
            return Piece(node, found.shape, Form.SYMBOL)
        if not found.index:
            raise self.fault("have an index here", self.i - 1)
        index = self.scalar(self.inner(list(found.index), index=True), "an index", self.i - 1)
        return Piece(Node("at", (node, index)), form=Form.SYMBOL)

    def number(self) -> Piece:
        """A decimal, exactly."""
        digits = self.take()
        while (self.here.isdigit() or self.here == ".") and self.touches():
            digits += self.take()
        if digits.count(".") > 1 or digits.strip(".") == "" or digits.endswith("."):
            raise self.fault("have decimals such as 0.5", self.i - 1, f"'{digits}'")
        if self.here == "e" and self.touches():
            following = "".join(t.text for t in self.tokens[self.i + 1 : self.i + 3])
            if following[:1].isdigit() or (following[1:].isdigit() and following[0] in "+-"):
                raise self.fault(r"write powers of ten as 2\cdot10^{-5}", found=f"'{digits}e'")
        return Piece(Node("number", (), Fraction(digits)), form=Form.NUMBER)

    def braces(self) -> Piece:
        """A group, which the page does not show: it may hold one factor and no more."""
        start = self.i
        piece = self.inner(self.group())
        if piece.form in (Form.TERM, Form.SUM):
            raise self.fault("have brackets that the page shows", start)
        return piece

    def argument(self) -> Piece:
        r"""An argument of \frac or \sqrt: braces or one token."""
        start = self.i
        if self.here == "{":
            return self.inner(self.group())
        token = self.tokens[self.i : self.i + 1]
        word = self.take()
        if not (word.isalnum() or word[:1] == "\\") or word in ACCENTS:
            raise self.fault("have braces around an argument", start)
        return self.inner(token)

    def ended(self, start: int) -> None:
        """Refuse a digit right behind an argument that is one digit without braces."""
        last = self.tokens[self.i - 1].text
        if last.isdigit() and self.here.isdigit() and self.touches():
            raise self.fault("have braces around arguments of more than one digit", start)

    def fraction(self) -> Piece:
        """A fraction with its two arguments."""
        start = self.i
        self.take()
        top, bottom = self.argument(), self.argument()
        self.ended(start)
        node = Node("div", (top.node, self.scalar(bottom, "a divisor", self.i - 1)))
        return Piece(node, top.shape, Form.FRACTION)

    def root(self) -> Piece:
        """A square root, or one of a whole degree."""
        start = self.i
        self.take()
        degree = ""
        if self.here == "[":
            self.take()
            while self.here.isdigit():
                degree += self.take()
            self.take("]")
            if not degree or int(degree) < 2:
                raise self.fault("have roots of a whole degree from 2 on", start)
        inside = self.scalar(self.argument(), "a radicand", self.i - 1)
        self.ended(start)
        if degree in ("", "2"):
            return Piece(Node("sqrt", (inside,)), form=Form.CLOSED)
        power = Node("number", (), Fraction(1, int(degree)))
        return Piece(Node("pow", (inside, power)), form=Form.CLOSED)

    # -- scripts --------------------------------------------------------------------------------

    def scripts(self, piece: Piece, start: int) -> Piece:
        """The power, transpose or index behind a factor."""
        if self.here == "_":
            self.take()
            if piece.form is not Form.CLOSED or piece.shape not in (Shape.VECTOR, Shape.MATRIX):
                self.group()
                name = spelled([t.text for t in self.tokens[start : self.i]])
                raise self.fault("use declared symbols", start, f"'{name}'")
            index = self.scalar(self.inner(self.group(), index=True), "an index", self.i - 1)
            shape = Shape.SCALAR if piece.shape is Shape.VECTOR else Shape.VECTOR
            piece = Piece(Node("at", (piece.node, index)), shape, Form.SYMBOL)
        if self.here == "!" and piece.form not in UNPOWERED:
            piece = self.factorial(piece)
        if self.here != "^":
            return piece
        if piece.form in UNPOWERED:
            raise self.fault("have brackets around what is raised to a power")
        self.take()
        content = self.group()
        if piece.shape is not Shape.SCALAR:
            piece = self.raised(whole(piece), tuple(t.text for t in content))
        elif content and content[0].text in ("*", r"\prime", r"\top"):
            name = spelled([t.text for t in self.tokens[start : self.i]])
            raise self.fault("use declared symbols", start, f"'{name}'")
        else:
            power = folded(self.scalar(self.inner(content), "an exponent", self.i - 1))
            euler = piece.form is Form.EULER
            node = Node("exp", (power,)) if euler else Node("pow", (piece.node, power))
            piece = Piece(node, form=Form.POWER)
        if self.here in ("^", "_"):
            raise self.fault("have one power at a time: (a^b)^c")
        return piece

    def raised(self, piece: Piece, words: tuple[str, ...]) -> Piece:
        """A transpose, an inverse or a whole power of a matrix; a transpose of a vector."""
        vector = piece.shape is Shape.VECTOR
        if words in TRANSPOSED:
            if vector:
                return Piece(piece.node, Shape.ROW, Form.POWER)
            if words == ("T",) and self.names.knows("T"):
                raise self.fault(r"write a transpose as A^\top where T is a symbol", self.i - 1)
            return Piece(Node("transpose", (piece.node,)), Shape.MATRIX, Form.POWER)
        if not vector and words[:2] == ("-", "1") and len(words) == 2:
            return Piece(Node("inverse", (piece.node,)), Shape.MATRIX, Form.POWER)
        if not vector and words[:1] == ("-",) and words[1:] in TRANSPOSED:
            inverse = Node("inverse", (piece.node,))
            return Piece(Node("transpose", (inverse,)), Shape.MATRIX, Form.POWER)
        if not vector and words in (("2",), ("3",)):
            node = Node("matmul", (piece.node, piece.node))
            node = node if words == ("2",) else Node("matmul", (node, piece.node))
            return Piece(node, Shape.MATRIX, Form.POWER)
        raise Mismatch(
            r"raise matrices to -1, 2, 3 or \top and vectors to \top", f"^{{{spelled(words)}}}"
        )
