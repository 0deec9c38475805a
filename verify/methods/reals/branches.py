"""From a goal with branches to goals without: all of them together say what the goal says.

``abs``, ``max``, ``min`` and ``piecewise`` fork: the node is replaced by the value of one branch,
and the condition of that branch joins the hypotheses. A few shapes need no fork: the absolute value
below something is two inequalities.
"""

from collections.abc import Iterator, Sequence

from verify.formula.expression import UNDEFINED, Node, lift, negated, substitute, walk
from verify.language.statement import Goal

MOST_PATHS = 128
MOST_UNROLLED = 40
BRANCHING = ("abs", "max", "min", "piecewise")
BINDING = ("sum", "product", "expect")
NEVER = Node("lt", (lift(0), lift(0)))
Alternative = tuple[tuple[Node, ...], Node]  # conditions that join, value that replaces


def paths(goal: Goal) -> tuple[Goal, ...]:
    """Goals without branches, each of which must hold for the goal to hold.

    Where two branches meet, both apply, and both goals speak of the meeting point. Where a formula
    has no value, because no branch applies or the branch says so, the goal is that nobody gets
    there: ``0 < 0`` from the conditions of the path. Short sums are written out first.

    Raises:
        NotImplementedError: there are more than ``MOST_PATHS``.
    """
    done: list[Goal] = []
    given = _simple([unrolled(c) for c in goal.given])
    queue = [Goal(goal.symbols, given, unrolled(goal.prove))]
    while queue:
        if len(queue) + len(done) > MOST_PATHS:
            raise NotImplementedError(f"more than {MOST_PATHS} paths")
        current = queue.pop()
        parts = conjuncts(current.prove)
        if len(parts) > 1:
            queue += [Goal(current.symbols, current.given, part) for part in parts]
            continue
        prove = parts[0]
        node = _innermost((*current.given, prove))
        if node is None:
            # A hypothesis without a value is not met by anything; leaving it out is weaker.
            given = tuple(c for c in current.given if UNDEFINED not in walk(c))
            goal_here = NEVER if UNDEFINED in walk(prove) else prove
            done.append(Goal(current.symbols, given, goal_here))
            continue
        for conditions, value in _everywhere(node):
            given = tuple(replace(c, node, value) for c in current.given)
            queue.append(
                Goal(current.symbols, _simple((*given, *conditions)), replace(prove, node, value))
            )
    return tuple(done)


def _everywhere(node: Node) -> Iterator[Alternative]:
    """The branches of a node, and the rest, where it has no value."""
    if node.op != "piecewise":
        yield from alternatives(node)
        return
    if len(node.args) > 2 * MOST_PATHS:
        raise NotImplementedError(f"more than {MOST_PATHS} branches")
    yield from _pieces(node)
    for conditions in uncovered(node):
        yield conditions, UNDEFINED


def _pieces(node: Node) -> Iterator[Alternative]:
    """Conditions are tried in turn; leaving out that the earlier ones failed is weaker."""
    for condition, value in zip(node.args[::2], node.args[1::2], strict=True):
        yield (condition,), value


def unrolled(node: Node) -> Node:
    """The tree with sums and products of few terms written out, outside of what binds a name."""
    if node.op in BINDING:
        if node.op == "expect":
            return node
        first, last = (_whole(bound) for bound in node.args[:2])
        if first is None or last is None or last - first >= MOST_UNROLLED:
            return node
        terms = [substitute(node.args[2], {node.value: lift(i)}) for i in range(first, last + 1)]
        op, result = ("add", lift(0)) if node.op == "sum" else ("mul", lift(1))
        for term in terms:
            result = Node(op, (result, unrolled(term)))
        return result
    return node.having(map(unrolled, node.args))


def _whole(node: Node) -> int | None:
    if node.op != "number" or node.value.denominator != 1:
        return None
    return int(node.value)


def _simple(conditions: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(dict.fromkeys(part for c in conditions for part in conjuncts(c)))


def conjuncts(condition: Node) -> tuple[Node, ...]:
    """Conditions that together say the same: ``and``, ``|a| <= b`` and ``max(a, b) <= c`` part."""
    if condition.op == "and":
        return tuple(part for c in condition.args for part in conjuncts(c))
    if condition.op not in ("le", "lt"):
        return (condition,)
    op, (left, right) = condition.op, condition.args
    if left.op == "abs":
        inner = left.args[0]
        pairs = [(inner, right), (-right, inner)]
    elif left.op == "max":
        pairs = [(a, right) for a in left.args]
    elif right.op == "min":
        pairs = [(left, a) for a in right.args]
    else:
        return (condition,)
    return tuple(part for a, b in pairs for part in conjuncts(Node(op, (a, b))))


def alternatives(node: Node) -> Iterator[Alternative]:
    """The branches of a node: conditions and value; together they cover every point.

    Raises:
        NotImplementedError: it is not plain that they do.
    """
    if node.op == "abs":
        (inner,) = node.args
        zero = lift(0)
        yield (Node("le", (zero, inner)),), inner
        yield (Node("le", (inner, zero)),), -inner
    elif node.op == "piecewise":
        if next(uncovered(node), None) is not None:
            raise NotImplementedError("branches that may leave points without a value")
        yield from _pieces(node)
    else:
        for chosen in dict.fromkeys(node.args):
            others = [a for a in dict.fromkeys(node.args) if a != chosen]
            pairs = [(a, chosen) if node.op == "max" else (chosen, a) for a in others]
            yield tuple(Node("le", pair) for pair in pairs), chosen


def uncovered(node: Node) -> Iterator[tuple[Node, ...]]:
    """Conjunctions that cover where no branch of a node applies."""
    if node.op == "piecewise":
        yield from _uncovered([conjuncts(c) for c in node.args[::2]])


def _uncovered(cases: Sequence[Sequence[Node]]) -> Iterator[tuple[Node, ...]]:
    """Conjunctions that cover what the cases leave out, read off as a tree of decisions."""
    if not cases:
        yield ()
        return
    if not all(cases):
        return
    pivot = cases[0][0]
    if pivot.op not in ("le", "lt", "eq", "ne"):
        raise NotImplementedError(f"a branch where {pivot.op}")
    (opposite,) = negated(pivot)
    for kept, dropped in ((pivot, opposite), (opposite, pivot)):
        rest = [[c for c in case if c != kept] for case in cases if dropped not in case]
        for conditions in _uncovered(rest):
            yield (kept, *conditions)


def _innermost(nodes: Sequence[Node]) -> Node | None:
    """A branching node whose arguments do not branch; what a sum binds is not looked at."""
    for node in nodes:
        if node.op not in BINDING:
            found = _innermost(node.args)
            if found is not None:
                return found
        if node.op in BRANCHING:
            return node
    return None


def replace(node: Node, old: Node, new: Node) -> Node:
    """The tree with one subtree replaced, outside of sums and expectations."""
    if node == old:
        return new
    if node.op in BINDING:
        return node
    return node.having(replace(a, old, new) for a in node.args)
