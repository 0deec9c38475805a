r"""Appendix B.1, (27) and Lemma B.2: how many steps put the step size below the limits of (22).

Its step size is that of (4) without :math:`L_0`, and where :math:`L_1=0` it has no value.
"""

from fractions import Fraction as F

from verify.language import claim, instance, least, says
from verify.papers.nsgd.formulas import printed_b as p
from verify.papers.nsgd.formulas.printed_a import ALPHA_27, REACH
from verify.papers.nsgd.formulas.printed_theorems import STEEP
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import NORMALISED_RUNS, REGULARISERS

COEFFICIENT = says(V.tau0 / REACH - ALPHA_27 / (1 - V.tau1) == STEEP)
EQ_27 = (
    claim(
        "nsgd/eq-27", "App B.1, (27); App B.2", r"The constant $\alpha_0$ in the proof for DP-NSGD"
    )
    .says(
        {
            "below a quarter": says(ALPHA_27 < F(1, 4)),
            "Lemma A.3 at it, large gradients": COEFFICIENT,
        },
        settings=REGULARISERS,
        notes=(says(ALPHA_27 < F(1, 6), given=[V.r > V.tau0]),),
    )
    .quoting(
        r"\alpha=\alpha_0:=\frac{\tau_0(1-\tau_1)}{2r(1-\tau_1)+4\tau_0}<\frac14",
        part="below a quarter",
    )
    .rejects("a fifth", part="below a quarter", right=F(1, 5))
)

COMMON = [V.r > V.tau0, V.L1 > 0]
TRUE = (
    p.ENOUGH_STEPS[0],
    32 * V.L1 / ((1 - V.tau1) ** 2 * p.ALPHA_0**2 * (V.r + V.tau0) * V.d * V.noise**2),
    72 * V.L1 * V.d * V.noise**2 / (p.ALPHA_0**2 * (V.r + V.tau0)),
)
ENOUGH = [*COMMON, *(bound <= V.T for bound in TRUE)]
LIMITS = p.limits(p.ALPHA_0)
PRINTED = [*COMMON, *(bound <= V.T for bound in p.ENOUGH_STEPS)]
# A steep bound on the deviation; and the run with r = 1.
STEEP_DEVIATION = instance("d=1 T=1000 noise=1/10 r=2 tau0=1 tau1=3/4 L0=1/1000 L1=1/1000")
RUN = {**NORMALISED_RUNS[-1].values, **instance("tau0=1/2 tau1=1/2 L0=1/2 L1=1/400000")}
FIRST, SECOND, THIRD = (
    says(p.STEP_B2 <= limit, given=PRINTED, at=at)
    for limit, at in zip(LIMITS, ([], [STEEP_DEVIATION], [RUN]), strict=True)
)
LEMMA_B2 = (
    claim("nsgd/lemma-b2", "App B.1, Lemma B.2", "Steps that are enough for (22)")
    .says(
        {"first condition": FIRST, "second condition": SECOND, "third condition": THIRD},
        settings=NORMALISED_RUNS[-1:],
    )
    .quoting(
        r"T\ge\max(\frac{32L_0^2}{(r-\tau_0)^2\alpha_0^2L_1(r+\tau_0)d\sigma^2},"
        r"\frac{32L_1}{\tau_1^2\alpha_0^2(r+\tau_0)d\sigma^2},"
        r"\frac{72L_1d}{\alpha_0^2(r+\tau_0)})",
        part=("first condition", "second condition", "third condition"),
        reading=r"with $\alpha_0=\frac{\tau_0(1-\tau_1)}{2r(1-\tau_1)+4\tau_0}$ each term of the "
        r"maximum is a hypothesis, the second without a value at $\tau_1=0$; each limit of (22) is "
        "a part",
    )
    .repaired(part="second condition", given=ENOUGH, at=())
    .repaired(part="third condition", given=ENOUGH, at=())
    .rejects(
        "71 for 72",
        part="third condition",
        given=[*COMMON, 71 * TRUE[2] <= 72 * V.T],
        at=RUN | {"L1": F(19, 10**7)},
    )
)

# The step size of (29) and the right side of (22), as they are printed.
OF_29 = (2 / ((V.L1 * (V.r + V.tau0) + V.L0) * V.T * V.d * V.noise**2)).sqrt()
OF_22 = least(
    (V.r - V.tau0) * p.ALPHA_0 / (4 * V.L0),
    (1 - V.tau1) * p.ALPHA_0 / (4 * V.L1),
    p.ALPHA_0 / (6 * V.L1 * V.d * V.noise**2),
)
LEMMA_B2_STEP = (
    claim("nsgd/lemma-b2-step-size", "App B.1, Lemma B.2; §3.2, (4)", "The step size of Lemma B.2")
    .says(
        says(p.STEP_B2 == p.step(), given=[V.L1 > 0]),
        elsewhere=("(29)", says(p.step() == OF_29, given=[V.L1 > 0])),
        settings=NORMALISED_RUNS[-1:],
        # That of (4) is smaller: what is enough for the lemma's is enough for it.
        notes=(says(p.step() <= p.STEP_B2, given=[V.L1 > 0]),),
    )
    .quoting(r"\eta=\sqrt{\frac{2}{L_{1}(r+\tau_{0})Td\sigma^{2}}}")
    .repaired(left=p.STEP_B2 * (V.L1 * (V.r + V.tau0) / (V.L1 * (V.r + V.tau0) + V.L0)).sqrt())
)

SQUARED = least(LIMITS[0], (1 - V.tau1) * LIMITS[1], LIMITS[2])
UNITS = (p.GAP / (4 * V.L0), (1 - V.tau1) / (4 * V.L1), 1 / (6 * V.L1 * V.d * V.noise**2))
LEMMA_B2_DISPLAY = (
    claim(
        "nsgd/lemma-b2-display",
        "App B.1, Lemma B.2, the displayed conditions",
        "The displayed conditions against (22)",
    )
    .says(
        says(SQUARED == least(*LIMITS), given=COMMON),
        elsewhere=("(22)", says(OF_22 == least(*LIMITS), given=COMMON)),
        settings=NORMALISED_RUNS[-1:],
        # The displayed ones are sufficient.
        notes=(says(SQUARED <= least(*LIMITS), given=COMMON),),
    )
    .quoting(
        r"\eta=\sqrt{\frac{2}{L_1(r+\tau_0)Td\sigma^2}}\le\min\left(\frac{(r-"
        r"\tau_0)\alpha_0}{4L_0},\frac{(1-\tau_1)^2\alpha_0}{4L_1},"
        r"\frac{\alpha_0}{6L_1d\sigma^2}\right)",
        reading="its right side is compared with that of (22)",
    )
    .repaired(left=p.ALPHA_0 * least(*UNITS))
)
