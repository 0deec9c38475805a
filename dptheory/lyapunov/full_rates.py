r"""The rate that the full inequality certifies: both ends proposed in floats, decided exactly.

From above a point well inside the inequality, rounded (:func:`dptheory.lyapunov.full_exact.holds`);
from below a quadratic on which the method is slower, a function on which it goes in a cycle
(:mod:`dptheory.lyapunov.cycles`), or second moments of a step that no Lyapunov function of the
class survives (:func:`dptheory.lyapunov.full_exact.excludes`). Where mu = L every function is one
quadratic, the paper's inequality finds its rate, and its answer is given.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from dptheory.lyapunov import certificates, full_exact, sdp
from dptheory.lyapunov.certificates import Certificate
from dptheory.lyapunov.cycles import Cycle, cycle
from dptheory.lyapunov.duals import escapes
from dptheory.lyapunov.interpolation import START, Scaled, scaled
from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.lyapunov.results import (
    RateResult,
    Status,
    bracketed,
    exact_space,
    function_class,
    root_down,
    root_up,
)
from dptheory.lyapunov.sdp import EVERY, STEP, Found, Program
from dptheory.methods import Method, StateSpace
from dptheory.numbers import Number
from dptheory.ranges import require

TOLERANCE = 1e-10  # of the numerical squared rate
APART = 1e-4  # of a point inside from the smallest rate, as a share of mu min(alpha, 1/L)
# Distances to the numerical rate as shares of 1 - rho^2, tried in turn.
ABOVE = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
NEAREST = 1e-9  # where the rate is in closed form
BELOW = (1e-7, 5e-7, 2e-6, 1e-5, 1e-4, 1e-3, 1e-2)
GAPS = (1e-5, 1e-3, 1e-1)  # of C above its least, tried in turn
GRID = 10**12  # of squared rates
SMALL = 5e-7  # of rho: what a squared rate may miss if the rate shall be known to 1e-6
SMALLEST, LARGEST = 1e-9, 1e6  # mu/L and alpha L that are searched


class Query(NamedTuple):
    """A method and a class, in rationals."""

    method: Method | StateSpace
    mu: Fraction
    smoothness: Fraction

    @property
    def at(self) -> Scaled:
        """The same in the unit L."""
        return scaled(*self)

    def slower(self, rho2: Fraction) -> Fraction | None:
        """The curvature of a quadratic on which the method is slower; 1: does not converge.

        Where the method is not of the family none is looked for.
        """
        if isinstance(self.method, StateSpace):
            return None
        ends = (self.mu, self.smoothness)
        return next((k for k in ends if escapes(self.method, *ends, rho2, k)), None)

    def cycle(self) -> Cycle | None:
        """A cycle of a method of the family, in rationals."""
        return cycle(self.at) if isinstance(self.method, Method) else None

    def searchable(self) -> bool:
        """Whether the class and the step are within the reach of floating point."""
        at = self.at
        inside = SMALLEST <= at.m < 1 and SMALLEST <= at.step <= LARGEST
        return bool(inside and max(map(abs, at.C)) <= LARGEST)


def full_rate(method: Method | StateSpace, mu: Number, smoothness: Number) -> RateResult:
    """The smallest rate that the full inequality certifies, with exact certificates.

    Args:
        method: constant parameters; floats are taken as the rationals they are.
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Raises:
        ValueError: a parameter is out of its range or not finite.
    """
    query = Query(exact_space(method), *function_class(mu, smoothness))
    if query.mu == query.smoothness:
        return _otherwise(query)
    if (curvature := query.slower(Fraction(1))) is not None:
        return bracketed(None, Fraction(1), certificates.without(query, Fraction(1), curvature))
    if not query.searchable():
        return _otherwise(query)
    if (around := query.cycle()) is not None:
        return bracketed(None, Fraction(1), certificates.without(query, Fraction(1), around))
    it = sdp.bounded(query.at.floats())
    path = smallest(query.at, it)
    upper = certified(query, it, path)
    answer = bracketed(upper, *_excluded(query, path.found, upper))
    if answer.status is not Status.UNDECIDED:
        return answer
    known = _otherwise(query)
    return known if upper is None or known.status is Status.FEASIBLE else answer


def _otherwise(query: Query) -> RateResult:
    """What (22) certifies, which the full inequality does too, above the rate of a quadratic.

    That is the whole answer for gradient descent, and for momentum where it gains nothing.
    """
    if isinstance(query.method, StateSpace):
        return RateResult(Status.UNDECIDED)
    known = paper_rate(query.method, query.mu, query.smoothness)
    if query.mu == query.smoothness:
        return known
    if known.rho2 is None:
        return RateResult(Status.UNDECIDED)
    # In rationals: near 1 a float has few digits of 1 - rho, which is rounded up here.
    left = (1 - known.rho2) / (1 + Fraction(root_down(known.rho2)))
    for share in (NEAREST, *BELOW):
        rho = 1 - left * (1 + Fraction(share))
        if rho > 0 and (curvature := query.slower(rho**2)) is not None:
            return bracketed(known, rho, certificates.without(query, rho**2, curvature))
    return bracketed(known, Fraction(0), None)


def certificate_at(
    method: Method | StateSpace, mu: Number, smoothness: Number, rho: Fraction
) -> Certificate | None:
    """A certificate of a given rate with the least constant from rest; None where none was found.

    Args:
        method, mu, smoothness: as in :func:`full_rate`, mu < L. rho: rational, in (0, 1).

    Raises:
        ValueError: a parameter is out of its range or not finite.
    """
    query = Query(exact_space(method), *function_class(mu, smoothness))
    require(0 < rho < 1, "rate rho", "in (0, 1)", rho)
    if not query.searchable():
        return None
    it, rho2 = sdp.bounded(query.at.floats()), Fraction(rho) ** 2
    near = sdp.centred(it, sdp.begun(it), float(rho2))
    values = None if near is None else least_constant(query, rho2, near)
    return None if values is None else certificates.interpolated(query, rho2, values)


class Path(NamedTuple):
    """The smallest rate in floats, and a rate from which paths to slower ones start well."""

    found: Found
    inside: Found


def smallest(at: Scaled, it: Program) -> Path:
    """The smallest rate, in two parts: nearer to it the matrices are singular to rounding.

    Args:
        it: that of :func:`dptheory.lyapunov.sdp.bounded`.
    """
    inside = sdp.least_rate(it, APART * float(at.m * min(at.step, 1)))
    tolerance = min(TOLERANCE, SMALL / 10 * math.sqrt(inside.rho2))
    return Path(sdp.least_rate(it, tolerance, inside), inside)


def _shares(known: Sequence[float], rho2: float) -> Sequence[float]:
    """Shares of 1 - rho^2, with a smaller one first where the rate is near 0."""
    first = SMALL * math.sqrt(rho2)
    return known if first >= known[0] else (first, *known)


def solution(query: Query, it: Program, path: Path) -> tuple[Fraction, Found] | None:
    """A squared rate near the numerical one, and a point there that passes the exact test.

    Args:
        it: that of :func:`dptheory.lyapunov.sdp.bounded`. path: to the numerical rate.
    """
    least = path.found.rho2
    for share in _shares(ABOVE, least):
        rho2 = Fraction(math.ceil((least + share * (1 - least)) * GRID), GRID)
        near = sdp.centred(it, path.inside, float(rho2)) if 0 < rho2 < 1 else None
        if near and full_exact.holds(query.at, rho2, full_exact.exact(near.values), STEP):
            return rho2, near
    return None


def certified(query: Query, it: Program, path: Path) -> RateResult | None:
    """The smallest rate near the numerical one that passes the exact test, with its least constant.

    Args:
        it, path: as in :func:`solution`.
    """
    at = solution(query, it, path)
    values = None if at is None else least_constant(query, *at)
    if at is None or values is None:
        return None
    rho2, _ = at
    certificate = certificates.interpolated(query, rho2, values)
    start = float(Fraction(certificate["statement"]["C"]))
    return RateResult(
        Status.UNDECIDED, rho=root_up(rho2), rho2=rho2, start=start, certificate=certificate
    )


def least_constant(query: Query, rho2: Fraction, found: Found) -> dict[str, Fraction] | None:
    """Of all V at a squared rate one of nearly the least C; that of a point inside if C is lost.

    Returns:
        None where the exact test refuses both.
    """
    rest = sdp.from_rest(query.at.floats())
    for gap in GAPS:
        known = sdp.cheapest(rest, found, {"C": 1.0}, gap)
        values = full_exact.exact(known or {})
        if values and full_exact.holds(query.at, rho2, values, EVERY):
            return values
    return with_start(query, rho2, found)


def with_start(query: Query, rho2: Fraction, found: Found) -> dict[str, Fraction] | None:
    """A solution with the least C of its V; None where the exact test refuses."""
    known = sdp.least_start(query.at.floats(), found, GAPS[0])
    if known is None:
        return None
    values = full_exact.exact(found.values | {n: known[n] for n in START})
    return values if full_exact.holds(query.at, rho2, values, EVERY) else None


def point(query: Query) -> tuple[Status, float]:
    """The status and the certified rate (1 without one) of a point of a map, mu < L."""
    if query.slower(Fraction(1)) is not None:
        return Status.INFEASIBLE, 1.0
    if not query.searchable():
        return _plain(query)
    if query.cycle() is not None:
        return Status.INFEASIBLE, 1.0
    it = sdp.bounded(query.at.floats())
    path = smallest(query.at, it)
    if (at := solution(query, it, path)) is not None:
        return Status.FEASIBLE, root_up(at[0])
    excluded = _excluded(query, path.found, None)[1] is not None
    return (Status.INFEASIBLE, 1.0) if excluded else _plain(query)


def _plain(query: Query) -> tuple[Status, float]:
    """A point of a map by (22) and quadratics."""
    known = _otherwise(query)
    if known.rho is None or known.status is not Status.FEASIBLE:
        return Status.UNDECIDED, 1.0
    return known.status, known.rho


def _excluded(
    query: Query, found: Found, upper: RateResult | None
) -> tuple[Fraction, Certificate | None]:
    """A rate that is excluded together with all smaller ones, and the proof."""
    floats = query.at.floats()
    lengths = _shares(BELOW, found.rho2) if upper is not None else (0.0,)
    for share in lengths:
        rho = Fraction(1)
        if upper is not None:
            rho = Fraction(root_down(max(0.0, found.rho2 - share * (1 - found.rho2))))
            if rho == 0:
                break
        if (curvature := query.slower(rho**2)) is not None:
            return rho, certificates.without(query, rho**2, curvature)
        moments = sdp.excluding(floats, found, float(rho**2))
        if moments is not None:
            proof = full_exact.exact_moments(moments)
            if full_exact.excludes(query.at, rho**2, proof):
                return rho, certificates.without(query, rho**2, proof)
    return Fraction(0), None
