"""Appendix A, Remark 3: sensitivity, norm and compression of a smoothed difference of gradients."""

from verify.language import claim, of_kind, positive, real, says, vector
from verify.language.formulas import Formula, dot, expectation, inverse, norm, number, total
from verify.language.laws import uniform_in_a_ball
from verify.methods.derivation.moments import inverse_trace, quadratic_form
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, chain, multiply, shown, substitute, turned_round, words
from verify.papers.lssgd.formulas import smoothing
from verify.papers.lssgd.lemmas.norms import BENDS, NORMS, SHORTER, SMOOTHED, STEPS, SUMS
from verify.papers.lssgd.lemmas.norms import V as DIFFERENCES
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.results.proof_1_sensitivity import MEMBERS, QUERY

V = PAPER.extended(d=PAPER.d.within(search=(1, 2)), n=PAPER.n.within(search=(1, 20)))

# Sensitivity ------------------------------------------------------------------------------------
MOVED = norm(inverse(V.A) @ (V.g - V.h))
EQUALITY = says(
    norm(inverse(V.A) @ QUERY[0] - inverse(V.A) @ QUERY[1]) == MOVED / V.n, given=MEMBERS
)
BOUND = says(
    MOVED / V.n <= 2 * V.G / V.n,
    given=MEMBERS,
    by=Derive(
        multiply(
            chain(
                words(
                    "By the lemma, for d = A^{-1}(g - g').",
                    norm(V.g - V.h) >= MOVED,
                    cites=[SHORTER],
                ),
                shown(norm(V.g - V.h) <= 2 * V.G),
            ),
            1 / V.n,
        )
    ),
)
SENSITIVITY = (
    claim("lssgd/remark-3-sensitivity", "App A.1, Remark 3", "Sensitivity of the smoothed gradient")
    .says(
        {"equality": EQUALITY, "bound": BOUND},
        repaired={"equality": EQUALITY.but(right=MOVED / V.b)},
    )
    .quoting(
        r"\Delta(q_k)=\|A_\sigma^{-1}\nabla f_i-A_\sigma^{-1}\nabla f_{i'}\|_2/n"
        r"\le2G/n",
        part="equality",
        letters={
            r"\Delta(q_k)": EQUALITY.left,
            r"\|A_\sigma^{-1}\nabla f_i-A_\sigma^{-1}\nabla f_{i'}\|_2": MOVED,
        },
    )
    .rejects("G/n", part="bound", right=V.G / V.n)
)

# The norm ---------------------------------------------------------------------------------------
D = DIFFERENCES
PRINTED = norm(D.u) + 2 * D.sigma * dot(STEPS, STEPS) / D.d + D.sigma**2 * dot(BENDS, BENDS) / D.d
NORM = (
    claim("lssgd/remark-3-norm-identity", "App A.1, Remark 3", "Norm before and after smoothing")
    .says(says(PRINTED == norm(SMOOTHED), given=["d >= 3"]), notes=(SHORTER.says,))
    .quoting(r"\mathbf d=A_\sigma^{-1}g", reading=r"Solved for $g$, which is $A_\sigma\mathbf d$.")
    .quoting(
        r"\|\mathbf d\|_2+2\sigma\frac{\|D_+\mathbf d\|_2^2}d+\sigma^2\frac{\|L"
        r"\mathbf d\|_2^2}d=\|g\|_2",
        letters={
            r"\|D_+\mathbf d\|_2^2": dot(STEPS, STEPS),
            r"\|L\mathbf d\|_2^2": dot(BENDS, BENDS),
            r"\|g\|_2": norm(SMOOTHED),
        },
    )
    .repaired(left=SUMS.sqrt(), given=())
    .rejects("sigma for 2 sigma", NORMS.says.but(left=SUMS - D.sigma * dot(STEPS, STEPS)))
)

# A random difference ----------------------------------------------------------------------------
R = smoothing.V.extended(
    d=smoothing.V.d.within(search=(1, 4)),
    radius=positive("R", unit="gradient", search=(0.1, 10)),
    ball=of_kind(uniform_in_a_ball("d", "radius"), "U", unit="gradient"),
    drawn=vector("d", r"\mathbf{g}", unit="gradient"),
    linear=real("S_1", unit="1"),
    square=real("S_2", unit="1"),
)
COORDINATE = R.radius**2 / (R.d + 2)  # E g_i^2
SMOOTH = inverse(R.A)
BEFORE, AFTER = (expectation(R.ball, R.drawn, dot(v, v)) for v in (R.drawn, SMOOTH @ R.drawn))
MEAN = says(
    AFTER == smoothing.beta() * BEFORE,
    by=Derive(
        quadratic_form(R.ball, R.drawn, SMOOTH @ SMOOTH),
        multiply(inverse_trace(R.A, 2, i), COORDINATE),
        multiply(turned_round(quadratic_form(R.ball, R.drawn)), smoothing.beta()),
    ),
)


def powers(power: int) -> Formula:
    """The sum of a power of the eigenvalues of the squared inverse."""
    return total(i, 1, V.d, 1 / V.eigenvalues[i] ** (2 * power))


def variance(linear: Formula, square: Formula) -> Formula:
    """Of the sum of w_i u_i^2 for u uniform on the sphere, from the sums of w_i and of w_i^2.

    E u_i^4 = 3/(d(d+2)), and E u_i^2 u_j^2 = 1/(d(d+2)) for i != j.
    """
    d = V.d
    return (3 * square + (linear**2 - square)) / (d * (d + 2)) - (linear / d) ** 2


SHARE = says(1 / V.eigenvalue**4 <= 1 / V.eigenvalue**2)
REST = says(variance(R.linear, R.square) <= 2 * R.square / (R.d * (R.d + 2)), over=R)
SPREAD = says(
    variance(powers(1), powers(2)) <= 2 / (V.d * (V.d + 2)) * powers(1),
    display=r"\mathrm{Var}\frac{\Vert A_\sigma^{-1}g\Vert_2^2}{\Vert g\Vert_2^2}\le"
    r"\frac{2\beta}{d+2}",
    by=Derive(
        substitute(REST, {"linear": powers(1), "square": powers(2)}),
        multiply(
            sum_over(i, 1, V.d, substitute(SHARE, {"eigenvalue": V.eigenvalues[i]})),
            number(2) / (V.d * (V.d + 2)),
        ),
    ),
)
COMPRESSION = (
    claim("lssgd/remark-3-compression", "App A.1, Remark 3", "Compression of a random difference")
    .says({"on average": MEAN, "with high probability": SPREAD})
    .rejects("half the mean", part="on average", right=smoothing.beta() * BEFORE / 2)
)
