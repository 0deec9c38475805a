r"""Section 3, Theorem 3: utility of DP-LSSGD for nonconvex F, and the text after Proposition 2.

The instance that defeats all universal constants is that of :mod:`verify.papers.lssgd.thm_2`:
Huber's function of slope 1 and half-width :math:`h = \sqrt T` along a unit vector with equal
entries, from :math:`R = 2\sqrt T`. No step moves the mean by more than :math:`\eta`, so that
:math:`u'w_k \ge \sqrt T + N_k` with a symmetric Gaussian :math:`N_k` for every k < T: with
probability at least 1/2 the gradient is still u there, and at the average and a random iterate
likewise. So :math:`E\|\nabla F\|_{A^{-1}}^2 \ge 1/2` whatever the smoothing, while beta falls.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed_utility as utility
from verify.papers.lssgd.proof_2 import NOISE_LEVEL
from verify.papers.lssgd.proof_3 import NONCONVEX, TENT, UNITS_3
from verify.papers.lssgd.thm_2 import MNIST_BATCH, conditions, share

Case = dict[str, Any]
F = Fraction
UNITS = UNITS_3 | {"other": "loss^2/length^2", "share": "1"}
ROOT = 100  # sqrt(T)
QUARTER = F(1, 4)

# Theorem 3: no universal constants ---------------------------------------------------------------


def ramp(C1: Any, n: int) -> Case:
    """n records in batches of n/100, T = 10^4, eps = 10, L = 1/100, D_F = 150, d as it comes."""
    b, T, eps = n // 100, ROOT**2, F(10)
    gap, L = F(3 * ROOT, 2), F(1, ROOT)
    # So that T is Theorem 3's, for log(1/delta) close to 10.
    product = utility.thm_3_iterations(C1, gap, L, 1, F(b), n, eps, 1, F(1)) / T
    d = int(product / 10)
    return {"n": n, "b": b, "T": T, "eps": eps, "d": d, "ell": product / d, "gap": gap, "L": L}


def both_squared(C1: Any, C2: Any, n: int, b: int, **s: Any) -> tuple[Any, Any]:
    """Squares: of 1/2, and of the bound of Theorem 3 at sigma = d^3."""
    d = s["d"]
    beta = share(d, d**3, power=2)
    bound = utility.thm_3_squared(C2, s["gap"], s["L"], 1, b, n, s["eps"], d, s["ell"], beta)
    return QUARTER, bound


def constants(C1: Any, C2: Any, n: int) -> Callable[[Context], Iterator[Case]]:
    return lambda _: iter(({"C1": C1, "C2": C2} | ramp(C1, n),))


# The proof gives C_1 = 1/80 and 17.9.
PROOF: Case = {"C1": F(1, 80), "C2": F(18), "n": 1000}
CONDITIONS = conditions(
    constants(**PROOF),
    (
        Control(
            "the paper's experiment",
            conditions(lambda _: iter((MNIST_BATCH,))),
            Outcome.FAILS,
            lambda: 11.5 / 0.3 > 6,  # alpha > log(1/delta)/eps against log(n/b)
        ),
    ),
)
NO_CONSTANTS = (
    CONDITIONS,
    Cases(
        name="constants of the proof (squares)",
        part="universal constants",
        cases=constants(**PROOF),
        holds=both_squared,
        failure="1-Lipschitz, (1/sqrt T)-smooth F: half of the gradient is left at every iterate, "
        "at their average and at a random one; the printed T lacks beta",
    ),
    Cases(
        name="C_2 = 10^6 (squares)",
        part="universal constants",
        cases=constants(F(1, 80), F(10**6), 10**8),
        holds=both_squared,
        failure="no constants help: d and n grow, beta falls like 1/d",
    ),
)
RANDOM_ITERATE = (
    r"for every $T\ge1$, $M=G^2/b+\beta d\nu^2$, $\eta=\min\{1/L,\sqrt{2D_F/(TLM)}\}$ and an "
    r"iterate $w^R$ drawn uniformly from $w^0,\dots,w^{T-1}$: $\mathbb E\Vert\nabla F(w^R)\Vert_{"
    r"A_\sigma^{-1}}^2\le2\max\{\sqrt{2D_FLM/T},2LD_F/T\}$, $\frac MT=\frac{G^2}{bT}+"
    r"\frac{20\beta dG^2(\log(1/\delta)+(1-\mu)\epsilon)}{\mu(1-\mu)n^2\epsilon^2}$"
)
CHANGES = (
    "a step size with a unit, at most 1/L, for any T",
    "2 D_F instead of 2 D_F + L G^2/b",
    "log(1/delta) + (1-mu) eps instead of log(1/delta)",
    "explicit constants",
)
THM_3 = Claim(
    id="lssgd/thm-3",
    where="§3, Thm 3",
    title="utility for nonconvex F",
    statement=r"$f_i$ $G$-Lipschitz with $L$-Lipschitz gradient, conditions of Thm 1, $\eta="
    r"1/\sqrt T$, $T=C_1(D_F+LG^2/b)n^2\epsilon^2/(dLG^2\log(1/\delta))$, average iterate: "
    r"$\mathbb E\Vert\nabla F(\tilde w)\Vert_{A_\sigma^{-1}}^2\le C_2\frac{G\sqrt{\beta dL(2D_F+"
    r"LG^2/b)\log(1/\delta)}}{n\epsilon}$, $C_1,C_2$ universal.",
    units=UNITS,
    checks=(*NO_CONSTANTS, TENT),
    repair=Repair(
        statement=f"$f_i$ $G$-Lipschitz, $F$ $L$-smooth, $\\nu$ of Theorem 1; {RANDOM_ITERATE}.",
        changes=("a random iterate instead of the average", *CHANGES),
        checks=(*NONCONVEX, NOISE_LEVEL),
        consequence="the gradient at the average of the iterates is bounded by nothing; a bound "
        "with sqrt(beta) holds for a random iterate in the norm of the inverse, which alone can be "
        "1 + 4 sigma times smaller than the squared 2-norm.",
    ),
    note="Nonconvex is read as not assumed convex. T = 1/eta^2 has no unit, and eta = 1/sqrt(T) is "
    "too large for T < L^2 (proof-3-step-size).",
)
ITERATIONS = Claim(
    id="lssgd/thm-3-iteration-number",
    where="§3, Thm 3",
    title="number of iterations",
    statement=r"$T=C_1(D_F+LG^2/b)n^2\epsilon^2/(dLG^2\log(1/\delta))$ gives the factor "
    r"$\sqrt\beta$ of the bound (universal $C_1,C_2$, all iterates).",
    units=UNITS,
    checks=NO_CONSTANTS,
    repair=Repair(
        statement=f"The factor $\\sqrt\\beta$ needs $T$ of the appendix, with $\\beta$, or more: "
        f"{RANDOM_ITERATE}.",
        changes=("T with beta, or any larger one", *CHANGES),
        checks=(*NONCONVEX, NOISE_LEVEL),
        consequence="with less noise more iterations are needed: for T without beta the "
        "optimisation term 2 D_F/(eta T) does not shrink with sigma.",
    ),
)

# The 2-norm --------------------------------------------------------------------------------------


def last_squared(C1: Any, n: int, **s: Any) -> tuple[Any, Any]:
    """Squares of both sides over 1 + 4 sigma, zeta = sqrt(beta)(1 + 4 sigma), on the ramp."""
    d = s["d"]
    right = utility.norm_chain_squared(
        share(d, d**3, power=2), s["gap"], s["L"], 1, n, s["eps"], d, s["ell"]
    )
    return QUARTER, right


def proof_constant(gap: Any, other: Any, L: Any, m: Any) -> Any:
    """The square of the proof's bound over that of the rate: 4 times 20 m, m = 1/(mu(1-mu))."""
    return 80 * m * L * (2 * gap + other)


LAST = Claim(
    id="lssgd/norm-chain-last",
    where="§3, after Prop 2",
    title="utility in the 2-norm",
    statement=r"$(1+4\sigma)\mathbb E\Vert\nabla F(\tilde w)\Vert^2_{A_\sigma^{-1}}\le4\zeta"
    r"\frac{G\sqrt{6dL(2D_F+LG^2)\log(1/\delta)}}{n\epsilon}$.",
    units=UNITS | {"m": "1", "other": "loss"},
    checks=(
        CONDITIONS,
        Cases(
            name="T of Theorem 3, C_1 = 1/80 (squares over 1 + 4 sigma)",
            part="bound",
            cases=lambda _: iter(({"C1": F(1, 80)} | ramp(F(1, 80), 10_000),)),
            holds=last_squared,
            failure="as for thm-3",
        ),
    ),
    repair=Repair(
        statement=r"For a random iterate and $T$ of the appendix with $C_1=\mu(1-\mu)/20$, "
        r"$\eta=1/\sqrt T\le1/L$: $(1+4\sigma)\mathbb E\Vert\nabla F(w^R)\Vert^2_{A_\sigma^{-1}}\le"
        r"2\zeta\frac{G\sqrt{20dL(2D_F+LG^2/b)(\log(1/\delta)+(1-\mu)\epsilon)}}"
        r"{\sqrt{\mu(1-\mu)}n\epsilon}$.",
        changes=(
            "a random iterate, T with beta",
            "2 sqrt(20/(mu(1-mu))) >= 17.9 instead of 4 sqrt(6) = 9.8",
            "log(1/delta) + (1-mu) eps instead of log(1/delta)",
            "G^2/b instead of G^2",
        ),
        checks=(
            *NONCONVEX,
            NOISE_LEVEL,
            Inequality(
                name="the proof's constant at the best mu exceeds 4 sqrt(6) (squares)",
                part="constant",
                lhs=lambda gap, other, L, m: 96 * L * (2 * gap + other) + 0 * m,
                rhs=proof_constant,
                domain=Domain(
                    {
                        "gap": Range(0, 3, corners=(1, 0)),
                        "other": Range(0.01, 3, log=True, corners=(1,)),
                        "L": Range(0.1, 4, log=True, corners=(1, 2)),
                        "m": Range(4, 40, corners=(4,)),
                    }
                ),
                proof=Decomposition(
                    {
                        "L": "positive",
                        "other": "positive",
                        "gap": "nonnegative",
                        "k": "nonnegative",
                    },
                    "1/(mu(1-mu)) >= 4 for every mu",
                    substitution=lambda gap, other, L, k: {
                        "gap": gap,
                        "other": other,
                        "L": L,
                        "m": 4 + k,
                    },
                ),
            ),
        ),
        consequence="zeta > 1 for every sigma > 0: in the 2-norm the bound of DP-LSSGD is worse "
        "than that of DP-SGD, as the paper says.",
    ),
)
CLAIMS = (THM_3, ITERATIONS, LAST)
