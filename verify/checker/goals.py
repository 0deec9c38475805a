"""Each goal by its kind of proof: on every path by signs, or by boxes, induction, cases."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.checker.branches import (
    MOST_PATHS,
    branches,
    exchanged,
    innermost,
    is_vector,
    sized,
    unrolled,
)
from verify.checker.reader import Reader
from verify.checker.reasons import contradicted, identity, multipliers, signs
from verify.checker.regions import enumerated, over_boxes
from verify.checker.squares import adds_up, needed, parts
from verify.checker.text import (
    SPACES,
    Malformed,
    NotRead,
    Refused,
    Symbol,
    Tree,
    bound,
    conjuncts,
    names_of,
    number,
    read,
    replaced,
    subtrees,
    weighed,
    written,
)
from verify.checker.values import NEVER, Goal, is_natural, is_whole, obligations, shaped

MOST_KEPT = 50  # hypotheses that have been read
How = Mapping[str, Any]
PLAIN: How = {"by": "signs"}


def check(goal: Goal, how: How | None, needs: Sequence[Mapping[str, Any]] = ()) -> None:
    """Show a goal and that it has a value.

    Args:
        needs: proofs of obligations: each with ``prove`` and ``how``.

    Raises:
        Refused: it does not go through.
    """
    shaped(goal)
    told: dict[Tree, list[How | None]] = {}
    for each in needs:
        told.setdefault(read(each["prove"]), []).append(each.get("how"))
    if how is not None and how.get("by") in ("enumerate", "boxes"):
        # A point or a box at which there is no value is refused there; but a path through branches
        # forgets what their conditions need.
        branching = any(tree[0] == "piecewise" for tree in subtrees(goal.prove))
        if how["by"] == "enumerate" or not branching:
            show(goal, how)
            return
    if how is not None and how.get("by") == "squares":
        squares(goal, how)
        return
    shown: list[Tree] = []
    for need in obligations(goal):
        try:
            attempt(show, need, [*told.get(need.prove, ()), None])
        except NotRead:
            raise
        except Refused as error:
            raise Refused(f"an obligation is not shown: {written(need.prove)}: {error}") from error
        if need.given == goal.given and need.symbols == goal.symbols:
            shown.append(need.prove)
    if how is not None and how.get("values"):
        # What was shown under the hypotheses may join them.
        goal = replace(goal, given=(*goal.given, *shown))
    show(goal, how)


def show(goal: Goal, how: How | None) -> None:
    """Show a goal that has a value, by its kind of proof."""
    by = "signs" if how is None else how.get("by")
    plain = how is None or how == PLAIN
    if by == "enumerate":
        enumerated(goal.symbols, goal.given, goal.prove, goal.work)
    elif by == "induct" and how is not None:
        induct(goal, how)
    elif by == "stronger" and how is not None:
        stronger(goal, how)
    elif by == "both" and how is not None:
        both(goal, how)
    elif by == "split" and how is not None:
        split(goal, how)
    elif plain and goal.prove[0] == "ne" and goal.prove[2] == "0":
        nonzero(goal, goal.prove[1])
    elif plain and goal.prove[0] in ("le", "lt") and goal.prove[1] == "0":
        signed(goal, goal.prove[2], goal.prove[0])
    elif by in ("boxes", "signs", "identity", "multipliers", "cases"):
        forked(goal, how or {})
    else:
        raise NotRead(f"a proof by {by}")


def squares(goal: Goal, how: How) -> None:
    """A goal about vectors by multiples of hypotheses and squares, and that it has a value."""
    conditions, left = parts(how, "conditions"), parts(how, "squares")
    divisors = {read(each["prove"]): each["how"] for each in how.get("needs", ())}
    for need, told in needed(goal, conditions, left):
        attempt(show, need, [told or divisors.get(need.prove), None])
    adds_up(goal, conditions, left)


def forked(goal: Goal, how: How) -> None:
    """Every path through the branches; a path may have its own proof among ``paths``."""
    hints = how.get("paths", [how]) if how.get("by") == "cases" else [how or PLAIN]
    # Boxes see whether there is a value, and nothing else may take their place unasked. An identity
    # tells nothing that a plain proof could do without.
    last: list[How] = [] if how.get("by") in ("boxes", "identity") else [PLAIN]
    for place, path in enumerate(paths(goal)):
        attempt(
            on_path, path, [*hints[place : place + 1], *hints[:place], *hints[place + 1 :], *last]
        )


def attempt(method: Callable[[Goal, Any], None], goal: Goal, hows: Sequence[How | None]) -> None:
    """Show a goal by the first proof that goes through; the reason is that of the first one."""
    reason: Refused | None = None
    for place, how in enumerate(hows):
        if how in hows[:place]:
            continue
        try:
            return method(goal, how)
        except Refused as error:
            reason = reason or error
    raise reason or Refused("no proof is told")


def on_path(goal: Goal, how: How) -> None:
    """A goal without branches."""
    by = how.get("by", "signs")
    if by == "boxes":
        goal = put(goal)
        over_boxes(goal.symbols, goal.given, goal.prove, goal.work)
        return
    if by in ("split", "enumerate", "induct", "stronger", "both", "cases"):
        show(goal, how)
        return
    if goal.prove[0] == "eq" and by != "multipliers":
        identical(goal, inner=bool(how.get("inner")))
        return
    kinds = FACTS if by == "multipliers" else FACTS[:2]

    def by_facts(here: Goal, kind: Mapping[str, bool]) -> None:
        by_signs(here, how, reading(here, **kind))

    attempt(by_facts, goal, kinds)


# What is known beside the hypotheses: the last where a hint has the denominators of the engine.
FACTS: tuple[Mapping[str, bool], ...] = (
    {},
    {"thorough": True},
    {"thorough": True, "multiplied": True},
)
# How an identity is read: the last two where there are waves. It needs no facts from tables.
WAYS: tuple[Mapping[str, bool], ...] = (
    {"bare": True},
    {"bare": True, "shifted": False},
    {"bare": True, "front": True},
    {"bare": True, "shifted": False, "apart": True},
    {"bare": True, "apart": True},
)


def identical(goal: Goal, *, inner: bool) -> None:
    """An identity in one of the ways to read it, or else by induction on the end of a sum.

    Args:
        inner: the base or the step of such an induction.
    """

    def read_so(here: Goal, way: Mapping[str, bool]) -> None:
        _identity(reading(here, **way), here.prove)

    waves = any(tree[0] in ("cos", "sin") for tree in subtrees(goal.prove) if tree)
    try:
        return attempt(read_so, goal, WAYS if waves else WAYS[:3])
    except NotRead:
        return read_so(goal, {})  # a divisor may need facts
    except Refused as error:
        sums = [tree for tree in subtrees(goal.prove) if tree[0] in ("sum", "product")]
        ends = goal.natural & set().union(*(names_of(tree[3]) for tree in sums))
        how = {"base": {"by": "identity", "inner": True}, "step": {"by": "identity", "inner": True}}
        for name in () if inner else sorted(ends):
            with contextlib.suppress(Refused):
                return induct(goal, {"on": name, **how})
        for here, ways in ((put(goal), WAYS if waves else WAYS[:3]), (goal, FACTS[:1])):
            with contextlib.suppress(Refused):
                return attempt(read_so, here, ways)
        reader = _assuming(goal, {}, {})
        if goal.given and contradicted(reader):
            goal.work.enclosed |= reader.measured_some
            return None
        raise error


def put(goal: Goal) -> Goal:
    """The goal with its symbols put to what equations say that they are, and what is a number."""
    known = [*goal.given, goal.prove]
    for place in range(len(goal.given)):
        op, *sides = known[place]
        for name, value in (sides, sides[::-1]) if op == "eq" else ():
            symbol = isinstance(name, str) and number(name) is None and name not in names_of(value)
            if symbol or (not isinstance(name, str) and number(value) is not None):
                known = [weighed(replaced(c, {name: value}), goal.work) for c in known]
                break
    return replace(goal, given=tuple(known[:-1]), prove=known[-1])


def by_signs(goal: Goal, how: How, reader: Reader) -> None:
    """A goal by signs or multipliers over atoms that have been read."""
    difference = reader.difference(goal.prove)
    reader.close()
    if how.get("by") == "multipliers":
        multipliers(reader, goal.prove[0], difference, how)
    else:
        signs(reader, goal.prove[0], difference, how)
    goal.work.enclosed |= reader.measured_some


def _identity(reader: Reader, condition: Tree) -> None:
    """Both sides agree: as numbers, or in the coefficient of each vector."""
    left, right = condition[1:]
    if any(is_vector(side, reader.vectors) for side in (left, right)):
        for part in reader.vector(("sub", left, right)).values():
            identity(reader, part)
    else:
        identity(reader, reader.difference(condition))
    reader.ring.work.enclosed |= reader.measured_some


def reading(goal: Goal, **kinds: bool) -> Reader:
    """The atoms of a goal, its hypotheses assumed; what is not read of them is left out."""
    grains: dict[Any, int] = {}
    for _ in range(4):
        reader = _assuming(goal, grains, kinds)
        if not any(is_vector(side, reader.vectors) for side in goal.prove[1:]):
            reader.difference(goal.prove)
        if reader.grains == grains:
            return reader
        grains = reader.grains
    raise Refused("exponents that do not settle")


def _assuming(goal: Goal, grains: Mapping[Any, int], kinds: Mapping[str, bool]) -> Reader:
    """The symbols and hypotheses of a goal, read once in a document."""
    key = (goal.symbols, goal.given, *map(frozenset, (grains.items(), kinds.items())))
    kept = goal.work.kept
    if key not in kept:
        reader = Reader(goal.symbols, dict(grains), goal.work, **kinds)
        for op, left, right in goal.given:
            if op == "lt" and is_whole(left, goal.natural) and is_whole(right, goal.natural):
                op, left = "le", ("add", left, "1")
            with reader.tried():
                if any(is_vector(side, reader.vectors) for side in (left, right)):
                    reader.same_vectors(op, left, right)
                else:
                    reader.assume((op, left, right))
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = reader
    return kept[key].copy()  # type: ignore[no-any-return]


def nonzero(goal: Goal, tree: Tree) -> None:
    """Every factor of a product is plainly not 0."""
    if not isinstance(tree, str) and tree[0] in ("mul", "div", "neg"):
        for part in tree[1:]:
            nonzero(goal, part)
    elif not isinstance(tree, str) and tree[0] == "pow" and (number(tree[2]) or 0) > 0:
        nonzero(goal, tree[1])
    elif not isinstance(tree, str) and tree[0] == "log":
        nonzero(goal, ("sub", tree[1], "1"))  # its argument is shown to be positive apart
    else:
        forked(replace(goal, prove=("ne", tree, "0")), {})


def signed(goal: Goal, tree: Tree, op: str) -> None:
    """It is plainly not negative (``lt``: positive), or every factor, or every term of a sum is."""
    if tree[0] == "exp":
        return None
    if tree[0] == "sum" and op == "le":
        (index,) = bound(tree)
        if is_natural(tree[2], goal.natural) and is_whole(tree[3], goal.natural):
            return signed(*_within_sum(goal, tree, index), op)
    try:
        return forked(replace(goal, prove=(op, "0", tree)), {})
    except Refused as error:
        if isinstance(error, NotRead) or tree[0] not in ("mul", "div", "pow"):
            raise
        if tree[0] == "pow" and tree[2] == "2":
            return nonzero(goal, tree[1]) if op == "lt" else None
        for part in tree[1:2] if tree[0] == "pow" else tree[1:]:
            signed(goal, part, op)


def _within_sum(goal: Goal, tree: Tree, index: str) -> tuple[Goal, Tree]:
    """Where the terms of a sum are, and one of them."""
    name = f"{index}#"
    if name in {s.name for s in goal.symbols} | names_of(tree):
        raise Refused("an index of a reserved name")
    within = (("le", tree[2], name), ("le", name, tree[3]))
    inner = replace(goal, symbols=(*goal.symbols, Symbol(name, "natural", number("0"))))
    return replace(inner, given=(*goal.given, *within)), replaced(tree[4], {index: name})


def stronger(goal: Goal, how: How) -> None:
    """What is more than the goal: a strict order for one that is not strict, or for ``ne``."""
    op, *sides = goal.prove
    more = read(how["prove"])
    allowed = {("lt", *sides)} if op in ("le", "ne") else set()
    if op == "ne":
        allowed.add(("lt", *reversed(sides)))
    if more not in allowed:
        raise Refused("a goal that is not stronger")
    show(replace(goal, prove=more), how["how"])


def both(goal: Goal, how: How) -> None:
    """An equation by its two orders."""
    op, *sides = goal.prove
    if op != "eq":
        raise Refused("two orders of what is no equation")
    for order, piece in zip((sides, sides[::-1]), _two(how), strict=True):
        show(replace(goal, prove=("le", *order)), piece)


def _two(how: How) -> Sequence[How]:
    """The two pieces of a proof."""
    if len(how["pieces"]) != 2:
        raise Malformed("a proof must have two pieces")
    return how["pieces"]  # type: ignore[no-any-return]


def split(goal: Goal, how: How) -> None:
    """Where ``at`` is at least 0, and where it is below 0 (for a whole number: at most -1)."""
    at, pieces = _spelt(read(how["at"]), goal.symbols), _two(how)
    if how.get("whole") and not is_whole(at, goal.natural):
        raise Refused("a split at what is not whole")
    for need in obligations(replace(goal, prove=("le", "0", at))):
        show(need, None)
    below = ("le", at, "-1") if how.get("whole") else ("lt", at, "0")
    for condition, piece in zip((("le", "0", at), below), pieces, strict=True):
        show(replace(goal, given=(*goal.given, condition)), piece)


def _spelt(tree: Tree, symbols: Sequence[Symbol]) -> Tree:
    """A formula of a hint, its ``|v|`` and ``v.w`` written as a norm and an inner product."""
    vectors = [s.name for s in symbols if s.kind == "Vector"]
    names: dict[Tree, Tree] = {f"{v}.{w}": ("dot", v, w) for v in vectors for w in vectors}
    names |= {f"|{v}|": ("norm", v) for v in vectors}
    return replaced(
        tree, {n: tree for n, tree in names.items() if n not in {s.name for s in symbols}}
    )


def induct(goal: Goal, how: How) -> None:
    """The base, and the step from n to n + 1 with the goal itself as a hypothesis.

    Hypotheses on n have to hold at n where they hold at n + 1. With ``times``, a factor m >= 0, the
    gap between the sides at n + 1 is at least m times that at n.
    """
    name = how["on"]
    here = next((s for s in goal.symbols if s.name == name), None)
    if here is None or here.kind != "natural" or here.low is None:
        raise Refused("induction on what is no natural number")
    spaces = (s for s in goal.symbols if s.kind in SPACES)
    if any(name in names_of(s.size) | names_of(s.radius) for s in spaces):
        raise Refused("an induction on a dimension or a radius: what lies there is another one")
    first = number(how.get("from", str(here.low)))
    begins = first == here.low or ("le", str(first), name) in goal.given
    if first is None or first.denominator > 1 or first < here.low or not begins:
        raise Refused("an induction that does not begin where the set does")
    symbols = tuple(replace(s, low=first) if s is here else s for s in goal.symbols)
    given = tuple(c for c in goal.given if c != ("le", str(first), name))
    at_first, after = {name: str(first)}, {name: ("add", name, "1")}
    base = tuple(replaced(c, at_first) for c in given)
    show(replace(goal, given=base, prove=replaced(goal.prove, at_first)), how["base"])
    later = tuple(replaced(c, after) for c in given)
    more = () if here.high is None else (("le", ("add", name, "1"), str(here.high)),)
    inner = replace(goal, symbols=symbols, given=(*later, *more))
    for condition in given:
        if condition not in later:
            for need in obligations(replace(inner, prove=condition)):
                show(need, None)
            show(replace(inner, prove=condition), None)
    then = replaced(goal.prove, after)
    if "times" not in how:
        known = (*dict.fromkeys((*given, *inner.given)), goal.prove)
        show(replace(inner, given=known, prove=then), how["step"])
        return
    if goal.prove[0] == "ne":
        raise Refused("a factor for what is no order and no equation")
    factor = read(how["times"])
    for need in obligations(replace(inner, prove=factor)):
        show(need, None)
    gap, ahead = (("sub", c[2], c[1]) for c in (goal.prove, then))
    op = goal.prove[0]
    try:
        # What is positive stays so, times a positive factor.
        show(replace(inner, prove=("lt" if op == "lt" else "le", "0", factor)), None)
        op = "le" if op == "lt" else op
    except Refused:
        show(replace(inner, prove=("le", "0", factor)), None)
    step: Tree = (op, "0", ("sub", ahead, ("mul", factor, gap)))
    show(replace(inner, prove=step), how["step"])


def paths(goal: Goal) -> Iterator[Goal]:
    """Goals without branches which together say the same, in a fixed order."""
    count = 0
    work = goal.work
    vectors = [s.name for s in goal.symbols if s.kind == "Vector"]
    plainer = [sized(unrolled(c, work), vectors) for c in (*goal.given, goal.prove)]
    given = tuple(part for c in plainer[:-1] for part in conjuncts(c))
    proves = conjuncts(plainer[-1])
    waiting = [replace(goal, given=given, prove=part) for part in proves]
    while waiting:
        count += 1
        if count > 4 * MOST_PATHS:
            raise Refused("too many paths")
        here = waiting.pop(0)
        for condition in (*here.given, here.prove):
            weighed(condition, work)
        node = next(filter(None, map(innermost, (*here.given, here.prove))), None)
        if node is None:
            given = tuple(c for c in here.given if ("undefined",) not in subtrees(c))
            lost = ("undefined",) in subtrees(here.prove)
            yield replace(here, given=given, prove=NEVER if lost else here.prove)
            continue
        for conditions, value in branches(node):
            given = tuple(exchanged(c, node, value) for c in here.given)
            more = tuple(part for c in conditions for part in conjuncts(c))
            prove = exchanged(here.prove, node, value)
            waiting.append(replace(here, given=given + more, prove=prove))
