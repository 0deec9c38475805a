"""From a goal with branches to goals without: all of them together say what the goal says.

``abs``, ``max``, ``min`` and ``piecewise`` fork: the node is replaced by the value of one branch,
and the condition of that branch joins the hypotheses. A few shapes need no fork: the absolute value
below something is two inequalities.
"""

from collections.abc import Iterator, Sequence

from verify.expression import Node, lift, negated
from verify.statement import Goal

MOST_PATHS = 128
BRANCHING = ("abs", "max", "min", "piecewise")
BINDING = ("sum", "product", "expect")
Alternative = tuple[tuple[Node, ...], Node]  # conditions that join, value that replaces


def paths(goal: Goal) -> tuple[Goal, ...]:
    """Goals without branches, each of which must hold for the goal to hold.

    Where two branches meet, both apply, and both goals speak of the meeting point.

    Raises:
        NotImplementedError: there are more than ``MOST_PATHS``.
    """
    done: list[Goal] = []
    queue = [Goal(goal.symbols, given, goal.prove) for given in (_simple(goal.given),)]
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
            done.append(Goal(current.symbols, current.given, prove))
            continue
        for conditions, value in alternatives(node):
            given = tuple(replace(c, node, value) for c in current.given)
            queue.append(
                Goal(current.symbols, _simple((*given, *conditions)), replace(prove, node, value))
            )
    return tuple(done)


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
        if not _complete([conjuncts(c) for c in node.args[::2]]):
            raise NotImplementedError("branches that may leave points without a value")
        # Conditions are tried in turn; leaving out that the earlier ones failed is weaker.
        for condition, value in zip(node.args[::2], node.args[1::2], strict=True):
            yield (condition,), value
    else:
        for chosen in dict.fromkeys(node.args):
            others = [a for a in dict.fromkeys(node.args) if a != chosen]
            pairs = [(a, chosen) if node.op == "max" else (chosen, a) for a in others]
            yield tuple(Node("le", pair) for pair in pairs), chosen


def _complete(cases: Sequence[Sequence[Node]]) -> bool:
    """Whether conjunctions cover everything, read off as a tree of decisions."""
    if not cases or not all(cases):
        return bool(cases)
    pivot = cases[0][0]
    if pivot.op not in ("le", "lt", "eq", "ne"):
        return False
    (opposite,) = negated(pivot)
    return all(
        _complete([[c for c in case if c != kept] for case in cases if dropped not in case])
        for kept, dropped in ((pivot, opposite), (opposite, pivot))
    )


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
    args = tuple(replace(a, old, new) for a in node.args)
    return node if args == node.args else Node(node.op, args, node.value, node.unit)
