r"""Symbols declared in a line: ``x, y in R^d, a in (0, 1], T in N, s_1, ..., s_n in [0, inf)``.

Names are LaTeX, sets are written as on a page (``\in`` and ``\mathbb R`` as well). What a dimension
or a length is called is declared as a natural number where nothing else is said of it.
"""

import keyword
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.language.symbols import (
    Declaration,
    Real,
    between,
    matrix,
    natural,
    nonnegative,
    one_of,
    positive,
    real,
    sequence,
    vector,
)

IN = re.compile(r"\\in(?![a-zA-Z])|(?<![\\\w])in(?!\w)")
ORDER = re.compile(r"(.*?)(>=|\\geq?(?![a-zA-Z])|>)(.*)")
INTERVAL = re.compile(r"([\[(])([^,]+),([^,]+)([\])])")
SPACE = re.compile(r"R\^\{?(\w+)\}?")
MATRICES = re.compile(r"R\^\{?(\w+)(?:x|\\times)(\w+)\}?")
FORMS = re.compile(r"S(|_\+|_\{\+\+\}|_\{\+\})\^\{?(\w+)\}?")
SHAPES = {"": "symmetric", "_+": "psd", "_{+}": "psd", "_{++}": "pd"}
FROM = re.compile(r"N(?:_\{?(?:>=|\\geq?|)(\d+)\}?|(0))|\{(\d+),(\d+),(?:\.\.\.|\\l?dots)\}")
DOTS = ("...", r"\dots", r"\ldots")
INFINITE = ("inf", "oo", r"\infty", "+inf", r"+\infty", "-inf", "-oo", r"-\infty")
READ = "N, N0, R, R^d, R^{d x d}, [0, 1), (0, inf), {1, 2, 4} or {2, 3, ...}"


@dataclass(frozen=True)
class Declared:
    """A symbol and the call that declares it.

    Attributes:
        name: how code calls it. latex: how the page writes it.
        make: of :mod:`verify.language`, with its arguments before and its options behind the LaTeX.
    """

    name: str
    latex: str
    make: Callable[..., Declaration]
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def declaration(self) -> Declaration:
        """What :func:`verify.language.notation` takes."""
        return self.make(*self.arguments, self.latex, **self.options)

    @property
    def python(self) -> str:
        """The same as an author writes it."""
        given = [*map(literal, self.arguments), raw(self.latex)]
        given += [f"{name}={literal(value)}" for name, value in self.options.items()]
        return f"{self.name}={self.make.__name__}({', '.join(given)})"


def raw(text: str) -> str:
    """A text as a literal of Python, raw where it has backslashes."""
    if '"' in text or text.endswith("\\") or not text.isprintable():
        return repr(text)
    return f'r"{text}"' if "\\" in text else f'"{text}"'


def literal(value: Any) -> str:
    """A number, a text, a set of numbers or several as Python has them."""
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))},)"
    if isinstance(value, Real):
        ends = (
            f"Fraction({e.numerator}, {e.denominator})" if e is not None else None
            for e in (value.low, value.high)
        )
        return f"Real({', '.join(map(str, (*ends, value.open_low, value.open_high)))})"
    if isinstance(value, Fraction):
        whole = value.denominator == 1
        return str(value) if whole else f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, float):
        return f'float("{value}")'
    return raw(value) if isinstance(value, str) else repr(value)


def declared(text: str) -> tuple[Declared, ...]:
    """The symbols that a line declares, those that sets need first.

    Raises:
        ValueError: something is no name or no set; the place is named.
    """
    found: dict[str, Declared] = {}
    sizes: list[str] = []
    waiting: list[tuple[str, int]] = []
    for piece, place in _pieces(text):
        names, given = _divided(piece)
        if names is None:
            waiting.append((piece, place))
            continue
        waiting.append((names, place))
        made = _made(given)
        if made is None or not all(name for name, _ in waiting):
            raise _fault(f"have a name and a set such as {READ}", piece, text, place)
        for latex, call in _named([name for name, _ in waiting], made):
            if any(latex == known.latex for known in found.values()):
                raise _fault("declare a symbol once", latex, text, waiting[0][1])
            name = _name(latex, found)
            found[name] = Declared(name, latex, *call)
            sizes += [one for one in call[1] if isinstance(one, str)]
        waiting = []
    if waiting:
        raise _fault("have a set behind names: x in R", waiting[0][0], text, waiting[0][1])
    for size in dict.fromkeys(sizes):
        if size not in found:
            found = {size: Declared(size, size, natural), **found}
    return tuple(found.values())


def _fault(must: str, found: str, text: str, place: int) -> ValueError:
    return ValueError(f"--for must {must}. Found {found!r} at place {place} of {text!r}.")


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """What commas outside brackets separate, with its places."""
    depth = start = 0
    for place, sign in enumerate(f"{text},"):
        depth += (sign in "([{") - (sign in ")]}")
        if (sign == "," and depth == 0) or place == len(text):
            piece = text[start:place]
            if piece.strip() or text.strip():
                yield piece.strip(), start + len(piece) - len(piece.lstrip())
            start = place + 1


def _divided(piece: str) -> tuple[str | None, str]:
    """The last name before a set, and the set; no name where there is no set."""
    if found := IN.search(piece):
        return piece[: found.start()].strip(), piece[found.end() :]
    if order := ORDER.fullmatch(piece):
        open_low = order[2] == ">"
        return order[1].strip(), f"{'(' if open_low else '['}{order[3]}, inf)"
    return None, ""


Made = tuple[Callable[..., Declaration], tuple[Any, ...], dict[str, Any]]


def _made(text: str) -> Made | None:
    """The call of a set without its LaTeX; None where the set cannot be read."""
    bare = re.sub(r"\\mathbb\s*\{?([NRS])\}?|\s+|\\(?=[{}])", lambda m: m[1] or "", text)
    if bare in ("N", "R", "R_+", "R_{+}", "R_{++}"):
        sets: dict[str, Callable[..., Declaration]] = {"N": natural, "R": real, "R_{++}": positive}
        return sets.get(bare, nonnegative), (), {}
    if starts := FROM.fullmatch(bare):
        if starts[4] and int(starts[4]) != int(starts[3]) + 1:
            return None
        return natural, (), {"least": int(starts[1] or starts[2] or starts[3])}
    if square := MATRICES.fullmatch(bare):
        return (matrix, (_size(square[1]),), {}) if square[1] == square[2] else None
    if form := FORMS.fullmatch(bare):
        return matrix, (_size(form[2]),), {"shape": SHAPES[form[1]]}
    if space := SPACE.fullmatch(bare):
        return vector, (_size(space[1]),), {}
    try:
        return _interval(bare) or _listed(bare)
    except (ValueError, ZeroDivisionError):
        return None


def _size(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _interval(bare: str) -> Made | None:
    found = INTERVAL.fullmatch(bare)
    if found is None:
        return None
    low, high = _end(found[2]), _end(found[3])
    if low == math.inf or high == -math.inf:
        return None
    if high == math.inf and low in (0, -math.inf):
        return (real if low else positive if found[1] == "(" else nonnegative), (), {}
    # An infinite end belongs to no set: both ways to write it are one.
    ends = ("[" if low == -math.inf else found[1]) + ("]" if high == math.inf else found[4])
    return between, (low, high), {} if ends == "[]" else {"ends": ends}


def _end(text: str) -> Fraction | float:
    if text in INFINITE:
        return -math.inf if text.startswith("-") else math.inf
    return Fraction(text)


def _listed(bare: str) -> Made | None:
    if not (bare.startswith("{") and bare.endswith("}")):
        return None
    values = map(Fraction, bare[1:-1].split(","))
    return one_of, (tuple(int(v) if v.denominator == 1 else v for v in values),), {}


def _named(names: Sequence[str], made: Made) -> Iterator[tuple[str, Made]]:
    """The symbols of one set; ``s_1, ..., s_n`` are one sequence."""
    if len(names) == 3 and names[1] in DOTS:
        first, last = (re.fullmatch(r"(.+)_\{?(\w+)\}?", names[i]) for i in (0, 2))
        make, arguments, options = made
        entry = make(*arguments, **options).kind
        if first and last and first[1] == last[1] and first[2] == "1" and isinstance(entry, Real):
            own: dict[str, Any] = {} if entry == Real() else {"entry": entry}
            yield first[1], (sequence, (_size(last[2]),), own)
            return
    yield from ((name, made) for name in names)


def _name(latex: str, taken: Mapping[str, Any]) -> str:
    """How code calls a symbol: its letters, and no word of Python."""
    name = "_".join(re.findall(r"[A-Za-z]+|\d+", latex)) or "x"
    name = f"x{name}" if name[0].isdigit() else name
    while keyword.iskeyword(name) or name in taken:
        name += "_"
    return name
