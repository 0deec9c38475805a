r"""Section 4, the display after (6): its leading term against that of the end of A.2.

The proof has :math:`\varrho^{-1/2}` where the display has :math:`\varrho^{-1/4}`. 20 and 1/5 have
:math:`\gamma=0.01` in them, so that loss and length are counted in units here. The leading term of
:mod:`dptheory.bounds.grouped` is smaller than the proof's by the factor :math:`2\sqrt M`: the
display is above it where :math:`16M^2\varrho\ge1`, and not for smaller :math:`\varrho` (notes).
That bound has :math:`k+w\sqrt{k/\gamma}`, with k = a/2 for the a of the proof: for
:math:`a\le2\gamma` the leading term of the proof is above all of it, without an O (note).
"""

from verify.language import Setting, claim, instance, nonnegative, number, positive, says
from verify.papers.groupwise.formulas.printed_1 import SECOND_MOMENT
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.formulas.printed_r import fourth_root

V = PAPER.extended(
    gap=nonnegative("(L_0-L_*)", unit="1", search=(0, 10)),
    smooth=positive(r"\mathcal{L}", unit="1", search=(0.01, 10)),
    xi=nonnegative(r"\xi", unit="1", search=(0, 10)),
)
STABILITY = number(0.01)
INSIDE = 2 * V.gap * V.smooth * SECOND_MOMENT

FACTOR = 20 * V.xi + V.M.sqrt() / 5
DISPLAY = FACTOR * fourth_root(V.M * INSIDE / (V.rho * V.T))
CORRECT = FACTOR * fourth_root(V.M * INSIDE / (V.rho**2 * V.T))
PROOF = (
    2
    * (V.xi + STABILITY * V.M.sqrt())
    * (V.M.sqrt() / (V.rho * STABILITY) * (INSIDE / V.T).sqrt()).sqrt()
)
SAID = says(PROOF == DISPLAY)
SHARP = (V.xi / V.M.sqrt() + STABILITY) * (
    (V.M / V.T).sqrt() * INSIDE.sqrt() / (V.rho * STABILITY)
).sqrt()
SHARE = (V.M / V.T).sqrt() * INSIDE.sqrt() / V.rho  # half of the a of the proof
VIT = Setting(name="ViT-large, CIFAR100", values=instance("M=1 B=1000 d=304000000 T=250"))
DISPLAY_CLAIM = claim(
    "groupwise/thm-1-display",
    "§4, Thm 1, display",
    "the leading term of Theorem 1",
    SAID,
    elsewhere=("App A.2, last display", SAID.but(right=CORRECT)),
    settings=(VIT,),
    notes=(
        # In the paper's favour: for a <= 2 gamma the proof's needs no O.
        says(SHARE + SHARP <= PROOF, given=[2 * SHARE <= 2 * STABILITY]),
        says(PROOF == 2 * V.M.sqrt() * SHARP),
        says(DISPLAY >= SHARP, given=[16 * V.M**2 * V.rho >= 1]),
        says(DISPLAY < SHARP, given=[16 * V.M**2 * V.rho < 1, V.gap > 0]),
    ),
).repaired(right=CORRECT)

CLAIMS = (DISPLAY_CLAIM,)
