"""The sides of the paper's formulas as trees over the symbols of a statement."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from verify.display.latex import read
from verify.formula.expression import Node, free_names, substitute
from verify.language.kinds import Real
from verify.language.statement import Statement
from verify.language.symbols import Notation, Symbol, Vector
from verify.methods.algebra.terms import Terms

COMPOUND = ("add", "sub", "mul", "div", "neg", "pow", "sqrt", "sum", "product", "max", "min")


@dataclass(frozen=True)
class Piece:
    """A piece of the paper's LaTeX that stands for a formula."""

    latex: str
    tree: Node


@dataclass(frozen=True)
class Side:
    """A side of a printed formula.

    Attributes:
        tree: what it says. pieces: those pieces in it that stand for formulas.
        defined: it is a letter that another quote defines, and no more.
    """

    tree: Node
    pieces: tuple[Piece, ...]
    defined: bool = False


class Reader:
    """Reads sides over the symbols of a statement and over pieces that stand for formulas.

    Args:
        letters: pieces of the notation, none of which may stand for a whole side.
        defined: letters that the paper itself defines by another quote.

    Attributes:
        fault: why the first side that could not be read was refused, "" where there was none.
    """

    def __init__(
        self, statement: Statement, letters: Mapping[str, Node], defined: Mapping[str, Node]
    ) -> None:
        self.fault = ""
        self._symbols = {s.name: s for s in (*statement.symbols, *statement.exists)}
        self._values: dict[str, Node] = {}
        self._aliases: dict[str, Symbol] = {}
        for place, (latex, tree) in enumerate({**defined, **letters}.items()):
            if free_names(tree) <= self._symbols.keys():
                name = f"piece{place}"
                self._values[name] = tree
                self._aliases[name] = self._alias(name, latex, tree)
        self._defined = frozenset(n for n, s in self._aliases.items() if s.latex in defined)

    def side(self, text: str) -> Side | None:
        """A side, or None where it cannot be read, or a piece stands for all of it."""
        try:
            return self._side(text)
        except (ValueError, TypeError, NotImplementedError) as error:
            self.fault = self.fault or str(error)
            return None

    def _alias(self, name: str, latex: str, tree: Node) -> Symbol:
        if tree.op == "symbol":
            return replace(self._symbols[tree.value], name=name, latex=latex)
        vectors = [s.kind for s in self._symbols.values() if isinstance(s.kind, Vector)]
        number = not vectors or Terms.over(self._symbols.values()).shape(tree) == "scalar"
        return Symbol(name, latex, "1", Real() if number else vectors[0])

    def _side(self, text: str) -> Side:
        taken = {s.latex for s in self._aliases.values()}
        own = {n: s for n, s in self._symbols.items() if s.latex not in taken}
        tree = read(text, Notation({**own, **self._aliases}))
        defined = tree.op == "symbol" and tree.value in self._defined
        lone = tree.op == "symbol" and not defined
        if lone and self._values.get(tree.value, tree).op in COMPOUND:
            raise ValueError(f"a piece must not stand for a whole side. Found {text!r}.")
        used = [name for name in self._values if name in free_names(tree)]
        # A symbol under another spelling needs no word.
        pieces = [
            Piece(self._aliases[n].latex, self._values[n])
            for n in used
            if self._values[n].op != "symbol"
        ]
        return Side(substitute(tree, self._values), tuple(pieces), defined)
