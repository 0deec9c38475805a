"""A place in the tokens of one group of braces, and the errors about it."""

from verify.display.latex.symbols import Names
from verify.display.latex.tokens import Token, fault, group_end

BRACKETS = {"(": ")", "[": "]", r"\{": r"\}"}
BARS = {"|": "|", r"\lvert": r"\rvert", r"\Vert": r"\Vert", r"\lVert": r"\rVert"}
ROUND = {r"\lfloor": (r"\rfloor", "floor"), r"\lceil": (r"\rceil", "ceil")}
DOTS = (r"\cdot", r"\times")
SIGNS = ("+", "-")
CLOSERS = frozenset([*BRACKETS.values(), r"\rvert", r"\rVert", r"\rfloor", r"\rceil", r"\rangle"])
RELATION_NAMES = (
    "le leq leqslant ge geq geqslant ne neq lt gt preceq succeq prec succ approx sim equiv "
    "lesssim gtrsim ll gg in to rightarrow propto pm mp mid ldots dots cdots"
)
RELATIONS = frozenset(["=", "<", ">"] + [f"\\{n}" for n in RELATION_NAMES.split()])
NO_FACTOR = CLOSERS | RELATIONS | frozenset(["", "/", "^", "_", "}", "*", ",", ";", ":", "!", "&"])


class Cursor:
    """Where a reader stands.

    Attributes:
        closers: the closing brackets that are waited for, innermost last.
        index: the tokens are an index, in which ``ij`` is no product.
    """

    def __init__(self, text: str, tokens: list[Token], names: Names, index: bool = False) -> None:
        self.text = text
        self.tokens = tokens
        self.names = names
        self.index = index
        self.i = 0
        self.closers: list[str] = []

    @property
    def here(self) -> str:
        """The token to come, or the empty text at the end."""
        return self.tokens[self.i].text if self.i < len(self.tokens) else ""

    def ahead(self, *words: str) -> bool:
        """Whether these tokens come next."""
        return tuple(t.text for t in self.tokens[self.i : self.i + len(words)]) == words

    def touches(self) -> bool:
        """Whether the token to come stands right behind the one before it."""
        return 0 < self.i < len(self.tokens) and (
            self.tokens[self.i].place == self.tokens[self.i - 1].end
        )

    def fault(self, must: str, at: int | None = None, found: str = "") -> ValueError:
        """The error about a place, the present one if none is given."""
        i = self.i if at is None else at
        if i >= len(self.tokens):
            place = self.tokens[-1].end if self.tokens else len(self.text)
            return fault(must, found or "the end", self.text, place)
        return fault(must, found or f"'{self.tokens[i].text}'", self.text, self.tokens[i].place)

    def take(self, wanted: str = "") -> str:
        """Step over the token to come.

        Raises:
            ValueError: it is not the wanted one.
        """
        word = self.here
        if not word or (wanted and word != wanted):
            raise self.fault(f"have {wanted} here" if wanted else "go on")
        self.i += 1
        return word

    def group(self) -> list[Token]:
        """The tokens of the braces that start here.

        Raises:
            ValueError: none start here.
        """
        if self.here != "{":
            raise self.fault("have braces here")
        end = group_end(self.tokens, self.i)
        inside = self.tokens[self.i + 1 : end]
        self.i = end + 1
        return inside

    def starts(self) -> bool:
        """Whether a factor starts here."""
        word = self.here
        if word in NO_FACTOR or word in DOTS or word in SIGNS:
            return False
        return not (self.closers and word == self.closers[-1])

    def level(self) -> list[str]:
        """The tokens to come up to the end of the innermost brackets."""
        depth = 0
        found = []
        for token in self.tokens[self.i :]:
            opens = token.text in BRACKETS or token.text == "{"
            closes = token.text in BRACKETS.values() or token.text == "}"
            depth += opens - closes
            if depth < 0:
                break
            if depth == 0:
                found.append(token.text)
        return found
