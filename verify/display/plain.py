r"""A tree as a reader takes it in: without what tracing leaves behind, and in its usual form.

Only what is shown changes, and only where both have one value for all values of the symbols: a
product with 0 is 0 where its other factor has a value everywhere; else it stays, because the
formula has no value where that factor has none. A factor is cancelled, a divisor's divisor moved up
and a size written without bars where the form of the formula and the symbols' sets show the sign.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from verify.formula.expression import E, Node, free_names, lift
from verify.language.symbols import Matrix, Natural, OneOf, Real, Symbol, Vector

DEFINED = frozenset(  # operations that have a value wherever their arguments have one
    ("number", "constant", "symbol", "add", "sub", "mul", "neg", "abs", "max", "min", "exp")
    + ("cos", "sin", "floor", "ceil", "dot", "norm", "norm1")
)
OF_POSITIVE = ("div", "pow", "sqrt", "log")  # and those that need a positive divisor, base, ...
ZERO, ONE, TWO = map(lift, (0, 1, 2))
SMALL = 20  # whole numbers below it are multiplied: 2 times 4, and 2 over 1/4
FOURTH = lift(Fraction(1, 4))


@dataclass(frozen=True)
class Kinds:
    """What a formula's symbols are, as far as its display depends on it.

    Attributes:
        arrays: vectors and matrices: 0 times one of them is no number.
        positive: numbers > 0, by which one may divide. nonnegative: numbers >= 0.
        below_one: numbers < 1. to_one: numbers <= 1.
        as_written: nothing but what tracing leaves behind is taken away.
        kept: parts that are shown by a letter, which nothing is moved out of.
    """

    arrays: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()
    nonnegative: frozenset[str] = frozenset()
    below_one: frozenset[str] = frozenset()
    to_one: frozenset[str] = frozenset()
    as_written: bool = False
    kept: frozenset[Node] = frozenset()

    def keeping(self, part: Node) -> "Kinds":
        """The same with one more part that is shown by a letter."""
        return replace(self, kept=self.kept | {part})

    def op(self, node: Node) -> str:
        """The operation of a node; "" of one that is shown by a letter."""
        return "" if node in self.kept else node.op

    @classmethod
    def of(
        cls, symbols: Mapping[str, Symbol], *, as_written: bool = False, kept: Iterable[Node] = ()
    ) -> "Kinds":
        """The kinds of declared symbols."""
        low = {n: _least(s.kind) for n, s in symbols.items()}
        high = {n: _most(s.kind) for n, s in symbols.items()}
        return cls(
            frozenset(n for n, s in symbols.items() if isinstance(s.kind, Vector | Matrix)),
            frozenset(
                n for n, (least, open_) in low.items() if least > 0 or (least == 0 and open_)
            ),
            frozenset(n for n, (least, _) in low.items() if least >= 0),
            frozenset(n for n, (most, open_) in high.items() if most < 1 or (most == 1 and open_)),
            frozenset(n for n, (most, _) in high.items() if most <= 1),
            as_written,
            frozenset(kept),
        )


def _least(kind: object) -> tuple[Fraction | float, bool]:
    """The lower end of a set of numbers, and whether it is left out."""
    if isinstance(kind, OneOf) and all(isinstance(v, int | Fraction) for v in kind.values):
        return min(kind.values), False
    if isinstance(kind, Natural):
        return kind.least, False
    if not isinstance(kind, Real) or kind.low is None:
        return -math.inf, True
    return kind.low, kind.open_low


def _most(kind: object) -> tuple[Fraction | float, bool]:
    """The upper end of a set of numbers, and whether it is left out."""
    if not isinstance(kind, Real) or kind.high is None:
        return math.inf, True
    return kind.high, kind.open_high


@functools.lru_cache(maxsize=50_000)
def plain(node: Node, kinds: Kinds) -> Node:
    """The tree without summands 0, factors 0, 1 and -1, divisors 1 and powers 1, and simplified."""
    args = tuple(plain(a, kinds) for a in node.args)
    node = _without_neutral(node.having(args), kinds)
    simpler = SIMPLER.get(node.op)
    return node if kinds.as_written or simpler is None else simpler(node, kinds)


def _without_neutral(node: Node, kinds: Kinds) -> Node:
    args = node.args
    if node.op in ("add", "sub"):
        return _sum(node, kinds)
    if node.op == "mul":
        return _product(node, kinds)
    if node.op == "neg":
        return args[0].args[0] if args[0].op == "neg" else ZERO if args[0] == ZERO else node
    if node.op in ("div", "pow") and _is(args[1], 1):
        return args[0]
    if node.op == "pow" and args[0].op == "sqrt" and _is(args[1], 2):
        inner = args[0].args[0]
        return inner if _nonnegative(inner, kinds) else node
    if node.op == "exp" and _is(args[0], 1):
        return E
    return node


def _sum(node: Node, kinds: Kinds) -> Node:
    left, right = node.args
    if _vanishes(right, kinds):
        return left
    if _vanishes(left, kinds):
        return right if node.op == "add" else Node("neg", (right,))
    return node


def _product(node: Node, kinds: Kinds) -> Node:
    left, right = node.args
    for number, other in ((left, right), (right, left)):
        if _is(number, 1):
            return other
        if _is(number, -1):
            return plain(Node("neg", (other,)), kinds)
    return ZERO if _vanishes(node, kinds) and not free_names(node) & kinds.arrays else node


def _simpler_sum(node: Node, kinds: Kinds) -> Node:
    """Whole numbers of a sum added up: t + 1 + 1, 1 + (1 - r), 250 - 1."""
    left, right = node.args
    sign = 1 if node.op == "add" else -1
    if _whole(right):
        if _whole(left):
            return lift(left.value + sign * right.value)
        if kinds.op(left) in ("add", "sub") and _whole(left.args[1]):
            number = (1 if left.op == "add" else -1) * left.args[1].value + sign * right.value
            return plain(
                Node("add" if number >= 0 else "sub", (left.args[0], lift(abs(number)))), kinds
            )
    if _whole(left) and kinds.op(right) in ("add", "sub") and _whole(right.args[0]):
        first, rest = right.args
        adds = (sign == 1) == (right.op == "add")
        total = lift(left.value + sign * first.value)
        return plain(Node("add" if adds else "sub", (total, rest)), kinds)
    return node


def _simpler_product(node: Node, kinds: Kinds) -> Node:
    """Equal factors as a power; a factor 1/x as a divisor."""
    left, right = node.args
    if free_names(node) & kinds.arrays:
        return node
    if kinds.op(right) == "div" and _is(right.args[0], 1):
        return plain(Node("div", (left, right.args[1])), kinds)
    powers: list[tuple[Node, Fraction]] = []
    for factor in (factors := _factors(node, kinds)):
        base, power = _power(factor, kinds)
        place = next((k for k, (same, _) in enumerate(powers) if same == base), None)
        if place is None or base.op == "number":
            powers.append((base, power))
        else:
            powers[place] = base, powers[place][1] + power
    numbers = [base for base, _ in powers if _whole(base) and 0 < base.value < SMALL]
    if len(numbers) > 1:
        powers = [(base, power) for base, power in powers if base not in numbers]
        powers.insert(0, (lift(math.prod(n.value for n in numbers)), Fraction(1)))
    if len(powers) == len(factors):
        return node
    raised = (b if power == 1 else Node("pow", (b, lift(power))) for b, power in powers)
    return _multiplied([plain(one, kinds) for one in raised])


def _power(node: Node, kinds: Kinds) -> tuple[Node, Fraction]:
    """A factor as a base and a whole power."""
    if kinds.op(node) == "pow" and _whole(node.args[1]) and node.args[1].value > 0:
        return node.args[0], node.args[1].value
    return node, Fraction(1)


def _factors(node: Node, kinds: Kinds) -> list[Node]:
    if kinds.op(node) != "mul":
        return [node]
    return [factor for a in node.args for factor in _factors(a, kinds)]


def _multiplied(factors: Sequence[Node]) -> Node:
    return functools.reduce(lambda a, b: Node("mul", (a, b)), factors) if factors else ONE


def _simpler_quotient(node: Node, kinds: Kinds) -> Node:
    """No quotient above, and none below where its divisor is not 0; common factors cancelled."""
    top, bottom = node.args
    if free_names(node) & kinds.arrays:
        return node
    if bottom.op == "number" and not bottom.unit and 1 / bottom.value in range(2, SMALL):
        return plain(Node("mul", (lift(1 / bottom.value), top)), kinds)
    if kinds.op(bottom) == "div" and _positive(bottom.args[1], kinds):
        above = [top, bottom.args[1]] if not _is(top, 1) else [bottom.args[1]]
        return plain(Node("div", (plain(_multiplied(above), kinds), bottom.args[0])), kinds)
    if kinds.op(top) == "div":
        return plain(Node("div", (top.args[0], plain(top.args[1] * bottom, kinds))), kinds)
    above, below = _factors(top, kinds), _factors(bottom, kinds)
    for factor in above:
        if factor in below and factor.op != "number" and _positive(factor, kinds):
            above.remove(factor)
            below.remove(factor)
            quotient = Node("div", (_multiplied(above), _multiplied(below)))
            return plain(quotient, kinds)
    return node


def _simpler_power(node: Node, kinds: Kinds) -> Node:
    base, power = node.args
    return ONE if _is(base, 1) and _defined(power, kinds) else node


def _simpler_root(node: Node, kinds: Kinds) -> Node:
    """A root of a square, of a root and of 1."""
    (inner,) = node.args
    if _is(inner, 1):
        return ONE
    if kinds.op(inner) == "sqrt":
        return Node("pow", (inner.args[0], FOURTH))
    if kinds.op(inner) == "pow" and inner.args[1] == TWO:
        return plain(Node("abs", (inner.args[0],)), kinds)
    return node


def _simpler_size(node: Node, kinds: Kinds) -> Node:
    (inner,) = node.args
    if kinds.op(inner) == "neg":
        return plain(Node("abs", inner.args), kinds)
    return inner if _nonnegative(inner, kinds) else node


def _simpler_dot(node: Node, kinds: Kinds) -> Node:
    left, right = node.args
    return Node("pow", (Node("norm", (left,)), TWO)) if left == right else node


def _simpler_cases(node: Node, _: Kinds) -> Node:
    """Cases without those that never hold, as ``1 <= 0``; one that always holds stands alone."""
    pairs = list(zip(node.args[::2], node.args[1::2], strict=True))
    left = [(_holds(c), c, v) for c, v in pairs if _holds(c) is not False]
    if left and left[0][0]:
        return left[0][2]
    return node.having(tuple(x for _, *pair in left for x in pair)) if left else node


def _holds(condition: Node) -> bool | None:
    """Whether an order of two numbers holds; None of any other condition."""
    if condition.op not in ("le", "lt"):
        return None
    left, right = map(_rational, condition.args)
    if left is None or right is None:
        return None
    return left <= right if condition.op == "le" else left < right


def _rational(node: Node) -> Fraction | None:
    """The value of a formula of numbers alone, by sums and products."""
    if node.op == "number":
        return Fraction(node.value)
    values = [value for value in map(_rational, node.args) if value is not None]
    if len(values) < len(node.args):
        return None
    if node.op == "neg":
        return -values[0]
    if node.op == "sub":
        return values[0] - values[1]
    if node.op == "add":
        return sum(values, Fraction(0))
    return math.prod(values, start=Fraction(1)) if node.op == "mul" else None


SIMPLER = {
    "piecewise": _simpler_cases,
    "add": _simpler_sum,
    "sub": _simpler_sum,
    "mul": _simpler_product,
    "div": _simpler_quotient,
    "pow": _simpler_power,
    "sqrt": _simpler_root,
    "abs": _simpler_size,
    "dot": _simpler_dot,
}


def _is(node: Node, value: int) -> bool:
    """Whether a node is a number (a unit that it carries is not shown)."""
    return node.op == "number" and bool(node.value == value)


def _whole(node: Node) -> bool:
    """Whether a node is a whole number without a unit."""
    return node.op == "number" and not node.unit and bool(node.value.denominator == 1)


def _vanishes(node: Node, kinds: Kinds) -> bool:
    """Whether a node is 0, or 0 times what has a value everywhere."""
    if node.op != "mul":
        return _is(node, 0)
    return any(_vanishes(a, kinds) for a in node.args) and all(
        _defined(a, kinds) for a in node.args
    )


def _defined(node: Node, kinds: Kinds) -> bool:
    """Whether a node has a value for all values of its symbols, as far as its form shows."""
    if not all(_defined(a, kinds) for a in node.args):
        return False
    if node.op == "pow" and node.args[1].op == "number":
        exponent = node.args[1].value
        return bool(exponent.denominator == 1 and exponent > 0) or _positive(node.args[0], kinds)
    if node.op in OF_POSITIVE:
        return _positive(node.args[node.op == "div"], kinds)
    return node.op in DEFINED


def _positive(node: Node, kinds: Kinds) -> bool:
    """Whether a number is positive by its form."""
    if node.op == "number":
        return bool(node.value > 0)
    if node.op == "symbol":
        return node.value in kinds.positive
    if node.op == "max":
        return any(_positive(a, kinds) for a in node.args)
    if node.op == "add":
        pairs = (node.args, node.args[::-1])
        return any(_positive(a, kinds) and _nonnegative(b, kinds) for a, b in pairs)
    if node.op == "sub":
        return _one_less(node, kinds.below_one)
    if node.op in ("mul", "div"):
        return all(_positive(a, kinds) for a in node.args)
    if node.op in ("pow", "sqrt"):
        return _positive(node.args[0], kinds)
    return node.op in ("exp", "constant")


def _one_less(node: Node, small: frozenset[str]) -> bool:
    """Whether a difference is one of 1 or more and one of these symbols."""
    first, last = node.args
    large = first.op == "number" and first.value >= 1
    return large and last.op == "symbol" and last.value in small


def _nonnegative(node: Node, kinds: Kinds) -> bool:
    """Whether a number is not negative by its form: a square, a size, or a positive one."""
    if node.op == "symbol" and node.value in kinds.nonnegative:
        return True
    if node.op == "sub" and _one_less(node, kinds.to_one):
        return True
    if node.op == "pow" and _whole(node.args[1]) and node.args[1].value % 2 == 0:
        return not free_names(node) & kinds.arrays
    if node.op in ("mul", "add") and all(_nonnegative(a, kinds) for a in node.args):
        return True
    if node.op == "div":
        return _nonnegative(node.args[0], kinds) and _positive(node.args[1], kinds)
    square = node.op == "mul" and node.args[0] == node.args[1]
    return square or node.op in ("abs", "norm", "norm1", "sqrt") or _positive(node, kinds)
