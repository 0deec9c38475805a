r"""Links that rearrange finite sums: the order of two, one term apart, summands apart.

**The order of two sums** whose ends do not depend on the other index,
:math:`\sum_i\sum_jf=\sum_j\sum_if`: both are the sum of the finitely many values of f on a
rectangle (0, where one range is empty).

**One term apart**: :math:`\sum_{i=m}^nf(i)=\sum_{i=m}^{p-1}f(i)+f(p)+\sum_{i=p+1}^nf(i)` for a
whole p from m to n; a sum whose last index is one below its first is empty.

**Summands apart**: :math:`\sum_i(a+b)=\sum_ia+\sum_ib`. The normal form finds this by itself unless
it has brought a and b over one denominator.
"""

import functools
import operator
from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node, binary, free_names, lift, total
from verify.language.formulas import Formula
from verify.language.statement import Compare
from verify.methods.derivation.instance import put
from verify.methods.derivation.links import SumOver, Telescope
from verify.methods.derivation.scope import Link, Refused, Run, Scope, indexed, text, whole


@dataclass(frozen=True)
class Range:
    """An index with the first and last of its values."""

    index: Node
    first: Node
    last: Node

    @classmethod
    def of(cls, index: Formula, first: Any, last: Any) -> "Range":
        """The range as an author writes it."""
        return cls(index.tree, lift(first), lift(last))

    def inside(self, run: Run, scope: Scope) -> Scope:
        """The scope in which the index has one of its values."""
        return indexed(run, scope, self.index, self.first, self.last)

    def total(self, body: Node) -> Node:
        """The sum of a formula of the index."""
        return total(self.index, self.first, self.last, body)


@dataclass(frozen=True)
class Exchange:
    """The sum over one index of sums over another one, in the other order."""

    outer: Range
    inner: Range
    body: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """Both double sums, once the body has a value on the rectangle."""
        # The ends of either range must mean something, and be whole, where no index is known.
        self.inner.inside(run, scope)
        outside = self.outer.inside(run, scope)
        if self.outer.index.value in free_names(self.inner.first) | free_names(self.inner.last):
            raise Refused("the ends of the inner sum depend on the outer index")
        run.valued(self.inner.inside(run, outside), self.body, "the terms of a double sum")
        inner_first = self.outer.total(self.inner.total(self.body))
        return Compare("eq", inner_first, self.inner.total(self.outer.total(self.body)))


@dataclass(frozen=True)
class Apart:
    """A sum with one of its terms apart."""

    over: Range
    place: Node
    body: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The sum, and what stands before, at and after the place."""
        index, first, last = self.over.index, self.over.first, self.over.last
        run.valued(self.over.inside(run, scope), self.body, "the terms of a sum")
        run.valued(scope, self.place, "the place of a term")
        if not whole(scope, self.place):
            raise Refused(f"the place, {text(self.place, scope.by_name)}, may not be whole")
        for condition in (binary("le", first, self.place), binary("le", self.place, last)):
            run.require(scope, condition, "the place of a term")
        before = total(index, first, self.place - 1, self.body)
        after = total(index, self.place + 1, last, self.body)
        at = put(self.body, {index.value: self.place})
        return Compare("eq", self.over.total(self.body), before + at + after)


@dataclass(frozen=True)
class Split:
    """A sum of several summands as several sums."""

    over: Range
    bodies: tuple[Node, ...]

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """Both sides, once every summand has a value."""
        inside = self.over.inside(run, scope)
        for body in self.bodies:
            run.valued(inside, body, "a summand")
        whole_body = functools.reduce(operator.add, self.bodies)
        sums = map(self.over.total, self.bodies)
        return Compare("eq", self.over.total(whole_body), functools.reduce(operator.add, sums))


def sum_over(index: Formula, first: Any, last: Any, link: Link) -> Link:
    """The sum of a comparison over an index."""
    return SumOver(index.tree, lift(first), lift(last), link)


def telescope(index: Formula, first: Any, last: Any, potential: Any, link: Link) -> Link:
    """The sum of a(i) <= v(i) - v(i+1), with the potential v a formula in the index."""
    return Telescope(index.tree, lift(first), lift(last), lift(potential), link)


def exchange(
    outer: tuple[Formula, Any, Any], inner: tuple[Formula, Any, Any], body: Formula
) -> Link:
    """A double sum in the other order; a range is (index, first, last)."""
    return Exchange(Range.of(*outer), Range.of(*inner), body.tree)


def term_apart(index: Formula, first: Any, last: Any, place: Any, body: Formula) -> Link:
    """A sum as what stands before one of its terms, that term, and what stands after it."""
    return Apart(Range.of(index, first, last), lift(place), body.tree)


def summands_apart(index: Formula, first: Any, last: Any, *bodies: Formula) -> Link:
    """The sum of several summands is the sum of their sums.

    Raises:
        ValueError: there are no summands.
    """
    if not bodies:
        raise ValueError("a sum must have summands. Found none.")
    return Split(Range.of(index, first, last), tuple(body.tree for body in bodies))
