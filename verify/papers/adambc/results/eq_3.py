r"""Section 3, (3): the step sizes that are to make DP-SGD with momentum the twin of DP-Adam.

For gradients of one size, :math:`\bar g^2=r\Phi`, and noise of variance :math:`\Phi` the second
moment :math:`\hat v_t^p` has the mean :math:`(1+r)\Phi` and, with its weights w, the variance
:math:`\sum_\tau w_\tau^2(2+4r)\Phi^2`. That it is about :math:`\Phi` is read as: at every t the
root of its mean squared distance from its mean is at most 5 percent of :math:`\Phi`.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.distributions.second_moment import SecondMoment
from dptheory.optimizers.sgdm import Sgdm, factor
from verify.formula.expression import Node, external, lift, total
from verify.language.claim import Control, claim
from verify.language.notation import between, natural, nonnegative, positive, real
from verify.language.says import agrees, at_least, at_most, equal, less, table
from verify.methods.derive import Derive, multiply, shown
from verify.papers.adambc.formulas.printed_tables import CLEAN_SQUARE_MAX, CLEAN_SQUARE_MEAN
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.settings import EXPERIMENTS

V = PAPER.extended(
    t=natural("t", search=(1, 4)),
    Phi=positive(r"\Phi", unit=SQUARE, search=(0.01, 4)),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    eta=positive(r"\eta^{DP-Adam}", unit="length", search=(0.001, 1)),
    now=real("b_t", unit=GRADIENT, search=(-3, 3)),
    r=nonnegative(r"\bar{g}^2/\Phi", unit="1", search=(0, 1)),
)
TAU = Node("symbol", (), "tau")
SNLI_PHI = (F(2, 5) * F(1, 10) / 256) ** 2


def schedule(step: Node) -> Node:
    """(3)."""
    return V.eta * ((1 - V.beta) / ((1 - V.beta**step) * V.Phi.sqrt()))


ASYMPTOTE = V.eta * ((1 - V.beta) / V.Phi.sqrt())
TWIN = equal(
    V,
    schedule(V.t) * V.now,
    V.eta * V.M / V.Phi.sqrt(),
    where=[V.M.equals((1 - V.beta) / (1 - V.beta**V.t) * V.now)],
)


def library_factor(beta: Any, t: Any, Phi: Any) -> float:
    """What the library's twin multiplies the step size with."""
    return factor(Sgdm(1.0, float(beta), float(Phi)), int(t))


# The schedule falls, and what is left of its excess falls by the factor beta a step.
FALLS = less(V, schedule(V.t + 1), schedule(V.t), where=["beta > 0"])
EXCESS = at_most(V, schedule(V.t) - ASYMPTOTE, ASYMPTOTE * V.beta**V.t / (1 - V.beta))
LEFT = at_least(V, schedule(V.t) - ASYMPTOTE, ASYMPTOTE * V.beta**V.t)
EQ_3_DECAY = claim(
    "adambc/eq-3-decay",
    "§3, after (3)",
    "decay of the step sizes",
    {"decreasing": FALLS, "no slower than β^t": EXCESS, "no faster than β^t": LEFT},
    rejects=(
        Control(
            name="by the square of beta",
            says=EXCESS.but(right=ASYMPTOTE * V.beta ** (2 * V.t) / (1 - V.beta)),
        ),
    ),
    notes=(
        # With beta = 0.9 the excess is 1 % of the asymptote after 44 of the 10000 steps.
        table(
            V, {"excess at t = 44, beta = 0.9": ("0.0098", F(9, 10) ** 44 / (1 - F(9, 10) ** 44))}
        ),
    ),
)

# The variance of v_hat^p in units of Phi^2, about its mean (1 + r) Phi.
WEIGHT = (1 - V.beta2) / (1 - V.beta2**V.t)
SQUARES = WEIGHT**2 * total(TAU, 1, V.t, V.beta2 ** (2 * (V.t - TAU)))
CLOSED = WEIGHT * (1 + V.beta2**V.t) / (1 + V.beta2)
FACTOR = 2 + 4 * V.r
MUCH_LESS, ABOUT = F(1, 10), F(1, 20)  # what these words allow
DOMINATED = at_most(
    V,
    FACTOR * SQUARES,
    ABOUT**2,
    where=[V.r <= CLEAN_SQUARE_MEAN / SNLI_PHI],
    look=[{"t": 1, "beta2": F(999, 1000), "r": F(0)}],
)
# It falls to about 2(1 - beta_2)/(1 + beta_2), however small r is.
SPREAD = DOMINATED.but(
    right=FACTOR * CLOSED, by=Derive(multiply(shown(SQUARES.equals(CLOSED)), FACTOR))
)


def library_variance(beta2: Any, t: Any, r: Any) -> float:
    """The variance of the exact law, for Phi = 1."""
    return SecondMoment(1.0, float(beta2), int(t), float(r) ** 0.5).variance


def deviation(t: int) -> Node:
    """The root of the noise's part of the mean squared distance after t steps of SNLI."""
    beta = lift(F(999, 1000))
    return (2 * (1 - beta) * (1 + beta**t) / ((1 + beta) * (1 - beta**t))).sqrt()


EQ_3 = claim(
    "adambc/eq-3",
    "§3, (3)",
    "the step sizes of the twin",
    {"the schedule, where the second moment is Φ": TWIN, "second moment about Φ": DOMINATED},
    repaired={"second moment about Φ": SPREAD},
    settings=EXPERIMENTS,
    notes=(
        agrees(
            V,
            schedule(V.t) / V.eta,
            external("factor of the twin", library_factor, V.beta, V.t, V.Phi),
        ),
        agrees(
            V, FACTOR * SQUARES, external(r"V[\hat{v}_t^p]", library_variance, V.beta2, V.t, V.r)
        ),
        # Without any gradient: in units of Phi, at beta_2 = 0.999.
        table(
            V,
            {
                "deviation, t = 1": ("1.41", deviation(1)),
                "deviation, t = 100": ("0.14", deviation(100)),
                "deviation, t = 848": ("0.050", deviation(848)),
                "deviation, t = 10000": ("0.032", deviation(10000)),
            },
        ),
    ),
)

# The hypothesis of (3) in the SNLI run, with the clean second moments of Table 2.
ON_AVERAGE = at_most(V, lift(CLEAN_SQUARE_MEAN), MUCH_LESS * SNLI_PHI)
EQ_3_HYPOTHESIS = claim(
    "adambc/eq-3-hypothesis",
    "§3, (3) with Table 2",
    "Φ against the clean second moment",
    {
        "Φ": table(V, {"Phi": ("2.441E-8", SNLI_PHI)}),
        "mean over the coordinates": ON_AVERAGE,
    },
    rejects=(
        Control(
            name="the coordinate with the largest moment",
            says=ON_AVERAGE.but(left=lift(CLEAN_SQUARE_MAX)),
        ),
    ),
    # In at least one coordinate the clean moment is the larger one.
    notes=(less(V, lift(SNLI_PHI), lift(CLEAN_SQUARE_MAX)),),
)

CLAIMS = (EQ_3, EQ_3_HYPOTHESIS, EQ_3_DECAY)
