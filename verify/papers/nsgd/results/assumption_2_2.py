r"""Section 2.2, after Assumption 2.2: the normalising factor between two bounds.

The upper bound divides by :math:`r-\tau_0+(1-\tau_1)\Vert\nabla f\Vert`, which is 0 or negative at
small gradients unless :math:`r>\tau_0`; the norm of g is at least 0 there.
"""

from fractions import Fraction as F

from verify.formula.expression import largest, norm
from verify.language.claim import Control, claim
from verify.language.says import at_most
from verify.papers.nsgd.notation import V

ASSUMED = norm(V.g - V.G) <= V.tau0 + V.tau1 * norm(V.G)
FACTOR = 1 / (V.r + norm(V.g))
LONGEST = V.r + V.tau0 + (1 + V.tau1) * norm(V.G)
SHORTEST = V.r - V.tau0 + (1 - V.tau1) * norm(V.G)
LOWER = at_most(V, 1 / LONGEST, FACTOR, where=[ASSUMED])
# A gradient of 1/2 at a point where that of f is 0.
AT_REST = {"d": 1, "r": F(1, 100), "tau0": 1, "tau1": 0, "G": (0,), "g": (F(1, 2),)}
UPPER = at_most(V, FACTOR, 1 / SHORTEST, where=[ASSUMED], look=(AT_REST,))
POSITIVE_PART = UPPER.but(right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - V.tau0)), look=())

SANDWICH = claim(
    "nsgd/sandwich",
    "§2.2, after Assumption 2.2",
    "the normalising factor between two bounds",
    {"from below": LOWER, "from above": UPPER},
    repaired={"from above": POSITIVE_PART},
    # As printed where the denominator is positive: for r > tau_0 it is.
    notes=(UPPER.but(also=[SHORTEST > 0], look=()), UPPER.but(also=[V.r > V.tau0], look=())),
    rejects=(
        Control(name="half of tau_0 in r", says=UPPER.but(also=[2 * V.r > V.tau0])),
        Control(
            name="two thirds of tau_0",
            says=POSITIVE_PART.but(
                right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - 2 * V.tau0 / 3))
            ),
        ),
    ),
)

CLAIMS = (SANDWICH,)
