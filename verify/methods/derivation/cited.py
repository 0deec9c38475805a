r"""Links that are theorems of others: each asks for its hypotheses, all of them, and is not proved.

* **The two means** (Cauchy 1821): :math:`\prod_ia_i\le(\frac1N\sum_ia_i)^N` of :math:`N\ge1` terms
  that are not negative, and the N-th roots of both sides.
* **Factorials** (Robbins 1955): :math:`\sqrt{2\pi n}(n/e)^ne^{1/(12n+1)}\le n!` for whole
  :math:`n\ge1`, and :math:`n!\le\sqrt{2\pi n}(n/e)^ne^{1/(12n)}`.
* **An entry of a vector**: :math:`v_i^2\le\|v\|^2`.
* **The normal distribution's function**: :math:`0<\Phi(t)<1`;
  :math:`\Phi(t)\le\frac12e^{-t^2/2}` for :math:`t\le0`, as the quotient of :math:`\Phi(t)` and
  :math:`e^{-t^2/2}` is the mean of :math:`e^{tz}` over half a normal distribution; and
  :math:`\Phi(t)\le\frac12+t/\sqrt{2\pi}` for :math:`t\ge0`, as its slope is largest at 0.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import PI, E, Node, binary, lift, norm, product, total
from verify.language.formulas import Formula
from verify.language.special import PHI, factorial
from verify.language.statement import Compare
from verify.language.symbols import Vector
from verify.methods.derivation.scope import Link, Refused, Run, Scope, indexed, text, whole


@dataclass(frozen=True)
class TwoMeans:
    """A product is at most a power of the mean of its factors.

    Attributes:
        link: what shows that no factor is negative.
        root: of both sides that root is taken which leaves the mean.
    """

    index: Node
    first: Node
    last: Node
    link: Link
    root: bool

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The comparison, once there is a factor and none is negative."""
        over = self.index, self.first, self.last
        found = run.step(self.link, indexed(run, scope, *over), None)
        if found.left != lift(0):
            raise Refused("the sign of the factors must be shown: that 0 is at most each of them")
        run.require(scope, binary("le", self.first, self.last), "the number of factors")
        whole_product, mean = product(*over, found.right), mean_over(*over, found.right)
        count = counted(self.first, self.last)
        if self.root:
            return Compare("le", whole_product ** (1 / count), mean)
        return Compare("le", whole_product, mean**count)


def counted(first: Node, last: Node) -> Node:
    """How many whole numbers there are from a first one to a last one."""
    return last if first == lift(1) else last - first + 1


def mean_over(index: Node, first: Node, last: Node, body: Node) -> Node:
    """The mean of a formula over an index."""
    return total(index, first, last, body) / counted(first, last)


@dataclass(frozen=True)
class Stirling:
    """A factorial lies above, or below, what Stirling's formula says with Robbins's correction."""

    number: Node
    above: bool

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The comparison, once the number is whole and at least 1."""
        n = self.number
        run.valued(scope, n, "what a factorial is taken of")
        if not whole(scope, n):
            raise Refused(f"the number of a factorial, {text(n, scope.by_name)}, may not be whole")
        run.require(scope, binary("le", 1, n), "the number of a factorial")
        near = (2 * PI * n).sqrt() * (n / E) ** n
        if self.above:
            return Compare("le", near * (1 / (12 * n + 1)).exp(), factorial(n))
        return Compare("le", factorial(n), near * (1 / (12 * n)).exp())


@dataclass(frozen=True)
class Entry:
    """The square of an entry is at most that of the length."""

    vector: Node
    place: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The comparison, once there is such an entry."""
        symbol = scope.by_name.get(self.vector.value) if self.vector.op == "symbol" else None
        if symbol is None or not isinstance(symbol.kind, Vector):
            raise Refused("an entry must be that of a declared vector")
        entry = self.vector[self.place]
        run.valued(scope, entry, "the entry")
        return Compare("le", entry**2, norm(self.vector) ** 2)


NORMAL = ("positive", "below 1", "tail", "tangent")


@dataclass(frozen=True)
class Normal:
    """A bound of the normal distribution's function.

    Attributes:
        bound: one of NORMAL.
    """

    at: Node
    bound: str

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The bound, once the argument has the sign that it needs."""
        t = self.at
        run.valued(scope, t, "the argument of the normal distribution's function")
        value = Node("external", (t,), PHI)
        if self.bound == "positive":
            return Compare("lt", lift(0), value)
        if self.bound == "below 1":
            return Compare("lt", value, lift(1))
        sides = (t, lift(0)) if self.bound == "tail" else (lift(0), t)
        run.require(scope, binary("le", *sides), "the sign of the argument")
        if self.bound == "tail":
            return Compare("le", value, (-(t**2) / 2).exp() / 2)
        return Compare("le", value, lift(1) / 2 + t / (2 * PI).sqrt())


def two_means(index: Formula, first: Any, last: Any, link: Link, *, root: bool = False) -> Link:
    """A product of what is shown to be >= 0 is at most the power of the mean.

    Args:
        link: shows 0 <= f. root: take the root of both sides, which leaves the mean.
    """
    return TwoMeans(index.tree, lift(first), lift(last), link, root)


def stirling(number: Any, *, above: bool) -> Link:
    """n! is at least (``above``), or at most, Stirling's formula with Robbins's correction."""
    return Stirling(lift(number), above)


def entry_of(vector: Formula, place: Any) -> Link:
    """v_i^2 <= |v|^2."""
    return Entry(vector.tree, lift(place))


def normal(at: Any, bound: str) -> Link:
    """0 < Phi(t) < 1, and Phi(t) <= e^(-t^2/2)/2 for t <= 0, <= 1/2 + t/sqrt(2 pi) for t >= 0.

    Args:
        bound: positive, below 1, tail or tangent.

    Raises:
        ValueError: another bound.
    """
    if bound not in NORMAL:
        raise ValueError(f"bound must be one of {', '.join(NORMAL)}. Found {bound!r}.")
    return Normal(lift(at), bound)
