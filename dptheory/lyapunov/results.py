"""What :func:`dptheory.lyapunov.rate` is asked and what it answers, whatever the inequality."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.methods import NAMES, Method, StateSpace, matrices
from dptheory.numbers import Number
from dptheory.ranges import finite, nonnegative, positive, require, told
from dptheory.results import Result, Several

# The width of an answer: absolute, and as a share of 1 - rho.
ACCURACY, SHARE = Fraction(1, 10**6), Fraction(1, 100)


class Status(StrEnum):
    """The kind of an answer: feasible and infeasible only with an exact proof, else undecided.

    Example:
        >>> Status("feasible") is Status.FEASIBLE
        True
    """

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNDECIDED = "undecided"


class Inequality(StrEnum):
    """Under all interpolation conditions, or the paper's (22).

    Example:
        >>> Inequality("paper") is Inequality.PAPER
        True
    """

    FULL = "full"
    PAPER = "paper"


@public
@dataclass(frozen=True)
class NoiseGain(Result):
    """A certified noise gain.

    Attributes:
        rho: the rate it belongs to.
        gain: bound of the floor of E F - F* per unit of E|w|^2 (length^2/loss).
        certificate: what ``verify/kernel.py`` reads; the gain follows from it.

    Example:
        >>> NoiseGain(rho=0.95, gain=0.5, certificate={}).gain
        0.5
    """

    rho: float
    gain: float
    certificate: dict[str, Any]


@public
class TradeOff(Several["NoiseGain | None"]):
    """The smallest certified noise gain at each of some rates; None where none was found.

    Example:
        >>> from dptheory import gradient
        >>> full_trade_off(gradient("0.1"), 1, 10, ["0.95"])
        TradeOff of 1, the first NoiseGain(...)
    """

    def _columns(self) -> dict[str, list[float]]:
        """A row a certified rate."""
        found = [one for one in self if one is not None]
        return {"rho": [one.rho for one in found], "gain": [one.gain for one in found]}

    def _draw(self, axes: Any) -> None:
        """The floor over the rate."""
        columns = self._columns()
        axes.plot(columns["rho"], columns["gain"], ".-")
        axes.set(xlabel=r"rate $\rho$", ylabel=r"floor of $E F - F^*$ per unit of $E|w|^2$")
        axes.set_title("certified trade-off of rate and noise")


@public
@dataclass(frozen=True)
class RateResult(Result):
    """The answer of :func:`rate`.

    Attributes:
        status: feasible: rho is within 1e-6, and within 1 % of 1 - rho, of the inequality's
            infimum, both ends certified; infeasible: at every rho < 1, so that the inequality
            certifies nothing (the method may converge all the same); undecided: neither was
            proved, and whatever was proved is still given below.
        rho: certified upper value of the rate, rounded up to a float; None if there is none.
        rho_lower: certified lower value of the infimum, rounded down (1 if infeasible).
        rho2: the exact square of the certified rate.
        rho2_lower: the exact square of the lower value.
        start: F(x_t) - F* <= start rho^(2t) (F(x_0) - F*) from rest, x_0 = x_-1, by the
            certificate (full inequality only).
        noise_gain: floor of E F - F* per unit of E|w|^2 that the certificate proves
            (length^2/loss; the paper's inequality only: floors have certificates of their own,
            :func:`dptheory.lyapunov.floors.noise_floor`).
        certificate: what ``verify/kernel.py`` reads: of feasibility or infeasibility.
        lower_certificate: that of rho_lower; None where rho_lower is 0, or 1.

    Example:
        >>> from dptheory import gradient
        >>> rate(gradient("0.1"), 1, 10).status.value
        'feasible'
    """

    status: Status
    rho: float | None = None
    rho_lower: float = 0.0
    rho2: Fraction | None = None
    rho2_lower: Fraction = Fraction(0)
    start: float | None = None
    noise_gain: float | None = None
    certificate: dict[str, Any] | None = None
    lower_certificate: dict[str, Any] | None = None


def exact_space(method: Method | StateSpace) -> Method | StateSpace:
    """Likewise; what is not of the family stays its matrices, which may be any finite numbers."""
    A, B, C = matrices(method)
    within = len(B) == 1 and B[0] < 0 <= A[0][0] < 1 and C[0] >= 0
    if within or isinstance(method, Method):
        return exact_method(method)
    exact_A = tuple(tuple(map(Fraction, row)) for row in A)
    return StateSpace(method.name, exact_A, tuple(map(Fraction, B)), tuple(map(Fraction, C)))


def exact_method(method: Method | StateSpace) -> Method:
    """The method of the family with its parameters as the rationals that they are.

    Raises:
        ValueError: alpha > 0, 0 <= beta < 1, eta >= 0 is not satisfied or not finite, or the
            parameters are not those of the named method; the method has more than one move.
    """
    if isinstance(method, StateSpace):
        require(len(method.B) == 1, "method", "of one move for (22)", method.name)
        ((beta,),), (step,), (eta,) = matrices(method)
        method = Method("momentum", -step, beta, eta)
    require(method.name in NAMES, "method", f"one of {', '.join(NAMES)}", method.name)
    for name, value in (
        ("alpha", method.alpha),
        ("beta", method.beta),
        ("extrapolation", method.extrapolation),
    ):
        finite(name, value)
    alpha, beta, eta = (Fraction(v) for v in (method.alpha, method.beta, method.extrapolation))
    positive("step size alpha", alpha)
    require(0 <= beta < 1, "momentum beta", "in [0, 1)", method.beta)
    nonnegative("extrapolation eta", eta)
    if method.name == "gradient":
        require(beta == 0, "momentum beta", "0 with gradient", method.beta)
    if method.name in ("gradient", "heavy-ball"):
        require(eta == 0, "extrapolation eta", f"0 with {method.name}", method.extrapolation)
    if method.name == "nesterov" and eta != beta:
        found = f"{told(method.extrapolation)} with beta = {told(method.beta)}"
        raise ArgumentError(f"eta must equal beta with nesterov. Found {found}.")
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


def root_up(square: Fraction | float) -> float:
    """The square root of a number in [0, 1], rounded up."""
    root = _root(square)
    while Fraction(root) ** 2 < square:
        root = math.nextafter(root, 2.0)
    return root


def root_down(square: Fraction | float) -> float:
    """The square root of a number in [0, 1], rounded down."""
    root = _root(square)
    while Fraction(root) ** 2 > square:
        root = math.nextafter(root, 0.0)
    return root


def _root(square: Fraction | float) -> float:
    """The square root, also of a fraction that is too small for a float, to a few last places."""
    require(0 <= square <= 1, "square", "in [0, 1]", square)
    exact = Fraction(square)
    # Scaled to between 1/4 and 4 by a power of 4, which changes no digit.
    k = (exact.denominator.bit_length() - exact.numerator.bit_length()) // 2
    return math.ldexp(math.sqrt(exact * Fraction(4) ** k), -k)


def bracketed(
    found: RateResult | None, lower: Fraction, proof: dict[str, Any] | None
) -> RateResult:
    """The answer: feasible where the interval is narrow enough, infeasible where it is empty.

    Args:
        found: the upper end with its certificate, or None.
        lower: a rate that ``proof`` excludes together with all smaller ones; 0 without a proof.
    """
    if found is None:
        known = RateResult(Status.UNDECIDED, lower_certificate=proof)
        if lower == 1:
            known = RateResult(Status.INFEASIBLE, certificate=proof)
    else:
        # rho <= lower + width just if rho <= (lower + SHARE)/(1 + SHARE); the like for ACCURACY.
        top = min(lower + ACCURACY, (lower + SHARE) / (1 + SHARE))
        narrow = found.rho2 is not None and found.rho2 <= top**2
        known = replace(
            found, status=Status.FEASIBLE if narrow else Status.UNDECIDED, lower_certificate=proof
        )
    return replace(known, rho_lower=root_down(lower**2), rho2_lower=lower**2)
