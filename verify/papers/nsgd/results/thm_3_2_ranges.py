r"""Theorem 3.2 and Corollary 3.3 at the experiments' own numbers: what they ask of the constants.

:math:`\tau_0,\tau_1,L_0` and :math:`L_1` of the two networks are not printed, and are quantified
over. The constant c_2 is the one that makes Lemma 3.1's noise the noise of the experiment.

**Floor.** As T grows, :math:`\Delta` of (30) tends to its third term, at which the linear entry of
(31) is the printed floor. For large r the square root, of order :math:`\tau_0^{3/2}r^{-1/2}`, is
the larger entry: the floor of (5) does not follow from (31). It is a bound all the same
(``nsgd/thm-3.2``).

**Rate.** A start on a slope of :math:`gT^{-1/4}` keeps the run there
(``lemmas/far_start``), and needs no larger :math:`D_f` as T grows: the signal
of a step is at most :math:`\eta G/r`. For large T the slope is below the floor, which is fixed: it
bounds the vanishing part from below only where nothing deviates (:math:`\tau_0\to0`).
"""

from collections.abc import Sequence
from fractions import Fraction

from verify.language import Draft, Notation, Setting, claim, instance, number, put, says
from verify.language.symbols import one_of, positive
from verify.papers.nsgd.formulas import printed_theorems as theorems
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.formulas.printed_b import ALPHA_0, CURVATURE, ENOUGH_STEPS, LOGARITHM
from verify.papers.nsgd.formulas.printed_theorems import FLOOR_5
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CIFAR10, REGULARISERS, SST2

V = PAPER.extended(
    g=positive("g", unit="gradient", search=(0.1, 10)),
    a=positive(r"\eta\sqrt{T}", unit="length", search=(0.1, 10)),
)


def runs(d: int, settings: Sequence[Setting]) -> Notation:
    """The notation with N, T, d and sigma of an experiment."""
    values = [{"d": d, **s.values} for s in settings]
    names = {"N": "N", "T": "T", "d": "d", "noise": r"\sigma"}
    return V.extended(
        **{
            name: one_of(dict.fromkeys(v[name] for v in values), latex, unit="1")
            for name, latex in names.items()
        }
    )


RESNET20 = runs(270000, CIFAR10)
ROBERTA = runs(86 * 10**6, [SST2])
ADMISSIBLE = [V.r > V.tau0, V.L1 > 0]
FLAT = instance("r=2 tau0=1 tau1=1/2 L0=1/1000") | {"L1": Fraction(1, 10**10)}

# The third term of Lemma B.2's T as printed, without which T is not above the largest term.
THIRD_TERM = ENOUGH_STEPS[2]
# L_1 in terms of the other constants: alpha_0 is at least tau_0 (1 - tau_1)/(6r).
FLAT_ENOUGH = 2592 * V.L1 * V.d * V.r**2 <= V.T * (V.tau0 * (1 - V.tau1)) ** 2 * (V.r + V.tau0)


def few_steps(v: Notation, factor: int) -> Draft:
    """Where the steps are that many, L_1 is small."""
    where = [*ADMISSIBLE, THIRD_TERM <= V.T]
    return says(factor * V.L1 < V.r + V.tau0, given=where, at=FLAT, over=v)


# The first term falls with L_1, the third grows: together they ask something of L_0 alone.
def flat_enough(v: Notation) -> Draft:
    """Where the steps are that many, L_0 is small."""
    where = [*ADMISSIBLE, ENOUGH_STEPS[0] <= V.T, THIRD_TERM <= V.T]
    return says(1728 * V.L0 < V.T * V.noise * (V.r**2 - V.tau0**2), given=where, at=FLAT, over=v)


THM_3_2_T = claim(
    "nsgd/thm-3.2-t-threshold",
    "App B.1, Lemma B.2 for Thm 3.2; §4, App D",
    "The steps of the experiments against Lemma B.2",
).says(
    {
        "CIFAR-10": few_steps(RESNET20, 139968),
        "SST-2": few_steps(ROBERTA, 332704477),
        "CIFAR-10, whatever L_1": flat_enough(RESNET20),
        "SST-2, whatever L_1": flat_enough(ROBERTA),
    },
    needs_data=("whether L_0 and L_1 of the experiments are so small that the steps are enough",),
    ours=True,
    # Where L_1 is this small, the steps are as many as that term asks for.
    notes=tuple(
        says(THIRD_TERM <= V.T, given=[*ADMISSIBLE, FLAT_ENOUGH], at=FLAT, over=v)
        for v in (RESNET20, ROBERTA)
    ),
)

# Lemma B.3's N, and the same with c_2 = sigma N epsilon/(B sqrt(T log(1/delta))).
RECORDS = 6 * V.c2 * V.B * V.L1 / (V.eps * ALPHA_0) * (2 * V.d * LOGARITHM / CURVATURE).sqrt()
FROM_NOISE = V.noise * V.N * V.eps / (V.B * (V.T * LOGARITHM).sqrt())
PER_NOISE = 6 * V.noise * V.N * V.L1 / ALPHA_0 * (2 * V.d / (V.T * CURVATURE)).sqrt()
SMALL_L1 = 72 * V.L1 * V.d * V.noise**2 <= V.T * ALPHA_0**2 * (V.r + V.tau0)


def few_records(v: Notation, factor: int) -> Draft:
    """Where the data set has that many, L_1 is small."""
    where = [*ADMISSIBLE, PER_NOISE <= V.N]
    return says(factor * V.L1**2 < CURVATURE, given=where, at=FLAT, over=v)


LEMMA_B3_SIZE = claim(
    "nsgd/lemma-b3-size",
    "App B.2, Lemma B.3; §4, App D",
    "The records of the experiments against Lemma B.3",
).says(
    {"CIFAR-10": few_records(RESNET20, 201553), "SST-2": few_records(ROBERTA, 134154762)},
    needs_data=("whether L_1 of the experiments is so small that the records are enough",),
    ours=True,
    notes=(
        says(put(RECORDS, {"c2": FROM_NOISE}) == PER_NOISE),
        # Where L_1 is this small, the data sets have as many records as Lemma B.3 asks for.
        *(
            says(PER_NOISE <= V.N, given=[*ADMISSIBLE, SMALL_L1], at=FLAT, over=v)
            for v in (RESNET20, ROBERTA)
        ),
    ),
)

# The term of (5) that does not vanish.
LOW_FLOOR = says(FLOOR_5 < V.tau0, given=[V.r > V.tau0], at=instance("r=1 tau0=1/2 tau1=0"))
SHARE = 7 + number(113).sqrt()
THM_3_2_R = (
    claim(
        "nsgd/thm-3.2-r-range",
        "§3.2, Thm 3.2; §4",
        "The experiments' regularisers against the theorem",
    )
    .says(
        {"floor below tau_0": LOW_FLOOR},
        needs_data=("whether r is above the tau_0 of the experiments' gradients",),
        settings=REGULARISERS,
        ours=True,
        # Whatever tau_1, the floor asks for a regulariser this large.
        notes=(says(SHARE * V.tau0 < 2 * V.r, given=[V.r > V.tau0, V.tau0 > FLOOR_5]),),
    )
    .repaired(part="floor below tau_0", given=[2 * V.r * (1 - V.tau1) ** 3 > SHARE * V.tau0], at=())
    .rejects(
        "44/5 tau_0",
        part="floor below tau_0",
        given=[5 * V.r * (1 - V.tau1) ** 3 > 44 * V.tau0],
        at=instance("r=1761/200 tau0=1 tau1=0"),
    )
)

# The root in (31) against its linear entry, which is the printed floor, at the third term of (30).
ROOT_IS_MORE = 6 * V.tau0 * (V.r + 2 * V.tau0) < V.r * (V.r + V.tau0) * theorems.REST**2
LEFT_OVER = says(
    FLOOR_5 < theorems.bound_31(LOSS_18)[0],
    given=[V.r > V.tau0, ROOT_IS_MORE],
    at=instance("r=1 tau0=1/20 tau1=0"),
)
FLOOR = (
    claim("nsgd/thm-3.2-floor", "§3.2, (5) and text", "Non-vanishing term of the bound")
    .says(
        says(FLOOR_5 <= 12 * V.tau0**2 / (V.r * theorems.REST**3), given=[V.r > V.tau0]),
        settings=REGULARISERS[-1:],
        # What (31) leaves is more where r is large. The floor of the repaired theorem is at most an
        # eighth of the printed one.
        notes=(LEFT_OVER, says(theorems.BORDER**2 / V.r <= FLOOR_5 / 8, given=[V.r > V.tau0])),
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
        "Rate of the bound in $T$, and a start that attains it where nothing deviates",
    )
    .says({"the bound": DECAY, "attained as tau_0 tends to 0": ATTAINED})
    .rejects("a third", part="the bound", right=theorems.VANISHING_5 / 3)
)
