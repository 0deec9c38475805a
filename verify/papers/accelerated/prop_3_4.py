"""Proposition 3.4, (22)-(23): the Lyapunov bound of DP-SHB."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.lyapunov.certificates import solution
from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import (
    point_start,
    second_moments,
    spectral_radius,
)
from verify import kernel
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.search import Search
from verify.context import Context
from verify.papers.accelerated import printed

Case = dict[str, Any]
F = Fraction
CURVATURE = "loss/length^2"
UNITS = {
    "alpha": "length^2/loss",
    "beta": "1",
    "mu": CURVATURE,
    "L": CURVATURE,
    "gap": CURVATURE,
    "curvature": CURVATURE,
    "p11": CURVATURE,
    "p12": CURVATURE,
    "p22": CURVATURE,
    "c": "1",
    "x": "length",
    "previous": "length",
    "g": "loss/length",
    "S": "loss/length",
    "w": "loss/length",
    "eps0": "1",
    "n": "1",
    "m": "1",
    "d": "1",
    "t": "1",
    "rho2": "1",
}

# X_0 -------------------------------------------------------------------------------------------


def rows_of_x0(d: int) -> tuple[int, int]:
    """(rows of the printed X_0, rows of the 3x3 inequality): C^T C has two rows, 2 I_d has d."""
    return 2 + d, 3


def x0_form(mu: Any, L: Any, x: Any, g: Any) -> Any:
    """The quadratic form of X_0, one coordinate; positions are measured from x*."""
    return printed.quadratic_form(printed.x_0(mu, L), (x, 0, g))


X0_COCOERCIVE = Identity(
    name="the form is cocoercivity",
    part="sign",
    # With the convex, (L - mu)-smooth h = F - (mu/2)|x - x*|^2 and its gradient q = g - mu x:
    # the form is -2 [(L - mu) <q, x> - |q|^2], and (L - mu) <q, x> >= |q|^2 is cocoercivity.
    lhs=lambda mu, gap, x, g: x0_form(mu, mu + gap, x, g),
    rhs=lambda mu, gap, x, g: -2 * (gap * (g - mu * x) * x - (g - mu * x) ** 2),
    symbols={"mu": "positive", "gap": "nonnegative", "x": "real", "g": "real"},
    instance={"mu": F(2), "gap": F(3), "x": F(5), "g": F(7)},
    general="coordinate by coordinate",
)
COCOERCIVITY = Identity(
    name="cocoercivity from convexity and smoothness",
    part="sign",
    # h(z) >= h(b) + <q_b, z - b> and h(z) <= h(a) + <q_a, z - a> + (gap/2)|z - a|^2 at
    # z = a - (q_a - q_b)/gap give h(a) - h(b) - <q_b, a - b> >= |q_a - q_b|^2/(2 gap); adding the
    # same with a and b exchanged proves it.
    lhs=lambda gap, jump: jump * (jump / gap) - gap / 2 * (jump / gap) ** 2,
    rhs=lambda gap, jump: jump**2 / (2 * gap),
    symbols={"gap": "positive", "jump": "real"},
)

X0 = Claim(
    id="accelerated/prop-3.4-x0",
    where="§3.1, Prop 3.4",
    title="the matrix X_0",
    statement=r"In the $3\times3$ LMI (22): $X_0=\begin{bmatrix}2\mu LC^\top C&-(\mu+L)C^\top\\"
    r"-(\mu+L)C&2I_d\end{bmatrix}$, whose quadratic form in $(\xi-\xi^*,\nabla F)$ is "
    r"nonpositive for $F\in\mathcal S_{\mu,L}$.",
    units=UNITS,
    checks=(
        Cases(
            name="size of the blocks",
            part="size",
            cases=lambda _: ({"d": d} for d in (1, 2, 20)),
            holds=rows_of_x0,
            failure="2 I_d makes X_0 a matrix with 2 + d rows",
        ),
        X0_COCOERCIVE,
        COCOERCIVITY,
    ),
    repair=Repair(
        statement=r"$X_0=\begin{bmatrix}2\mu LC^\top C&-(\mu+L)C^\top\\-(\mu+L)C&2\end{bmatrix}$; "
        r"the form of $X_0\otimes I_d$ is nonpositive, and 0 for $F=\frac\mu2|x|^2$ and "
        r"$\frac L2|x|^2$.",
        changes=("2 in place of 2 I_d",),
        checks=(X0_COCOERCIVE, COCOERCIVITY),
        consequence="none: the two agree for d = 1, and the LMI does not depend on d.",
    ),
)

# The proposition itself ------------------------------------------------------------------------

# A solution of (22) as printed, found numerically and rounded; only its exact re-check counts.
WITNESS: dict[str, Any] = {
    "alpha": F(1),
    "beta": F(9, 10),
    "mu": F(1),
    "L": F(2),
    "rho2": F(3, 4),
    "P": (F(1, 4), F(-7, 10), F(2)),
    "c0": F(1, 5),
    "c": F(1),
}


def solves_22(input_gain: Any, **w: Any) -> bool:
    """Whether (P, c0, c) solves (22) with B = (input_gain, 0), in rational arithmetic."""
    p11, p12, p22 = w["P"]
    return (
        0 < w["rho2"] < 1
        and w["c0"] >= 0
        and w["c"] >= 0
        and kernel.semidefinite([[p11, p12], [p12, p22]])
        and kernel.semidefinite([list(r) for r in printed.eq_22(**w, input_gain=input_gain)])
    )


def lyapunov(P: Any, c: Any, curvature: Any, x: Any, previous: Any) -> Any:
    """V_{P,c} on F = curvature x^2/2, one coordinate."""
    p11, p12, p22 = P
    return p11 * x**2 + 2 * p12 * x * previous + p22 * previous**2 + c * curvature * x**2 / 2


def printed_conclusion(t: int, curvature: Fraction, noise: Fraction) -> tuple[Any, Any]:
    """(exact E F(x_t) - F*, (23)) for the printed solution of (22), d = 1, x_0 = x_{-1} = 1."""
    w = WITNESS
    if not solves_22(input_gain=w["alpha"], **w):  # B = (alpha, 0) as printed
        raise ValueError(f"(P, c0, c) must solve the printed (22). Found {w}.")
    if not w["mu"] <= curvature <= w["L"]:
        raise ValueError(f"curvature must be in [{w['mu']}, {w['L']}]. Found {curvature}.")
    path = second_moments(heavy_ball(w["alpha"], w["beta"]), curvature, noise, point_start(F(1)), t)
    V = lyapunov(w["P"], w["c"], curvature, F(1), F(1))
    bound = printed.eq_23(V, w["c"], w["P"], w["alpha"], w["L"], w["rho2"], t, 1, noise)
    return curvature * path[-1][0] / 2, bound


def quadratics(_: Context) -> Iterator[Case]:
    for t in (0, 1, 2, 5, 10, 20, 30, 31, 32, 33, 34, 35):
        yield {"t": t, "curvature": F(1), "noise": F(1, 10**6)}


def certified_point(rng: np.random.Generator) -> dict[str, Any]:
    """A heavy ball for which the LMI is feasible, mu = 1 and L = kappa."""
    while True:
        kappa = F(int(rng.integers(4, 81)), 4)
        alpha = F(int(rng.integers(1, 33)), 16) / kappa
        beta = F(int(rng.integers(0, 19)), 20)
        if heavy_ball_feasible(alpha, beta, F(1), kappa):
            return {"alpha": alpha, "beta": beta, "kappa": kappa}


def certified_setting(rng: np.random.Generator) -> dict[str, Any]:
    """A method with a certificate, a quadratic of the class and a noise level."""
    point = certified_point(rng)
    share = F(int(rng.integers(0, 5)), 4)
    return point | {
        "curvature": 1 + share * (point["kappa"] - 1),
        "noise": float(rng.choice([0.0, 0.01, 1.0])),
        "previous": float(rng.uniform(-1, 1)),
        "t": int(rng.integers(0, 40)),
    }


def repaired_bound(s: Mapping[str, Any]) -> tuple[float, float]:
    """(exact E F(x_t) - F*, the repaired bound) at a certified setting; E||w||^2 = noise."""
    result = rate(heavy_ball(s["alpha"], s["beta"]), F(1), s["kappa"])
    if result.certificate is None or result.rho is None:
        raise ArithmeticError(f"no certificate at a feasible point: {dict(s)}")
    P, _, exact_c, exact_rho2 = solution(result.certificate)
    (p11, p12, p22), c, rho2 = map(float, P), float(exact_c), float(exact_rho2)
    L = float(s["kappa"])
    floor = c + 2 * (p11 - p12**2 / p22 if p22 > 0 else p11) / L
    V = lyapunov((p11, p12, p22), c, float(s["curvature"]), 1.0, s["previous"])
    gain = float(s["alpha"]) ** 2 * (p11 + c * L / 2)
    shrink = rho2 ** s["t"]
    bound = (shrink * V + (1 - shrink) / (1 - rho2) * gain * s["noise"]) / floor
    method = heavy_ball(float(s["alpha"]), float(s["beta"]))
    path = second_moments(
        method, float(s["curvature"]), s["noise"], point_start(1.0, s["previous"]), s["t"]
    )
    return float(s["curvature"]) * path[-1][0] / 2, bound


def one_noisy_step(
    p11: Any, p12: Any, p22: Any, alpha: Any, beta: Any, x: Any, previous: Any, g: Any, w: Any
) -> Any:
    """Mean of V_P over the noise +-w after a step from (x, previous) with gradient g."""

    def after(noise: Any) -> Any:
        new = x - alpha * (g + noise) + beta * (x - previous)
        return p11 * new**2 + 2 * p12 * new * x + p22 * x**2

    return (after(w) + after(-w)) / 2


def quiet_step_plus_noise(
    p11: Any, p12: Any, p22: Any, alpha: Any, beta: Any, x: Any, previous: Any, g: Any, w: Any
) -> Any:
    """The same without noise, plus alpha^2 P_11 E w^2."""
    quiet = one_noisy_step(p11, p12, p22, alpha, beta, x, previous, g, 0 * w)
    return quiet + alpha**2 * p11 * w**2


REPAIRED = (
    Identity(
        name="what the noise adds to V_P",
        lhs=one_noisy_step,
        rhs=quiet_step_plus_noise,
        symbols=dict.fromkeys(("p11", "p12", "p22", "x", "previous", "g", "w"), "real")
        | {"alpha": "positive", "beta": "fraction"},
        general="any law with conditional mean 0 enters through its second moment; with lemma-b1 "
        "E V(xi_{t+1}) <= rho^2 E V(xi_t) + alpha^2 (P11 + cL/2) E|w|^2",
    ),
    Search(
        name="certified settings against exact moments",
        propose=certified_setting,
        measure=repaired_bound,
        budget=(60, 300, 3000),
        controls=(
            Control(
                "half the bound",
                Search(
                    name="half the bound",
                    propose=certified_setting,
                    measure=lambda s: (2 * repaired_bound(s)[0], repaired_bound(s)[1]),
                    budget=(60, 300, 3000),
                ),
                Outcome.FAILS,
                # Without momentum the quadratic of curvature L decays exactly at the LMI's rate.
                lambda: spectral_radius(heavy_ball(F(2, 11), F(0)), F(10)) == F(9, 11),
            ),
        ),
    ),
)

PROP_3_4 = Claim(
    id="accelerated/prop-3.4",
    where="§3.1, Prop 3.4, (22)-(23)",
    title="Lyapunov bound of DP-SHB",
    statement=r"If $\rho\in(0,1)$, $P\succeq0$, $c_0,c\ge0$ satisfy (22) $c_0X_0+c[X_1+(1-\rho^2)"
    r"X_2]\succeq\Phi(A,B,P,\rho)$ with $B=[\alpha;0]$ of (18), then for $0\le t\le T$: "
    r"$E[F(x_t)-F^*]\le\rho^{2t}\frac1cV_{P,c}(\xi_0)+\frac{1-\rho^{2t}}{1-\rho^2}"
    r"\frac{Ld\alpha^2}2\mathcal E_T\left(1+\frac{2P_{12}^2}{P_{22}cL+2|P|}\right)$.",
    units=UNITS,
    checks=(
        Cases(
            name="a solution of (22) as printed",
            cases=quadratics,
            holds=printed_conclusion,
            failure="alpha = 1, beta = 9/10, mu = 1, L = 2, rho^2 = 3/4, P = [1/4, -7/10; "
            "-7/10, 2], c_0 = 1/5, c = 1 solves (22), yet the error decays like (9/10)^t only",
        ),
    ),
    repair=Repair(
        statement=r"With $B=[-\alpha;0]$ and $c+2s/L>0$, $s=P_{11}-P_{12}^2/P_{22}$: "
        r"$E[F(x_t)-F^*]\le\frac{1}{c+2s/L}\left[\rho^{2t}V_{P,c}(\xi_0)+\frac{1-\rho^{2t}}"
        r"{1-\rho^2}\alpha^2\left(P_{11}+\frac{cL}2\right)\sup_tE\Vert w_t\Vert^2\right]$.",
        changes=(
            "the sign of B (eq-18)",
            "E||w||^2 (bounded by E_T as a trace) instead of d E_T",
            "1/(c + 2s/L) instead of 1/c in the first term, finite also for c = 0",
        ),
        checks=REPAIRED,
        consequence="The rate solver (`dptheory rate`) uses the repaired form. With the printed "
        "sign the LMI certifies rates that no heavy ball attains, and misses others.",
    ),
)

# The noise term --------------------------------------------------------------------------------

NOISE_CONSTANT = Claim(
    id="accelerated/prop-3.4-noise-constant",
    where="§3.1, (23)",
    title="the noise constant of (23)",
    statement=r"The noise enters (23) as $\frac{Ld\alpha^2}2\mathcal E_T$ with $\mathcal E_T$ of "
    r"(20) [as a bound on $\frac{L\alpha^2}2E\Vert w_t\Vert^2$].",
    units=UNITS,
    checks=(
        Inequality(
            name="trace of the covariance",
            # E|w|^2 is at most 2 d b^2 + d sigma_s^2, (21) bounding the operator norm (eq-21).
            lhs=lambda S, n, m, d, eps0, alpha, L: (
                L
                * alpha**2
                / 2
                * (2 * d * printed.eq_12(S, m, eps0) ** 2 + d * printed.eq_21(S, n, m))
            ),
            rhs=lambda S, n, m, d, eps0, alpha, L: (
                L * d * alpha**2 / 2 * printed.eq_20(S, n, m, d, eps0)
            ),
            domain=Domain(
                {
                    "S": Range(0.1, 50, log=True, corners=(1, 40)),
                    "n": Range(2, 10**5, integer=True, corners=(2, 10**5)),
                    "m": Range(1, 10**5, integer=True, corners=(1, 1000, 10**5)),
                    "d": Range(1, 100, integer=True, corners=(1, 20)),
                    "eps0": Range(1e-3, 5, log=True, corners=(1,)),
                    "alpha": Range(0.01, 2, log=True, corners=(1,)),
                    "L": Range(0.1, 10, log=True, corners=(1,)),
                },
                where=lambda n, m, **_: m <= n,
            ),
            proof=Decomposition(
                dict.fromkeys(("S", "m", "eps0", "alpha", "L"), "positive")
                | {"rest": "nonnegative", "more": "nonnegative"},
                "the difference is L alpha^2 d (d - 1) (S/(m eps0))^2",
                substitution=lambda S, m, eps0, alpha, L, rest, more: {
                    "S": S,
                    "n": m + rest + 1,
                    "m": m,
                    "d": 1 + more,
                    "eps0": eps0,
                    "alpha": alpha,
                    "L": L,
                },
                terms=lambda S, m, eps0, alpha, L, rest, more: (
                    L * alpha**2 * (1 + more) * more * S**2 / (m * eps0) ** 2,
                ),
            ),
        ),
    ),
    note="Sharp only for d = 1. E_T of (20) bounds the trace already (prop-3.3), so that (23) "
    "counts the dimension twice: its noise term is too large by the factor d, 20 in §5.",
)

LAST_FACTOR = Claim(
    id="accelerated/prop-3.4-last-factor",
    where="§3.1, (23)",
    title="the last factor of (23)",
    statement=r"$1+\frac{2P_{12}^2}{P_{22}cL+2|P|}$ is the factor by which the noise term of "
    r"$V_{P,c}$ exceeds $\frac{L\alpha^2}2E\Vert w_t\Vert^2$ after division by the constant for "
    r"which $V_{P,c}$ dominates $F-F^*$.",
    units=UNITS,
    checks=(
        Identity(
            name="noise term over dominance constant",
            part="factor",
            # V gains alpha^2 (P11 + cL/2) E|w|^2 and dominates (c + 2s/L)(F - F*), s = |P|/P22.
            lhs=lambda p11, p12, p22, c, L, alpha: (
                alpha**2 * (p11 + c * L / 2) / (c + 2 * (p11 * p22 - p12**2) / p22 / L)
            ),
            rhs=lambda p11, p12, p22, c, L, alpha: (
                L * alpha**2 / 2 * printed.eq_23_factor((p11, p12, p22), c, L)
            ),
            symbols=dict.fromkeys(("p11", "p22", "c", "L", "alpha"), "positive") | {"p12": "real"},
            instance={"p11": F(3), "p12": F(1), "p22": F(2), "c": F(5), "L": F(7), "alpha": F(1)},
        ),
        Inequality(
            name="dominance",
            part="dominance constant",
            # min over x_{t-1} of V_P is s x^2, and x^2 >= (2/L)(F - F*); one coordinate.
            lhs=lambda p11, p12, p22, x, previous: (p11 - p12**2 / p22) * x**2,
            rhs=lambda p11, p12, p22, x, previous: (
                p11 * x**2 + 2 * p12 * x * previous + p22 * previous**2
            ),
            domain=Domain(
                {
                    "p11": Range(0, 3, corners=(1,)),
                    "p12": Range(-3, 3, corners=(-1, 0)),
                    "p22": Range(0.1, 3, corners=(1,)),
                    "x": Range(-2, 2, corners=(1,)),
                    "previous": Range(-2, 2, corners=(1, 2)),
                }
            ),
            proof=Decomposition(
                {"p11": "positive", "p22": "positive"}
                | dict.fromkeys(("p12", "x", "previous"), "real"),
                "the difference is P22 (x_{t-1} + P12/P22 x)^2",
                terms=lambda p11, p12, p22, x, previous: (p22 * (previous + p12 / p22 * x) ** 2,),
            ),
        ),
    ),
    note="The first term of (23) divides by c only; dividing by c + 2s/L there too is sharper.",
)

CONVENTIONS = Claim(
    id="accelerated/prop-3.4-conventions",
    where="§3.1, Prop 3.4",
    title="c = 0 and the convention 0/0 = 0",
    statement=r"(23) is stated for all $c_0,c\ge0$ with the convention $0/0=0$ in the last "
    r"factor.",
    units=UNITS,
    checks=(
        Inequality(
            name="P = 0, c_0 = c = 0 solves (22) for every rho",
            lhs=lambda c, curvature, t: 0 * curvature,
            rhs=lambda c, curvature, t: printed.eq_23(
                c * curvature / 2, c, (0, 0, 0), 1, 2, 0.5, t, 1, 0
            ),
            domain=Domain(
                {
                    "c": Range(0, 1, corners=(0, 1)),
                    "curvature": Range(1, 2, corners=(1,)),
                    "t": Range(0, 9, integer=True, corners=(1,)),
                }
            ),
        ),
    ),
    note="The text before the proposition defines V_{P,c} for a positive scalar c; the proposition "
    "allows c = 0. For c > 0 the convention is sound: the fraction is 0/0 exactly for P22 = P12 = "
    "0. With c = 0 the first term of (23) is V/0 (0/0 for the trivial solution P = 0). Division "
    "by c + 2s/L > 0 (see prop-3.4) covers c = 0 and needs no convention; for P22 = 0 the factor "
    "is 1, as the convention says.",
)

CLAIMS = (X0, PROP_3_4, NOISE_CONSTANT, LAST_FACTOR, CONVENTIONS)
