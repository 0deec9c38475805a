"""The ways through a formula's branches, with the conditions of each."""

from collections.abc import Iterator

from verify.formula.expression import Node
from verify.language.symbols import Symbol
from verify.methods.algebra.terms import Terms
from verify.methods.reals.branches import conjuncts, replace, uncovered

MOST_PATHS = 64
BINDERS = ("sum", "product", "expect")


def paths(
    symbols: tuple[Symbol, ...], given: tuple[Node, ...], node: Node
) -> Iterator[tuple[tuple[Node, ...], Node]]:
    """The ways through a formula's branches outside of sums, with the conditions of each.

    Raises:
        NotImplementedError: branches may leave points without a value, or are too many.
    """
    queue: list[tuple[tuple[Node, ...], Node]] = [((), node)]
    count = 0
    while queue:
        conditions, tree = queue.pop()
        branching = _branching(tree)
        if branching is None:
            count += 1
            if count > MOST_PATHS:
                raise NotImplementedError("too many paths")
            yield conditions, tree
            continue
        for left_out in uncovered(branching):
            if not impossible(symbols, given + conditions, left_out):
                raise NotImplementedError("branches that may leave points without a value")
        for condition, value in _branches(branching):
            queue.append((conditions + condition, replace(tree, branching, value)))
        if len(queue) > MOST_PATHS:
            raise NotImplementedError("too many paths")


def _branching(node: Node) -> Node | None:
    """The branching node that evaluation meets first, outside of binders.

    A value is only looked at once its branch is taken: in the others it may not exist.
    """
    if node.op in BINDERS:
        return None
    for child in node.args[::2] if node.op == "piecewise" else node.args:
        found = _branching(child)
        if found is not None:
            return found
    return node if node.op in ("piecewise", "max", "min") else None


def _branches(node: Node) -> Iterator[tuple[tuple[Node, ...], Node]]:
    if node.op == "piecewise":
        for condition, value in zip(node.args[::2], node.args[1::2], strict=True):
            yield conjuncts(condition), value
        return
    for one in node.args:
        others = (a for a in node.args if a != one)
        order = ((a, one) if node.op == "max" else (one, a) for a in others)
        yield tuple(Node("le", pair) for pair in order), one


def impossible(
    symbols: tuple[Symbol, ...], given: tuple[Node, ...], more: tuple[Node, ...]
) -> bool:
    """Whether one of the conditions of a path is false wherever the assumptions hold."""
    terms = Terms.over(symbols, given)
    for condition in more:
        try:
            if _false(terms, condition):
                return True
        except NotImplementedError:
            continue
    return False


def _false(terms: Terms, condition: Node) -> bool:
    if condition.op not in ("le", "lt", "eq", "ne"):
        return False
    left, right = map(terms.scalar, condition.args)
    if condition.op == "ne":
        return terms.vanishes(left - right)
    sign, strict = terms.sign(left - right)
    if condition.op == "eq":
        return strict
    return sign > 0 and (strict or condition.op == "lt")
