r"""Rational dual certificates: rates below which the LMI has no solution.

A lower bound is a quadratic of the class that is slower, or a sum Z of oscillations of modulus rho
(:mod:`dptheory.lyapunov.atoms`) for which both multipliers are useless, :math:`\langle X_0,
Z\rangle \le 0` and :math:`\langle\rho^2X_1+(1-\rho^2)X_2',Z\rangle<0`. The points and weights come
from the compiled solver in floating point; everything is rounded to rationals and decided exactly.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from dptheory.lyapunov import solver
from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.lmi import combine, inner, supply_forms
from dptheory.methods import Matrix, Method
from dptheory.simulation.moments import trace_and_determinant

MARGINS = (3e-9, 1e-8, 3e-8, 1e-7, 3e-7)  # how far below the numerical rate a bound is tried
DENOMINATOR = 2**60


def escapes(method: Method, curvature: Fraction, rho2: Fraction) -> bool:
    """Whether an eigenvalue on that quadratic has modulus above rho (at least 1 if rho^2 = 1)."""
    trace, det = trace_and_determinant(method.closed_loop(curvature))
    excess = max(abs(det) - rho2, rho2 * trace * trace - (rho2 + det) ** 2)
    return bool(excess >= 0 if rho2 == 1 else excess > 0)


def excludes(method: Method, mu: Fraction, smoothness: Fraction, rho2: Fraction, Z: Matrix) -> bool:
    """Whether a sum of atoms of modulus rho excludes every rate up to rho (rho < 1 if it is 1)."""
    x0, x1, x2 = (inner(form, Z) for form in supply_forms(method, mu, smoothness))
    if x0 > 0 or x2 > 0:
        return False
    if rho2 == 1:
        return bool(x1 <= 0 and x1 + x2 < 0)
    return bool(x0 < 0 and rho2 * x1 + (1 - rho2) * x2 < 0)


def _root(x: Fraction) -> Fraction:
    """A rational just below the square root of x."""
    return Fraction(isqrt(x.numerator * DENOMINATOR**2 // x.denominator), DENOMINATOR)


def _oscillations(
    method: Method, mu: Fraction, smoothness: Fraction, rho2: Fraction
) -> Iterator[Matrix]:
    """Candidate sums of one or two atoms at the points where the multipliers bind."""
    alpha, beta = Fraction(method.alpha), Fraction(method.beta)
    rho = _root(rho2)
    gap = float(1 - rho)
    m, ell = float(alpha * mu), float(alpha * smoothness)
    f0, f1 = solver.circle_forms(m, ell, float(beta), float(method.eta), gap)
    low, high, s_low, s_high = solver.multipliers(f0, f1)
    atoms = {}
    for name, s in (("low", s_low), ("high", s_high)):
        for shift in (0.0, -1e-9, 1e-9, -1e-7, 1e-7):
            if 0.0 <= s + shift <= 2.0:
                atoms[name, shift] = atom(alpha, beta, rho2, rho * (1 - Fraction(s + shift)))
    yield from (Z for (name, _), Z in atoms.items() if name == "high")
    x0, x1, x2 = supply_forms(method, mu, smoothness)

    def values(Z: Matrix) -> tuple[Fraction, Fraction]:
        return inner(x0, Z), rho2 * inner(x1, Z) + (1 - rho2) * inner(x2, Z)

    if ("low", 0.0) in atoms and ("high", 0.0) in atoms:
        first, second = atoms["low", 0.0], atoms["high", 0.0]
        (a0, a1), (b0, b1) = values(first), values(second)
        # first has a0 < 0 < a1, second b1 < 0 < b0; weight w on the second between both limits.
        if b1 != 0 and b0 != 0:
            lowest, highest = -a1 / b1, -a0 / b0
            yield combine((Fraction(1), first), ((lowest + highest) / 2, second))


def lower_bound(
    method: Method, mu: Fraction, smoothness: Fraction, rho: float
) -> tuple[Fraction, Matrix | None, Fraction | None] | None:
    """(rho^2, Z, curvature) of a certified lower bound just below rho, or None.

    Args:
        method: with rational parameters.
        mu, smoothness: 0 < mu <= L.
        rho: the numerical rate, in (0, 1).
    """
    for margin in MARGINS:
        rho2 = Fraction(rho - margin).limit_denominator(2**40) ** 2
        if not 0 < rho2 < 1:
            continue
        for curvature in (mu, smoothness):
            if escapes(method, curvature, rho2):
                return rho2, None, curvature
        for Z in _oscillations(method, mu, smoothness, rho2):
            if excludes(method, mu, smoothness, rho2, Z):
                return rho2, Z, None
    return None


def infeasible(
    method: Method, mu: Fraction, smoothness: Fraction
) -> tuple[Matrix | None, Fraction | None] | None:
    """(Z, curvature) of a proof that no rho < 1 is feasible, or None where none was found."""
    one = Fraction(1)
    for curvature in (mu, smoothness):
        if escapes(method, curvature, one):
            return None, curvature
    if method.eta == 0:
        from dptheory.lyapunov.criterion import infeasibility

        Z = infeasibility(Fraction(method.alpha), Fraction(method.beta), mu, smoothness)
        if Z is not None and excludes(method, mu, smoothness, one, Z):
            return Z, None
    for Z in _oscillations(method, mu, smoothness, one):
        if excludes(method, mu, smoothness, one, Z):
            return Z, None
    return None
