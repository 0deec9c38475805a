r"""Section 4, Proposition 3: how far the corrected second moment is from the clean one.

The gradients are fixed. The printed :math:`\nu` and b do not contain them; the difference does, as
:math:`2\bar g_\tau z_\tau`.
"""

from fractions import Fraction as F

from verify.language import claim, instance, says
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.lemmas import chernoff
from verify.papers.adambc.lemmas.chernoff import NOISY, NU, OF_GRADIENTS, V, first_case, second_case
from verify.papers.adambc.settings import SNLI, TABLES

TAIL = chernoff.tail_of_fixed(V, "P[difference >= xi]")
# Gradients at the bound in the paper's own setting; the least thresholds, rounded up.
TEN_STEPS = {"t": 10, "alpha": F(1, 20), "g": (F(1, 10),) * 10, "xi": F(84, 10**9)}
NEAR = says(
    TAIL <= V.alpha,
    given=[NOISY, c.border(c.NU_STATEMENT) >= c.PLACE, V.xi >= c.gaussian(c.NU_STATEMENT)],
    at={**SNLI.values, **TEN_STEPS},
)
FAR = says(
    TAIL <= V.alpha,
    given=[NOISY, c.border(c.NU_STATEMENT) <= c.PLACE, V.xi >= c.exponential()],
    at={**SNLI.values, **instance("t=1 alpha=1/20 g=(1/10,)") | {"xi": F(73, 10**8)}},
)
NEAR_BY_GRADIENTS = NEAR.but(
    given=[NOISY, OF_GRADIENTS, c.border(NU) >= c.PLACE, V.xi >= c.gaussian(NU)],
    by=first_case(TAIL),
    at=(),
)
FAR_BY_GRADIENTS = FAR.but(
    given=[NOISY, OF_GRADIENTS, c.border(NU) <= c.PLACE, V.xi >= c.exponential()],
    by=second_case(TAIL),
    at=(),
)
PROP_3 = claim(
    "adambc/prop-3",
    "§4, Prop 3",
    "concentration of the corrected second moment",
    {"small thresholds": NEAR, "large thresholds": FAR},
    repaired={"small thresholds": NEAR_BY_GRADIENTS, "large thresholds": FAR_BY_GRADIENTS},
    settings=TABLES,
).rejects("half the probability", part="large thresholds", right=V.alpha / 2)

CLAIMS = (PROP_3,)
