"""Exact proofs that the LMI has no solution: found in floating point, decided in rationals.

The kinds of proof and why they work: ``docs/lmi.md``, "Duality".
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dptheory.lyapunov import solver
from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.criterion import infeasibility
from dptheory.lyapunov.exact import integers, semidefinite2, semidefinite3
from dptheory.lyapunov.lmi import combine, dual_state, inner, rate_form, supply_forms
from dptheory.methods import Matrix, Method, matrices

POINT_BITS = 2**40
GAIN_BITS = 2**44


@dataclass(frozen=True)
class Dual:
    """A proof that there is no solution: the curvature of a quadratic, or a matrix.

    Attributes:
        Z: rational, symmetric, 3x3, or None. curvature: in [mu, L], or None; one of the two is.
    """

    Z: Matrix | None = None
    curvature: Fraction | None = None


def escapes(
    method: Method, mu: Fraction, smoothness: Fraction, r: Fraction, curvature: Fraction
) -> bool:
    """Whether the iteration has an eigenvalue of modulus > rho at this curvature (>= 1 if r = 1).

    ``r`` is rho^2; on (x, d) the iteration is x + d_next, d_next = A d + curvature B (x + C d).
    """
    ((a,),), (b,), (c,) = matrices(method)
    pull = curvature * b
    det = a + pull * c
    trace = 1 + pull + det
    excess = max(abs(det) - r, r * trace**2 - (r + det) ** 2)
    return mu <= curvature <= smoothness and (excess >= 0 if r == 1 else excess > 0)


def excludes(method: Method, mu: Fraction, smoothness: Fraction, r: Fraction, Z: Matrix) -> bool:
    """Whether Z excludes every solution with rho^2 <= r (rho < 1 if r = 1)."""
    x0, x1, x2 = supply_forms(method, mu, smoothness)
    first, second, third = inner(x0, Z), inner(x1, Z), inner(x2, Z)
    if r == 1:
        negative = second <= 0 and third <= 0 and second + third < 0
    else:
        negative = third <= 0 and inner(rate_form(x1, x2, r), Z) < 0
    if not (negative and first <= 0):
        return False
    N = dual_state(method, Z, r)
    if not (first < 0 or (Z[0][0] if r == 1 else N[0][0]) > 0):
        return False
    n, _ = integers(N[0][0], N[0][1], N[1][1])
    z, _ = integers(Z[0][0], Z[0][1], Z[1][1], Z[0][2], Z[1][2], Z[2][2])
    return semidefinite2(n[0], n[1], n[2]) and semidefinite3(z[0], z[1], z[2], z[3], z[4], z[5])


def _circle_duals(
    method: Method, mu: Fraction, smoothness: Fraction, rho: Fraction, s_points: list[float]
) -> Iterator[Matrix]:
    """Combinations of one or two oscillations with |z| = rho near the given 1 - cos theta."""
    x0, x1, x2 = supply_forms(method, mu, smoothness)
    form = rate_form(x1, x2, rho * rho)
    points = [Fraction(round(s * POINT_BITS), POINT_BITS) for s in s_points if 0 <= s <= 2]
    ((a,),), (b,), _ = matrices(method)
    atoms = [atom(-b, a, rho * rho, rho * (1 - s)) for s in points]
    yield from atoms
    for first in atoms:
        for second in atoms:
            a0, a1, b0, b1 = (inner(f, z) for z in (first, second) for f in (x0, form))
            if not (a0 < 0 < a1 and b1 < 0 < b0):
                continue
            least, most = -a1 / b1, -a0 / b0
            if least < most:
                middle = (least + most) / 2
                weight = Fraction(float(middle)).limit_denominator(2**60)
                yield combine((1, first), (weight if least < weight < most else middle, second))


def _trajectory_dual(
    method: Method, rho2: Fraction, gains: tuple[float, float], direction: tuple[float, float]
) -> Matrix | None:
    """Second moments Z of the feedback -B g = k1 x + k2 x_prev with N = v v^T.

    Z_xx solves A_c Z_xx A_c^T - rho^2 Z_xx = v v^T; None when that has no unique solution.
    """
    k1, k2 = (Fraction(round(k * GAIN_BITS), GAIN_BITS) for k in gains)
    v1, v2 = (Fraction(round(v * GAIN_BITS), GAIN_BITS) for v in direction)
    ((known,),), (B,), _ = matrices(method)
    a, b = 1 + known - k1, -known - k2
    # Entries 11, 12 and 22 of the equation in the unknowns q11, q12, q22; q22 from the last.
    # a^2 q11 + 2ab q12 + b^2 q22 - r q11 = v1^2, a q11 + b q12 - r q12 = v1 v2,
    # q11 - r q22 = v2^2.
    r = rho2
    if b == r:
        return None
    lead = a * a - r + b * b / r + 2 * a * b * a / (r - b)
    if lead == 0:
        return None
    q11 = (v1 * v1 + b * b * v2 * v2 / r + 2 * a * b * v1 * v2 / (r - b)) / lead
    q12 = (a * q11 - v1 * v2) / (r - b)
    q22 = (q11 - v2 * v2) / r
    g1, g2 = -k1 / B, -k2 / B
    xg, pg = g1 * q11 + g2 * q12, g1 * q12 + g2 * q22
    return (q11, q12, xg), (q12, q22, pg), (xg, pg, g1 * xg + g2 * pg)


def _binding(method: Method, mu: Fraction, smoothness: Fraction, t: float) -> list[float]:
    """Points on the circle that bind at the gap t, and the middle of where f0 is negative."""
    f0, f1 = solver.circle_forms(*solver.scaled(method, mu, smoothness), t)
    low, high, s_low, s_high = solver.multipliers(f0, f1)
    points = [s for s in (s_low, s_high) if s >= 0]
    if f0[2] != 0:
        points.append(-f0[1] / (2 * f0[2]))
    if low > high and points:
        shift = 1e-7
        points += [s + d for s in points[:2] for d in (-shift, shift)]
    return [s for s in points if math.isfinite(s)]


def _feedback(
    method: Method, mu: Fraction, smoothness: Fraction, t: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Gains and direction of the trajectory dual where P >= 0 fails at the gap t."""
    m, ell, b, e = solver.scaled(method, mu, smoothness)
    f0, f1 = solver.circle_forms(m, ell, b, e, t)
    low, high, _, _ = solver.multipliers(f0, f1)
    if low > high:
        return None
    k0, k1, value = solver.best_multipliers(m, ell, b, e, t, low, high, math.inf)
    if value >= 0:
        return None
    p11, p12, _ = solver.storage(m, ell, b, e, t, k0, k1, False)
    p, q, r = solver.outer_factor(m, ell, b, e, t, k0, k1)
    if p == 0:
        return None
    # The factor is v.h with v = (q + p (1+b), r - b p, -p); v.h = 0 gives the feedback.
    gains = ((q + p * (1 + b)) / p, (r - b * p) / p)
    length = math.hypot(p12, value - p11)
    direction = (p12 / length, (value - p11) / length) if length > 0 else (1.0, 0.0)
    # Beyond the range of floats there is no proposal.
    return (gains, direction) if all(map(math.isfinite, (*gains, *direction))) else None


def _proposed(
    method: Method, mu: Fraction, smoothness: Fraction, rho: Fraction
) -> Iterator[Matrix]:
    """Matrices that may exclude every rate up to rho."""
    ((a,),), (b,), (c,) = matrices(method)
    if rho == 1 and c == 0:
        closed = infeasibility(-b, a, mu, smoothness)
        yield from () if closed is None else (closed,)
        return
    t = float(1 - rho)
    yield from _circle_duals(method, mu, smoothness, rho, _binding(method, mu, smoothness, t))
    feedback = _feedback(method, mu, smoothness, t)
    trajectory = None if feedback is None else _trajectory_dual(method, rho * rho, *feedback)
    if trajectory is not None:
        yield trajectory


def excluding(method: Method, mu: Fraction, smoothness: Fraction, rho: Fraction) -> Dual | None:
    """A dual that excludes every rate up to rho, or (rho = 1) every rate below 1; else None.

    Args:
        method: parameters as Fractions.
        mu: strong convexity.
        smoothness: L.
        rho: rational, in (0, 1].
    """
    r = rho * rho
    for curvature in (mu, smoothness):
        if escapes(method, mu, smoothness, r, curvature):
            return Dual(curvature=curvature)
    proposed = _proposed(method, mu, smoothness, rho)
    return next((Dual(Z) for Z in proposed if excludes(method, mu, smoothness, r, Z)), None)
