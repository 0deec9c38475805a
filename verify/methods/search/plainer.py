"""The plainest instance near a violation: what a reader takes in at a glance, and still refutes.

Sizes come first, then every number of the instance in turn, at the plainest value at which the
instance lies in the sets, meets the hypotheses and refutes: whole numbers, then halves, thirds, ...
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import Undefined, truth
from verify.language.kinds import Natural, OneOf, Real, size_of
from verify.language.laws import KnownLaw
from verify.language.statement import Compare, Statement
from verify.language.vectors import Law, Matrix
from verify.methods.search import points
from verify.methods.search.float_screen import glance

Point = Mapping[str, Any]
Find = Callable[[Statement, Point], dict[str, Any] | None]
Refutes = Callable[[Statement, Point], bool]
Path = tuple[int, ...]  # places in nested tuples, from the outside in
MOST_TRIALS = 3000  # of one instance
ODD = (4.0,)  # digits of a number that a reader has to look at twice
MOST_ENTRIES = 24  # of a tuple that are made plainer one by one
MASSES = tuple(Fraction(1, k) for k in (2, 3, 4, 5, 10))  # of the first of two atoms
FAR = tuple(map(Fraction, ("1", "2", "3", "1/2", "1/10", "10")))  # its place
PLAIN = tuple(
    [Fraction(k) for k in (*range(1, 10), *range(-9, 1), 10, 20, 50, 100, 1000, 10**6)]
    + [Fraction(k, d) for d in (2, 3, 4, 5) for k in range(1, 2 * d) if math.gcd(k, d) == 1]
    + [Fraction(k, 10**n) for n in (1, 2, 3, 6) for k in (1, 10**n - 1)]
)


def plainer(statement: Statement, point: Point, refutes: Refutes) -> dict[str, Any]:
    """The instance with plainer numbers, where these refute too; else as it is.

    Args:
        refutes: whether an instance of the statement does.
    """
    return _Shrinking(statement, refutes, dict(point)).done()


def false_at(statement: Statement, point: Point) -> bool:
    """Whether a comparison is false at an instance."""
    a = statement.assertion
    if not isinstance(a, Compare) or glance(a.condition, point) is True:
        return False
    return not truth(a.condition, point)


def valueless_at(statement: Statement, point: Point) -> bool:
    """Whether a side of a comparison has no value at an instance."""
    a = statement.assertion
    try:
        if isinstance(a, Compare):
            truth(a.condition, point)
    except Undefined:
        return True
    return False


@dataclass
class _Shrinking:
    """An instance on its way.

    Attributes:
        refutes: whether one does. best: the plainest one so far. trials: how many were looked at.
    """

    statement: Statement
    refutes: Refutes
    best: dict[str, Any]
    trials: int = 0

    def done(self) -> dict[str, Any]:
        before = None
        while before != self.best:
            before = self.best
            self._sizes()
            for symbol in self.statement.symbols:
                self._whole(symbol.name)
                self._entries(symbol.name)
            if before == self.best:
                self._pairs()
        return self.best

    def _sizes(self) -> None:
        """The smallest dimensions and lengths, of whatever has them."""
        sizes = {size_of(s.kind) for s in self.statement.symbols}
        for name in (s.name for s in self.statement.symbols if s.name in sizes):
            kind = self.statement.by_name[name].kind
            if isinstance(kind, Natural):
                smaller = range(kind.least, min(self.best[name], kind.least + MOST_ENTRIES))
                any(self._take(_cut(self.statement, self.best, name, size)) for size in smaller)

    def _whole(self, name: str) -> None:
        """A vector, law or listed value at once, among the first that its kind tries."""
        kind, value = self.statement.by_name[name].kind, self.best[name]
        if isinstance(value, tuple) or isinstance(kind, OneOf):
            firsts = [*kind.corners(self.best)]
            if isinstance(kind, Law):
                firsts += _pairs_of_atoms(len(value[0][1]))
            firsts = [v for v in firsts if _weight(v) < _weight(value)]
            any(self._take(self.best | {name: v}) for v in sorted(firsts, key=_weight))

    def _entries(self, name: str) -> None:
        """Every number of a value, equal ones together, then one by one; zeros of a tuple stay."""
        natural = isinstance(self.statement.by_name[name].kind, Natural)
        equal: dict[tuple[type, Fraction | int], list[Path]] = {}
        for path, number in _numbers(self.best[name]):
            if number or not path:
                equal.setdefault((type(number), number), []).append(path)
        groups = list(equal.items())
        groups += [(n, [path]) for n, group in equal.items() if len(group) > 1 for path in group]
        for (kind, number), group in groups[:MOST_ENTRIES]:
            whole = natural or (bool(group[0]) and kind is int)
            any(
                self._take(
                    self.best
                    | {name: functools.reduce(lambda v, p: _put(v, p, new), group, self.best[name])}
                )
                for new in _below(number, whole=whole)
            )

    def _pairs(self) -> None:
        """Two numbers at once, where one is odd: a hypothesis or the violation may tie them."""
        names = [s.name for s in self.statement.symbols if isinstance(s.kind, Real)]
        for odd, other in itertools.permutations(names, 2):
            value = self.best[odd]  # perhaps a root, which has no denominator
            if isinstance(value, Fraction | int) and _rank(value) > ODD:
                pairs = itertools.product(PLAIN[:2], PLAIN)
                any(self._take(self.best | {other: b, odd: a}) for b, a in pairs)

    def _take(self, trial: Point) -> bool:
        """Whether a trial refutes, as it is or with what equations say of it; then it is best."""
        for find in (_as_it_is, points.adjust):
            if self.trials >= MOST_TRIALS:
                return False
            self.trials += 1
            found = self._refuting(find, trial)
            if found is not None:
                self.best = found
                return True
        return False

    def _refuting(self, find: Find, trial: Point) -> dict[str, Any] | None:
        """The instance that a trial leads to, where there is a plainer one and it refutes."""
        try:
            found = find(self.statement, trial)
            if found is None or _weight(found) >= _weight(self.best):
                return None
            return found if self.refutes(self.statement, found) else None
        except (ArithmeticError, ValueError, TypeError, LookupError):
            return None  # a trial may lie where a computation has no value


def _as_it_is(statement: Statement, point: Point) -> dict[str, Any] | None:
    return dict(point) if points.inside(statement, point) else None


def _cut(statement: Statement, point: Point, name: str, size: int) -> dict[str, Any]:
    """The instance with a smaller size, and the first entries of whatever has it."""
    found = {**point, name: size}
    for symbol in statement.symbols:
        kind, value = symbol.kind, point[symbol.name]
        if isinstance(kind, KnownLaw):
            found[symbol.name] = kind.at(found)
        elif size_of(kind) == name and isinstance(kind, Law):
            found[symbol.name] = tuple((mass, place[:size]) for mass, place in value)
        elif size_of(kind) == name:
            rows = value[:size]
            found[symbol.name] = tuple(r[:size] for r in rows) if isinstance(kind, Matrix) else rows
    return found


def _pairs_of_atoms(size: int) -> Iterator[Any]:
    """Laws on two atoms of an axis with mean zero."""
    for axis, mass, far in itertools.product(range(size), MASSES, FAR):
        places = (far, -far * mass / (1 - mass))
        atoms = [tuple(x * int(k == axis) for k in range(size)) for x in places]
        yield tuple(zip((mass, 1 - mass), atoms, strict=True))


def _weight(value: Any) -> tuple[float, int, int, int]:
    """How far a value or an instance is from plain: digits first, then the size of fractions."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    ranks = [_rank(number) for _, number in _numbers(value)]
    return tuple(map(sum, zip(*ranks, strict=True))) if ranks else (0.0, 0, 0, 0)  # type: ignore[return-value]


def _rank(number: Fraction | int) -> tuple[float, int, int, int]:
    return (points.complexity(number), number.denominator, abs(number.numerator), int(number < 0))


def _numbers(value: Any, path: Path = ()) -> Iterator[tuple[Path, Fraction | int]]:
    """The numbers in nested tuples, with their places; those of a tuple without its zeros."""
    if isinstance(value, tuple):
        for place, entry in enumerate(value):
            yield from _numbers(entry, (*path, place))
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield path, value


def _put(value: Any, path: Path, new: Any) -> Any:
    """A value with another number in a place."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    return (*value[:first], _put(value[first], rest, new), *value[first + 1 :])


def _below(number: Fraction | int, *, whole: bool) -> Iterator[Any]:
    """Plainer numbers, the plainest first; those around it among them."""
    near = [Fraction(f(number * d), d) for d in range(1, 21) for f in (math.floor, math.ceil)]
    near += [Fraction(number).limit_denominator(10**n) for n in (2, 3, 4)]
    if number:
        unit = Fraction(10) ** math.floor(math.log10(abs(number)))
        near += [f(number / u) * u for u in (unit, unit / 10) for f in (math.floor, math.ceil)]
        near += [10 * unit]
    for candidate in sorted({*PLAIN, *near}, key=_rank):
        if _rank(candidate) >= _rank(number):
            return
        if candidate.denominator == 1 and whole:
            yield int(candidate)
        elif not whole:
            yield candidate
