"""Functions, sums and products in a printed formula."""

from fractions import Fraction

from verify.display.latex.brackets import Brackets
from verify.display.latex.cursor import BRACKETS
from verify.display.latex.pieces import Form, Mismatch, Piece, Shape
from verify.display.latex.symbols import plain
from verify.display.latex.tokens import Token, spelled
from verify.formula.expression import Node
from verify.language.special import SPECIAL, binomial, factorial, logarithm

CALLS = {rf"\{name}": name for name in ("log", "exp", "cos", "sin")}
BINARY = r"\lg"  # the logarithm to base 2, as in the theory of algorithms
WRAPPED = tuple(rf"\{name}" for name in ("mathrm", "operatorname", "text"))


class Functions(Brackets):
    """Reads functions with their arguments; factors are read by the class that extends it."""

    def factor(self) -> Piece:
        """A factor with its scripts."""
        raise NotImplementedError

    def argument(self) -> Piece:
        """An argument of a command: braces or one token."""
        raise NotImplementedError

    def call(self) -> Piece:
        """A logarithm, exponential, cosine or sine, perhaps raised to a whole power."""
        start = self.i
        word = self.take()
        name = "log" if word == BINARY else CALLS[word]
        base = Fraction(2) if word == BINARY else None
        power = None
        if self.here == "_":
            base = self.base(word)
        if self.here == "^":
            self.take()
            digits = "".join(t.text for t in self.group())
            if not digits.isdigit() or int(digits) < 2:
                raise self.fault(r"raise functions to whole powers, or write (\log a)^{b}", start)
            power = Node("number", (), Fraction(digits))
        if self.here in BRACKETS:
            inside, form = self.bracket(), Form.CALL
        else:
            argument = self.i
            inside, form = self.factor(), Form.BARE
            if inside.form in (Form.SUM, Form.PRODUCT):
                raise self.fault("have the argument of a function in brackets", start)
            self.ask_back(start, argument)
        node = Node(name, (self.scalar(inside, "an argument", self.i - 1),))
        node = node if base is None else logarithm(node.args[0], base)
        return Piece(node if power is None else Node("pow", (node, power)), form=form)

    def base(self, word: str) -> Fraction:
        """The base of a logarithm, a whole number."""
        self.take()
        digits = "".join(t.text for t in self.group())
        if word != r"\log" or not digits.isdigit() or int(digits) < 2:
            raise self.fault(
                r"have logarithms to whole bases: \log_2 a, \log(a)/\log(b)", self.i - 1
            )
        return Fraction(digits)

    def ask_back(self, start: int, argument: int) -> None:
        r"""Refuse ``\log 1/x``, which is one of two numbers."""
        if self.here != "/":
            return
        slash = self.i
        words = [t.text for t in self.tokens]
        self.take()
        self.factor()
        call, top = spelled(words[start:argument]), spelled(words[argument:slash])
        bottom = spelled(words[slash + 1 : self.i])
        ways = rf"{call}({top}/{bottom}) or \frac{{{call}({top})}}{{{bottom}}}"
        raise self.fault(f"say which is meant, {ways}", start, spelled(words[start : self.i]))

    def special(self) -> bool:
        r"""Whether ``\Phi(`` or ``\operatorname{erf}(`` comes next."""
        return self.special_name() in SPECIAL

    def special_name(self) -> str:
        """The command to come with a bracket behind it, "" for none; a wrapped name is one too."""
        words = [t.text for t in self.tokens[self.i :]]
        if words[:1] and words[0] in WRAPPED and "}" in words:
            end = words.index("}")
            name, behind = "\\" + "".join(words[2:end]), words[end + 1 : end + 2]
        else:
            name, behind = words[0] if words else "", words[1:2]
        return name if behind and behind[0] in BRACKETS else ""

    def special_call(self) -> Piece:
        """The normal distribution's function, or the error function."""
        name = self.special_name()
        if self.take() in WRAPPED:
            self.group()
        inside = self.scalar(self.bracket(), "an argument", self.i - 1)
        return Piece(SPECIAL[name](inside), form=Form.CALL)

    def factorial(self, piece: Piece) -> Piece:
        """A factorial, as a product."""
        self.take()
        if self.here == "!":
            raise self.fault("have single factorials", self.i)
        self.counted(piece, self.i - 2)
        return Piece(factorial(self.scalar(piece, "an argument", self.i - 2)), form=Form.CALL)

    def choose(self) -> Piece:
        """A binomial coefficient, as a product."""
        start = self.i
        self.take()
        top, bottom = self.argument(), self.argument()
        self.counted(bottom, start)
        return Piece(
            binomial(self.scalar(top, "an argument", start), bottom.node), form=Form.FRACTION
        )

    def counted(self, piece: Piece, at: int) -> None:
        """Refuse what is not plainly a whole number from 0 on: ``n``, ``2n``, ``n+1``."""
        if not self.names.count(piece.node):
            raise self.fault(
                "have factorials and binomials of a whole number that is plainly at least 0: give "
                "it a letter (m in N0, with m = n-1 among the hypotheses)",
                at,
            )

    def extreme(self) -> Piece:
        """The largest or smallest of a list."""
        name = self.take()[1:]
        if self.here == "_":
            raise self.fault(
                rf"have \{name} of a list; over an index say it of each: x_m\le b, m\le n"
            )
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
        self.names = outer.binding(letters, name, counts=outer.count(first))
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
