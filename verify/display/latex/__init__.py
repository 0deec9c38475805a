r"""The tree of a printed formula: LaTeX over the symbols of a notation.

The body of a sum is the term behind it; an entry of a sequence is its symbol with an index; a
vector with a transpose meets a vector; ``|x|`` is the norm of a vector. Whatever two readers may
read in two ways is refused, with a message how to write it: ``a/bc``, ``1/2x``, ``\log ab``,
``\log(x)^2``, ``a(b)``, ``\prod_{i=1}^n a_ib``, ``|a|b|c|``, a sum without its bounds.
"""

from verify.display.latex.atoms import Atoms
from verify.display.latex.chain import TURNED, compared, holds_relation
from verify.display.latex.cursor import BRACKETS, DOTS, SIGNS
from verify.display.latex.pieces import Form, Mismatch, Piece, negated, over, plus, times, whole
from verify.display.latex.symbols import Names
from verify.display.latex.tokens import Token, normal
from verify.formula.expression import Node
from verify.language.formulas import Formula
from verify.language.symbols import Notation


def read(text: str, v: Notation, start: int = 0, end: int | None = None) -> Node:
    """The tree of a formula, or of the one that a part of a text is.

    Raises:
        ValueError: the text is no formula over the declared symbols, or can be read in two ways.
    """
    return _Reader(text, normal(text, start, end), Names.of(v)).complete().node


def comparisons(v: Notation, text: str) -> tuple[Formula, ...]:
    r"""The comparisons that a text displays: those of a chain, and of several behind commas.

    Raises:
        ValueError: see :func:`read`; or two of its sides are not compared.
    """
    found = []
    for (start, end), relation, (then, last) in compared(text):
        sides = read(text, v, start, end), read(text, v, then, last)
        turned = relation in TURNED
        op = TURNED.get(relation, relation)
        found.append(Formula(Node(op, sides[::-1] if turned else sides), v, turned))
    return tuple(found)


def tex(v: Notation, text: str) -> Formula:
    r"""The formula or the comparison (``\|x\|\le 1``) that a text in LaTeX displays.

    Raises:
        ValueError: see :func:`read`; or there are several comparisons.
    """
    if not holds_relation(text):
        return Formula(read(text, v), v)
    found = comparisons(v, text)
    if len(found) > 1:
        raise ValueError(f"a statement must be one comparison. Found {len(found)} in '{text}'.")
    return found[0]


class _Reader(Atoms):
    """Sums, products and quotients."""

    def complete(self) -> Piece:
        piece = self.sum()
        if self.i < len(self.tokens):
            raise self.fault("be one expression, without relations, commas and dots")
        return piece

    def inner(self, tokens: list[Token], index: bool = False) -> Piece:
        if not tokens:
            raise self.fault("have something between braces", self.i - 1)
        return _Reader(self.text, tokens, self.names, index or self.index).complete()

    def sum(self) -> Piece:
        start = self.i
        signed = self.here in SIGNS
        negative = signed and self.take() == "-"
        left = self.term()
        try:
            if signed:
                left = negated(whole(left)) if negative else whole(left).written(Form.TERM)
            while self.here in SIGNS:
                start = self.i
                op = "add" if self.take() == "+" else "sub"
                left = plus(op, left, self.term())
            return whole(left)
        except Mismatch as error:
            raise self.fault(error.must, start, error.found) from None

    def term(self) -> Piece:
        left = last = self.factor()
        while self.here in DOTS or self.here == "/" or self.starts():
            start = self.i
            if last.form is Form.BARE:
                raise self.fault(r"tell how far a function reaches: \log(a)b or \log(ab)")
            if last.form is Form.PRODUCT:
                raise self.fault(r"tell how far a product reaches: [\prod_{i=1}^na_i]b")
            try:
                if self.here == "/":
                    return self.quotient(left)
                dotted = self.here == r"\cdot"
                if self.here in DOTS:
                    self.take()
                    last = self.factor()
                else:
                    last = self.beside(last)
                left = times(left, last, dotted=dotted)
            except Mismatch as error:
                raise self.fault(error.must, start, error.found) from None
        return left

    def quotient(self, left: Piece) -> Piece:
        start = self.i
        self.take()
        right = self.factor()
        if right.form in (Form.BARE, Form.SUM, Form.PRODUCT):
            raise self.fault(r"have brackets around such a divisor: a/(\log b)", start)
        if self.here in DOTS or self.here == "/" or self.starts():
            raise self.fault(r"tell how far a quotient reaches: \frac{a}{b}c or a/(bc)")
        return over(left, right)

    def beside(self, last: Piece) -> Piece:
        """A factor with no sign before it."""
        start = self.i
        first = next((t.text for t in self.tokens[start:] if t.text != "{"), "")
        if first.isdigit() or first == ".":
            raise self.fault(r"have a number first in a product, or \cdot before it")
        bracket = self.here in BRACKETS
        piece = self.factor()
        if self.index and last.form is not Form.NUMBER:
            raise self.fault(
                r"have one index a symbol; a product of two letters is i\cdot j", start
            )
        if bracket and last.form is Form.SYMBOL and piece.form is Form.CLOSED and piece.lone:
            raise self.fault(r"tell a product from a function: a(b) is ab or a\cdot b", start)
        return piece
