r"""Appendix A.2: the proof of Theorem 2, (10) and steps 2 to 4.

The step sizes of step 3 are written as :math:`\eta_k=s_k/(2L)` with shares :math:`s_k\in(0,1]`.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import claim, dot, external, norm, says, symbols, total
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.lemmas.batch_variance import BATCH_VARIANCE
from verify.papers.lssgd.notation import i
from verify.papers.lssgd.settings import MNIST

V = printed.V.extended(
    gradient=symbols.vector("d", r"\nabla F(w^k)", unit="gradient"),
    next_gap=symbols.nonnegative(r"(F(w^+)-F(w^*))", unit="loss", search=(0, 9)),
    shares=symbols.sequence("T", "s", unit="1", entry=symbols.Real(F(0), F(1), True)),
)

# (10): the descent lemma from w^k to w^+ = w^k - eta grad F, where F is at least F*.
DOWN = -V.eta * V.gradient
DESCENT = V.next_gap <= V.gap + dot(V.gradient, DOWN) + V.L / 2 * dot(DOWN, DOWN)
SQUARED = says((1 - V.L * V.eta / 2) * V.eta * norm(V.gradient) ** 2 <= V.gap, given=[DESCENT])
EQ_10 = claim(
    "lssgd/eq-10", "App A, (10)", "squared gradient by the optimality gap", SQUARED
).rejects("a third of the curvature", left=(1 - V.L * V.eta / 3) * V.eta * norm(V.gradient) ** 2)

# Step 2: what a step takes from the squared A-norm, less the noise; (10) and convexity.
BY_10 = (1 - V.L * V.eta / 2) * V.eta * V.square <= V.gap
ONE = says(F(2, 3) * V.eta * V.gap <= runs.STEP_LEFT, given=[runs.HALF, BY_10, V.gap <= V.inner])
COEFFICIENT = claim(
    "lssgd/proof-2-coefficient",
    "App A, step 2",
    "coefficient of one step",
    {"one coordinate": runs.ONE_STEP.says, "coefficient": ONE, "noise": BATCH_VARIANCE.says},
    # By cocoercivity it is 2, for every step up to 1/L.
    notes=(runs.COCOERCIVE.says,),
).rejects("coefficient 1", part="coefficient", left=V.eta * V.gap)

# Step 3: the noise of Theorem 1.
WITH_ONE = printed.level(V.gamma, runs.LOG + (1 - V.mu) * V.epsilon)
LEVEL = claim(
    "lssgd/proof-2-noise-level",
    "App A, step 3",
    "size of the noise",
    says(V.gamma * V.d * printed.variance(runs.LOG) <= printed.level(V.gamma, runs.LOG)),
    settings=MNIST,
    notes=(says(V.gamma * V.d * printed.variance(runs.LOG) == WITH_ONE),),
).repaired(right=WITH_ONE)


def of_shares(*values: Any) -> Any:
    """E F - F* at the average iterate, for the step sizes s_k/(2L)."""
    *numbers, shares = values
    return training.average_gap(*numbers, tuple(s / (2 * numbers[2]) for s in shares))


NUMBERS = (V.convex, V.G, V.L, V.eigenvalue, V.start, V.spread, V.nu, V.shares)
STEPS = total(i, 1, V.T, V.shares[i]) / (2 * V.L)
SQUARES = total(i, 1, V.T, V.shares[i] ** 2) / (4 * V.L**2)


def explicit(coefficient: Any) -> Any:
    """The bound of step 3, from the coefficient of a step."""
    return (runs.D + SQUARES * (V.G**2 / V.b + runs.LEFT)) / (coefficient * STEPS)


PROOF_2_BOUND = claim(
    "lssgd/proof-2-bound",
    "App A, step 3",
    "explicit bound",
    runs.convex_bound(
        external(r"E[F(\tilde w)]-F^*", of_shares, *NUMBERS, balls=training.enclosed(of_shares, 0)),
        explicit(F(2, 3)),
        runs.CONVEX,
    ),
    # A third of it is what the steps prove, for constant ones up to 1/L.
    notes=(runs.CONVEX_THEOREM,),
).rejects("a tenth", right=explicit(F(20, 3)))

CLAIMS = (EQ_10, COEFFICIENT, LEVEL, PROOF_2_BOUND)
