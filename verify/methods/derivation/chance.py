"""Links about expectations: monotone and linear, Markov, Jensen, Cauchy-Schwarz, union.

The probability of an event is the expectation of its indicator, a formula with two branches. A law
without a name has finitely many atoms, so that every expectation has a value where its body has
one; under one that is known by its moments the body is a polynomial.
"""

import functools
import operator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from verify.formula.expression import Node, binary, dot, expectation, indicator, lift, norm, total
from verify.language.formulas import Formula
from verify.language.laws import KnownLaw, has_mean
from verify.language.statement import Compare
from verify.language.symbols import Law, Real, Symbol, Vector
from verify.methods.derivation.instance import put
from verify.methods.derivation.scope import Link, Refused, Run, Scope, indexed, zero_below
from verify.methods.intervals.derivative import derivative


def drawn(scope: Scope, law: Node, variable: Node) -> Scope:
    """The scope inside an expectation: one more vector, in the support of the law.

    Raises:
        Refused: the law is not declared, or the variable's name is taken.
    """
    symbol = scope.by_name.get(law.value)
    if symbol is None or not isinstance(symbol.kind, Law | KnownLaw):
        raise Refused(f"{law.value} is no declared law")
    kind = symbol.kind
    one = Symbol(variable.value, variable.value, symbol.unit, Vector(kind.dimension))
    radius = kind.radius if isinstance(kind, Law) else None
    if radius is None:
        return scope.having(one)
    inside = [binary("le", norm(variable), radius)]
    if kind.dimension == 1:
        # On the line its length is the absolute value of its entry.
        inside += [binary("le", -radius, variable[1]), binary("le", variable[1], radius)]
    return scope.having(one, *inside)


def mean(scope: Scope, law: Node, variable: Node, body: Node) -> Node:
    """The expectation of a body that has a value for everything that the law draws.

    Raises:
        Refused: the law is known by its moments, and the body is no polynomial of their degree.
    """
    if not has_mean(scope.by_name[law.value].kind, body, variable.value):
        raise Refused("an expectation of what may have none")
    return expectation(law, variable, body)


@dataclass(frozen=True)
class Expect:
    """The expectation of a comparison that holds for every value of the variable."""

    law: Node
    variable: Node
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        found = run.step(self.link, drawn(scope, self.law, self.variable), None)
        left, right = (mean(scope, self.law, self.variable, s) for s in (found.left, found.right))
        return Compare(found.relation, left, right)


@dataclass(frozen=True)
class Reached:
    """A bound, by a moment, of the probability that a random number reaches a level."""

    law: Node
    variable: Node
    number: Node
    level: Node
    called: ClassVar[str]

    def inside(self, run: Run, scope: Scope) -> Scope:
        """The scope of what is drawn, in which the number has a value; the level has one outside.

        Raises:
            Refused: one of them may have none.
        """
        inner = drawn(scope, self.law, self.variable)
        run.valued(inner, self.number, f"the variable of {self.called}")
        run.valued(scope, self.level, f"the level of {self.called}")
        return inner

    def bounded(self, run: Run, scope: Scope, number: Node, moment: Node, over: Node) -> Compare:
        """P(number >= level) <= E moment / over, for a positive level.

        Raises:
            Refused: it is not shown to be, or the moment may have no mean.
        """
        run.require(scope, zero_below(self.level, strict=True), f"the level of {self.called}")
        event = indicator(binary("le", self.level, number))
        left = mean(scope, self.law, self.variable, event)
        return Compare("le", left, mean(scope, self.law, self.variable, moment) / over)


@dataclass(frozen=True)
class Markov(Reached):
    """P(X >= a) <= E X / a for X >= 0 and a > 0."""

    called = "Markov's inequality"

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        inner = self.inside(run, scope)
        run.require(inner, zero_below(self.number), f"the variable of {self.called}")
        return self.bounded(run, scope, self.number, self.number, self.level)


@dataclass(frozen=True)
class Chebyshev(Reached):
    """P(|X| >= a) <= E X^2/a^2 for a > 0: Markov's inequality for X^2, at least a^2 there."""

    called = "Chebyshev's inequality"

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        self.inside(run, scope)
        return self.bounded(run, scope, abs(self.number), self.number**2, self.level**2)


@dataclass(frozen=True)
class Jensen:
    """f(E X) <= E f(X) for a function that is convex on an interval, where X lies.

    Attributes:
        argument: the symbol of f, whose set is the interval. body: f, smooth inside.
    """

    law: Node
    variable: Node
    number: Node
    argument: Symbol
    body: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        kind, name = self.argument.kind, self.argument.name
        if not isinstance(kind, Real) or kind.empty:
            raise Refused("the argument of a convex function must lie in an interval")
        inner = drawn(scope, self.law, self.variable)
        run.valued(inner, self.number, "the variable of Jensen's inequality")
        for condition in self.argument.conditions():
            run.require(inner, put(condition, {name: self.number}), "Jensen's variable")
        run.valued(scope.having(self.argument), self.body, "the convex function")
        try:
            second = derivative(derivative(self.body, name), name)
        except NotImplementedError as error:
            raise Refused(f"the function has no second derivative: {error}") from None
        # Inside the interval the second derivative decides; at its ends f is continuous.
        inside = scope.having(replace(self.argument, kind=kind.strict()))
        run.valued(inside, second, "the second derivative")
        run.require(inside, zero_below(second), "the second derivative")
        middle = mean(scope, self.law, self.variable, self.number)
        left = put(self.body, {name: middle})
        right = mean(scope, self.law, self.variable, put(self.body, {name: self.number}))
        return Compare("le", left, right)


@dataclass(frozen=True)
class CauchySchwarz:
    """<u, v> <= |u| |v|, or (sum ab)^2 <= (sum a^2)(sum b^2), or the same of expectations.

    Attributes:
        over: empty for vectors, (index, first, last) for a sum, (law, variable) for an expectation.
    """

    left: Node
    right: Node
    over: tuple[Node, ...] = ()

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        a, b = self.left, self.right
        if not self.over:
            sides = dot(a, b), norm(a) * norm(b)
            for side in sides:
                run.valued(scope, side, "a side of Cauchy and Schwarz")
            return Compare("le", *sides)
        if len(self.over) == 3:
            index, first, last = self.over
            inner = indexed(run, scope, index, first, last)
            sums = [total(index, first, last, x) for x in (a * b, a**2, b**2)]
        else:
            law, variable = self.over
            inner = drawn(scope, law, variable)
            sums = [mean(scope, law, variable, x) for x in (a * b, a**2, b**2)]
        for factor in (a, b):
            run.valued(inner, factor, "a factor of Cauchy and Schwarz")
        return Compare("le", sums[0] ** 2, sums[1] * sums[2])


@dataclass(frozen=True)
class Union:
    """P(A or B or ...) <= P(A) + P(B) + ..."""

    law: Node
    variable: Node
    events: tuple[Node, ...]

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        inner = drawn(scope, self.law, self.variable)
        for event in self.events:
            for side in event.args:
                run.valued(inner, side, "an event")
        left = mean(scope, self.law, self.variable, indicator(*self.events))
        each = [mean(scope, self.law, self.variable, indicator(event)) for event in self.events]
        return Compare("le", left, functools.reduce(operator.add, each))


def expect(law: Formula, variable: Formula, link: Link) -> Link:
    """The expectation of a comparison that holds for every value of the variable."""
    return Expect(law.tree, variable.tree, link)


def markov(law: Formula, variable: Formula, number: Any, level: Any) -> Link:
    """P(X >= a) <= E X / a."""
    return Markov(law.tree, variable.tree, lift(number), lift(level))


def chebyshev(law: Formula, variable: Formula, number: Any, level: Any) -> Link:
    """P(|X| >= a) <= E X^2 / a^2."""
    return Chebyshev(law.tree, variable.tree, lift(number), lift(level))


def jensen(law: Formula, variable: Formula, number: Any, argument: Symbol, body: Formula) -> Link:
    """f(E X) <= E f(X) for f convex on the set of its argument."""
    return Jensen(law.tree, variable.tree, lift(number), argument, body.tree)


def cauchy_schwarz(left: Any, right: Any, *over: Any) -> Link:
    """<u, v> <= |u| |v|; with (index, first, last) or (law, variable): of a sum or expectation.

    Raises:
        ValueError: another number of arguments.
    """
    if len(over) not in (0, 2, 3):
        raise ValueError(f"over must be empty, a sum or a law. Found {len(over)} arguments.")
    return CauchySchwarz(lift(left), lift(right), tuple(map(lift, over)))


def union(law: Formula, variable: Formula, *events: Formula) -> Link:
    """P(A or B or ...) <= P(A) + P(B) + ..."""
    if not events:
        raise ValueError("a union must have events. Found none.")
    return Union(law.tree, variable.tree, tuple(event.tree for event in events))
