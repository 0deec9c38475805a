r"""A link about a product of shares: Weierstrass's inequality, the union bound without a law.

For :math:`0\le b_i\le1`,

.. math:: 1-\prod_ib_i\le\sum_i(1-b_i):

with one factor b more the left side grows by :math:`(1-b)\prod_ib_i\le1-b`. An empty product is 1.
Where each :math:`b_i` is 1 or 0, the left side says whether one of them is 0, the right side how
many are.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node, binary, product
from verify.language.formulas import Formula
from verify.language.statement import Compare
from verify.methods.derivation.scope import Link, Run, Scope, zero_below
from verify.methods.derivation.sums import Range


@dataclass(frozen=True)
class Shares:
    """1 - prod b <= sum (1 - b) for shares b."""

    over: Range
    share: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The inequality, once every factor is shown to lie between 0 and 1."""
        inside = self.over.inside(run, scope)
        for condition in (zero_below(self.share), binary("le", self.share, 1)):
            run.require(inside, condition, "a factor of a product of shares")
        left = 1 - product(self.over.index, self.over.first, self.over.last, self.share)
        right = self.over.total(1 - self.share)
        for side in (left, right):
            run.valued(scope, side, "a side of Weierstrass's inequality")
        return Compare("le", left, right)


def shares(index: Formula, first: Any, last: Any, share: Formula) -> Link:
    """1 - prod b <= sum (1 - b) for factors b from 0 to 1."""
    return Shares(Range.of(index, first, last), share.tree)
