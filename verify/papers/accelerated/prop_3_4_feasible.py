"""Proposition 3.4: where its matrix inequality (22) has a solution with rho < 1."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import (
    spectral_radius,
)
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.sdp import Certified
from verify.papers.accelerated import printed

Tuning = Callable[[Any], tuple[Any, Any]]  # sqrt(kappa) -> (alpha, beta) at mu = 1
F = Fraction

# Where (22) can be solved ----------------------------------------------------------------------


def gradient_solution(mu: Any, L: Any, alpha: Any) -> Any:
    """(22) at beta = 0, alpha = 1/L, P = 0, c_0 = 0, c = 1, rho^2 = 1 - mu/L."""
    rho2 = 1 - mu / L
    return printed.eq_22(alpha / (alpha * L), 0 * mu, mu, L, rho2, (0, 0, 0), 0, 1, 0)


def rank_one(mu: Any, L: Any, alpha: Any) -> Any:
    """v v^T/(2L), v = (mu, 0, -1): positive semidefinite."""
    v = (mu, 0, -1)
    return tuple(tuple(v[i] * v[j] / (2 * L) for j in range(3)) for i in range(3))


def gradient_rate(kappa: Fraction) -> Certified:
    """The solver's certificate at alpha = 1/L, beta = 0, with two statements it must refuse."""
    return Certified(
        name=f"best rate at kappa = {kappa}",
        find=lambda: best_rate(1 / kappa, F(0), kappa),
        controls=(
            Control(
                "rate lowered below 1 - 1/kappa",
                Certified(name="lowered", find=lambda: lowered(1 / kappa, F(0), kappa)),
                Outcome.INCONCLUSIVE,
                # x -> (1 - 1/kappa) x on the quadratic of curvature mu.
                lambda: spectral_radius(heavy_ball(1 / kappa, F(0)), F(1)) == 1 - 1 / kappa,
            ),
            Control(
                "step size 3/L",
                Certified(name="unstable", find=lambda: best_rate(3 / kappa, F(0), kappa)),
                Outcome.INCONCLUSIVE,
                lambda: spectral_radius(heavy_ball(3 / kappa, F(0)), kappa) == 2,
            ),
        ),
    )


FEASIBLE_GD = Claim(
    id="accelerated/prop-3.4-feasible-gd",
    where="§3.1, Prop 3.4",
    title="feasible for gradient descent",
    statement=r"(22) has a solution with $\rho<1$ for gradient descent, $\beta=0$, $\alpha=1/L$; "
    r"grid search over $\rho$ and $P$ finds it ($\kappa=2,10,100$).",
    checks=(
        Identity(
            name="explicit solution, every kappa",
            lhs=gradient_solution,
            rhs=rank_one,
            symbols={"mu": "positive", "L": "positive", "alpha": "positive"},
            general="P = 0, c_0 = 0, c = 1, rho^2 = 1 - 1/kappa solves (22), with either sign of B",
        ),
        *(gradient_rate(F(kappa)) for kappa in (2, 10, 100)),
    ),
    note="The LMI's best rate at alpha = 1/L is 1 - 1/kappa (with P, not the 1 - 1/kappa of its "
    "square).",
)


def best_rate(alpha: Fraction, beta: Fraction, kappa: Fraction) -> tuple[Any, str] | None:
    """The solver's certificate at mu = 1, L = kappa, and what it says; None where it has none."""
    result = rate(heavy_ball(alpha, beta), F(1), kappa)
    if result.status != "feasible" or result.certificate is None or result.rho is None:
        return None
    return result.certificate, f"certified rate {result.rho:.9f} at kappa = {kappa}."


def lowered(alpha: Fraction, beta: Fraction, kappa: Fraction) -> tuple[Any, str] | None:
    """The same certificate with a rate that gradient descent does not have."""
    found = best_rate(alpha, beta, kappa)
    if found is None:
        return None
    rho2 = str((1 - 1 / kappa) ** 2 - F(1, 10**6))
    return found[0] | {"statement": found[0]["statement"] | {"rho2": rho2}}, ""


def none_exists(alpha: Fraction, beta: Fraction, kappa: Fraction) -> tuple[Any, str] | None:
    """The solver's proof that no rho < 1 is feasible at mu = 1, L = kappa."""
    result = rate(heavy_ball(alpha, beta), F(1), kappa)
    if result.status != "infeasible" or result.certificate is None:
        return None
    return result.certificate, f"no rho < 1 is feasible at kappa = {kappa} (dual certificate)."


# With the printed sign, the growing motion x_t = z^t (z > 1) of x+ = x + alpha u + beta (x - x_-)
# has the gradient signal u = lambda x; a quadratic of curvature lambda in (mu, L) makes <X_0, Z>
# negative, and for z < 2 beta the step of (9) it prescribes increases the loss, so that c = 0.


def growing_motion(alpha: Fraction, beta: Fraction, z: Fraction) -> Fraction:
    """The curvature lambda that makes z an eigenvalue of the printed system."""
    return (z - 1) * (z - beta) / (alpha * z)


def excluded_as_printed(
    alpha: Fraction, beta: Fraction, mu: Fraction, L: Fraction, z: Fraction
) -> bool:
    """Whether the growing motion z excludes every solution of (22) with c_0 + c > 0, rho < 1.

    Pairing (22) with h h^T, h = (z, 1, lambda z), leaves c_0 <X_0> + c <X_1 + (1-rho^2) X_2> >=
    (z^2 - rho^2) V_P(z, 1) >= 0 with <X_0>, <X_1> and <X_2> negative: c_0 = c = 0.
    """
    curvature = growing_motion(alpha, beta, z)
    h = (z, F(1), curvature * z)
    forms = (printed.x_0(mu, L), printed.x_1(alpha, beta, L), printed.x_2(mu))
    return (
        z > 1
        and z * z == (1 + beta) * z - beta + alpha * curvature * z
        and all(printed.quadratic_form(form, h) < 0 for form in forms)
    )


def optimal(kappa_root: Fraction) -> tuple[Fraction, Fraction]:
    """alpha_HB and beta_HB at mu = 1, L = kappa."""
    return printed.optimal_parameters(F(1), kappa_root)[:2]


def section_5(kappa_root: Fraction) -> tuple[Fraction, Fraction]:
    """alpha = 1/L and the momentum of Section 5 at mu = 1, L = kappa."""
    return 1 / kappa_root**2, printed.section_5_beta(1 / kappa_root)


def solvable_as_printed(tuning: Tuning) -> Any:
    """Whether the growing motion leaves room for a solution of (22) at a tuning."""

    def holds(kappa_root: Fraction, z: Fraction) -> bool:
        alpha, beta = tuning(kappa_root)
        return not excluded_as_printed(alpha, beta, F(1), kappa_root**2, z)

    return holds


def at_kappa(tuning: Tuning, kappa_root: Fraction, feasible: bool) -> Certified:
    """The solver's certificate at a tuning; its control asks for the opposite."""
    alpha, beta = tuning(kappa_root)
    kappa = kappa_root**2
    search, wrong = (best_rate, none_exists) if feasible else (none_exists, best_rate)
    return Certified(
        name=f"sqrt(kappa) = {kappa_root}: {'a rate' if feasible else 'no rate'} below 1",
        find=lambda: search(alpha, beta, kappa),
        complete=False,
        controls=(
            Control(
                "the opposite",
                Certified(name="opposite", find=lambda: wrong(alpha, beta, kappa)),
                Outcome.INCONCLUSIVE,
                lambda: heavy_ball_feasible(alpha, beta, F(1), kappa) is feasible,
            ),
        ),
    )


def criterion_numbers(r: Any) -> tuple[Any, Any, Any]:
    """The numbers that decide the criterion at the noise-free optimum, sqrt(kappa) = r.

    (alpha L - 2, 2(1-beta) - alpha (L-mu), 4 beta mu L alpha^2 - (b0/2)^2): feasible exactly when
    the second is positive, where the first is at most 0, or the third, where it is positive.
    """
    alpha, beta = optimal(r)
    L = r**2
    slope = 2 * (1 - beta) ** 2 - (1 + L) * alpha * (1 + beta)
    return (
        alpha * L - 2,
        2 * (1 - beta) - alpha * (L - 1),
        4 * beta * L * alpha**2 - (slope / 2) ** 2,
    )


FEASIBLE_OPTIMAL = Claim(
    id="accelerated/prop-3.4-feasible-optimal",
    where="§3.1, Prop 3.4 with §3.2",
    title="feasible at the noise-free optimum",
    statement=r"(22) has a solution with $\rho<1$ (and $c_0+c>0$) at "
    r"$\alpha_{HB}=4/(\sqrt\mu+\sqrt L)^2$, $\beta_{HB}=(\sqrt\kappa-1)^2/(\sqrt\kappa+1)^2$.",
    checks=(
        Cases(
            name="a growing motion, kappa = 100",
            cases=lambda _: iter([{"kappa_root": F(10), "z": F(13, 10)}]),
            holds=solvable_as_printed(optimal),
            failure="no solution with c_0 + c > 0 at any rho < 1",
        ),
    ),
    repair=Repair(
        statement=r"With $B=[-\alpha;0]$, (22) has a solution with $\rho<1$ at the noise-free "
        r"optimum exactly for $\kappa<(1+\sqrt2)^2\approx5.83$.",
        changes=("the sign of B", "kappa < (1 + sqrt 2)^2"),
        checks=(
            Identity(
                name="threshold of the criterion",
                # All three change sign at r = sqrt(kappa) = 1 + sqrt 2, the root of r^2 - 2r - 1.
                lhs=criterion_numbers,
                rhs=lambda r: (
                    2 * (r**2 - 2 * r - 1) / (r + 1) ** 2,
                    4 * (1 + 2 * r - r**2) / (r + 1) ** 2,
                    16 * (r - 1) ** 2 * (1 + 2 * r - r**2) * (r**2 + 2 * r - 1) / (r + 1) ** 6,
                ),
                symbols={"r": "positive"},
            ),
            at_kappa(optimal, F(12, 5), feasible=True),
            at_kappa(optimal, F(70, 29), feasible=True),
            at_kappa(optimal, F(169, 70), feasible=False),
            at_kappa(optimal, F(10), feasible=False),
        ),
        consequence="Beyond kappa = 5.83 the bound of Prop 3.4 is not available at the classical "
        "tuning, which is known not to converge for every strongly convex F.",
    ),
)

FEASIBLE_SECTION_5 = Claim(
    id="accelerated/prop-3.4-feasible-section-5",
    where="§3.1, Prop 3.4 with §5",
    title="feasible in the experiments",
    statement=r"(22) has a solution with $\rho<1$ (and $c_0+c>0$) for DP-HB of §5: "
    r"$\alpha=c/L$, $c=1$, $\beta=(1-\sqrt{\alpha\mu})/(1+\sqrt{\alpha\mu})$, $\mu=0.02$.",
    checks=(
        Cases(
            name="a growing motion, kappa = 100 and 256",
            # The covariates of §5 have population value kappa = 1531/6 = 255.2.
            cases=lambda _: iter(
                [{"kappa_root": F(10), "z": F(3, 2)}, {"kappa_root": F(16), "z": F(3, 2)}]
            ),
            holds=solvable_as_printed(section_5),
            failure="no solution with c_0 + c > 0 at any rho < 1",
            controls=(
                Control(
                    "kappa = 9",
                    Cases(
                        name="kappa = 9",
                        cases=lambda _: iter([{"kappa_root": F(3), "z": F(11, 10)}]),
                        holds=solvable_as_printed(section_5),
                    ),
                    Outcome.HOLDS,
                    lambda: growing_motion(F(1, 9), F(1, 2), F(11, 10)) < 1,
                ),
            ),
        ),
    ),
    note="With the right sign the LMI is infeasible there as well: at this tuning it is feasible "
    "exactly for kappa < 11.44 (1/kappa is the square of the root of s^3 + s^2 + 3 s - 1; "
    "dptheory/section-5-threshold). Prop 3.4 says nothing about the experiments of §5.",
)

CLAIMS = (FEASIBLE_GD, FEASIBLE_OPTIMAL, FEASIBLE_SECTION_5)
