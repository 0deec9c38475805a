"""A goal, what its formulas are, and what has to hold for them to have a value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from verify.checker.branches import branches
from verify.checker.laws import drawn, has_mean, law
from verify.checker.text import (
    CONDITIONS,
    NORMAL,
    NUMBERS,
    PARTS,
    NotRead,
    Refused,
    Symbol,
    Tree,
    Work,
    bound,
    conjuncts,
    number,
    replaced,
    weighed,
    written,
)

NEVER: Tree = ("lt", "0", "0")
SHAPES = {*PARTS, *CONDITIONS, "max", "min", "piecewise", "undefined"}  # operations that are read
Need = tuple[tuple[Tree, ...], Tree, tuple[Symbol, ...]]


@dataclass(frozen=True)
class Goal:
    """Under ``given``, ``prove`` holds for all values of the symbols."""

    symbols: tuple[Symbol, ...]
    given: tuple[Tree, ...]
    prove: Tree
    work: Work = field(default_factory=Work, compare=False)

    @property
    def natural(self) -> set[str]:
        """The symbols that are natural numbers."""
        listed = {s.name for s in self.symbols if s.kind == "one-of" and _all_natural(s.values)}
        return listed | {s.name for s in self.symbols if s.kind == "natural" and (s.low or 0) >= 0}


def obligations(goal: Goal) -> Iterator[Goal]:
    """What has to hold for the goal to have a value, inner formulas first."""
    weighed(goal.prove, goal.work)
    shaped(goal)
    seen: set[tuple[Any, ...]] = set()
    known = {s.name: s for s in goal.symbols}
    for path, condition, extra in _needs(goal.prove, (), goal.natural, known):
        symbols = goal.symbols + extra
        if len({s.name for s in symbols}) < len(symbols):
            raise Refused("a symbol of a reserved name")
        need = replace(goal, symbols=symbols, given=goal.given + path, prove=condition)
        if (key := (need.symbols, need.given, need.prove)) not in seen:
            seen.add(key)
            yield need


def shaped(goal: Goal) -> str:
    """What a formula is: "number", "condition", a vector of a dimension, or "" for 0.

    0 may be a number or a vector.

    Raises:
        Refused: one stands in the place of another, or what stands for nothing. NotRead: what is
            none of these.
    """
    return _shape(goal.prove, {s.name: s for s in goal.symbols})


def _shape(tree: Tree, known: Mapping[str, Symbol]) -> str:
    if isinstance(tree, str):
        return _shape_of_name(tree, known)
    op, *parts = tree
    if op == "constant" and parts[0] not in ("pi", "e"):
        raise NotRead(f"the constant {written(parts[0])}")
    if tree[:-1] == NORMAL and _shape(tree[-1], known) not in ("", "number"):
        raise Refused("a distribution's function of what is no number")
    if op in ("constant", "external", "inverse", "matmul", "trace", "transpose", "at"):
        return "number"  # some of these are none, and have no value here
    if op not in SHAPES:
        raise NotRead(f"the operation {op}")
    if op == "expect":
        one, _ = drawn(law(known.values(), parts[1]), parts[0])
        parts, known = [parts[2]], {**known, one.name: one}
    elif op in ("sum", "product"):
        parts, known = parts[1:], {**known, parts[0]: Symbol(parts[0], "natural")}
    elif op == "piecewise":
        for condition in parts[::2]:
            for case in conjuncts(condition):
                _shape(case, known)
        parts = parts[1::2]
    found = [_shape(part, known) for part in parts]
    if "condition" in found:
        raise Refused("a condition in the place of a number")
    vectors = set(found) - {"", "number"}
    together = len(vectors) == 1 and "number" not in found
    if op in CONDITIONS and (not vectors or (together and op in ("eq", "ne"))):
        return "condition"
    if op in ("norm", "norm1", "dot"):
        if "number" in found or len(vectors) > 1:
            raise Refused("a norm or an inner product of what are no vectors of one dimension")
        return "number"
    if op in ("add", "sub", "neg") and together:
        return vectors.pop()
    if op in ("mul", "div") and len(vectors) == 1 and found[1] in ("number", "", *vectors):
        first, second = found
        if (first in vectors) != (second in vectors) and (op == "mul" or first in vectors):
            return vectors.pop()
    if vectors:
        raise Refused("a vector in the place of a number, or of another dimension")
    return "number"


def _shape_of_name(name: str, known: Mapping[str, Symbol]) -> str:
    s = known.get(name)
    if s is None and number(name) is None:
        raise Refused(f"{name} stands for nothing")
    if s is None:
        return "" if name == "0" else "number"
    if s.kind == "Vector":
        return f"R^{s.size}"
    if s.kind not in NUMBERS:
        raise NotRead(f"a {s.kind} in the place of a number")
    return "number"


def _needs(
    tree: Tree, path: tuple[Tree, ...], whole: set[str], known: Mapping[str, Symbol]
) -> Iterator[Need]:
    """Conditions with the path to them and the symbols that are bound there."""
    if isinstance(tree, str):
        return
    op, *parts = tree
    of = known.get(parts[0]) if op == "at" and len(parts) == 2 else None
    if of and of.kind in ("Sequence", "Vector") and of.size and is_whole(parts[1], whole):
        yield from _needs(parts[1], path, whole, known)
        yield path, ("le", "1", parts[1]), ()
        yield path, ("le", parts[1], of.size), ()
        return
    if tree[:-1] == NORMAL:
        yield from _needs(tree[-1], path, whole, known)
        return
    if op in ("at", "inverse", "external", "matmul", "transpose", "trace", "norm1"):
        raise NotRead(f"whether {op} has a value")
    if op == "expect":
        (variable,) = bound(tree)
        kind = law(known.values(), parts[1])
        has_mean(kind, parts[2], variable)
        one, inside = drawn(kind, f"{variable}#{kind.name}{len(known)}")
        body, known = replaced(parts[2], {variable: one.name}), {**known, one.name: one}
        for inner, condition, names in _needs(body, path + inside, whole, known):
            yield inner, condition, (one, *names)
        return
    if op == "undefined":
        yield path, NEVER, ()
        return
    if op in ("sum", "product"):
        (index,) = bound(tree)
        _, first, last, body = parts
        if not is_natural(first, whole) or not is_whole(last, whole):
            raise NotRead("a sum with an index that may not be natural")
        name = f"{index}#{len(path)}"
        yield from _needs(first, path, whole, known)
        yield from _needs(last, path, whole, known)
        within = (*path, ("le", first, name), ("le", name, last))
        one, body = Symbol(name, "natural", number("0")), replaced(body, {index: name})
        for inner, condition, names in _needs(body, within, whole | {name}, known):
            yield inner, condition, (one, *names)
        return
    if op == "piecewise":
        for condition, value in zip(parts[::2], parts[1::2], strict=True):
            cases = conjuncts(condition)
            for place, case in enumerate(cases):
                yield from _needs(case, path + cases[:place], whole, known)
            yield from _needs(value, path + cases, whole, known)
        for conditions, value in branches(tree):
            if value == ("undefined",):
                yield path + conditions, NEVER, ()  # as where none of the conditions applies
        return
    for part in parts:
        yield from _needs(part, path, whole, known)
    if op == "div" and not number(parts[1]):
        yield path, ("ne", parts[1], "0"), ()
    if op == "sqrt":
        yield path, ("le", "0", parts[0]), ()
    if op == "log":
        yield path, ("lt", "0", parts[0]), ()
    if op == "pow":
        yield from _power_needs(parts[0], parts[1], path, whole)


def _power_needs(
    base: Tree, exponent: Tree, path: tuple[Tree, ...], whole: set[str]
) -> Iterator[Need]:
    value = number(exponent)
    if value is not None:
        if value.denominator > 1:
            yield path, ("lt" if value < 0 else "le", "0", base), ()
        elif value < 0:
            yield path, ("ne", base, "0"), ()
    elif (number(base) or 0) > 0 or base in (("constant", "e"), ("constant", "pi")):
        return
    elif is_whole(exponent, whole):
        if not is_natural(exponent, whole):
            yield path, ("le", "0", exponent), ()
    else:
        yield path, ("lt", "0", base), ()


def _all_natural(values: Sequence[Fraction]) -> bool:
    return all(value.denominator == 1 and value >= 0 for value in values)


def is_whole(tree: Tree, whole: set[str]) -> bool:
    """Whether it is made of whole numbers."""
    if isinstance(tree, str):
        value = number(tree)
        return tree in whole if value is None else value.denominator == 1
    if tree[0] in ("floor", "ceil"):
        return True
    return tree[0] in ("add", "sub", "mul", "neg") and all(is_whole(t, whole) for t in tree[1:])


def is_natural(tree: Tree, whole: set[str]) -> bool:
    """Whether it is made of natural numbers."""
    if isinstance(tree, str):
        value = number(tree)
        return tree in whole if value is None else value.denominator == 1 and value >= 0
    return tree[0] in ("add", "mul") and all(is_natural(t, whole) for t in tree[1:])
