r"""Parts of formulas that are shown by a letter, with their definition behind what is said.

A display that is too long names what stands in it several times: the part by which it becomes
shortest first, by letters that no paper here uses and the statement does not. A formula that is
still too long by itself names its longest parts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from verify.display.latex.symbols import letters
from verify.display.latex.tokens import normal
from verify.display.typeset.names import HEAD
from verify.formula.expression import CONDITIONS, Node, free_names, walk
from verify.language.formulas import Part
from verify.language.symbols import Symbol

MOST = 400  # signs of a display that needs no letters of its own
LETTERS = ("H", "J", r"\Gamma", r"\Lambda", r"\Psi", r"\Xi", r"\Upsilon", r"\Omega")
SPARE = LETTERS + tuple(f"{x}_{k}" for k in range(1, 30) for x in LETTERS)
MOST_LETTERS = len(LETTERS)  # of one display
LONGEST = 280  # signs of a part that a formula names because it is too long by itself
LEAST = 40  # signs by which a letter must make a display shorter
SHORT = 33  # signs of a part that is written out: no reader wants a letter for it
DEFINING = len("$=$, ")  # signs that a definition costs beside its two sides
BARE = frozenset(["number", "constant", "symbol", "at", "tuple", *CONDITIONS])
NOTHING = frozenset[str]()
Names = Mapping[Node, str]
NO_NAMES: Names = MappingProxyType({})


def repeated(
    trees: Sequence[Node],
    symbols: Mapping[str, Symbol],
    length: Callable[[Node, Names], int],
    excess: int,
    given: Names,
    before: Names = NO_NAMES,
) -> tuple[Part, ...]:
    """The parts that get a letter, for a display that has so many signs too many.

    Args:
        trees: the formulas of the display. symbols: those that they use.
        length: the signs of a formula, where some parts are shown by their letters.
        given: the parts that have a letter already. before: those of the same section.
    """
    free = [x for x in _free(symbols, trees, before) if x not in given.values()]
    found = dict(given)
    while excess > 0 and len(found) < len(given) + MOST_LETTERS:
        saved = {
            node: (times - 1) * length(node, found) - times - DEFINING
            for node, times in _occurrences(trees, found).items()
            if times > 1 and length(node, found) >= SHORT
        }
        best = max(saved, key=lambda node: (saved[node], repr(node)), default=None)
        if best is None or saved[best] < LEAST:
            break
        excess -= saved[best]
        found[best] = _letter(best, free, found, before)
    named = dict(given)
    for tree in _needed(trees, found, given):
        named[tree] = _letter(tree, free, named, before)
    return tuple(Part(tree, letter) for tree, letter in named.items() if tree not in given)


def _letter(part: Node, free: Sequence[str], found: Names, before: Names) -> str:
    """The letter of a part: the one that it has in its section, else one that is new there."""
    own = before.get(part)
    if own in free and own not in found.values():
        return str(own)
    taken = {*found.values(), *before.values()}
    return next(letter for letter in free if letter in SPARE and letter not in taken)


def longest(
    formulas: Sequence[Node],
    symbols: Mapping[str, Symbol],
    length: Callable[[Node, Names], int],
    given: Names,
    before: Names = NO_NAMES,
) -> tuple[Part, ...]:
    """The parts that get a letter where a formula is too long by itself, the longest first.

    Args:
        formulas: the comparisons of the display. symbols: those that they use.
        length: the signs of a formula, where some parts are shown by their letters.
        given: the parts that have a letter already. before: those of the same section.
    """
    found = dict(given)
    free = [x for x in _free(symbols, formulas, before) if x not in given.values()]
    while len(found) < len(given) + MOST_LETTERS:
        long = [tree for tree in (*formulas, *found) if length(tree, found) > MOST]
        lengths = {n: length(n, found) for tree in long for n in _occurrences([tree], found)}
        best = max(
            (n for n in lengths if SHORT <= lengths[n] <= LONGEST),
            key=lambda n: (lengths[n], repr(n)),
            default=None,
        )
        if best is None:
            break
        found[best] = _letter(best, free, found, before)
    return tuple(Part(tree, x) for tree, x in found.items() if tree not in given)


def used(trees: Sequence[Node], parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts that stand in formulas, or in other parts that do."""
    found = {n for tree in trees for n in walk(tree)}
    return tuple(part for part in parts if part.tree in found)


def _needed(trees: Sequence[Node], found: Names, given: Names) -> list[Node]:
    """The new parts that still stand twice, each behind those that it contains."""
    kept = dict(found)
    for node in (n for n in found if n not in given):
        rest = {part: x for part, x in kept.items() if part != node}
        if _occurrences(trees, rest)[node] < 2:
            kept = rest
    return sorted((n for n in kept if n not in given), key=size)


def size(tree: Node) -> int:
    """How many nodes a tree has."""
    return sum(1 for _ in walk(tree))


def _free(symbols: Mapping[str, Symbol], trees: Sequence[Node], before: Names) -> Iterator[str]:
    """Letters, those of the section first, that stand in no symbol and in no computation's name."""
    taken = {token.text for s in symbols.values() for token in normal(letters(s))}
    names = " ".join(n.value.name for t in trees for n in walk(t) if n.op == "external")
    own = [x for x in before.values() if x not in SPARE and HEAD.fullmatch(x)]
    bases = ((x, re.split("[_^]", x)[0]) for x in (*own, *SPARE))
    return (x for x, base in bases if base not in taken and base not in names)


def _occurrences(trees: Sequence[Node], names: Names) -> Counter[Node]:
    """How often every part that is no bare symbol and has no bound index stands in a display.

    Args:
        names: the parts that have a letter already: each is looked into once, where it is defined.
    """
    found: Counter[Node] = Counter()
    whole = {side for tree in trees for side in (tree, *_sides(tree))}
    waiting = [(tree, NOTHING) for tree in trees]
    waiting += [(a, NOTHING) for part in names for a in part.args]
    while waiting:
        node, bound = waiting.pop()
        if node not in names or free_names(node) & bound:
            inner = bound | _binds(node)
            waiting += [(a, inner) for a in node.args]
            if node.op not in BARE and node not in whole and not free_names(node) & bound:
                found[node] += 1
    return found


def _sides(tree: Node) -> tuple[Node, ...]:
    """The sides of a hypothesis: one that is a letter says nothing."""
    return tree.args if tree.op in CONDITIONS else ()


def _binds(node: Node) -> frozenset[str]:
    if node.op in ("sum", "product"):
        return frozenset([node.value])
    return frozenset([node.value[0]]) if node.op == "expect" else frozenset()
