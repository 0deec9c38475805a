"""A bound of what is quadratic in vectors: multiples of hypotheses, and squares that are left.

Where right - left is a sum of w (b - a) over hypotheses a <= b and of q |v|^2, with w, q >= 0,
left <= right. All is multiplied out into the coefficients of inner products of letters and into
what has no vector, which must agree one by one; so it holds in every dimension.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.checker.polynomials import Ratio, constant
from verify.checker.reader import Reader
from verify.checker.reasons import identity
from verify.checker.text import Malformed, NotRead, Refused, Tree, names_of, number, read, weighed
from verify.checker.values import Goal, obligations

MOST_PARTS = 400  # of either kind
Pair = tuple[str, ...]  # of vectors; () for what has none
Form = dict[Pair, Ratio]


@dataclass(frozen=True)
class Part:
    """A hypothesis, or a vector whose square is meant, and how often it is taken.

    Attributes:
        of, times: read. how: the proof that the factor is not negative, if one is told.
    """

    of: Tree
    times: Tree
    how: Any


def parts(how: Mapping[str, Any], name: str) -> tuple[Part, ...]:
    """The parts of one kind: conditions or squares."""
    told = how[name]
    if len(told) > MOST_PARTS:
        raise Malformed(f"more than {MOST_PARTS} {name}")
    return tuple(Part(read(one["of"]), read(one["times"]), one.get("how")) for one in told)


def needed(goal: Goal, conditions: Sequence[Part], squares: Sequence[Part]) -> Iterator[Any]:
    """What has to be shown of numbers alone, each with the proof that is told.

    Raises:
        Refused: a factor is negative, or hangs on vectors.
    """
    vectors = {s.name for s in goal.symbols if s.kind == "Vector"}
    numbers = tuple(s for s in goal.symbols if s.name not in vectors)
    known = tuple(c for c in goal.given if not names_of(c) & vectors)
    less, bare = replace(goal, given=known), replace(goal, symbols=numbers, given=known)
    # That both sides have a value is asked without what is known of vectors.
    yield from ((need, None) for need in obligations(less))
    for part in (*conditions, *squares):
        sign = replace(bare, prove=("le", "0", part.times))
        yield from ((need, None) for need in obligations(sign))
        value = number(part.times)
        if part.of[0] == "eq" and part in conditions:
            continue
        if value is None:
            yield sign, part.how
        elif value < 0:
            raise Refused("a factor that is negative")
    for part in squares:
        length = replace(less, prove=("le", "0", ("norm", part.of)))
        yield from ((need, None) for need in obligations(length))
    for part in conditions:
        if _of_vectors(part.of, goal.given):
            paired = replace(less, prove=part.of)
            yield from ((need, None) for need in obligations(paired))
        elif part.of not in goal.given:
            one = replace(bare, prove=part.of)  # the bound of a set, or of numbers
            yield from ((need, None) for need in obligations(one))
            yield one, None


def _of_vectors(condition: Tree, given: Sequence[Tree]) -> bool:
    """Whether it says that equal vectors have one inner product with another one."""
    op, *sides = condition
    if op != "eq" or any(isinstance(side, str) or side[0] != "dot" for side in sides):
        return False
    (_, by, first), (_, same, second) = sides
    return by == same and ("eq", first, second) in given


def adds_up(goal: Goal, conditions: Sequence[Part], squares: Sequence[Part]) -> None:
    """That the parts are what lies between the sides.

    Raises:
        Refused: they are not.
    """
    op, left, right = goal.prove
    if op != "le":
        raise Refused("a sum of squares for what is not at most something")
    forms = _Forms(goal)
    gap = forms.sum(forms.number(right), forms.number(left), -1)
    for part in conditions:
        if part.of[0] not in ("le", "lt", "eq"):
            raise Refused("a condition that is no order and no equation")
        between = forms.sum(forms.number(part.of[2]), forms.number(part.of[1]), -1)
        gap = forms.sum(gap, forms.scaled(between, part.times), -1)
    for part in squares:
        vector = forms.reader.vector(part.of)
        gap = forms.sum(gap, forms.scaled(forms.product(vector, vector), part.times), -1)
    for coefficient in gap.values():
        identity(forms.reader, coefficient)
    goal.work.enclosed |= forms.reader.measured_some


class _Forms:
    """Numbers as coefficients of inner products, by the pair of vectors."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.reader = Reader(goal.symbols, {}, goal.work, bare=True)
        self.vectors = set(self.reader.vectors)

    def number(self, tree: Tree) -> Form:
        """The coefficients of a number that is quadratic in vectors."""
        ring = self.reader.ring
        if not names_of(weighed(tree, self.goal.work)) & self.vectors:
            return {(): self.reader.ratio(tree)}
        if isinstance(tree, str):
            raise Refused("a vector in the place of a number")
        op, *of = tree
        if op == "dot":
            return self.product(*map(self.reader.vector, of))
        if op == "pow" and of[0][0] == "norm" and of[1] == "2":
            vector = self.reader.vector(of[0][1])
            return self.product(vector, vector)
        if op in ("add", "sub"):
            left, right = map(self.number, of)
            return self.sum(left, right, 1 if op == "add" else -1)
        if op == "neg":
            return self.sum({}, self.number(of[0]), -1)
        if op in ("mul", "div"):
            place = 1 if op == "mul" and not names_of(of[0]) & self.vectors else 0
            factor = self.reader.ratio(of[1 - place])
            factor = ring.inverse(factor) if op == "div" else factor
            return {p: ring.multiply(factor, c) for p, c in self.number(of[place]).items()}
        raise NotRead(f"{op} of what is quadratic in vectors")

    def product(self, left: Mapping[str, Ratio], right: Mapping[str, Ratio]) -> Form:
        """The inner product of two combinations."""
        ring, found = self.reader.ring, Form()
        for a, c in left.items():
            for b, d in right.items():
                pair = (a, b) if a <= b else (b, a)
                found[pair] = ring.add(found.get(pair, Ratio({})), ring.multiply(c, d))
        return found

    def sum(self, one: Form, other: Form, sign: int) -> Form:
        """The sum or difference of two."""
        ring, factor = self.reader.ring, Ratio(constant(sign))
        found = dict(one)
        for pair, c in other.items():
            found[pair] = ring.add(found.get(pair, Ratio({})), ring.multiply(factor, c))
        return found

    def scaled(self, form: Form, times: Tree) -> Form:
        """A multiple."""
        factor = self.reader.ratio(times)
        return {pair: self.reader.ring.multiply(factor, c) for pair, c in form.items()}
