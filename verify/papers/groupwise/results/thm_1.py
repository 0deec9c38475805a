r"""Section 4, Theorem 1, (6): with the learning rate of the proof; its display.

The constant depends on everything but :math:`\varrho` and T. The hypothesis is what the descent
lemma and :math:`L\ge L_*` give when all steps are summed (:mod:`.lemmas.telescope`): the descents
of a step are worth :math:`\sqrt{M/T}D` on average, where
:math:`D=\sqrt{2(L_0-L_*)\mathcal L(1+\sigma^2d/B^2)}`. Lemma A.1 and the union over the groups are
not needed: the proof is that of :mod:`dptheory.bounds.grouped`, whose bound leaves nothing to an O
(ledger: dptheory/grouped-convergence).

**The display** after (6): its leading term against that of the end of A.2.
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
from verify.papers.groupwise.lemmas.convergence import LEVEL, PROVED, probable
from verify.papers.groupwise.settings import CIFAR100_LARGE

# Without noise, one step, a gradient of 1: its descent is 4/5.
ONE = instance(
    "M=1 T=1 B=1 d=1 noise=0/1 smooth=1/1 gap=1/1 xi=0/1 gamma=1/4 rho=1/2 "
    "seen=((1/1,(((1/1,0/1),((1/1,(0/1,0/1)),)),)),)"
)
THM_1 = (
    claim(
        "groupwise/thm-1",
        "§4, Thm 1, (6)",
        "DP-SGD with group-wise clipping, at the learning rate of the proof",
    )
    .says(probable(LEVEL).but(by=PROVED), settings=CIFAR100_LARGE[:2])
    .quoting(
        r"\max_t P\big(\|g_t\|<O(\varrho^{-3/2}T^{-1/4})\big)\ge1-\varrho",
        reading="The O has a constant free of T and of the failure probability; the step is "
        "drawn uniformly, and no step is more probable than the best one.",
    )
    .rejects("a fifth", probable(LEVEL / 5).but(at=ONE))
)

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
DISPLAY_CLAIM = (
    claim("groupwise/thm-1-display", "§4, Thm 1, display", "the leading term of Theorem 1")
    .says(
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
    )
    .quoting(
        r"O(\varrho^{-3/2}T^{-1/4})=(20\xi+\frac{\sqrt M}{5})\Big(\frac{2M(L_0-L_*)"
        r"\mathcal L(1+\sigma^2d/B^2)}{\varrho T}\Big)^{1/4}+O(\varrho^{-3/2}T^{-3/4})",
        reading="The first term alone, against that of the last display of A.2 at the "
        "printed stability constant.",
    )
    .quoting(
        r"\max_tP\Big(\|g_t\|<2(\xi+\gamma\sqrt M)\sqrt{\frac{\sqrt M}{\varrho"
        r"\gamma}\sqrt{\frac{2(L_0-L_*)\mathcal L(1+\sigma^2d/B^2)}{T}}}+O(\frac1{"
        r"\varrho^{1.5}T^{0.75}})\Big)\ge1-\varrho",
        reading="The first term of its level alone, at the printed stability constant.",
    )
    .repaired(right=CORRECT)
)
