r"""The steps of a run together: what the descents are worth on average.

The value of a step is the mean of the sum over the groups of
:math:`\langle g,\tilde g\rangle/(\Vert\tilde g\Vert+\gamma)`, or less. The loss falls in a step by
:math:`\frac{\eta B}{\sqrt M}` times it, less the second-order term (descent lemma, Assumption 4.2),
and by z more; over all steps by :math:`L_0-L_*` at most (Assumption 4.1).
"""

from fractions import Fraction as F
from functools import partial

from verify.language import Formula, Real, lemma, nonnegative, positive, sequence, total
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.groupwise.formulas.printed_1 import RATE, SECOND_MOMENT, WORTH
from verify.papers.groupwise.formulas.printed_1 import V as THEOREM
from verify.papers.groupwise.notation import t

V = THEOREM.extended(
    T=THEOREM.T.within(search=(1, 6)),
    gap=THEOREM.gap.within("(0, inf)", search=(0.01, 10)),
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    c=positive("c", unit="length", search=(0.01, 10)),
    q=nonnegative("q", unit="loss", search=(0, 10)),
    values=sequence("T", r"E\sum_m\mathcal{M}", unit="gradient", entry=Real()),
    more=sequence("T", "z", unit="loss", entry=Real(F(0))),
)
over_steps = partial(total, t, 1, V.T)


def falls(weight: Formula, second: Formula) -> Formula:
    """Over all steps the loss falls no further than to its lower bound."""
    return over_steps(weight * V.values[t] - second + V.more[t]) <= V.gap


AVERAGE = over_steps(V.values[t]) / V.T
ONE = V.c * V.values[t]
TELESCOPE = lemma(
    "groupwise/telescope",
    AVERAGE <= (V.gap + V.T * V.q) / (V.T * V.c),
    given=[falls(V.c, V.q)],
    by=Derive(
        multiply(
            chain(
                sum_over(t, 1, V.T, shown(ONE + V.more[t] >= ONE)),
                add(given(falls(V.c, V.q)), shown(V.T * V.q == V.T * V.q)),
            ),
            1 / (V.T * V.c),
        )
    ),
)


def first_order(eta: Formula) -> Formula:
    """What a descent of 1 takes from the loss: the sensitivity of a group is 1/sqrt(M)."""
    return V.B * eta / V.M.sqrt()


def second_order(eta: Formula) -> Formula:
    """A clipped sum has norm B at most."""
    return V.smooth * eta**2 / 2 * (V.B**2 + V.noise**2 * V.d)


def on_average(eta: Formula) -> Formula:
    """What the descents of a step are worth, at most."""
    way = eta * V.B
    return V.M.sqrt() * (V.gap / (way * V.T) + V.smooth * way * SECOND_MOMENT / 2)


def telescoped(eta: Formula, descents: Formula) -> Formula:
    """The mean descents of a step drawn uniformly take no more from the loss than there is."""
    return V.gap >= V.T * (first_order(eta) * descents - second_order(eta))


SUMMED = (V.gap + V.T * second_order(V.eta)) / (V.T * first_order(V.eta))
DESCENTS = lemma(
    "groupwise/descents-on-average",
    AVERAGE <= on_average(V.eta),
    given=[falls(first_order(V.eta), second_order(V.eta))],
    by=Derive(substitute(TELESCOPE, {"c": first_order(V.eta), "q": second_order(V.eta)})),
)
AT_THE_RATE = lemma("groupwise/descents-at-the-rate", on_average(RATE) == WORTH)
