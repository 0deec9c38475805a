r"""Section 3, Theorem 2: utility of DP-LSSGD for convex F, its hypotheses and its constants.

The instance that defeats all universal constants: all f_i are Huber's function of slope G = 1 and
half-width h = sqrt(T) of the coordinate u'w, u a unit vector with equal entries, for which A acts
as the identity; the start lies at R = 2 sqrt(T). No step moves E u'w by more than eta G, whatever
the noise, so that by Jensen's inequality (F is convex and at least |u'w| - h/2)
:math:`E F(\tilde w) - F_* \ge R - h/2 - \eta(T-1)/2 \ge \sqrt T`, while :math:`D_\sigma = R^2 = 4T`
does not depend on the smoothing and :math:`\gamma` can be made as small as 1/d.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from dptheory.numbers import sqrt
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed_privacy
from verify.papers.lssgd import printed_utility as printed
from verify.papers.lssgd.proof_2 import (
    AVERAGED,
    NOISE_LEVEL,
    SHARP,
    STATE,
    STEP_1,
    STEP_SIZES,
    VARIANCE,
    left_noise,
    on_quadratics,
)
from verify.papers.lssgd.proof_2_rates import RATE, ROOTS, sharp

Case = dict[str, Any]
F = Fraction
UNITS = ROOTS | {"C2": "1", "c": "1", "m": "1"}

# Theorem 2: no universal constants ---------------------------------------------------------------

HALF = F(1, 2)
PROOF = {"C1": F(1, 80), "C2": F(11)}  # sqrt(120) = 10.95 is what the proof gives at mu = 1/2


def ramp(C1: Any, n: int) -> Case:
    """n records in batches of n/100, T = 10^4, eps = 10, d such that log(1/delta) is about 10."""
    b, T, eps, D = n // 100, 10**4, F(10), 4 * 10**4
    d = int(4 * C1 * n**2 * eps**2 / 10)
    # So that T is Theorem 2's.
    ell = printed.thm_2_iterations(C1, D, 1, F(b), n, eps, d, F(1)) / T
    return {"n": n, "b": b, "T": T, "eps": eps, "d": d, "ell": ell, "sigma": d**3}


def share(d: int, sigma: Any, power: int = 1) -> Any:
    """An upper bound of gamma (power 1) and beta (power 2): sin(pi j/d) >= 2/d for 0 < j < d."""
    return F(1, d) + 1 / (1 + F(16 * sigma, d**2)) ** power


def both_squared(C1: Any, C2: Any, n: int, b: int, T: int, **s: Any) -> tuple[Any, Any]:
    """Squares: of a lower bound of the error, and of the bound of Theorem 2."""
    bound = printed.thm_2_squared(
        C2, 4 * T, 1, F(b), n, s["eps"], s["d"], s["ell"], share(s["d"], s["sigma"])
    )
    return F(T), bound


def constants(C1: Any, C2: Any, n: int) -> Callable[[Context], Iterator[Case]]:
    return lambda _: iter(({"C1": C1, "C2": C2} | ramp(C1, n),))


def meets_theorem_1(n: int, b: int, T: int, eps: Any, ell: Any, **_: Any) -> bool:
    """Both conditions of Theorem 1 at mu = 1/2, in ball arithmetic."""
    from flint import arb, fmpq

    alpha = printed_privacy.order(ell, HALF, eps)
    limit = printed_privacy.order_argument(T, alpha, HALF, F(n), F(b), eps)
    room = arb(fmpq(*limit.as_integer_ratio())).log() - arb(fmpq(*alpha.as_integer_ratio()))
    ratio = printed_privacy.noise_ratio(T, alpha, HALF, F(n), F(b), eps)
    return bool(room >= 0) and ratio >= printed_privacy.LEAST_RATIO


def conditions(cases: Callable[[Context], Iterator[Case]], controls: Any = ()) -> Cases:
    return Cases(
        name="the instance meets the conditions of Theorem 1",
        part="conditions",
        cases=cases,
        holds=meets_theorem_1,
        level=Level.CERTIFIED,
        controls=controls,
    )


MNIST_BATCH = {"n": 50000, "b": 128, "T": 19531, "eps": F(3, 10), "ell": F(115, 10)}
CONDITIONS = conditions(
    constants(**PROOF, n=1000),
    (
        Control(
            "the paper's experiment",
            conditions(lambda _: iter((MNIST_BATCH,))),
            Outcome.FAILS,
            lambda: 11.5 / 0.3 > 6,  # alpha > log(1/delta)/eps against log(n/b)
        ),
    ),
)
IMPROVED = on_quadratics(
    lambda h, eta, sigma, e, nu, T: sharp(
        2 * (1 + 4 * sigma) * e**2, left_noise(sigma, nu), T, eta
    ),
    "exact moments on quadratics against the repair",
    1,
)
SMOOTH = (STEP_1, SHARP, VARIANCE, AVERAGED, IMPROVED, *RATE, NOISE_LEVEL)
THM_2 = Claim(
    id="lssgd/thm-2",
    where="§3, Thm 2",
    title="utility for convex F",
    statement=r"$F$ convex, $f_i$ $G$-Lipschitz, conditions of Thm 1, $\eta_k=1/\sqrt T$, "
    r"$T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(dG^2\log(1/\delta))$, $D_\sigma=\Vert w^0-w^*"
    r"\Vert_{A_\sigma}^2$: the average iterate has $\mathbb E(F(\tilde w)-F(w^*))\le"
    r"C_2G\sqrt{6\gamma(D_\sigma+G^2/b)d\log(1/\delta)}/(n\epsilon)$, $C_1,C_2$ universal.",
    units=UNITS,
    checks=(
        CONDITIONS,
        Cases(
            name="constants of the proof (squares)",
            part="universal constants",
            cases=constants(**PROOF, n=1000),
            holds=both_squared,
            failure="F convex, 1-Lipschitz and (1/sqrt T)-smooth, error constant: the printed T "
            "lacks gamma, and the distance that T steps can cover does not shrink with gamma",
        ),
        Cases(
            name="C_2 = 10^6 (squares)",
            part="universal constants",
            cases=constants(F(1, 80), F(10**6), 10**8),
            holds=both_squared,
            failure="no constants help: d and n grow, gamma falls like 1/d",
        ),
    ),
    repair=Repair(
        statement=r"$F$ convex and $L$-smooth, $f_i$ $G$-Lipschitz, any $T\ge1$, $V=G^2/b+\gamma d"
        r"\nu^2$ with $\nu$ of Theorem 1, $\eta=\min\{1/L,\sqrt{D_\sigma/(TV)}\}$: $\mathbb E(F("
        r"\tilde w)-F^*)\le\max\{\sqrt{D_\sigma V/T},LD_\sigma/T\}$, $\frac VT=\frac{G^2}{bT}+"
        r"\frac{20\gamma dG^2(\log(1/\delta)+(1-\mu)\epsilon)}{\mu(1-\mu)n^2\epsilon^2}$. Without "
        "smoothness the same with $G^2$ for $G^2/b$ and no cap on the step "
        "(thm-2-lipschitz-only).",
        changes=(
            "F L-smooth, eta at most 1/L",
            "a step size with a unit, for any T",
            "D_sigma instead of D_sigma + G^2/b",
            "log(1/delta) + (1-mu) eps instead of log(1/delta)",
            "explicit constants",
        ),
        checks=SMOOTH,
        consequence="a true bound with sqrt(gamma D_sigma) that falls with T. The learning rate "
        "must be tuned to D_sigma and to the noise; and the bound is for the average iterate, "
        "while Algorithm 1 and the experiments return the last one.",
    ),
    note="Under the appendix's T, which has gamma, the rate holds for smooth F and T >= 4 L^2 "
    "(proof-2-iteration-number). In the paper's experiments the conditions of Theorem 1 cannot "
    "hold (thm-1-hypotheses).",
)

# Lipschitz only ----------------------------------------------------------------------------------


def average(slope: Callable[[Any], Any], w: Any, eta: Any, T: int) -> Any:
    """The average of T iterates of gradient descent in one dimension."""
    kept = 0 * w
    for _ in range(T):
        kept, w = kept + w, w - eta * slope(w)
    return kept / T


def huber(w: Any, L: Any) -> Any:
    """Huber's function of slope 1 and curvature L; L = 0 stands for |w|."""
    if L == 0 or abs(w) * L >= 1:
        return abs(w) - (F(1, 2) / L if L else 0)
    return L * w**2 / 2


def huber_slope(w: Any, L: Any) -> Any:
    if L == 0 or abs(w) * L >= 1:
        return (w > 0) - (w < 0)
    return L * w


def zigzag(L: Any, T: int, w0: Any, b: int) -> tuple[Any, Any]:
    """F(average) - F* without noise, all records alike, and the bound of step 3 at 1/sqrt(T)."""
    eta = 1 / sqrt(F(T))
    error = huber(average(lambda w: huber_slope(w, L), w0, eta, T), L)
    return error, printed.step_3(w0**2, eta, T, F(1), F(b), 0)


def kinked(_: Context) -> Iterator[Case]:
    for T in (4, 16, 100):
        yield {"L": F(0), "T": T, "w0": F(-1, 8 * T), "b": 64 * T}


LIPSCHITZ = Inequality(
    name="one step with the whole batch gradient",
    part="one step",
    # E|g_B|^2 = G^2 - excess; s q of it is left in the norm of the inverse.
    lhs=lambda eta, G, p, s, slack, excess, noise: 2 * eta * p,
    rhs=lambda eta, G, p, s, slack, excess, noise: (
        2 * eta * (p + slack) - eta**2 * (s * (G**2 - excess) + noise) + eta**2 * (G**2 + noise)
    ),
    domain=Domain(
        {"eta": STEP_SIZES["eta"], "G": Range(0.1, 5, log=True, corners=(1,))}
        | {"p": STATE["p"], "s": STATE["s"], "slack": STATE["slack"]}
        | {"excess": Range(0, 9, corners=(0, 1)), "noise": Range(0, 9, corners=(0, 1))},
        where=lambda G, excess, **_: excess <= G**2,
    ),
    proof=Decomposition(
        {"eta": "positive", "q": "nonnegative"}
        | dict.fromkeys(("m", "p", "slack", "excess", "noise"), "nonnegative"),
        "convexity, and a batch gradient is at most G long; every eta > 0",
        substitution=lambda eta, q, m, excess, **rest: (
            rest | {"eta": eta, "G": sqrt(q + excess), "s": 1 / (1 + m), "excess": excess}
        ),
    ),
)
ATTAINED = Identity(
    name="attained at T = 1 on F = G|w|",
    part="sharp",
    lhs=lambda G, eta: G * (eta * G),
    rhs=lambda G, eta: sharp((eta * G) ** 2, G**2, 1, eta),
    symbols={"G": "positive", "eta": "positive"},
    instance={"G": F(2), "eta": F(3)},
    general="start at eta G, no noise",
)
LIPSCHITZ_ONLY = Claim(
    id="lssgd/thm-2-lipschitz-only",
    where="§3, Thm 2, hypotheses",
    title="without smoothness",
    statement="The bound of Theorem 2 (explicit form of step 3 of the proof) holds for convex $F$ "
    "with $G$-Lipschitz $f_i$.",
    units=UNITS,
    checks=(
        Cases(
            name="F = |w|, b = n, no noise, eta = 1/sqrt(T)",
            cases=kinked,
            holds=zigzag,
            failure="the iterates jump across the kink: -1/32, 15/32, ...",
        ),
    ),
    repair=Repair(
        statement=r"$\mathbb E(F(\tilde w)-F^*)\le\frac{D_\sigma+\sum\eta_k^2(G^2+\gamma d\nu^2)}"
        r"{2\sum\eta_k}$ for convex $F$ with $G$-Lipschitz $f_i$ and every step size.",
        changes=("G^2 instead of G^2/b", "2 instead of 2/3"),
        checks=(STEP_1, LIPSCHITZ, AVERAGED, ATTAINED),
        consequence="large batches do not help a nonsmooth loss. The logistic losses of the "
        "experiments are smooth.",
    ),
    note="(9) and (10) are proved for smooth F only; step 1 needs (10).",
)

# Step size ---------------------------------------------------------------------------------------

STEP_SIZE = Claim(
    id="lssgd/thm-2-step-size",
    where="§3, Thm 2, hypotheses",
    title="step size",
    statement=r"$\eta_k=1/\sqrt T$ for every $T$ of Theorem 2 (the proof uses $\eta\le1/(2L)$).",
    units=UNITS,
    checks=(
        Inequality(
            name="1/sqrt(T) <= 1/(2L)",
            part="proof",
            # T = t^2.
            lhs=lambda t, L: 1 / t,
            rhs=lambda t, L: 1 / (2 * L),
            domain=Domain(
                {
                    "t": Range(1, 100, corners=(1, 2)),
                    "L": Range(0.01, 100, log=True, corners=(1, 2)),
                }
            ),
            consequence="1/sqrt(T) is no length^2/loss: it is too large for any loss measured in "
            "small enough units",
        ),
        Cases(
            name="Huber's function, L = 16, b = n, no noise",
            part="bound",
            cases=lambda _: iter(({"L": F(16), "T": 4, "w0": F(-1, 8), "b": 256},)),
            holds=zigzag,
            failure="convex and smooth, but eta = 1/2 exceeds 1/(2L): the bound of step 3 fails",
        ),
    ),
    repair=Repair(
        statement=r"$\eta=\min\{1/L,\sqrt{D_\sigma/(T(G^2/b+\gamma d\nu^2))}\}$ for every $T\ge1$.",
        changes=("a step size with the unit length^2/loss", "capped at 1/L"),
        checks=(SHARP, *RATE),
        consequence="1/sqrt(T) needs T >= 4 L^2 and is far from the best step wherever D_sigma and "
        "G^2/b + gamma d nu^2 are not alike; the experiments use 1/t instead.",
    ),
)

# Constants ---------------------------------------------------------------------------------------

ARGUMENTS = ("C2", "D", "G", "b", "n", "eps", "d", "ell", "gamma")
CONSTANT = Claim(
    id="lssgd/thm-2-constant",
    where="§3, Thm 2; App A step 4",
    title="constant",
    statement=r"The bound reads $C_2G\sqrt{6\gamma(D_\sigma+G^2/b)d\log(1/\delta)}/(n\epsilon)$ "
    r"(main text) and $C_2G\sqrt{\gamma(D_\sigma+G^2/b)d\log(1/\delta)}/(n\epsilon)$ (appendix).",
    units=UNITS,
    checks=(
        Identity(
            name="main text and appendix with one C_2",
            lhs=printed.thm_2,
            rhs=printed.step_4,
            symbols=dict.fromkeys(ARGUMENTS, "positive"),
            instance=dict.fromkeys(ARGUMENTS, F(1)),
            consequence="they differ by sqrt(6)",
        ),
    ),
    repair=Repair(
        statement=r"$C_2$ of the appendix is $\sqrt6$ times that of the main text. The proof gives "
        r"$\frac32(\frac1{\sqrt{C_1}}+\frac{20\sqrt{C_1}}{\mu(1-\mu)})\ge12\sqrt5=26.83$ for the "
        r"appendix, with equality at $\mu=1/2$, $C_1=1/80$.",
        changes=("two constants instead of one", "explicit values"),
        checks=(
            Identity(
                name="squares",
                part="ratio",
                lhs=lambda C2, D, G, b, n, eps, d, ell, gamma: printed.thm_2_squared(
                    C2, D, G, b, n, eps, d, ell, gamma
                ),
                rhs=lambda C2, D, G, b, n, eps, d, ell, gamma: (
                    6 * printed.step_4(C2, D, G, b, n, eps, d, ell, gamma) ** 2
                ),
                symbols=dict.fromkeys(ARGUMENTS, "positive"),
            ),
            Inequality(
                name="smallest constant of the proof (squares)",
                part="value",
                # C_1 = c^2 and 1/(mu(1-mu)) = m >= 4.
                lhs=lambda c, m: 720 + 0 * c * m,
                rhs=lambda c, m: F(9, 4) * (1 / c + 20 * c * m) ** 2,
                domain=Domain(
                    {
                        "c": Range(0.01, 1, log=True, corners=(F(1, 9), F(1, 8))),
                        "m": Range(4, 40, corners=(4,)),
                    }
                ),
                proof=Decomposition(
                    {"c": "positive", "k": "nonnegative"},
                    "(1/c + 20 c m)^2 = (1/c - 20 c m)^2 + 80 m, m >= 4",
                    terms=lambda c, k: (
                        F(9, 4) * (1 / c - 20 * c * (4 + k)) ** 2,
                        180 * k,
                    ),
                    substitution=lambda c, k: {"c": c, "m": 4 + k},
                ),
            ),
        ),
        consequence="sqrt(80) = 8.94 by the repair of thm-2.",
    ),
)

CLAIMS = (THM_2, LIPSCHITZ_ONLY, STEP_SIZE, CONSTANT)
