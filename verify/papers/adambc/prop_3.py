r"""Section 4, Proposition 3: how far the corrected second moment is from the clean one.

The gradients are fixed. The printed :math:`\nu` and b do not contain them; the difference does, as
:math:`2\bar g_\tau z_\tau`.
"""

from fractions import Fraction as F

from verify.claim import Control, claim
from verify.expression import external
from verify.methods.derive import Derive, chain, shown, words
from verify.papers.adambc.notation import V
from verify.papers.adambc.settings import EXPERIMENTS
from verify.papers.adambc.tail import enclosed_tail, tail
from verify.statement import Draft, at_most

TAIL = external(
    "P[difference >= xi]", tail, V.g, V.sigma, V.C, V.B, V.beta2, V.xi, balls=enclosed_tail
)
UNIT = 4 * V.sigma**2 * V.C**2 / V.B**2
NU = UNIT * ((1 - V.beta2 ** (2 * V.t)) / (1 - V.beta2**2)).function("sqrt")
B = UNIT
FACTOR = (1 - V.beta2) / (1 - V.beta2**V.t)
PLACE, BORDER = V.xi * (1 - V.beta2**V.t) / (1 - V.beta2), NU**2 / B
LOGARITHM = (1 / (V.alpha / 2)).function("log")
GAUSSIAN = FACTOR * (LOGARITHM * (2 * NU**2)).function("sqrt")
EXPONENTIAL = FACTOR * LOGARITHM * 2 * B
NOISE = V.sigma > 0

# Gradients at the bound, small noise; the least thresholds, rounded up.
STEPS, FIRST = {"t": 10, "beta2": F(9, 10)}, {"t": 1, "beta2": F(9, 10)}
CASE = {"sigma": F(1), "C": F(1), "B": 10, "alpha": F(1, 2)}
NEAR = at_most(
    V,
    TAIL,
    V.alpha,
    where=[NOISE, PLACE <= BORDER, V.xi >= GAUSSIAN],
    look=[CASE | STEPS | {"g": (F(1),) * 10, "xi": F(24, 1000)}],
)
FAR = at_most(
    V,
    TAIL,
    V.alpha,
    where=[NOISE, PLACE >= BORDER, V.xi >= EXPONENTIAL],
    look=[CASE | FIRST | {"g": (F(1),), "xi": F(12, 100)}],
)

# The variance of the difference for gradients of size C.
NOISE_VARIANCE = (V.sigma * V.C / V.B) ** 2
VARIANCE = (
    FACTOR**2
    * ((1 - V.beta2 ** (2 * V.t)) / (1 - V.beta2**2))
    * (2 * NOISE_VARIANCE**2 + 4 * V.C**2 * NOISE_VARIANCE)
)
ENOUGH = V.xi**2 >= VARIANCE / V.alpha
CHEBYSHEV = Derive(
    chain(
        words(
            "Chebyshev's inequality: the noise of different steps is independent, and the variance "
            "of 2gz + z^2 is 4 g^2 Phi + 2 Phi^2, at most its value at |g| = C.",
            VARIANCE / V.xi**2 >= TAIL,
        ),
        shown(VARIANCE / V.xi**2 <= V.alpha),
    )
)


def repaired(printed: Draft) -> Draft:
    """The printed statement for a threshold that the gradients enter."""
    return printed.but(also=[ENOUGH], by=CHEBYSHEV)


PROP_3 = claim(
    "adambc/prop-3",
    "§4, Prop 3",
    "concentration of the corrected second moment",
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={"small thresholds": repaired(NEAR), "large thresholds": repaired(FAR)},
    settings=EXPERIMENTS,
    rejects=(Control(name="half the probability", says=FAR.but(right=V.alpha / 2)),),
)

CLAIMS = (PROP_3,)
