"""Section 3, (9)-(15) and Proposition 3.1: the heavy ball, its smoothing form and its budget."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from dptheory.privacy.laplace import step_epsilon, step_laplace_scale, uniform_eps0
from verify.checks.base import Control
from verify.checks.boxes import Boxes
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.accelerated import printed

Case = dict[str, Any]
GRADIENT = "loss/length"
PRIVACY_UNITS = {
    "S": GRADIENT,
    "b": GRADIENT,
    "n": "1",
    "m": "1",
    "epsilon": "1",
    "T": "1",
    "eps0": "1",
    "d": "1",
}

# (10): the sensitivity of what is released -----------------------------------------------------


def replaced_means(n: int, first: Any, second: Any, rest: Any) -> tuple[Any, Any]:
    """Means of n numbers that differ in one of them; ``rest`` is the sum of the others."""
    return (first + rest) / n, (second + rest) / n


VALUE_CHANGE = Inequality(
    name="change of F",
    # f(x; y) = y has gradient 0 for every y, so S_1 = 0.
    lhs=lambda n, y, other, S: abs(y - other) / n,
    rhs=lambda n, y, other, S: S / n,
    domain=Domain(
        {
            "n": Range(1, 100, integer=True, corners=(1,)),
            "y": Range(0, 1, corners=(0, 1)),
            "other": Range(0, 1, corners=(0, 1)),
            "S": Range(0, 0, corners=(0,)),
        }
    ),
    consequence="f(x; y) = y has S_1(x) = 0, yet F changes",
)

GRADIENT_CHANGE = Identity(
    name="change of the gradient",
    lhs=lambda n, g, h, rest: replaced_means(n, g, h, rest)[0] - replaced_means(n, g, h, rest)[1],
    rhs=lambda n, g, h, rest: (g - h) / n,
    symbols={"n": "positive", "g": "real", "h": "real", "rest": "real"},
    instance={"n": Fraction(3), "g": Fraction(2), "h": Fraction(5), "rest": Fraction(7)},
    general="coordinate by coordinate; summing absolute values gives the L1 distance over n",
)

SENSITIVITY = Claim(
    id="accelerated/eq-10",
    where="§3, (10) and next sentence",
    title="L1 sensitivity",
    statement=r"$S_1(x)=\sup_{y,y'}\vert\nabla f(x;y)-\nabla f(x;y')\vert$ is the $L_1$ "
    r"sensitivity; replacing one datum changes $F(x)$ by at most $S_1(x)/n$.",
    units={"n": "1", "y": "loss", "other": "loss", "S": GRADIENT}
    | {"g": GRADIENT, "h": GRADIENT, "rest": GRADIENT},
    checks=(VALUE_CHANGE,),
    repair=Repair(
        statement=r"With $S_1(x)=\sup\Vert\nabla f(x;y)-\nabla f(x;y')\Vert_1$, replacing one "
        r"datum changes the gradient $\nabla F(x)$ by at most $S_1(x)/n$ in the $L_1$ norm.",
        changes=("the gradient instead of F", "the norm is the L1 norm"),
        checks=(GRADIENT_CHANGE,),
        consequence="none for the calibration (12), which uses the gradient's sensitivity; the "
        "value of F is not protected by it.",
    ),
)

# (11): the leak of one step --------------------------------------------------------------------


def grid_cases(_: Context) -> Iterator[Case]:
    """Batches of scalar gradients in {0, S}: n <= 6, k ones against k+1, e^{S/(bm)} = t."""
    for n in range(1, 7):
        for m in range(1, n + 1):
            for t in (Fraction(3, 2), Fraction(4)):
                for k in range(n):
                    yield {"n": n, "m": m, "k": k, "t": t}


def released_density(n: int, m: int, ones: int, t: Fraction, output: int) -> Fraction:
    """Density (times 2b) of the released mean at output S/m: a hypergeometric Laplace mixture."""
    weights = ((sympy.binomial(ones, j) * sympy.binomial(n - ones, m - j), j) for j in range(m + 1))
    total = sum(int(w) * t ** -abs(output - j) for w, j in weights)
    return Fraction(total) / int(sympy.binomial(n, m))


def step_ratio(n: int, m: int, k: int, t: Fraction) -> tuple[Fraction, Fraction]:
    """(worst density ratio, e^{(11)}).

    Between neighbouring centres both densities are combinations of e^z and e^-z, so that their
    ratio is monotone there and its extremes are at the centres 0, S/m, ..., S.
    """
    worst = Fraction(1)
    for z in range(m + 1):
        p, q = (released_density(n, m, ones, t, z) for ones in (k, k + 1))
        worst = max(worst, p / q, q / p)
    return worst, 1 + Fraction(m, n) * (t - 1)


LEAK_FORMULA = Identity(
    name="Theorems A.1 and A.3 combined",
    part="upper bound",
    # A replaced datum moves the batch mean by at most S/m: S/(bm)-DP before sampling (A.1).
    lhs=printed.eq_11,
    rhs=lambda S, b, n, m: sympy.log(1 + m / n * (sympy.exp((S / m) / b) - 1)),
    symbols={"S": "positive", "b": "positive", "n": "positive", "m": "positive"},
    general="A.1 with sensitivity S/m, then A.3; both are proved in this ledger",
)

LEAK_ENUMERATED = Cases(
    name="exact Laplace mixtures",
    part="attained",
    cases=grid_cases,
    holds=step_ratio,
    success="worst density ratio at most e^(11), attained where all other gradients are equal",
    controls=(
        Control(
            "sensitivity S/n instead of S/m",
            Cases(
                name="S/n",
                cases=lambda _: iter([{"n": 2, "m": 1, "k": 0, "t": Fraction(4)}]),
                # e^{S/(bn)} = 2 for n = 2, m = 1, t = 4.
                holds=lambda n, m, k, t: (step_ratio(n, m, k, t)[0], 1 + Fraction(m, n) * 1),
            ),
            Outcome.FAILS,
            lambda: 1 + 0.5 * (4 - 1) > 1 + 0.5 * (2 - 1),
        ),
    ),
)

LEAK_ATTAINED = Identity(
    name="all other gradients equal",
    part="attained",
    # k = 0, output S: density t^-m against (1 - q) t^-m + q t^(1-m), q = m/n the probability that
    # the replaced datum is sampled, t = e^{S/(bm)}.
    lhs=lambda t, m, q: ((1 - q) * t**-m + q * t ** (1 - m)) / t**-m,
    rhs=lambda t, m, q: 1 + q * (t - 1),
    symbols={"t": "positive", "m": "positive", "q": "positive"},
    general="the leak is attained for every n, m and S/b",
)

LEAK = Claim(
    id="accelerated/eq-11",
    where="§3, (11)",
    title="leak of one step",
    statement=r"One step with Laplace$(b)$ noise on a mini-batch of $m$ out of $n$ leaks "
    r"$\varepsilon(S,b,n,m)=\ln\left[(e^{S/(bm)}-1)\frac mn+1\right]$.",
    units=PRIVACY_UNITS,
    checks=(LEAK_FORMULA, LEAK_ATTAINED, LEAK_ENUMERATED),
    note="The printed domain contains b = 0, where there is no Laplace distribution and (11) has "
    "no value; the claim is read for b > 0.",
)

FULL_BATCH = Claim(
    id="accelerated/eq-11-full-batch",
    where="§3, after (11)",
    title="leak without sampling",
    statement=r"For $m=n$, $\varepsilon(S,b,n,n)=S/(bn)$.",
    units=PRIVACY_UNITS,
    checks=(
        Identity(
            name="m = n",
            lhs=lambda S, b, n: printed.eq_11(S, b, n, n),
            rhs=lambda S, b, n: S / (b * n),
            symbols={"S": "positive", "b": "positive", "n": "positive"},
            instance={"S": Fraction(3), "b": Fraction(2), "n": Fraction(5)},
        ),
    ),
)

# Proposition 3.1 -------------------------------------------------------------------------------


def leak_of_schedule(S: Any, epsilon: Any, T: Any, n: Any, m: Any) -> Any:
    """(11) at the scale of (12)-(13)."""
    eps0 = printed.eq_13(epsilon, T, n, m)
    return printed.eq_11(S, printed.eq_12(S, m, eps0), n, m)


def calibration_cases(context: Context) -> Iterator[Case]:
    for epsilon, T, n, m in itertools.product(
        (1e-3, 1.0, 30.0), (1, 7, 10**6), (1, 10, 10**5), (1, 10, 1000, 10**5)
    ):
        if m <= n:
            yield {"epsilon": epsilon, "T": T, "n": n, "m": m}


def calibrated(epsilon: float, T: int, n: int, m: int) -> bool:
    """The library's calibration spends epsilon/T to relative accuracy 1e-12, extremes included."""
    eps0 = uniform_eps0(epsilon, T, n, m)
    spent = T * step_epsilon(40.0, printed.eq_12(40.0, m, eps0), n, m)
    same = step_laplace_scale(40.0, epsilon / T, n, m)
    return bool(abs(spent / epsilon - 1) < 1e-12 and abs(same * m * eps0 / 40.0 - 1) < 1e-12)


PROP_3_1 = Claim(
    id="accelerated/prop-3.1",
    where="§3, Prop 3.1, (12)-(13)",
    title="calibration of DP-SHB",
    statement=r"DP-SHB with $T$ iterations is $\epsilon$-DP if "
    r"$b_t(x_t)=\frac{S_1(x_t)}{m\epsilon_0}$ (12), "
    r"$\epsilon_0=\ln[1+(e^{\epsilon/T}-1)n/m]$ (13).",
    units=PRIVACY_UNITS,
    hypotheses=(
        "the noise of different iterations is independent (adaptive composition)",
        "S_1(x) is the L1 sensitivity of the per-sample gradient, a supremum over all data",
    ),
    checks=(
        Identity(
            name="every step spends epsilon/T",
            lhs=lambda S, epsilon, T, n, m: T * leak_of_schedule(S, epsilon, T, n, m),
            rhs=lambda S, epsilon, T, n, m: epsilon,
            symbols=dict.fromkeys(("S", "epsilon", "T", "n", "m"), "positive"),
            general="T steps add up to epsilon by adaptive composition (thm-a2, repaired)",
        ),
        Cases(
            name="the library's calibration",
            part="statement",
            cases=calibration_cases,
            holds=calibrated,
            success="eps_total is spent to 1e-12",
            controls=(
                Control(
                    "a budget per step of epsilon",
                    Cases(
                        name="T forgotten",
                        cases=calibration_cases,
                        holds=lambda epsilon, T, n, m: (
                            calibrated(epsilon, T, n, m)
                            and T
                            * step_epsilon(1.0, 1 / (m * uniform_eps0(epsilon, 1, n, m)), n, m)
                            <= epsilon * (1 + 1e-9)
                        ),
                    ),
                    Outcome.FAILS,
                    # Seven Laplace releases of scale S/(n epsilon) leak 7 epsilon at m = n.
                    lambda: 7 * step_epsilon(1.0, 0.1, 10, 10) > 1.0,
                ),
            ),
        ),
    ),
)

# Growth of the noise with T --------------------------------------------------------------------


def setting_of_section_5(T: Any) -> Any:
    """E_T at S_1 = 40, n = 10^5, m = 1000, d = 20, epsilon = 1."""
    return printed.eq_20(40, 10**5, 1000, 20, printed.eq_13(1, T, 10**5, 1000))


GROWTH = Claim(
    id="accelerated/noise-growth",
    where="§3.1, text after the sketch",
    title="noise grows with the number of iterations",
    statement=r"At fixed $\epsilon$, $\epsilon_0$ decreases and the noise term $\mathcal E_T$ "
    r"increases with the number of iterations $T$.",
    units=PRIVACY_UNITS | {"more": "1", "a": "1", "h": "1", "q": "1", "e": "1", "gap": "1"},
    checks=(
        Inequality(
            name="exp(eps0) as a function of exp(epsilon/T)",
            part="eps0 decreases",
            # e^{epsilon/T} = 1 + a; with fewer iterations it is (1 + a)(1 + h).
            lhs=lambda a, h, q: 1 + a * q,
            rhs=lambda a, h, q: 1 + ((1 + a) * (1 + h) - 1) * q,
            domain=Domain(
                {n: Range(0, 9, corners=(0, 1)) for n in ("a", "h")}
                | {"q": Range(1, 100, corners=(1, 100))}
            ),
            proof=Decomposition(
                {"a": "nonnegative", "h": "nonnegative", "q": "positive"},
                "the difference is h (1 + a) n/m",
            ),
        ),
        Inequality(
            name="E_T as a function of eps0",
            part="E_T increases",
            lhs=lambda S, n, m, d, e, gap: printed.eq_20(S, n, m, d, e + gap),
            rhs=lambda S, n, m, d, e, gap: printed.eq_20(S, n, m, d, e),
            domain=Domain(
                {
                    "S": Range(0, 50, corners=(0, 1)),
                    "n": Range(2, 1000, integer=True, corners=(2, 10)),
                    "m": Range(1, 1000, integer=True, corners=(1, 2)),
                    "d": Range(1, 50, integer=True, corners=(1, 20)),
                    "e": Range(1e-3, 5, log=True, corners=(1,)),
                    "gap": Range(0, 5, corners=(0, 1)),
                },
                where=lambda n, m, **_: m <= n,
            ),
            proof=Decomposition(
                {"S": "nonnegative", "n": "positive", "m": "positive", "d": "positive"}
                | {"e": "positive", "gap": "nonnegative"},
                "the difference is 2 d S^2 gap (2 e + gap) / (m e (e + gap))^2",
            ),
        ),
        Inequality(
            name="(20) with (13) in the setting of §5, T against T + 1",
            part="E_T increases",
            lhs=lambda T: setting_of_section_5(T),
            rhs=lambda T: setting_of_section_5(T + 1),
            domain=Domain({"T": Range(1, 1000, corners=(1, 100, 1000))}),
            proof=Boxes({"T": (1, 1000)}),
        ),
        Inequality(
            name="(20) with (13), T against T + more",
            part="E_T increases",
            lhs=lambda S, n, m, d, epsilon, T, more: printed.eq_20(
                S, n, m, d, printed.eq_13(epsilon, T, n, m)
            ),
            rhs=lambda S, n, m, d, epsilon, T, more: printed.eq_20(
                S, n, m, d, printed.eq_13(epsilon, T + more, n, m)
            ),
            domain=Domain(
                {
                    "S": Range(1, 50, corners=(1,)),
                    "n": Range(2, 1000, integer=True, corners=(2, 10)),
                    "m": Range(1, 1000, integer=True, corners=(1, 2)),
                    "d": Range(1, 50, integer=True, corners=(1, 20)),
                    "epsilon": Range(0.01, 5, log=True, corners=(1,)),
                    "T": Range(1, 1000, integer=True, corners=(1, 100)),
                    "more": Range(1, 100, integer=True, corners=(1,)),
                },
                where=lambda n, m, **_: m <= n,
            ),
        ),
    ),
    note="As T grows, E_T - sigma_s^2 approaches 2 d S_1^2 T^2/(n epsilon)^2: quadratic growth.",
)

CLAIMS = (SENSITIVITY, LEAK, FULL_BATCH, PROP_3_1, GROWTH)
