"""Pictures of a comparison: both sides along one symbol, shaded where it fails.

The other symbols stay at the instance that refutes it, or at the worst one where it holds. What is
drawn is evaluated from the tested formula, in floating point; it shows and proves nothing.
"""

import html
import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from verify.formula.evaluate import in_floats
from verify.formula.expression import free_names
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, Real, Symbol
from verify.methods.search import points
from verify.site.maths import formula

PLACES = 48  # values of the symbol that are tried
HALVINGS = 8  # of a stretch in which the answer changes
FEWEST = 8  # of them that must meet the hypotheses
REACH = 30  # how far they go from the instance, as a factor
SLOW = 0.1  # seconds of one evaluation above which nothing is drawn
WIDTH, HEIGHT, MARGIN, TOP = 520, 250, 64, 16
_End = tuple[float, ...]  # of a stretch: x, and both sides there
_Row = tuple[Fraction, float, float, bool]  # a value, both sides, and whether it fails there
NUMBER = re.compile(r"-?\d+(/\d+)?")


@dataclass(frozen=True)
class Picture:
    """Both sides of a comparison along a symbol.

    Attributes:
        symbol: its LaTeX. at: its value at the instance. name: how code calls it.
        x, left, right: values. fails: where the comparison does not hold.
    """

    symbol: str
    at: float
    x: tuple[float, ...]
    left: tuple[float, ...]
    right: tuple[float, ...]
    fails: tuple[bool, ...]
    name: str


def of(statement: Statement, point: Mapping[str, Any]) -> Picture | None:
    """The picture along the symbol that shows most of where a statement fails, or None."""
    return max(along_each(statement, point), key=_shows, default=None)


def along_each(statement: Statement, point: Mapping[str, Any]) -> tuple[Picture, ...]:
    """A picture along each number that the sides use and that is not 0 at the instance.

    There is none of what is no comparison of numbers, or takes long to evaluate.
    """
    said = statement.assertion
    if not isinstance(said, Compare) or statement.exists or said.relation not in ("le", "lt", "eq"):
        return ()
    here = {name: _read(value) for name, value in point.items()}
    begun = time.perf_counter()
    if set(here) != {s.name for s in statement.symbols} or _sides(said, here) is None:
        return ()
    if time.perf_counter() - begun > SLOW:
        return ()
    present = free_names(said.left) | free_names(said.right)
    drawn = [
        _along(statement, said, s, here)
        for s in statement.symbols
        if s.name in present and isinstance(s.kind, Real | Natural) and here[s.name] != 0
    ]
    return tuple(p for p in drawn if p is not None)


def _read(value: Any) -> Any:
    """A value of a record as the number it was."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        return Fraction(value)
    if isinstance(value, list | tuple):
        return tuple(map(_read, value))
    return Fraction(value) if type(value) is int else value


def _sides(said: Compare, point: Mapping[str, Any]) -> tuple[float, float] | None:
    try:
        left, right = map(float, in_floats((said.left, said.right), point))
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError):
        return None
    return (left, right) if math.isfinite(left) and math.isfinite(right) else None


def _along(
    statement: Statement, said: Compare, symbol: Symbol, here: Mapping[str, Any]
) -> Picture | None:
    def row(value: Fraction) -> _Row | None:
        point = {**here, symbol.name: value}
        if not _meets(statement, point) or (sides := _sides(said, point)) is None:
            return None
        return value, *sides, _fails(said.relation, *sides)

    found = [one for value in _values(symbol, here[symbol.name]) if (one := row(value)) is not None]
    if len(found) < FEWEST:
        return None
    whole = isinstance(symbol.kind, Natural)
    near = {at for pair in pairwise(found) for at in _changes(*pair, row, whole)}
    values, left, right, fails = zip(*sorted({*found, *near}), strict=True)
    x = tuple(map(float, values))
    return Picture(symbol.latex, float(here[symbol.name]), x, left, right, fails, symbol.name)


def _changes(
    low: _Row, high: _Row, row: Callable[[Fraction], _Row | None], whole: bool
) -> tuple[_Row, ...]:
    """Where between two values the answer changes: a value on each side of it; none if it stays."""
    for _ in range(HALVINGS if low[-1] != high[-1] else 0):
        middle = (low[0] + high[0]) / 2
        between = row(Fraction(math.floor(middle)) if whole else middle)
        if between is None:
            break
        low, high = (between, high) if between[-1] == low[-1] else (low, between)
    return low, high


def _meets(statement: Statement, point: Mapping[str, Any]) -> bool:
    try:
        return points.inside(statement, point)
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return False


def _fails(relation: str, left: float, right: float) -> bool:
    rounding = 1e-9 * max(abs(left), abs(right))
    if relation == "eq":
        return abs(left - right) > rounding
    return left > right + rounding or (relation == "lt" and left >= right)


def _values(symbol: Symbol, at: Any) -> Iterator[Fraction]:
    """Values around one by factors, the closer the nearer to it; whole where the symbol is."""
    whole = isinstance(symbol.kind, Natural)
    seen = set()
    for k in range(PLACES + 1):
        share = 2 * k / PLACES - 1
        value = Fraction(at) * Fraction(REACH ** (share * abs(share))).limit_denominator(1000)
        value = Fraction(round(value)) if whole else value
        if value not in seen:
            seen.add(value)
            yield value


def _shows(picture: Picture) -> tuple[bool, float]:
    """Whether it holds somewhere and fails elsewhere; how far the sides move against each other."""
    gaps = [
        math.log(max(abs(b), 1e-300) / max(abs(a), 1e-300))
        for a, b in zip(picture.left, picture.right, strict=True)
    ]
    return len(set(picture.fails)) > 1, max(gaps) - min(gaps)


def figure(picture: Picture, name: str) -> str:
    """The picture in the colours of the page, with what it shows."""
    return (
        f"<figure>{_svg(picture, name)}<figcaption>Left side (full line) and right side (dashed) "
        f"along {formula(picture.symbol)}, the other symbols as in the instance, which the "
        "vertical line marks; shaded where the printed statement fails.</figcaption></figure>"
    )


def _svg(picture: Picture, name: str) -> str:
    (across, _), (up, _) = _scales(picture)
    bottom, end = HEIGHT - MARGIN, WIDTH - MARGIN

    def place(x: float, y: float) -> str:
        return f"{MARGIN + (end - MARGIN) * across(x):.1f},{bottom - (bottom - TOP) * up(y):.1f}"

    def path(values: Sequence[float]) -> str:
        return " ".join(place(x, y) for x, y in zip(picture.x, values, strict=True))

    shaded = "".join(
        f'<polygon class="fails" points="{place(x, a)} {place(y, b)} {place(y, d)} {place(x, c)}"/>'
        for (x, a, c), (y, b, d) in failing(picture)
    )
    mark, _ = place(picture.at, picture.left[0]).split(",")
    low, high = min((*picture.left, *picture.right)), max((*picture.left, *picture.right))
    said = html.escape(f"{name}: both sides along {picture.symbol}")
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="{said}">{shaded}'
        f'<line class="axis" x1="{MARGIN}" y1="{bottom}" x2="{end}" y2="{bottom}"/>'
        f'<line class="instance" x1="{mark}" x2="{mark}" y1="{TOP}" y2="{bottom}"/>'
        f'<polyline class="left" points="{path(picture.left)}"/>'
        f'<polyline class="right" points="{path(picture.right)}"/>'
        f'<text x="{MARGIN}" y="{bottom + 16}">{_short(picture.x[0])}</text>'
        f'<text x="{end}" y="{bottom + 16}" text-anchor="end">{_short(picture.x[-1])}</text>'
        f'<text x="{MARGIN - 4}" y="{bottom}" text-anchor="end">{_short(low)}</text>'
        f'<text x="{MARGIN - 4}" y="{TOP + 4}" text-anchor="end">{_short(high)}</text></svg>'
    )


def _short(value: float) -> str:
    """A number of an axis."""
    return f"{value:.3g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


def failing(picture: Picture) -> Iterator[tuple[_End, _End]]:
    """The stretches on which the comparison fails, each as x and both sides at its two ends.

    Where it fails at one end alone the stretch goes on to where the two lines cross as drawn.
    """
    rows = zip(picture.x, picture.left, picture.right, picture.fails, strict=True)
    for (*begin, first), (*end, second) in pairwise(rows):
        if first or second:
            cross = _crossing(picture, begin, end) if first != second else ()
            yield tuple(begin if first else cross), tuple(end if second else cross)


def _crossing(picture: Picture, begin: Sequence[float], end: Sequence[float]) -> _End:
    """Where two straight lines meet, or come closest, between neighbouring values."""
    (across, value), (up, height) = _scales(picture)
    (x, a, c), (y, b, d) = ((across(at), up(left), up(right)) for at, left, right in (begin, end))
    share = min(max((a - c) / (a - c - b + d), 0), 1) if a - c != b - d else 0.5
    meet = height(a + share * (b - a))
    return value(x + share * (y - x)), meet, meet


def _scales(picture: Picture) -> tuple[Any, Any]:
    return _scale(picture.x), _scale((*picture.left, *picture.right))


def _scale(values: Sequence[float]) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """Where a value stands between the least and the largest, and which value stands there.

    It is by factors where all are positive.
    """
    low, high = min(values), max(values)
    if low > 0 and high > 20 * low:
        return (
            lambda v: math.log(v / low) / math.log(high / low),
            lambda share: low * (high / low) ** share,
        )
    width = high - low or 1.0
    return lambda v: (v - low) / width, lambda share: low + share * width
