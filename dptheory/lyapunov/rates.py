r"""The certified rate of a method on :math:`S_{\mu,L}`.

The compiled solver (:mod:`dptheory.lyapunov.solver`) proposes; the integer test
(:mod:`dptheory.lyapunov.exact`) decides from above, the rational duals
(:mod:`dptheory.lyapunov.duals`) from below. Statements and proofs: ``docs/lmi.md``.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dptheory.contract import public
from dptheory.lyapunov import certificates, duals, solver
from dptheory.lyapunov.certificates import Certificate
from dptheory.lyapunov.criterion import heavy_ball_feasible, infeasibility
from dptheory.lyapunov.duals import Dual
from dptheory.lyapunov.exact import lmi_holds
from dptheory.lyapunov.lmi import Candidate, Symmetric2, noise_gain
from dptheory.methods import NAMES, Method
from dptheory.numbers import Number
from dptheory.ranges import finite, nonnegative, positive, require

# The width of an answer: absolute, and as a share of 1 - rho.
ACCURACY, SHARE = Fraction(1, 10**6), Fraction(1, 100)
STEPS = (1e-9, 1e-8, 5e-8, 1.5e-7, 4e-7)  # distances to the numerical rate, tried in turn
SHARES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 4e-3)
NEAR = Fraction(1, 10**9)  # the same as a share of 1 - rho, for a rate that is known


class Status(StrEnum):
    """Closed answers: nothing is feasible or infeasible without an exact proof."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNDECIDED = "undecided"


@public
@dataclass(frozen=True)
class RateResult:
    """The answer of :func:`rate`.

    Attributes:
        status: feasible: rho is within 1e-6, and within 1 % of 1 - rho, of the LMI's infimum,
            both ends certified; infeasible: at every rho < 1, so that the inequality certifies
            nothing (the method may converge all the same); undecided: neither was proved, and
            whatever was proved is still given below.
        rho: certified upper value of the rate, rounded up to a float; None if there is none.
        rho_lower: certified lower value of the LMI's infimum, rounded down (1 if infeasible).
        rho2: the exact square of the certified rate.
        rho2_lower: the exact square of the lower value.
        noise_gain: floor of E F - F* per unit of E|w|^2 that the certificate proves
            (length^2/loss); :mod:`dptheory.lyapunov.noise` finds the smallest.
        certificate: what ``verify/kernel.py`` reads: of feasibility or infeasibility.
        lower_certificate: that of rho_lower; None where rho_lower is 0, or 1.
    """

    status: Status
    rho: float | None = None
    rho_lower: float = 0.0
    rho2: Fraction | None = None
    rho2_lower: Fraction = Fraction(0)
    noise_gain: float | None = None
    certificate: dict[str, Any] | None = None
    lower_certificate: dict[str, Any] | None = None


@public
def exact_method(method: Method) -> Method:
    """The method with its parameters as the rationals that they are.

    Raises:
        ValueError: alpha > 0, 0 <= beta < 1, eta >= 0 is not satisfied or not finite, or the
            parameters are not those of the named method.
    """
    require(method.name in NAMES, "method", f"one of {', '.join(NAMES)}", method.name)
    for name, value in (("alpha", method.alpha), ("beta", method.beta), ("eta", method.eta)):
        finite(name, value)
    alpha, beta, eta = (Fraction(v) for v in (method.alpha, method.beta, method.eta))
    positive("step size alpha", alpha)
    require(0 <= beta < 1, "momentum beta", "in [0, 1)", method.beta)
    nonnegative("extrapolation eta", eta)
    if method.name == "gradient":
        require(beta == 0, "momentum beta", "0 with gradient", method.beta)
    fixed = {"gradient": Fraction(0), "heavy-ball": Fraction(0), "nesterov": beta}
    if method.name in fixed:
        expected = fixed[method.name]
        require(eta == expected, "extrapolation eta", f"{expected} with {method.name}", method.eta)
    return Method(method.name, alpha, beta, eta)


@public
def function_class(mu: Number, smoothness: Number) -> tuple[Fraction, Fraction]:
    """mu and L as rationals.

    Raises:
        ValueError: unless 0 < mu <= L are finite.
    """
    finite("strong convexity mu", mu)
    finite("smoothness L", smoothness)
    exact_mu, exact_L = Fraction(mu), Fraction(smoothness)
    positive("strong convexity mu", exact_mu)
    require(exact_mu <= exact_L, "smoothness L", f"at least mu = {mu}", smoothness)
    return exact_mu, exact_L


@public
def root_up(square: Fraction | float) -> float:
    """The square root of a number in [0, 1], rounded up."""
    root = math.sqrt(square)
    while Fraction(root) ** 2 < square:
        root = math.nextafter(root, 2.0)
    return root


@public
def root_down(square: Fraction | float) -> float:
    """The square root of a number in [0, 1], rounded down."""
    root = math.sqrt(square)
    while Fraction(root) ** 2 > square:
        root = math.nextafter(root, 0.0)
    return root


@public
def unscaled(alpha: Fraction, proposal: tuple[float, Symmetric2, float, float]) -> Candidate:
    """For the gradient g, from a proposal (rho^2, P, c0, c) for u = alpha g."""
    rho2, P, c0, c = proposal
    p11, p12, p22 = (Fraction(entry) for entry in P)
    return Candidate(Fraction(rho2), (p11, p12, p22), Fraction(c0) * alpha**2, Fraction(c) * alpha)


@public
def no_rate(method: Method, mu: Fraction, smoothness: Fraction) -> Certificate | None:
    """A certificate that no rho < 1 is feasible, or None (rational arguments)."""
    one = Fraction(1)
    for curvature in (mu, smoothness):
        if duals.escapes(method, mu, smoothness, one, curvature):
            return certificates.lower(method, mu, smoothness, one, Dual(curvature=curvature))
    if method.eta == 0:
        point = (method.alpha, method.beta, mu, smoothness)
        Z = None if heavy_ball_feasible(*point) else infeasibility(*point)
        return None if Z is None else certificates.lower(method, mu, smoothness, one, Dual(Z))
    return None


def _gap(method: Method, mu: Fraction, smoothness: Fraction) -> float:
    """The numerical 1 - rho; 0 if there is none, or beyond the range of floats."""
    try:
        m, ell = float(method.alpha * mu), float(method.alpha * smoothness)
        beta, eta = float(method.beta), float(method.eta)
    except OverflowError:
        return 0.0
    return float(solver.critical_gap(m, ell, beta, eta)[0]) if m > 0.0 and beta < 1.0 else 0.0


@public
def steps(gap: float) -> tuple[float, ...]:
    """The distances that are tried: shares of 1 - rho where that is small."""
    return STEPS if gap >= STEPS[0] / SHARES[0] else tuple(share * gap for share in SHARES)


def _below(
    method: Method, mu: Fraction, smoothness: Fraction, gap: float
) -> tuple[Fraction, Certificate | None]:
    """A rational rho >= 0 that is excluded together with all smaller ones, and the proof."""
    for step in steps(gap):
        rho = 1 - Fraction(gap + step).limit_denominator(2**44)
        if rho <= 0:
            break
        dual = duals.excluding(method, mu, smoothness, rho)
        if dual is not None:
            return rho, certificates.lower(method, mu, smoothness, rho**2, dual)
    return Fraction(0), None


@public
def rate(method: Method, mu: Number, smoothness: Number) -> RateResult:
    """The smallest rate that the LMI certifies, with exact certificates.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Raises:
        ValueError: a parameter is out of its range or not finite.
    """
    method = exact_method(method)
    mu, smoothness = function_class(mu, smoothness)
    alpha, beta, eta = method.alpha, method.beta, method.eta
    certificate = no_rate(method, mu, smoothness)
    gap = _gap(method, mu, smoothness) if certificate is None else 0.0
    if certificate is None and gap == 0.0 and eta > 0:
        dual = duals.excluding(method, mu, smoothness, Fraction(1))
        if dual is not None:
            certificate = certificates.lower(method, mu, smoothness, Fraction(1), dual)
    if certificate is not None:
        return RateResult(
            Status.INFEASIBLE, rho_lower=1.0, rho2_lower=Fraction(1), certificate=certificate
        )
    if beta == eta == 0:
        return _gradient_descent(method, mu, smoothness)
    if gap == 0.0:
        return RateResult(Status.UNDECIDED)
    lower, below = _below(method, mu, smoothness, gap)
    known = RateResult(
        Status.UNDECIDED,
        rho_lower=root_down(lower**2),
        rho2_lower=lower**2,
        lower_certificate=below,
    )
    scaled = float(alpha * mu), float(alpha * smoothness), float(beta), float(eta)
    for step in steps(gap):
        found = unscaled(alpha, solver.proposal(*scaled, gap, step))
        rho2 = found.rho2
        if lmi_holds((alpha, beta, eta, mu, smoothness), rho2, found.P, found.c0, found.c):
            return _answer(method, mu, smoothness, found, lower, below)
    return known


def _answer(
    method: Method,
    mu: Fraction,
    smoothness: Fraction,
    found: Candidate,
    lower: Fraction,
    below: Certificate | None,
) -> RateResult:
    """The result for a candidate that holds: feasible where the interval is narrow enough."""
    # rho <= lower + width just if rho <= (lower + SHARE)/(1 + SHARE), and the like for ACCURACY.
    top = min(lower + ACCURACY, (lower + SHARE) / (1 + SHARE))
    return RateResult(
        Status.FEASIBLE if found.rho2 <= top**2 else Status.UNDECIDED,
        rho=root_up(found.rho2),
        rho_lower=root_down(lower**2),
        rho2=found.rho2,
        rho2_lower=lower**2,
        noise_gain=float(noise_gain(method.alpha, smoothness, found)),
        certificate=certificates.feasible(method, mu, smoothness, found),
        lower_certificate=below,
    )


def _gradient_descent(method: Method, mu: Fraction, smoothness: Fraction) -> RateResult:
    r"""The closed form without momentum, at any step below 2/L.

    The rate is :math:`\rho=\max(|1-\alpha\mu|,|1-\alpha L|)`, that of a quadratic. With
    P = diag(1, 0), c = 0 and :math:`c_0=\alpha\rho/(L-\mu)` the LMI's matrix on (x, g) has rank
    one; where mu = L the infimum is not attained, and :math:`\rho` is rounded up.
    """
    alpha = method.alpha
    slow = max((mu, smoothness), key=lambda curvature: abs(1 - alpha * curvature))
    rho = abs(1 - alpha * slow)
    lower = max(Fraction(0), rho - NEAR * (1 - rho))
    if mu < smoothness:
        c0 = alpha * rho / (smoothness - mu)
    else:
        up = rho + NEAR * (1 - rho)
        c0 = alpha**2 / 2 * (1 + rho**2 / (up**2 - rho**2))
        rho = up
    found = Candidate(rho**2, (Fraction(1), Fraction(0), Fraction(0)), c0, Fraction(0))
    proof = Dual(curvature=slow)
    below = certificates.lower(method, mu, smoothness, lower**2, proof) if lower else None
    return _answer(method, mu, smoothness, found, lower, below)
