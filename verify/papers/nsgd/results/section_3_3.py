r"""Section 3.3: clipping descends where normalising does not, and what that asks of c.

:math:`\nabla f=su` with a unit vector u and :math:`g=\nabla f+e`, as in Lemma A.3. Without noise
and with all records in the batch, DP-NSGD stops where :math:`E[hg]=0`. The toy law of Appendix A.1
is that of three records on the line with gradients :math:`s+\tau_0`, :math:`s-\tau_0/2` and
:math:`s-\tau_0/2`.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, largest, number, says
from verify.methods.derive import Derive, cases, chain, shown, substitute
from verify.papers.nsgd.formulas.printed_a import ALONG, BORDER, CLIPPING, UNIT, mean
from verify.papers.nsgd.lemmas.clipped_descent import KEPT, NEAR, THRESHOLD
from verify.papers.nsgd.lemmas.descent import CAPPED, CLIPPED_FAR, CLIPPED_NEAR
from verify.papers.nsgd.notation import V

MOVES = [UNIT, V.s > 0]
DESCENDS = says(number(0) < mean(CLIPPING * ALONG), given=MOVES)
LARGE_GRADIENTS = chain(shown(CAPPED > 0), substitute(CLIPPED_FAR, {}))
ABOVE = DESCENDS.but(
    also=[V.c >= V.tau0],
    by=Derive(cases(NEAR, chain(shown(KEPT > 0), substitute(THRESHOLD, {})), LARGE_GRADIENTS)),
)
BY_THEOREM = DESCENDS.but(
    also=[V.c > 2 * BORDER],
    by=Derive(cases(NEAR, chain(shown(V.s**2 > 0), substitute(CLIPPED_NEAR, {})), LARGE_GRADIENTS)),
)

# The toy law, d = 1 ----------------------------------------------------------------------------


def toy_clipped(s: Formula) -> Formula:
    """E of the clipped gradient."""
    up, down = s + V.tau0, s - V.tau0 / 2
    return (V.c / largest(V.c, abs(up)) * up + 2 * (V.c / largest(V.c, abs(down)) * down)) / 3


def toy_normalised(s: Formula) -> Formula:
    """E of the normalised gradient."""
    up, down = s + V.tau0, s - V.tau0 / 2
    return (up / (V.r + abs(up)) + 2 * (down / (V.r + abs(down)))) / 3


LAW = ((F(1, 3), (1,)), (F(2, 3), (F(-1, 2),)))
AT_NINE_TENTHS = instance("d=1 c=9/10 tau0=1 tau1=0 s=1/100 u=(1,)") | {"P": LAW}

POSITIVE = (
    claim("nsgd/clipping-stays-positive", "§3.3, after (11)", "a clipped step descends on average")
    .says(
        BY_THEOREM,
        notes=(
            # Half of what the theorem asks for is enough,
            ABOVE,
            # and no less is: at every c < tau_0 the toy law moves uphill.
            says(toy_clipped(V.s) < 0, given=[V.s > 0, V.c < V.tau0, 2 * V.s < V.tau0 - V.c]),
        ),
    )
    .rejects(
        "nine tenths of tau_0", ABOVE.but(given=[*MOVES, 10 * V.c >= 9 * V.tau0], at=AT_NINE_TENTHS)
    )
)

# The floor --------------------------------------------------------------------------------------

REACH = 3 * V.r + V.tau0 / 2
FLOOR = ((REACH**2 + 2 * V.tau0**2).sqrt() - REACH) / 2  # s^2 + (3 r + tau_0/2) s = tau_0^2/2
PRINTED = 8 * (V.r + 2 * V.tau0) * V.tau0**2 / (V.r * (V.r + V.tau0))

COMPARISON = (
    claim("nsgd/floor-comparison", "§3.3, after Cor 3.5", "DP-NSGD has a floor and DP-SGD has none")
    .says(
        {
            "DP-NSGD stops": says(toy_normalised(FLOOR) == 0, given=[V.r > V.tau0]),
            "where the gradient is not 0": says(number(0) < FLOOR, given=[V.r > V.tau0]),
            "DP-SGD does not": BY_THEOREM,
        },
        notes=(
            # The order of the printed floor is that of this one; it is 48 to 90 times as high.
            says(PRINTED >= 48 * FLOOR, given=[V.r > V.tau0]),
            says(PRINTED <= 90 * FLOOR, given=[V.r > V.tau0]),
            # Below tau_0 DP-SGD has a floor as well: the toy law stops it at half of what c lacks.
            says(toy_clipped((V.tau0 - V.c) / 2) == 0, given=[V.c < V.tau0]),
        ),
    )
    .rejects("at twice the gradient", part="DP-NSGD stops", left=toy_normalised(2 * FLOOR))
)
