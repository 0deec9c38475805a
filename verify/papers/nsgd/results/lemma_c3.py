r"""Appendix C.3, Lemma C.3: (34) with the noise of Lemma 3.1, from the number of records.

The lemma bounds the step size by :math:`\alpha_0/(6L_1dc^2\sigma^2)`; the first condition of (34)
has :math:`c` for :math:`c^2`, and a step size has the unit of :math:`1/(L_1c)`.
"""

from verify.language import Escape, claim, instance, largest, least, number, positive, says
from verify.papers.nsgd.formulas import printed_c as p
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPED_RUNS

STEP, LIMITS = p.step(p.PRIVATE), p.limits(p.ALPHA_0, p.PRIVATE)
COMMON = [p.LARGE_THRESHOLD, V.L1 > 0]
NEEDED = 6 * V.L1 * V.c2 * V.B / (V.eps * p.ALPHA_0) * (2 * V.d * p.LOGARITHM / p.CURVATURE).sqrt()
PRINTED_N = V.c * NEEDED
RECORDS = [*COMMON, PRINTED_N <= V.N]
AS_BOUND = says(STEP <= (p.ALPHA_0 / (6 * V.L1 * V.d * V.c**2 * p.PRIVATE)), given=RECORDS)
# The run with c = 0.1; at c_2 = 2 its noise is that of the paper.
SMALL_C = {**CLIPPED_RUNS[0].values, **instance("tau0=1/100 tau1=0 L0=1 L1=11/1000 c2=2")}
AS_CONDITION = says(STEP <= LIMITS[0], given=RECORDS, at=SMALL_C)
LEMMA_C3 = (
    claim("nsgd/lemma-c3", "App C.3, Lemma C.3", "Records that are enough for the first condition")
    .says({"bound": AS_BOUND, "condition of (34)": AS_CONDITION}, settings=CLIPPED_RUNS[:2])
    .quoting(
        r"N\ge\frac{6L_1cc_2B}{\epsilon\alpha_0}\sqrt{\frac{2d\log(1/\delta)}{L_1(c"
        r"+\tau_0)+L_0}}",
        part="bound",
        letters=p.PRINTED,
    )
    .quoting(
        r"\eta\le\frac{\alpha_0}{6L_1dc^2\sigma^2}",
        part="bound",
        reading="at the step size (8), with the sigma of Lemma 3.1 on both sides",
    )
    .repaired(part="condition of (34)", given=[*COMMON, NEEDED <= V.N], at=())
)

SCALE = (
    2
    * p.MIXED
    * V.eps
    / (V.c * V.c2 * V.B * p.ALPHA_0 * (1 - V.tau1))
    * (2 / (p.CURVATURE * V.d * p.LOGARITHM)).sqrt()
)
SMALLER = least(1, 2 * V.c / V.tau0) * SCALE
LARGER = largest(1, 2 * V.c / V.tau0) * SCALE
OTHERS = says(STEP <= least(*LIMITS[1:]), given=[p.LARGE_THRESHOLD, V.T / V.N >= SMALLER])

# The constant of O(.), which may depend on L, tau and c_2, but not on c, on which O(.) has a power.
W = V.extended(C44=positive(r"C(L,\tau,c_2)", unit="1"))
LENGTH = V.N**2 * V.eps**2 / (V.B**2 * V.c**3 * V.d * p.LOGARITHM)

# c = 2m^2 - 2: the square root of 2/(c + 2) is 1/m.
ROOT = 4 * (W.C44 + 2)
FAMILY = instance("L0=1 L1=1 tau0=1 tau1=0 c2=1 d=1 N=11 B=1 delta=1/2") | {
    "T": (80 * W.C44 + 80).function("ceil"),
    "c": 2 * ROOT**2 - 2,
    "eps": 24 * ROOT**3 * number(2).log().sqrt() / 11,
}
FROM_T = says(
    V.T / V.N >= SMALLER,
    given=[p.LARGE_THRESHOLD, PRINTED_N <= V.N, W.C44 * LENGTH <= V.T],
    exists={"C44": None},
    by=Escape(FAMILY),
)
CONSTANT = (
    (4 * p.MIXED) ** 2 * 2 * V.c**3 / (V.tau0 * p.ALPHA_0 * (1 - V.tau1) * V.c2) ** 2 / p.CURVATURE
)
WITH_C = says(V.T / V.N >= LARGER, given=[p.LARGE_THRESHOLD, CONSTANT * LENGTH <= V.T])
PRINTED_44 = (
    r"\frac TN\ge\min\{1,\frac{2c}{\tau_0}\}\frac{2(L_0(1-\tau_1)+2L_1"
    r"\tau_0)\epsilon}{cc_2B\alpha_0(1-\tau_1)}\sqrt{\frac2{(L_1(c+\tau_0)"
    r"+L_0)d\log(1/\delta)}}"
)
EQ_44 = (
    claim("nsgd/eq-44", "App C.3, (44)", "Steps that are enough for the last two limits of (34)")
    .says(
        {"enough": OTHERS, "naturally holds": FROM_T},
        instead={"naturally holds": WITH_C},
        settings=CLIPPED_RUNS[-1:],
    )
    .quoting(
        r"\frac{N\epsilon}{cc_2BT}\sqrt{\frac{2}{(L_1(c+\tau_0)"
        r"+L_0)d\log(1/\delta)}}\le\min\left\{\frac{\alpha_0(1-\tau_1)}{2L_0(1-"
        r"\tau_1)+4L_1\tau_0},\frac{\alpha_0\tau_0(1-\tau_1)}{4c(L_0(1-\tau_1)"
        r"+2L_1\tau_0)}\right\}",
        part="enough",
        letters=p.PRINTED,
    )
    .quoting(PRINTED_44, part=("enough", "naturally holds"), letters=p.PRINTED)
    .quoting(
        r"T\ge O(N^2\epsilon^2/(B^2c^3d\log\frac1\delta))",
        part="naturally holds",
        reading=r"$O(\cdot)$ is a constant times its argument; the constant is chosen first",
    )
    .repaired(part="enough", given=[p.LARGE_THRESHOLD, V.T / V.N >= LARGER])
)
