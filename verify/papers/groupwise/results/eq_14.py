r"""Appendix A.2, before (14): the union of the groups, and (14) from it.

The print's ``>`` fails in the plainest way for M = 1, where both sides are equal for every law of
the gradient without an atom at :math:`\mathcal M=a`; with ``>=`` it fails by such an atom alone:
where a value is a with probability 1, the right side is 1 and the left side 0. What holds counts
the groups with :math:`\mathcal M\ge a`, in every outcome: all are below a where there is none.
"""

from fractions import Fraction as F

from verify.language import claim, instance, lemma, says
from verify.language.formulas import Formula, expectation, indicator, product, total
from verify.language.symbols import Real, real, sequence
from verify.methods.derive import Derive, expect, shares, shown, substitute, sum_over
from verify.papers.groupwise.formulas import printed_a
from verify.papers.groupwise.formulas.printed_a import BOUND, E, W, mean, value
from verify.papers.groupwise.notation import m
from verify.papers.groupwise.settings import GROUPS

V = W.extended(
    x=real("x", unit="gradient", search=(-5, 10)),
    lengths=sequence("M", r"\Vert g_t\Vert", unit="gradient", entry=Real(F(0))),
)


def all_below(length: Formula) -> Formula:
    """1 where every group has a value below a, else 0."""
    return product(m, 1, V.M, indicator(V.a > value(length)))


def number(length: Formula) -> Formula:
    """Of the groups with a value of a or more."""
    return total(m, 1, V.M, indicator(V.a <= value(length)))


LENGTH = abs(E[m])
NOT_ALL = 1 - expectation(V.N, E, all_below(LENGTH))

OUTCOME = V.lengths[m]
BELOW = indicator(V.a > value(OUTCOME))
UNION = says(
    number(OUTCOME) >= 1 - all_below(OUTCOME),
    by=Derive(
        shares(m, 1, V.M, BELOW),
        sum_over(m, 1, V.M, shown(1 - BELOW == indicator(V.a <= value(OUTCOME)))),
    ),
)
# (14), from Markov's inequality for M >= a.
EQ_14 = says(NOT_ALL <= BOUND / V.a, given=[BOUND / V.a >= expectation(V.N, E, number(LENGTH))])


def three(x: Formula) -> tuple[Formula, Formula, Formula]:
    """Whether a number is below a, above it, and a itself."""
    return indicator(V.a > x), indicator(V.a < x), indicator(V.a <= x) * indicator(V.a >= x)


X_BELOW, X_ABOVE, X_AT = three(V.x)
SPLIT = lemma("groupwise/value-and-level", 1 - X_BELOW == X_ABOVE + X_AT)
BELOW_A, ABOVE_A, AT_A = three(printed_a.VALUE)
# Of one group.
ALONE = says(
    mean(1 - BELOW_A) == mean(ABOVE_A + AT_A),
    by=Derive(expect(V.P, E, substitute(SPLIT, {"x": printed_a.VALUE}))),
)
ONE_ABOVE = instance("M=1 xi=1 gamma=1 r=2 a=1/10 lengths=(1,)")
ABOVE = says(NOT_ALL < expectation(V.N, E, total(m, 1, V.M, indicator(V.a < value(LENGTH)))))
EQ_14_UNION = (
    claim("groupwise/eq-14-union", "App A.2, (14) and before", "the union of the groups")
    .says(
        {"the union": ABOVE, "(14)": EQ_14},
        instead={"the union": UNION},
        notes=(ALONE,),
        settings=GROUPS,
    )
    .quoting(
        r"\max_tP(\bigcap_m\mathcal M<a)\ge1-\frac{2\sqrt M}{a\sqrt T}\sqrt{2(L_0-"
        r"L_*)\mathcal L\left(1+\frac{\sigma^2d}{B^2}\right)}",
        part="(14)",
        reading="At the step of (12): the probability of the other event is at most the rest "
        "of the right side.",
    )
    .quoting(
        r"\sum_mP(\mathcal M>a)>1-P(\bigcap_m\mathcal M<a)",
        part="the union",
        reading="The sum of the probabilities is the mean number of groups above a.",
    )
    .rejects("half of the number", UNION.but(left=number(OUTCOME) / 2, at=ONE_ABOVE))
)
