r"""Section 3.2, Corollary 3.3, and the rate of DP-NSGD in the abstract and Table 1.

**(6)** with all conditions of Theorem 3.2: "under the same conditions of Theorem 3.2" names its T,
"larger than some constant determined by :math:`(\sigma^2,d,L,\tau,r)`", beside the corollary's own
T and N, and is read so. Lemma B.3 means to derive that T from N, and fails
(``nsgd/eq-32-from-t``): the corollary does not need it, nor (5), which fails (``nsgd/thm-3.2``), as
C' may depend on :math:`D_f`.

The left sides are the bounds of every run: from r = 4b on that with the sharper second order
(``dptheory/normalised-run`` and ``nsgd/smallest-gradient-of-a-run``), below it that with the floor
b (:mod:`dptheory.bounds.normalised`), which the printed floor is twice at least. With
:math:`w=r^3d\sigma^2/T`, which is :math:`c_2^2B^2` times what stands under the root of (6),
:math:`w\le1\le r^3d\sigma^2` and :math:`rL_1\le L_1(r+\tau_0)+L_0\le r(2L_1+L_0/\tau_0)`,

.. math:: \kappa\le2\varrho M\sqrt w,\qquad F\le\tfrac{b^2}r+\tfrac{\varrho\sqrt{2L_1}}{\tau_0}
    \sqrt w+\sqrt[4]w,

and F is at most b/2. At :math:`L_1=0`, where (22) divides by zero, C' grows without bound.

**The rate** without the floor fails at a fixed r: the data set grows, the
gradient stays. The theorem's own least T, which may depend on :math:`\sigma^2`, changes nothing: T
may be :math:`N^2` times a whole number, which fixes :math:`\sigma` while T grows. The text tunes r.
Let r depend on N: the larger of the slope on which nothing moves and that of a far start
(``lemmas/far_start``), which leaves half of :math:`D_f` to the signal, is for every r of the order
of the *sixth* root of :math:`d\log(1/\delta)/(N\epsilon)^2` at least. The best r gives (6) only the
seventh root.

**Steps that go nowhere**: a law of two atoms for which :math:`E[hg]=0` on a slope. On a stretch of
slope G, a record's gradient is p times :math:`g_+` and otherwise :math:`-g_-`: both sides of
:math:`p\frac{g_+}{r+g_+}=(1-p)\frac{g_-}{r+g_-}` cancel although the mean is G. The run is a random
walk whose steps have a variance of at most :math:`\eta^2(\sigma^2+1)`; a start whose distance from
the stretch's end is twice the deviation of T steps stays on the slope with probability 3/4.
"""

from verify.language import Escape, Formula, claim, instance, largest, lemma, let, number, put, says
from verify.language.symbols import between, natural, nonnegative, positive
from verify.methods.derive import Derive, chain, given, monotone, multiply, substitute
from verify.papers.nsgd.formulas import printed_theorems
from verify.papers.nsgd.formulas.printed_theorems import BORDER, FLOOR_5, POWER, STEP, fourth_root
from verify.papers.nsgd.lemmas.descent import OF_A_RUN, reached
from verify.papers.nsgd.notation import SMALLEST_NORM
from verify.papers.nsgd.notation import V as W
from verify.papers.nsgd.settings import CIFAR10

SIGMA = W.c2 * W.B * (W.T * W.ell).sqrt() / (W.N * W.eps)
ROOT_6 = fourth_root(W.d * W.r**3 * W.ell / (W.N**2 * W.eps**2))
b = let("b", BORDER)
# Of the library, with batches of any size: F and kappa, and what is above b of the other bound.
SCALE = (W.r + 2 * b) / (1 - W.eta * W.L0 / W.r)
F = let("F", b**2 / W.r + SCALE * W.eta * W.L1 * (1 + POWER) / 2)
MOMENT = POWER + b**2 / W.r**2
KAPPA = let(r"\kappa", SCALE * (W.Df / (W.eta * W.T) + W.eta * W.L0 * MOMENT / 2))
SPENT = W.Df / (W.eta * W.T) + W.eta * W.L0 * (1 + POWER) / 2
ABOVE = SPENT / (b / (W.r + 2 * b) - W.eta * W.L1 * (1 + POWER) / 2)

# C', and the constants of the least T and N.
RHO = let(r"\rho", 1 + 2 / (1 - W.tau1))
PER_R = ((2 * W.L1 + W.L0 / W.tau0) / 2).sqrt()
M = let("M", (W.Df + 1) * PER_R + W.L0 * b**2 / (2 * W.L1).sqrt())
C_LARGE = 1 + RHO * (2 * W.L1).sqrt() / W.tau0 + (2 * RHO * M).sqrt() + 8 * RHO * M / b
LEAST_T = W.N**2 * W.eps**2 / (W.B**2 * W.r**3 * W.d * W.ell)
PER_BUDGET = W.c2 * W.B * (W.d * W.ell).sqrt() / W.eps
CUBED = printed_theorems.CURVATURE**2 * W.r**3 * POWER**3
COMMON = [(W.noise == SIGMA), (W.eta == STEP), W.r > W.tau0, W.L1 > 0, W.T >= LEAST_T / W.c2**2]
LARGE = [
    W.r >= 4 * b,
    2 * W.eta * W.L0 <= W.r,
    8 * W.eta * W.L1 * RHO * W.r <= b,
    W.T >= 4 * (RHO * W.r * W.L1) ** 4 / CUBED,
    W.N >= PER_BUDGET * largest(W.r**3, 128 * RHO**2 * W.L1 * W.r / b**2).sqrt(),
]
SMALL = [
    W.r <= 4 * b,
    2 * W.eta * W.L1 * (W.r + 2 * b) <= b,
    W.T >= W.L0**4 / (4 * CUBED),
    W.N >= PER_BUDGET * largest(W.r**3, 8 * W.L1 * (W.r + 2 * b) ** 2 / (W.r * b**2)).sqrt(),
]


def constant(value: Formula) -> Formula:
    """C', for the noise of Lemma 3.1."""
    return let("C'", (W.c2 * W.B).sqrt() * value)


RUN = instance("tau0=1 tau1=0 L0=1 Df=1 B=1 d=1 ell=1 c2=1") | instance(
    "N=1000 eps=1/10 T=10000 noise=1 eta=1/100"
)
COR_3_3 = (
    claim("nsgd/cor-3.3", "§3.2, Cor 3.3, (6)", "Convergence with the noise of Lemma 3.1")
    .says(
        {
            "r from 4b": says(
                reached(F, b, KAPPA) <= constant(C_LARGE) * ROOT_6 + FLOOR_5,
                given=[*COMMON, *LARGE],
                at=RUN | instance("r=8 L1=1/9"),
            ),
            "r up to 4b": says(
                b + ABOVE <= constant(12 * ((W.Df + 1) * PER_R / W.tau0 + 1)) * ROOT_6 + FLOOR_5,
                given=[*COMMON, *SMALL],
                at=RUN | instance("r=2 L1=1/3"),
            ),
        },
        notes=(OF_A_RUN.says,),
    )
    .quoting(r"\sigma=c_2B\sqrt{T\log(1/\delta)}/(N\epsilon)", part="r from 4b")
    .quoting(
        r"T\ge O(N^2\epsilon^2/(B^2r^3d\log(1/\delta)))",
        part="r from 4b",
        reading=r"$O(\cdot)$ is a constant times its argument. The conditions of Theorem 3.2, that "
        r"on $T$ too, are hypotheses, as the corollary says",
    )
    .quoting(
        r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq C^{\prime}"
        r"\sqrt[4]{\frac{dr^{3}\log(1/\delta)}{N^{2}\epsilon^{2}}}"
        r"+\frac{8(r+2\tau_{0})\tau_{0}^{2}}{r(r+\tau_{0})(1-\tau_{1})^{3}}",
        part="r from 4b",
        reading=(
            "with the bounds of every run in the place of the expectation, and with explicit C', "
            "T and N for L_1 > 0, by which (22) divides"
        ),
    )
)

V = W.extended(
    slope=positive("G", unit="gradient", search=(0.01, 1)),
    p=between(0, 1, "p", unit="probability"),
    ahead=positive("g_+", unit="gradient", search=(0.01, 5)),
    back=positive("g_-", unit="gradient", search=(0.01, 5)),
    low=positive(SMALLEST_NORM, unit="gradient"),
    # The variance of the walk, a bound of its deviation, and how far it is to the stretch's end.
    spread=nonnegative("v", unit="length^2"),
    deviation=positive("w", unit="length"),
    way=positive("y", unit="length"),
    C=positive("C'", unit="1"),
    N0=natural("N_0"),
    T0=natural("T_0"),
    m=natural("m", search=(1, 1000)),
)
SMALLEST = 3 * V.slope / 4
NO_DRIFT = [
    (V.p * V.ahead - (1 - V.p) * V.back == V.slope),
    (V.p * V.ahead * (V.r + V.back) == (1 - V.p) * V.back * (V.r + V.ahead)),
    V.ahead - V.slope <= V.tau0 + V.tau1 * V.slope,
    V.back + V.slope <= V.tau0 + V.tau1 * V.slope,
]
FAR_START = V.Df >= 2 * V.slope * V.eta * (V.T * (V.noise**2 + 1)).sqrt() + V.slope**2 / (2 * V.L0)
# By Kolmogorov's inequality the walk ever leaves its distance with at most this probability.
UP, DOWN = V.ahead / (V.r + V.ahead), V.back / (V.r + V.back)
VARIANCE = V.eta**2 * (V.noise**2 + V.p * UP**2 + (1 - V.p) * DOWN**2) * V.T
DISTANCE = (V.Df - V.slope**2 / (2 * V.L0)) / V.slope
AT_LEAST = V.slope * (1 - VARIANCE / DISTANCE**2)
QUARTER = lemma(
    "nsgd/three-quarters-stay",
    SMALLEST <= V.slope * (1 - V.spread / V.way**2),
    given=[V.spread <= V.deviation**2, V.way >= 2 * V.deviation],
)
AT_R_1 = instance("r=1 tau0=8/9 tau1=0 p=1/3 ahead=1 back=1/3 slope=1/9")
STUCK = lemma(
    "nsgd/stuck-on-a-slope",
    SMALLEST <= V.low,
    given=[*NO_DRIFT, FAR_START, AT_LEAST <= V.low],
    at=AT_R_1 | instance("L0=1 eta=1/10 noise=1 T=100 Df=1 d=1 low=1/9"),
    by=Derive(
        chain(
            substitute(
                QUARTER,
                {
                    "spread": VARIANCE,
                    "way": DISTANCE,
                    "deviation": V.eta * (V.T * (V.noise**2 + 1)).sqrt(),
                },
            ),
            given(AT_LEAST <= V.low),
        )
    ),
)

SIGMA_N = V.c2 * V.B * (V.T * V.ell).sqrt() / (V.N * V.eps)  # sigma
BASE = V.N**2 * V.eps**2 / (V.B**2 * V.d * V.ell)  # of the least T, without the power of r
# The law of the lemma at r = 1: tau_0 = 8/9, and a slope of 1/9 on which nothing moves. A third of
# the records have the larger gradient: N = 3m.
THIRDS = {"N": 3 * V.m}
STEPS = ((3 * V.m) ** 2 * (V.T0 + 1 / V.c2**2)).function("ceil")
MULTIPLIER = V.c2 * STEPS.sqrt() / (3 * V.m)
STALLED = instance(
    "r=1 tau0=8/9 tau1=0 L0=1 L1=0 d=1 B=1 eps=1 ell=1 p=1/3 ahead=1 back=1/3 slope=1/9 Df=1"
) | {"T": STEPS, "noise": MULTIPLIER, "eta": (2 / (STEPS * MULTIPLIER**2)).sqrt()}
RATE = says(
    SMALLEST <= V.C * fourth_root(V.d * V.ell / (3 * V.m * V.eps) ** 2),
    given=[
        (V.noise == put(SIGMA_N, THIRDS)),
        (V.eta == STEP),
        V.r > V.tau0,
        3 * V.m >= V.N0,
        V.T0 * put(BASE, THIRDS) / V.r**3 <= V.T,
        *NO_DRIFT,
        FAR_START,
    ],
    exists={"C": None, "c2": None, "N0": None, "T0": None},
    by=Escape(STALLED, beyond={"m": V.N0 + 256 * (V.C + 1) ** 2}, cites=(STUCK,)),
)
ETA_T = V.eta * V.T
PRIVATE_ETA_T = V.N * V.eps * (2 / (V.L0 * V.d * V.ell)).sqrt() / (V.c2 * V.B)
PER_RECORD = V.d * V.ell / (V.N * V.eps) ** 2
SIXTH = [V.r >= V.tau0, V.slope**2 * ETA_T / V.r >= V.Df / 2]
BY_THE_WAY = says(
    largest(V.tau0**2 / (6 * V.r + 4 * V.tau0), V.slope) ** 3 >= V.tau0**2 * V.Df / (20 * ETA_T),
    given=SIXTH,
)
NO_LONGER = ETA_T <= PRIVATE_ETA_T
COR_3_3_RATE = (
    claim(
        "nsgd/cor-3.3-rate",
        "Abstract, Table 1, §3.2",
        "Rate of DP-NSGD at a fixed $r$, and at every $r$ with steps no longer than (4)",
    )
    .says(
        RATE,
        # Whatever r, at the printed step size and noise or a smaller one: a sixth root.
        instead=says(
            BY_THE_WAY.left >= V.tau0**2 * V.Df / (20 * PRIVATE_ETA_T),
            given=[*SIXTH, NO_LONGER],
            by=Derive(
                multiply(monotone("reciprocal", given(NO_LONGER)), V.tau0**2 * V.Df / 20),
                substitute(BY_THE_WAY, {}),
            ),
        ),
        notes=(
            says(put(STEP, {"L1": number(0), "noise": SIGMA_N}) * V.T == PRIVATE_ETA_T),
            says(
                (fourth_root(V.r**3 * PER_RECORD) + V.tau0**2 / V.r) ** 7
                >= 35 * V.tau0**6 * PER_RECORD
            ),
        ),
        settings=CIFAR10[-1:],
    )
    .quoting(
        r"\sqrt[4]{\frac{d\log(1/\delta)}{N^2\epsilon^2}}",
        reading=(
            "at a fixed r; an r that follows N, as properly set hyper-parameters may, gains no "
            "more than the sixth root below"
        ),
    )
)
