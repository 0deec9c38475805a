"""Whether a part tests the formula that the paper prints.

The printed LaTeX is read over the symbols of the statement and over the letters that other quotes
of the claim define. It is tied if two members of a chain of it are the sides of the assertion or of
a hypothesis (:mod:`verify.judgement.quote_matching`). An equation between something that the
statement does not know and a part of what it tests is a definition of the tested formula.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from verify.display.latex.chain import Chain, split
from verify.display.latex.symbols import loose
from verify.display.latex.tokens import spelling
from verify.display.typeset import RELATIONS, render
from verify.formula.expression import Node
from verify.judgement.printed_formulas import Piece, Reader, Side
from verify.judgement.quote_matching import Role, Tie, stands_in, tie
from verify.judgement.record import QuoteRecord
from verify.language.claims import Claim, Quote
from verify.language.drafts import Draft
from verify.language.formulas import notation_of
from verify.language.statement import Compare, Statement

SIDES = {"le": ("le", 1), "ge": ("le", -1), "lt": ("lt", 1), "gt": ("lt", -1), "eq": ("eq", 1)}
SIDES |= {"loewner": ("loewner", 1), "reverse": ("loewner", -1)}
ROLES = list(Role)


@dataclass(frozen=True)
class Link:
    """Two members of a printed chain, compared: as printed, and as they were read, if they were."""

    relation: str
    texts: tuple[str, str]
    sides: tuple[Side | None, Side | None]

    @property
    def latex(self) -> str:
        """The comparison in LaTeX."""
        return RELATIONS[self.relation].join(self.texts)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What in its sides stands for formulas."""
        return tuple(dict.fromkeys(piece for side in self.sides if side for piece in side.pieces))


@dataclass(frozen=True)
class Found:
    """What a print is of a statement, and by which of its links."""

    tie: Tie
    link: Link


@dataclass(frozen=True)
class Print:
    """A quote as it was read: its links, what it was found to be, why a side was not read."""

    quote: Quote
    links: tuple[Link, ...]
    found: Found | None
    fault: str

    def defining(self, used: Collection[str]) -> "Print":
        """The same as a definition, where it explains a letter that another quote is read with."""
        if self.found:
            return self
        equations = [link for link in self.links if link.relation == "eq" and link.sides[1]]
        names = [link for link in equations if link.texts[0] in used]
        return replace(self, found=Found(Tie(Role.DEFINITION), names[0])) if names else self


def compared(
    claim: Claim, part: str, draft: Draft, statement: Statement
) -> tuple[QuoteRecord, ...]:
    """The quotes of one part as the ledger shows them; all of the claim may define its letters.

    Args:
        draft: what the statement was built of; its notation knows the paper's letters.

    Raises:
        ValueError: one is not the tested formula and no reading says why, or it is and one does.
    """
    letters = _letters_of(draft)
    prints = []
    for quote in (q for q in claim.quotes if q.part == part):
        others = [q for q in claim.quotes if q is not quote]
        defined = _defined(others, statement, letters)
        prints.append(_print(quote, statement, letters, defined))
    used = {p.latex for one in prints if one.found for p in one.found.link.pieces}
    return tuple(_record(one.defining(used), statement) for one in prints)


def explained(claim: Claim, draft: Draft, statement: Statement) -> dict[Node, str]:
    """The paper's letters for parts of formulas: those of the notation and those of its prints."""
    letters = _letters_of(draft)
    for quote in claim.quotes:
        letters |= _own(quote)
    found = letters | _defined(claim.quotes, statement, letters)
    return {tree: latex for latex, tree in found.items()}


def _letters_of(draft: Draft) -> dict[str, Node]:
    over = notation_of(draft.arguments.get("over"), draft.arguments.get("said"))
    return {x: formula.tree for x, formula in (over.letters if over else {}).items()}


def _print(
    quote: Quote, statement: Statement, letters: Mapping[str, Node], defined: Mapping[str, Node]
) -> Print:
    reader = Reader(statement, {**letters, **_own(quote)}, defined)
    links = tuple(link for chain in _chains(quote) for link in _links(chain, reader))
    found = min(_ties(statement, links), key=lambda f: _rank(f.tie), default=None)
    return Print(quote, links, found, reader.fault)


def _record(printed: Print, statement: Statement) -> QuoteRecord:
    """What the ledger shows.

    Raises:
        ValueError: see :func:`compared`.
    """
    quote, found = printed.quote, printed.found
    if found and quote.reading:
        raise ValueError(f"a reading must differ from the print. Found it alike: {quote.latex}")
    if not found and not quote.reading:
        why = printed.fault or "no two of its sides are those that are tested"
        raise ValueError(f"a quote must be the tested formula: {why}. Found {quote.latex}")
    read = (found.link,) if found else printed.links
    pieces = dict.fromkeys(piece for link in read for piece in link.pieces)
    symbols = {s.name: s for s in (*statement.symbols, *statement.exists)}
    return QuoteRecord(
        latex=quote.latex,
        tied=found.tie.role.value if found else "",
        link=found.link.latex if found and len(printed.links) > 1 else "",
        rearranged=bool(found and found.tie.rearranged),
        reading=quote.reading,
        pieces=tuple(f"{piece.latex} = {render(piece.tree, symbols)}" for piece in pieces),
    )


def _own(quote: Quote) -> dict[str, Node]:
    return {latex: formula.tree for latex, formula in quote.letters.items()}


def _chains(quote: Quote) -> tuple[Chain, ...]:
    """The chains of a quote; none where it compares no two sides."""
    try:
        return split(quote.latex)
    except ValueError:
        return ()


def _defined(
    quotes: Sequence[Quote], statement: Statement, letters: Mapping[str, Node]
) -> dict[str, Node]:
    """What quotes define: a side that nothing else explains, beside one that can be read."""
    found: dict[str, Node] = {}
    for _ in quotes:  # a definition may use the letter of another one
        for quote in quotes:
            reader = Reader(statement, {**letters, **_own(quote)}, found)
            for chain in _chains(quote):
                first, second = (reader.side(member) for member in chain.members[:2])
                name = chain.members[0]
                if chain.relations[0] == "eq" and second and not first and _holds_together(name):
                    found[name] = second.tree
    return found


def _holds_together(latex: str) -> bool:
    try:
        return not loose(spelling(latex).words)
    except ValueError:
        return False


def _links(chain: Chain, reader: Reader) -> Iterator[Link]:
    """Every two members of a chain that its relations compare."""
    sides = [reader.side(member) for member in chain.members]
    for i, j in itertools.combinations(range(len(sides)), 2):
        between = [SIDES[r] for r in chain.relations[i:j]]
        ways = {way for relation, way in between if relation != "eq"}
        if len(ways) > 1:
            continue
        relations = {relation for relation, _ in between}
        relation = next((r for r in ("lt", "loewner", "le", "eq") if r in relations), "eq")
        first, last = (j, i) if ways == {-1} else (i, j)
        texts = (chain.members[first], chain.members[last])
        yield Link(relation, texts, (sides[first], sides[last]))


def _ties(statement: Statement, links: Sequence[Link]) -> Iterator[Found]:
    for link in links:
        left, right = link.sides
        if left and right:
            tied = tie(statement, Compare(link.relation, left.tree, right.tree))
            if tied:
                yield Found(tied, link)
        known = [s for s in link.sides if s and not s.defined]
        if link.relation == "eq" and len(known) == 1 and stands_in(statement, known[0].tree):
            yield Found(Tie(Role.DEFINITION), link)


def _rank(tied: Tie) -> tuple[int, bool]:
    return ROLES.index(tied.role), tied.rearranged
