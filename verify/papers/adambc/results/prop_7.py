r"""Appendix F, Proposition 7: convergence with momentum.

The mean is that of a random step, as in Proposition 6: on the instance every gradient has norm C.
:math:`\delta` is the least of the second case of Corollary 1.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, claim, instance, nonnegative, says
from verify.methods.derive import Derive, multiply, shown, words
from verify.papers.adambc.formulas.concentration import at
from verify.papers.adambc.formulas.printed_c import LEVELS, STEPS
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu
from verify.papers.adambc.lemmas import far_start
from verify.papers.adambc.lemmas.exceedance import enclosed_aged_exceedance, enclosed_beyond
from verify.papers.adambc.lemmas.second_moment import V as RUNS
from verify.papers.adambc.notation import SQUARE
from verify.papers.adambc.settings import WITH_PHI
from verify.papers.enclosures import enclosed

V = far_start.V.extended(
    mean=nonnegative(r"E\Vert\nabla F(\theta_t)\Vert^2", unit=SQUARE, search=(0, 10))
)
MEAN = far_start.average(V.beta1)
LEFT_OVER = V.T - V.beta1 / (1 - V.beta1)
DELTA = mu(V.T) + 2 * B_STAR * logarithm(V.T)
RANGES = [V.beta1 < V.beta2, LEFT_OVER > 0]
KEPT, DECAYED = 1 - V.beta1 / V.beta2, 1 - V.beta2

# The second part of E.
SECOND = 2 * V.eta**2 * V.d * V.L**2 * V.beta1 / (KEPT * (DECAYED * DECAYED.sqrt()))


def constant(delta: Any, square: Any) -> Any:
    """E, with delta and its square."""
    first = V.eta * V.d * V.L * (1 - V.beta1) * delta / (KEPT * DECAYED)
    last = 12 * V.d * square * (1 - V.beta1).sqrt() / (KEPT * KEPT.sqrt() * DECAYED.sqrt())
    return first + SECOND + last


def bound(delta: Any, square: Any, argument: Any, gap: Any) -> Any:
    """The right side, from the argument of its logarithm."""
    start = 2 * delta * gap / (V.eta * LEFT_OVER)
    return start + constant(delta, square) * (argument.log() - V.T * V.beta2.log())


# The paper's beta_1, beta_2 and gamma, the noise of SNLI in units of C, and C = 1e-4.
SCALED = instance("beta1=9/10 beta2=999/1000 alpha=1/20 T=20 d=1 eta=1/1000 D=6/5") | {
    "C": F(1, 10**4),
    "Phi": F(1, 409600 * 10**8),
    "eps": F(1, 10**8),
    "L": F(1, 10**4),
}
# What the last factor is in T.
PER_STEP = 2 * V.eta**2 * V.d * V.L**2 * V.beta1 / (KEPT * DECAYED.sqrt())
PROP_7_ADAM = (
    claim("adambc/prop-7-adam", "App F, Prop 7", "Convergence of DP-Adam with momentum")
    .says(
        says(
            MEAN <= bound(DELTA, DELTA**2, 1 + DELTA**2 / (V.eps * DECAYED), V.of(far_start.gap)),
            given=RANGES,
            at=[SCALED, SCALED | instance("d=2")],
        ),
        # A3 says as much of the gradient as this.
        instead=says(MEAN <= V.C**2, given=RANGES, at=SCALED),
        settings=WITH_PHI,
        # Without the 1/T of Proposition 6 the printed bound grows with T: here a part of it.
        notes=(says(SECOND * (-V.T * V.beta2.log()) >= V.T * PER_STEP, given=[V.beta1 < V.beta2]),),
    )
    .quoting(
        r"E\|\nabla F(\theta_t)\|^2\le\frac{2\delta(F_0-F_*)}{\eta\tilde T}+E\left(\ln"
        r"\left(1+\frac{\delta^2}{\epsilon(1-\beta_2)}\right)-T\log(\beta_2)\right)",
        letters={
            r"E\|\nabla F(\theta_t)\|^2": MEAN,
            r"\delta": DELTA,
            "(F_0-F_*)": V.of(far_start.gap),
            r"\tilde T": LEFT_OVER,
            "E": constant(DELTA, DELTA**2),
        },
    )
    .quoting(
        r"E=\frac{\eta dL(1-\beta_1)\delta}{(1-\beta_1/\beta_2)(1-\beta_2)}+\frac{2\eta^2d"
        r"L^2\beta_1}{(1-\beta_1/\beta_2)(1-\beta_2)^{3/2}}+\frac{12d\delta^2\sqrt{1-\beta"
        r"_1}}{(1-\beta_1/\beta_2)^{3/2}\sqrt{1-\beta_2}}",
        reading="It stands in the tested bound.",
    )
    .quoting(r"0\le\beta_1<\beta_2<1")
    .quoting(r"T>\beta_1/(1-\beta_1)")
    .quoting(r"\tilde T=T-\beta_1/(1-\beta_1)")
    .quoting(
        r"\eta_t=\eta(1-\beta_1)\sqrt{(1-\beta_2^t)/(1-\beta_2)}",
        reading="The tested run has steps of this size.",
    )
)

ARGUMENT = 1 - V.delta**2 / (V.Phi * DECAYED)
SQUARE_LEFT = V.delta**2 - V.Phi
PROP_7_ADAMBC = (
    claim("adambc/prop-7-adambc", "App F, Prop 7", "Convergence of DP-AdamBC with momentum")
    .says(
        says(
            V.mean <= bound(SQUARE_LEFT.sqrt(), SQUARE_LEFT, ARGUMENT, V.gap),
            given=[*RANGES, V.delta**2 >= V.Phi],
        ),
        # Where the root is real the argument of the logarithm is negative.
        instead=says(ARGUMENT <= -V.beta2 / DECAYED, given=[V.delta**2 >= V.Phi]),
        settings=WITH_PHI,
    )
    .quoting(
        r"E\|\nabla F(\theta_t)\|^2\le\frac{2\sqrt{\delta^2-\Phi}(F_0-F_*)}{\eta\tilde T}+"
        r"E\left(\ln\left(1-\frac{\delta^2}{\Phi(1-\beta_2)}\right)-T\log(\beta_2)\right)",
        letters={
            "(F_0-F_*)": V.gap,
            r"\tilde T": LEFT_OVER,
            "E": constant(SQUARE_LEFT.sqrt(), SQUARE_LEFT),
        },
    )
)

# The bound on the last second moment --------------------------------------------------------------
RADIUS = (-(RUNS.alpha / (2 * RUNS.T)).log() * (2 * RUNS.Phi)).sqrt()
LARGEST = (RUNS.C + RADIUS) ** 2
LAW = (RUNS.run, RUNS.T, RUNS.Phi, RUNS.beta2, LARGEST / (1 - RUNS.beta2))
EXCEEDED = enclosed(r"\Pr[v_{T,i}>\delta]", enclosed_aged_exceedance, *LAW)
BEYOND = enclosed(r"\Pr[|z_j|>r]", enclosed_beyond, RADIUS, RUNS.Phi)
NORMAL = (-(RADIUS**2) / (2 * RUNS.Phi)).exp()


def tail(most: Formula) -> Draft:
    """P[v > delta] is at most a number, by a union bound."""
    proof = Derive(
        words(
            "With the root r of the bound: unless |z_j| is above r for one of the T steps, every "
            "term is at most (C + r)^2, and the weights add up to less than 1/(1 - beta_2).",
            RUNS.T * BEYOND >= EXCEEDED,
        ),
        multiply(words("P[|Z| > x] is at most exp(-x^2/2) for x >= 0.", NORMAL >= BEYOND), RUNS.T),
        shown(RUNS.T * NORMAL <= most),
    )
    return says(EXCEEDED <= most, by=proof)


# SNLI at the levels and the steps of the tables, but for the first.
TABLES = RUNS.extended(T=RUNS.T.within(STEPS[1:]), alpha=RUNS.alpha.within(LEVELS))
AT_RUN = {name: WITH_PHI[0].values[name] for name in ("C", "beta2", "Phi")}
SAME_IN_A_RUN = says(
    at(LARGEST, AT_RUN) <= at((mu(RUNS.T) + 2 * B_STAR * logarithm(RUNS.T)) ** 2, AT_RUN),
    over=TABLES,
)
PROP_7_THIRD_BOUND = (
    claim("adambc/prop-7-third-bound", "App F, proof of Prop 7", "The last second moment")
    .says(
        {
            "tail": tail(RUNS.alpha),
            "in place of delta^2/(1 - beta_2)": says(LARGEST <= DELTA**2, over=RUNS),
        },
        # Half of alpha is enough; the second part fails for few steps only.
        notes=(tail(RUNS.alpha / 2), SAME_IN_A_RUN),
    )
    .quoting(
        r"v_{T,i}\le\frac{(C+\sqrt{-\ln\frac{\alpha}{2T}(2\Phi)})^2}{1-\beta_2}",
        part="tail",
        reading="Tested is how often it fails, at most with probability alpha.",
    )
    .rejects("a thousandth of alpha", part="tail", right=RUNS.alpha / 1000)
)
