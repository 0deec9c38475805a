r"""Appendix B.2, Lemma B.3: (22) with the noise of Lemma 3.1, from the number of records.

With :math:`\sigma^2=c_2^2B^2T\log(1/\delta)/(N^2\epsilon^2)` the step size (4) and the limits of
(22) depend on N, and the third condition does not depend on T.
"""

from verify.language import Escape, claim, instance, largest, least, number, positive, says
from verify.papers.nsgd.formulas import printed_b as p
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import NORMALISED_RUNS

COMMON = [V.r > V.tau0, V.L1 > 0]
STEP, LIMITS = p.step(p.PRIVATE), p.limits(p.ALPHA_0, p.PRIVATE)
ENOUGH_RECORDS = (
    6 * V.c2 * V.B * V.L1 / (V.eps * p.ALPHA_0) * (2 * V.d * p.LOGARITHM / p.CURVATURE).sqrt()
)
LEMMA_B3 = (
    claim(
        "nsgd/lemma-b3", "App B.2, Lemma B.3", "Records that are enough for the third limit of (22)"
    )
    .says(
        says(STEP <= LIMITS[2], given=[*COMMON, ENOUGH_RECORDS <= V.N]),
        settings=NORMALISED_RUNS[-1:],
        # They are also necessary.
        notes=(says(ENOUGH_RECORDS <= V.N, given=[*COMMON, LIMITS[2] >= STEP]),),
    )
    .quoting(
        r"\frac{N\epsilon}{c_2BT}\sqrt{\frac{2}{(L_1(r+\tau_0)+L_0)d\log(1/\delta)}}"
        r"\le\frac{\alpha_0N^2\epsilon^2}{6L_1dc_2^2B^2T\log(1/\delta)}",
        letters=p.PRINTED,
    )
    .quoting(
        r"N\ge\frac{6c_2BL_1}{\epsilon\alpha_0}\sqrt{\frac{2d\log(1/\delta)}{L_1(r"
        r"+\tau_0)+L_0}}",
        letters=p.PRINTED,
    )
)

SCALE = 4 * V.eps / (p.ALPHA_0 * V.c2 * V.B) * (2 / (p.CURVATURE * V.d * p.LOGARITHM)).sqrt()
SMALLER = least(V.L0 / p.GAP, V.L1 / V.tau1) * SCALE
LARGER = largest(V.L0 / p.GAP, V.L1 / (1 - V.tau1)) * SCALE
EQ_32 = (
    claim("nsgd/eq-32", "App B.2, (32)", "Steps that are enough for the first two limits of (22)")
    .says(
        says(STEP <= least(*LIMITS[:2]), given=[*COMMON, V.T / V.N >= SMALLER]),
        settings=NORMALISED_RUNS[-1:],
    )
    .quoting(
        r"\frac{N\epsilon}{c_2BT}\sqrt{\frac{2}{(L_1(r+\tau_0)+L_0)d\log(1/\delta)}}"
        r"\le\min\left\{\frac{(r-\tau_0)\alpha_0}{4L_0},\frac{(1-\tau_1)\alpha_0}{4L_1}\right\}",
        letters=p.PRINTED,
    )
    .quoting(
        r"\frac TN\ge\min\{\frac{L_0}{r-\tau_0},\frac{L_1}{\tau_1}\}"
        r"\frac{4\epsilon}{\alpha_0c_2B}\sqrt{\frac2{(L_1(r+\tau_0)"
        r"+L_0)d\log(1/\delta)}}",
        letters=p.PRINTED,
    )
    .repaired(given=[*COMMON, V.T / V.N >= LARGER])
)

# The constant of O(.), which may depend on L, tau and c_2, but not on r, on which O(.) has a power.
W = V.extended(C32=positive(r"C(L,\tau,c_2)", unit="1"))
LENGTH = V.N**2 * V.eps**2 / (V.B**2 * V.r**3 * V.d * p.LOGARITHM)

# r = 2m^2 - 2 with m = C + 2: the square root of 2/(r + 2) is 1/m.
ROOT = W.C32 + 2
FAMILY = instance("L0=1 L1=1 tau0=1 tau1=1/2 c2=1 d=1 N=11 B=1 T=384 delta=1/2") | {
    "r": 2 * ROOT**2 - 2,
    "eps": 48 * ROOT * number(2).log().sqrt() / 11,
}
LARGEST = largest(V.L0 / p.GAP, V.L1 / (1 - V.tau1))
CONSTANT = 32 * LARGEST**2 * V.r**3 / (p.ALPHA_0**2 * V.c2**2 * p.CURVATURE)
EQ_32_FROM_T = (
    claim(
        "nsgd/eq-32-from-t", "App B.2, after (32)", "(32) from the number of steps of Corollary 3.3"
    )
    .says(
        says(
            V.T / V.N >= SMALLER,
            given=[V.r > V.tau0, V.tau1 > 0, ENOUGH_RECORDS <= V.N, W.C32 * LENGTH <= V.T],
            exists={"C32": None},
            by=Escape(FAMILY),
        ),
        instead=says(V.T / V.N >= LARGER, given=[V.r > V.tau0, CONSTANT * LENGTH <= V.T]),
    )
    .quoting(
        r"\frac TN\ge\min\{\frac{L_0}{r-\tau_0},\frac{L_1}{\tau_1}\}"
        r"\frac{4\epsilon}{\alpha_0c_2B}\sqrt{\frac2{(L_1(r+\tau_0)"
        r"+L_0)d\log(1/\delta)}}",
        letters=p.PRINTED,
    )
    .quoting(
        r"T\ge O(N^2\epsilon^2/(B^2r^3d\log\frac1\delta))",
        reading=r"$O(\cdot)$ is a constant times its argument; the constant is chosen first",
    )
)
