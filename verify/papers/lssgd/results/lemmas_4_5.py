r"""Appendix A: Lemmas 4 and 5, their last lines, the order of the eigenvalues, a descent step.

:math:`E\,x^\top Mx` is the trace of M for a standard Gaussian x, and the trace of a power of the
inverse of (3), a circulant matrix, the sum over its eigenvalues.
"""

from verify.language import Claim, Draft, claim, of_kind, says, vector
from verify.language.formulas import PI, Formula, dot, expectation, inverse, total
from verify.language.laws import gaussian_noise
from verify.methods.derivation.circle import half_turn
from verify.methods.derivation.moments import inverse_trace, quadratic_form
from verify.methods.derive import Derive, add, monotone, multiply, shown, substitute, sum_over
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import angle, beta, eigenvalue, gamma, inverse_sum
from verify.papers.lssgd.notation import i

V = formulas.V.extended(
    d=formulas.V.d.within(search=(1, 4)),
    n=formulas.V.n.within(search=(1, 8)),
    normal=of_kind(gaussian_noise("d", 1), r"N(0,I)", unit="1"),
    x=vector("d", "x", unit="1"),
)
INVERSE = inverse(V.A)


def mean_square(power: int) -> Formula:
    """E |x|^2 in the norm of the inverse (1), E |A^{-1} x|^2 (2)."""
    squares = {1: dot(V.x, INVERSE @ V.x), 2: dot(INVERSE @ V.x, INVERSE @ V.x)}
    return expectation(V.normal, V.x, squares[power])


def is_trace(power: int, right: Formula) -> Draft:
    """The expected square is a formula: a trace, and this by the eigenvalues."""
    form = INVERSE if power == 1 else INVERSE @ INVERSE
    links = quadratic_form(V.normal, V.x, form), inverse_trace(V.A, power, i)
    return says(mean_square(power) == right, by=Derive(*links))


def lemma(id: str, number: int, power: int) -> Claim:
    """Lemma 4 or 5; without smoothing of index 0 it is false."""
    says = is_trace(power, inverse_sum(power))
    other = total(i, 1, V.d - 1, 1 / formulas.raised(eigenvalue(), power))
    norm = {4: "in the norm of $A_\\sigma^{-1}$", 5: "by $A_\\sigma^{-1}$"}[number]
    return claim(
        id, f"App A.{number - 2}, Lemma {number}", f"Compression of Gaussian noise {norm}", says
    ).rejects("the index d left out", right=other)


LEMMA_4 = (
    lemma("lssgd/lemma-4", 4, 1)
    .quoting(
        r"\mathbb E\|x\|^2_{A_\sigma^{-1}}=\sum_{i=1}^d\frac1{1+2\sigma-2\sigma\cos(2\pi i/d)}",
        letters={r"\mathbb E\|x\|^2_{A_\sigma^{-1}}": mean_square(1)},
    )
    .quoting(
        r"\|\mathbf x\|_{\mathbf A_\sigma^{-1}}^2=\langle\mathbf x,\mathbf A_"
        r"\sigma^{-1}\mathbf x\rangle",
        reading="The squared norm is written out so.",
    )
)
LAST_4 = is_trace(1, V.d * gamma())
GAMMA_LINE = (
    claim("lssgd/lemma-4-last-line", "App A.2, proof of Lemma 4", "Last line of Lemma 4")
    .says(LAST_4.but(right=gamma()), repaired=LAST_4)
    .rejects("d beta", LAST_4.but(right=V.d * beta()))
)

# The order of the eigenvalues -------------------------------------------------------------------
# §1.3 writes lambda_i for the i-th largest eigenvalue, the proof Lambda_ii for these: that they are
# in order is not printed. It is asked what would follow if they were.
NEXT, HERE = 1 / eigenvalue(V.i + 1), 1 / eigenvalue(V.i)
FALLING = says(NEXT <= HERE, given=["i < d"])
RISING = add(
    shown(1 + 2 * V.sigma == 1 + 2 * V.sigma),
    monotone("negative", multiply(half_turn(shown(angle(V.i) <= angle(V.i + 1))), 2 * V.sigma)),
)
ORDER = (
    claim(
        "lssgd/eigenvalue-order",
        "§1.3; App A.2, proof of Lemma 4",
        r"Order of the eigenvalues, if $\Lambda_{ii}$ is the $i$-th one",
    )
    .says(FALLING, ours=True)
    .repaired(given=["2 * (i + 1) <= d"], by=Derive(monotone("reciprocal", RISING)))
)

LEMMA_5 = lemma("lssgd/lemma-5", 5, 2).quoting(
    r"\mathbb E\|A_\sigma^{-1}x\|_2^2=\sum_{i=1}^d(1+2\sigma-2\sigma\cos(2\pi i/d))^{-2}",
    letters={r"\mathbb E\|A_\sigma^{-1}x\|_2^2": mean_square(2)},
)

RECORDS = total(i, 1, V.d, 1 / formulas.at_angle(2 * PI * i / V.n) ** 2)
LAST_5, PERIOD = is_trace(2, V.d * beta()), is_trace(2, inverse_sum(2))
BETA_LINE = (
    claim(
        "lssgd/lemma-5-last-line",
        "App A.3, proof of Lemma 5",
        "Eigenvalues and last line of Lemma 5",
    )
    .says(
        # n is the number of records: the proof's eigenvalues, in the trace that they are for.
        {"eigenvalues": PERIOD.but(right=RECORDS), "last line": LAST_5.but(right=beta())},
        repaired={"eigenvalues": PERIOD.but(forall="n"), "last line": LAST_5},
        elsewhere={"eigenvalues": ("Lemma 5", PERIOD)},
    )
    .quoting(
        r"\Lambda_{ii}=\frac1{1+2\sigma-2\sigma\cos(2\pi i/n)}",
        part="eigenvalues",
        reading="The sum of their squares, which is to be the trace.",
    )
    .rejects("d gamma", LAST_5.but(right=V.d * gamma()))
)

# Descent step -----------------------------------------------------------------------------------
SHARE = says(V.e**2 / V.eigenvalue**2 <= V.e**2 / V.eigenvalue)
TWICE = says(
    total(i, 1, V.d, V.errors[i] ** 2 / V.eigenvalues[i] ** 2)
    <= total(i, 1, V.d, V.errors[i] ** 2 / V.eigenvalues[i]),
    by=Derive(
        sum_over(i, 1, V.d, substitute(SHARE, {"e": V.errors[i], "eigenvalue": V.eigenvalues[i]}))
    ),
)
PROOF_3_SMOOTHING = (
    claim(
        "lssgd/proof-3-smoothing", "App A.3, proof of Thm 3", "Smoothing twice is smaller than once"
    )
    .says(TWICE)
    .rejects("half of it", right=TWICE.right / 2)
)
