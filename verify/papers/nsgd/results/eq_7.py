r"""Section 3.2, (7), and what Assumption 2.2 says of the inner product at large gradients."""

from fractions import Fraction as F

from verify.formula.expression import dot, lift, norm
from verify.language.claim import Control, claim
from verify.language.says import at_least, at_most
from verify.papers.nsgd.notation import V

PRODUCT, LENGTH = dot(V.G, V.g), norm(V.G)
UNIT_STEP = at_most(V, -(PRODUCT / norm(V.g)), -LENGTH + 2 * norm(V.g - V.G))

EQ_7 = claim(
    "nsgd/eq-7",
    "§3.2, (7)",
    "a normalised step without regulariser",
    UNIT_STEP,
    rejects=(
        Control(
            name="19/10 for 2",
            says=UNIT_STEP.but(
                right=-LENGTH + 19 * norm(V.g - V.G) / 10,
                look=({"d": 1, "G": (1,), "g": (F(-1, 100),)},),
            ),
        ),
    ),
)

ASSUMED = norm(V.g - V.G) <= V.tau0 + V.tau1 * LENGTH
LARGE = V.tau0 / (1 - V.tau1) <= LENGTH
LEAST = (1 - V.tau1) * LENGTH**2 - V.tau0 * LENGTH
INNER = at_least(V, PRODUCT, LEAST, where=[ASSUMED, LARGE])
POSITIVE = at_least(V, LEAST, lift(0), where=[LARGE])

INNER_PRODUCT = claim(
    "nsgd/inner-product-positive",
    "§3.2, before (11); App A.3",
    "no gradient points uphill at large gradients",
    {"at least": INNER, "nonnegative": POSITIVE},
    # The first inequality needs no large gradient.
    notes=(INNER.but(where=[ASSUMED]),),
)

CLAIMS = (EQ_7, INNER_PRODUCT)
