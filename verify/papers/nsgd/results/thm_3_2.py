r"""Section 3.2, Theorem 3.2.

**Printed.** (5) keeps the square root of (31) and of its linear entry only what T leaves: for a
start far out on a slope (``lemmas/far_start``) the gradient norm grows like
:math:`D_f/\sqrt T`, however large T is. The family has fixed :math:`\tau_0,\tau_1,L_0,L_1`, on
which C may depend, and fixed :math:`\sigma,d,r`, on which the least T may depend.

**Repaired.** No condition but :math:`F<b=\tau_0/(1-\tau_1)`, and a lasting floor of at most an
eighth of the printed one (:mod:`dptheory.bounds.normalised`): with :math:`\lambda=r+2b` and
:math:`V=1+d\sigma^2`

.. math:: E\min_k\Vert\nabla f(x_k)\Vert \le F+\max\{\sqrt\kappa,\tfrac{2\kappa}{b-F}\},\quad
   F=\tfrac{b^2}r+\tfrac{\eta L_1V\lambda}2,\quad
   \kappa=\lambda\big(\tfrac{D_f}{\eta T}+\tfrac{\eta L_0V}2\big).

The repair is tested on the slopes that refute (5). Of every run the note says the same: Q is the
law of its smallest gradient, and the first hypothesis is (12) summed until the first gradient below
F, where a step descends by :math:`\frac\eta\lambda s(\min(s,b)-F)-\frac{\eta^2L_0V}2` at least
(``lemmas/descent``). F < b leaves out :math:`\tau_0<r\le b`.
"""

from dptheory.bounds.nonconvex import Nonconvex, smallest_gradient_bound
from dptheory.bounds.normalised import Normalising
from verify.language import Escape, agrees, claim, instance, let, natural, positive, pruned, says
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.formulas.printed_theorems import BORDER, FLOOR_5, POWER, STEP, VANISHING_5
from verify.papers.nsgd.lemmas import descent, far_start
from verify.papers.nsgd.lemmas.descent import OF_A_RUN, reached
from verify.papers.nsgd.lemmas.far_start import FAR_START, GAP, SMALLEST, WORTH_OF_A_SLOPE
from verify.papers.nsgd.settings import NORMALISED_RUNS

V = far_start.V.extended(
    C5=positive(r"C(\tau,L)", unit="1"), T5=natural(r"T_0(\sigma^2,d,L,\tau,r)")
)
SLOPE = 64 * (V.C5 + 1) ** 2
FAMILY = instance("tau0=1 tau1=0 L0=1 L1=1 d=2 noise=1/4 r=2") | {
    "slope": SLOPE,
    "eta": 2 / V.T.sqrt(),
    "Df": 4 * SLOPE * V.T.sqrt() - 1,
}
FAR = V.T5 + SLOPE**2
SAID = says(
    SMALLEST <= V.C5 * VANISHING_5 + FLOOR_5,
    given=[(V.eta == STEP), V.r > V.tau0, V.T >= V.T5, V.Df >= GAP],
    exists={"C5": None, "T5": None},
    by=Escape(FAMILY, beyond={"T": FAR}, cites=(FAR_START,)),
)
b = let("b", BORDER)
MOMENT, SCALE = 1 + POWER, V.r + 2 * b
FLOOR = let("F", b**2 / V.r + V.eta * V.L1 * MOMENT * SCALE / 2)
# What D_f and the second order are worth per step.
WORTH = let(r"\kappa", SCALE * (V.Df / (V.eta * V.T) + V.eta * V.L0 * MOMENT / 2))
EXPLICIT = reached(FLOOR, b, WORTH)
OF_LIBRARY = pruned(
    V.of(
        lambda Df, L0, L1, tau0, tau1, r, eta, noise, d, T: smallest_gradient_bound(
            Nonconvex(Df, L0, L1, tau0, tau1), Normalising(r), eta, noise, d, T
        )
    )
)
THM_3_2 = (
    claim(
        "nsgd/thm-3.2",
        "§3.2, Thm 3.2, (4)-(5)",
        "Convergence of DP-NSGD, on the slopes that refute it",
    )
    .says(
        SAID,
        repaired=SAID.but(
            right=EXPLICIT,
            given=[FLOOR < b, V.Df >= GAP],
            exists=None,
            by=Derive(
                substitute(WORTH_OF_A_SLOPE, {"floor": FLOOR, "cap": BORDER, "kappa": WORTH})
            ),
        ),
        notes=(
            descent.NEAR.says,
            descent.FAR.says,
            OF_A_RUN.says,
            agrees(EXPLICIT == OF_LIBRARY, given=[FLOOR < b]),
        ),
        settings=NORMALISED_RUNS[-1:],
    )
    .quoting(r"r>\tau_0")
    .quoting(r"\eta=\sqrt{\frac{2}{(L_{1}(r+\tau_{0})+L_{0})Td\sigma^{2}}}")
    .quoting(
        r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq C"
        r"\left(\sqrt[4]{\frac{(D_{f}+1)^{2}r^{3}d\sigma^{2}}{T}}"
        r"+\sqrt[4]{\frac{1}{Tr^{3}d\sigma^{2}}}\right)"
        r"+\frac{8(r+2\tau_{0})\tau_{0}^{2}}{r(r+\tau_{0})(1-\tau_{1})^{3}}",
        reading=far_start.STANDS_FOR,
    )
)
