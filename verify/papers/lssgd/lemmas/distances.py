r"""The squared A-norm of an error, :math:`|e|^2+\sigma|D_+e|^2`, against its squared length.

:math:`D_+` is the forward difference on a circle (``lssgd/norm-identity``).
"""

from verify.language import lemma, real, says, total
from verify.methods.derive import Derive, add, multiply, shown, substitute, telescope
from verify.papers.lssgd.formulas import printed_utility
from verify.papers.lssgd.notation import i

V = printed_utility.V.extended(p=real("p", unit="length"), q=real("q", unit="length"))
FIRST, LAST = V.start[1], V.start[V.d]
MOVED = V.start[i + 1] - V.start[i]
D0 = total(i, 1, V.d, V.start[i] ** 2)
ACROSS = total(i, 1, V.d - 1, MOVED**2) + (FIRST - LAST) ** 2
OF_START = D0 + V.sigma * ACROSS  # D_sigma

STEP = says((V.q - V.p) ** 2 - 4 * V.p**2 <= 2 * V.q**2 - 2 * V.p**2)
CLOSING = says((V.q - V.p) ** 2 <= 2 * V.q**2 + 2 * V.p**2)
INNER = 4 * total(i, 1, V.d - 1, V.start[i] ** 2)
STRETCHED = lemma(
    "lssgd/distance-stretched",
    OF_START <= (1 + 4 * V.sigma) * D0,
    by=Derive(
        add(
            shown(D0 == D0),
            multiply(
                add(
                    telescope(
                        i,
                        1,
                        V.d - 1,
                        -2 * V.start[i] ** 2,
                        substitute(STEP, {"p": V.start[i], "q": V.start[i + 1]}),
                    ),
                    substitute(CLOSING, {"p": LAST, "q": FIRST}),
                    shown(INNER == INNER),
                ),
                V.sigma,
            ),
        )
    ),
)
