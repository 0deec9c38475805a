r"""LaTeX as a list of tokens in one normal form, so that two spellings of one thing are equal.

In the normal form space is gone, every script and every argument of an accent stands in braces,
subscripts come before superscripts, a prime is a superscript, ``\left`` and ``\big`` are dropped
(a bar keeps whether it opens or closes), and synonyms have one name.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

PATTERN = re.compile(r"\\[a-zA-Z]+|\\.|\s+|.", re.DOTALL)
SPACE = frozenset(
    [r"\,", r"\;", r"\:", r"\!", r"\ ", "\\\n", "~", r"\quad", r"\qquad", r"\displaystyle"]
    + [r"\textstyle", r"\limits", r"\nolimits", r"\mathstrut"]
)
SIZES = frozenset(f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in "lr")
NEUTRAL = frozenset(f"\\{size}" for size in ("big", "Big", "bigg", "Bigg"))
SYNONYMS = {
    r"\vert": "|",
    r"\|": r"\Vert",
    r"\dfrac": r"\frac",
    r"\tfrac": r"\frac",
    r"\lbrace": r"\{",
    r"\rbrace": r"\}",
    r"\lbrack": "[",
    r"\rbrack": "]",
    r"\ast": "*",
    r"\ln": r"\log",
    r"\intercal": r"\top",
}
OPENING = {"|": r"\lvert", r"\Vert": r"\lVert"}
CLOSING = {"|": r"\rvert", r"\Vert": r"\rVert"}
ACCENT_NAMES = (
    "bar hat tilde vec dot ddot overline underline widehat widetilde mathbf mathcal mathrm mathbb "
    "mathfrak mathsf mathit boldsymbol bm operatorname text"
)
ACCENTS = frozenset(f"\\{name}" for name in ACCENT_NAMES.split())
GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi rho varrho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma "
    "Upsilon Phi Psi Omega"
)
MARKS = ("*", r"\prime")


@dataclass(frozen=True)
class Token:
    """A token and the place in the text where it starts."""

    text: str
    place: int

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.place + len(self.text)


def fault(must: str, found: str, text: str, place: int) -> ValueError:
    """The error about a place of a formula."""
    return ValueError(f"a formula must {must}. Found {found} at place {place} of '{text}'.")


def normal(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, or of a part of it, in normal form.

    Raises:
        ValueError: braces do not match, or a script is missing or ambiguous.
    """
    return _Normal(text, _plain(text, start, len(text) if end is None else end)).run()


def _plain(text: str, start: int, end: int) -> list[Token]:
    """The tokens without space and sizes, synonyms resolved."""
    found: list[Token] = []
    side: dict[str, str] = {}
    for match in PATTERN.finditer(text, start, end):
        word, place = match.group(), match.start()
        if word.isspace() or word in SPACE or word in NEUTRAL:
            continue
        if word in (r"\left", r"\right") or word in SIZES:
            side = OPENING if word == r"\left" or word.endswith("l") else CLOSING
            continue
        if word.isdigit() and not word.isascii():
            raise fault("have the digits 0 to 9", f"'{word}'", text, place)
        word = SYNONYMS.get(word, word)
        if side and word == ".":
            raise fault("close what it opens", "an invisible bracket", text, place)
        found.append(Token(side.get(word, word), place))
        side = {}
    return found


class _Normal:
    """One pass over the tokens; scripts are collected behind their base."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.i = 0

    def run(self) -> list[Token]:
        found = self.until(None)
        if self.i < len(self.tokens):
            raise self.fault("match its braces", self.tokens[self.i])
        return found

    def fault(self, must: str, token: Token | None) -> ValueError:
        if token is None:
            return fault(must, "the end", self.text, len(self.text))
        return fault(must, f"'{token.text}'", self.text, token.place)

    def next(self) -> Token | None:
        return self.tokens[self.i] if self.i < len(self.tokens) else None

    def until(self, stop: str | None) -> list[Token]:
        found: list[Token] = []
        while (token := self.next()) is not None and token.text != "}":
            if token.text in ("_", "^", "'"):
                found += self.scripts()
            else:
                found += self.unit()
        if stop is not None and self.next() is None:
            raise self.fault("match its braces", None)
        return found

    def unit(self) -> list[Token]:
        """A token, a group, or an accent with its argument."""
        token = self.tokens[self.i]
        self.i += 1
        if token.text == "{":
            inside = self.until("}")
            self.i += 1
            return [token, *inside, self.tokens[self.i - 1]]
        if token.text in ACCENTS:
            return [token, *self.argument(token)]
        return [token]

    def argument(self, owner: Token) -> list[Token]:
        """What follows a script or an accent, in braces."""
        token = self.next()
        if token is None or token.text in ("}", "_", "^", "'"):
            raise self.fault(f"say what {owner.text} applies to", token)
        found = self.unit()
        if found[0].text == "{":
            return found
        following = self.next()
        if (
            found[0].text.isdigit()
            and following is not None
            and following.text.isdigit()
            and following.place == found[0].end
        ):
            raise self.fault(f"have braces around the digits behind {owner.text}", found[0])
        return [Token("{", found[0].place), *found, Token("}", found[-1].end)]

    def scripts(self) -> list[Token]:
        """The scripts of one base, subscripts first."""
        below: list[Token] = []
        above: list[Token] = []
        while (token := self.next()) is not None and token.text in ("_", "^", "'"):
            self.i += 1
            if token.text == "'":
                caret, prime = Token("^", token.place), Token(r"\prime", token.place)
                braces = Token("{", token.place), Token("}", token.end)
                above += [caret, braces[0], prime, braces[1]]
                continue
            group = self.argument(token)
            if token.text == "_":
                if below:
                    raise self.fault("have one subscript a symbol", token)
                below = [token, *group]
                continue
            while len(group) > 3 and group[1].text in MARKS:
                # x^{*2} is the square of x^*.
                above += [token, group[0], group[1], group[-1]]
                group = [group[0], *group[2:]]
            above += [token, *group]
        return below + above


def group_end(tokens: Sequence[Token], start: int) -> int:
    """The place of the brace that closes the one at ``start``."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[i].text, 0)
        if depth == 0:
            return i
    raise ValueError("braces must match. Found an open one.")


def spelled(words: Sequence[str]) -> str:
    """Tokens as LaTeX; a space only where a command would run into a letter."""
    text = ""
    for word in words:
        text = joined(text, word)
    return text


def joined(left: str, right: str) -> str:
    """Two pieces of LaTeX side by side."""
    touching = re.search(r"\\[a-zA-Z]+$", left) and right[:1].isalpha()
    touching = touching or (re.search(r"[_^][0-9]$", left) and right[:1].isdigit())
    return f"{left} {right}" if touching else left + right


def script(mark: str, text: str) -> str:
    """A script, in braces unless it is one token."""
    single = len(text) == 1 or re.fullmatch(r"\\[a-zA-Z]+", text)
    return f"{mark}{text}" if single else f"{mark}{{{text}}}"


def spoken(name: str) -> str:
    """LaTeX of a name without a declaration: ``tau`` is a Greek letter, ``tau_1`` has an index."""
    head, _, tail = name.partition("_")
    letters = head.rstrip("0123456789")
    below = ",".join(part for part in (head[len(letters) :], *tail.split("_")) if part)
    if letters not in GREEK.split() and len(letters) != 1:
        escaped = name.replace("_", r"\_")
        return rf"\mathrm{{{escaped}}}"
    base = letters if len(letters) == 1 else f"\\{letters}"
    return base + script("_", below) if below else base


@dataclass(frozen=True)
class Spelling:
    """How a symbol is written: its letters, its own subscript, its own superscripts."""

    base: tuple[str, ...]
    below: tuple[str, ...] = ()
    above: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """All of its tokens."""
        return self.base + (("_", "{", *self.below, "}") if self.below else ()) + self.above


def spelling(latex: str) -> Spelling:
    """The parts of a symbol's LaTeX.

    Raises:
        ValueError: see :func:`normal`.
    """
    tokens = normal(latex)
    start = len(tokens)
    i = 0
    while i < len(tokens):
        if tokens[i].text in ("_", "^"):
            start = min(start, i)
            i = group_end(tokens, i + 1) + 1
        else:
            start = len(tokens)
            i = group_end(tokens, i) + 1 if tokens[i].text == "{" else i + 1
    words = [t.text for t in tokens]
    if start < len(tokens) and words[start] == "_":
        end = group_end(tokens, start + 1)
        return Spelling(
            tuple(words[:start]), tuple(words[start + 2 : end]), tuple(words[end + 1 :])
        )
    return Spelling(tuple(words[:start]), (), tuple(words[start:]))
