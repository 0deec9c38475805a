r"""The heavy-ball LMI never certifies a better rate than gradient descent's best.

Put rho = (kappa-1)/(kappa+1), p = beta/rho and q = alpha mu/(1-rho) = alpha L/(1+rho). Either
|1 - q| <= p <= rho fails, and then a quadratic of the class has a spectral radius above rho
(Jury's conditions at mu, L and the determinant), or the oscillation with |z| = rho and
Re z = rho sigma, sigma = (1-q)/p, makes both multipliers useless: <X0, Z> < 0 (for |sigma| < 1)
and <rho^2 X1 + (1-rho^2) X2', Z> < 0, so that no certificate exists (duality, docs/lmi.md). For
sigma = +-1 the first is 0 there and negative beside it, where the second still is.
"""

from fractions import Fraction
from typing import Any

from dptheory.lyapunov import certificates
from dptheory.lyapunov.duals import Dual
from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.lmi import dual_state, inner, rate_form, supply_forms
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import spectral_radius, trace_and_determinant
from verify.checks.base import Control
from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.checks.sdp import Certified

F = Fraction


def setting(rho: Any, p: Any, sigma: Any) -> tuple[Any, Any, Any, Any]:
    """(alpha, beta, mu, L) with mu = 1 - rho, L = 1 + rho (units are free) and q = 1 - p sigma."""
    return 1 - p * sigma, rho * p, 1 - rho, 1 + rho


def duals(rho: Any, p: Any, sigma: Any) -> tuple[Any, Any]:
    """(<X0, Z> alpha^2/2, <rho^2 X1 + (1-rho^2) X2', Z> alpha/(1-rho)) at the oscillation."""
    alpha, beta, mu, L = setting(rho, p, sigma)
    x0, x1, x2 = supply_forms(heavy_ball(alpha, beta), mu, L)
    Z = atom(alpha, beta, rho**2, rho * sigma)
    return (
        inner(x0, Z) * alpha**2 / 2,
        inner(rate_form(x1, x2, rho**2), Z) * alpha / (1 - rho),
    )


def closed_forms(rho: Any, p: Any, sigma: Any) -> tuple[Any, Any]:
    """The same two numbers as products whose signs can be read off."""
    first = (rho - p) + rho * (1 - rho * p)
    second = (1 - rho) * (1 - p) + (rho + p) * (1 - sigma) + p * (1 - sigma**2)
    return -p * first * (1 - sigma**2), -rho * second


def state(rho: Any, p: Any, sigma: Any) -> Any:
    """N of the oscillation."""
    alpha, beta, _, _ = setting(rho, p, sigma)
    return dual_state(heavy_ball(alpha, beta), atom(alpha, beta, rho**2, rho * sigma), rho**2)


def mismatch(rho: float, p: float, sigma: float) -> complex:
    """What x+ = z x misses when the signal of momentum rho p drives momentum rho p^2."""
    z = rho * complex(sigma, (1 - sigma**2) ** 0.5)
    signal = -(z - (1 + rho * p) + rho * p / z)
    return 1 + rho * p * p - rho * p * p / z - signal - z


SYMBOLS = {"rho": "positive", "p": "positive", "sigma": "real"}
POINT = {"rho": F(1, 2), "p": F(1, 3), "sigma": F(1, 5)}

RANGE = Domain(
    {
        "rho": Range(0.01, 0.99, corners=(F(1, 2),)),
        "p": Range(0.001, 0.99, corners=(F(1, 4),)),
        "sigma": Range(-1, 1, corners=(-1, 0, 1)),
    },
    where=lambda rho, p, sigma: p <= rho,
)
SIGN = Split(
    tuple(
        Decomposition(
            {"k": "positive", "a": "nonnegative", "b": "nonnegative"},
            f"sigma of sign {sign}",
            # rho = 1/(1+k) < 1, p = rho/(1+a) <= rho.
            substitution=lambda k, a, b, sign=sign: {
                "rho": 1 / (1 + k),
                "p": 1 / (1 + k) / (1 + a),
                "sigma": sign * (1 - b) / (1 + b),
            },
        )
        for sign in (1, -1)
    ),
    "every factor has one sign, for sigma = (1-b)/(1+b) in (-1, 1] and its negative",
)


def margins(alpha: Any, beta: Any, rho: Any) -> tuple[Any, Any]:
    """Jury's margins at radius rho for curvatures 1 - rho and 1 + rho: rho + beta/rho -+ trace."""
    method = heavy_ball(alpha, beta)
    at_mu, at_L = (trace_and_determinant(method.closed_loop(c))[0] for c in (1 - rho, 1 + rho))
    return rho + beta / rho - at_mu, rho + beta / rho + at_L


def beside(rho: Any, p: Any, s: Any, sigma: int) -> Any:
    """<X0, Z> alpha^2/2 at Re z = rho sigma (1 - s), where alpha is that of sigma = +-1."""
    alpha, beta, mu, L = setting(rho, p, sigma)
    x0, _, _ = supply_forms(heavy_ball(alpha, beta), mu, L)
    return inner(x0, atom(alpha, beta, rho**2, rho * sigma * (1 - s))) * alpha**2 / 2


def beside_closed(rho: Any, p: Any, s: Any, sigma: int) -> Any:
    """The same as a product; negative for 0 < s < (1 - rho)/2, as p <= rho < 1."""
    if sigma == 1:
        return -2 * p * s * ((rho - p) * (1 + rho) + 2 * rho * (1 - rho) - 2 * rho * s)
    return -2 * p * s * (rho * (rho + 2) + rho - p * (1 - rho) - 2 * rho * s)


def excluded(
    kappa: Fraction, share: Fraction, sigma: Fraction, above: Fraction | int = 0
) -> tuple[Any, str]:
    """A certificate for the kernel that no rate up to rho + above exists, p = share rho."""
    rho = (kappa - 1) / (kappa + 1)
    alpha, beta, mu, L = setting(rho, share * rho, sigma)
    rate2 = (rho + above) ** 2
    shift = (1 - rho) / 100 if abs(sigma) == 1 else 0
    Z = atom(alpha, beta, rate2, (rho + above) * sigma * (1 - shift))
    certificate = certificates.lower(heavy_ball(alpha, beta), mu, L, rate2, Dual(Z))
    return certificate, f"no certificate at rho <= {rho} (kappa={kappa}, beta={beta})."


def sampled(kappa: Fraction, share: Fraction, sigma: Fraction) -> Certified:
    """The kernel's check of one instance; its control denies gradient descent its own rate."""
    rho = (kappa - 1) / (kappa + 1)
    return Certified(
        name=f"kernel, kappa = {kappa}, p = {share} rho, sigma = {sigma}",
        part="the oscillation excludes every certificate",
        find=lambda: excluded(kappa, share, sigma),
        complete=False,
        controls=(
            Control(
                "gradient descent at rho + 1/1000",
                Certified(
                    name="beta = 0",
                    find=lambda: excluded(kappa, F(0), F(0), above=F(1, 1000)),
                    complete=False,
                ),
                Outcome.INCONCLUSIVE,
                # At alpha = 1 = 2/(mu + L) both ends of the spectrum contract by rho.
                lambda: all(
                    spectral_radius(heavy_ball(F(1), F(0)), c) == rho for c in (1 - rho, 1 + rho)
                ),
            ),
        ),
    )


NEVER = Claim(
    id="dptheory/heavy-ball-never-beats-gradient",
    where="docs/lmi.md",
    title="the heavy-ball LMI never beats gradient descent's best rate",
    statement=r"For every $\alpha>0$ and $0<\beta<1$ the LMI of the heavy ball on "
    r"$\mathcal S_{\mu,L}$ has no solution at any $\rho\le\frac{\kappa-1}{\kappa+1}$, the rate "
    r"that gradient descent has at $\alpha=\frac2{\mu+L}$.",
    checks=(
        Identity(
            name="Jury's conditions at rho",
            part="otherwise a quadratic is slower",
            # Both margins nonnegative and beta <= rho^2 mean |1-q| <= p <= rho.
            lhs=lambda q, p, rho: margins(q, rho * p, rho),
            rhs=lambda q, p, rho: ((1 - rho) * (q - (1 - p)), (1 + rho) * (1 + p - q)),
            symbols={"q": "positive", "p": "positive", "rho": "positive"},
        ),
        Identity(
            name="the oscillation's dual state",
            part="the oscillation excludes every certificate",
            lhs=state,
            rhs=lambda rho, p, sigma: ((0 * rho, 0 * rho), (0 * rho, 0 * rho)),
            symbols=SYMBOLS,
            controls=(
                Control(
                    "another momentum",
                    Identity(
                        name="beta = rho p^2",
                        lhs=lambda rho, p, sigma: dual_state(
                            heavy_ball(setting(rho, p, sigma)[0], rho * p * p),
                            atom(setting(rho, p, sigma)[0], rho * p, rho**2, rho * sigma),
                            rho**2,
                        ),
                        rhs=lambda rho, p, sigma: ((0 * rho, 0 * rho), (0 * rho, 0 * rho)),
                        symbols=SYMBOLS,
                    ),
                    Outcome.FAILS,
                    # The oscillation solves z^2 - (1+beta) z + beta + alpha u z = 0 for one beta.
                    lambda: abs(mismatch(0.5, 1 / 3, 0.2)) > 1e-3 > abs(mismatch(0.5, 1.0, 0.2)),
                ),
            ),
        ),
        Identity(
            name="both duals in closed form",
            part="the oscillation excludes every certificate",
            lhs=duals,
            rhs=closed_forms,
            symbols=SYMBOLS,
            instance=POINT,
        ),
        *(
            Identity(
                name=f"beside sigma = {sigma}",
                part="the oscillation excludes every certificate",
                lhs=lambda rho, p, s, sigma=sigma: beside(rho, p, s, sigma),
                rhs=lambda rho, p, s, sigma=sigma: beside_closed(rho, p, s, sigma),
                symbols={"rho": "fraction", "p": "fraction", "s": "positive"},
                instance={"rho": F(1, 2), "p": F(1, 3), "s": F(1, 5)},
                general="<X0, Z> < 0 for small s > 0, where the other dual, continuous in s, is "
                "negative as at s = 0",
            )
            for sigma in (1, -1)
        ),
        Inequality(
            name="<X0, Z> <= 0",
            part="the oscillation excludes every certificate",
            lhs=lambda rho, p, sigma: closed_forms(rho, p, sigma)[0],
            rhs=lambda rho, p, sigma: 0 * rho,
            domain=RANGE,
            proof=SIGN,
            controls=(
                Control(
                    "p > rho allowed",
                    Inequality(
                        name="p > rho",
                        lhs=lambda rho, p, sigma: closed_forms(rho, p, sigma)[0],
                        rhs=lambda rho, p, sigma: 0 * rho,
                        domain=Domain(
                            {
                                "rho": Range(0.1, 0.2, corners=(F(1, 10),)),
                                "p": Range(0.3, 0.99, corners=(F(9, 10),)),
                                "sigma": Range(-1, 1, corners=(0,)),
                            }
                        ),
                    ),
                    Outcome.FAILS,
                    lambda: 2 * 0.1 - 0.9 * 1.01 < 0,
                ),
            ),
        ),
        Inequality(
            name="the other dual is at most -rho (1-rho)(1-p)",
            part="the oscillation excludes every certificate",
            lhs=lambda rho, p, sigma: closed_forms(rho, p, sigma)[1],
            rhs=lambda rho, p, sigma: -rho * (1 - rho) * (1 - p),
            domain=RANGE,
            proof=SIGN,
        ),
        sampled(F(2), F(1, 2), F(0)),
        sampled(F(10), F(1, 10), F(1, 2)),
        sampled(F(100), F(1), F(-9, 10)),
        sampled(F(10), F(1, 2), F(1)),
        sampled(F(10), F(1, 2), F(-1)),
    ),
    note="With beta = 0 the rate (kappa-1)/(kappa+1) is attained. The statement concerns what this "
    "LMI can certify, not the heavy ball's speed on quadratics.",
)

CLAIMS = (NEVER,)
