r"""Links about roots of unity and the cosine on half a turn.

**A turn in d steps.** For whole :math:`d \ge 1`, k and first, and any :math:`\varphi`,

.. math:: \sum_{j=f}^{f+d-1}\cos\Bigl(\frac{2\pi jk}d+\varphi\Bigr) =
          \begin{cases} d\cos\varphi & d \mid k,\\ 0 & \text{otherwise.}\end{cases}

If :math:`k=qd`, every term is :math:`\cos(2\pi jq+\varphi)=\cos\varphi`. Otherwise
:math:`z=e^{2\pi ik/d}\ne1` and :math:`z^d=1`, so that
:math:`\sum_jz^j=z^f\frac{z^d-1}{z-1}=0`, and the sum is the real part of :math:`e^{i\varphi}` times
this. That d divides k is shown by a whole q with :math:`k=qd`; that it does not, by a whole q with
:math:`qd<k<(q+1)d`. For d = 1 there is no such q.

**Half a turn.** On :math:`[0,\pi]` the cosine falls strictly.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import PI, Node, binary, lift
from verify.language.formulas import Formula
from verify.language.statement import Compare
from verify.methods.derivation.scope import Link, Refused, Run, Scope, text, whole, zero_below
from verify.methods.derivation.sums import Range


@dataclass(frozen=True)
class Turn:
    """The sum of cos(2 pi j k/d + phase) over d steps j in a row.

    Attributes:
        over: the range of the index; d is last - first + 1. number: k.
        quotient: the whole number q. divides: whether k = q d, or q d < k < (q + 1) d.
    """

    over: Range
    number: Node
    phase: Node
    quotient: Node
    divides: bool

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The closed form, once d >= 1, the whole numbers and the quotient are shown."""
        # The index may stand in no other part, and both ends are whole.
        self.over.inside(run, scope)
        for node, name in ((self.number, "the number"), (self.quotient, "the quotient")):
            run.valued(scope, node, f"{name} of steps")
            if not whole(scope, node):
                raise Refused(f"{name}, {text(node, scope.by_name)}, may not be whole")
        run.valued(scope, self.phase, "the phase")
        steps, passed = self.over.last - self.over.first + 1, self.quotient
        run.require(scope, binary("le", 1, steps), "the number of steps")
        if self.divides:
            run.require(scope, binary("eq", self.number, passed * steps), "the quotient")
        else:
            run.require(scope, binary("lt", passed * steps, self.number), "the quotient")
            run.require(scope, binary("lt", self.number, (passed + 1) * steps), "the quotient")
        angle = 2 * PI * self.over.index * self.number / steps + self.phase
        left = self.over.total(angle.cos())
        return Compare("eq", left, steps * self.phase.cos() if self.divides else lift(0))


@dataclass(frozen=True)
class HalfTurn:
    """From 0 <= a <= b <= pi: cos b <= cos a."""

    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The cosines of both sides, the order turned round."""
        found = run.step(self.link, scope, None)
        run.require(scope, zero_below(found.left), "the smaller angle")
        run.require(scope, binary("le", found.right, PI), "the larger angle")
        return Compare(found.relation, found.right.cos(), found.left.cos())


def whole_turns(
    index: Formula, first: Any, last: Any, number: Any, *, quotient: Any, phase: Any = 0
) -> Link:
    """The sum of cos(2 pi j k/d + phase) over d steps is d cos(phase), for k = q d."""
    over = Range.of(index, first, last)
    return Turn(over, lift(number), lift(phase), lift(quotient), divides=True)


def broken_turns(
    index: Formula, first: Any, last: Any, number: Any, *, quotient: Any = 0, phase: Any = 0
) -> Link:
    """The sum of cos(2 pi j k/d + phase) over d steps is 0, for q d < k < (q + 1) d."""
    over = Range.of(index, first, last)
    return Turn(over, lift(number), lift(phase), lift(quotient), divides=False)


def half_turn(link: Link) -> Link:
    """cos b <= cos a from 0 <= a <= b <= pi."""
    return HalfTurn(link)
