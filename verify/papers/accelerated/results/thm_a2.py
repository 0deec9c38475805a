"""Appendix A, Theorem A.2: composition."""

from fractions import Fraction
from functools import partial

from verify.language import between, claim, external, instance, lemma, positive, product, says
from verify.papers.accelerated.laboratory.mechanisms import chance, excess
from verify.papers.accelerated.notation import V, i

ON_Y = external(r"P[A_Y\in O]", partial(chance, data=0), V.laws, V.event)
ON_Y2 = external(r"P[A_{Y'}\in O]", partial(chance, data=1), V.laws, V.event)
PRODUCT = product(i, 1, V.T, V.odds[i])  # the exponential of the sum of the epsilon_i


# How far the worst A_i is from being ln(r_i)-DP, by its own law and given the answers before it.
OWN = external("excess of A_i over r_i", partial(excess, given=False), V.laws, V.odds)
GIVEN = external(
    "excess of A_i over r_i given A_1..A_{i-1}", partial(excess, given=True), V.laws, V.odds
)
COMPOSED = says(ON_Y <= PRODUCT * ON_Y2, given=[OWN <= 0])

# An output, and one more answer: p is the probability of what came before on Y, q that on Y', and
# p_a, q_a the conditional ones of the answer.
W = V.extended(
    p=between(0, 1, "p", unit="1"),
    p_a=between(0, 1, "p_a", unit="1"),
    q0=between(0, 1, "q", unit="1"),
    q_a=between(0, 1, "q_a", unit="1"),
    R=positive("R", unit="1"),
    r_a=positive("r_a", unit="1"),
)
ONE_MORE = lemma(
    "accelerated/one-more-mechanism",
    W.p * W.p_a <= W.R * W.r_a * W.q0 * W.q_a,
    given=["p <= R * q0", "p_a <= r_a * q_a"],
)
ARGUMENT = (
    "one-more-mechanism, applied T times, gives P[A_Y = o] <= r_1...r_T P[A_{Y'} = o] for every "
    "output o; summed over o in O."
)
# Randomised response with odds 2, twice.
TWICE = instance("T=2 odds=(2/1,2/1) event=(1,0,0,0)") | {
    "laws": tuple((Fraction(a, 9), Fraction(b, 9)) for a, b in ((4, 1), (2, 2), (2, 2), (1, 4)))
}

THM_A2 = (
    claim("accelerated/thm-a2", "App A, Thm A.2", "composition", COMPOSED)
    .repaired(COMPOSED.but(given=[GIVEN <= 0], at=TWICE).argued(ARGUMENT, cites=[ONE_MORE]))
    .rejects(
        "the largest budget instead of the sum",
        right=external("max r_i", max, V.odds) * ON_Y2,
        given=[GIVEN <= 0],
        at=TWICE,
    )
)

CLAIMS = (THM_A2,)
