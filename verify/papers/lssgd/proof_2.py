r"""Appendix A.2: the proof of Theorem 2, (10) and steps 1 to 4.

One step in an eigenbasis of A, with eigenvalue ``value`` and coordinates e of the error, g of the
gradient and z of sampling error plus noise:
:math:`\lambda e^2 - \lambda(e - \eta(g+z)/\lambda)^2`, averaged over z, is
:math:`2\eta ge - \eta^2(g^2 + Ez^2)/\lambda`. Summed over the coordinates it is step 1. What F
contributes are the numbers p = F - F*, q = \|grad F\|^2, s q = \|grad F\|^2 in the norm of the
inverse (0 < s <= 1), and the slack of cocoercivity,
:math:`\langle\nabla F, w - w_*\rangle = p + q/(2L) + slack`.
"""

from fractions import Fraction
from typing import Any

from dptheory.numbers import total
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.papers.lssgd import printed_utility as printed

F = Fraction
STEP, GRADIENT, CURVATURE = "length^2/loss", "loss/length", "loss/length^2"
SQUARE = "loss^2/length^2"
UNITS = {"eta": STEP, "L": CURVATURE, "h": CURVATURE, "e": "length"}
UNITS |= dict.fromkeys(("noise", "variance", "q"), SQUARE)
UNITS |= dict.fromkeys(("D", "first", "left"), "length^2")
UNITS |= dict.fromkeys(("p", "slack", "gap", "excess"), "loss")
UNITS |= dict.fromkeys(("G", "g", "z", "nu"), GRADIENT)
UNITS |= dict.fromkeys(("s", "b", "n", "T", "k", "d", "ell", "eps", "mu"), "1")
UNITS |= dict.fromkeys(("value", "gamma", "C1", "t", "sigma"), "1")

# Step 1 -----------------------------------------------------------------------------------------


def fall(value: Any, e: Any, step: Any) -> Any:
    """What a step takes from the squared A-norm of a coordinate."""
    return value * e**2 - value * (e - step / value) ** 2


STEP_1 = Identity(
    name="one step, one coordinate of an eigenbasis",
    part="one step",
    lhs=lambda value, e, eta, g, z: (
        (fall(value, e, eta * (g + z)) + fall(value, e, eta * (g - z))) / 2
    ),
    rhs=lambda value, e, eta, g, z: 2 * eta * g * e - eta**2 * (g**2 + z**2) / value,
    symbols={"value": "positive", "e": "real", "eta": "positive", "g": "real", "z": "real"},
    instance={"value": F(3), "e": F(2), "eta": F(1, 2), "g": F(5), "z": F(7)},
    general="by any law of mean 0; the coordinates add up to step 1 of the proof, and white noise "
    "of variance nu^2 to gamma d nu^2",
)
STEP_SIZES = {
    "eta": Range(0.01, 4, log=True, corners=(1, F(1, 2))),
    "L": Range(0.01, 4, log=True, corners=(1, F(1, 2), 2)),
}
STATE = {
    "p": Range(0, 5, corners=(F(3, 8), 1)),
    "q": Range(0, 5, corners=(1, 0)),
    "s": Range(0.01, 1, corners=(1, F(1, 5))),
    "slack": Range(0, 3, corners=(0, 1)),
}


def descent(eta: Any, L: Any, p: Any, q: Any, s: Any, slack: Any) -> Any:
    """2 eta <grad F, w - w*> - eta^2 |grad F|^2 in the norm of the inverse: step 1 less noise."""
    return 2 * eta * (p + q / (2 * L) + slack) - eta**2 * s * q


SHARP = Inequality(
    name="coefficient 2 for eta <= 1/L",
    part="one step",
    lhs=lambda eta, L, p, q, s, slack: 2 * eta * p,
    rhs=descent,
    domain=Domain(STEP_SIZES | STATE, where=lambda eta, L, **_: eta * L <= 1),
    proof=Decomposition(
        {"eta": "positive", "k": "nonnegative", "m": "nonnegative"}
        | dict.fromkeys(("p", "q", "slack"), "nonnegative"),
        "cocoercivity gives (eta/L)|grad F|^2 >= eta^2 |grad F|^2: the squared gradient pays for "
        "itself",
        substitution=lambda eta, k, m, **state: (
            state | {"eta": eta, "L": 1 / (eta * (1 + k)), "s": 1 / (1 + m)}
        ),
    ),
)

# (9) --------------------------------------------------------------------------------------------


VARIANCE = Inequality(
    name="(G^2/b)(n-b)/(n-1) <= G^2/b",
    part="variance",
    lhs=lambda G, n, b: G**2 * (n - b) / (b * (n - 1)),
    rhs=lambda G, n, b: G**2 / b,
    domain=Domain(
        {
            "G": Range(0.1, 10, log=True, corners=(1,)),
            "n": Range(2, 100, integer=True, corners=(2, 100)),
            "b": Range(1, 100, integer=True, corners=(1, 2, 100)),
        },
        where=lambda n, b, **_: b <= n,
    ),
    proof=Decomposition(
        {"G": "positive", "k": "nonnegative", "m": "nonnegative"},
        "b >= 1; equality for b = 1",
        substitution=lambda G, k, m: {"G": G, "b": 1 + k, "n": 2 + k + m},
    ),
)
# (10) -------------------------------------------------------------------------------------------

EQ_10 = Claim(
    id="lssgd/eq-10",
    where="App A, (10)",
    title="squared gradient by the optimality gap",
    statement=r"$(1-\frac{L\eta_k}2)\eta_k\Vert\nabla F(w^k)\Vert_2^2\le F(w^k)-F(w^*)$.",
    units=UNITS,
    hypotheses=("F L-smooth, which Theorem 2 does not assume", "w* a global minimiser"),
    checks=(
        Inequality(
            name="descent to w - eta grad F(w), which lies above F*",
            lhs=lambda eta, L, q, gap, excess: printed.eq_10(L, eta, q),
            # F(w) - F* = [F(w) - F(w+)] + [F(w+) - F*], descent lemma with its gap.
            rhs=lambda eta, L, q, gap, excess: eta * q - L * eta**2 * q / 2 + gap + excess,
            domain=Domain(
                {
                    "eta": Range(0.01, 9, log=True, corners=(1, 2, 4)),
                    "L": Range(0.1, 4, log=True, corners=(1, 2)),
                    "q": Range(0, 5, corners=(1, 0)),
                    "gap": Range(0, 3, corners=(0, 1)),
                    "excess": Range(0, 3, corners=(0, 1)),
                }
            ),
            proof=Decomposition(
                {"eta": "positive", "L": "positive"}
                | dict.fromkeys(("q", "gap", "excess"), "nonnegative"),
                "the difference is the gap of the descent lemma plus F(w+) - F*; every eta > 0",
                terms=lambda eta, L, q, gap, excess: (gap, excess),
            ),
        ),
    ),
    note="Convexity is not needed, and the edge eta = 2/L is harmless (the left side is 0). Best "
    "at eta = 1/L, where it is |grad F|^2 <= 2L(F - F*), attained by quadratics.",
)

# Step 2 -----------------------------------------------------------------------------------------

HALF_STEP = Domain(
    STEP_SIZES | STATE,
    where=lambda eta, L, p, q, **_: 2 * eta * L <= 1 and printed.eq_10(L, eta, q) <= p,
)
COEFFICIENT = Claim(
    id="lssgd/proof-2-coefficient",
    where="App A, step 2",
    title="coefficient of one step",
    statement=r"$\frac23\eta_k\mathbb E(F(w^k)-F^*)\le\mathbb E\Vert w^k-w^*\Vert^2_{A_\sigma}-"
    r"\mathbb E\Vert w^{k+1}-w^*\Vert^2_{A_\sigma}+\eta_k^2(G^2/b+\gamma d\nu^2)$ for "
    r"$\eta\le1/(2L)$.",
    units=UNITS,
    hypotheses=("F convex and L-smooth",),
    checks=(
        STEP_1,
        Inequality(
            name="2/3",
            part="coefficient",
            lhs=lambda eta, L, p, q, s: printed.TWO_THIRDS * eta * p,
            # Convexity alone: <grad F, w - w*> >= p.
            rhs=lambda eta, L, p, q, s: 2 * eta * p - eta**2 * s * q,
            domain=Domain(
                {n: r for n, r in HALF_STEP.ranges.items() if n != "slack"}, HALF_STEP.where
            ),
            proof=Decomposition(
                {"eta": "positive"} | dict.fromkeys(("k", "m", "q", "excess"), "nonnegative"),
                "p = (10) + excess with eta L = 1/(2(1+k)): the rest of 4/3 eta p - eta^2 s q",
                substitution=lambda eta, k, m, q, excess: {
                    "eta": eta,
                    "L": 1 / (2 * eta * (1 + k)),
                    "q": q,
                    "s": 1 / (1 + m),
                    "p": printed.eq_10(1 / (2 * eta * (1 + k)), eta, q) + excess,
                },
            ),
        ),
        Inequality(
            name="(2/(2 - L eta)) <= 4/3",
            part="coefficient",
            lhs=lambda eta, L: 2 / (2 - L * eta),
            rhs=lambda eta, L: printed.FOUR_THIRDS + 0 * eta * L,
            domain=Domain(STEP_SIZES, where=lambda eta, L: 2 * eta * L <= 1),
            proof=Decomposition(
                {"eta": "positive", "k": "nonnegative"},
                "L eta <= 1/2, with equality at the end",
                substitution=lambda eta, k: {"eta": eta, "L": 1 / (2 * eta * (1 + k))},
            ),
        ),
        VARIANCE,
    ),
    note="By cocoercivity the coefficient is 2 instead of 2/3, for every eta <= 1/L (repair of "
    "thm-2).",
)

# Step 3 -----------------------------------------------------------------------------------------

BUDGET = {
    "ell": Range(0.1, 20, log=True, corners=(1, 10)),
    "eps": Range(0.05, 10, log=True, corners=(1, F(1, 10))),
    "mu": Range(0.05, 0.95, corners=(F(1, 2),)),
}
SIZES = {
    "gamma": Range(0.1, 1, corners=(1, F(1, 2))),
    "d": Range(1, 100, integer=True, corners=(1, 2)),
    "T": Range(1, 100, integer=True, corners=(1, 4)),
    "G": Range(0.1, 10, log=True, corners=(1,)),
    "n": Range(2, 1000, integer=True, corners=(100, 2)),
}


def exact_noise(gamma: Any, d: Any, T: Any, G: Any, n: Any, ell: Any, eps: Any, mu: Any) -> Any:
    """gamma d nu^2 with nu of Theorem 1."""
    return gamma * d * printed.noise_variance(T, ell, eps, mu, G, n)


NOISE_LEVEL = Identity(
    name="log(1/delta) + (1-mu) eps",
    part="noise",
    lhs=exact_noise,
    rhs=lambda gamma, d, T, G, n, ell, eps, mu: printed.noise_level(
        gamma, d, T, G, ell + (1 - mu) * eps, n, eps, mu
    ),
    symbols={"mu": "fraction"}
    | dict.fromkeys(("gamma", "d", "T", "G", "n", "ell", "eps"), "positive"),
    instance={"gamma": F(1, 2), "d": F(3), "T": F(5), "G": F(7), "n": F(2), "ell": F(4)}
    | {"eps": F(3), "mu": F(1, 3)},
)
LEVEL = Claim(
    id="lssgd/proof-2-noise-level",
    where="App A, step 3",
    title="size of the noise",
    statement=r"$\gamma d\nu^2\le\frac{20\gamma dTG^2\log(1/\delta)}{n^2\epsilon^2\mu(1-\mu)}$, "
    r"$\nu$ of Theorem 1.",
    units=UNITS,
    checks=(
        Inequality(
            name="as printed",
            part="noise",
            lhs=exact_noise,
            rhs=lambda gamma, d, T, G, n, ell, eps, mu: printed.noise_level(
                gamma, d, T, G, ell, n, eps, mu
            ),
            domain=Domain(SIZES | BUDGET),
            consequence="the +1 of alpha is dropped: short by 1 + (1-mu) eps/ell everywhere",
        ),
    ),
    repair=Repair(
        statement=r"$\gamma d\nu^2=\frac{20\gamma dTG^2(\log(1/\delta)+(1-\mu)\epsilon)}"
        r"{n^2\epsilon^2\mu(1-\mu)}$.",
        changes=("log(1/delta) + (1-mu) eps instead of log(1/delta)", "an equality"),
        checks=(NOISE_LEVEL,),
        consequence="1.3 % more noise in the paper's settings (eps <= 0.3, delta = 1e-5, mu = 1/2),"
        " but no constant replaces it: the factor is unbounded for eps >> log(1/delta).",
    ),
)

AVERAGED = Inequality(
    name="two steps and the average",
    part="average",
    # 2 eta p_k = d_k - d_{k+1} + eta^2 V - slack_k; by convexity F(average) - F* = mean - excess.
    lhs=lambda eta, first, left, variance, slack, excess: (
        (first - left + 2 * eta**2 * variance - eta * slack) / (2 * eta * 2) - excess
    ),
    rhs=lambda eta, first, left, variance, slack, excess: (
        (first + 2 * eta**2 * variance) / (2 * eta * 2)
    ),
    domain=Domain(
        {"eta": Range(0.01, 4, log=True, corners=(1,))}
        | {n: Range(0, 5, corners=(1, 0)) for n in ("first", "left", "variance")}
        | {n: Range(0, 1, corners=(0, 1)) for n in ("slack", "excess")}
    ),
    proof=Decomposition(
        {"eta": "positive"}
        | dict.fromkeys(("first", "left", "variance", "slack", "excess"), "nonnegative"),
        "the distances telescope, for any number of steps, and the last one is nonnegative; convex "
        "F lies below its mean at the average iterate",
    ),
)


def averaged_loss(h: Any, eta: Any, sigma: Any, e: Any, nu: Any, T: int) -> Any:
    """Exact E F(average) - F* on F = h|w|^2/2, d = 2, error (e, -e), noise nu^2 a coordinate."""
    loss = 0 * h
    for value, start in ((1 + 0 * sigma, 0 * e), (1 + 4 * sigma, e)):
        a = 1 - eta * h / value
        powers = [a**k for k in range(T)]
        bias = total(powers) * start / T
        kicks = [total(powers[: T - 1 - i]) for i in range(T - 1)]
        spread = (eta * nu / (value * T)) ** 2 * total(k * k for k in kicks)
        loss = loss + h * (2 * bias**2 + spread) / 2
    return loss


def on_quadratics(bound: Any, name: str, limit: int) -> Inequality:
    """A bound against exact moments, eta h limit <= 1."""
    return Inequality(
        name=name,
        part="average",
        lhs=averaged_loss,
        rhs=bound,
        domain=Domain(
            {
                "h": Range(0.05, 2, log=True, corners=(1, F(1, 2))),
                "eta": Range(0.05, 2, log=True, corners=(1, F(1, 2))),
                "sigma": Range(0, 3, corners=(0, 1)),
                "e": Range(0, 3, corners=(1, 0)),
                "nu": Range(0, 3, corners=(0, 1, F(1, 10))),
                "T": Range(1, 12, integer=True, corners=(1, 2, 8)),
            },
            where=lambda h, eta, **_: limit * h * eta <= 1,
        ),
    )


def left_noise(sigma: Any, nu: Any) -> Any:
    """gamma d nu^2 for d = 2."""
    return nu**2 * (1 + 1 / (1 + 4 * sigma))


BOUND = Claim(
    id="lssgd/proof-2-bound",
    where="App A, step 3",
    title="explicit bound",
    statement=r"$\mathbb E(F(\tilde w)-F^*)\le\frac{D_\sigma+\sum\eta_k^2(G^2/b+\gamma d\nu^2)}"
    r"{2\sum\eta_k/3}$ for $L$-smooth convex $F$, $\eta\le1/(2L)$.",
    units=UNITS,
    hypotheses=("F L-smooth (not stated in Theorem 2)",),
    checks=(
        STEP_1,
        SHARP,
        VARIANCE,
        AVERAGED,
        on_quadratics(
            lambda h, eta, sigma, e, nu, T: printed.step_3(
                2 * (1 + 4 * sigma) * e**2, eta, T, 0 * nu, 1, left_noise(sigma, nu)
            ),
            "exact moments on quadratics, d = 2",
            2,
        ),
    ),
    note="Three times the bound that the same steps prove (2 sum eta_k in the denominator, eta <= "
    "1/L). It concerns the average of the iterates; Algorithm 1 returns the last one.",
)

CLAIMS = (EQ_10, COEFFICIENT, LEVEL, BOUND)
