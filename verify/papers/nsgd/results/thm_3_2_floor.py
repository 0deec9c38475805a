r"""Section 3.2, Theorem 3.2 and text: the floor of the bound, and its rate in T.

**Floor.** As T grows, :math:`\Delta` of (30) tends to its third term, at which the linear entry of
(31) is the printed floor. For large r the square root, of order :math:`\tau_0^{3/2}r^{-1/2}`, is
the larger entry: the floor of (5) does not follow from (31). It is a bound all the same
(``nsgd/thm-3.2``).

**Rate.** A start on a slope of :math:`gT^{-1/4}` keeps the run there
(``lemmas/far_start``), and needs no larger :math:`D_f` as T grows: the signal
of a step is at most :math:`\eta G/r`. For large T the slope is below the floor, which is fixed: it
bounds the vanishing part from below only where nothing deviates (:math:`\tau_0\to0`).
"""

from verify.language import claim, instance, positive, put, says
from verify.papers.nsgd.formulas import printed_theorems as theorems
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import REGULARISERS

V = PAPER.extended(
    g=positive("g", unit="gradient", search=(0.1, 10)),
    a=positive(r"\eta\sqrt{T}", unit="length", search=(0.1, 10)),
)
# The root in (31) against its linear entry, which is the printed floor, at the third term of (30).
ROOT_IS_MORE = 6 * V.tau0 * (V.r + 2 * V.tau0) < V.r * (V.r + V.tau0) * theorems.REST**2
LEFT_OVER = says(
    theorems.FLOOR_5 < theorems.bound_31(LOSS_18)[0],
    given=[V.r > V.tau0, ROOT_IS_MORE],
    at=instance("r=1 tau0=1/20 tau1=0"),
)
FLOOR = (
    claim("nsgd/thm-3.2-floor", "§3.2, (5) and text", "non-vanishing term of the bound")
    .says(
        says(theorems.FLOOR_5 <= 12 * V.tau0**2 / (V.r * theorems.REST**3), given=[V.r > V.tau0]),
        settings=REGULARISERS[-1:],
        # What (31) leaves is more where r is large. The floor of the repaired theorem is at most an
        # eighth of the printed one.
        notes=(
            LEFT_OVER,
            says(theorems.BORDER**2 / V.r <= theorems.FLOOR_5 / 8, given=[V.r > V.tau0]),
        ),
    )
    .rejects("eight", right=8 * V.tau0**2 / (V.r * theorems.REST**3))
)
DECAY = says(put(theorems.VANISHING_5, {"T": 16 * V.T}) == theorems.VANISHING_5 / 2)
SLOPE = V.g / theorems.fourth_root(V.T)
GAP = SLOPE**2 * V.a * V.T.sqrt() / V.r + 2 * SLOPE * V.a * V.noise + SLOPE**2 / (2 * V.L0)
ATTAINED = says(GAP <= V.g**2 * V.a / V.r + 2 * V.g * V.a * V.noise + V.g**2 / (2 * V.L0))
RATE = (
    claim(
        "nsgd/thm-3.2-rate",
        "§3.2, (5)",
        "rate of the bound in T; a start that attains it where nothing deviates",
    )
    .says({"the bound": DECAY, "attained as tau_0 tends to 0": ATTAINED})
    .rejects("a third", part="the bound", right=theorems.VANISHING_5 / 3)
)
