r"""Appendix F, Proposition 6: convergence without momentum.

The mean is over t = 0, ..., T - 1, as in the last line of its proof. :math:`\delta` is the least of
the second case; the first one has no instance (lemma-3).
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Formula, claim, instance, lemma, number, put, says, symbols
from verify.methods.derive import Derive, add, monotone, multiply, shown, substitute, words
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu
from verify.papers.adambc.lemmas import far_start
from verify.papers.adambc.notation import SQUARE
from verify.papers.adambc.results.lemma_3_terms import V_DEFINITION
from verify.papers.adambc.settings import WITH_PHI

V = far_start.V.extended(
    sum=symbols.positive("b_{t-1}", unit=SQUARE, search=(0.01, 10)),
    square=symbols.nonnegative("a_t", unit=SQUARE, search=(0, 10)),
    x=symbols.positive("x", unit="1", search=(0.01, 100)),
    y=symbols.positive("y", unit="1", search=(0.01, 100)),
    mean=symbols.nonnegative(r"E\Vert\nabla F(\theta_t)\Vert^2", unit=SQUARE, search=(0, 10)),
)
MEAN = far_start.average(number(0))
GAP = V.of(far_start.gap)
DELTA = mu(V.T) + 2 * B_STAR * logarithm(V.T)
SIZE = V.C**2 + V.Phi


def rate(argument: Any) -> Formula:
    """The last factor, from the argument of its logarithm."""
    return number(argument).log() / V.T - V.beta2.log()


def factor(square: Any, root: Any) -> Any:
    """The factor before it."""
    first = 4 * V.d * square / (1 - V.beta2).sqrt()
    return first + V.eta * V.d * V.L * root / (1 - V.beta2)


ADAM_ARGUMENT = 1 + SIZE / ((1 - V.beta2) * V.eps)


def adam(delta: Any, gap: Any) -> Any:
    """The bound for DP-Adam."""
    return 2 * delta * gap / (V.eta * V.T) + factor(SIZE, SIZE.sqrt()) * rate(ADAM_ARGUMENT)


# A gradient norm of C = 1e-6, the noise of SNLI in units of C, epsilon = 1e-12 (ogbn-arxiv).
SCALED = instance("beta2=999/1000 alpha=1/20 d=1 eta=1/1000 D=320") | {
    "C": F(1, 10**6),
    "Phi": F(1, 409600 * 10**12),
    "eps": F(1, 10**12),
    "T": 10**4,
    "L": F(1, 10**5),
}
ADAM = says(MEAN <= adam(DELTA, GAP), at=[SCALED, SCALED | instance("d=2")])

# With what bounds the gradients instead, and outside of that event C^2.
RADIUS = V.C + (2 * V.Phi * (2 * V.d * V.T / V.alpha).log()).sqrt()
ROOT = (RADIUS**2 + V.eps).sqrt()
FIRST = V.alpha * V.C**2 + 2 * ROOT * GAP / (V.eta * V.T)
FACTOR = ROOT * factor(SIZE.sqrt(), 1)
TRUE = FIRST + FACTOR * rate(ADAM_ARGUMENT)
# The mean of v_T, whose weights add up to less than 1/(1 - beta_2).
LAST_MOMENT = SIZE * (1 - V.beta2**V.T) / (1 - V.beta2)
OF_LAST = 1 + LAST_MOMENT / V.eps
OLD, NEW = V.eps + V.sum, V.eps + V.beta2 * V.sum + V.square
QUOTIENT = NEW / (NEW - V.square)
LOGARITHMS = lemma(
    "adambc/ratio-below-logarithms",
    V.square / NEW <= (NEW / OLD).log() - V.beta2.log(),
    by=Derive(
        substitute(says(1 - 1 / V.x <= V.x.log()), {"x": QUOTIENT}),
        monotone("log", shown(NEW / OLD / V.beta2 >= QUOTIENT)),
    ),
)
ARGUMENT = (
    "Let v be b_t of the proof (v-definition), whose last weight is 1, R be C and the root "
    "sqrt(2 Phi ln(2dT/alpha)), w epsilon and v, u the same with E g^2 for the last g^2. As "
    "|1/sqrt(w) - 1/sqrt(u)| is at most "
    "(g^2 + E g^2)/(sqrt(w u)(sqrt(w) + sqrt(u))), twice Young's inequality gives E[G g/sqrt(w)] "
    ">= G^2/(2 sqrt(u)) - 2 sqrt(C^2 + Phi) E[g^2/w]. Where all earlier noise is at most that "
    "root, which fails with probability alpha at most and is known before the step, u is at most "
    "R^2 + epsilon times the sum of the weights; elsewhere G^2 counts for C^2. The descent lemma "
    "with eta <= eta_t <= eta/sqrt(1 - beta_2), summed over the steps; ratio-below-logarithms "
    "bounds the sum of g^2/w, whose last logarithm is concave in v_T."
)
PROOF = Derive(
    words(ARGUMENT, FIRST + FACTOR * rate(OF_LAST) >= MEAN, cites=[V_DEFINITION, LOGARITHMS]),
    add(
        shown(FIRST - FACTOR * V.beta2.log() == FIRST - FACTOR * V.beta2.log()),
        multiply(multiply(monotone("log", shown(OF_LAST <= ADAM_ARGUMENT)), 1 / V.T), FACTOR),
    ),
)
PROP_6_ADAM = (
    claim("adambc/prop-6-adam", "App F, Prop 6", "Convergence of DP-Adam", ADAM, settings=WITH_PHI)
    .quoting(
        r"E\|\nabla F(\theta_t)\|^2\le\frac{2\delta(F(\theta_0)-F_*)}{\eta T}+\left(\frac{"
        r"4d(C^2+\Phi)}{\sqrt{1-\beta_2}}+\frac{\eta dL\sqrt{C^2+\Phi}}{1-\beta_2}\right)"
        r"\left(\frac1T\ln(1+\frac{C^2+\Phi}{(1-\beta_2)\epsilon})-\ln\beta_2\right)",
        letters={r"E\|\nabla F(\theta_t)\|^2": MEAN, r"\delta": DELTA, r"(F(\theta_0)-F_*)": GAP},
    )
    .repaired(ADAM.but(right=TRUE, by=PROOF))
    .rejects(
        "repaired, with delta for its root", right=TRUE - 2 * (ROOT - ROOT**2) * GAP / (V.eta * V.T)
    )
)

# Against the trivial bound ------------------------------------------------------------------------
AT_SNLI = {
    "C": number(F(1, 10)),
    "Phi": number(F(1, 40960000)),
    "beta2": number(F(999, 1000)),
    "T": number(10**4),
    "d": number(7 * 10**6),
}
BOUND = adam(V.delta, V.gap)
FLOOR = 4 * V.d * SIZE / (1 - V.beta2).sqrt()
LEAST = 4 * V.d * V.C**2 * (1 - V.beta2).sqrt()
PROP_6_ADAM_SIZE = claim(
    "adambc/prop-6-adam-size", "App F, Prop 6", "The bound for DP-Adam against $C^2$"
).says(
    says(put(BOUND, AT_SNLI) < F(1, 100)),
    # Below C^2 for d < 1/(4 sqrt(1 - beta_2)) at most, whatever T, the step size and epsilon are.
    instead=says(
        BOUND >= LEAST,
        by=Derive(
            shown(FLOOR * (1 - V.beta2) >= LEAST),
            multiply(shown(1 - V.beta2 <= -V.beta2.log()), FLOOR),
            shown(-V.beta2.log() * FLOOR <= BOUND),
        ),
    ),
    ours=True,
)

# DP-AdamBC ----------------------------------------------------------------------------------------
BC_ARGUMENT = 1 - SIZE / ((1 - V.beta2) * V.Phi)
BC_FIRST = 2 * (V.delta**2 - V.Phi).sqrt() * V.gap / (V.eta * V.T)
PROP_6_ADAMBC = (
    claim("adambc/prop-6-adambc", "App F, Prop 6", "Convergence of DP-AdamBC")
    .says(
        says(
            V.mean <= BC_FIRST + factor(V.C**2, V.C) * rate(BC_ARGUMENT),
            given=[V.delta**2 >= V.Phi],
        ),
        # The argument of the logarithm.
        instead=says(BC_ARGUMENT <= -V.beta2 / (1 - V.beta2)),
        settings=WITH_PHI,
    )
    .quoting(
        r"E\|\nabla F(\theta_t)\|^2\le\frac{2\sqrt{\delta^2-\Phi}(F(\theta_0)-F_*)}{\eta T"
        r"}+\left(\frac{4dC^2}{\sqrt{1-\beta_2}}+\frac{\eta dLC}{1-\beta_2}\right)\left("
        r"\frac1T\ln(1-\frac{C^2+\Phi}{(1-\beta_2)\Phi})-\ln\beta_2\right)"
    )
)
