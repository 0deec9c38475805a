"""The links of a derivation. Each concludes a comparison from others, and proves what it needs.

A link's ``conclude(run, scope, wanted)`` gives the comparison that it shows in a scope, or raises
:class:`verify.methods.derivation.scope.Refused`. ``wanted`` is the conclusion that is asked for,
which only a case split and words look at.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from verify.formula.expression import Node, binary, free_names, lift, negated, total
from verify.language.argument import Cited
from verify.language.statement import Compare
from verify.methods.derivation.instance import put
from verify.methods.derivation.scope import Link as Link
from verify.methods.derivation.scope import (
    Refused,
    Run,
    Scope,
    comparison,
    indexed,
    text,
    zero_below,
)
from verify.methods.evidence import Outcome
from verify.methods.reals.branches import conjuncts


@dataclass(frozen=True)
class Given:
    """A hypothesis, or a bound of a symbol's set."""

    condition: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        known = {*scope.where, *(c for s in scope.symbols for c in s.conditions())}
        if not all(part in known for part in conjuncts(self.condition)):
            raise Refused(f"{text(self.condition, scope.by_name)} is not among the hypotheses")
        return comparison(self.condition)


@dataclass(frozen=True)
class Shown:
    """A comparison that the automatic methods prove."""

    condition: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        said = comparison(self.condition)
        _known(scope, said.left, said.right)
        run.require(scope, self.condition, "a step by the automatic methods")
        return said


@dataclass(frozen=True)
class Spoken:
    """A comparison for which words are given; it must hold wherever the methods look."""

    text: str
    condition: Node
    cites: tuple[Cited, ...] = ()

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        said = comparison(self.condition)
        _known(scope, said.left, said.right)
        statement = scope.statement(said)
        if not run.holds(statement):
            if run.finding(statement).outcome is not Outcome.HOLDS:
                # No instance at which it holds is no better than one at which it fails.
                raise Refused(
                    f"{text(self.condition, scope.by_name)}, for which words are given: "
                    f"{run.finding(statement).text}"
                )
            for name, side in (("left", said.left), ("right", said.right)):
                run.valued(scope, side, f"the {name} side of a step in words")
            run.spoken.append(said)
            if self.text not in run.argued:
                run.argued.append(self.text)
        return said


@dataclass(frozen=True)
class Chain:
    """a <= b, b <= c, ...: the first left side is at most the last right side."""

    links: tuple[Link, ...]

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        if len(self.links) == 1:
            return run.step(self.links[0], scope, wanted)
        found = [run.step(link, scope, None) for link in self.links]
        for before, after in itertools.pairwise(found):
            if not run.same(scope, before.right, after.left):
                raise Refused(
                    f"a chain breaks: {text(before.right, scope.by_name)} is not "
                    f"{text(after.left, scope.by_name)}"
                )
        return Compare(_weakest(found), found[0].left, found[-1].right)


@dataclass(frozen=True)
class Add:
    """The sum of comparisons."""

    links: tuple[Link, ...]

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        first, *others = [run.step(link, scope, None) for link in self.links]
        left, right = first.left, first.right
        for one in others:
            left, right = left + one.left, right + one.right
        return Compare(_weakest([first, *others]), left, right)


@dataclass(frozen=True)
class Multiply:
    """A comparison times a factor that is proved to be nonnegative (positive, to stay strict)."""

    link: Link
    factor: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        found = run.step(self.link, scope, None)
        run.valued(scope, self.factor, "the factor")
        relation = found.relation
        if relation == "lt" and not run.shows(scope, "lt", lift(0), self.factor):
            relation = "le"
        if relation == "le":
            run.require(scope, zero_below(self.factor), "the factor of an inequality")
        return Compare(relation, self.factor * found.left, self.factor * found.right)


@dataclass(frozen=True)
class SumOver:
    """The sum of a comparison over an index: times, coordinates, eigenvalues."""

    index: Node
    first: Node
    last: Node
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        found = run.step(self.link, indexed(run, scope, self.index, self.first, self.last), None)
        left, right = (
            total(self.index, self.first, self.last, s) for s in (found.left, found.right)
        )
        return Compare("le" if found.relation == "lt" else found.relation, left, right)


@dataclass(frozen=True)
class Telescope:
    """From a(i) <= v(i) - v(i+1) for every i: the sum of a is at most v(first) - v(last+1)."""

    index: Node
    first: Node
    last: Node
    potential: Node
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        inner = indexed(run, scope, self.index, self.first, self.last)
        found = run.step(self.link, inner, None)
        after = put(self.potential, {self.index.value: self.index + 1})
        run.valued(inner, self.potential, "the potential")
        run.valued(inner, after, "the potential")
        if not run.same(inner, found.right, self.potential - after):
            raise Refused("the right side is not the difference of two values of the potential")
        run.require(scope, binary("le", self.first, self.last + 1), "the ends of a telescope")
        ends = []
        for place in (self.first, self.last + 1):
            ends.append(put(self.potential, {self.index.value: place}))
            run.valued(scope, ends[-1], "the potential at an end")
        left = total(self.index, self.first, self.last, found.left)
        relation = "le" if found.relation == "lt" else found.relation
        return Compare(relation, left, ends[0] - ends[1])


MONOTONE: dict[str, tuple[Callable[[Node], Node], str | None, bool]] = {
    # name: what it makes, the condition on the smaller side, whether the order turns
    "exp": (lambda x: x.exp(), None, False),
    "log": (lambda x: x.log(), "lt", False),
    "sqrt": (lambda x: x.sqrt(), "le", False),
    "square": (lambda x: x**2, "le", False),
    "reciprocal": (lambda x: 1 / x, "lt", True),
    "negative": (lambda x: -x, None, True),
}


@dataclass(frozen=True)
class Monotone:
    """A strictly monotone function on both sides."""

    function: str
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        build, sign, turns = MONOTONE[self.function]
        found = run.step(self.link, scope, None)
        if sign is not None:
            condition = zero_below(found.left, strict=sign == "lt")
            run.require(scope, condition, f"the smaller side of {self.function}")
        left, right = build(found.left), build(found.right)
        sides = (right, left) if turns else (left, right)
        return Compare(found.relation, *sides)


@dataclass(frozen=True)
class Cases:
    """One derivation where a condition holds and another one where it does not.

    Attributes:
        conclusion: what both show; at the end of a derivation the statement itself.
    """

    condition: Node
    then: Link
    otherwise: Link
    conclusion: Node | None = None

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        goal = comparison(self.conclusion) if self.conclusion is not None else wanted
        if goal is None:
            raise Refused("a case split inside a derivation must say its conclusion")
        _known(scope, goal.left, goal.right)
        parts = conjuncts(self.condition)
        # Without a value neither the condition nor its negation holds.
        for i, part in enumerate(parts):
            if part.op not in ("le", "lt", "eq", "ne"):
                raise Refused(f"a case split must compare numbers, not by {part.op}")
            for side in part.args:
                run.valued(scope.given(*parts[:i]), side, "the condition of a case split")
        scopes = [(scope.given(*parts), self.then)]
        for i, part in enumerate(parts):
            scopes.append((scope.given(*parts[:i], *negated(part)), self.otherwise))
        for inner, link in scopes:
            run.matches(inner, run.step(link, inner, goal), goal)
        return replace(goal, flipped=False)


@dataclass(frozen=True)
class Ends:
    """The last step: what its link concludes is the statement."""

    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        if wanted is None:
            raise Refused("a derivation must end in a statement")
        run.matches(scope, run.step(self.link, scope, wanted), wanted)
        return wanted


def _weakest(found: list[Compare]) -> str:
    """The relation that a chain or a sum of comparisons has."""
    relations = {f.relation for f in found}
    return "lt" if "lt" in relations else "le" if "le" in relations else "eq"


def _known(scope: Scope, *nodes: Node) -> None:
    unknown = frozenset[str]().union(*map(free_names, nodes)) - scope.names
    if unknown:
        raise Refused(f"{', '.join(sorted(unknown))} stands for nothing in this step")
