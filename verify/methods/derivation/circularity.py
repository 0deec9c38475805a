"""What words must leave to the machine before a proof that contains them is an argument.

A paragraph may stand for one step of a proof. It may not stand for the proof: its conclusion is not
the statement itself, nor that statement scaled, shifted, rearranged or under a monotone function,
nor a sharper form of the same two sides (with other numbers, also inside of functions, roots and
powers; or one of them with a term or a factor more, or less); and a step that the machine checks
must rest on something it has proved.
"""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verify.formula.evaluate import in_floats
from verify.formula.expression import Node, canonical, free_names, lift
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.reduce import identity
from verify.methods.search import points

POINTS = 12
FEWEST = 4  # points without which only equal trees count as the same
CLOSE = 1e-9
ONE, MINUS = lift(1), lift(-1)
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
        return _same_identity(statement, said, words)
    if _with_parts(said, words) or _with_other_numbers(said, words):
        return True
    seen = list(itertools.islice(_values(statement, said, words, context), POINTS))
    return len(seen) >= FEWEST and (
        _scaled(seen) or _moved(seen) or _same_sides(seen) or _under_a_function(seen)
    )


def _same_identity(statement: Statement, said: Compare, words: Compare) -> bool:
    """Each side reduces to one of the words' sides."""
    return any(
        all(identity(statement.symbols, statement.where, *pair) for pair in pairs)
        for pairs in (
            ((said.left, words.left), (said.right, words.right)),
            ((said.left, words.right), (said.right, words.left)),
        )
    )


def _with_other_numbers(said: Compare, words: Compare) -> bool:
    """The same two sides but for numbers, terms or factors moved across, and under exp or log."""
    blank = [[_blank(canonical(side)) for side in (c.left, c.right)] for c in (said, words)]
    forms = []
    for c in (said, words):
        left, right = _bare(canonical(c.left)), _bare(canonical(c.right))
        # Left minus right, and the logarithm of left over right.
        sides = [*_signed(left, 1), *_signed(right, -1)]
        logs = [(term.args[0], sign) for term, sign in sides if term.op == "log"]
        terms = _form([pair for pair in sides if pair[0].op != "log"], logs)
        forms.append((terms, _form([], [(left, 1), (right, -1)])))
    return blank[0] == blank[1] or any(a.like(b) for a in forms[0] for b in forms[1])


def _blank(node: Node) -> Node:
    """The tree with 1 for every number."""
    return ONE if node.op == "number" else node.having(map(_blank, node.args))


def _bare(node: Node, factor: bool = False) -> Node:
    """A canonical tree without the numbers that are added or multiplied, but for their signs.

    Args:
        factor: it is a factor among others, of which an added number is a part (n - 1 is not n).
    """
    if node.op == "mul":
        factor = factor or sum(a.op != "number" for a in node.args) > 1
    elif node.op != "add":
        factor = node.op == "div" or (node.op == "pow" and _whole(node.args[1]))
    args = tuple(_bare(a, factor and node.op != "add") for a in node.args)
    if node.op == "div" and not free_names(args[0]):
        return node.having((ONE, args[1]))
    if node.op not in ("add", "mul") or (node.op == "add" and factor):
        return node.having(args)
    kept = [a for a in args if free_names(a)]
    if node.op == "mul" and kept and any(a.op == "number" and a.value < 0 for a in args):
        kept.append(MINUS)
    return node.having(kept) if len(kept) > 1 else (*kept, ONE)[0]


def _whole(node: Node) -> bool:
    return node.op == "number" and Fraction(node.value).denominator == 1


@dataclass(frozen=True)
class _Form:
    """An inequality as a sum that is at most some number.

    Attributes:
        terms: with their signs. powers: the factors of a logarithm among them.
    """

    terms: frozenset[tuple[bool, Node]]
    powers: Mapping[Node, Fraction]

    def like(self, other: "_Form") -> bool:
        """Whether it is the other one with other numbers, or with more terms beside a logarithm."""
        fewer, more = sorted((self.terms, other.terms), key=len)
        if self.powers.keys() != other.powers.keys() or not fewer <= more:
            return False
        if fewer != more and not (fewer and self.powers):
            return False
        ratios = {power / other.powers[factor] for factor, power in self.powers.items()}
        return bool(self.terms or ratios) and len(ratios) <= 1 and all(r > 0 for r in ratios)


def _form(terms: list[tuple[Node, int]], logs: list[tuple[Node, int]]) -> _Form:
    powers: dict[Node, Fraction] = {}
    for argument, sign in logs:
        for factor, power in _powers(argument, Fraction(sign)):
            if factor.op == "exp":
                terms += _signed(factor.args[0], 1 if power > 0 else -1)
            else:
                powers[factor] = powers.get(factor, Fraction(0)) + power
    both = [(sign > 0, term) for term, sign in terms]
    return _Form(
        frozenset((up, term) for up, term in both if (not up, term) not in both),
        {factor: power for factor, power in powers.items() if power},
    )


def _signed(node: Node, sign: int) -> list[tuple[Node, int]]:
    """The terms of a bare tree, with their signs."""
    if node.op == "add":
        return [pair for part in node.args for pair in _signed(part, sign)]
    if node.op == "mul" and MINUS in node.args:
        rest = [part for part in node.args if part != MINUS]
        return _signed(rest[0] if len(rest) == 1 else node.having(rest), -sign)
    return [(node, sign)] if free_names(node) else []


def _powers(node: Node, power: Fraction) -> Iterator[tuple[Node, Fraction]]:
    """The factors of a bare tree, with their powers."""
    if node.op in ("mul", "div"):
        yield from _powers(node.args[0], power)
        for part in node.args[1:]:
            yield from _powers(part, power if node.op == "mul" else -power)
    elif node.op == "sqrt":
        yield from _powers(node.args[0], power / 2)
    elif node.op == "pow" and node.args[1].op == "number":
        yield from _powers(node.args[0], power * node.args[1].value)
    elif free_names(node):
        yield node, power


def _with_parts(said: Compare, words: Compare) -> bool:
    """One side the same but for numbers, the other with a term or factor more or less."""
    pairs = [(canonical(said.left), canonical(words.left))]
    pairs.append((canonical(said.right), canonical(words.right)))
    return any(
        _bare(same[0]) == _bare(same[1])
        # Without numbers, and with those that are a term or a factor: they may be the whole side.
        and any(_one_within(*pair) for pair in ((a, b), (_bare(a), _bare(b))))
        for same, (a, b) in (pairs, pairs[::-1])
    )


def _one_within(a: Node, b: Node) -> bool:
    """Whether one has the terms or the factors of the other; all numbers are alike."""
    counts = [(Counter(f(a)), Counter(f(b))) for f in (_terms, _factors)]
    return any(one <= other or other <= one for one, other in counts)


def _terms(node: Node) -> tuple[Node, ...]:
    return tuple(map(_alike, node.args if node.op == "add" else (node,)))


def _factors(node: Node) -> tuple[Node, ...]:
    if node.op == "mul":
        return tuple(f for part in node.args for f in _factors(part))
    if node.op == "div":
        return (*_factors(node.args[0]), *(Node("inverse", (f,)) for f in _factors(node.args[1])))
    return (_alike(node),)


def _alike(node: Node) -> Node:
    return ONE if node.op == "number" else node


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
