"""Which mutants of a statement are false: a point says so, wherever it comes from.

Points are drawn once for all mutants. Those that refute one are stored and looked at first the next
time; so is which mutants no point refuted, which holds as long as the mutants are the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from typing import Any

from verify.formula.evaluate import Neighbours, truth
from verify.formula.expression import Node, digest
from verify.judgement.mutants import Mutant
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.search import points
from verify.methods.search.float_screen import glance
from verify.methods.search.known import read, written
from verify.methods.search.worst import search

Point = Mapping[str, Any]
POINTS = (15, 25, 400)
LOOKED_AT = 6


class Refuting:
    """The points that are known to refute mutants of a comparison, and how more are found."""

    def __init__(self, statement: Statement, every: Sequence[Mutant], context: Context) -> None:
        """What is stored of the statement, if its mutants are what they were."""
        if not isinstance(statement.assertion, Compare):
            raise TypeError("points refute mutants of a comparison. Found another assertion.")
        self._statement, self._context = statement, context
        self._condition = statement.assertion.condition
        self._names = digest(tuple(mutant.name for mutant in every))[:8]
        entry = context.kept.entry(statement.hash).get("mutants")
        stored = entry if isinstance(entry, dict) and entry.get("names") == self._names else {}
        told = _read(stored.get("points"))
        self._seen = [Neighbours(self._condition, p) for p in told if _fits(statement, p)]
        self._found = stored.get("found")
        self._fallen: dict[str, Point] = {}
        unclear = stored.get("unclear")
        self._unclear = unclear if isinstance(unclear, list) else []
        self._left: list[int] = []

    def refutes(self, place: int, mutant: Mutant) -> bool:
        """Whether the mutant in this place among all of them is false somewhere."""
        false = place not in self._unclear and self._refuted(place, mutant)
        if not false:
            self._left.append(place)
        return false

    def fell(self, place: int, mutant: Mutant) -> bool:
        """Whether a mutant is false where it was once found to be."""
        entry = self._found.get(str(place)) if isinstance(self._found, dict) else None
        (point,) = _read([entry]) or (None,)
        a = mutant.statement.assertion
        if point is None or not isinstance(a, Compare) or not _fits(mutant.statement, point):
            return False
        false = _false_at(a.condition, point)
        if false:
            self.falls(place, point)
        return false

    def falls(self, place: int, point: Point) -> None:
        """The mutant in this place is false at a point that is not one of the others."""
        self._fallen[str(place)] = point

    def keep(self) -> None:
        """Store what refuted mutants, and which ones nothing did."""
        told: dict[str, Any] = {"names": self._names, "unclear": self._left}
        try:
            told["points"] = [written(place.point) for place in self._seen]
            told["found"] = {name: written(point) for name, point in self._fallen.items()}
        except ValueError:
            return
        self._context.kept.keep(self._statement.hash, {"mutants": told})

    def _refuted(self, place: int, mutant: Mutant) -> bool:
        if mutant.dropped:
            return self.fell(place, mutant) or self._has_more_points(place, mutant)
        a = mutant.statement.assertion
        if not isinstance(a, Compare):
            return False
        condition = a.condition
        if any(_false_at(condition, p) for p in self._seen if glance(condition, p) is not True):
            return True
        for point in _suspicious(condition, self._drawn):
            if _false_at(condition, point):
                self._seen.append(point)
                return True
        return False

    def _has_more_points(self, place: int, mutant: Mutant) -> bool:
        """Whether one without a hypothesis is false at a point of its own."""
        budget, anew = (20, 40, 300), replace(self._context, known=None)
        try:
            found = search(mutant.statement, anew, budget=budget, corners=60, any_one=True)
        except (ArithmeticError, ValueError, TypeError, LookupError):
            return False
        for witness in found.witnesses:
            self.falls(place, witness.point)
        return bool(found.witnesses)

    @cached_property
    def _drawn(self) -> list[Neighbours]:
        """Points of the statement, read once for all of its mutants."""
        count = self._context.pick(*POINTS)
        corners = points.corner_sample(self._statement)
        drawn = points.sample(self._statement, self._context)
        every = chain(islice(corners, count), islice(drawn, count))
        return [Neighbours(self._condition, p) for p in every]


def _read(stored: Any) -> list[Point]:
    """Stored points; none where they are of another form."""
    try:
        return [read(entry) for entry in stored] if isinstance(stored, list) else []
    except ValueError:
        return []


def _fits(statement: Statement, point: Point) -> bool:
    """Whether a stored point lies in the sets and meets the hypotheses."""
    try:
        names = {s.name for s in statement.symbols}
        fits = point.keys() == names and points.moderate(statement, point)
        return fits and points.inside(statement, point)
    except (ArithmeticError, ValueError, TypeError, LookupError):
        return False


def _false_at(condition: Node, point: Neighbours | Point) -> bool:
    try:
        return not truth(condition, point)
    except (ArithmeticError, ValueError, TypeError, LookupError):
        # A changed argument may lie outside the range of a computation of the library.
        return False


def _suspicious(condition: Node, visited: Sequence[Neighbours]) -> Iterator[Neighbours]:
    """The points at which floating point sees a violation or cannot see, the former first."""
    clear, unclear = 0, []
    for point in visited:
        seen = glance(condition, point)
        if seen is False and clear < LOOKED_AT:
            clear += 1
            yield point
        elif seen is None:
            unclear.append(point)
    # What is left is close: a few looks, in case of equality.
    yield from unclear[:LOOKED_AT]
