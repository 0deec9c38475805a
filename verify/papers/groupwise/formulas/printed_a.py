r"""What Appendix A.2 prints up to (14), over the symbols of the theorem and of Lemma A.1.

Lemma A.1 is about one group: g stands for :math:`g_t^{(m)}`, and a symmetric deviation is e with a
fair sign, e drawn from Q. In (13) the length of the gradient of a group that is drawn uniformly, at
the step that (12) speaks of, is that of e, drawn from P: a sum over the groups is M times a mean.
Before (14) the lengths of all groups are the sizes of the entries of e, drawn from N.
"""

from functools import partial

from verify.language import Formula, Notation, expectation, index, law, natural, norm, vector
from verify.papers.groupwise.formulas import printed_1, printed_r
from verify.papers.groupwise.formulas.printed_r import SHIFT, growth
from verify.papers.groupwise.lemmas.symmetric_descent import SPREAD

# One group.
V = printed_r.V.extended(
    d=natural("d^{(m)}", search=(1, 2)),
    g=vector("d", "g_t^{(m)}", unit="gradient"),
    Q=law("Q", unit="gradient", dimension="d"),
)
EXCESS = norm(V.g) - SHIFT  # x_r
LOWER = growth(EXCESS) / 2  # right side of (10)
VARIANCE = V.xi**2 / V.M >= SPREAD  # Assumption 4.3

# All groups at a step.
W = Notation(printed_1.V.symbols | printed_r.V.symbols).extended(
    P=law("P", unit="gradient"), N=law("N", unit="gradient", dimension="M")
)

E = index("e")
BOUND = 2 * printed_1.WORTH  # of (12)


def value(length: Formula) -> Formula:
    """M of (10), of a gradient of this length."""
    long, short = ((W.r + sign) * length + W.gamma for sign in (-1, 1))
    return (length - SHIFT) * (W.gamma / long - W.gamma / short)


# Over the groups and the run.
mean = partial(expectation, W.P, E)
VALUE = value(norm(E))
POSITIVE = (VALUE + abs(VALUE)) / 2
