"""What words must leave to the machine before a proof that contains them is an argument.

A paragraph may stand for one step of a proof. It may not stand for the proof: its conclusion is not
the statement itself, nor that statement scaled, shifted, rearranged or under a monotone function,
nor a sharper form of the same two sides (each times a number, or plus one; or one of them with a
term or a factor more, or less); and a step that the machine checks must rest on something it has
proved.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from verify.formula.evaluate import in_floats
from verify.formula.expression import Node, canonical, free_names
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.reduce import identity
from verify.methods.search import points

POINTS = 12
FEWEST = 4  # points without which only equal trees count as the same
CLOSE = 1e-9
MONOTONE: tuple[tuple[Callable[[float], float], bool], ...] = (
    # the function, whether the order turns
    (math.exp, False),
    (math.log, False),
    (math.sqrt, False),
    (lambda x: x * x, False),
    (lambda x: 1 / x, True),
    (lambda x: -x, True),
)
Values = tuple[float, float, float, float]  # left and right of the statement, then of the words


def unearned(statement: Statement, spoken: Sequence[Compare], borne: bool, context: Context) -> str:
    """Why a proof with words does not make its statement argued; "" where it does.

    Args:
        spoken: what its words conclude. borne: a step rests on something proved.
    """
    said = statement.assertion
    if isinstance(said, Compare) and any(_again(statement, said, w, context) for w in spoken):
        return "its words conclude the statement itself"
    return "" if borne else "nothing that it rests on is proved"


def _again(statement: Statement, said: Compare, words: Compare, context: Context) -> bool:
    if (said.left, said.right) == (words.left, words.right):
        return True
    names = {s.name for s in statement.symbols}
    if not free_names(words.left) | free_names(words.right) <= names:
        return False
    if said.relation == "eq":
        # Both sides have one value everywhere: only the formulas tell two identities apart.
        return any(
            all(identity(statement.symbols, statement.where, *pair) for pair in pairs)
            for pairs in (
                ((said.left, words.left), (said.right, words.right)),
                ((said.left, words.right), (said.right, words.left)),
            )
        )
    if _with_parts(said, words):
        return True
    seen = list(itertools.islice(_values(statement, said, words, context), POINTS))
    return len(seen) >= FEWEST and (
        _scaled(seen) or _moved(seen) or _same_sides(seen) or _under_a_function(seen)
    )


def _with_parts(said: Compare, words: Compare) -> bool:
    """One side the same, the other with a term or factor more or less."""
    pairs = [(canonical(said.left), canonical(words.left))]
    pairs.append((canonical(said.right), canonical(words.right)))
    return any(
        same[0] == same[1]
        and any(_one_within(Counter(f(a)), Counter(f(b))) for f in (_terms, _factors))
        for same, (a, b) in (pairs, pairs[::-1])
    )


def _one_within(a: Counter[Node], b: Counter[Node]) -> bool:
    return a <= b or b <= a


def _terms(node: Node) -> tuple[Node, ...]:
    return node.args if node.op == "add" else (node,)


def _factors(node: Node) -> tuple[Node, ...]:
    if node.op == "mul":
        return tuple(f for part in node.args for f in _factors(part))
    if node.op == "div":
        return (*_factors(node.args[0]), *(Node("inverse", (f,)) for f in _factors(node.args[1])))
    return (node,)


def _values(
    statement: Statement, said: Compare, words: Compare, context: Context
) -> Iterator[Values]:
    sides = (said.left, said.right, words.left, words.right)
    for point in itertools.islice(points.sample(statement, context), 4 * POINTS):
        try:
            a, b, c, d = map(float, in_floats(sides, point))
        except (ArithmeticError, ValueError, TypeError, LookupError):
            continue
        if all(map(math.isfinite, (a, b, c, d))):
            yield a, b, c, d


def _near(a: float, b: float, size: float) -> bool:
    return abs(a - b) <= CLOSE * size


def _scaled(seen: Sequence[Values]) -> bool:
    """Both sides times one factor."""
    return all(_near(a * d, b * c, abs(a * d) + abs(b * c)) for a, b, c, d in seen)


def _moved(seen: Sequence[Values]) -> bool:
    """Terms moved across, both sides times one number."""
    gaps = [(a - b, c - d, abs(a) + abs(b), abs(c) + abs(d)) for a, b, c, d in seen]
    # An identity in words has no gap anywhere; that is no multiple of the statement's.
    clear = [g for g in gaps if abs(g[0]) > CLOSE * g[2] and abs(g[1]) > CLOSE * g[3]]
    if len(clear) < FEWEST:
        return False
    first, second, _, _ = clear[0]
    return all(
        _near(second * x, first * y, abs(second) * own + abs(first) * theirs)
        for x, y, own, theirs in gaps
    )


def _same_sides(seen: Sequence[Values]) -> bool:
    """Each side that of the statement times a number, or plus one."""
    lefts, rights = [(a, c) for a, _, c, _ in seen], [(b, d) for _, b, _, d in seen]
    return all(_multiple(pairs) or _shifted(pairs) for pairs in (lefts, rights))


def _multiple(pairs: Sequence[tuple[float, float]]) -> bool:
    one, other = max(pairs, key=lambda p: abs(p[0]))
    return all(_near(x * other, y * one, abs(x * other) + abs(y * one)) for x, y in pairs)


def _shifted(pairs: Sequence[tuple[float, float]]) -> bool:
    by = pairs[0][1] - pairs[0][0]
    return all(_near(y - x, by, abs(x) + abs(y) + abs(by)) for x, y in pairs)


def _under_a_function(seen: Sequence[Values]) -> bool:
    return any(all(_maps(f, turns, v) for v in seen) for f, turns in MONOTONE)


def _maps(function: Callable[[float], float], turns: bool, values: Values) -> bool:
    a, b, c, d = values
    if turns:
        a, b = b, a
    for plain, other in (((a, b), (c, d)), ((c, d), (a, b))):
        try:
            if all(_near(function(x), y, abs(y)) for x, y in zip(plain, other, strict=True)):
                return True
        except (ArithmeticError, ValueError):
            continue
    return False
