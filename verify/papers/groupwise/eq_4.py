r"""Section 3, (4): the sensitivity of the sum of clipped gradients is at most 1.

One record adds the vector of its clipped groups, of length :math:`x_m/(\sqrt M(x_m+0.01))` where
its gradient in group m is :math:`x_m` long. Data sets differ by one record more or less.
"""

from verify.claim import Control, claim
from verify.expression import Node, lift, quantity, total
from verify.papers.groupwise.notation import V
from verify.papers.groupwise.settings import GROUPS
from verify.statement import at_most

GROUP = Node("symbol", (), "m")
STABILITY = quantity("0.01", "gradient")
CLIPPED = V.x[GROUP] / (V.M.function("sqrt") * (V.x[GROUP] + STABILITY))
LENGTH = total(GROUP, 1, V.M, CLIPPED**2).function("sqrt")
SENSITIVITY = at_most(V, LENGTH, lift(1))

EQ_4 = claim(
    "groupwise/eq-4-sensitivity",
    "§3, (4)",
    "sensitivity for every number of groups",
    SENSITIVITY,
    settings=GROUPS,
    rejects=(Control(name="99 %", says=SENSITIVITY.but(right="99/100")),),
)

CLAIMS = (EQ_4,)
