"""Formulas and statements as text: S-expressions, read into nested tuples.

A tree is a token (a name or a number such as ``-3/10``) or a tuple ``(op, argument, ...)``.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Tree = Any  # str | tuple[str, ...]
NUMBER = re.compile(r"-?\d{1,400}(/[1-9]\d{0,399})?")
MARKS = str.maketrans("#~[]", "____")  # of sums, and of entries that are symbols
TOKEN = re.compile(r"[()]|[^\s()]+")
BINDING = ("sum", "product", "expect")
CONDITIONS = ("le", "lt", "eq", "ne")
NORMAL = ("external", r"\Phi")  # the standard normal distribution's function
NUMBERS = ("real", "natural", "one-of")  # kinds of symbols
FUNCTIONS = ("neg", "abs", "sqrt", "exp", "log", "cos", "sin", "floor", "ceil", "norm", "norm1")
PARTS = {  # how many parts an operation has
    **dict.fromkeys((*FUNCTIONS, "constant"), 1),
    **dict.fromkeys(("add", "sub", "mul", "div", "pow", "dot", "at"), 2),
    **dict.fromkeys(BINDING, 4),
    "expect": 3,
}
MOST_WORK = 3_000_000
MOST_TOKENS = 20_000
MOST_DEPTH = 200
WORD = 30  # bits of a number that count as one step


def words(value: int | Fraction) -> int:
    """The words that a number takes."""
    return 1 + (value.numerator.bit_length() + value.denominator.bit_length()) // WORD


class Malformed(ValueError):
    """A text that is none of the language."""


class Refused(Exception):
    """A proof that does not go through."""


class NotRead(Refused):
    """A proof with something that this checker does not read; the text is its name."""


class Spent(Malformed):
    """A proof that takes more work than the checker does."""


@dataclass
class Work:
    """How many steps may still be made: terms that are added or multiplied, words of numbers.

    Attributes:
        left: the steps. kept: what has been read on the way, which is not read again.
        enclosed: whether what has been shown rests on enclosures of numbers.
    """

    left: int = MOST_WORK
    enclosed: bool = False
    kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def spend(self, amount: int) -> None:
        """Count steps.

        Raises:
            Spent: there were too many.
        """
        self.left -= amount
        if self.left < 0:
            raise Spent("more work than the checker does")


def read(text: str) -> Tree:
    """The tree of an S-expression."""
    tokens = TOKEN.findall(text) if isinstance(text, str) else []
    if not 0 < len(tokens) <= MOST_TOKENS:
        raise Malformed("a formula must have 1 to 20000 tokens")
    open_lists: list[list[Tree]] = [[]]
    for token in tokens:
        if token == "(":
            open_lists.append([])
            if len(open_lists) > MOST_DEPTH:
                raise Malformed("a formula nested too deeply")
        elif token == ")":
            done = open_lists.pop()
            if not open_lists or not done or not isinstance(done[0], str):
                raise Malformed("brackets that do not match, or a list without an operation")
            open_lists[-1].append(_operation(done))
        else:
            open_lists[-1].append(token)
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise Malformed("brackets that do not match")
    return open_lists[0][0]


def _operation(done: list[Tree]) -> Tree:
    """An operation on as many parts as it has, the index of a sum a name."""
    op, *parts = done
    if len(parts) != PARTS.get(op, len(parts)) or (op in ("max", "min") and not parts):
        raise Malformed(f"{op} of {len(parts)} parts")
    if op in BINDING and (not isinstance(parts[0], str) or not _is_name(parts[0])):
        raise Malformed(f"a {op} must name its index")
    return tuple(done)


def _is_name(token: str) -> bool:
    """Whether a reader takes it for a name: a word, perhaps with signs of the engine's in it."""
    return token.translate(MARKS).isidentifier()


def number(tree: Tree) -> Fraction | None:
    """The number that a token is, or None."""
    return _number(tree) if isinstance(tree, str) else None


@functools.lru_cache(maxsize=10_000)
def _number(token: str) -> Fraction | None:
    return Fraction(token) if NUMBER.fullmatch(token) else None


def bound(tree: Tree) -> tuple[str, ...]:
    """The names that a tree binds in its last argument."""
    return () if isinstance(tree, str) or tree[0] not in BINDING else (tree[1],)


def replaced(tree: Tree, values: Mapping[Tree, Tree]) -> Tree:
    """The tree with subtrees replaced (whole ones first); a bound name hides a replacement."""
    if tree in values:
        return values[tree]
    if isinstance(tree, str) or tree[0] == "constant":
        return tree  # pi and e are no symbols of these names
    names = bound(tree)
    if not names:
        return (tree[0], *(replaced(part, values) for part in tree[1:]))
    inner = {old: new for old, new in values.items() if not names_of(old) & set(names)}
    if any(names_of(new) & set(names) for new in inner.values()):
        raise Refused("a name would be captured by a sum")
    outer = tuple(replaced(part, values) for part in tree[2:-1])
    return (tree[0], tree[1], *outer, replaced(tree[-1], inner))


def names_of(tree: Tree) -> set[str]:
    """The tokens of a tree that are no numbers, bound ones included."""
    if isinstance(tree, str):
        return set() if number(tree) is not None else {tree}
    return set().union(*map(names_of, tree[1:]))


def subtrees(tree: Tree) -> Iterator[Tree]:
    """Every subtree, the tree itself first."""
    yield tree
    if not isinstance(tree, str):
        for part in tree[1:]:
            yield from subtrees(part)


def weighed(tree: Tree, work: Work) -> Tree:
    """The tree, its parts counted: what is put together of shared parts is long to walk."""
    for _ in subtrees(tree):
        work.spend(1)
    return tree


def conjuncts(condition: Tree) -> tuple[Tree, ...]:
    """The parts of a conjunction, and of a comparison of tuples."""
    if isinstance(condition, str):
        raise Malformed("a condition must be a comparison")
    if condition[0] == "and":
        return tuple(part for c in condition[1:] for part in conjuncts(c))
    if condition[0] not in CONDITIONS:
        raise NotRead(f"the condition {condition[0]}")
    if len(condition) != 3:
        raise Malformed("a comparison must have two sides")
    left, right = condition[1:]
    if "tuple" in (left[0], right[0]) and condition[0] == "ne":
        raise NotRead("tuples of which some parts differ")
    if left[0] == "tuple" == right[0] and len(left) == len(right):
        pairs = zip(left[1:], right[1:], strict=True)
        return tuple(part for a, b in pairs for part in conjuncts((condition[0], a, b)))
    return (condition,)


def written(tree: Tree) -> str:
    """The text of a tree."""
    return tree if isinstance(tree, str) else f"({' '.join(map(written, tree))})"


def negated(condition: Tree) -> Tree:
    """The opposite of a comparison."""
    op, left, right = condition
    if op in ("le", "lt"):
        return ("lt" if op == "le" else "le", right, left)
    return ("ne" if op == "eq" else "eq", left, right)


@dataclass(frozen=True)
class Symbol:
    """A symbol and its set.

    Attributes:
        name: the symbol. kind: real, natural, one-of, or what this checker does not read.
        low, high: the ends of the set, None where infinite. open_low, open_high: not part of it.
        values: of a listed set. size: the length of a sequence, whose entries lie in the set, or
            the dimension of a vector or a law. radius: of the ball in which a law draws.
    """

    name: str
    kind: str
    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False
    values: tuple[Fraction, ...] = ()
    size: Tree = ""
    radius: Tree = ""

    @property
    def listed(self) -> tuple[Fraction, ...] | range | None:
        """All values, where the set is finite."""
        if self.kind == "natural" and self.low is not None and self.high is not None:
            return range(int(self.low), int(self.high) + 1)
        return self.values if self.kind == "one-of" else None


SPACES = ("Vector", "Law", "Noise", "Batch")
INTERVAL = re.compile(r"([\[(])(-oo|[-\d/]+), ?(oo|[-\d/]+)([\])])")


def symbol(text: str) -> Symbol:
    """A symbol from its line: ``x real [0, 1)``, ``T natural 1``, ``k natural 1 5``, ...

    Raises:
        Refused: its set is empty. A sequence without entries is one whose entries lie in it.
    """
    found = _symbol(text)
    if found.low is not None and found.high is not None:
        ends = found.open_low or found.open_high
        if found.low > found.high or (found.low == found.high and ends):
            raise Refused(f"an empty set: {text}")
    return found


def _symbol(text: str) -> Symbol:
    name, _, rest = text.partition(" ")
    kind, _, rest = rest.partition(" ")
    if not name or number(name) is not None or set(name) & set("()"):
        raise Malformed(f"a symbol must have a name. Found {text!r}")
    if not _is_name(name):
        raise Refused(f"a symbol that reads as a formula, or of a reserved name: {name}")
    if kind in ("real", "Sequence"):
        size, _, rest = rest.partition(" ") if kind == "Sequence" else ("", "", rest)
        match = INTERVAL.fullmatch(rest)
        if not match:
            raise Malformed(f"a set must be an interval. Found {text!r}")
        low, high = (None if "oo" in match[i] else _end(match[i]) for i in (2, 3))
        return Symbol(name, kind, low, high, match[1] == "(", match[4] == ")", size=size)
    if kind == "natural":
        ends = [_end(end) for end in rest.split()]
        if len(ends) not in (1, 2) or any(end.denominator != 1 for end in ends):
            raise Malformed(f"a natural must have whole ends. Found {text!r}")
        return Symbol(name, kind, ends[0], ends[1] if len(ends) == 2 else None)
    if kind == "one-of":
        values = tuple(sorted({_end(value) for value in rest.split()}))
        if not values:
            raise Malformed(f"a list must not be empty. Found {text!r}")
        return Symbol(name, kind, values[0], values[-1], values=values)
    if kind in SPACES:
        size, _, radius = rest.partition(" ")
        return Symbol(name, kind, size=size, radius=read(radius) if radius else "")
    return Symbol(name, kind)


def _end(token: str) -> Fraction:
    value = number(token)
    if value is None:
        raise Malformed(f"an end of a set must be rational. Found {token!r}")
    return value
