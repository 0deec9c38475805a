"""Section 3.1, Assumption 3.2, (19): where the L1 sensitivity is bounded.

An assumption does not fail: the claim is in which of the paper's own problems it is met, a question
of ours but for the logistic loss, of which the paper says that it is.
"""

from verify.language import between, claim, lemma, positive, real, says, vector
from verify.language.formulas import quantity, total
from verify.methods.derive import Derive, add, given, substitute, sum_over
from verify.papers.accelerated.lemmas import logistic
from verify.papers.accelerated.notation import V, i

CURVATURE = "loss/length^2"
# Two records: coefficients of (24).
W = V.extended(
    d=V.d.within(search=(1, 2)),
    a1=vector("d", "a_y", unit="gradient"),
    a2=vector("d", "a_{y'}", unit="gradient"),
    h=vector("d", "(Qx)", unit="gradient"),
    k=positive("k", unit="gradient", search=(0.1, 50)),
    q1=between(1, 2, "q_y", unit=CURVATURE),
    q2=between(1, 2, "q_{y'}", unit=CURVATURE),
    X=real("x", unit="length", search=(-100, 100)),
    R=positive("R", unit="length", search=(0.1, 100)),
    # Of the lemma: one coordinate of each record.
    h0=real("h", unit="gradient"),
    b1=real("a", unit="gradient"),
    b2=real("a'", unit="gradient"),
)


# (24) with the data in a: the gradient of f(x; y) is Qx + a_y.
COEFFICIENTS = (logistic.size(W.a1) <= W.k, logistic.size(W.a2) <= W.k)
ONE_COEFFICIENT = lemma(
    "accelerated/linear-coefficients", abs(W.h0 + W.b1 - (W.h0 + W.b2)) <= abs(W.b1) + abs(W.b2)
)
COORDINATES = {"h0": W.h[i], "b1": W.a1[i], "b2": W.a2[i]}
# (24) with the data in Q, on the line: no S_1 does for every x, one does in a ball.
CURVED = abs(W.q1 * W.X - W.q2 * W.X)
NOWHERE = says(W.S < CURVED, given=[W.q1 == 1, W.q2 == 2, W.X == 2 * W.S])
IN_A_BALL = says(CURVED <= W.R * quantity(1, CURVATURE), given=[abs(W.X) <= W.R])

ASSUMPTION = (
    claim(
        "accelerated/assumption-3.2",
        "§3.1, Assumption 3.2, (19)",
        "Where the L1 sensitivity is bounded",
    )
    .says(
        {
            "§5, logistic loss, covariates in an L1 ball": says(
                logistic.DISTANCE <= 2 * logistic.V.R,
                given=logistic.RADII,
                at=logistic.FAR,
                by=Derive(logistic.COORDINATES, add(*map(given, logistic.RADII))),
            ),
            "§3.2, quadratics, data in the linear term": says(
                total(i, 1, W.d, abs(W.h[i] + W.a1[i] - (W.h[i] + W.a2[i]))) <= 2 * W.k,
                given=COEFFICIENTS,
                by=Derive(
                    sum_over(i, 1, W.d, substitute(ONE_COEFFICIENT, COORDINATES)),
                    add(*map(given, COEFFICIENTS)),
                ),
            ),
        },
        notes=(NOWHERE, IN_A_BALL),
        ours=True,
    )
    .quoting(
        r"\sup_{x\in\mathbb R^d}S_1(x)\le S_1",
        part="§5, logistic loss, covariates in an L1 ball",
        reading="for every two records at every $x$, with $S_1=2R$",
    )
    .rejects(
        "one record's radius",
        part="§5, logistic loss, covariates in an L1 ball",
        right=logistic.V.R,
    )
    .rejects(
        "one record's coefficients", part="§3.2, quadratics, data in the linear term", right=W.k
    )
)
