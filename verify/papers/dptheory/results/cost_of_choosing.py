r"""What it costs to choose the best of a random number K of private runs, from the profile of one.

:mod:`dptheory.privacy.selection`. Outcomes i = 1, ..., n of a run stand in the order of their
scores, the best first, with chances :math:`p_i` on one data set and :math:`q_i` on the other. The
best of K is i with the chance :math:`\phi(S_{i-1}+p_i)-\phi(S_{i-1})`, where
:math:`S_i=p_1+\dots+p_i` and :math:`\phi(s)=1-f(1-s)`, f the generating function of K: a mean of
:math:`f'(1-s)` over the tie, times :math:`p_i`. For the truncated negative binomial law
:math:`f'(1-s)=E[K](1+\rho s)^{-1-\eta}`, :math:`\rho=\frac{1-\gamma}\gamma`. With :math:`a=e^h`
and the profile :math:`d(h)=\sum_i(q_i-ap_i)_+`,

*chances of a better score on neighbours*: a set of chance t on one data set has at most
:math:`at+d(h)` on the other, so that :math:`1+\rho s` of the two differ at most by the factor a
where :math:`\rho d(h)\le a-1`; *a sum over outcomes*: a sum of :math:`p_iw_i-eq_iu_i` with
:math:`w_i\le E[K]` and :math:`u_i\ge w_i` is at most :math:`E[K]` times that of
:math:`(p_i-eq_i)_+`. Together, with :math:`u_i=a^{1+\eta}f'`, :math:`\delta(\epsilon+(1+\eta)h)\le
E[K]d(\epsilon)`. For geometric K everything is written out. There h is any number with the
property; *the same for every factor* says that the form :math:`(1+\eta)\ln(e^h+\rho d(h))` is never
less.
"""

from fractions import Fraction

from verify.language import Formula, Real, claim, index, lemma, number, put, says, total
from verify.language.symbols import between, natural, nonnegative, notation, positive, sequence
from verify.methods.derivation.links import Link
from verify.methods.derive import (
    Derive,
    add,
    chain,
    given,
    having,
    multiply,
    shown,
    substitute,
    sum_over,
    term_apart,
    turned_round,
)

ENTRY = Real(Fraction(0))
V = notation(
    n=natural("n", search=(1, 4)),
    p=sequence("n", "p", unit="1", entry=ENTRY),
    q=sequence("n", "q", unit="1", entry=ENTRY),
    # E[K]/w_i - 1, and how much more u_i is than w_i.
    r=sequence("n", "r", unit="1", entry=ENTRY),
    more=sequence("n", r"(u-w)", unit="1", entry=ENTRY),
    one=nonnegative("p_i", unit="1", search=(0, 1)),
    other=nonnegative("q_i", unit="1", search=(0, 1)),
    s=nonnegative("s", unit="1", search=(0, 1)),
    t=nonnegative("t", unit="1", search=(0, 1)),
    w=nonnegative("w", unit="1", search=(0, 10)),
    u=nonnegative("u", unit="1", search=(0, 10)),
    e=nonnegative("e", unit="1", search=(0, 10)),
    D=nonnegative("d", unit="1", search=(0, 1)),
    a=positive("a", unit="1", search=(1, 5)),
    b=positive("b", unit="1", search=(1, 5)),
    rho=positive(r"\rho", unit="1", search=(0.01, 100)),
    gamma=between(0, 1, r"\gamma", unit="1", ends="()"),
    mean=positive("E[K]", unit="1", search=(1, 20)),
)
i, j = index("i"), index("j")

# Survival functions.
RATIO = says(
    1 + V.rho * V.t <= V.a * (1 + V.rho * V.s),
    given=[V.t <= V.a * V.s + V.D, V.rho * V.D <= V.a - 1],
)
ANY = says(
    1 + V.rho * V.t <= (V.b + V.rho * V.D) * (1 + V.rho * V.s),
    given=[V.t <= V.b * V.s + V.D, V.b >= 1],
)


# An event.
OUTCOME = lemma(
    "dptheory/chosen-outcome",
    (V.one * V.w - V.e * V.other * V.u).maximum(0) <= V.mean * (V.one - V.e * V.other).maximum(0),
    given=[V.w <= V.u, V.w <= V.mean],
)
W = V.mean / (1 + V.r[i])
EVENT = says(
    total(i, 1, V.n, (V.p[i] * W - V.e * V.q[i] * (W + V.more[i])).maximum(0))
    <= total(i, 1, V.n, V.mean * (V.p[i] - V.e * V.q[i]).maximum(0)),
    by=Derive(
        sum_over(
            i,
            1,
            V.n,
            substitute(OUTCOME, {"one": V.p[i], "other": V.q[i], "w": W, "u": W + V.more[i]}),
        )
    ),
)


# Geometric K, written out.
def survived(chance: Formula) -> Formula:
    """gamma (1 + rho s)."""
    return V.gamma + (1 - V.gamma) * chance


def share(first: Formula, last: Formula) -> Formula:
    """The mean of f' over a tie between two survival functions."""
    return V.gamma / (survived(first) * survived(last))


QUOTIENT = lemma(
    "dptheory/chosen-share",
    share(V.s, V.s + V.one) <= V.a**2 * share(V.t, V.t + V.other),
    given=[
        survived(V.t) <= V.a * survived(V.s),
        survived(V.t + V.other) <= V.a * survived(V.s + V.one),
    ],
)
LEAST = lemma("dptheory/chosen-share-least", V.a**2 * share(V.s, V.s + V.one) >= 0)
POSITIVE = lemma("dptheory/chosen-share-positive", share(V.s, V.s + V.one) >= 0)
MOST = lemma("dptheory/chosen-share-most", share(V.s, V.s + V.one) <= 1 / V.gamma)
BEFORE, BEFORE_OTHER = total(j, 1, i - 1, V.p[j]), total(j, 1, i - 1, V.q[j])
UP_TO, UP_TO_OTHER = BEFORE + V.p[i], BEFORE_OTHER + V.q[i]
OWN, OTHERS = share(BEFORE, UP_TO), V.a**2 * share(BEFORE_OTHER, UP_TO_OTHER)
PROFILE = total(i, 1, V.n, (V.q[i] - V.a * V.p[i]).maximum(0))
EXCESS = (1 - V.gamma) * PROFILE <= V.gamma * (V.a - 1)
SHORT = V.q[j] - V.a * V.p[j]  # of the j-th outcome; its positive part is in the profile


def partial(own: bool) -> Link:
    """The sum of q - a p over the outcomes before i, and i itself, is at most the profile."""
    here = put(SHORT, {"j": i}) if own else number(0)
    first, last = (1, i - 1), (i + 1, V.n)
    none = total(j, *last, number(0))
    start = (UP_TO_OTHER - V.a * UP_TO) if own else (BEFORE_OTHER - V.a * BEFORE)
    parts = add(
        sum_over(j, *first, shown(SHORT <= SHORT.maximum(0))),
        shown(here <= put(SHORT, {"j": i}).maximum(0)),
        sum_over(j, *last, shown(number(0) <= SHORT.maximum(0))),
    )
    whole = turned_round(term_apart(j, 1, V.n, i, SHORT.maximum(0)))
    return chain(shown(start == total(j, *first, SHORT) + here + none), parts, whole)


def survives(own: bool) -> Link:
    """What is left of a chance differs at most by the factor a."""
    here, there = (UP_TO, UP_TO_OTHER) if own else (BEFORE, BEFORE_OTHER)
    rest = V.gamma + (1 - V.gamma) * (V.a * here)
    return chain(
        shown(survived(there) == (1 - V.gamma) * (there - V.a * here) + rest),
        add(chain(multiply(partial(own), 1 - V.gamma), given(EXCESS)), shown(rest == rest)),
        shown(V.gamma * (V.a - 1) + rest == V.a * survived(here)),
    )


CHANCES, FIRST_SUM = {"one": V.p[i], "other": V.q[i]}, {"s": BEFORE}
GEOMETRIC = says(
    total(i, 1, V.n, (V.p[i] * OWN - V.e * V.q[i] * OTHERS).maximum(0))
    <= total(i, 1, V.n, 1 / V.gamma * (V.p[i] - V.e * V.q[i]).maximum(0)),
    given=[EXCESS],
    by=Derive(
        sum_over(
            i,
            1,
            V.n,
            having(
                [survives(False), survives(True)],
                having(
                    [
                        substitute(QUOTIENT, {**CHANCES, **FIRST_SUM, "t": BEFORE_OTHER}),
                        substitute(MOST, {"one": V.p[i], **FIRST_SUM}),
                        substitute(POSITIVE, {"one": V.p[i], **FIRST_SUM}),
                        substitute(LEAST, {"one": V.q[i], "s": BEFORE_OTHER}),
                    ],
                    substitute(OUTCOME, {**CHANCES, "w": OWN, "u": OTHERS, "mean": 1 / V.gamma}),
                ),
            ),
        )
    ),
)

# Randomised response, enumerated.
TRUE, FALSE = V.b / (1 + V.b), 1 / (1 + V.b)
FIRST = (TRUE * share(0 * V.b, TRUE) - V.e * V.a**2 * FALSE * share(0 * V.b, FALSE)).maximum(0)
LAST = (
    TRUE * share(FALSE, FALSE + TRUE) - V.e * V.a**2 * FALSE * share(TRUE, TRUE + FALSE)
).maximum(0)
SPENT = (TRUE - V.e * FALSE).maximum(0) / V.gamma
RESPONSE = [
    V.b >= 1,
    V.a >= 1,
    (1 - V.gamma) * (TRUE - V.a * FALSE).maximum(0) <= V.gamma * (V.a - 1),
]
COST = (
    claim(
        "dptheory/cost-of-choosing",
        "docs/privacy.md, Choosing the best of several runs",
        "The privacy profile of the best of a random number of runs",
    )
    .says(
        {
            "chances of a better score on neighbours": RATIO,
            "the same for every factor": ANY,
            "a sum over outcomes": EVENT,
            "geometric, ties included": GEOMETRIC,
            "randomised response, the answer first": says(FIRST <= SPENT, given=RESPONSE),
            "randomised response, the answer last": says(LAST <= SPENT, given=RESPONSE),
        },
        ours=True,
        known="for Rényi divergences, Liu, Talwar 2019; Papernot, Steinke 2022",
    )
    .rejects(
        "half of E[K]",
        part="a sum over outcomes",
        right=total(i, 1, V.n, V.mean / 2 * (V.p[i] - V.e * V.q[i]).maximum(0)),
        by=None,
    )
)
