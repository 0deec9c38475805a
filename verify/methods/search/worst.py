"""Search for the worst instance: corners, random points, a grid, other units, then uphill.

A violation counts only once it has been evaluated again in rational arithmetic, or in balls at a
rational point; where a side is computed in floating point alone the finding says ``numeric``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

import numpy as np
from flint import arb

from verify.display.digits import ENTRIES, FEW, LONGEST, READ_AT_ONCE, decimal, exactly, listed
from verify.formula.evaluate import (
    BALLS,
    EXACT,
    PRECISIONS,
    Undecided,
    Undefined,
    evaluate,
    floating,
    in_floats,
    truth,
    value_at,
)
from verify.formula.expression import Node, digest, walk
from verify.formula.linear import flat
from verify.language.kinds import Real
from verify.language.statement import Compare, Statement
from verify.language.vectors import MOST_ATOMS, Law
from verify.methods.context import Context
from verify.methods.dimension import rescaled, rescalings
from verify.methods.search import arrays, large_instances, points, tight
from verify.methods.search.contact import contacts_of
from verify.methods.search.float_screen import glance
from verify.methods.search.plainer import false_at, plainer

NUMERIC_MARGIN = 1e-6
MEETING = 1e-60  # sides that balls show to be as close as this count as equal for a search
GRID = 40_000
DRAWN = (100, 250, 5000)  # random points, by mode
KEPT = 24
AT_SETTINGS = 300  # attempts at drawing what a setting leaves free
MEET = 1e-9  # a relative gap at which sides all but meet
POWERS = range(1, 10)  # of 1/10, steps away from there
CONTACTS = 4  # points whose contacts are sought
SUSPECTS = 2  # far points that are computed exactly, which takes long
TIGHT = (40, 100, 1000)  # plain points that are moved to the border of the hypotheses, by mode
LARGE = 10**4  # a denominator that nobody reads
CLEARLY = 1.5  # left/right of a violation that nobody takes for rounding
ROUGH = 4  # digits of a number at a point that decides nothing
ONLY = "the only instance"
KEPT_RATIO = 0.99  # of left/right at a setting, where other values are made plain
ORDINARY = 8  # drawn points that are computed exactly, in several units


@dataclass(frozen=True)
class Witness:
    """A point at which the assertion is false.

    Attributes:
        point: every symbol's value. left, right: the sides there.
        exact: evaluated in rationals or balls, not in floating point.
    """

    point: Mapping[str, Any]
    left: Any
    right: Any
    exact: bool

    @property
    def ratio(self) -> float | None:
        """Left/right, where the right side is a positive number."""
        try:
            return float(self.left) / float(self.right) if float(self.right) > 0 else None
        except (TypeError, OverflowError):
            return None

    def meets(self, setting: Mapping[str, Any]) -> bool:
        """Whether the point has the values of a setting, as far as it gives any to its symbols."""
        named = {n: v for n, v in setting.items() if n in self.point}
        return bool(named) and all(self.point[n] == v for n, v in named.items())

    def agrees(self, other: "Witness") -> bool:
        """Whether a witness is the same, to the types of its numbers."""
        types = [(type(w.left), type(w.right)) for w in (self, other)]
        return self == other and types[0] == types[1]


@dataclass
class Found:
    """What one search saw.

    Attributes:
        witnesses: violations, in the order found.
        undefined: points of the sets at which a side has no value.
        tried: points at which the sides were compared. unclear: points at which they could not be.
        ratio, highest: the largest left/right (of inequalities), and where.
        worst: where the sides are nearest to a violation. first: the first point of all.
        finest: how finely a grid covered the boxes, and how far sizes went, or "".
        active: the sets of hypotheses that held with equality at some point, where it was asked.
    """

    witnesses: list[Witness] = field(default_factory=list)
    undefined: list[Mapping[str, Any]] = field(default_factory=list)
    tried: int = 0
    unclear: int = 0
    ratio: float | None = None
    worst: Mapping[str, Any] = field(default_factory=dict)
    highest: Mapping[str, Any] | None = None
    first: Mapping[str, Any] | None = None
    score: float = -np.inf
    finest: str = ""
    active: set[frozenset[int]] = field(default_factory=set)

    @property
    def instance(self) -> Mapping[str, Any]:
        """The point to show beside the ratio; without a ratio the worst one."""
        return self.worst if self.highest is None else self.highest

    @property
    def plainest(self) -> Witness:
        """The witness that a reader takes in most easily, exact ones first."""
        return min(self.witnesses, key=lambda w: (not w.exact, size_of(w.point)))


def worst_of(witnesses: Iterable[Witness]) -> list[Witness]:
    """The witness with the largest left/right, if one has a ratio."""
    return sorted((w for w in witnesses if w.ratio), key=lambda w: -(w.ratio or 0))[:1]


def size_of(point: Mapping[str, Any]) -> float:
    """How plain a point is; less is plainer."""
    return sum(map(points.complexity, point.values()))


def search(
    statement: Statement,
    context: Context,
    first: Sequence[Mapping[str, Any]] = (),
    budget: tuple[int, int, int] = DRAWN,
    corners: int = points.MOST_CORNERS,
    *,
    any_one: bool = False,
) -> Found:
    """Look for violations of a comparison, first at those that are known.

    Args:
        first: values of some symbols (the paper's settings) to try first, the others drawn.
        budget: random points in the three modes. corners: corner points at most.
        any_one: end at the first violation, as it is: no plainer one is looked for.
    """
    if context.known is None:
        return _anew(statement, context, first, budget, corners, any_one)
    settings = [tuple(fixed.items()) for fixed in (*first, *statement.look)]
    key = f"{statement.hash}.{digest((settings, budget, corners, any_one))[:8]}"
    hints = context.known.points(key)
    found = again(statement, hints)
    if not hints or len(found.witnesses) < len(hints):
        found = _anew(statement, context, first, budget, corners, any_one)
    telling = _telling(statement, found, first)
    same = again(statement, [w.point for w in telling]).witnesses
    if telling and len(same) == len(telling) and all(map(Witness.agrees, same, telling)):
        context.known.keep(key, [w.point for w in telling])
    return found


def again(
    statement: Statement, known: Iterable[Mapping[str, Any]], *, proved: bool = False
) -> Found:
    """What is seen at points that were seen before: each must lie in the sets first.

    Args:
        proved: the statement is, so that floating point is enough where it is clear.
    """
    found, look = Found(), visit if proved else _visit
    names = {s.name for s in statement.symbols}
    for point in known:
        try:
            fits = point.keys() == names and points.moderate(statement, point)
            if fits and points.inside(statement, point):
                look(statement, point, found)
        except (ArithmeticError, ValueError, TypeError, LookupError):
            # It was written for another statement: the search looks for itself.
            return Found()
    return found


def _telling(
    statement: Statement, found: Found, first: Sequence[Mapping[str, Any]]
) -> list[Witness]:
    """The witnesses of findings, in the order found: one a setting, first, plainest, worst."""
    if not found.witnesses:
        return []
    plain = found.plainest
    exact = [w for w in found.witnesses if w.exact == plain.exact]
    shown = [found.witnesses[0], plain, *worst_of(exact)]
    for fixed in (*first, *statement.look):
        shown += islice((w for w in exact if w.meets(fixed)), 1)
    distinct = {id(w): w for w in found.witnesses}
    return [w for w in distinct.values() if any(w is other for other in shown)]


def _anew(
    statement: Statement,
    context: Context,
    first: Sequence[Mapping[str, Any]],
    budget: tuple[int, int, int],
    corners: int,
    any_one: bool,
) -> Found:
    found = Found()
    rng = context.named(f"search/{statement.outline}").rng()
    tries, deep = context.pick(*budget), budget == DRAWN
    drawn = points.sample(statement, context)
    ways = (
        (_visit, _ordinary(statement, rng, first, corners, islice(drawn, ORDINARY))),
        (visit, islice(drawn, tries)),
        (_visit, _at_the_border(statement, context, found, deep)),
    )
    for look, candidates in ways:
        for point in candidates:
            look(statement, point, found)
            if deep and (active := tight.active(statement, point)) is not None:
                found.active.add(active)
            if found.witnesses and any_one:
                return found
            if len(found.witnesses) >= KEPT or len(found.undefined) >= KEPT:
                break
    _visit_grid(statement, found)
    if found.worst and not found.witnesses:
        climb(statement, found, rng, tries)
    if any_one:
        return found
    if deep and not found.witnesses:
        _look_at_contacts(statement, found)
        _look_around(statement, found)
        _look_far(statement, context, found)
    return found


def _at_the_border(
    statement: Statement, context: Context, found: Found, deep: bool
) -> Iterator[dict[str, Any]]:
    """Points with hypotheses tight: where nothing else was found, or nothing was refuted."""
    if statement.where and not found.witnesses and (deep or not found.tried):
        rng = context.named(f"tight/{statement.outline}").rng()
        yield from tight.look(statement, rng, context.pick(*TIGHT))


def _ordinary(
    statement: Statement,
    rng: np.random.Generator,
    first: Iterable[Mapping[str, Any]],
    corners: int,
    drawn: Iterable[dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    """Points to compute exactly: at the paper's settings, corners, in other units.

    Of a setting those come first that the statement's author points at.
    """
    for fixed in first:
        for pointed in statement.look:
            if all(pointed.get(n) == v for n, v in fixed.items()):
                yield from islice(points.draws(statement, rng, pointed, most=AT_SETTINGS), 1)
        yield from islice(points.draws(statement, rng, fixed, most=AT_SETTINGS), 12)
    yield from points.corner_sample(statement, corners)
    scales = rescalings(statement.by_name)
    for point in drawn:
        yield point
        for base, factor in scales:
            moved = _in_other_units(statement, point, base, factor)
            if moved is not None:
                yield moved


def _in_other_units(
    statement: Statement, point: Mapping[str, Any], base: str, factor: Fraction
) -> dict[str, Any] | None:
    """The same instance in other units, if it lies in the sets and meets the hypotheses."""
    try:
        moved = rescaled(point, statement.by_name, base, factor)
    except TypeError:
        return None
    return moved if points.inside(statement, moved) else None


def _visit(statement: Statement, point: Mapping[str, Any], found: Found) -> None:
    try:
        good, left, right = _answer(statement, point)
    except Undefined:
        found.undefined.append(point)
        return
    except Undecided:
        _visit_numeric(statement, point, found)
        return
    found.tried += 1
    if not good:
        found.witnesses.append(Witness(point, left, right, True))
    _score(point, left, right, found)


def _answer(statement: Statement, point: Mapping[str, Any]) -> tuple[bool, Any, Any]:
    """Whether the assertion holds at a point, and its sides there."""
    a = _compared(statement)
    if a.relation != "loewner" and "tuple" not in (a.left.op, a.right.op):
        try:
            left, right = (evaluate(s, point, EXACT) for s in (a.left, a.right))
            if not isinstance(left, tuple) and not isinstance(right, tuple):
                return EXACT.compare(a.relation, left, right), left, right
        except Undecided:
            pass
    good = truth(a.condition, point)
    return good, *sides(statement, point)


def _visit_numeric(statement: Statement, point: Mapping[str, Any], found: Found) -> None:
    """A point at which only floating point can say anything: a clear violation counts."""
    if not has_external(statement):
        if _meet(statement, point):
            found.tried += 1
        else:
            found.unclear += 1
        return
    try:
        left, right = (float(s) for s in sides(statement, point))
    except (Undefined, Undecided, TypeError, OverflowError):
        found.unclear += 1
        return
    found.tried += 1
    room = NUMERIC_MARGIN * max(abs(left), abs(right))
    relation = _compared(statement).relation
    broken = abs(left - right) > room if relation == "eq" else left > right + room
    if broken:
        found.witnesses.append(Witness(point, left, right, False))
    _score(point, left, right, found)


def _meet(statement: Statement, point: Mapping[str, Any]) -> bool:
    """Whether two sides that may be equal agree to many digits (of = and <=, not of <)."""
    a = _compared(statement)
    if a.relation not in ("eq", "le"):
        return False
    from flint import ctx

    with ctx.workprec(PRECISIONS[-1]):
        try:
            gap = evaluate(Node("sub", (a.left, a.right)), point, BALLS)
            size = evaluate(a.right, point, BALLS)
        except (ArithmeticError, TypeError):
            return False
        pairs = zip(flat(gap), flat(size), strict=True)
        return all(bool(abs(g) <= MEETING * (1 + abs(s))) for g, s in pairs)


def has_external(statement: Statement) -> bool:
    """Whether a side is computed by the library in floating point."""
    a = _compared(statement)
    return any(n.op == "external" for side in (a.left, a.right) for n in walk(side))


def _compared(statement: Statement) -> Compare:
    if not isinstance(statement.assertion, Compare):
        raise TypeError("a search needs two sides to compare. Found another assertion.")
    return statement.assertion


def sides(statement: Statement, point: Mapping[str, Any]) -> tuple[Any, Any]:
    """Both sides at a point: Fractions where they are rational, else floats.

    Of an enclosure of an inequality's side that is wider than a float's digits it is the end that
    decides, and is attained at least: the lower one of the left side, the upper one of the right.
    """
    a = _compared(statement)
    ends = (arb.lower, arb.upper) if a.relation in ("le", "lt") else (arb.mid, arb.mid)
    left, right = (value_at(s, point, end) for s, end in zip((a.left, a.right), ends, strict=True))
    return left, right


def _score(point: Mapping[str, Any], left: Any, right: Any, found: Found) -> None:
    """Keep the worst point: by left/right where both have one sign, and by the relative gap."""
    found.first = point if found.first is None else found.first
    if isinstance(left, tuple) or isinstance(right, tuple):
        return
    try:
        low, high = float(left), float(right)
    except OverflowError:
        return
    size = abs(low) + abs(high)
    score = (low - high) / size if size > 0 else 0.0
    if score > found.score:
        found.score, found.worst = score, point
    if high > 0:
        ratio = low / high
        if found.ratio is None or ratio > found.ratio:
            found.ratio, found.highest = ratio, point


def _visit_grid(statement: Statement, found: Found) -> None:
    """A grid over the boxes in floating point; what looks like a violation is visited exactly."""
    cells = points.grid(statement, GRID)
    if cells is None or has_external(statement):
        return
    columns, side = cells
    a = _compared(statement)
    try:
        good = np.ones(len(next(iter(columns.values()))), dtype=bool)
        for condition in statement.where:
            good &= arrays.holds(condition, columns)
        left, right = arrays.values(a.left, columns), arrays.values(a.right, columns)
    except arrays.NotScalar:
        return
    left, right = np.broadcast_arrays(left, right)
    left, right = (np.broadcast_to(x, good.shape) for x in (left, right))
    gap = np.abs(left - right) if a.relation == "eq" else left - right
    with np.errstate(all="ignore"):
        relative = gap / (np.abs(left) + np.abs(right) + 1e-300)
    undefined = good & np.isnan(gap)
    ranked = np.where(good & ~np.isnan(relative), relative, -np.inf)
    found.tried += int(good.sum())
    found.finest = f"every cell of a grid with {side} cells a side"
    best = np.argsort(ranked)[::-1][:KEPT]
    for place in [*best, *np.flatnonzero(undefined)[:4]]:
        if ranked[place] == -np.inf and not undefined[place]:
            continue
        point = {s.name: s.kind.nearby(float(columns[s.name][place])) for s in statement.symbols}
        if points.inside(statement, point):
            _visit(statement, point, found)


def _look_at_contacts(statement: Statement, found: Found) -> None:
    """Points at which the sides are equal, next to the worst one and at plain values."""
    bases = filter(None, chain([found.worst], points.corner_sample(statement)))
    contacts = chain.from_iterable(contacts_of(statement, b) for b in islice(bases, CONTACTS))
    for contact in islice(contacts, 1):
        found.tried += 1
        found.witnesses.append(Witness(contact.point, contact.value, contact.value, True))


def _look_around(statement: Statement, found: Found) -> None:
    """Points that come near, one power of 10 after another, to where the sides all but meet.

    A violation there may be far smaller than the steps of the search.
    """
    if found.score < -MEET or _compared(statement).relation == "eq" or has_external(statement):
        return
    for symbol in statement.symbols:
        if not isinstance(symbol.kind, Real):
            continue
        value = found.worst[symbol.name]
        for power, sign in product(POWERS, (1, -1)):
            step = sign * (abs(value) or 1) * Fraction(1, 10**power)
            near = points.adjust(statement, {**found.worst, symbol.name: value + step})
            if near is not None:
                visit(statement, near, found)
            if found.witnesses:
                return


def _look_far(statement: Statement, context: Context, found: Found) -> None:
    """Sizes far beyond the others, for a statement that nothing but this search speaks for."""
    starts = filter(None, chain([found.worst], points.sample(statement, context)))
    seen = large_instances.look(statement, starts)
    found.tried += seen.tried
    for point in seen.suspects[:SUSPECTS]:
        _visit(statement, point, found)
    laws = [s.kind for s in statement.symbols if isinstance(s.kind, Law)]
    ranges = [found.finest, seen.words, f"laws of {MOST_ATOMS} atoms" * bool(laws)]
    found.finest = ", ".join(filter(None, ranges))


def climb(statement: Statement, found: Found, rng: np.random.Generator, tries: int) -> None:
    """Uphill from the worst point, with steps that shrink."""
    step = 0.5
    for _ in range(tries // 2):
        before, start = found.score, dict(found.worst)
        point = next(points.neighbours(statement, start, rng, step))
        visit(statement, point, found)
        if found.witnesses:
            return
        step = min(step * 1.3, 4.0) if found.score > before else max(step * 0.96, 1e-5)


def visit(statement: Statement, point: Mapping[str, Any], found: Found) -> None:
    """Visit in floating point first: an exact visit only where the sides come close."""
    a, place = _compared(statement), floating(point)
    if glance(a.condition, place) is not True:
        _visit(statement, point, found)
        return
    found.tried += 1
    left, right = in_floats((a.left, a.right), place)
    _score(point, left, right, found)


def made_plain(
    statement: Statement, witness: Witness, settings: Sequence[Mapping[str, Any]] = ()
) -> Witness:
    """The witness at a plainer instance, where there is one.

    Args:
        settings: values of some symbols, which stay where the witness has them; and with them
            left/right. Elsewhere one that is clearly too large stays so.
    """
    if not witness.exact:
        return witness
    fixed = {n: v for setting in settings if witness.meets(setting) for n, v in setting.items()}
    least = None
    if witness.ratio and (fixed or witness.ratio > CLEARLY):
        least = KEPT_RATIO * witness.ratio if fixed else CLEARLY

    def refutes(statement: Statement, point: Mapping[str, Any]) -> bool:
        if not false_at(statement, point):
            return False
        ratio = Witness(point, *sides(statement, point), True).ratio if least else None
        return least is None or (ratio is not None and ratio >= least)

    point = plainer(statement.at(fixed), witness.point, refutes)
    return witness if point == witness.point else Witness(point, *sides(statement, point), True)


def number(value: Any, digits: int = FEW) -> str:
    """A number for a reader: short rationals as they are, others with so many digits.

    One of which they are exact has these where its denominator is large.
    """
    if isinstance(value, Fraction | int):
        most = LONGEST if digits == FEW else READ_AT_ONCE
        text = decimal(value, digits) if value.denominator > LARGE else ""
        exact = text and Fraction(text) == value
        return text if exact else exactly(value, most) or decimal(value, digits)
    if isinstance(value, tuple):
        return listed([number(v, digits) for v in value[:ENTRIES]], len(value))
    return decimal(value, digits) if isinstance(value, float) else str(value)


def shown(point: Mapping[str, Any]) -> str:
    """A point for a reader."""
    return ", ".join(f"{n} = {number(v)}" for n, v in point.items()) or ONLY


def roughly(point: Mapping[str, Any]) -> str:
    """A point that decides nothing: few digits of numbers that are not short."""
    return ", ".join(f"{n} = {number(v, ROUGH)}" for n, v in point.items()) or ONLY
