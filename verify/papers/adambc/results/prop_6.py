r"""Appendix F, Proposition 6: convergence without momentum.

The mean is over t = 0, ..., T - 1, as in the last line of its proof. :math:`\delta` is the least of
the second case; the first one has no instance (lemma-3).
"""

from fractions import Fraction as F
from typing import Any

from verify.formula.expression import Node, lift, substitute
from verify.language.claim import Control, Lemma, claim
from verify.language.notation import nonnegative, positive
from verify.language.says import at_least, at_most, equal, formula, less
from verify.methods.derive import Derive, chain, monotone, multiply, shown, words
from verify.methods.derive import substitute as instance
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu
from verify.papers.adambc.lemmas import far_start
from verify.papers.adambc.notation import SQUARE
from verify.papers.adambc.settings import WITH_PHI

V = far_start.V.extended(
    sum=positive("b_{t-1}", unit=SQUARE, search=(0.01, 10)),
    square=nonnegative("a_t", unit=SQUARE, search=(0, 10)),
    x=positive("x", unit="1", search=(0.01, 100)),
    y=positive("y", unit="1", search=(0.01, 100)),
    mean=nonnegative(r"E\Vert\nabla F(\theta_t)\Vert^2", unit=SQUARE, search=(0, 10)),
)
NORM = r"E\Vert\nabla F(\theta_t)\Vert^2"
MEAN = far_start.average(lift(0), NORM)
GAP = formula(V, far_start.gap)
DELTA = mu(V.T) + 2 * B_STAR * logarithm(V.T)
SIZE = V.C**2 + V.Phi


def rate(argument: Any) -> Node:
    """The last factor, from the argument of its logarithm."""
    found: Node = lift(argument).log() / V.T - V.beta2.log()
    return found


def factor(square: Any, root: Any) -> Node:
    """The factor before it."""
    first = 4 * V.d * square / (1 - V.beta2).sqrt()
    found: Node = first + V.eta * V.d * V.L * root / (1 - V.beta2)
    return found


ADAM_ARGUMENT = 1 + SIZE / ((1 - V.beta2) * V.eps)


def adam(delta: Any, gap: Any) -> Node:
    """The bound for DP-Adam."""
    found: Node = 2 * delta * gap / (V.eta * V.T) + factor(SIZE, SIZE.sqrt()) * rate(ADAM_ARGUMENT)
    return found


# A gradient norm of C = 1e-6, the noise of SNLI in units of C, epsilon = 1e-12 (ogbn-arxiv).
SCALED = {
    "C": F(1, 10**6), "Phi": F(1, 409600 * 10**12), "beta2": F(999, 1000), "eps": F(1, 10**12),
    "alpha": F(1, 20), "T": 10**4, "d": 1, "eta": F(1, 1000), "L": F(1, 10**5), "D": 320,
}  # fmt: skip
ADAM = at_most(V, MEAN, adam(DELTA, GAP), look=[SCALED, SCALED | {"d": 2}])

# With what bounds the gradients instead, and outside of that event C^2.
RADIUS = V.C + (2 * V.Phi * (2 * V.d * V.T / V.alpha).log()).sqrt()
ROOT = (RADIUS**2 + V.eps).sqrt()
TRUE = (
    V.alpha * V.C**2
    + 2 * ROOT * GAP / (V.eta * V.T)
    + ROOT * factor(SIZE.sqrt(), 1) * rate(ADAM_ARGUMENT)
)
OLD, NEW = V.eps + V.sum, V.eps + V.beta2 * V.sum + V.square
QUOTIENT = NEW / (NEW - V.square)
LOGARITHMS = Lemma(
    id="adambc/ratio-below-logarithms",
    says=at_most(
        V,
        V.square / NEW,
        (NEW / OLD).log() - V.beta2.log(),
        by=Derive(
            chain(
                shown((V.square / NEW).equals(1 - 1 / QUOTIENT)),
                instance(at_most(V, 1 - 1 / V.x, V.x.log()), {"x": QUOTIENT}),
                monotone("log", shown(NEW / OLD / V.beta2 >= QUOTIENT)),
                instance(
                    equal(V, (V.x / V.y).log(), V.x.log() - V.y.log()),
                    {"x": NEW / OLD, "y": V.beta2},
                ),
            )
        ),
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
    "bounds the sum of g^2/w, whose last logarithm is concave in a moment of mean at most "
    "(C^2 + Phi)/(1 - beta_2)."
)
REPAIRED = ADAM.but(right=TRUE, by=Derive(words(ARGUMENT, TRUE >= MEAN)))
PROP_6_ADAM = claim(
    "adambc/prop-6-adam",
    "App F, Prop 6",
    "convergence of DP-Adam",
    ADAM,
    repaired=REPAIRED,
    rests_on=(LOGARITHMS,),
    settings=WITH_PHI,
    rejects=(
        Control(
            name="repaired, with delta for its root",
            says=ADAM.but(right=TRUE - 2 * (ROOT - ROOT**2) * GAP / (V.eta * V.T)),
        ),
    ),
)

# Against the trivial bound ------------------------------------------------------------------------

AT_SNLI = {
    "C": lift(F(1, 10)), "Phi": lift(F(1, 40960000)), "beta2": lift(F(999, 1000)),
    "T": lift(10**4), "d": lift(7 * 10**6),
}  # fmt: skip
BOUND = adam(V.delta, V.gap)
SIZE_CLAIM = less(V, substitute(BOUND, AT_SNLI), F(1, 100))
FLOOR = 4 * V.d * SIZE / (1 - V.beta2).sqrt()
LEAST = 4 * V.d * V.C**2 * (1 - V.beta2).sqrt()
PROP_6_ADAM_SIZE = claim(
    "adambc/prop-6-adam-size",
    "App F, Prop 6",
    "the bound for DP-Adam against C^2",
    SIZE_CLAIM,
    # Below C^2 for d < 1/(4 sqrt(1 - beta_2)) at most, whatever T, the step size and epsilon are.
    instead=at_least(
        V,
        BOUND,
        LEAST,
        by=Derive(
            chain(
                shown(FLOOR * (1 - V.beta2) >= LEAST),
                multiply(shown(1 - V.beta2 <= -V.beta2.log()), FLOOR),
                shown(-V.beta2.log() * FLOOR <= BOUND),
            )
        ),
    ),
    ours=True,
)

# DP-AdamBC ----------------------------------------------------------------------------------------

BC_ARGUMENT = 1 - SIZE / ((1 - V.beta2) * V.Phi)
BC_FIRST = 2 * (V.delta**2 - V.Phi).sqrt() * V.gap / (V.eta * V.T)
BC = at_most(
    V,
    V.mean,
    BC_FIRST + factor(V.C**2, V.C) * rate(BC_ARGUMENT),
    where=[V.delta**2 >= V.Phi],
)
PROP_6_ADAMBC = claim(
    "adambc/prop-6-adambc",
    "App F, Prop 6",
    "convergence of DP-AdamBC",
    BC,
    # The argument of the logarithm.
    instead=at_most(V, BC_ARGUMENT, -V.beta2 / (1 - V.beta2)),
    settings=WITH_PHI,
)

CLAIMS = (PROP_6_ADAM, PROP_6_ADAM_SIZE, PROP_6_ADAMBC)
