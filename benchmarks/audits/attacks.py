"""``python -m benchmarks.audits.attacks [SELECTOR ...]``: an attempt to break every repair.

Whatever the ledger offers in place of a printed statement that fails (a repair, what is true
instead, a note) is attacked on the sets it declares, with draws that the ledger's own search does
not make: magnitudes over thirty decades and right beside the ends of a set, equal values, sequences
with one spike, laws on three atoms with tiny masses; then uphill from the worst of each round. A
violation counts after exact evaluation alone. The run fails where one is found.
"""

import argparse
import contextlib
import math
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from dptheory.processes import in_processes
from verify.formula.expression import walk
from verify.judgement.exists import exhibited
from verify.language.claims import Claim
from verify.language.kinds import Box, Natural, Real
from verify.language.statement import Compare, Statement, Words
from verify.language.symbols import Symbol
from verify.language.vectors import Law, Matrix, Vector
from verify.language.vectors import Sequence as Numbers
from verify.ledger.selection import chosen
from verify.methods import words
from verify.methods.context import Context
from verify.methods.search import points
from verify.methods.search.worst import Found, climb, shown, size_of, visit

ROUNDS = 6
POINTS = 250  # drawn in a round
STEPS = 40  # uphill, half as many, again as long as they lead up
# Seconds for one statement, so that slow formulas do not hold up the others: no round begins
# after PATIENCE, and a computation that is still going on after LIMIT is given up.
PATIENCE, LIMIT = 12.0, 20.0
DECADES = 15


def _magnitude(rng: np.random.Generator) -> Fraction:
    return Fraction(10) ** int(rng.integers(-DECADES, DECADES + 1))


class WildReal(Real):
    """An interval, drawn right beside its ends and over thirty decades."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> Fraction:
        ends = [e for e in (self.low, self.high) if e is not None]
        way = rng.random()
        if way < 0.3 or (way < 0.5 and not ends):
            return super().draw(rng, point, box)
        value = _magnitude(rng) * int(rng.integers(1, 10)) * (-1, 1)[int(rng.integers(2))]
        if ends and way > 0.5:
            value = ends[int(rng.integers(len(ends)))] + value * Fraction(1, 10**DECADES)
        for candidate in (value, -value):
            if self.contains(candidate, point):
                return candidate
        return super().draw(rng, point, box)


class WildNatural(Natural):
    """Whole numbers, mostly the least ones."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> int:
        if rng.random() < 0.5:
            least = self.least + int(rng.integers(3))
            return least if self.most is None else min(least, self.most)
        return super().draw(rng, point, box)


class WildSequence(Numbers):
    """A sequence with one entry far from the others, or sorted downwards."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> Any:
        values = list(super().draw(rng, point, box))
        if values and rng.random() < 0.6:
            values[int(rng.integers(len(values)))] = wild(self.entry).draw(rng, point, None)
        return tuple(values) if rng.random() < 0.7 else tuple(sorted(values, reverse=True))


class WildVector(Vector):
    """A vector whose entries are of very different sizes."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> Any:
        values = super().draw(rng, point, box)
        return tuple(x * _magnitude(rng) if rng.random() < 0.4 else x for x in values)


class WildMatrix(Matrix):
    """A badly scaled matrix of the same shape (rows and columns scaled alike)."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> Any:
        rows = super().draw(rng, point, box)
        s = [Fraction(10) ** int(rng.integers(-4, 5)) for _ in rows]
        return tuple(tuple(s[i] * x * s[j] for j, x in enumerate(r)) for i, r in enumerate(rows))


class WildLaw(Law):
    """A law with mean zero on up to four atoms: two centred laws mixed, one of them rarely."""

    def draw(self, rng: np.random.Generator, point: Mapping[str, Any], box: Box | None) -> Any:
        often, seldom = (super(WildLaw, self).draw(rng, point, box) for _ in range(2))
        share = Fraction(1, 10 ** int(rng.integers(1, 10)))
        mixed = [((1 - share) * p, x) for p, x in often] + [(share * p, x) for p, x in seldom]
        return tuple(mixed)


WILD: tuple[tuple[type, type], ...] = (
    (Real, WildReal),
    (Natural, WildNatural),
    (Numbers, WildSequence),
    (Vector, WildVector),
    (Matrix, WildMatrix),
    (Law, WildLaw),
)


def wild(kind: Any) -> Any:
    """The same set with an adversary's draws; a kind of a paper's own stays as it is."""
    for plain, adversary in WILD:
        if type(kind) is plain:
            return adversary(**{f.name: getattr(kind, f.name) for f in fields(kind)})
    return kind


def unboxed(symbol: Symbol) -> Symbol:
    """A symbol that is drawn from all of its set, unless its size decides how long a sum is."""
    sized = isinstance(symbol.kind, Natural)
    return replace(symbol, kind=wild(symbol.kind), box=symbol.box if sized else None)


@dataclass(frozen=True)
class Attack:
    """What an attack on one statement saw.

    Attributes:
        claim, role: what was attacked. tried: instances compared.
        ratio: the largest left/right, None where the sides have none. worst: where.
        broken: an instance at which the statement is false, or "".
    """

    claim: str
    role: str
    tried: int
    ratio: float | None
    worst: str
    broken: str


class TooLong(ArithmeticError):
    """A computation was given up, like one without a result."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Give up what is still going on after some seconds, and whatever comes after it."""

    def give_up(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def attack(statement: Statement, seed: int) -> Found:
    """Rounds of draws in turn from the declared boxes and from an adversary's, then uphill."""
    free = replace(statement, symbols=tuple(map(unboxed, statement.symbols)))
    total, start = Found(), time.monotonic()
    for number in range(ROUNDS):
        if time.monotonic() - start > PATIENCE:
            break
        found, rng = Found(), np.random.Generator(np.random.Philox([seed, number]))
        with contextlib.suppress(TooLong):
            _round(free if number % 2 else statement, found, rng, start + PATIENCE)
        total.tried += found.tried
        total.witnesses += found.witnesses
        if found.score > total.score:
            total.score, total.worst = found.score, found.worst
        ratios = [r for r in (total.ratio, found.ratio) if r is not None and not math.isnan(r)]
        total.ratio = max(ratios, default=None)
    return total


def _round(statement: Statement, found: Found, rng: np.random.Generator, end: float) -> None:
    """Points of a statement, then uphill, until a time."""
    for point in islice(_mixed(statement, rng), POINTS):
        _look(statement, point, found)
        if found.witnesses or time.monotonic() > end:
            break
    while found.worst and not found.witnesses and time.monotonic() < end:
        before = found.score
        _climb(statement, found, rng)
        if found.score <= before:
            break


def _climb(statement: Statement, found: Found, rng: np.random.Generator) -> None:
    """Uphill, until a computation of the library gives up."""
    with contextlib.suppress(ArithmeticError, ValueError, LookupError):
        climb(statement, found, rng, STEPS)


def _look(statement: Statement, point: Mapping[str, Any], found: Found) -> None:
    """Visit a point; where a computation of the library gives up, nothing was compared."""
    try:
        visit(statement, point, found)
    except (ArithmeticError, ValueError, LookupError):
        found.unclear += 1


def _mixed(statement: Statement, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    """Points of the statement, every fourth with two symbols of one unit and kind made equal."""
    for point in points.draws(statement, rng):
        yield point
        if rng.random() < 0.25:
            twins = [
                (a.name, b.name)
                for i, a in enumerate(statement.symbols)
                for b in statement.symbols[:i]
                if a.scalar and a.unit == b.unit and type(a.kind) is type(b.kind)
            ]
            if twins:
                a, b = twins[int(rng.integers(len(twins)))]
                moved = points.adjust(statement, point | {a: point[b]})
                if moved is not None:
                    yield moved


def _enclosed(statement: Statement) -> bool:
    """Whether balls decide a statement: where they overlap, floating point says nothing."""
    a = statement.assertion
    sides = (a.left, a.right) if isinstance(a, Compare) else ()
    calls = [n.value for side in sides for n in walk(side) if n.op == "external"]
    return all(call.balls is not None for call in calls)


def _run(claim: Claim, role: str, statement: Statement, seed: int) -> Attack:
    if statement.exists:
        statement = exhibited(statement)
    if isinstance(statement.assertion, Compare):
        with limited(LIMIT):
            found = attack(statement, seed)
        clear = [w for w in found.witnesses if w.exact or not _enclosed(statement)]
        broken = shown(min(clear, key=lambda w: size_of(w.point)).point) if clear else ""
        return Attack(claim.id, role, found.tried, found.ratio, shown(found.worst), broken)
    if isinstance(statement.assertion, Words):
        free = replace(statement, symbols=tuple(map(unboxed, statement.symbols)))
        seen = words.examine(free, free.assertion, Context(seed=seed))
        broken = seen.text if seen.outcome.value == "fails" else ""
        return Attack(claim.id, role, 0, None, seen.text, broken)
    kind = type(statement.assertion).__name__.lower()
    return Attack(claim.id, role, 0, None, f"a {kind}: computed in full by the ledger", "")


def offered(claim: Claim) -> Iterator[tuple[str, Statement]]:
    """What a claim says is true: its repairs, what it says instead, its notes."""
    for name, draft in claim.repairs.items():
        yield f"repaired {name}", draft.build()
    for name, draft in claim.instead.items():
        yield f"instead {name}", draft.build()
    for place, draft in enumerate(claim.notes, 1):
        yield f"note {place}", draft.build()


def main(arguments: Sequence[str]) -> int:
    """Attack, print the table, and say 1 where something broke."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.audits.attacks", description=__doc__
    )
    parser.add_argument("selector", nargs="*", help="a slug, an id, or a prefix ending in '*'")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    entries = chosen(options.selector)
    ids = [e.claim.id for e in entries]
    print("| claim | statement | instances | largest left/right | at | |")
    print("|---|---|---|---|---|---|")
    attacked = broken = 0
    for found in in_processes(((_claim, (i, options.seed)) for i in ids), options.jobs):
        for a in found:
            ratio = "" if a.ratio is None else f"{a.ratio:.6g}"
            end = f"**broken**: {a.broken}" if a.broken else "stands"
            row = f"| `{a.claim}` | {a.role} | {a.tried or ''} | {ratio} | {a.worst} | {end} |"
            print(row, flush=True)
            attacked, broken = attacked + 1, broken + bool(a.broken)
    print(f"\n{attacked} statements attacked, {broken} broken.")
    return int(broken > 0)


def _claim(id: str, seed: int) -> list[Attack]:
    (entry,) = chosen([id])
    return [_run(entry.claim, role, says, seed) for role, says in offered(entry.claim)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
