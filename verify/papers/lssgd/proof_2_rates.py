r"""Appendix A.2, step 4: from the explicit bound to a rate, and the choice of step size and T."""

from fractions import Fraction
from typing import Any

from dptheory.bounds import smoothed
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.lssgd import printed_utility as printed
from verify.papers.lssgd.proof_2 import NOISE_LEVEL, UNITS

F = Fraction
# p, q and t stand for the roots of D, V and T; the unit of a power of p decides.
ROOTS = UNITS | {"p": "length", "q": "loss/length", "R": "length", "V": "loss^2/length^2"}

# Step 4 as printed -------------------------------------------------------------------------------


def substituted(t: Any, gamma: Any, d: Any, G: Any, ell: Any, n: Any, eps: Any, **s: Any) -> Any:
    """T of step 4 with C_1 = 1, and the second bound of step 3 at eta = 1/t, T = t^2."""
    b = s["b"]
    D = t**2 * gamma * d * G**2 * ell / (n * eps) ** 2 - G**2 / b
    level = printed.noise_level(gamma, d, t**2, G, ell, n, eps, s["mu"])
    T = printed.step_4_iterations(1, D, G, b, n, eps, d, ell, gamma)
    return ((T, printed.step_3(D, 1 / t, t**2, G, b, level)),)


def with_constant(t: Any, gamma: Any, d: Any, G: Any, ell: Any, n: Any, eps: Any, **s: Any) -> Any:
    """t^2, and C_2 G sqrt(gamma (D + G^2/b) d log(1/delta))/(n eps).

    C_2 = (3/2)(1 + 20/(mu(1-mu))); the root is t gamma d G log(1/delta)/(n eps).
    """
    root = t * gamma * d * G * ell / (n * eps) + 0 * s["b"]
    return ((t**2, F(3, 2) * (1 + 20 / (s["mu"] * (1 - s["mu"]))) * G * root / (n * eps)),)


ALGEBRA = Identity(
    name="substitution",
    part="algebra",
    lhs=substituted,
    rhs=with_constant,
    symbols={"mu": "fraction"}
    | dict.fromkeys(("t", "gamma", "d", "G", "ell", "n", "eps", "b"), "positive"),
    general="at C_1 = 1; in general C_2 = (3/2)(1/sqrt(C_1) + 20 sqrt(C_1)/(mu(1-mu))), least at "
    "C_1 = mu(1-mu)/20 and mu = 1/2: C_2 = 3 sqrt(80) = 26.83",
)


def start_gap(R: Any, G: Any, L: Any) -> Any:
    """F(w_0) - F* of Huber's function with slope G and curvature L at |w_0| = R >= G/L."""
    return G * R - G**2 / (2 * L)


ONE_ITERATION = Inequality(
    name="T = 1 returns the start",
    part="iteration number",
    lhs=lambda R, G, L, b: start_gap(R, G, L),
    # C_2 sqrt(C_1) (D + G^2/b)/sqrt(T) at the proof's C_1 = 1/80, C_2 = 3 sqrt(80), T = 1, d = 1.
    rhs=lambda R, G, L, b: 3 * (R**2 + G**2 / b),
    domain=Domain(
        {
            "R": Range(0.05, 3, log=True, corners=(F(1, 6),)),
            "G": Range(0.1, 10, log=True, corners=(1,)),
            "L": Range(0.01, 100, log=True, corners=(60,)),
            "b": Range(1, 1000, integer=True, corners=(100,)),
        },
        where=lambda R, G, L, b: L * R >= G,
    ),
    consequence="F is L-smooth and convex, but eta = 1/sqrt(T) exceeds 1/(2L)",
)

# The balanced step size --------------------------------------------------------------------------

POSITIVE = {
    "L": Range(0.1, 9.0, log=True, corners=(1, 4)),
    "T": Range(1, 50, integer=True, corners=(1, 4)),
}


def sharp(D: Any, V: Any, T: Any, eta: Any) -> Any:
    """The bound of T steps of coefficient 2, eta <= 1/L; V = G^2/b + gamma d nu^2."""
    return (D / (eta * T) + eta * V) / 2


BALANCED = Identity(
    name="step size sqrt(D/(T V))",
    part="step size",
    # D = p^2, V = q^2, T = t^2.
    lhs=lambda p, q, t: sharp(p**2, q**2, t**2, p / (t * q)),
    rhs=lambda p, q, t: p * q / t,
    symbols=dict.fromkeys(("p", "q", "t"), "positive"),
    instance={"p": F(2), "q": F(7), "t": F(3)},
    general="the value sqrt(D V/T), where the step size is at most 1/L",
)
CAPPED = Inequality(
    name="step size 1/L where it is the smaller one",
    part="step size",
    lhs=lambda D, V, T, L: sharp(D, V, T, 1 / L),
    rhs=lambda D, V, T, L: L * D / T,
    domain=Domain(
        POSITIVE
        | {
            "D": Range(0.1, 5.0, log=True, corners=(1,)),
            "V": Range(0.001, 5.0, log=True, corners=(1, F(1, 100))),
        },
        where=lambda D, V, T, L: V * T <= L**2 * D,
    ),
    proof=Decomposition(
        {"D": "positive", "T": "positive", "L": "positive", "k": "nonnegative"},
        "V T <= L^2 D",
        substitution=lambda D, T, L, k: {"D": D, "T": T, "L": L, "V": L**2 * D / (T * (1 + k))},
    ),
)
LIBRARY = Inequality(
    name="the library's step size and bound",
    part="step size",
    lhs=lambda D, V, T, L: smoothed.convex_smooth(
        D, L, V, smoothed.convex_step_size(D, L, V, int(T)), int(T)
    ),
    rhs=lambda D, V, T, L: smoothed.convex_best(D, L, V, int(T)),
    domain=Domain(CAPPED.domain.ranges),
)
BUDGET_LEVEL = Identity(
    name="sampling and noise an iteration",
    part="noise",
    # V/T with V = G^2/b + gamma d nu^2, nu of Theorem 1, times D.
    lhs=lambda D, G, b, T, gamma, d, ell, eps, mu, n: (
        D / T * (G**2 / b + gamma * d * printed.noise_variance(T, ell, eps, mu, G, n))
    ),
    rhs=lambda D, G, b, T, gamma, d, ell, eps, mu, n: (
        D
        * G**2
        * (1 / (b * T) + 20 * gamma * d * (ell + (1 - mu) * eps) / (mu * (1 - mu) * (n * eps) ** 2))
    ),
    symbols={"mu": "fraction"}
    | dict.fromkeys(("D", "G", "b", "T", "gamma", "d", "ell", "eps", "n"), "positive"),
    instance={"D": F(2), "G": F(3), "b": F(5), "T": F(7), "gamma": F(1, 2), "d": F(3)}
    | {"ell": F(4), "eps": F(3), "mu": F(1, 3), "n": F(11)},
    general="it falls with T: from T = mu n^2 eps/(20 b gamma d alpha) on the noise is the larger "
    "part, and more iterations do no harm",
)
RATE = (BALANCED, CAPPED, LIBRARY, BUDGET_LEVEL)

ITERATIONS = Claim(
    id="lssgd/proof-2-iteration-number",
    where="App A, step 4",
    title="number of iterations",
    statement=r"$\eta=1/\sqrt T$, $T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(\gamma dG^2\log(1/\delta))$ "
    r"gives $\frac{C_2G\sqrt{\gamma(D_\sigma+G^2/b)d\log(1/\delta)}}{n\epsilon}$.",
    units=ROOTS,
    checks=(ALGEBRA, ONE_ITERATION),
    repair=Repair(
        statement=r"$L$-smooth convex $F$, any $T\ge1$, $V=G^2/b+\gamma d\nu^2$, $\eta=\min\{1/L,"
        r"\sqrt{D_\sigma/(TV)}\}$: at most $\max\{\sqrt{D_\sigma V/T},LD_\sigma/T\}$, where "
        r"$V/T=\frac{G^2}{bT}+\frac{20\gamma dG^2(\log(1/\delta)+(1-\mu)\epsilon)}"
        r"{\mu(1-\mu)n^2\epsilon^2}$.",
        changes=(
            "F L-smooth and eta at most 1/L",
            "a step size with a unit, for any T",
            "D_sigma instead of D_sigma + G^2/b",
            "log(1/delta) + (1-mu) eps instead of log(1/delta)",
        ),
        checks=(*RATE, NOISE_LEVEL),
        consequence="the rate survives, with C_2 = sqrt(80) = 8.94 in the limit of many iterations "
        "instead of 26.83; no iteration number has to be met.",
    ),
    note="T need not be a whole number or at least 1. The constants depend on mu, and with the +1 "
    "of alpha also on eps/log(1/delta).",
)
CLAIMS = (ITERATIONS,)
