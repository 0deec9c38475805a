"""The links of a derivation: each step is built again from the steps before it.

A step holds wherever its scope's sets and hypotheses do, and both its sides have a value there. Its
conclusion is not taken from the proof: it is made from the premises by the step's rule and compared
with what the proof says (:mod:`verify.checker.rules`). A step in words is believed: whoever asks
has to name it.
"""

import contextlib
import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.checker.goals import How, attempt, check, show
from verify.checker.laws import DEGREES
from verify.checker.rules import ENOUGH, RULES, Rules, Step, Told, free, listed, place, within
from verify.checker.text import Malformed, NotRead, Refused, Tree, conjuncts, read, symbol, written
from verify.checker.values import Goal, is_whole, obligations, shaped

MOST_STEPS = 400


def checked(goal: Goal, how: How | None, needs: Sequence[Mapping[str, Any]] = ()) -> None:
    """Show a goal and that it has a value, by a derivation or as :func:`check` does.

    Raises:
        Refused: it does not go through.
    """
    inhabited(goal)
    if how is not None and how.get("by") == "links":
        # Both sides of every step have a value, and the last step is the goal.
        derived(goal, how)
    else:
        check(goal, how, needs)


def inhabited(goal: Goal) -> None:
    """Every size is a whole number from 0 on, and every radius is not negative.

    There is no law within a radius of -1, and under it 1 <= 0. So a radius is looked at without
    the laws; what is assumed of them is not read then.

    Raises:
        Refused: this is not shown.
    """
    bare = replace(goal, symbols=tuple(s for s in goal.symbols if s.kind not in DEGREES))
    for s in goal.symbols:
        if s.size and not is_whole(s.size, goal.natural):
            raise Refused(f"a size that may not be whole: {s.size}")
    for part in dict.fromkeys(_sets(goal)):
        least = replace(bare, prove=("le", "0", part))
        for need in (*obligations(least), least):
            # Most sizes are plain, and many hypotheses about vectors are long to read.
            with contextlib.suppress(Refused):
                show(replace(need, given=()), None)
                continue
            try:
                show(need, None)
            except NotRead:
                raise
            except Refused as error:
                raise Refused(f"a set that may be empty: {written(need.prove)}: {error}") from error


def derived(wanted: Goal, how: Told) -> None:
    """Check a derivation: its leaves, every step, and that the last one is the statement.

    Raises:
        Refused: it does not go through.
    """
    leaves = []
    for told in listed(how, "leaves"):
        leaf = replace(_scope(told), prove=read(told["prove"]), work=wanted.work)
        _declared(leaf)
        by_hint = functools.partial(checked, needs=told.get("needs", ()))
        try:
            attempt(by_hint, leaf, (told["how"], None))
        except Refused as error:
            if told["how"] is None:
                raise NotRead("a leaf whose method does not tell its proof") from error
            raise
        leaves.append(leaf)
    rules = Rules(leaves)
    scopes = [replace(_scope(told), work=wanted.work) for told in listed(how, "scopes")]
    for scope in scopes:
        inhabited(scope)
    steps: list[Step] = []
    told_steps = listed(how, "steps")
    if not 0 < len(told_steps) <= MOST_STEPS:
        raise Malformed("a derivation must have 1 to 400 steps")
    for told in told_steps:
        scope = scopes[place(told["scope"], len(scopes))]
        before = [steps[place(i, len(steps))] for i in told["from"]]
        rule = RULES.get(told["rule"])
        if rule is None:
            raise NotRead(f"the rule {told['rule']}")
        says = read(told["says"])
        if says[0] not in ENOUGH or len(says) != 3:
            raise Refused("a step that is no comparison")
        if rule(rules, replace(scope, prove=says), before, told) != says:
            raise Refused(f"step {len(steps) + 1} says something else than {told['rule']} gives")
        steps.append(replace(scope, prove=says))
        _declared(steps[-1])
        shaped(steps[-1])
    if steps[-1].prove != wanted.prove or not within(steps[-1], wanted):
        raise Refused("the last step is not the statement")


def _declared(step: Goal) -> None:
    """Every name in a leaf or a step, and in a dimension or radius there, is that of a symbol.

    Raises:
        Refused: one is not; it would stand for something else in another scope.
    """
    used = free(step.prove).union(*map(free, (*step.given, *_sets(step))))
    if unknown := used - {s.name for s in step.symbols}:
        raise Refused(f"{min(unknown)} stands for nothing in a step")


def _sets(step: Goal) -> list[Tree]:
    """The dimensions and radii of its symbols."""
    return [part for s in step.symbols for part in (s.size, s.radius) if part]


def spoken(told: Any) -> list[str]:
    """The words of all steps in a proof that are believed."""
    if isinstance(told, list):
        return [words for part in told for words in spoken(part)]
    if not isinstance(told, dict):
        return []
    own = [str(told.get("words", ""))] if told.get("rule") == "spoken" else []
    return list(dict.fromkeys(own + [w for part in told.values() for w in spoken(part)]))


def _scope(told: Told) -> Goal:
    symbols = tuple(symbol(line) for line in listed(told, "symbols"))
    if len({s.name for s in symbols}) != len(symbols):
        raise Malformed("a symbol must be declared once")
    given = tuple(p for text in listed(told, "given") for p in conjuncts(read(text)))
    return Goal(symbols, given, ("le", "0", "0"))
