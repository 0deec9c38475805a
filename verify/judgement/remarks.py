"""What a statement says too little of: tautologies, symbols without influence, unequal units."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from verify.display.latex.symbols import letters
from verify.display.sentences import listed
from verify.formula.evaluate import value_at
from verify.formula.expression import Node, free_names, substitute, walk
from verify.language.statement import Compare, Goal, Statement, names_of
from verify.language.symbols import Symbol
from verify.methods import dimension
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.reduce import Reduce
from verify.methods.search import points

LOOKS = 3  # points at which a symbol is changed, and values that it takes there


def of_statement(statement: Statement) -> tuple[str, ...]:
    """The remarks that the ledger prints beside a statement."""
    found = []
    if statement.tautology:
        found.append("both sides are the same formula")
    if isinstance(statement.assertion, Compare):
        used = {n for c in statement.where for n in free_names(c)} | _sizes(statement)
        used |= {n for f in statement.ranging for n in f.names}
        idle = [n for n in statement.ignored if n not in used]
        idle += [s.name for s in _without_influence(statement) if s.name not in used]
        if idle:
            shown = {s.name: f"${letters(s)}$" for s in (*statement.symbols, *statement.exists)}
            found.append(
                f"what is said does not depend on {listed([shown.get(n, n) for n in idle])}"
            )
    if mismatch := dimension.check(statement.pruned()):
        found.append(f"units: {mismatch}")
    return tuple(found)


def of_added(added: Sequence[str]) -> tuple[str, ...]:
    """The remark that a statement has no value where hypotheses that it lacks do not hold."""
    return (f"{listed(added)} is added here: without it there is no value",) if added else ()


def _sizes(statement: Statement) -> set[str]:
    """Symbols that are the size of a vector, matrix or sequence that the assertion uses."""
    used = names_of(statement.assertion)
    sizes = set()
    for symbol in statement.symbols:
        if symbol.name in used:
            kind = symbol.kind
            sizes |= set(getattr(kind, "needs", ()))
            for field in ("dimension", "length"):
                size = getattr(kind, field, None)
                sizes |= {size} if isinstance(size, str) else set()
    return sizes


def _without_influence(statement: Statement) -> Iterator[Symbol]:
    """Scalar symbols that both sides contain, and of which neither depends."""
    a = statement.assertion
    if not isinstance(a, Compare) or statement.exists:
        return
    sides = (a.left, a.right)
    if any(n.op in ("tuple", "external") for side in sides for n in walk(side)):
        return
    rng = np.random.Generator(np.random.Philox(0))
    seen = list(itertools.islice(points.draws(statement, rng), LOOKS))
    for symbol in statement.symbols:
        if symbol.scalar and symbol.name in names_of(a) and seen:
            moves = [(p, {**p, symbol.name: symbol.kind.draw(rng, p, symbol.box)}) for p in seen]
            if not any(_differ(sides, *pair) for pair in moves) and _proved(statement, symbol):
                yield symbol


def _differ(sides: tuple[Node, ...], here: Mapping[str, Any], there: Mapping[str, Any]) -> bool:
    try:
        return any(value_at(side, here) != value_at(side, there) for side in sides)
    except (ArithmeticError, TypeError, ValueError):
        return True


def _proved(statement: Statement, symbol: Symbol) -> bool:
    """Whether each side is identical to itself with another symbol of the same set."""
    a = statement.assertion
    if not isinstance(a, Compare) or not all(s.scalar for s in statement.symbols):
        return False
    other = Symbol(f"{symbol.name}'", symbol.latex, symbol.unit, symbol.kind)
    for side in (a.left, a.right):
        same = Node("eq", (side, substitute(side, {symbol.name: other.node})))
        goal = Goal((*statement.symbols, other), (), same)
        if not isinstance(Reduce().prove(goal, Context()), Proof):
            return False
    return True
