r"""Proposition 3.4: where its matrix inequality (22) has a solution with rho < 1.

(22) is a quadratic form in :math:`h=(x,y,g)`: a coordinate of x_t, of x_{t-1} and of the gradient.
P is :math:`(a,b)(a,b)^\top+(0,e)(0,e)^\top`, every positive semidefinite matrix, and (P, c_0, c),
which (22) fixes up to a factor, is scaled to c_0 + c = 1: with c_0 = c = 0, (23) says nothing.
The proposition says "if there are": that there are some at its own settings is a question of ours.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import squared_spectral_radius
from verify.language import Draft, Escape, certified, claim, external, instance, number, says
from verify.language.symbols import between, real
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.dptheory.results.criterion import OPTIMAL_THRESHOLD, THRESHOLD

V = symbols.V.extended(
    x=real("x", unit="1"),
    y=real("y", unit="1"),
    g=real("g", unit="1"),
    a=real("a", unit="1"),
    b=real("b", unit="1"),
    e=real("e", unit="1"),
    share=between(0, 1, "c_0", unit="1"),
    X=real("x", unit="length"),
    Y=real("y", unit="length"),
    G=real("g", unit="gradient"),
)


def form(alpha: Any, beta: Any, mu: Any, L: Any, c0: Any, c: Any, h: Any) -> Any:
    """The left side of (22) at h: c_0 X_0 + c (X_1 + (1 - rho^2) X_2), E of App B.2 multiplied out.

    X_0 has the lower right entry 2 that fits the 3x3 inequality.
    """
    x, y, g = h
    x_0 = 2 * mu * L * x**2 - 2 * (mu + L) * (x * g) + 2 * g**2
    x_1 = alpha * (2 - L * alpha) * g**2 / 2
    if beta != 0:
        x_1 = x_1 - (1 - L * alpha) * beta * (x - y) * g - L * beta**2 * (x - y) ** 2 / 2
    x_2 = mu * x**2 / 2 - x * g
    found = x_1 + (1 - V.rho**2) * x_2
    return found if c0 == 0 else c0 * x_0 + c * found


def certificate(alpha: F, beta: F, kappa: F) -> Any:
    """The solver's certificate at mu = 1, L = kappa, with the right sign of B."""
    return paper_rate(heavy_ball(alpha, beta), F(1), kappa).certificate


def found(
    name: str, alpha: F, beta: F, kappa: F, lowered: F = F(0), says: str = "infeasible"
) -> Draft:
    """The certificate, under a name; with a squared rate that is lowered, the kernel refuses it."""

    def find() -> Any:
        own = certificate(alpha, beta, kappa)
        if not lowered:
            return own
        rho2 = (1 - 1 / kappa) ** 2 - lowered
        return own | {"statement": own["statement"] | {"rho2": str(rho2)}}

    find.__name__ = name
    return certified(find, says=says)


def descent(name: str, kappa: F, lowered: F = F(0)) -> Draft:
    """Of the best rate of gradient descent at alpha = 1/L, which is 1 - 1/kappa."""
    return found(name, 1 / kappa, F(0), kappa, lowered, says="feasible")


def squared_radius(kappa: F) -> F:
    """That of gradient descent on the curvature mu = 1 at alpha = 1/kappa."""
    return F(squared_spectral_radius(heavy_ball(1 / F(kappa), F(0)), F(1)))


FEASIBLE_GD = (
    claim("accelerated/prop-3.4-feasible-gd", "§3.1, Prop 3.4", "Feasibility for gradient descent")
    .says(
        {
            "P = 0, c_0 = 0, c = 1": says(
                # (22) at beta = 0, alpha = 1/L.
                form(1 / V.L, F(0), V.mu, V.L, F(0), 1, (V.X, V.Y, V.G)) >= 0,
                given=["mu < L", "rho**2 == 1 - mu / L"],
                at=(instance("mu=3/1 L=4/1 rho=1/2"), instance("mu=3/1 L=8/1 rho=1/2")),
            ),
            "kappa = 2": descent("descent_at_2", F(2)),
            "kappa = 10": descent("descent_at_10", F(10)),
            "kappa = 100": descent("descent_at_100", F(100)),
        }
    )
    .rejects(
        "twice the decrease",
        part="P = 0, c_0 = 0, c = 1",
        given=["mu < L", "rho**2 == 1 - 2 * mu / L"],
    )
    .rejects(
        "a rate below 1 - 1/kappa",
        descent("descent_too_fast", F(10), F(1, 10**6)),
        route=says(
            number(F(9, 10) ** 2 - F(1, 10**6)) < external("squared radius", squared_radius, 10)
        ),
    )
)


def lyapunov(p: Any, q: Any) -> Any:
    """V_P of a pair."""
    return (V.a * p + V.b * q) ** 2 + (V.e * q) ** 2


def printed_form(alpha: F, beta: F, kappa: F) -> Any:
    """(22) with B = (alpha, 0) at mu = 1, L = kappa: its left side minus its right side."""
    x, y, g = V.x, V.y, V.g
    following = (1 + beta) * x - beta * y + alpha * g
    left = form(alpha, beta, F(1), kappa, V.share, 1 - V.share, (x, y, g))
    return left - (lyapunov(following, x) - V.rho**2 * lyapunov(x, y))


def solvable(alpha: F, beta: F, kappa: F, z: F) -> Draft:
    """That (22) has a solution; h = (z, 1, g), with A h + B g = z h, is to refute it.

    x_t = z^t is then a motion of the printed system, along which no V >= 0 decreases.
    """
    slope = (z - 1) * (z - beta) / alpha
    return says(
        printed_form(alpha, beta, kappa) >= 0,
        exists=dict.fromkeys(("rho", "a", "b", "e", "share")),
        by=Escape({"x": z, "y": 1, "g": slope}),
    )


def optimal(kappa_root: F) -> tuple[F, F, F]:
    """alpha_HB, beta_HB and kappa at mu = 1."""
    return (*printed.optimal_parameters(F(1), kappa_root)[:2], kappa_root**2)


def section_5(kappa_root: F) -> tuple[F, F, F]:
    """alpha = 1/L, the momentum of section 5, and kappa at mu = 1."""
    return 1 / kappa_root**2, printed.section_5_beta(1 / kappa_root), kappa_root**2


# alpha = 1/(10 L), at a kappa near the 255.2 of section 5 where the root of alpha mu is rational.
TENTH = F(1, 2500), printed.section_5_beta(F(1, 50)), F(250)


FEASIBLE_OPTIMAL = claim(
    "accelerated/prop-3.4-feasible-optimal",
    "§3.1, Prop 3.4 with §3.2",
    "Feasibility at the optimum without noise",
).says(
    {"kappa = 100": solvable(*optimal(F(10)), F(13, 10))},
    # With B = (-alpha, 0) there is none either; below (1 + sqrt 2)^2 there is.
    instead={"kappa = 100": found("optimal_at_100", *optimal(F(10)))},
    # With B = (-alpha, 0) the threshold is kappa = 3 + 2 sqrt 2 (dptheory/optimal-threshold).
    notes=tuple(OPTIMAL_THRESHOLD.printed.values()),
    ours=True,
)

FEASIBLE_SECTION_5 = claim(
    "accelerated/prop-3.4-feasible-section-5",
    "§3.1, Prop 3.4 with §5",
    "Feasibility in the experiments",
).says(
    {
        "kappa = 100": solvable(*section_5(F(10)), F(3, 2)),
        "kappa = 256": solvable(*section_5(F(16)), F(3, 2)),
        "a tenth of the step, kappa = 250": solvable(*TENTH, F(6, 5)),
    },
    instead={
        "kappa = 100": found("section_5_at_100", *section_5(F(10))),
        # The covariates of section 5 have 255.2 in the mean.
        "kappa = 256": found("section_5_at_256", *section_5(F(16))),
        "a tenth of the step, kappa = 250": found("tenth_of_section_5_at_250", *TENTH),
    },
    # The threshold in kappa is between 11.44 and 11.45 (dptheory/section-5-threshold).
    notes=tuple(THRESHOLD.printed.values()),
    ours=True,
)
