r"""When the heavy ball's LMI is feasible for some rho < 1: the closed form, from both sides.

Necessary: at a point s where f0(s) <= 0 and f1(s) <= 0 the oscillation z = e^{i theta},
1 - cos theta = s, excludes every certificate; both multipliers are f0 and f1 up to positive
factors. Sufficient: an explicit P > 0 at mu alpha = alpha L - 2(1-beta), alpha L <= 2, and the
monotonicity in mu and L that carries it everywhere else; the circle criterion beyond alpha L = 2
(docs/lmi.md, Theorem 4, (a)-(f)). Certificates on both sides confirm it point by point.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.criterion import heavy_ball_feasible
from dptheory.lyapunov.lmi import inner, residual, supply_forms
from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball
from verify import kernel
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.sdp import Certified
from verify.context import Context
from verify.papers.accelerated import printed

F = Fraction
Case = dict[str, Any]
SYMBOLS = {"alpha": "positive", "beta": "fraction", "mu": "positive", "L": "positive", "s": "real"}
POINT = {"alpha": F(1, 3), "beta": F(1, 4), "mu": F(2), "L": F(5), "s": F(1, 2)}


def coefficients(alpha: Any, beta: Any, mu: Any, L: Any) -> tuple[Any, Any, Any]:
    """(b0, b1, q): the slope of f0 at 0, minus that of f1, and beta mu L alpha^2."""
    b0 = 2 * (1 - beta) ** 2 - (mu + L) * alpha * (1 + beta)
    return b0, alpha * L - 2 * (1 - beta), beta * mu * L * alpha**2


def f0(alpha: Any, beta: Any, mu: Any, L: Any, s: Any) -> Any:
    """mu L alpha^2 + b0 s + 4 beta s^2."""
    b0, _, _ = coefficients(alpha, beta, mu, L)
    return mu * L * alpha**2 + b0 * s + 4 * beta * s**2


def f1(alpha: Any, beta: Any, mu: Any, L: Any, s: Any) -> Any:
    """s (2 beta s - b1)."""
    _, b1, _ = coefficients(alpha, beta, mu, L)
    return s * (2 * beta * s - b1)


def duals(alpha: Any, beta: Any, mu: Any, L: Any, s: Any) -> tuple[Any, Any]:
    """(<X0, Z> alpha^2/2, <X1, Z> alpha) at the oscillation on the unit circle."""
    x0, x1, _ = supply_forms(heavy_ball(alpha, beta), mu, L)
    Z = atom(alpha, beta, 1 + 0 * s, 1 - s)
    return inner(x0, Z) * alpha**2 / 2, inner(x1, Z) * alpha


def descent(alpha: Any, beta: Any, mu: Any, L: Any, s: Any) -> Any:
    """<X2', Z> alpha - <X1, Z> alpha: what is left of X2' beside X1."""
    _, x1, x2 = supply_forms(heavy_ball(alpha, beta), mu, L)
    Z = atom(alpha, beta, 1 + 0 * s, 1 - s)
    return (inner(x2, Z) - inner(x1, Z)) * alpha


def at_the_end(alpha: Any, beta: Any, mu: Any, L: Any) -> tuple[Any, Any]:
    """2 beta f0(s1), and (1+beta)^2 times the discriminant of f0, from f0's coefficients."""
    b0, b1, q = coefficients(alpha, beta, mu, L)
    return b0 * b1 + 2 * q + 2 * b1**2, (1 + beta) ** 2 * (16 * q - b0**2)


def in_closed_form(alpha: Any, beta: Any, mu: Any, L: Any) -> tuple[Any, Any]:
    """The same as the criterion states them."""
    room = 2 * (1 + beta) - alpha * L
    first, second = (1 + beta) ** 2 * alpha * mu, (1 - beta) ** 2 * room
    return (
        (1 - beta) * room * (2 * (1 - beta) - alpha * (L - mu)),
        4 * first * second - (4 * beta * alpha * L - first - second) ** 2,
    )


def smallest_f0(alpha: Fraction, beta: Fraction, kappa: Fraction) -> bool:
    """The closed form is alpha L < 2(1+beta) and min f0 > 0 on [0, s1], decided exactly."""
    mu, L = F(1), kappa
    b0, b1, _ = coefficients(alpha, beta, mu, L)
    positive = True
    if b1 > 0 and beta > 0:
        s = max(F(0), min(-b0, 4 * b1)) / (8 * beta)
        positive = f0(alpha, beta, mu, L, s) > 0
    expected = alpha * L < 2 * (1 + beta) and positive
    return heavy_ball_feasible(alpha, beta, mu, L) is expected


def fine_grid(context: Context) -> Iterator[Case]:
    """A finer grid for the comparison of two closed forms."""
    n = context.pick(24, 48, 200)
    for kappa in (F(1), F(5, 4), F(3), F(10), F(1000)):
        for i in range(1, n):
            for j in range(n):
                yield {"alpha": F(4 * i, n) / kappa, "beta": F(j, n), "kappa": kappa}


def explicit_solution(beta: Any, x: Any) -> tuple[Any, Any]:
    """(M, P) at rho = 1, alpha = 1, L = 2 - x, mu = 2 beta - x: the margin's own boundary."""
    L, mu = 2 - x, 2 * beta - x
    share = (1 - beta) / mu
    P = (
        share * (x**2 - (1 + beta) * x + 2 * beta),
        -share * beta * x,
        share * 2 * beta**2,
    )
    M = residual(
        heavy_ball(1 + 0 * beta, beta), mu, L, 1 + 0 * x, P, 1 / (2 + 0 * x), 2 * share * x
    )
    return M, P


def products(beta: Any, x: Any) -> tuple[Any, ...]:
    """M_33 M_ij for all i, j, then M_33 and det P."""
    M, (p11, p12, p22) = explicit_solution(beta, x)
    entries = tuple(M[2][2] * M[i][j] for i in range(3) for j in range(3))
    return (*entries, M[2][2], p11 * p22 - p12**2)


def rank_one(beta: Any, x: Any) -> tuple[Any, ...]:
    """M_i3 M_j3 for all i, j, then the values of M_33 and det P, both positive for x < 2 beta."""
    M, _ = explicit_solution(beta, x)
    entries = tuple(M[i][2] * M[j][2] for i in range(3) for j in range(3))
    quotient = beta**2 * (2 - x) / (2 * beta - x)
    return (*entries, quotient, quotient * (1 - beta) ** 2)


def larger_class(gap: Any, more: Any, mu: Any, y: Any, u: Any) -> Any:
    """lambda (m'y - u)(Ly - u) - (my - u)(Ly - u), m' = m + more, L = m' + gap."""
    raised = mu + more
    L = raised + gap
    return ((L - mu) / gap * (raised * y - u) - (mu * y - u)) * (L * y - u)


def grid(context: Context) -> Iterator[Case]:
    """Rational points of the (alpha L, beta) plane at several condition numbers."""
    n = context.pick(8, 16, 40)
    for kappa in (F(3, 2), F(10), F(1000)):
        for i in range(1, n):
            for j in range(n):
                yield {"alpha": F(4 * i, n) / kappa, "beta": F(j, n), "kappa": kappa}


def agrees(alpha: Fraction, beta: Fraction, kappa: Fraction, shrink: int = 1) -> bool:
    """The kernel accepts a certificate of what the criterion says."""
    expected = heavy_ball_feasible(alpha, beta / shrink, F(1), kappa)
    result = rate(heavy_ball(alpha, beta), F(1), kappa)
    status = "feasible" if expected else "infeasible"
    return (
        result.status == status
        and result.certificate is not None
        and kernel.accepts(result.certificate)
    )


CRITERION = Claim(
    id="dptheory/heavy-ball-criterion",
    where="docs/lmi.md",
    title="closed form of the feasible set of the heavy-ball LMI",
    statement=r"For $\alpha>0$, $0\le\beta<1$, $0<\mu\le L$ the LMI of the heavy ball is feasible "
    r"for some $\rho<1$ exactly when $\alpha L<2(1+\beta)$ and: $\alpha(L-\mu)<2(1-\beta)$ if "
    r"$\alpha L\le2$, else $(1+\beta)\sqrt{\alpha\mu}+(1-\beta)\sqrt{2(1+\beta)-\alpha L}>"
    r"2\sqrt{\beta\alpha L}$.",
    checks=(
        Identity(
            name="the multipliers are f0 and f1",
            part="necessary",
            lhs=duals,
            rhs=lambda **p: (f0(**p), f1(**p)),
            symbols=SYMBOLS,
            instance=POINT,
            general="f0 <= 0 and f1 <= 0 at one s excludes every rho < 1",
        ),
        Identity(
            name="X2' beside X1",
            part="necessary",
            # mu alpha/2 - (1+beta) s; where f0 <= 0, (mu+L) alpha (1+beta) s >= mu L alpha^2, so
            # (1+beta) s >= mu L alpha/(mu+L) >= mu alpha/2: never positive, as the kernel needs.
            lhs=descent,
            rhs=lambda alpha, beta, mu, L, s: mu * alpha / 2 - (1 + beta) * s,
            symbols=SYMBOLS,
            instance=POINT,
        ),
        Identity(
            name="f0 at s1 and its discriminant in closed form",
            part="closed form",
            lhs=at_the_end,
            rhs=in_closed_form,
            symbols={n: SYMBOLS[n] for n in ("alpha", "beta", "mu", "L")},
            instance={n: POINT[n] for n in ("alpha", "beta", "mu", "L")},
        ),
        Cases(
            name="min f0 on [0, s1] against the closed form, exact",
            part="closed form",
            cases=fine_grid,
            holds=smallest_f0,
            success="both decide alike",
            controls=(
                Control(
                    "without the case alpha L > 2",
                    Cases(
                        name="one case",
                        cases=fine_grid,
                        holds=lambda alpha, beta, kappa: (
                            heavy_ball_feasible(alpha, beta, F(1), kappa)
                            is bool(
                                alpha * kappa < 2 * (1 + beta)
                                and alpha * (kappa - 1) < 2 * (1 - beta)
                            )
                        ),
                    ),
                    Outcome.FAILS,
                    # alpha L = 3 > 2 and alpha (L - mu) = 3/5 < 2 (1 - 3/5).
                    lambda: not heavy_ball_feasible(F(12, 5), F(3, 5), F(1), F(5, 4)),
                ),
            ),
        ),
        Identity(
            name="an explicit solution, alpha L <= 2",
            part="steps of the sufficient direction",
            # M has rank one and M_33 > 0: positive semidefinite; P > 0 as P_22 and det P are.
            lhs=products,
            rhs=rank_one,
            symbols={"beta": "fraction", "x": "positive"},
            instance={"beta": F(3, 4), "x": F(1, 2)},
            general="docs/lmi.md, Theorem 4, (d); with (b) for rho < 1",
        ),
        Identity(
            name="monotone in mu and L",
            part="steps of the sufficient direction",
            # X0 of the larger class is at most lambda X0 of the smaller one, lambda >= 1.
            lhs=larger_class,
            rhs=lambda gap, more, mu, y, u: more / gap * ((mu + more + gap) * y - u) ** 2,
            symbols={"gap": "positive", "more": "nonnegative", "mu": "positive"}
            | {"y": "real", "u": "real"},
            instance={"gap": F(2), "more": F(3), "mu": F(1), "y": F(5), "u": F(7)},
            general="docs/lmi.md, Theorem 4, (a); (c), (e) and (f) cover the other cases",
        ),
        Cases(
            name="certificates on both sides",
            part="sufficient",
            level=Level.CERTIFIED,
            cases=grid,
            holds=agrees,
            success="the kernel accepts a certificate of what the criterion says",
            failure="criterion and certificate disagree",
            controls=(
                Control(
                    "criterion at half the momentum",
                    Cases(
                        name="beta/2",
                        level=Level.CERTIFIED,
                        cases=grid,
                        holds=lambda **c: agrees(**c, shrink=2),
                    ),
                    Outcome.FAILS,
                    lambda: (
                        heavy_ball_feasible(F(15, 10) / 10, F(1, 4), F(1), F(10))
                        != heavy_ball_feasible(F(15, 10) / 10, F(1, 2), F(1), F(10))
                    ),
                ),
            ),
        ),
    ),
    note="The whole proof is in docs/lmi.md, Theorem 4; the ledger checks its identities and "
    "certificates on both sides, point by point.",
)


def section_5(s: Any) -> Any:
    """2(1-beta) - alpha (L - mu) at alpha = 1/L, beta = (1-s)/(1+s): alpha L = 1 < 2."""
    return 2 * (1 - printed.section_5_beta(s)) - (1 - s**2)


def at(s: Fraction, status: str) -> Certified:
    """The solver's certificate at sqrt(1/kappa) = s."""

    def find(wanted: str) -> tuple[Any, str] | None:
        result = rate(heavy_ball(s**2, printed.section_5_beta(s)), F(1), 1 / s**2)
        if result.status != wanted or result.certificate is None:
            return None
        return result.certificate, f"{status} at kappa = {float(1 / s**2):.4g}."

    other = "infeasible" if status == "feasible" else "feasible"
    return Certified(
        name=f"kappa = {float(1 / s**2):.4g}",
        part="both sides of the threshold",
        find=lambda: find(status),
        complete=False,
        controls=(
            Control(
                "the opposite",
                Certified(name="opposite", find=lambda: find(other)),
                Outcome.INCONCLUSIVE,
                lambda: (s**3 + s**2 + 3 * s > 1) is (status == "feasible"),
            ),
        ),
    )


THRESHOLD = Claim(
    id="dptheory/section-5-threshold",
    where="docs/lmi.md",
    title="threshold of the tuning of Section 5",
    statement=r"At $\alpha=1/L$, $\beta=\frac{1-s}{1+s}$, $s=\kappa^{-1/2}$ (the heavy ball of "
    r"Kuru et al., §5) the LMI is feasible exactly when $s^3+s^2+3s>1$, that is "
    r"$\kappa<11.44$.",
    checks=(
        Identity(
            name="the criterion's margin",
            part="threshold",
            lhs=section_5,
            rhs=lambda s: (s**3 + s**2 + 3 * s - 1) / (1 + s),
            symbols={"s": "positive"},
        ),
        at(F(3, 10), "feasible"),
        at(F(37, 125), "feasible"),
        at(F(59, 200), "infeasible"),
        at(F(1, 10), "infeasible"),
    ),
    note="The experiments have kappa = 255.",
)

CLAIMS = (CRITERION, THRESHOLD)
