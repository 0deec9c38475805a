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
"""

from verify.language import Escape, Formula, claim, instance, largest, let, number, put, says
from verify.language.symbols import natural, positive
from verify.methods.derive import Derive, given, monotone, multiply, substitute
from verify.papers.nsgd.formulas.printed_theorems import (
    BORDER,
    CURVATURE,
    FLOOR_5,
    POWER,
    STEP,
    fourth_root,
)
from verify.papers.nsgd.lemmas import no_drift
from verify.papers.nsgd.lemmas.descent import OF_A_RUN, reached
from verify.papers.nsgd.lemmas.no_drift import FAR_START, SMALLEST, STUCK
from verify.papers.nsgd.settings import CIFAR10

V = no_drift.V.extended(
    C=positive("C'", unit="1"),
    N0=natural("N_0"),
    T0=natural("T_0"),
    m=natural("m", search=(1, 1000)),
)
SIGMA = V.c2 * V.B * (V.T * V.ell).sqrt() / (V.N * V.eps)  # of Lemma 3.1

# The bounds of every run, in batches of any size: with F and kappa, and that above b.
b = let("b", BORDER)
SCALE = (V.r + 2 * b) / (1 - V.eta * V.L0 / V.r)
F = let("F", b**2 / V.r + SCALE * V.eta * V.L1 * (1 + POWER) / 2)
MOMENT = POWER + b**2 / V.r**2
kappa = let(r"\kappa", SCALE * (V.Df / (V.eta * V.T) + V.eta * V.L0 * MOMENT / 2))
SPENT = V.Df / (V.eta * V.T) + V.eta * V.L0 * (1 + POWER) / 2
ABOVE_B = SPENT / (b / (V.r + 2 * b) - V.eta * V.L1 * (1 + POWER) / 2)

# C', and the constants of the least T and N.
rho = let(r"\rho", 1 + 2 / (1 - V.tau1))
PER_R = ((2 * V.L1 + V.L0 / V.tau0) / 2).sqrt()
M = let("M", (V.Df + 1) * PER_R + V.L0 * b**2 / (2 * V.L1).sqrt())
CUBED = CURVATURE**2 * V.r**3 * POWER**3
PER_BUDGET = V.c2 * V.B * (V.d * V.ell).sqrt() / V.eps


def bound_6(constant: Formula) -> Formula:
    """(6), where C' is this constant times the root of c_2 B."""
    root = fourth_root(V.d * V.r**3 * V.ell / (V.N**2 * V.eps**2))
    return let("C'", (V.c2 * V.B).sqrt() * constant) * root + FLOOR_5


CONDITIONS = [
    (V.noise == SIGMA),
    (V.eta == STEP),
    V.r > V.tau0,
    V.L1 > 0,
    V.T >= V.N**2 * V.eps**2 / (V.B**2 * V.r**3 * V.d * V.ell) / V.c2**2,
]
RUN = instance(
    "tau0=1 tau1=0 L0=1 Df=1 B=1 d=1 ell=1 c2=1 N=1000 eps=1/10 T=10000 noise=1 eta=1/100"
)
COR_3_3 = (
    claim("nsgd/cor-3.3", "§3.2, Cor 3.3, (6)", "Convergence with the noise of Lemma 3.1")
    .says(
        {
            "r from 4b": says(
                reached(F, b, kappa)
                <= bound_6(
                    1 + rho * (2 * V.L1).sqrt() / V.tau0 + (2 * rho * M).sqrt() + 8 * rho * M / b
                ),
                given=[
                    *CONDITIONS,
                    V.r >= 4 * b,
                    2 * V.eta * V.L0 <= V.r,
                    8 * V.eta * V.L1 * rho * V.r <= b,
                    V.T >= 4 * (rho * V.r * V.L1) ** 4 / CUBED,
                    V.N >= PER_BUDGET * largest(V.r**3, 128 * rho**2 * V.L1 * V.r / b**2).sqrt(),
                ],
                at=RUN | instance("r=8 L1=1/9"),
            ),
            "r up to 4b": says(
                b + ABOVE_B <= bound_6(12 * ((V.Df + 1) * PER_R / V.tau0 + 1)),
                given=[
                    *CONDITIONS,
                    V.r <= 4 * b,
                    2 * V.eta * V.L1 * (V.r + 2 * b) <= b,
                    V.T >= V.L0**4 / (4 * CUBED),
                    V.N
                    >= PER_BUDGET
                    * largest(V.r**3, 8 * V.L1 * (V.r + 2 * b) ** 2 / (V.r * b**2)).sqrt(),
                ],
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
            "with bounds that hold for every run in the place of the expectation, and with "
            "explicit C', T and N for L_1 > 0, as a limit on the step size in (22) divides by L_1"
        ),
    )
)

# The rate at a fixed r. At r = 1 and tau_0 = 8/9 nothing moves on a slope of 1/9 where a third of
# the records have the larger gradient: N = 3m.
N = 3 * V.m
STEPS = (N**2 * (V.T0 + 1 / V.c2**2)).function("ceil")
MULTIPLIER = V.c2 * STEPS.sqrt() / N
STALLED = instance(
    "r=1 tau0=8/9 tau1=0 L0=1 L1=0 d=1 B=1 eps=1 ell=1 p=1/3 ahead=1 back=1/3 slope=1/9 Df=1"
) | {"T": STEPS, "noise": MULTIPLIER, "eta": (2 / (STEPS * MULTIPLIER**2)).sqrt()}
RATE = says(
    SMALLEST <= V.C * fourth_root(V.d * V.ell / (N * V.eps) ** 2),
    given=[
        (V.noise == put(SIGMA, {"N": N})),
        (V.eta == STEP),
        V.r > V.tau0,
        N >= V.N0,
        V.T0 * (N**2 * V.eps**2 / (V.B**2 * V.d * V.ell)) / V.r**3 <= V.T,
        *no_drift.LAW,
        FAR_START,
    ],
    exists={"C": None, "c2": None, "N0": None, "T0": None},
    by=Escape(STALLED, beyond={"m": V.N0 + 256 * (V.C + 1) ** 2}, cites=(STUCK,)),
)

# Whatever r, at the printed step size and noise or a smaller one: a sixth root, and a seventh.
ETA_T = V.eta * V.T
LONGEST = V.N * V.eps * (2 / (V.L0 * V.d * V.ell)).sqrt() / (V.c2 * V.B)  # eta T of (4) at L_1 = 0
STAYS = says(
    largest(V.tau0**2 / (6 * V.r + 4 * V.tau0), V.slope) ** 3 >= V.tau0**2 * V.Df / (20 * ETA_T),
    given=[V.r >= V.tau0, V.slope**2 * ETA_T / V.r >= V.Df / 2],
)
PER_RECORD = V.d * V.ell / (V.N * V.eps) ** 2
COR_3_3_RATE = (
    claim(
        "nsgd/cor-3.3-rate",
        "Abstract, Table 1, §3.2",
        "Rate of DP-NSGD at a fixed $r$, and at every $r$ with steps no longer than (4)",
    )
    .says(
        RATE,
        instead=STAYS.but(
            right=V.tau0**2 * V.Df / (20 * LONGEST),
            also=[ETA_T <= LONGEST],
            by=Derive(
                multiply(monotone("reciprocal", given(ETA_T <= LONGEST)), V.tau0**2 * V.Df / 20),
                substitute(STAYS, {}),
            ),
        ),
        notes=(
            says(put(STEP, {"L1": number(0), "noise": SIGMA}) * V.T == LONGEST),
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
            "at a fixed r, for runs on a slope G, whose smallest gradient has at least the mean "
            "on the left. An r that follows N gains no more than a sixth root: see the statement "
            "that holds instead"
        ),
    )
)
