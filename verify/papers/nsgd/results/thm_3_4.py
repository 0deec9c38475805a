r"""Section 3.3, Theorem 3.4, and Appendix C.2, (43).

**(9)** misses, like (5), what a start far out on a slope costs; its C and T_0 are fixed along the
family, as are all that they may depend on. **(43)** has the factor c - 1 of a clipping norm and a
pure number: for c < 1 its second entry is negative, and the first alone is passed by the gradients
on a slope of more than 4c (``lemmas/far_start``).

**Repaired** without c - 1, and under no condition but 2F < c (:mod:`dptheory.bounds.clipped`): with
:math:`V=c^2(1+d\sigma^2)`

.. math:: E\min_k\Vert\nabla f(x_k)\Vert \le F+\max\{\sqrt\kappa,\tfrac{2\kappa}{c/2-F}\},\quad
   F=\tfrac{\eta L_1V}2,\quad \kappa=\tfrac{D_f}{\eta T}+\tfrac{\eta L_0V}2.

The repairs are tested on the slopes that refute (9) and (43). Of every run the note says the same,
with b = c/2: Q is the law of its smallest gradient, and the first hypothesis is (19) summed until
the first gradient below F, where a step descends by :math:`\eta s(\min(s,\frac c2)-F)
-\frac{\eta^2L_0V}2` at least (``lemmas/descent``).
"""

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, smallest_gradient_bound
from verify.language import Escape, agrees, claim, instance, natural, positive, says
from verify.language.formulas import largest, let, pruned
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.formulas import printed_theorems
from verify.papers.nsgd.formulas.printed_c import ALPHA_0, MIXED
from verify.papers.nsgd.formulas.printed_theorems import BORDER, POWER_C, STEP_C, fourth_root
from verify.papers.nsgd.lemmas import far_start
from verify.papers.nsgd.lemmas.descent import OF_A_RUN, reached
from verify.papers.nsgd.lemmas.far_start import FAR_START, GAP_C, SMALLEST, WORTH_OF_A_SLOPE
from verify.papers.nsgd.settings import CLIPPED_RUNS

V = far_start.V.extended(
    C9=positive(r"C(\tau,L)", unit="1"), T9=natural(r"T_0(\sigma^2,d,L,\tau,c)")
)
VANISHING = fourth_root((V.Df + 1) ** 2 * V.c**3 * V.d * V.noise**2 / V.T) + fourth_root(
    1 / (V.T * V.c**2 * (V.c + V.tau0) * V.d * V.noise**2)
)
SLOPE = 64 * (V.C9 + 1) ** 2
FAMILY = instance("tau0=1 tau1=0 L0=1 L1=7/5 d=1 noise=1/8 c=4") | {
    "slope": SLOPE,
    "Df": 6 * SLOPE * V.T.sqrt() - 1,
    "rate": 1 / V.T.sqrt(),
}
USED = [(V.rate == STEP_C), V.c > 2 * BORDER, V.Df >= GAP_C]
SAID = says(
    SMALLEST <= V.C9 * VANISHING,
    given=[*USED, V.T >= V.T9],
    exists={"C9": None, "T9": None},
    by=Escape(FAMILY, beyond={"T": V.T9 + SLOPE**2}, cites=(FAR_START,)),
)
MOMENT = V.c**2 + POWER_C
FLOOR = let("F", V.rate * V.L1 * MOMENT / 2)
# What D_f and the second order are worth per step.
WORTH = let(r"\kappa", V.Df / (V.rate * V.T) + V.rate * V.L0 * MOMENT / 2)
EXPLICIT = reached(FLOOR, V.c / 2, WORTH)
OF_LIBRARY = pruned(
    V.of(
        lambda Df, L0, L1, tau0, tau1, c, rate, noise, d, T: smallest_gradient_bound(
            Nonconvex(Df, L0, L1, tau0, tau1), Clipping(c), rate, noise, d, T
        )
    )
)
RANGE = [V.c >= 2 * BORDER, FLOOR < V.c / 2]
ON_THE_SLOPES = Derive(
    substitute(WORTH_OF_A_SLOPE, {"floor": FLOOR, "cap": V.c / 2, "kappa": WORTH})
)
THM_3_4 = (
    claim(
        "nsgd/thm-3.4",
        "§3.3, Thm 3.4, (8)-(9)",
        "Convergence of DP-SGD, on the slopes that refute it",
    )
    .says(
        SAID,
        repaired=SAID.but(
            right=EXPLICIT, given=[*RANGE, V.Df >= GAP_C], exists=None, by=ON_THE_SLOPES
        ),
        notes=(OF_A_RUN.says, agrees(EXPLICIT == OF_LIBRARY, given=RANGE)),
        settings=CLIPPED_RUNS[2:3],
    )
    .quoting(r"c>2\tau_0/(1-\tau_1)")
    .quoting(r"\eta=\sqrt{\frac{2}{(L_{1}(c+\tau_{0})+L_{0})Tdc^{2}\sigma^{2}}}")
    .quoting(
        r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq C"
        r"\left(\sqrt[4]{\frac{(D_{f}+1)^{2}c^{3}d\sigma^{2}}{T}}"
        r"+\sqrt[4]{\frac{1}{Tc^{2}(c+\tau_{0})d\sigma^{2}}}\right)",
        reading=far_start.STANDS_FOR,
    )
)

# Lemma C.2's condition at the alpha of (39).
ENOUGH = [
    V.rate * (6 * V.L1 * V.d * V.c * V.noise**2) <= ALPHA_0,
    V.rate * 2 * MIXED <= ALPHA_0 * (1 - V.tau1),
    V.rate * 4 * V.c * MIXED <= ALPHA_0 * V.tau0 * (1 - V.tau1),
]
# The paper's run at c = 2/5, with L_0 and tau_0 that it does not print.
ON_A_SLOPE = {name: CLIPPED_RUNS[1].values[name] for name in ("d", "T", "noise", "c")} | instance(
    "tau0=1/10 tau1=0/1 L0=1200/1 L1=0/1 rate=1/432000 slope=100/1 Df=93/20"
)
SAID_43 = says(
    SMALLEST <= largest(*printed_theorems.bound_43(printed_theorems.DELTA_42)),
    given=[*USED, *ENOUGH],
    at=ON_A_SLOPE,
)
EQ_43 = (
    claim("nsgd/eq-43", "App C.2, (43)", "Explicit bound of DP-SGD, on the slopes that refute it")
    .says(
        SAID_43,
        repaired=SAID_43.but(right=EXPLICIT, given=[*RANGE, V.Df >= GAP_C], by=ON_THE_SLOPES),
        settings=CLIPPED_RUNS[1:2],
    )
    .quoting(
        r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq"
        r"\max\left\{\sqrt{4\Delta},\frac{2(c+2\tau_{0})}{\tau_{0}(c-1)}\Delta\right\}",
        reading=far_start.STANDS_FOR,
    )
    .quoting(r"\eta=\sqrt{\frac{2}{(L_{1}(c+\tau_{0})+L_{0})Tdc^{2}\sigma^{2}}}")
)
