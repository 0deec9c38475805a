r"""Sections 2 and 4: the updates read as sign descent.

:math:`|E\bar g|\gg\sqrt{V[\bar g]}` is :math:`|E\bar g|\ge K\sqrt{V[\bar g]}`, and "about 1" is at
least :math:`1-1/(2K^2)`; a size that is much smaller than another is at most a tenth of it, and two
that agree do so to 5 percent. "Ignoring the stochasticity", updates are those of the limits.
"""

from fractions import Fraction
from typing import Any

from verify.formula.expression import Node, external, largest, lift
from verify.language.claim import Control, claim
from verify.language.notation import nonnegative, positive
from verify.language.says import Draft, at_least, at_most, less
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.lemmas.wrong_sign import enclosed_wrong, wrong
from verify.papers.adambc.notation import SQUARE
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.settings import SECTION_4

V = PAPER.extended(
    spread=nonnegative(r"V[\bar{g}_t]", unit=SQUARE, search=(0, 4)),
    K=positive("K", unit="1", search=(0.1, 20)),
    floor=positive(r"\gamma'", unit=SQUARE, search=(1e-6, 1)),
)
F = Fraction
SIZE, SECOND = abs(V.m), V.m**2 + V.spread
ABOUT_1 = 1 - 1 / (2 * V.K**2)
SNLI = SECTION_4[0].values


def update(square: Node) -> Node:
    """The size of an update that is scaled by the root of a second moment."""
    return SIZE / square.sqrt()


CORRECTED, UNCORRECTED = update(SECOND), update(SECOND + V.Phi)
FLOORED = update(largest(SECOND, V.floor))

# Item 2: low variance ----------------------------------------------------------------------------

CLEAR = [SIZE > 0, V.K * V.spread.sqrt() <= SIZE]
RESTORED = at_least(V, CORRECTED, ABOUT_1, where=CLEAR)
WRONG_SIGN = external(
    r"P[\mathrm{sign}\,\hat{m}_t^p\ne\mathrm{sign}\,E[\bar{g}_t]]",
    wrong,
    lift(printed.CLEAN_SQUARE_Q3).sqrt(),
    SNLI["Phi"],
    SNLI["beta1"],
    10000,
    balls=enclosed_wrong,
)
SIGN_DESCENT_RESTORED = claim(
    "adambc/sign-descent-restored",
    "§4, item 2",
    "sign descent for clear signs",
    RESTORED,
    settings=SECTION_4,
    notes=(
        # With the floor of (4), where that is at most the second moment.
        RESTORED.but(left=ABOUT_1, right=FLOORED, also=[V.floor <= SECOND]),
        # Three quarters of the coordinates of Table 2, whatever their variance is,
        at_most(
            V,
            FLOORED,
            F(1, 10),
            where=[SECOND <= printed.CLEAN_SQUARE_Q3, V.floor >= printed.APPENDIX_A_FLOOR],
        ),
        # and the sign of the first moment there is the noise's.
        at_least(V, WRONG_SIGN, F(48, 100)),
    ),
    rejects=(
        Control(name="without correction", says=RESTORED.but(left=ABOUT_1, right=UNCORRECTED)),
    ),
)

ORDER = 10
SMALL = [ORDER * V.spread.sqrt() <= SIZE, V.Phi >= ORDER * SIZE, V.Phi > 0]
NEAR = [V.Phi >= ORDER**2 * SECOND, V.Phi > 0]
TINY = [{**SNLI, "m": F(1, 10**10), "spread": F(0)}]


def scaled(factor: Fraction, by: Node, relation: Any, where: list[Node]) -> Draft:
    """The uncorrected update is |E g| over a number, up to a factor."""
    found: Draft = relation(V, UNCORRECTED, factor * SIZE / by, where=where, look=TINY)
    return found


LEAST, MOST = (F(95, 100), at_least), (F(105, 100), at_most)
PRINTED_SCALE = {
    "at least": scaled(LEAST[0], V.Phi, LEAST[1], SMALL),
    "at most": scaled(MOST[0], V.Phi, MOST[1], SMALL),
}
ROOT_SCALE = {
    "at least": scaled(LEAST[0], V.Phi.sqrt(), LEAST[1], NEAR),
    "at most": scaled(MOST[0], V.Phi.sqrt(), MOST[1], NEAR),
}
# Above (3): the update is about m_hat over the root of Phi, with the mean for m_hat.
ABOVE_3 = {
    "at least": ROOT_SCALE["at least"].but(left=r"0.95|E[\bar{g}_t]|/\sqrt{\Phi}"),
    "at most": ROOT_SCALE["at most"].but(right=r"1.05|E[\bar{g}_t]|/\sqrt{\Phi}"),
}
ITEM_2_SCALE = claim(
    "adambc/item-2-scale",
    "§4, item 2",
    "scale without the correction",
    PRINTED_SCALE,
    repaired=ROOT_SCALE,
    elsewhere={name: ("above (3)", says) for name, says in ABOVE_3.items()},
    settings=SECTION_4,
    rejects=(
        Control(
            name="as large as the noise",
            says=ROOT_SCALE["at least"].but(where=[V.Phi >= SECOND, V.Phi > 0]),
        ),
    ),
)

# Item 1: larger than the noise -------------------------------------------------------------------

ABOVE_NOISE = [SIZE > 0, V.K * (V.spread + V.Phi).sqrt() <= SIZE]
EITHER_WAY = {
    "corrected": at_least(V, CORRECTED, ABOUT_1, where=ABOVE_NOISE),
    "uncorrected": at_least(V, UNCORRECTED, ABOUT_1, where=ABOVE_NOISE),
    "similar": at_most(V, CORRECTED - UNCORRECTED, 1 / (2 * V.K**2), where=ABOVE_NOISE),
}
WITHOUT_CORRECTION = claim(
    "adambc/sign-descent-without-correction",
    "§4, item 1",
    "gradients above the noise",
    EITHER_WAY,
    settings=SECTION_4,
    notes=(
        # No coordinate of Table 2 is half as large as the noise.
        less(
            V,
            SIZE,
            V.K * (V.spread + V.Phi).sqrt(),
            where=[SIZE <= printed.CLEAN_MEAN_MAX, V.Phi >= SNLI["Phi"], F(1, 2) <= V.K],
        ),
    ),
    rejects=(Control(name="clear signs alone", says=EITHER_WAY["uncorrected"].but(where=CLEAR)),),
)

CLAIMS = (SIGN_DESCENT_RESTORED, ITEM_2_SCALE, WITHOUT_CORRECTION)
