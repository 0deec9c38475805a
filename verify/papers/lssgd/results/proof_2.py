r"""Appendix A.2: the proof of Theorem 2, (10), steps 2 to 4 and the number of iterations.

The step sizes of step 3 are written as :math:`\eta_k=s_k/(2L)` with shares :math:`s_k\in(0,1]`.
In step 4 :math:`C_1` is free and
:math:`C_2=\frac32(1/\sqrt{C_1}+20\sqrt{C_1}/(\mu(1-\mu)))` for the noise as printed; the sums of
:math:`D_\sigma` and :math:`G^2` measure a length in units of a gradient.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import claim, instance, number, says, symbols
from verify.language.formulas import Formula, dot, external, index, norm, total
from verify.methods.derive import Derive, multiply, shown, substitute, sum_over, words
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import shapes, training
from verify.papers.lssgd.lemmas import one_step, runs
from verify.papers.lssgd.lemmas.batch_variance import BATCH_VARIANCE
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.results.eq_9 import EQ_9
from verify.papers.lssgd.results.lemmas_4_5 import LEMMA_4
from verify.papers.lssgd.settings import MNIST

V = printed.V.extended(
    gradient=symbols.vector("d", r"\nabla F(w^k)", unit="gradient"),
    next_gap=symbols.nonnegative(r"(F(w^+)-F(w^*))", unit="loss", search=(0, 9)),
    whole=symbols.positive("S", unit="1"),
    shares=symbols.sequence("T", "s", unit="1", entry=symbols.Real(F(0), F(1), True)),
)

k = index("k")
STEP_2 = (
    "By one-step, added up over the coordinates, the squared A-norm of the error falls on average "
    "by 2 eta <grad F, w^k - w^*>, at least 2 eta (F(w^k) - F^*), less eta^2 times the squared "
    "gradient, at most 4/3 eta (F(w^k) - F^*) by (10), the sampling error's G^2/b of (9) and the "
    "noise's gamma d nu^2 of Lemma 4."
)

# (10): the descent lemma from w^k to w^+ = w^k - eta grad F, where F is at least F*.
DOWN = -V.eta * V.gradient
DESCENT = V.next_gap <= V.gap + dot(V.gradient, DOWN) + V.L / 2 * dot(DOWN, DOWN)
SQUARED = says((1 - V.L * V.eta / 2) * V.eta * norm(V.gradient) ** 2 <= V.gap, given=[DESCENT])
EQ_10 = (
    claim("lssgd/eq-10", "App A.2, (10)", "Squared gradient by the optimality gap", SQUARED)
    .quoting(
        r"(1-\frac{L\eta_k}2)\eta_k\|\nabla F(w^k)\|_2^2\le F(w^k)-F(w^*)",
        reading="With one letter for the gap, which is not negative.",
    )
    .rejects("a third of the curvature", left=(1 - V.L * V.eta / 3) * V.eta * norm(V.gradient) ** 2)
)

# Step 2: what a step takes from the squared A-norm, less the noise; (10) and convexity.
BY_10 = (1 - V.L * V.eta / 2) * V.eta * V.square <= V.gap
ONE = says(
    F(2, 3) * V.eta * V.gap <= runs.STEP_LEFT,
    given=[runs.HALF, BY_10, V.gap <= V.inner],
    at=instance("eta=1 L=1/2 share=1 gap=1 inner=1 square=4/3"),
)
COEFFICIENT = (
    claim(
        "lssgd/proof-2-coefficient",
        "App A.2, proof of Thm 2, (9), (10)",
        "What one step gains in the proof of Theorem 2",
    )
    .says(
        {"one coordinate": runs.ONE_STEP.says, "coefficient": ONE, "noise": BATCH_VARIANCE.says},
        # By cocoercivity it is 2, for every step up to 1/L.
        notes=(one_step.CONVEX.says,),
    )
    .quoting(
        r"\mathbb E\|\mathbf w^{k+1}-\mathbf w^*\|_{\mathbf A_\sigma}^2="
        r"\mathbb E\|\mathbf w^k-\mathbf w^*\|_{\mathbf A_\sigma}^2-2\eta_k"
        r"\mathbb E\langle\nabla F(\mathbf w^k),\mathbf w^k-\mathbf w^*\rangle+"
        r"\eta_k^2\mathbb E\|\nabla f_{\mathcal B_k}(\mathbf w^k)-\nabla F("
        r"\mathbf w^k)\|_{\mathbf A_\sigma^{-1}}^2+\eta_k^2\mathbb E\|\nabla F("
        r"\mathbf w^k)\|_{\mathbf A_\sigma^{-1}}^2+\eta_k^2\mathbb E\|\mathbf n"
        r"\|_{\mathbf A_\sigma^{-1}}^2",
        part="one coordinate",
        reading=(
            "Along one eigenvector, of eigenvalue $"
            r"\lambda$: sampling error and noise together are $z_i$ or $-z_i$, each "
            "with the same chance."
        ),
    )
    .quoting(
        r"\eta_k^2\mathbb E\|\nabla F(\mathbf w^k)\|_{\mathbf A_\sigma^{-1}}^2"
        r"\le\eta_k^2\mathbb E\|\nabla F(\mathbf w^k)\|_2^2\le\left(\frac2{2-L"
        r"\eta_k}\right)\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)"
        r"\right)\le\frac43\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)"
        r"\right)",
        part="coefficient",
        reading=(
            "A step of the bound tested below, for which (10) is a hypothesis; $s$ "
            "is the squared norm of the gradient in that of the inverse over the Eu"
            "clidean one."
        ),
    )
    .quoting(
        r"\frac23\eta_k\mathbb E\left(F(\mathbf w^k)-F(\mathbf w^*)\right)\le"
        r"\left(\mathbb E\|\mathbf w^k-\mathbf w^*\|_{\mathbf A_\sigma}^2-"
        r"\mathbb E\|\mathbf w^{k+1}-\mathbf w^*\|_{\mathbf A_\sigma}^2\right)+"
        r"\eta_k^2(G^2/b+\gamma d\nu^2)",
        part="coefficient",
        reading=(
            "The difference of the squared distances is put in from the equality of"
            " a step; the terms of sampling error and noise, which stand on both si"
            "des, are left out."
        ),
    )
    .rejects("coefficient 1", part="coefficient", left=V.eta * V.gap)
)

# Step 3: the noise of Theorem 1.
WITH_ONE = printed.level(V.gamma, runs.LOG + (1 - V.mu) * V.epsilon)
LEVEL = (
    claim(
        "lssgd/proof-2-noise-level",
        "App A.2, proof of Thm 2",
        "Size of the noise in the proof of Theorem 2",
    )
    .says(
        says(V.gamma * V.d * printed.variance(runs.LOG) <= printed.level(V.gamma, runs.LOG)),
        settings=MNIST,
        notes=(says(V.gamma * V.d * printed.variance(runs.LOG) == WITH_ONE),),
    )
    .repaired(right=WITH_ONE)
)


def of_shares(name: str, function: Any, at: Any = V.T) -> Formula:
    """An expectation over a run with the step sizes s_k/(2L)."""
    numbers = (V.n, V.b, V.G, V.L, V.sigma, V.start, V.nu, V.shares)
    found = training.Expectation(function, shares=True)
    return external(name, found, V.convex, at, *numbers, balls=found.balls)


STEPS = V.whole / (2 * V.L)
SQUARES = total(i, 1, V.T, V.shares[i] ** 2) / (4 * V.L**2)
COST = V.G**2 / V.b + runs.LEFT
GAP = of_shares("E[F(w^k)]-F^*", training.gap, k)
HERE, THERE = (
    of_shares(r"E\Vert w^k-w^*\Vert_{A_\sigma}^2", training.distance, at) for at in (k, k + 1)
)
ETA = V.shares[k + 1] / (2 * V.L)


def explicit(coefficient: Any) -> Any:
    """The bound of step 3, from the coefficient of a step."""
    return (runs.D + SQUARES * COST) / (coefficient * STEPS)


# Steps of several sizes, the excess of each weighted by its size.
LEFT, RIGHT = F(2, 3) * ETA * GAP, HERE - THERE + ETA**2 * COST
WHOLE = F(2, 3) * STEPS
BOUND = explicit(F(2, 3))
EXPLICIT = says(
    of_shares(r"E[F(\tilde w)]-F^*", training.average_gap) <= BOUND,
    given=[*runs.CONVEX, (V.whole == total(i, 1, V.T, V.shares[i]))],
    by=Derive(
        words(
            "A convex F is at the weighted mean of the iterates at most what it is there in the "
            "weighted mean.",
            of_shares(r"E[F(\tilde w)]-F^*", training.average_gap)
            <= 1 / WHOLE * total(k, 0, V.T - 1, LEFT),
        ),
        multiply(
            sum_over(
                k, 0, V.T - 1, words(STEP_2, LEFT <= RIGHT, cites=[runs.ONE_STEP, EQ_9, LEMMA_4])
            ),
            1 / WHOLE,
        ),
        words(runs.TELESCOPES, 1 / WHOLE * total(k, 0, V.T - 1, RIGHT) <= BOUND),
    ),
    # Far out on a slope G, with steps of 1/(2L).
    at=instance("d=1 n=1 b=1 sigma=0/1 G=1 nu=1/1000 T=101 L=1/1 gamma=1/1")
    | {"shares": (F(1),) * 101}
    | runs.starting(F(52), shapes.HUBER, "convex"),
)
PROOF_2_BOUND = (
    claim(
        "lssgd/proof-2-bound", "App A.2, proof of Thm 2", "Explicit bound in the proof of Theorem 2"
    )
    .says(
        EXPLICIT,
        # A third of it is what the steps prove, for constant ones up to 1/L.
        notes=(runs.CONVEX_THEOREM,),
    )
    .quoting(
        r"\mathbb E(F(\tilde w)-F^*)\le\frac{D_\sigma+\sum\eta_k^2(G^2/b+\gamma d"
        r"\nu^2)}{2\sum\eta_k/3}\le\frac{D_\sigma+\sum\eta_k^2G^2/b}{2\sum\eta_k/3}+"
        r"\frac{\sum\eta_k^2}{2\sum\eta_k/3}\cdot\frac{20\gamma dTG^2\log(1/"
        r"\delta)}{n^2\epsilon^2\mu(1-\mu)}",
        reading=(
            "The first inequality, with step sizes $s_k/(2L)$; the second one is th"
            "e claim proof-2-noise-level."
        ),
    )
    .rejects("a tenth", right=explicit(F(20, 3)))
)

# Step 4: the number of iterations, with the constants that the steps give.
SUMMED = V.distance + V.G**2 / V.b
# T = C_1 (D + G^2/b) n^2 eps^2/(gamma d G^2 log(1/delta)).
NUMBER = V.C1 == V.T / (SUMMED * V.n**2 * V.epsilon**2 / (V.gamma * V.d * V.G**2 * V.ell))


def constant(ell: Formula) -> Formula:
    """C_2, with log(1/delta) or what takes its place in the noise."""
    noise = 20 * V.C1.sqrt() * ell / (V.mu * (1 - V.mu) * V.ell)
    return F(3, 2) * (1 / V.C1.sqrt() + noise)


# The bound of the steps at eta = 1/sqrt(T) and the noise of Theorem 1.
ETA_T, NU = 1 / V.T.sqrt(), printed.variance().sqrt()
BY_STEPS = (V.distance / (ETA_T * V.T) + ETA_T * (V.G**2 / V.b + V.gamma * V.d * NU**2)) / 2
SUM_AND_NOISE = (SUMMED + printed.level(V.gamma, runs.EFFECTIVE)) / V.T.sqrt()
SHARE = SUMMED * V.C1.sqrt() / V.T.sqrt()
FACTOR = constant(runs.EFFECTIVE)
OF_NUMBERS = says(
    BY_STEPS <= printed.step_4(FACTOR, V.distance),
    given=[NUMBER],
    by=Derive(
        shown(SUM_AND_NOISE / 2 <= F(3, 2) * SUM_AND_NOISE),
        multiply(shown(SHARE == printed.step_4(number(1), V.distance)), FACTOR),
    ),
)

WHERE = [*runs.CONVEX, NUMBER]
EXCESS = runs.excess(V.convex, NU, ETA_T)
REPAIRED = says(
    EXCESS <= printed.step_4(FACTOR, V.distance),
    given=[*WHERE, 4 * V.L**2 <= V.T],
    by=Derive(
        substitute(runs.CONVEX_THEOREM, {"eta": ETA_T, "nu": NU}), substitute(OF_NUMBERS, {})
    ),
)
# To and fro over the minimum: both ends are on the slopes.
STEEP = instance(
    "T=9 G=1 b=1000 n=60000 d=1 sigma=0/1 gamma=1/1 epsilon=1/30 ell=1/60 mu=1/2 L=12 C1=3/130000"
) | runs.starting(F(1, 40), shapes.HUBER, "convex")
ITERATIONS = (
    claim(
        "lssgd/proof-2-iteration-number",
        "App A.2, proof of Thm 2, end",
        "The number of iterations in the proof of Theorem 2",
    )
    .says(
        says(
            EXCESS <= printed.step_4(constant(V.ell), V.distance),
            given=[*WHERE, *runs.CONDITIONS],
            at=STEEP,
        ),
        repaired=REPAIRED,
    )
    .quoting(r"T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(\gamma dG^2\log(1/\delta))")
    .quoting(
        r"\mathbb E(F(\tilde w)-F(w^*))\le\frac{C_2G\sqrt{\gamma(D_\sigma+G^2/b)d\log"
        r"(1/\delta)}}{n\epsilon}",
        reading=(
            "With the $C_2$ that the steps of the proof give for $C_1$ and $"
            r"\mu$, which is no universal constant."
        ),
    )
    .rejects("any step size", REPAIRED.but(given=WHERE, at=STEEP))
)
