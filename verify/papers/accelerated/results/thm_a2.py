"""Appendix A, Theorem A.2: composition."""

from fractions import Fraction
from functools import partial

from verify.language import claim, external, instance, number, product, says
from verify.methods.derive import Derive, add, chain, multiply, shown, telescope, words
from verify.papers.accelerated.laboratory import mechanisms
from verify.papers.accelerated.laboratory.mechanisms import chance, excess
from verify.papers.accelerated.notation import V, i, j

ON_Y = external(r"P[A_Y\in O]", partial(chance, data=0), V.laws, V.event)
ON_Y2 = external(r"P[A_{Y'}\in O]", partial(chance, data=1), V.laws, V.event)
PRODUCT = product(i, 1, V.T, V.odds[i])  # the exponential of the sum of the epsilon_i

# How far the worst A_i is from being ln(r_i)-DP, by its own law and given the answers before it.
OWN = external("excess of A_i over r_i", partial(excess, given=False), V.laws, V.odds)
GIVEN = external(
    "excess of A_i over r_i given A_1..A_{i-1}", partial(excess, given=True), V.laws, V.odds
)
COMPOSED = says(ON_Y <= PRODUCT * ON_Y2, given=[OWN <= 0])


# The probability of O where so many answers are those on Y' and the others those on Y.
hybrid = partial(external, "P[O], answers exchanged", mechanisms.hybrid, V.laws, V.event, V.T)
# From P[A_Y in O] to P[A_Y' in O] times all odds, one answer after another.
BEFORE = product(j, 1, i - 1, V.odds[j])
ONE_ANSWER = words(
    "Both have one law of A_1..A_{i-1}. Given these answers A_i is at most r_i times as likely on "
    "Y as on Y', and the answers after it have one law again. (Answers that are possible on Y' are "
    "possible on Y, one after another.)",
    hybrid(i - 1) <= V.odds[i] * hybrid(i),
)
RISES = chain(
    shown(number(0) == hybrid(i - 1) * BEFORE - hybrid(i - 1) * BEFORE),
    add(multiply(ONE_ANSWER, BEFORE), shown(-hybrid(i - 1) * BEFORE == -hybrid(i - 1) * BEFORE)),
)
EXCHANGED = Derive(
    words("All answers are those on Y.", ON_Y == hybrid(0)),
    add(telescope(i, 1, V.T, -hybrid(i - 1) * BEFORE, RISES), shown(hybrid(0) == hybrid(0))),
    multiply(words("All answers are those on Y'.", hybrid(V.T) == ON_Y2), PRODUCT),
)
# Randomised response with odds 2, twice.
TWICE = instance("T=2 odds=(2/1,2/1) event=(1,0,0,0)") | {
    "laws": tuple((Fraction(a, 9), Fraction(b, 9)) for a, b in ((4, 1), (2, 2), (2, 2), (1, 4)))
}

THM_A2 = (
    claim("accelerated/thm-a2", "App A, Thm A.2", "Composition", COMPOSED)
    .repaired(COMPOSED.but(given=[GIVEN <= 0], at=TWICE, by=EXCHANGED))
    .rejects(
        "the largest budget instead of the sum",
        right=external("max r_i", max, V.odds) * ON_Y2,
        given=[GIVEN <= 0],
        at=TWICE,
    )
)
