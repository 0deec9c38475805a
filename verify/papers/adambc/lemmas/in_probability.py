r"""An update in probability: Chebyshev's inequality for the two averages.

An average x relative to what it estimates: :math:`\hat m_t^p=E[\bar g_t]+\sqrt s\,x_1` and
:math:`\hat v=s+s\,x_2`, with s the mean square that :math:`\hat v` estimates. The update *misses*
its limit by :math:`\epsilon` or more, or has no root, if and only if
:math:`|\hat m_t^p-\Delta r|\ge\epsilon r` for the limit :math:`\Delta=E[\bar g_t]/\sqrt s` and
:math:`r=\sqrt{\max(\hat v,0)}`.
"""

from fractions import Fraction as F

from verify.language import Draft, law, lemma, positive, real, says
from verify.language.formulas import Formula, expectation, index, indicator, largest, number, put
from verify.methods.derive import Derive, add, chain, expect, given, multiply, shown, substitute
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.moving_averages import SPREAD, vanishing, variance

V = notation.V.extended(
    eps=positive(r"\epsilon", unit="1", search=(0.01, 2)),
    D=law("D", unit="1", dimension=2),
    x1=real("x_1", unit="1", search=(-2, 2)),
    x2=real("x_2", unit="1", search=(-2, 2)),
    e1=real("E[x_1^2]", unit="1", search=(0, 1)),
    e2=real("E[x_2^2]", unit="1", search=(0, 1)),
)
x = index("x")
FAR = V.eps**2 / 8  # how far an average may be, squared
QUARTER = number(F(1, 4))  # and the second one at most, for a root to be left


def misses(square: Formula, first: Formula, second: Formula) -> Formula:
    """The event, with the mean square s and the two deviations."""
    root = largest(square + square * second, 0).sqrt()
    return abs(V.m + square.sqrt() * first - V.m / square.sqrt() * root) >= V.eps * root


def far(first: Formula, second: Formula) -> tuple[Formula, Formula, Formula]:
    """One of the averages is far from its mean."""
    return first**2 >= FAR, second**2 >= FAR, second**2 >= QUARTER


MEAN_SQUARE = [V.q > 0, V.m**2 <= V.q]
# The same divided by the root of s.
ROOT = largest(1 + V.x2, 0).sqrt()
SCALED = abs(V.m + V.q.sqrt() * V.x1 - V.m * ROOT) >= V.eps * (V.q.sqrt() * ROOT)
MISSES = lemma(
    "adambc/update-misses",
    indicator(misses(V.q, V.x1, V.x2)) <= indicator(*far(V.x1, V.x2)),
    given=MEAN_SQUARE,
    by=Derive(
        shown(indicator(misses(V.q, V.x1, V.x2)) <= indicator(SCALED)),
        shown(indicator(SCALED) <= indicator(*far(V.x1, V.x2))),
    ),
)


def squares(first: Formula, second: Formula) -> Formula:
    """What bounds the indicator of these three events."""
    return first / FAR + second / FAR + second / QUARTER


EVENT = says(indicator(*far(V.x1, V.x2)) <= squares(V.x1**2, V.x2**2))


def mean(term: Formula) -> Formula:
    """Over the pairs of deviations."""
    return expectation(V.D, x, term)


FIRST, SECOND = mean(x[1] ** 2), mean(x[2] ** 2)
MISSED = mean(indicator(misses(V.q, x[1], x[2])))
# Chebyshev's inequality: an indicator is at most the square over that of the distance.
CHEBYSHEV = lemma(
    "adambc/chebyshev",
    MISSED <= mean(squares(x[1] ** 2, x[2] ** 2)),
    given=MEAN_SQUARE,
    by=Derive(
        expect(
            V.D,
            x,
            chain(
                substitute(MISSES, {"x1": x[1], "x2": x[2]}),
                substitute(EVENT, {"x1": x[1], "x2": x[2]}),
            ),
        )
    ),
)

OF_FIRST, OF_SECOND = 8 / (V.eps**2 * V.q), (8 / V.eps**2 + 4) / V.q**2
VARIANCES = [V.q * V.e1 <= variance(V.beta1, V.v), V.q**2 * V.e2 <= variance(V.beta2, V.w)]
BOUND = OF_FIRST * vanishing(V.beta1, V.v) + OF_SECOND * vanishing(V.beta2, V.w)
VANISHES = lemma(
    "adambc/chebyshev-vanishes",
    squares(V.e1, V.e2) <= BOUND,
    given=[V.q > 0, *VARIANCES],
    by=Derive(
        add(multiply(given(VARIANCES[0]), OF_FIRST), multiply(given(VARIANCES[1]), OF_SECOND)),
        add(
            multiply(substitute(SPREAD, {"beta2": V.beta1, "w": V.v}), OF_FIRST),
            multiply(substitute(SPREAD, {}), OF_SECOND),
        ),
    ),
)


def in_probability(square: Formula) -> Draft:
    """How often the update misses its limit, from the variances of the averages."""
    values = {"q": square, "e1": FIRST, "e2": SECOND}
    return says(
        put(MISSED, {"q": square}) <= put(BOUND, {"q": square}),
        given=[square > 0, V.m**2 <= square, *(put(known, values) for known in VARIANCES)],
        by=Derive(substitute(CHEBYSHEV, {"q": square}), substitute(VANISHES, values)),
    )
