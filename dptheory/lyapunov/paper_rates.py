r"""The rate that the paper's inequality (22) certifies for a method on :math:`S_{\mu,L}`.

A bracket is proposed by a closed form or by the compiled solver (:mod:`dptheory.lyapunov.solver`);
the integer test (:mod:`dptheory.lyapunov.exact`) decides from above, a rational dual
(:mod:`dptheory.lyapunov.duals`) from below, and what they found is written down as certificates.
Statements and proofs: ``docs/lmi.md``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from dptheory.lyapunov import certificates, duals, solver
from dptheory.lyapunov.duals import Dual
from dptheory.lyapunov.exact import lmi_holds
from dptheory.lyapunov.lmi import Candidate, Symmetric2, noise_gain
from dptheory.lyapunov.results import (
    RateResult,
    Status,
    bracketed,
    exact_method,
    function_class,
    root_up,
)
from dptheory.methods import Method, StateSpace, matrices
from dptheory.numbers import Number

STEPS = (1e-9, 1e-8, 5e-8, 1.5e-7, 4e-7)  # distances to the numerical rate, tried in turn
SHARES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 4e-3)
NEAR = Fraction(1, 10**9)  # the same as a share of 1 - rho, for a rate that is known


def unscaled(B: Fraction, proposal: tuple[float, Symmetric2, float, float]) -> Candidate:
    """For the gradient g, from a proposal (rho^2, P, c0, c) for u = -B g."""
    rho2, P, c0, c = proposal
    p11, p12, p22 = (Fraction(entry) for entry in P)
    return Candidate(Fraction(rho2), (p11, p12, p22), Fraction(c0) * B**2, -Fraction(c) * B)


def solves(method: Method | StateSpace, mu: Fraction, smoothness: Fraction, it: Candidate) -> bool:
    """Whether a candidate solves the LMI of a method with one move, decided exactly."""
    ((a,),), (b,), (c,) = matrices(method)
    return lmi_holds((-b, a, c, mu, smoothness), it.rho2, it.P, it.c0, it.c)


class _Query(NamedTuple):
    """A method with one move and a class, in rationals."""

    method: Method
    mu: Fraction
    smoothness: Fraction


@dataclass(frozen=True)
class _Bracket:
    """Where the infimum is thought to lie; nothing here is proved.

    Attributes:
        below: rates in (0, 1) to exclude, tried in turn.
        above: what may solve the LMI, tried in turn.
    """

    below: tuple[Fraction, ...] = ()
    above: Iterable[Candidate] = ()


@dataclass(frozen=True)
class _Excluded:
    """A rate that is excluded together with all smaller ones (1: every rate below 1), by a dual."""

    rho: Fraction = Fraction(0)
    dual: Dual | None = None


def paper_rate(method: Method | StateSpace, mu: Number, smoothness: Number) -> RateResult:
    """The smallest rate that the LMI certifies, with exact certificates.

    Args:
        method: constant parameters, one move; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Raises:
        ValueError: a parameter is out of its range or not finite.
    """
    query = _Query(exact_method(method), *function_class(mu, smoothness))
    bracket = _bracket(query)
    found = next((it for it in bracket.above if solves(*query, it)), None)
    # What has a rate below 1 needs no proof that it has none.
    below = bracket.below if found else (Fraction(1), *bracket.below)
    proofs = (_Excluded(rho, duals.excluding(*query, rho)) for rho in below)
    excluded = next((it for it in proofs if it.dual is not None), _Excluded())
    return _certified(query, found, excluded)


def _bracket(query: _Query) -> _Bracket:
    """The closed form without momentum, else the solver's; empty where neither sees a rate."""
    ((a,),), (b,), (c,) = matrices(query.method)
    if a == c == 0 and -b * query.smoothness < 2:
        return _gradient_descent(-b, query.mu, query.smoothness)
    try:
        scaled = solver.scaled(*query)
    except OverflowError:
        return _Bracket()
    m, _, momentum, _ = scaled
    gap = float(solver.critical_gap(*scaled)[0]) if m > 0.0 and momentum < 1.0 else 0.0
    if gap == 0.0:
        return _Bracket()
    steps = STEPS if gap >= STEPS[0] / SHARES[0] else tuple(share * gap for share in SHARES)
    below = (1 - Fraction(gap + step).limit_denominator(2**44) for step in steps)
    above = (unscaled(b, solver.proposal(*scaled, gap, step)) for step in steps)
    return _Bracket(tuple(rho for rho in below if rho > 0), above)


def _gradient_descent(alpha: Fraction, mu: Fraction, smoothness: Fraction) -> _Bracket:
    r"""The closed form without momentum, at any step below 2/L.

    The rate is :math:`\rho=\max(|1-\alpha\mu|,|1-\alpha L|)`, that of a quadratic. With
    P = diag(1, 0), c = 0 and :math:`c_0=\alpha\rho/(L-\mu)` the LMI's matrix on (x, g) has rank
    one; where mu = L the infimum is not attained, and :math:`\rho` is rounded up.
    """
    rho = max(abs(1 - alpha * mu), abs(1 - alpha * smoothness))
    near = NEAR * (1 - rho)
    below = (rho - near,) if rho > near else ()
    if mu < smoothness:
        c0 = alpha * rho / (smoothness - mu)
    else:
        c0 = alpha**2 / 2 * (1 + rho**2 / ((rho + near) ** 2 - rho**2))
        rho += near
    P = Fraction(1), Fraction(0), Fraction(0)
    return _Bracket(below, (Candidate(rho**2, P, c0, Fraction(0)),))


def _certified(query: _Query, found: Candidate | None, excluded: _Excluded) -> RateResult:
    """The answer: feasible where the interval is narrow enough, infeasible where it is empty."""
    lower, dual = excluded.rho, excluded.dual
    proof = None if dual is None else certificates.lower(*query, lower**2, dual)
    answer = None
    if found is not None:
        answer = RateResult(
            Status.UNDECIDED,
            rho=root_up(found.rho2),
            rho2=found.rho2,
            noise_gain=float(noise_gain(query.method, query.smoothness, found)),
            certificate=certificates.feasible(*query, found),
        )
    return bracketed(answer, lower, proof)
