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
WIDTH, HEIGHT = 560, 260
MARGIN, RIGHT, TOP, BELOW = 60, 16, 22, 24  # left, right, above and below the axes
_End = tuple[float, ...]  # of a stretch: x, and both sides there
_Spot = tuple[float, float]  # of the drawing
_Row = tuple[Fraction, float, float, bool]  # a value, both sides, and whether it fails there
NUMBER = re.compile(r"-?\d+(/\d+)?")


@dataclass(frozen=True)
class Picture:
    """Both sides of a comparison along a symbol.

    Attributes:
        symbol: its LaTeX. at: its value at the instance. name: how code calls it.
        x, left, right: values. fails: where the comparison does not hold.
        whole: whether the symbol is a natural number.
    """

    symbol: str
    at: float
    x: tuple[float, ...]
    left: tuple[float, ...]
    right: tuple[float, ...]
    fails: tuple[bool, ...]
    name: str
    whole: bool = False


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
    return Picture(
        symbol.latex, float(here[symbol.name]), x, left, right, fails, symbol.name, whole
    )


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
    lines = "dots and rings" if picture.whole else "full and dashed line"
    symbol = formula(picture.symbol)
    return (
        f'<figure>{_svg(picture, name)}<p class="along">{symbol}</p><figcaption>Left and right '
        f"side ({lines}) along {symbol}, the other symbols as in the instance, which the vertical "
        "line marks; shaded where the printed statement fails.</figcaption></figure>"
    )


def _svg(picture: Picture, name: str) -> str:
    (across, _), (up, _) = _scales(picture)
    bottom, end = HEIGHT - BELOW, WIDTH - RIGHT

    def place(x: float, y: float) -> _Spot:
        return MARGIN + (end - MARGIN) * across(x), bottom - (bottom - TOP) * up(y)

    mark, _ = place(picture.at, picture.left[0])
    said = html.escape(f"{name}: both sides along {picture.symbol}")
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="{said}">'
        f"{''.join(_axes(picture, place))}{_stretches(picture, place)}"
        f'<line class="instance" x1="{mark:.1f}" x2="{mark:.1f}" y1="{TOP}" y2="{bottom}"/>'
        f"{_series('left', picture, place)}{_series('right', picture, place)}</svg>"
    )


def _axes(picture: Picture, place: Callable[[float, float], _Spot]) -> Iterator[str]:
    """Both axes with ticks, and what the upright one shows."""
    bottom, end = HEIGHT - BELOW, WIDTH - RIGHT
    sides = (*picture.left, *picture.right)
    for value in ticks(picture.x, picture.whole):
        x, _ = place(value, sides[0])
        yield f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 4}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{_short(value)}</text>'
    for value in ticks(sides):
        _, y = place(picture.x[0], value)
        yield f'<line class="grid" x1="{MARGIN}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(value)}</text>'
    yield f'<line class="axis" x1="{MARGIN}" y1="{bottom}" x2="{end}" y2="{bottom}"/>'
    yield f'<line class="axis" x1="{MARGIN}" y1="{bottom}" x2="{MARGIN}" y2="{TOP}"/>'
    yield f'<text x="{MARGIN}" y="12">both sides</text>'


def ticks(values: Sequence[float], whole: bool = False) -> list[float]:
    """Round values between the least and the largest, in equal steps or by equal factors."""
    from matplotlib.ticker import LogLocator, MaxNLocator

    low, high = min(values), max(values)
    found: LogLocator | MaxNLocator
    if by_factors(values):
        found = LogLocator(subs=(1,) if high > 100 * low else (1, 2, 5), numticks=8)
    else:
        found = MaxNLocator(nbins=6, steps=[1, 2, 5, 10], integer=whole)
    # The locators go on beyond both ends.
    return [float(v) for v in found.tick_values(low, high) if low <= v <= high]


def _series(side: str, picture: Picture, place: Callable[[float, float], _Spot]) -> str:
    """A side as a line; of whole numbers as dots, since between them there is nothing."""
    spots = [place(x, y) for x, y in zip(picture.x, getattr(picture, side), strict=True)]
    if picture.whole:
        size = 2.5 if side == "left" else 4
        return "".join(
            f'<circle class="{side}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>' for x, y in spots
        )
    return f'<polyline class="{side}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in spots)}"/>'


def _stretches(picture: Picture, place: Callable[[float, float], _Spot]) -> str:
    """What lies between the sides where the comparison fails."""
    if picture.whole:
        rows = zip(picture.x, picture.left, picture.right, picture.fails, strict=True)
        ends = [(*place(x, a), *place(x, c)) for x, a, c, fails in rows if fails]
        bars = (
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"/>' for x, y, u, v in ends
        )
        return f'<g class="fails">{"".join(bars)}</g>'
    shown = []
    for (x, a, c), (y, b, d) in failing(picture):
        corners = (place(x, a), place(y, b), place(y, d), place(x, c))
        shown.append(" ".join(f"{u:.1f},{v:.1f}" for u, v in corners))
    return "".join(f'<polygon class="fails" points="{points}"/>' for points in shown)


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
    if by_factors(values):
        return (
            lambda v: math.log(v / low) / math.log(high / low),
            lambda share: low * (high / low) ** share,
        )
    width = high - low or 1.0
    return lambda v: (v - low) / width, lambda share: low + share * width


def by_factors(values: Sequence[float]) -> bool:
    """Whether values are seen by factors: all positive, the largest far from the least."""
    return min(values) > 0 and max(values) > 20 * min(values)
