r"""Appendix A.2: the proof of Theorem 2, (10), steps 2 to 4 and the number of iterations.

The step sizes of step 3 are written as :math:`\eta_k=s_k/(2L)` with shares :math:`s_k\in(0,1]`.
In step 4 :math:`C_1` is free and
:math:`C_2=\frac32(1/\sqrt{C_1}+20\sqrt{C_1}/(\mu(1-\mu)))` for the noise as printed; the sums of
:math:`D_\sigma` and :math:`G^2` measure a length in units of a gradient.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Formula, claim, dot, instance, norm, says, symbols, total
from verify.methods.derive import Derive, substitute
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import shapes
from verify.papers.lssgd.lemmas import one_step, runs
from verify.papers.lssgd.lemmas import weighted_steps as steps
from verify.papers.lssgd.lemmas.batch_variance import BATCH_VARIANCE
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.settings import MNIST

V = steps.V.extended(
    gradient=symbols.vector("d", r"\nabla F(w^k)", unit="gradient"),
    next_gap=symbols.nonnegative(r"(F(w^+)-F(w^*))", unit="loss", search=(0, 9)),
)

# (10): the descent lemma from w^k to w^+ = w^k - eta grad F, where F is at least F*.
DOWN = -V.eta * V.gradient
EQ_10 = (
    claim(
        "lssgd/eq-10",
        "App A.2, (10)",
        "Squared gradient by the optimality gap",
        says(
            (1 - V.L * V.eta / 2) * V.eta * norm(V.gradient) ** 2 <= V.gap,
            given=[V.next_gap <= V.gap + dot(V.gradient, DOWN) + V.L / 2 * dot(DOWN, DOWN)],
        ),
    )
    .quoting(
        r"(1-\frac{L\eta_k}2)\eta_k\|\nabla F(w^k)\|_2^2\le F(w^k)-F(w^*)",
        reading="With one letter for the gap, which is not negative.",
    )
    .rejects("a third of the curvature", left=(1 - V.L * V.eta / 3) * V.eta * norm(V.gradient) ** 2)
)

# Step 2: what a step takes from the squared A-norm, less the noise; (10) and convexity.
COEFFICIENT = (
    claim(
        "lssgd/proof-2-coefficient",
        "App A.2, proof of Thm 2, (9), (10)",
        "What one step gains in the proof of Theorem 2",
    )
    .says(
        {
            "one coordinate": runs.ONE_STEP.says,
            "coefficient": says(
                F(2, 3) * V.eta * V.gap <= runs.STEP_LEFT,
                given=[
                    runs.HALF,
                    (1 - V.L * V.eta / 2) * V.eta * V.square <= V.gap,
                    V.gap <= V.inner,
                ],
                at=instance("eta=1 L=1/2 share=1 gap=1 inner=1 square=4/3"),
            ),
            "noise": BATCH_VARIANCE.says,
        },
        # By cocoercivity it is 2, for every step up to 1/L.
        notes=(one_step.CONVEX.says,),
    )
    .quoting(
        r"\mathbb E\|\mathbf w^{k+1}-\mathbf w^*\|_{\mathbf A_\sigma}^2="
        r"\mathbb E\|\mathbf w^k-\mathbf w^*\|_{\mathbf A_\sigma}^2"
        r"-2\eta_k\mathbb E\langle\nabla F(\mathbf w^k),\mathbf w^k-\mathbf w^*\rangle"
        r"+\eta_k^2\mathbb E\|\nabla f_{\mathcal B_k}(\mathbf w^k)-\nabla F(\mathbf w^k)"
        r"\|_{\mathbf A_\sigma^{-1}}^2"
        r"+\eta_k^2\mathbb E\|\nabla F(\mathbf w^k)\|_{\mathbf A_\sigma^{-1}}^2"
        r"+\eta_k^2\mathbb E\|\mathbf n\|_{\mathbf A_\sigma^{-1}}^2",
        part="one coordinate",
        reading=r"Along one eigenvector, of eigenvalue $\lambda$: sampling error and noise "
        "together are $z_i$ or $-z_i$, each with the same chance.",
    )
    .quoting(
        r"\eta_k^2\mathbb E\|\nabla F(\mathbf w^k)\|_{\mathbf A_\sigma^{-1}}^2"
        r"\le\eta_k^2\mathbb E\|\nabla F(\mathbf w^k)\|_2^2"
        r"\le\left(\frac2{2-L\eta_k}\right)"
        r"\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)\right)"
        r"\le\frac43\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)\right)",
        part="coefficient",
        reading="A step of the bound tested below, for which (10) is a hypothesis; $s$ is the "
        "squared norm of the gradient in that of the inverse over the Euclidean one.",
    )
    .quoting(
        r"\frac23\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)\right)\le"
        r"\left(\mathbb E\|\mathbf w^k-\mathbf w^*\|_{\mathbf A_\sigma}^2"
        r"-\mathbb E\|\mathbf w^{k+1}-\mathbf w^*\|_{\mathbf A_\sigma}^2\right)"
        r"+\eta_k^2(G^2/b+\gamma d\nu^2)",
        part="coefficient",
        reading="The difference of the squared distances is put in from the equality of a step; "
        "the terms of sampling error and noise, which stand on both sides, are left out.",
    )
    .rejects("coefficient 1", part="coefficient", left=V.eta * V.gap)
)

# Step 3: the noise of Theorem 1.
NOISE = V.gamma * V.d * printed.variance(runs.LOG)
WITH_ONE = printed.level(V.gamma, runs.LOG + (1 - V.mu) * V.epsilon)
LEVEL = (
    claim(
        "lssgd/proof-2-noise-level",
        "App A.2, proof of Thm 2",
        "Size of the noise in the proof of Theorem 2",
    )
    .says(
        says(NOISE <= printed.level(V.gamma, runs.LOG)),
        settings=MNIST,
        notes=(says(NOISE == WITH_ONE),),
    )
    .repaired(right=WITH_ONE)
)


def explicit(coefficient: Any) -> Any:
    """The bound of step 3, from the coefficient of a step; S is the sum of the shares."""
    squares = total(i, 1, V.T, V.shares[i] ** 2) / (4 * V.L**2)
    return (runs.D + squares * steps.COST) / (coefficient * (V.whole / (2 * V.L)))


# Steps of several sizes, the excess of each weighted by its size.
PROOF_2_BOUND = (
    claim(
        "lssgd/proof-2-bound", "App A.2, proof of Thm 2", "Explicit bound in the proof of Theorem 2"
    )
    .says(
        says(
            steps.EXCESS <= explicit(F(2, 3)),
            given=[*runs.CONVEX, (V.whole == total(i, 1, V.T, V.shares[i]))],
            by=steps.by_steps(explicit(F(2, 3))),
            # Far out on a slope G, with steps of 1/(2L).
            at=instance("d=1 n=1 b=1 sigma=0/1 G=1 nu=1/1000 T=101 L=1/1 gamma=1/1")
            | {"shares": (F(1),) * 101}
            | runs.starting(F(52), shapes.HUBER, "convex"),
        ),
        # A third of it is what the steps prove, for constant ones up to 1/L.
        notes=(runs.CONVEX_THEOREM,),
    )
    .quoting(
        r"\mathbb E(F(\tilde w)-F^*)"
        r"\le\frac{D_\sigma+\sum\eta_k^2(G^2/b+\gamma d\nu^2)}{2\sum\eta_k/3}"
        r"\le\frac{D_\sigma+\sum\eta_k^2G^2/b}{2\sum\eta_k/3}+\frac{\sum\eta_k^2}{2\sum\eta_k/3}"
        r"\cdot\frac{20\gamma dTG^2\log(1/\delta)}{n^2\epsilon^2\mu(1-\mu)}",
        reading="The first inequality, with step sizes $s_k/(2L)$; the second one is the claim "
        "proof-2-noise-level.",
    )
    .rejects("a tenth", right=explicit(F(20, 3)))
)

# Step 4: T = C_1 (D + G^2/b) n^2 eps^2/(gamma d G^2 log(1/delta)), at the noise of Theorem 1.
NUMBER = V.C1 == V.T / (
    (V.distance + V.G**2 / V.b) * V.n**2 * V.epsilon**2 / (V.gamma * V.d * V.G**2 * V.ell)
)
ETA, NU = 1 / V.T.sqrt(), printed.variance().sqrt()


def C_2(ell: Formula) -> Formula:
    """What the steps give, with log(1/delta) or what takes its place in the noise."""
    noise = 20 * V.C1.sqrt() * ell / (V.mu * (1 - V.mu) * V.ell)
    return F(3, 2) * (1 / V.C1.sqrt() + noise)


EXCESS = runs.excess(V.convex, NU, ETA)
# To and fro over the minimum: both ends are on the slopes.
STEEP = instance(
    "T=9 G=1 b=1000 n=60000 d=1 sigma=0/1 gamma=1/1 epsilon=1/30 ell=1/60 mu=1/2 L=12 C1=3/130000"
) | runs.starting(F(1, 40), shapes.HUBER, "convex")
PRINTED = says(
    EXCESS <= printed.step_4(C_2(V.ell), V.distance),
    given=[*runs.CONVEX, NUMBER, *runs.CONDITIONS],
    at=STEEP,
)
REPAIRED = says(
    EXCESS <= printed.step_4(C_2(runs.EFFECTIVE), V.distance),
    given=[*runs.CONVEX, NUMBER, 4 * V.L**2 <= V.T],
    by=Derive(
        substitute(runs.CONVEX_THEOREM, {"eta": ETA, "nu": NU}),
        substitute(steps.at_number(C_2(runs.EFFECTIVE), NUMBER, ETA, NU), {}),
    ),
)
ITERATIONS = (
    claim(
        "lssgd/proof-2-iteration-number",
        "App A.2, proof of Thm 2, end",
        "The number of iterations in the proof of Theorem 2",
    )
    .says(PRINTED, repaired=REPAIRED)
    .quoting(r"T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(\gamma dG^2\log(1/\delta))")
    .quoting(
        r"\mathbb E(F(\tilde w)-F(w^*))"
        r"\le\frac{C_2G\sqrt{\gamma(D_\sigma+G^2/b)d\log(1/\delta)}}{n\epsilon}",
        reading=r"With the $C_2$ that the steps of the proof give for $C_1$ and $\mu$, which is no "
        "universal constant.",
    )
    .rejects("any step size", REPAIRED.but(given=[*runs.CONVEX, NUMBER], at=STEEP))
)
