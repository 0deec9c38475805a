r"""The certified rate of a method on :math:`S_{\mu,L}`.

The compiled solver (:mod:`dptheory.lyapunov.solver`) proposes, the integer test
(:mod:`dptheory.lyapunov.exact`) decides. See ``docs/lmi.md``.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dptheory.lyapunov import certificates, duals, solver
from dptheory.lyapunov.exact import lmi_holds
from dptheory.lyapunov.lmi import Symmetric2, noise_gain
from dptheory.methods import Method
from dptheory.numbers import Number
from dptheory.problems.ranges import finite, nonnegative, positive, require

ACCURACY = 1e-6
STEPS = (1e-9, 1e-8, 3e-8, 1e-7, 4e-7, 9e-7)  # distances to the numerical rate, tried in turn


class Status(StrEnum):
    """Closed answers: nothing is feasible or infeasible without a certificate."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class RateResult:
    """The answer of :func:`rate`.

    Attributes:
        status: feasible with a certificate, infeasible for every rho < 1 with a certificate, or
            undecided.
        rho: certified upper value of the rate, within 1e-6 of the LMI's infimum; None unless
            feasible.
        rho_lower: certified lower value (0 where none was found).
        rho2: the exact square of the certified rate.
        noise_gain: floor of E F - F* per unit of E|w|^2 that the certificate proves
            (length^2/loss).
        certificate: what ``verify/kernel.py`` reads: of feasibility or infeasibility.
        lower_certificate: that of rho_lower.
    """

    status: Status
    rho: float | None = None
    rho_lower: float = 0.0
    rho2: Fraction | None = None
    noise_gain: float | None = None
    certificate: dict[str, Any] | None = None
    lower_certificate: dict[str, Any] | None = None


def exact_method(method: Method) -> Method:
    """The method with its parameters as the rationals that they are.

    Raises:
        ValueError: alpha > 0, 0 <= beta < 1, eta >= 0 is not satisfied or not finite.
    """
    for name, value in (("alpha", method.alpha), ("beta", method.beta), ("eta", method.eta)):
        finite(name, value)
    alpha, beta, eta = (Fraction(v) for v in (method.alpha, method.beta, method.eta))
    positive("step size alpha", alpha)
    require(0 <= beta < 1, "momentum beta", "in [0, 1)", method.beta)
    nonnegative("extrapolation eta", eta)
    return Method(method.name, alpha, beta, eta)


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


def unscaled(
    alpha: Fraction, proposal: tuple[float, Symmetric2, float, float]
) -> tuple[Fraction, Symmetric2, Fraction, Fraction]:
    """rho^2, P, c0, c for the gradient g from a proposal for u = alpha g."""
    rho2, P, c0, c = proposal
    p11, p12, p22 = (Fraction(entry) for entry in P)
    return Fraction(rho2), (p11, p12, p22), Fraction(c0) * alpha**2, Fraction(c) * alpha


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
    scaled = float(alpha * mu), float(alpha * smoothness), float(beta), float(eta)
    gap, _ = solver.critical_gap(*scaled)
    if gap <= 0.0:
        return _no_rate(method, mu, smoothness)
    point = (alpha, beta, eta, mu, smoothness)
    for step in STEPS:
        rho2, P, c0, c = unscaled(alpha, solver.proposal(*scaled, gap, step))
        if lmi_holds(point, rho2, P, c0, c):
            break
    else:
        return RateResult(Status.UNDECIDED)
    rho = math.nextafter(math.sqrt(rho2), 2.0)
    if rho - (1.0 - gap) > ACCURACY:
        return RateResult(Status.UNDECIDED)
    found = duals.lower_bound(method, mu, smoothness, 1.0 - gap)
    below = {}
    if found is not None:
        low2, Z, curvature = found
        below = {
            "rho_lower": math.nextafter(math.sqrt(low2), 0.0),
            "lower_certificate": certificates.lower(
                method, mu, smoothness, low2, Z=Z, curvature=curvature
            ),
        }
    return RateResult(
        Status.FEASIBLE,
        rho=rho,
        rho2=rho2,
        noise_gain=float(noise_gain(alpha, smoothness, rho2, P, c)),
        certificate=certificates.feasible(method, mu, smoothness, rho2, P, c0, c),
        **below,
    )


def _no_rate(method: Method, mu: Fraction, smoothness: Fraction) -> RateResult:
    proof = duals.infeasible(method, mu, smoothness)
    if proof is None:
        return RateResult(Status.UNDECIDED)
    Z, curvature = proof
    return RateResult(
        Status.INFEASIBLE,
        rho_lower=1.0,
        certificate=certificates.lower(
            method, mu, smoothness, Fraction(1), Z=Z, curvature=curvature
        ),
    )
