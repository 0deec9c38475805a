r"""Appendix A.2, (13) and (14): Markov's inequality, and the union of the groups.

**(13)**, at the step that (12) speaks of. (12) bounds the mean of :math:`\mathcal M`, which is
negative for gradients shorter than :math:`\frac\xi{r\sqrt M}`, so that the printed inference fails.
The display does not: (10) holds with the positive part of :math:`\mathcal M` as well (a lemma of
``groupwise/lemma-a1``), and so do (11) and (12), which use (10) alone. The gradients against the
inference are any that (12) allows, not those of a run in a setting of the paper.

**Before (14)** the print's ``>`` fails in the plainest way for M = 1, where both sides are equal
for every law of the gradient without an atom at :math:`\mathcal M=a`; with ``>=`` it fails by such
an atom alone: where a value is a with probability 1, the right side is 1 and the left side 0. What
holds counts the groups with :math:`\mathcal M\ge a`, in every outcome: all are below a where there
is none.
"""

from fractions import Fraction as F

from verify.language import Real, claim, instance, lemma, real, says, sequence
from verify.language.formulas import Formula, expectation, indicator, product, total
from verify.methods import derive
from verify.methods.derive import Derive, chain, expect, given, multiply, shown, substitute
from verify.papers.groupwise.formulas.printed_a import BOUND, POSITIVE, VALUE, E, W, mean, value
from verify.papers.groupwise.notation import m
from verify.papers.groupwise.settings import GROUPS

V = W.extended(
    x=real("x", unit="gradient", search=(-5, 10)),
    lengths=sequence("M", r"\Vert g_t\Vert", unit="gradient", entry=Real(F(0))),
)
ABOVE = V.M * mean(indicator(V.a < VALUE))
# (12) for the positive part is asked for in this form, divided by a.
PLUS = V.M * (mean(POSITIVE) / V.a)
ONE = lemma(
    "groupwise/event-of-positive-part",
    indicator(V.x > V.a) <= indicator((V.x + abs(V.x)) / 2 >= V.a),
)
MARKOV = lemma(
    "groupwise/markov-of-groups",
    ABOVE <= PLUS,
    by=Derive(
        multiply(
            chain(
                expect(V.P, E, substitute(ONE, {"x": VALUE})), derive.markov(V.P, E, POSITIVE, V.a)
            ),
            V.M,
        )
    ),
)
# Stability, batch and steps as for CIFAR10 in the paper; about one gradient of eight is short.
SHORT = instance(
    "M=1 B=1000 T=250 gap=2/5 smooth=1/100 noise=1 xi=1 gamma=1/100 r=11/10 a=8/100 "
    "P=((87/200,(10,)),(87/200,(-10,)),(13/200,(3/100,)),(13/200,(-3/100,)))"
) | {"d": 22 * 10**6}
POSITIVE_PART = BOUND / V.a >= PLUS
DISPLAY = says(
    ABOVE <= BOUND / V.a,
    given=[POSITIVE_PART],
    by=Derive(substitute(MARKOV, {}), given(POSITIVE_PART)),
)
FROM_12 = says(ABOVE <= BOUND / V.a, given=[(V.M * mean(VALUE)) <= BOUND], at=SHORT)
NONE = SHORT | instance("P=((3/10,(10,)),(3/10,(-10,)),(2/5,(0,)))")
EQ_13 = (
    claim(
        "groupwise/eq-13",
        "App A.2, (13)",
        r"Markov's inequality for $\mathcal M$: the display, and how it is inferred",
    )
    .says(
        {"the display": DISPLAY, "from (12), M being nonnegative": FROM_12},
        repaired={"from (12), M being nonnegative": DISPLAY},
    )
    .quoting(
        r"\min_t\sum_mP(\mathcal M(\cdot)>a)\le\frac2a\sqrt{\frac MT}\sqrt{2(L_0-"
        r"L_*)\mathcal L\left(1+\frac{\sigma^2d}{B^2}\right)}",
        part="the display",
        reading="At the step of (12), the sum over the groups being M times the mean over a "
        "group drawn uniformly.",
    )
    .rejects("half of the bound", part="the display", right=BOUND / (2 * V.a), at=NONE)
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
        derive.shares(m, 1, V.M, BELOW),
        derive.sum_over(m, 1, V.M, shown(1 - BELOW == indicator(V.a <= value(OUTCOME)))),
    ),
)
# (14), from Markov's inequality for M >= a.
EQ_14 = says(NOT_ALL <= BOUND / V.a, given=[BOUND / V.a >= expectation(V.N, E, number(LENGTH))])


def three(x: Formula) -> tuple[Formula, Formula, Formula]:
    """Whether a number is below a, above it, and a itself."""
    return indicator(V.a > x), indicator(V.a < x), indicator(V.a <= x) * indicator(V.a >= x)


X_BELOW, X_ABOVE, X_AT = three(V.x)
SPLIT = lemma("groupwise/value-and-level", 1 - X_BELOW == X_ABOVE + X_AT)
BELOW_A, ABOVE_A, AT_A = three(VALUE)
# Of one group.
ALONE = says(
    mean(1 - BELOW_A) == mean(ABOVE_A + AT_A),
    by=Derive(expect(V.P, E, substitute(SPLIT, {"x": VALUE}))),
)
ONE_ABOVE = instance("M=1 xi=1 gamma=1 r=2 a=1/10 lengths=(1,)")
PRINTED = says(NOT_ALL < expectation(V.N, E, total(m, 1, V.M, indicator(V.a < value(LENGTH)))))
EQ_14_UNION = (
    claim("groupwise/eq-14-union", "App A.2, (14) and before", "The union of the groups")
    .says(
        {"the union": PRINTED, "(14)": EQ_14},
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
