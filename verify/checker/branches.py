"""Formulas with absolute values, maxima, minima and branches, and what each branch is."""

from collections.abc import Iterator, Sequence

from verify.checker.text import (
    Refused,
    Tree,
    Work,
    bound,
    conjuncts,
    negated,
    number,
    replaced,
    subtrees,
    weighed,
)

MOST_PATHS = 200
MOST_SHORT = 40  # terms of a sum that is written out


def unrolled(tree: Tree, work: Work) -> Tree:
    """The tree with sums and products of few terms written out."""
    if isinstance(tree, str):
        return tree
    if tree[0] in ("sum", "product"):
        (index,) = bound(tree)
        first, last = number(tree[2]), number(tree[3])
        if first is None or last is None or last - first >= MOST_SHORT:
            return tree
        if first.denominator > 1 or last.denominator > 1:
            return tree  # nothing is known of such a sum
        op, start = ("add", "0") if tree[0] == "sum" else ("mul", "1")
        result: Tree = start
        for k in range(int(first), int(last) + 1):
            term = replaced(weighed(tree[4], work), {index: str(k)})
            result = (op, result, unrolled(term, work))
        return result
    return tree if bound(tree) else (tree[0], *(unrolled(part, work) for part in tree[1:]))


def sized(tree: Tree, vectors: Sequence[str]) -> Tree:
    """The tree with |c| |v| for the norm of c v, where c is a sum."""
    if isinstance(tree, str) or bound(tree):
        return tree
    tree = (tree[0], *(sized(part, vectors) for part in tree[1:]))
    for name in vectors if tree[0] == "norm" else ():
        c = _multiple(tree[1], name, vectors)
        if c is not None and any(part[0] in ("add", "sub") for part in subtrees(c)):
            return ("mul", ("abs", c), ("norm", name))
    return tree


def is_vector(tree: Tree, vectors: Sequence[str]) -> bool:
    """Whether a tree is a vector, or a multiple or sum of some."""
    if isinstance(tree, str):
        return tree in vectors
    if tree[0] not in ("add", "sub", "neg", "mul", "div"):
        return False
    return any(is_vector(part, vectors) for part in tree[1:])


def _multiple(tree: Tree, name: str, vectors: Sequence[str]) -> Tree | None:
    """The number that a vector is times another one, where it is plainly a multiple."""
    if isinstance(tree, str):
        return "1" if tree == name else None
    op, *parts = tree
    numbers = [part for part in parts if not is_vector(part, vectors)]
    found = [_multiple(part, name, vectors) for part in parts if is_vector(part, vectors)]
    if op not in ("add", "sub", "neg", "mul", "div") or None in found:
        return None
    if op in ("mul", "div"):
        return None if len(found) != 1 else (op, found[0], *numbers)
    return None if numbers else (op, *found)


def innermost(tree: Tree) -> Tree | None:
    """A branching subtree whose arguments do not branch, outside of sums."""
    if isinstance(tree, str) or bound(tree):
        return None
    for part in tree[1:]:
        found = innermost(part)
        if found is not None:
            return found
    return tree if tree[0] in ("abs", "max", "min", "piecewise") else None


def exchanged(tree: Tree, old: Tree, new: Tree) -> Tree:
    """The tree with a subtree replaced, outside of sums."""
    if tree == old:
        return new
    if isinstance(tree, str) or bound(tree):
        return tree
    return (tree[0], *(exchanged(part, old, new) for part in tree[1:]))


def branches(node: Tree) -> Iterator[tuple[tuple[Tree, ...], Tree]]:
    """Conditions and values that together cover every point; ``undefined`` where none applies."""
    op, *parts = node
    if op == "abs":
        yield (("le", "0", parts[0]),), parts[0]
        yield (("le", parts[0], "0"),), ("neg", parts[0])
    elif op == "piecewise":
        cases = [conjuncts(c) for c in parts[::2]]
        yield from zip(cases, parts[1::2], strict=True)
        # Where none applies: of each a part fails, and no two of these contradict each other.
        broken: set[frozenset[Tree]] = {frozenset()}
        for case in sorted(cases, key=len):
            opposites = {negated(c) for c in case}
            broken = {
                known if known & opposites else known | {opposite}
                for known in broken
                for opposite in opposites
                if negated(opposite) not in known
            }
            if len(broken) > MOST_PATHS:
                raise Refused("too many branches")
        for known in sorted((sorted(known, key=str) for known in broken), key=str):
            yield tuple(known), ("undefined",)
    else:
        for chosen in dict.fromkeys(parts):
            others = [p for p in dict.fromkeys(parts) if p != chosen]
            sides = [(p, chosen) if op == "max" else (chosen, p) for p in others]
            yield tuple(("le", *pair) for pair in sides), chosen
