r"""Appendix A.3: the proof of Theorem 3.

In an eigenbasis of A a coordinate of the gradient with eigenvalue 1/s contributes s q to
:math:`\|\nabla F\|_{A^{-1}}^2` and s^2 q to :math:`\|A^{-1}\nabla F\|_2^2`, q its square. With the
gap of the descent lemma one step is
:math:`E F(w_{k+1}) = F(w_k) - \eta\sum sq + \frac{L\eta^2}2(\sum s^2q + M) - gap`,
M = E|A^{-1}(sampling error + noise)|^2.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.bounds import smoothed
from dptheory.numbers import exp, log
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed_privacy
from verify.papers.lssgd import printed_utility as printed
from verify.papers.lssgd.proof_2 import NOISE_LEVEL, STATE, STEP_SIZES, UNITS, VARIANCE

Case = dict[str, Any]
F = Fraction
UNITS_3 = UNITS | {
    "M": "loss^2/length^2",
    "other": "loss^2/length^2",
    "left": "loss",
    "w0": "length",
    "roots": "1",
    "beta": "1",
}

# One step, and their sum -------------------------------------------------------------------------

SMALL = Domain(
    STEP_SIZES | {"q": STATE["q"], "s": STATE["s"]}, where=lambda eta, L, **_: eta * L <= 1
)
FALL = Inequality(
    name="a step of size at most 1/L keeps half of the first-order decrease",
    part="one step",
    lhs=lambda eta, L, q, s: eta * s * q / 2,
    rhs=lambda eta, L, q, s: eta * s * q - L * eta**2 * s**2 * q / 2,
    domain=SMALL,
    proof=Decomposition(
        {"eta": "positive"} | dict.fromkeys(("k", "m", "q"), "nonnegative"),
        "s <= 1, eta L <= 1; the coordinates add up",
        substitution=lambda eta, k, m, q: {
            "eta": eta,
            "L": 1 / (eta * (1 + k)),
            "q": q,
            "s": 1 / (1 + m),
        },
    ),
)
SECOND_ORDER = Identity(
    name="squared length of a smoothed step, one coordinate",
    part="one step",
    lhs=lambda value, g, z: ((g + z) ** 2 + (g - z) ** 2) / (2 * value**2),
    rhs=lambda value, g, z: (g**2 + z**2) / value**2,
    symbols={"value": "positive", "g": "real", "z": "real"},
    instance={"value": F(3), "g": F(5), "z": F(7)},
    general="by any law of mean 0; white noise adds beta d nu^2, the sampling error at most G^2/b",
)
TELESCOPED = Inequality(
    name="two steps",
    part="sum",
    # (eta/2) q_k = F_k - F_{k+1} + eta^2 L M/2 - slack_k, k = 0, 1, and F_2 - F* = left.
    lhs=lambda eta, L, M, gap, left, slack: (
        (gap - left + 2 * eta**2 * L * M / 2 - slack) * 2 / (2 * eta)
    ),
    rhs=lambda eta, L, M, gap, left, slack: 2 * gap / (2 * eta) + eta * L * M,
    domain=Domain(
        STEP_SIZES | {n: Range(0, 3, corners=(1, 0)) for n in ("M", "gap", "left", "slack")},
        where=lambda eta, L, **_: eta * L <= 1,
    ),
    proof=Decomposition(
        {"eta": "positive", "L": "positive"}
        | dict.fromkeys(("M", "gap", "left", "slack"), "nonnegative"),
        "the values telescope, for any number of steps, and F_T >= F*; the mean is over k = 0, "
        "..., T - 1",
    ),
)
LIBRARY = Inequality(
    name="the library's step size and bound",
    part="sum",
    lhs=lambda gap, M, T, L: smoothed.nonconvex(
        gap, L, M, smoothed.nonconvex_step_size(gap, L, M, int(T)), int(T)
    ),
    rhs=lambda gap, M, T, L: smoothed.nonconvex_best(gap, L, M, int(T)),
    domain=Domain(
        {
            "gap": Range(0.1, 5.0, log=True, corners=(2,)),
            "M": Range(0.01, 5.0, log=True, corners=(1, 4)),
            "T": Range(1, 50, integer=True, corners=(1, 4)),
            "L": Range(0.1, 9.0, log=True, corners=(1, 4)),
        }
    ),
)
NONCONVEX = (FALL, SECOND_ORDER, VARIANCE, TELESCOPED, LIBRARY)

# Step size ---------------------------------------------------------------------------------------

STEP_SIZE = Claim(
    id="lssgd/proof-3-step-size",
    where="App A, descent step",
    title="step size",
    statement=r"$1-\eta_kL/2>1/2$ for $\eta=1/\sqrt T$.",
    units=UNITS_3,
    checks=(
        Inequality(
            name="T = t^2",
            lhs=lambda t, L: F(1, 2) + 0 * t * L,
            rhs=lambda t, L: 1 - L / (2 * t),
            domain=Domain(
                {"t": Range(1, 100, corners=(1, 2)), "L": Range(0.01, 99, log=True, corners=(2, 1))}
            ),
            consequence="it needs T > L^2, and 1/sqrt(T) has no unit",
        ),
    ),
    repair=Repair(
        statement=r"$1-\eta L/2\ge1/2$ for $\eta\le1/L$, with equality at $\eta=1/L$.",
        changes=("eta at most 1/L", "at least instead of greater than"),
        checks=(FALL,),
        consequence="as for thm-2-step-size: the printed step size is too large for T < L^2.",
    ),
)

# The sum -----------------------------------------------------------------------------------------


def from_the_minimum(h: Any, eta: Any, w0: Any, nu: Any) -> Any:
    """E F(w_1) for F = h w^2/2, d = 1, exactly."""
    return h * ((1 - eta * h) ** 2 * w0**2 + eta**2 * nu**2) / 2


SUM = Claim(
    id="lssgd/proof-3-sum",
    where="App A",
    title="sum over the iterations",
    statement=r"$\frac1T\sum_{k=1}^{T-1}\mathbb E\Vert\nabla F(w^k)\Vert^2_{A_\sigma^{-1}}\le"
    r"\frac2{\eta T}(F(w^0)-F(w^*))+\eta L(G^2/b+d\beta\nu^2)$, from a line with "
    r"$\frac{\eta_k^2L(G^2+d\beta\nu^2)}2$, by $\mathbb EF(w^T)\le F(w^0)-\sum_{k=1}^{T-1}\dots+"
    r"\sum_{k=1}^{T-1}\frac{\eta_k^2L(G^2/b+d\beta\nu^2)}2$.",
    units=UNITS_3,
    hypotheses=("eta at most 1/L",),
    checks=(
        FALL,
        SECOND_ORDER,
        VARIANCE,
        TELESCOPED,
        Inequality(
            name="the line's constant within the sum's",
            part="from G^2 to G^2/b",
            lhs=lambda G, noise, b: G**2 + noise + 0 * b,
            rhs=lambda G, noise, b: G**2 / b + noise,
            domain=Domain(
                {
                    "G": Range(0.1, 9, log=True, corners=(1,)),
                    "noise": Range(0, 9, corners=(0, 1)),
                    "b": Range(1, 200, integer=True, corners=(1, 2, 128)),
                }
            ),
            consequence="the sum follows from the line before, not from this one",
        ),
        Inequality(
            name="sums from k = 1 at T = 1: E F(w_1) <= F(w_0)",
            part="range of the sums",
            lhs=from_the_minimum,
            rhs=lambda h, eta, w0, nu: h * w0**2 / 2 + 0 * eta * nu,
            domain=Domain(
                {
                    "h": Range(0.1, 2, log=True, corners=(1,)),
                    "eta": Range(0.1, 2, log=True, corners=(1,)),
                    "w0": Range(0, 2, corners=(0, 1)),
                    "nu": Range(0, 2, corners=(1, 0)),
                },
                where=lambda h, eta, **_: h * eta <= 1,
            ),
            consequence="k = 0 is a step too: the noise of the first one is left out",
        ),
    ),
    repair=Repair(
        statement=r"$\frac1T\sum_{k=0}^{T-1}\mathbb E\Vert\nabla F(w^k)\Vert^2_{A_\sigma^{-1}}\le"
        r"\frac{2D_F}{\eta T}+\eta L(G^2/b+d\beta\nu^2)$ for $\eta\le1/L$.",
        changes=("sums over k = 0, ..., T - 1", "G^2/b throughout"),
        checks=NONCONVEX,
        consequence="none: the printed final inequality is true, and weaker.",
    ),
)

# A random iterate --------------------------------------------------------------------------------


def valley(n: Any, b: Any, eps: Any, ell: Any, mu: Any) -> Any:
    r"""The mean of E|grad F|^2 over two iterates from the minimum of F = -cos w, eta = 1, d = 1.

    All records alike, :math:`w_1 \sim N(0, \nu^2)`: half of :math:`E\sin^2w_1`.
    """
    return (1 - exp(-2 * printed.noise_variance(2, ell, eps, mu, 1, n))) / 4 + 0 * b


def meets_theorem_1(n: Any, b: Any, eps: Any, ell: Any, mu: Any) -> bool:
    """Both conditions of Theorem 1 at T = 2."""
    alpha = printed_privacy.order(ell, mu, eps)
    noisy = printed_privacy.noise_ratio(2, alpha, mu, n, b, eps) >= printed_privacy.LEAST_RATIO
    limit = printed_privacy.order_argument(2, alpha, mu, n, b, eps)
    return bool(b <= n and noisy and alpha <= log(float(limit)))


EXPLICIT = Inequality(
    name="all records -cos w, T = 2, eta = 1/L",
    part="noise level of step 3",
    lhs=valley,
    rhs=lambda n, b, eps, ell, mu: printed.average_bound(
        0, 1, 2, 1, 1, b, printed.noise_level(1, 1, 2, 1, ell, n, eps, mu)
    ),
    domain=Domain(
        {
            "n": Range(100, 2000, integer=True, corners=(800,)),
            "b": Range(1, 50, integer=True, corners=(8,)),
            "eps": Range(1e-5, 1e-2, log=True, corners=(F(1, 8000),)),
            "ell": Range(1e-7, 1e-2, log=True, corners=(F(1, 400_000),)),
            "mu": Range(0.1, 0.9, corners=(F(1, 2),)),
        },
        where=meets_theorem_1,
    ),
    consequence="within the conditions of Theorem 1; the +1 of alpha is dropped "
    "(proof-2-noise-level)",
)
RANDOM = Claim(
    id="lssgd/proof-3-random-iterate",
    where="App A",
    title="a random iterate",
    statement=r"The average over iterates of $\mathbb E\Vert\nabla F(w^k)\Vert^2_{A_\sigma^{-1}}$ "
    r"is at most $\frac{2D_F}{\eta T}+\eta L\big(G^2/b+\frac{20d\beta TG^2\log(1/\delta)}"
    r"{n^2\epsilon^2\mu(1-\mu)}\big)$.",
    units=UNITS_3,
    hypotheses=("eta at most 1/L", "nu of Theorem 1"),
    checks=(EXPLICIT,),
    repair=Repair(
        statement=r"The average is at most $\frac{2D_F}{\eta T}+\eta L\big(G^2/b+"
        r"\frac{20d\beta TG^2(\log(1/\delta)+(1-\mu)\epsilon)}{n^2\epsilon^2\mu(1-\mu)}\big)$ for "
        r"$\eta\le1/L$.",
        changes=("log(1/delta) + (1-mu) eps instead of log(1/delta)", "eta at most 1/L"),
        checks=(*NONCONVEX, NOISE_LEVEL),
        consequence="1.3 % in the paper's settings. The counterexample needs eps much larger than "
        "log(1/delta), that is, delta close to 1.",
    ),
)

# The average iterate -----------------------------------------------------------------------------


def tent(y: Any, L: Any) -> Any:
    """The slope -F' at y: L y up to y = 1, L (2 - y) up to y = 2, else 0."""
    if y <= 0 or y >= 2:
        return 0 * L
    return L * y if y <= 1 else L * (2 - y)


def tents(_: Context) -> Iterator[Case]:
    # eta L = 1: the distance from 0 doubles up to y = 1, and the next step ends at the minimum 2.
    for T in (4, 16, 100):
        root = int(T**0.5)
        yield {"T": T, "L": F(root), "eta": F(1, root), "y0": F(1, 2 ** (T // 2)), "b": 64 * T}


def average_iterate(T: int, L: Any, eta: Any, y0: Any, b: int) -> tuple[Any, Any]:
    """|grad F(average)|^2 without noise, all records alike, and the printed bound."""
    y, kept = y0, F(0)
    for _ in range(T):
        kept, y = kept + y, y + eta * tent(y, L)
    gap = L - L * y0**2 / 2  # the area under the tent from y0 on
    return tent(kept / T, L) ** 2, printed.average_bound(gap, eta, T, L, L, b, 0)


TENT = Cases(
    name="slope like a tent, b = n, no noise, eta = 1/sqrt(T) = 1/L",
    part="average iterate",
    cases=tents,
    holds=average_iterate,
    failure="half of the iterates lie on the plateau before the slope, half at the minimum after "
    "it, and their average in the middle of the slope; the ratio grows like T/2",
)
AVERAGE = Claim(
    id="lssgd/proof-3-average-iterate",
    where="App A",
    title="from the averaged bound to the average iterate",
    statement=r"The bound on the average over iterates implies the same bound for $\mathbb E\Vert"
    r"\nabla F(\tilde w)\Vert^2_{A_\sigma^{-1}}$, $\tilde w=\sum_kw^k/T$.",
    units=UNITS_3,
    checks=(TENT,),
    repair=Repair(
        statement=r"$\mathbb E\Vert\nabla F(w^R)\Vert^2_{A_\sigma^{-1}}$ has the bound for an "
        r"iterate $w^R$ drawn uniformly from $w^0,\dots,w^{T-1}$, for $\eta\le1/L$.",
        changes=("an iterate drawn at random instead of the average",),
        checks=NONCONVEX,
        consequence="without convexity nothing bounds the gradient at the average of the iterates:"
        " return a random one (or the best).",
    ),
)

# The number of iterations ------------------------------------------------------------------------


def parts(t: Any, d: Any, L: Any, beta: Any, G: Any, ell: Any, n: Any, **s: Any) -> Any:
    """T with C_1 = 1, and both parts of the averaged bound at eta = 1/t, T = t^2."""
    eps, mu, b = s["eps"], s["mu"], s["b"]
    gap = (t**2 * d * L * beta * G**2 * ell / (n * eps) ** 2 - L * G**2 / b) / 2
    T = printed.appendix_3_iterations(1, gap, L, G, b, n, eps, d, ell, beta)
    level = printed.noise_level(beta, d, t**2, G, ell, n, eps, mu)
    return ((T, printed.average_bound(gap, 1 / t, t**2, L, G, b, 0), L * level / t),)


def rates(t: Any, d: Any, L: Any, beta: Any, G: Any, ell: Any, n: Any, **s: Any) -> Any:
    """t^2, and G sqrt(beta d L (2 D_F + L G^2/b) log(1/delta))/(n eps) by 1, 20/(mu(1-mu))."""
    eps, mu = s["eps"], s["mu"]
    root = t * d * L * beta * G**2 * ell / (n * eps) ** 2 + 0 * s["b"]
    return ((t**2, root, 20 * root / (mu * (1 - mu))),)


ITERATIONS = Claim(
    id="lssgd/proof-3-iteration-number",
    where="App A",
    title="number of iterations",
    statement=r"$T=C_1(2D_F+LG^2/b)n^2\epsilon^2/(dL\beta G^2\log(1/\delta))$ makes the two parts "
    r"of the averaged bound of the order $\frac{G\sqrt{\beta dL(2D_F+LG^2/b)\log(1/\delta)}}"
    r"{n\epsilon}$.",
    units=UNITS_3,
    hypotheses=("the averaged bound as printed, for fixed mu",),
    checks=(
        Identity(
            name="both parts at C_1 = 1",
            lhs=parts,
            rhs=rates,
            symbols={"mu": "fraction"}
            | dict.fromkeys(("t", "d", "L", "beta", "G", "ell", "n", "eps", "b"), "positive"),
            general="in general 1/sqrt(C_1) and 20 sqrt(C_1)/(mu(1-mu)) times the rate: 4 sqrt(5) "
            "= 8.94 each at the best C_1 = 1/80, mu = 1/2, together 17.9",
        ),
    ),
    note="T must be a whole number of at least L^2 steps for the bound itself "
    "(proof-3-step-size). The main text's T has neither beta nor the factor 2 of D_F "
    "(thm-3-iteration-number).",
)

CLAIMS = (STEP_SIZE, SUM, RANDOM, AVERAGE, ITERATIONS)
