r"""Sections 2 and 4: the updates read as sign descent.

:math:`|E\bar g|\gg\sqrt{V[\bar g]}` is :math:`|E\bar g|\ge K\sqrt{V[\bar g]}`, and "about 1" is at
least :math:`1-1/(2K^2)`; a size that is much smaller than another is at most a tenth of it, and two
that agree do so to 5 percent. "Ignoring the stochasticity", updates are those of the limits.
"""

from fractions import Fraction

from verify.display.latex import tex
from verify.language import Draft, Formula, claim, external, largest, number, says, symbols
from verify.papers.adambc import notation
from verify.papers.adambc.formulas import printed_tables as printed
from verify.papers.adambc.lemmas.wrong_sign import enclosed_wrong, wrong
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    K=symbols.positive("K", unit="1", search=(0.1, 20)),
    floor=symbols.positive(r"\gamma'", unit=notation.SQUARE, search=(1e-6, 1)),
)
F = Fraction
SIZE, MEAN_SQUARE = abs(V.m), V.m**2 + V.spread
ABOUT_1 = 1 - 1 / (2 * V.K**2)
SNLI = SECTION_4[0].values


def update(square: Formula) -> Formula:
    """The size of an update that is scaled by the root of a second moment."""
    return SIZE / square.sqrt()


CORRECTED, UNCORRECTED = update(MEAN_SQUARE), update(MEAN_SQUARE + V.Phi)
FLOORED = update(largest(MEAN_SQUARE, V.floor))

# Item 2: low variance ----------------------------------------------------------------------------
CLEAR = [SIZE > 0, V.K * V.spread.sqrt() <= SIZE]
RESTORED = says(CORRECTED >= ABOUT_1, given=CLEAR)
WRONG_SIGN = external(
    r"P[\mathrm{sign}\,\hat{m}_t^p\ne\mathrm{sign}\,E[\bar{g}_t]]",
    wrong,
    number(printed.CLEAN_SQUARE_Q3).sqrt(),
    SNLI["Phi"],
    SNLI["beta1"],
    10000,
    balls=enclosed_wrong,
)
SIGN_DESCENT_RESTORED = (
    claim("adambc/sign-descent-restored", "§4, item 2", "Sign descent for clear signs")
    .says(
        RESTORED,
        settings=SECTION_4,
        notes=(
            # With the floor of (4), where that is at most the second moment.
            RESTORED.but(right=ABOUT_1, left=FLOORED, also=[V.floor <= MEAN_SQUARE]),
            # Three quarters of the coordinates of Table 2, whatever their variance is,
            says(
                FLOORED <= F(1, 10),
                given=[MEAN_SQUARE <= printed.CLEAN_SQUARE_Q3, V.floor >= printed.APPENDIX_A_FLOOR],
            ),
            # and the sign of the first moment there is the noise's.
            says(WRONG_SIGN >= F(48, 100)),
        ),
    )
    .rejects("without correction", right=ABOUT_1, left=UNCORRECTED)
)

ORDER = 10
TINY = [{**SNLI, "m": F(1, 10**10), "spread": F(0)}]


def scale(by: Formula, given: list[Formula]) -> dict[str, Draft]:
    """The uncorrected update is |E g| over a number, up to a twentieth."""
    return {
        "at least": says(UNCORRECTED >= F(95, 100) * SIZE / by, given=given, at=TINY),
        "at most": says(UNCORRECTED <= F(105, 100) * SIZE / by, given=given, at=TINY),
    }


ROOT_SCALE = scale(V.Phi.sqrt(), [V.Phi >= ORDER**2 * MEAN_SQUARE, V.Phi > 0])
# Above (3): the update is about m_hat over the root of Phi, with the mean for m_hat.
ABOVE_3 = {
    "at least": ROOT_SCALE["at least"].but(right=tex(V, r"0.95|E[\bar{g}_t]|/\sqrt{\Phi}")),
    "at most": ROOT_SCALE["at most"].but(right=tex(V, r"1.05|E[\bar{g}_t]|/\sqrt{\Phi}")),
}
ITEM_2_SCALE = (
    claim("adambc/item-2-scale", "§4, item 2", "Scale of the updates without the correction")
    .says(
        scale(V.Phi, [ORDER * V.spread.sqrt() <= SIZE, V.Phi >= ORDER * SIZE, V.Phi > 0]),
        repaired=ROOT_SCALE,
        elsewhere={name: ("above (3)", says) for name, says in ABOVE_3.items()},
        settings=SECTION_4,
    )
    .quoting(
        r"\mathbb{E}[\bar{g}_t]/\Phi",
        part=("at least", "at most"),
        reading="Printed is: the update would be scaled as this. Tested is the size of the update, "
        "to five per cent, a part for each side; much larger and smaller are read as ten times.",
    )
    .rejects(
        "as large as the noise", ROOT_SCALE["at least"].but(given=[V.Phi >= MEAN_SQUARE, V.Phi > 0])
    )
)

# Item 1: larger than the noise -------------------------------------------------------------------
ABOVE_NOISE = [SIZE > 0, V.K * (V.spread + V.Phi).sqrt() <= SIZE]
EITHER_WAY = {
    "corrected": says(CORRECTED >= ABOUT_1, given=ABOVE_NOISE),
    "uncorrected": says(UNCORRECTED >= ABOUT_1, given=ABOVE_NOISE),
    "similar": says(CORRECTED - UNCORRECTED <= 1 / (2 * V.K**2), given=ABOVE_NOISE),
}
WITHOUT_CORRECTION = (
    claim("adambc/sign-descent-without-correction", "§4, item 1", "Gradients above the noise")
    .says(
        EITHER_WAY,
        settings=SECTION_4,
        notes=(
            # No coordinate of Table 2 is half as large as the noise.
            says(
                SIZE < V.K * (V.spread + V.Phi).sqrt(),
                given=[SIZE <= printed.CLEAN_MEAN_MAX, V.Phi >= SNLI["Phi"], F(1, 2) <= V.K],
            ),
        ),
    )
    .rejects("clear signs alone", part="uncorrected", given=CLEAR)
)
