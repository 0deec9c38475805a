"""The declared symbols as a reader of LaTeX looks for them: the longest spelling first."""

from collections.abc import Sequence as Words
from dataclasses import dataclass, replace

from verify.display.latex.pieces import Shape, shape_of
from verify.display.latex.tokens import Spelling, Token, group_end, spelled, spelling, spoken
from verify.formula.expression import Node, free_names, walk
from verify.language.symbols import Natural, Notation, Sequence, Symbol

OPEN = ("{", "(", "[", r"\{", r"\langle")
CLOSED = ("}", ")", "]", r"\}", r"\rangle")
PLAIN = {r"\lvert": "|", r"\rvert": "|", r"\lVert": r"\Vert", r"\rVert": r"\Vert"}


@dataclass(frozen=True)
class Match:
    """A symbol found in the text.

    Attributes:
        name: its name. symbol: its declaration; None for the index of a sum.
        length: how many tokens of it were fixed.
        end: the place behind it. index: the tokens of its index, where it has one.
    """

    name: str
    symbol: Symbol | None
    length: int
    end: int
    index: tuple[Token, ...] | None = None

    @property
    def shape(self) -> Shape:
        """The shape of its values."""
        return Shape.SCALAR if self.symbol is None else shape_of(self.symbol)


@dataclass(frozen=True)
class Names:
    """The symbols that may stand in a formula: those of the notation, and the indices of sums.

    Attributes:
        counts: the names that stand for whole numbers from 0 on.
    """

    declared: tuple[tuple[Spelling, Symbol], ...]
    bound: tuple[tuple[tuple[str, ...], str], ...] = ()
    counts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, v: Notation) -> "Names":
        """The names of a notation.

        Raises:
            ValueError: two symbols are written alike, or one cannot be read.
        """
        found: dict[tuple[str, ...], Symbol] = {}
        pairs = []
        for symbol in v.symbols.values():
            parts = spelling(letters(symbol))
            words = plain(parts.words)
            if loose(words):
                raise ValueError(
                    f"a symbol must hold together: no + or - outside brackets. Found "
                    f"{symbol.latex!r} for {symbol.name}."
                )
            if words in found:
                raise ValueError(
                    f"symbols must be written differently. Found {symbol.latex!r} "
                    f"for {found[words].name} and {symbol.name}."
                )
            found[words] = symbol
            pairs.append((parts, symbol))
        counts = (s.name for s in v.symbols.values() if _counts(s.kind))
        return cls(tuple(pairs), counts=frozenset(counts))

    def binding(self, words: tuple[str, ...], name: str, *, counts: bool) -> "Names":
        """The names inside a sum over an index, which may count from 0 or more on."""
        others = self.counts - {name}
        known = others | {name} if counts else others
        return replace(self, bound=((words, name), *self.bound), counts=known)

    def count(self, node: Node) -> bool:
        """Whether a tree is plainly a whole number from 0 on: n, 2n, n + 1."""
        plain = all(
            n.op in ("add", "mul", "symbol")
            or (n.op == "number" and n.value >= 0 and n.value.denominator == 1)
            for n in walk(node)
        )
        return plain and free_names(node) <= self.counts

    def index_name(self, words: tuple[str, ...]) -> str:
        """What code calls an index: the symbol written alike, or its letters."""
        for parts, symbol in self.declared:
            if plain(parts.words) == words:
                return symbol.name
        name = "".join(w.lstrip("\\") for w in words if w not in ("{", "}", "^", "'"))
        while any(symbol.name == name for _, symbol in self.declared):
            name += "_"
        return name

    def knows(self, letter: str) -> bool:
        """Whether a single token is a symbol."""
        return self.find([Token(letter, 0)], 0) is not None

    def find(self, tokens: Words[Token], i: int) -> Match | None:
        """The longest symbol at a place; an index of a sum comes before a declared symbol."""
        words = plain([t.text for t in tokens])
        found = [
            Match(name, None, len(letters), i + len(letters))
            for letters, name in self.bound
            if words[i : i + len(letters)] == letters
        ]
        for parts, symbol in self.declared:
            if isinstance(symbol.kind, Sequence):
                found += _entries(parts, symbol, tokens, words, i)
            letters = plain(parts.words)
            if words[i : i + len(letters)] == letters:
                found.append(Match(symbol.name, symbol, len(letters), i + len(letters)))
        return max(found, key=lambda m: m.length, default=None)


def _counts(kind: object) -> bool:
    """Whether a set has whole numbers from 0 on alone."""
    return isinstance(kind, Natural) and kind.least >= 0


def letters(symbol: Symbol) -> str:
    """The LaTeX of a symbol; of one declared without it, that of its name."""
    return spoken(symbol.name) if symbol.latex == symbol.name else symbol.latex


def plain(words: Words[str]) -> tuple[str, ...]:
    """Tokens in which bars have no side."""
    return tuple(PLAIN.get(w, w) for w in words)


def loose(words: tuple[str, ...]) -> bool:
    """Whether a plus or minus stands outside brackets, bars and scripts."""
    depth = 0
    barred = False
    for word in words:
        depth += (word in OPEN) - (word in CLOSED)
        barred ^= word in ("|", r"\Vert")
        if word in ("+", "-", "=") and depth == 0 and not barred:
            return True
    return False


def _entries(
    parts: Spelling, symbol: Symbol, tokens: Words[Token], words: tuple[str, ...], i: int
) -> list[Match]:
    """The sequence with an index below, behind its own subscript, or in brackets above."""
    base, above = plain(parts.base), plain(parts.above)
    j = i + len(base)
    if words[i:j] != base:
        return []
    if words[j : j + 2] == ("_", "{"):
        end = group_end(tokens, j + 1)
        start = j + 2
        own = (*plain(parts.below), ",") if parts.below else ()
        if words[start : start + len(own)] == own and start + len(own) < end:
            inside = tuple(tokens[start + len(own) : end])
            end += 1
            if words[end : end + len(above)] == above:
                length = len(base) + len(own) + len(above)
                return [Match(symbol.name, symbol, length, end + len(above), inside)]
        return []
    letters = plain(parts.words)
    j = i + len(letters)
    if words[i:j] == letters and words[j : j + 3] == ("^", "{", "("):
        end = group_end(tokens, j + 1)
        if words[end - 1] == ")":
            inside = tuple(tokens[j + 3 : end - 1])
            return [Match(symbol.name, symbol, len(letters), end + 1, inside)]
    return []


def unknown(tokens: Words[Token], i: int) -> str:
    """The letter at a place with its accent and marks, as an error names it."""
    end = i + 1
    if end < len(tokens) and tokens[end].text == "{":
        end = group_end(tokens, end) + 1
    while end + 1 < len(tokens) and (
        tokens[end].text == "_"
        or (tokens[end].text == "^" and tokens[end + 2].text in ("*", r"\prime"))
    ):
        end = group_end(tokens, end + 1) + 1
    return spelled([t.text for t in tokens[i:end]])
