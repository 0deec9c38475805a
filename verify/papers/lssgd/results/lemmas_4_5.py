r"""Appendix A: Lemmas 4 and 5, their last lines, the order of the eigenvalues, a descent step.

:math:`E\,x^\top Mx` is the trace of M for a standard Gaussian x; the traces are computed by linear
algebra, without the eigenvalues.
"""

from verify.language import PI, Claim, Draft, Formula, claim, says, total
from verify.methods.derive import (
    Derive,
    add,
    chain,
    half_turn,
    monotone,
    multiply,
    shown,
    substitute,
    sum_over,
    words,
)
from verify.papers.enclosures import enclosed
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import (
    angle,
    at_angle,
    beta,
    eigenvalue,
    gamma,
    inverse_sum,
)
from verify.papers.lssgd.laboratory.traces import STANDARD, enclosed_trace
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.results.section_2 import EQ_3

V = formulas.V.extended(d=formulas.V.d.within(search=(1, 8)), n=formulas.V.n.within(search=(1, 8)))


def mean_square(power: int) -> Formula:
    """E |x|^2 in the norm of the inverse (1), E |A^{-1} x|^2 (2)."""
    names = {
        1: r"\mathbb{E}\Vert x\Vert^2_{A_\sigma^{-1}}",
        2: r"\mathbb{E}\Vert A_\sigma^{-1}x\Vert_2^2",
    }
    return enclosed(names[power], enclosed_trace, power, V.sigma, V.d)


def is_trace(power: int, right: Formula) -> Draft:
    """The expected square is a formula."""
    left = mean_square(power)
    return says(left == right).argued(STANDARD, cites=[EQ_3])


def with_mean(power: int, mean: Formula) -> Draft:
    """The expected square is d times a mean."""
    left, right = mean_square(power), inverse_sum(power)
    steps = chain(words(STANDARD, left == right, cites=[EQ_3]), shown(right == V.d * mean))
    return says(left == V.d * mean, by=Derive(steps))


def lemma(id: str, number: int, power: int) -> Claim:
    """Lemma 4 or 5; without smoothing of index 0 it is false."""
    says = is_trace(power, inverse_sum(power))
    other = total(i, 1, V.d - 1, 1 / formulas.raised(eigenvalue(), power))
    return claim(id, f"App A, Lemma {number}", "compression of Gaussian noise", says).rejects(
        "the index d left out", right=other
    )


LEMMA_4, LEMMA_5 = lemma("lssgd/lemma-4", 4, 1), lemma("lssgd/lemma-5", 5, 2)

LAST_4 = with_mean(1, gamma())
GAMMA_LINE = claim(
    "lssgd/lemma-4-last-line",
    "App A, proof of Lemma 4",
    "last line of Lemma 4",
    LAST_4.but(right=gamma()),
    repaired=LAST_4,
).rejects("d beta", LAST_4.but(right=V.d * beta()))

RECORDS = total(i, 1, V.d, 1 / at_angle(2 * PI * i / V.n) ** 2)
LAST_5, PERIOD = with_mean(2, beta()), is_trace(2, inverse_sum(2))
BETA_LINE = claim(
    "lssgd/lemma-5-last-line",
    "App A, proof of Lemma 5",
    "eigenvalues and last line of Lemma 5",
    # n is the number of records: the proof's eigenvalues, in the trace that they are for.
    {"eigenvalues": PERIOD.but(right=RECORDS), "last line": LAST_5.but(right=beta())},
    repaired={"eigenvalues": PERIOD.but(forall="n"), "last line": LAST_5},
    elsewhere={"eigenvalues": ("Lemma 5", PERIOD)},
).rejects("d gamma", LAST_5.but(right=V.d * gamma()))

# The order of the eigenvalues -------------------------------------------------------------------
# Lambda_ii is read as the i-th largest eigenvalue of the inverse, the notation of §1.3.
NEXT, HERE = 1 / eigenvalue(V.i + 1), 1 / eigenvalue(V.i)
FALLING = says(NEXT <= HERE, given=["i < d"])
RISING = add(
    shown(1 + 2 * V.sigma == 1 + 2 * V.sigma),
    monotone("negative", multiply(half_turn(shown(angle(V.i) <= angle(V.i + 1))), 2 * V.sigma)),
)
ORDER = claim(
    "lssgd/eigenvalue-order", "§1.3; App A, proof of Lemma 4", "order of the eigenvalues", FALLING
).repaired(given=["2 * (i + 1) <= d"], by=Derive(monotone("reciprocal", RISING)))

# Descent step -----------------------------------------------------------------------------------
SHARE = says(V.e**2 / V.eigenvalue**2 <= V.e**2 / V.eigenvalue)
TWICE = says(
    total(i, 1, V.d, V.errors[i] ** 2 / V.eigenvalues[i] ** 2)
    <= total(i, 1, V.d, V.errors[i] ** 2 / V.eigenvalues[i]),
    by=Derive(
        sum_over(i, 1, V.d, substitute(SHARE, {"e": V.errors[i], "eigenvalue": V.eigenvalues[i]}))
    ),
)
PROOF_3_SMOOTHING = claim(
    "lssgd/proof-3-smoothing",
    "App A, proof of Thm 3, descent step",
    "smoothing twice is smaller than once",
    TWICE,
).rejects("half of it", right=TWICE.right / 2)

CLAIMS = (LEMMA_4, GAMMA_LINE, ORDER, LEMMA_5, BETA_LINE, PROOF_3_SMOOTHING)
