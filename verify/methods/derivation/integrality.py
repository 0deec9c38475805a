r"""A link about whole numbers: those less than 1 apart are one.

If a and b are whole and :math:`a\le b<a+1`, then b = a, so that :math:`f(a)=f(b)` for every formula
f that has a value at both. A case split at :math:`a+1\le b` leaves this case beside :math:`a<b`.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node, binary, lift
from verify.language.formulas import Formula
from verify.language.statement import Compare
from verify.methods.derivation.instance import put
from verify.methods.derivation.scope import Link, Refused, Run, Scope, text, whole


@dataclass(frozen=True)
class SameWhole:
    """f(a) = f(b) for whole numbers a <= b < a + 1.

    Attributes:
        index: what stands for the number in the body. low, high: a and b. body: f.
    """

    index: Node
    low: Node
    high: Node
    body: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The body at both, once they are shown to be whole and less than 1 apart."""
        if self.index.value in scope.names:
            raise Refused(f"the name {self.index.value} stands for something else already")
        for end in (self.low, self.high):
            run.valued(scope, end, "a whole number")
            if not whole(scope, end):
                raise Refused(f"{text(end, scope.by_name)} may not be whole")
        for condition in (binary("le", self.low, self.high), binary("lt", self.high, self.low + 1)):
            run.require(scope, condition, "the distance of two whole numbers")
        left, right = (put(self.body, {self.index.value: end}) for end in (self.low, self.high))
        for side in (left, right):
            run.valued(scope, side, "a formula of a whole number")
        return Compare("eq", left, right)


def same_whole(index: Formula, low: Any, high: Any, body: Formula) -> Link:
    """f(a) = f(b) for whole numbers a <= b < a + 1."""
    return SameWhole(index.tree, lift(low), lift(high), body.tree)
