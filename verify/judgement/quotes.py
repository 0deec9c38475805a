"""Whether a part tests the formula that the paper prints.

The printed LaTeX is read over the symbols of the statement. It is tied to the statement if two of
its members are the sides that were tested, or those of a hypothesis: the same tree, or one whose
difference reduces to 0.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from verify.display.latex import read
from verify.display.latex.chain import Chain, split
from verify.display.typeset import render
from verify.formula.expression import Node, canonical, free_names, substitute
from verify.judgement.record import QuoteRecord
from verify.language.claims import Quote
from verify.language.drafts import Draft
from verify.language.formulas import Formula, notation_of
from verify.language.kinds import Real
from verify.language.statement import Compare, Statement
from verify.language.symbols import Notation, Symbol
from verify.methods.reduce import identity

SIDES = {"le": ("le", 1), "ge": ("le", -1), "lt": ("lt", 1), "gt": ("lt", -1), "eq": ("eq", 1)}
COMPOUND = ("add", "sub", "mul", "div", "neg", "pow", "sqrt", "sum", "product", "max", "min")
SIDES |= {"loewner": ("loewner", 1), "reverse": ("loewner", -1)}


def compared(quote: Quote, draft: Draft, statement: Statement) -> QuoteRecord:
    """The quote as the ledger shows it.

    Args:
        draft: what the statement was built of; its notation knows the paper's letters.

    Raises:
        ValueError: it is not the tested formula and no reading says why, or it is and one does.
    """
    over = notation_of(draft.arguments.get("over"), draft.arguments.get("said"))
    letters = {**(over.letters if over else {}), **quote.letters}
    pieces: tuple[Piece, ...] = ()
    try:
        chain = split(quote.latex)
        sides = [_read(member, statement, letters) for member in chain.members]
        pieces = tuple(dict.fromkeys(piece for side in sides for piece in side.pieces))
        tied = _tied(chain, [side.tree for side in sides], statement)
        why = "no two of its sides are those that are tested"
    except (ValueError, TypeError, NotImplementedError) as error:
        tied, why = False, str(error)
    if tied and quote.reading:
        raise ValueError(f"a reading must differ from the print. Found it alike: {quote.latex}")
    if not tied and not quote.reading:
        raise ValueError(f"a quote must be the tested formula: {why}. Found {quote.latex}")
    known = {s.name: s for s in (*statement.symbols, *statement.exists)}
    shown = tuple(f"{piece.latex} = {render(piece.tree, known)}" for piece in pieces)
    return QuoteRecord(latex=quote.latex, tied=tied, reading=quote.reading, pieces=shown)


@dataclass(frozen=True)
class Piece:
    """A piece of the paper's LaTeX that stands for a formula."""

    latex: str
    tree: Node


@dataclass(frozen=True)
class Side:
    """A side of a printed formula, and the pieces in it that stand for formulas."""

    tree: Node
    pieces: tuple[Piece, ...]


def _tied(chain: Chain, members: list[Node], statement: Statement) -> bool:
    return any(
        _same(statement, printed, tested)
        for printed in _comparisons(chain, members)
        for tested in _tested(statement)
    )


def _tested(statement: Statement) -> Iterator[Compare]:
    """What the statement compares: its assertion, and its hypotheses."""
    a = statement.assertion
    for condition in (*((a.condition,) if isinstance(a, Compare) else ()), *statement.where):
        for part in condition.args if condition.op == "and" else (condition,):
            if part.op in ("le", "lt", "eq", "loewner"):
                yield Compare(part.op, *part.args)


def _comparisons(chain: Chain, members: list[Node]) -> Iterator[Compare]:
    """Every two members of a chain that its relations compare."""
    for i, j in itertools.combinations(range(len(members)), 2):
        between = [SIDES[r] for r in chain.relations[i:j]]
        ways = {way for relation, way in between if relation != "eq"}
        if len(ways) > 1:
            continue
        relations = {relation for relation, _ in between}
        relation = next((r for r in ("lt", "loewner", "le", "eq") if r in relations), "eq")
        first, last = (j, i) if ways == {-1} else (i, j)
        yield Compare(relation, members[first], members[last])


def _same(statement: Statement, printed: Compare, tested: Compare) -> bool:
    if printed.relation != tested.relation:
        return False
    pairs = [((printed.left, tested.left), (printed.right, tested.right))]
    if printed.relation == "eq":
        pairs.append(((printed.left, tested.right), (printed.right, tested.left)))
    return any(all(_equal(statement, *pair) for pair in two) for two in pairs)


def _equal(statement: Statement, a: Node, b: Node) -> bool:
    if canonical(a) == canonical(b):
        return True
    return identity(statement.symbols, statement.where, a, b) is not None


def _read(text: str, statement: Statement, letters: Mapping[str, Formula]) -> Side:
    """The tree of a side over the symbols of the statement.

    Raises:
        ValueError: it cannot be read, or a piece stands for all of it and is no plain quantity.
    """
    symbols = {s.name: s for s in (*statement.symbols, *statement.exists)}
    values: dict[str, Node] = {}
    aliases: dict[str, Symbol] = {}
    for place, (latex, formula) in enumerate(letters.items()):
        tree, name = formula.tree, f"piece{place}"
        if not free_names(tree) <= symbols.keys():
            continue
        values[name] = tree
        aliases[name] = (
            replace(symbols[tree.value], name=name, latex=latex)
            if tree.op == "symbol"
            else Symbol(name, latex, "1", Real())
        )
    taken = {s.latex for s in aliases.values()}
    own = {n: s for n, s in symbols.items() if s.latex not in taken}
    tree = read(text, Notation({**own, **aliases}))
    if tree.op == "symbol" and values.get(tree.value, tree).op in COMPOUND:
        raise ValueError(f"a piece must not stand for a whole side. Found {text!r}.")
    used = [name for name in values if name in free_names(tree)]
    # A symbol under another spelling needs no word.
    pieces = [Piece(aliases[n].latex, values[n]) for n in used if values[n].op != "symbol"]
    return Side(substitute(tree, values), tuple(pieces))
