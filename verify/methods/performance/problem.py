"""What a statement says of vectors and letters, at a setting of its other numbers."""

import contextlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate
from verify.formula.expression import Node, binary, free_names, lift, substitute
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, OneOf, Real, Symbol, Vector
from verify.methods.centred import centred
from verify.methods.context import Context
from verify.methods.performance.forms import Form, Forms, NotQuadratic, combined
from verify.methods.search import points

UNIT = binary("le", 0, 1)  # the condition by which a number may be left over
MOST_VECTORS = 24
MOST_CONDITIONS = 250
CORNERS = 6  # settings before those that are drawn
ATTEMPTS = 3000
PLAIN = sorted(
    {Fraction(p, q) for p in range(-1, 8) for q in (1, 2, 3, 4, 5, 8)}
    | {Fraction(p, q) for q in (7, 9, 12, 16) for p in range(1, q)}
)
NEAR = frozenset(PLAIN)
Setting = Mapping[str, Any]


@dataclass(frozen=True)
class Put:
    """A vector that is a combination of others, by an equation among the hypotheses.

    Attributes:
        name: the vector. tree: the combination. equation: between vectors.
        share: the vector less the combination, over the right side less the left one.
    """

    name: str
    tree: Node
    equation: Node
    share: Fraction


@dataclass(frozen=True)
class Problem:
    """A comparison of numbers that are quadratic in vectors and linear in letters.

    Attributes:
        statement: whose. vectors, letters: the unknowns. parameters: the other numbers.
        conditions: what is known of the unknowns. about: what is known of parameters alone.
        moved: the conditions, and last what is to be shown, with a point at the origin.
        origin: the vector that is 0 there, or "".
        put: the vectors that equations between vectors give, which are no unknowns.
    """

    statement: Statement
    vectors: tuple[str, ...]
    letters: tuple[str, ...]
    parameters: tuple[Symbol, ...]
    conditions: tuple[Node, ...]
    about: tuple[Node, ...]
    moved: tuple[Node, ...]
    origin: str
    put: tuple["Put", ...] = ()

    def forms(self, setting: Setting) -> tuple[Form, ...]:
        """The right sides less the left ones, of the conditions and of what is to be shown.

        Raises:
            Undefined, Undecided, TypeError: a coefficient has no rational value there.
        """
        expand = Forms(self.vectors, self.letters, lambda n: Fraction(evaluate(n, setting, EXACT)))
        return tuple(map(expand.between, self.moved))

    def over(self, expand: Forms) -> tuple[tuple[Form, ...], Form]:
        """The same of the statement as it stands, over another field: conditions, and the goal."""
        goal = expand.between(_condition(self.statement))
        return tuple(map(expand.between, self.conditions)), goal

    @property
    def free(self) -> Statement:
        """What is known of the parameters: a statement about them alone."""
        nothing = Compare("le", lift(0), lift(0))
        look = tuple(
            {s.name: v[s.name] for s in self.parameters if s.name in v} for v in self.statement.look
        )
        return replace(
            self.statement,
            symbols=self.parameters,
            assertion=nothing,
            where=self.about,
            functions=(),
            noises=(),
            look=tuple(v for v in look if v),
        )


def problem(statement: Statement) -> Problem | None:
    """The problem that a statement poses; None for one of another kind."""
    said = statement.assertion
    if not isinstance(said, Compare) or said.relation != "le" or statement.exists:
        return None
    vectors = tuple(s.name for s in statement.symbols if isinstance(s.kind, Vector))
    numbers = tuple(s for s in statement.symbols if s.name not in vectors)
    if not 0 < len(vectors) <= MOST_VECTORS or not all(s.scalar for s in numbers):
        return None
    every = (*statement.where, *(c for s in numbers for c in s.conditions()))
    letters = _letters(statement, vectors, every, numbers)
    if letters is None:
        return None
    unknown = {*vectors, *letters}
    fits = Forms(vectors, letters, _unit)
    conditions = tuple(
        c
        for c in every
        if free_names(c) & unknown and c.op in ("le", "lt", "eq") and _fits(fits, c)
    )
    if any(fits.between(c).get((), 0) for c in (*conditions, said.condition)):
        conditions = (*conditions, UNIT)
    about = tuple(c for c in statement.where if not free_names(c) & unknown)
    if len(conditions) > MOST_CONDITIONS:
        return None
    sizes = {s.kind.dimension for s in statement.symbols if isinstance(s.kind, Vector)}
    equations = tuple(c for c in statement.where if c.op == "eq")
    spoken = (*conditions, *equations, said.condition)
    spoken_of = frozenset[str]().union(*map(free_names, spoken))
    idle = sizes - spoken_of
    parameters = tuple(s for s in numbers if s.name not in letters and s.name not in idle)
    known = replace(statement, where=conditions)
    if puts := _puts(statement, fits):
        moved = (*conditions, said.condition)
        for put in puts:
            moved = tuple(substitute(c, {put.name: put.tree}) for c in moved)
        gone = {put.name for put in puts}
    else:
        there = centred(known)
        gone = {s.name for s in known.symbols} - {s.name for s in there.symbols}
        moved = (*there.where, _condition(there))
    return Problem(
        statement,
        tuple(v for v in vectors if v not in gone),
        letters,
        parameters,
        conditions,
        about,
        moved,
        "" if puts else min(gone, default=""),
        puts,
    )


def _puts(statement: Statement, forms: Forms) -> tuple[Put, ...]:
    """The vectors that equations give, none of which stands in another one's combination."""
    found: list[Put] = []
    for c in (c for c in statement.where if c.op == "eq"):
        known = {put.name for put in found}
        ways = zip((c.args, c.args[::-1]), (Fraction(-1), Fraction(1)), strict=True)
        for (one, tree), share in ways:
            if one.op != "symbol" or one.value not in forms.vectors - known:
                continue
            if free_names(tree) & (known | {one.value}):
                continue
            with contextlib.suppress(NotQuadratic):
                forms.vector(tree)
                found.append(Put(one.value, tree, c, share))
                break
        else:
            if not free_names(c) & known:
                found += _solved(c, forms)
    return tuple(found)


def _solved(equation: Node, forms: Forms) -> list[Put]:
    """A vector from an equation between combinations with numbers for factors; none from others."""
    left, right = equation.args
    try:
        vector = Forms(forms.vectors, (), _number).vector(right - left)
    except NotQuadratic:
        return []
    for name, factor in vector.items():
        if factor != 0:
            others = {n: -c / factor for n, c in vector.items() if n != name}
            return [Put(name, combined(others, lift), equation, 1 / factor)]
    return []


def _number(node: Node) -> Fraction:
    if free_names(node):
        raise NotQuadratic("a factor must be a number. Found a formula.")
    try:
        return Fraction(evaluate(node, {}, EXACT))
    except (Undefined, Undecided, TypeError) as error:
        raise NotQuadratic(f"a factor must be rational: {error}") from None


def _condition(statement: Statement) -> Node:
    """What a comparison says.

    Raises:
        TypeError: the statement is none.
    """
    if not isinstance(statement.assertion, Compare):
        raise TypeError(f"a bound must be a comparison. Found {statement.assertion!r}.")
    return statement.assertion.condition


def _unit(node: Node) -> Fraction:
    return Fraction(node != lift(0))


def _fits(forms: Forms, condition: Node) -> bool:
    try:
        forms.between(condition)
    except NotQuadratic:
        return False
    return True


def _letters(
    statement: Statement,
    vectors: tuple[str, ...],
    every: tuple[Node, ...],
    numbers: tuple[Symbol, ...],
) -> tuple[str, ...] | None:
    """The numbers that may be unknowns as they are linear; None where one must and is not."""
    goal = _condition(statement)
    sure = {p.value.name for f in statement.ranging for p in f.places}
    sure |= {m.letter.name for m in statement.noises}
    sure &= {s.name for s in numbers}
    if not _fits(Forms(vectors, sure, _unit), goal):
        return None
    found = tuple(s.name for s in numbers if s.name in sure)
    usable = [c for c in (*every, goal) if _fits(Forms(vectors, sure, _unit), c)]
    for s in numbers:
        if s.name in sure or isinstance(s.kind, Natural) or not s.scalar:
            continue
        more = Forms(vectors, (*found, s.name), _unit)
        if all(_fits(more, c) for c in usable):
            found = (*found, s.name)
    return found


def settings(found: Problem, context: Context) -> Iterator[dict[str, Any]]:
    """Settings of the parameters at which every coefficient is rational; one where there are none.

    Those that the author points at come first.
    """
    if not found.parameters:
        yield {}
        return
    rng = context.named(f"settings/{found.statement.outline}").rng()
    # What a solver sees loses digits where numbers are far apart.
    corners = (c for c in points.corners(found.free) if all(v in NEAR for v in c.values()))
    seen = set()
    for setting in itertools.chain(itertools.islice(corners, CORNERS), _plain(found, rng)):
        key = tuple(setting.items())
        with contextlib.suppress(Undefined, Undecided, TypeError, ValueError):
            if key not in seen and found.forms(setting):
                yield setting
        seen.add(key)


def borders(found: Problem, setting: Setting) -> Iterator[dict[str, Any]]:
    """Settings at which a hypothesis about the parameters is tight, with one of them moved.

    The parameter is one in which the sides are linear.
    """
    for condition in found.about:
        for s in found.parameters:
            if s.name not in free_names(condition) or not isinstance(s.kind, Real):
                continue
            with contextlib.suppress(Undefined, Undecided, TypeError, ZeroDivisionError):
                here, there = Fraction(setting[s.name]), Fraction(setting[s.name]) + 1
                low, high = (_gap(condition, {**setting, s.name: v}) for v in (here, there))
                moved = {**setting, s.name: here - low / (high - low)}
                tight = _gap(condition, moved) == 0 and points.inside(found.free, moved)
                if tight and found.forms(moved):
                    yield moved


def _gap(condition: Node, setting: Setting) -> Fraction:
    left, right = (Fraction(evaluate(side, setting, EXACT)) for side in condition.args)
    return right - left


def _plain(found: Problem, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    """Settings of plain numbers, drawn."""
    room = {}
    for s in found.parameters:
        values = s.kind.values if isinstance(s.kind, OneOf) else PLAIN
        whole = isinstance(s.kind, Natural)
        room[s.name] = [
            int(v) if whole else v
            for v in values
            if s.kind.contains(v, {}) and (not whole or v.denominator == 1)
        ]
    if not all(room.values()):
        return
    free = found.free
    for _ in range(ATTEMPTS):
        point = {name: of[int(rng.integers(len(of)))] for name, of in room.items()}
        if points.inside(free, point):
            yield point
