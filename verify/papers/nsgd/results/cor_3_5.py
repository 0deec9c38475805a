r"""Section 3.3, Corollary 3.5, with all conditions of Theorem 3.4.

"Under the same conditions of Theorem 3.4" names its T, "larger than some constant determined by
:math:`(\sigma^2,d,L,\tau,c)`", beside the corollary's own T and N, and is read so. Lemma C.3 means
to derive that T from N, and fails (``nsgd/eq-44``): the corollary does not need it.

The left side is the bound of every run with the sharper second order (``dptheory/clipped-run`` and
``nsgd/smallest-gradient-of-a-run``, in batches of any size). With :math:`w=c^3d\sigma^2/T`, which
is :math:`c_2^2B^2` times what stands under the root of (10),

.. math:: \kappa\le2M\sqrt w,\qquad
    M=(D_f+1)\sqrt{\tfrac a2}+\tfrac{L_0b^2}{\sqrt{2L_1}},\qquad
    F\le\sqrt{2L_1}\big(\tfrac1{2\tau_0}+b^2\big)\sqrt w

for :math:`w\le1\le c^3d\sigma^2` and :math:`\eta(L_0+cL_1)\le\frac12`, as
:math:`cL_1\le L_1(c+\tau_0)+L_0\le ca`: the first is a condition on N, the second the corollary's
T, the third Theorem 3.4's. At :math:`L_1=0`, where (34) divides by zero, C' grows without bound.
"""

from verify.language import claim, instance, largest, let, says
from verify.papers.nsgd.formulas.printed_theorems import BORDER, POWER_C, STEP_C, fourth_root
from verify.papers.nsgd.lemmas.descent import OF_A_RUN, reached
from verify.papers.nsgd.notation import V

SIGMA = V.c2 * V.B * (V.T * V.ell).sqrt() / (V.N * V.eps)
ROOT_10 = fourth_root(V.d * V.c**3 * V.ell / (V.N**2 * V.eps**2))
# Of the library, with batches of any size: F and kappa.
b = let("b", BORDER)
KEPT = 1 - V.rate * (V.L0 + V.c * V.L1)
MOMENT = POWER_C + b**2
FLOOR = let("F", V.rate * V.L1 * MOMENT / (2 * KEPT))
WORTH = let(r"\kappa", (V.Df / (V.rate * V.T) + V.rate * V.L0 * MOMENT / 2) / KEPT)

# C', and the constants of the least T and N.
PER_CLIP = 3 * V.L1 / 2 + V.L0 / (2 * V.tau0)
M = let("M", (V.Df + 1) * (PER_CLIP / 2).sqrt() + V.L0 * b**2 / (2 * V.L1).sqrt())
FLAT = (2 * V.L1).sqrt() * (1 / (2 * V.tau0) + b**2)
CONSTANT = let("C'", (V.c2 * V.B).sqrt() * (FLAT + (2 * M).sqrt() + 8 * M / V.tau0))
LEAST_T = V.N**2 * V.eps**2 / (V.B**2 * V.c**3 * V.d * V.ell)
SHARE = 4 * (2 * V.L1).sqrt() * (1 / V.c + b**2) / V.c
LEAST_N = V.c2 * V.B * (V.d * V.c**3 * V.ell).sqrt() / V.eps * largest(1, SHARE)
SAID = says(
    reached(FLOOR, V.c / 2, WORTH) <= CONSTANT * ROOT_10,
    given=[
        (V.noise == SIGMA),
        (V.rate == STEP_C),
        V.c > 2 * BORDER,
        V.L1 > 0,
        2 * V.rate * (V.L0 + V.c * V.L1) <= 1,
        V.T >= LEAST_T / V.c2**2,
        V.N >= LEAST_N,
    ],
    at=(
        instance("tau0=1 tau1=0 L0=1 L1=1/5 Df=1 B=1 d=1 ell=1 c2=1 c=4")
        | instance("N=1600 eps=1/20 T=6400 noise=1 rate=1/320"),
        # A long clip and little curvature, where the sides are closest.
        instance("tau0=1 tau1=0 L0=1/1440000 L1=1/10080000 Df=1/1440000 B=1 d=1 ell=1/2 c2=1")
        | instance("c=1000 N=1000000 eps=1/32 T=2 noise=1/31250 rate=3125"),
    ),
)
COR_3_5 = (
    claim("nsgd/cor-3.5", "§3.3, Cor 3.5, (10)", "Convergence with the noise of Lemma 3.1")
    .says(SAID, notes=(OF_A_RUN.says,))
    .quoting(
        r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq C^{\prime}"
        r"\sqrt[4]{\frac{dc^{3}\log(1/\delta)}{N^{2}\epsilon^{2}}}",
        reading=(
            "with a bound that holds for every run in the place of the expectation, and with "
            "explicit C', T and N for L_1 > 0, as a limit on the step size in (34) divides by L_1"
        ),
    )
    .quoting(
        r"T\ge O(N^2\epsilon^2/(B^2c^3d\log\frac1\delta))",
        reading=r"$O(\cdot)$ is a constant times its argument; the constant is chosen first",
    )
    .quoting(r"\sigma=c_2B\sqrt{T\log(1/\delta)}/(N\epsilon)")
)
