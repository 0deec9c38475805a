r"""Section 3.3, Corollary 3.5, judged about the runs, as Corollary 3.3.

Where the least T is taken at a large c, :math:`\eta L_0=3` is too long for :math:`L_0x^2/2`
(``lemmas/long_steps``): no gradient is smaller than G while the printed bound goes to 0, at fixed
:math:`\tau,L,D_f,B`, on which C' may depend. The repair has the bound of the repaired Theorem 3.4.
"""

from verify.judgement.exists import Escape
from verify.language import claim, instance, natural, positive, says
from verify.methods.derive import Derive, substitute
from verify.papers.nsgd.formulas.printed_c import limits
from verify.papers.nsgd.formulas.printed_theorems import BORDER, STEP_C, fourth_root
from verify.papers.nsgd.lemmas import long_steps
from verify.papers.nsgd.lemmas.far_start import SMALLEST
from verify.papers.nsgd.lemmas.long_steps import LONG_STEPS, NOISE_C, STAYS_C, WORTH_OF_LONG_STEPS
from verify.papers.nsgd.results.thm_3_4 import EXPLICIT, FLOOR, RANGE, WORTH

V = long_steps.V.extended(
    C10=positive(r"C'(\tau,L,D_f,B)", unit="1"),
    T10=positive("C_0", unit="1"),
    N10=natural(r"C(\epsilon,\delta,\tau,L,B,d,c)"),
)
SIGMA = V.c2 * V.B * (V.T * V.ell).sqrt() / (V.N * V.eps)
LEAST_T = V.N**2 * V.eps**2 / (V.B**2 * V.c**3 * V.d * V.ell)
ROOT_10 = fourth_root(V.d * V.c**3 * V.ell / (V.N**2 * V.eps**2))
TOO_LONG = [
    (V.rate == 3 / V.L0),
    2 * V.slope <= V.c,
    16 * NOISE_C <= V.slope**2,
    (V.Df == V.slope**2 / (2 * V.L0)),
]
THRESHOLD = 9 * V.c2**2 * V.T**2 / (4 * (V.C10 + 1) ** 4)
DIVERGING = instance("tau0=1 tau1=0 L0=2 L1=0 Df=16 B=1 d=1 ell=1 N=11 slope=8 rate=3/2") | {
    "c": THRESHOLD,
    "eps": 3 * THRESHOLD * V.c2 * V.T / 22,
    "noise": 2 / (3 * THRESHOLD * V.T.sqrt()),
}
SAID = says(
    SMALLEST <= V.C10 * ROOT_10,
    given=[
        (V.noise == SIGMA),
        (V.rate == STEP_C),
        V.c > 2 * BORDER,
        V.T >= V.T10 * LEAST_T,
        V.N >= V.L1 * V.N10,
        *TOO_LONG,
    ],
    exists={"C10": None, "c2": None, "T10": None, "N10": None},
    by=Escape(
        DIVERGING, beyond={"T": (V.T10 + 5 / V.c2) * (V.C10 + 1) ** 4}, cites=(LONG_STEPS, *STAYS_C)
    ),
)
# No hypothesis of the repair holds with equality here but those that are equations.
APART = instance("d=2 N=11 B=2 T=100 eps=1 ell=1") | instance(
    "noise=1/4800 c=80 tau0=1 tau1=1/9 L0=2 L1=1/99999 Df=16 rate=3/2 slope=8"
)
COR_3_5 = (
    claim(
        "nsgd/cor-3.5",
        "§3.3, Cor 3.5, (10)",
        "convergence with the noise of Lemma 3.1, on quadratics, at budgets above its range and "
        "steps beyond (34)",
        SAID,
        repaired=SAID.but(
            right=EXPLICIT,
            given=[*RANGE, *TOO_LONG],
            exists=None,
            forall="N B eps ell",
            at=APART,
            by=Derive(
                substitute(WORTH_OF_LONG_STEPS, {"floor": FLOOR, "cap": V.c / 2, "kappa": WORTH})
            ),
        ),
        # Whatever alpha is, the second limit of (34) is passed: Lemma C.3 is to derive it.
        notes=(says(limits(V.alpha)[1] < V.rate, given=TOO_LONG[:1]),),
    )
    .quoting(
        r"\mathbb E[\min]\le C'\sqrt[4]{\frac{dc^3\log(1/\delta)}{N^2\epsilon^2}}",
        reading=(
            "on the quadratics that refute it, where the expectation on the left is at least "
            "3G/4, which stands for it"
        ),
    )
    .quoting(
        r"T\ge O(N^2\epsilon^2/(B^2c^3d\log\frac1\delta))",
        reading="O(.) is a constant times its argument, chosen first; it stands where Theorem 3.4 "
        "asks for its T, which is to follow (Lemma C.3) and is not asked for besides",
    )
    .quoting(r"\sigma=c_2B\sqrt{T\log(1/\delta)}/(N\epsilon)")
    .quoting(r"N\ge L_1C(\epsilon,\delta,\tau,L,B,d,c)")
)

CLAIMS = (COR_3_5,)
