r"""The smallest rate of the LMI in closed form, compiled with Numba.

With the gradient measured as :math:`u = -B g` the LMI (:mod:`dptheory.lyapunov.lmi`) depends on
:math:`m = -B\mu`, :math:`l = -B L`, :math:`\beta = A`, :math:`\eta = C` and :math:`\rho` alone. By
the Kalman-Yakubovich-Popov lemma some symmetric P satisfies it with given multipliers exactly when
:math:`\kappa_0 f_0(s) + \kappa_1 f_1(s) \ge 0` on :math:`0 \le s \le 2`, where :math:`f_0` and
:math:`f_1` are the values of :math:`X_0/2` and :math:`\rho^2 X_1 + (1-\rho^2) X_2'` at
:math:`h = (1, 1/z, u)`, :math:`z = \rho e^{i\theta}`, :math:`s = 1 - \cos\theta`,
:math:`u = (1-z)(1-\beta/z)`: two quadratics in s. So the multipliers form an interval with
closed-form ends, the rate is found by bisection, and P comes from spectral factors
:math:`|p z + q + r/z|^2`. Nothing here is evidence: :mod:`dptheory.lyapunov.exact` checks the
rounded result.

The unknown of the bisection is the gap :math:`t = 1 - \rho`; every quantity is a sum of terms that
stay accurate as t and s tend to 0.
"""

import math
from fractions import Fraction

import numpy as np

from dptheory.compiled import compiled
from dptheory.methods import Method, StateSpace, matrices

BISECTIONS = 46
SECTIONS = 44
GOLDEN = 0.6180339887498949
SMALLEST_GAP = 1e-10
SMALLEST_RATE = 2e-7
GRID = 2.0**-48
BITS = 2.0**44
FEASIBLE, MODE, CIRCLE, POSITIVITY = 0, 1, 2, 3

Quadratic = tuple[float, float, float]
Entries = tuple[float, float, float]


def scaled(
    method: Method | StateSpace, mu: Fraction, smoothness: Fraction
) -> tuple[float, float, float, float]:
    """What the LMI for u = -B g depends on: -B mu, -B L, A and C, rounded.

    Raises:
        OverflowError: one of them is beyond the range of floats.
    """
    ((a,),), (b,), (c,) = matrices(method)
    return float(-b * mu), float(-b * smoothness), float(a), float(c)


@compiled(patient=True)
def quadratic_radius(m: float, ell: float, b: float, e: float) -> float:
    """The largest spectral radius on a quadratic with curvature in [mu, L].

    The radius is quasi-convex in the curvature (Jury's conditions at a radius are linear in it),
    so its maximum is at mu or at L.
    """
    top = 0.0
    for curvature in (m, ell):
        half_trace = 0.5 * (1.0 + b - curvature * (1.0 + e))
        det = b - curvature * e
        disc = half_trace * half_trace - det
        root = math.sqrt(abs(disc))
        top = max(top, math.sqrt(det) if disc < 0.0 else abs(half_trace) + root)
    return top


@compiled(patient=True)
def circle_forms(m: float, ell: float, b: float, e: float, t: float) -> tuple[Quadratic, Quadratic]:
    """Coefficients (of 1, s, s^2) of f0 and f1 at the rate 1 - t."""
    rho = 1.0 - t
    g = 1.0 - b / rho
    br = b / rho
    er = e / rho
    ge = 1.0 - er
    tt = t * t
    # Re u, |u|^2 and Re(conj(y) u); |1 - z|^2 = t^2 + 2 rho s is a factor of most terms.
    u0, u1 = t * g, rho + br
    uu0, uu1, uu2 = tt * g * g, 2.0 * rho * g * g + 2.0 * br * tt, 4.0 * b
    yu0 = u0 - er * tt * g
    yu1 = u1 - er * (2.0 * rho * g - tt)
    yu2 = 2.0 * e
    yy0 = 1.0 - 2.0 * er * t + er * er * tt
    yy1 = 2.0 * er + 2.0 * er * er * rho
    f0 = (
        m * ell * yy0 - (m + ell) * yu0 + uu0,
        m * ell * yy1 - (m + ell) * yu1 + uu1,
        -(m + ell) * yu2 + uu2,
    )
    # f1 = |1-z|^2 (linear in s) + (1-n) (m/2 (|y|^2 - |x-y|^2) - Re u)
    a0 = g - 0.5 * ell * ge * ge + 0.5 * m * er * er
    a1 = br - ell * er
    w = t * (1.0 + rho)
    f1 = (
        tt * a0 + w * (0.5 * m * (1.0 - 2.0 * er * t) - u0),
        tt * a1 + 2.0 * rho * a0 + w * (m * er - u1),
        2.0 * rho * a1,
    )
    return f0, f1


@compiled(patient=True)
def _value(f: Quadratic, s: float) -> float:
    return f[0] + s * (f[1] + s * f[2])


@compiled(patient=True)
def real_roots(c: float, b: float, a: float) -> tuple[float, float]:
    """The real roots of c + b s + a s^2 (twice -1, outside [0, 2], when there are none)."""
    disc = b * b - 4.0 * a * c
    if disc < 0.0:
        return -1.0, -1.0
    q = -0.5 * (b + math.copysign(math.sqrt(disc), b))
    first = q / a if a != 0.0 else -1.0
    second = c / q if q != 0.0 else -1.0
    return first, second


@compiled(patient=True)
def multipliers(f0: Quadratic, f1: Quadratic) -> tuple[float, float, float, float]:
    """The interval [low, high] of k with f0 + k f1 >= 0 on [0, 2], and the points that bind.

    Empty when low > high; high = -1 when f0 < 0 where f1 = 0. A point of -1 binds nowhere.
    """
    low, high = 0.0, np.inf
    s_low, s_high = -1.0, -1.0
    r1, r2 = real_roots(
        f0[1] * f1[0] - f0[0] * f1[1],
        2.0 * (f0[2] * f1[0] - f0[0] * f1[2]),
        f0[2] * f1[1] - f0[1] * f1[2],
    )
    for s in (0.0, 2.0, r1, r2):
        if 0.0 <= s <= 2.0:
            v0, v1 = _value(f0, s), _value(f1, s)
            if v1 > 0.0 and -v0 > low * v1:
                low, s_low = -v0 / v1, s
            elif v1 < 0.0 and v0 < -high * v1:
                high, s_high = -v0 / v1, s
            elif v1 == 0.0 and v0 < 0.0:
                high, s_high = -1.0, s
    z1, z2 = real_roots(f1[0], f1[1], f1[2])
    for s in (z1, z2):
        if 0.0 <= s <= 2.0 and _value(f0, s) < 0.0:
            high, s_high = -1.0, s
    return low, high, s_low, s_high


@compiled(patient=True)
def storage(
    m: float, ell: float, b: float, e: float, t: float, k0: float, k1: float, mean: bool
) -> Entries:
    """P11, P12, P22 (for u = alpha g) that solve the LMI with c0 = k0/2, c = k1.

    Each spectral factor of k0 f0 + k1 f1 gives a P whose LMI matrix has rank one. The factor with
    both roots outside the circle gives the largest P (``mean`` false). The mean over all four
    factors (the real part where they are complex) has a positive definite LMI matrix.
    """
    rho = 1.0 - t
    n = rho * rho
    f0, f1 = circle_forms(m, ell, b, e, t)
    at_plus = math.sqrt(max(0.0, k0 * f0[0] + k1 * f1[0]))
    at_minus = math.sqrt(max(0.0, k0 * _value(f0, 2.0) + k1 * _value(f1, 2.0)))
    lead = k0 * f0[2] + k1 * f1[2]
    w = t * (1.0 + rho)
    # Entries uu, xu, xx of k0 X0/2 + k1 (rho^2 X1 + (1 - rho^2) X2').
    q_uu = k0 + k1 * (1.0 - 0.5 * ell)
    q_xu = 0.5 * (k1 * (ell * (b - e) - b - w) - k0 * (m + ell) * (1.0 + e))
    q_xx = k0 * m * ell * ((1.0 + e) * (1.0 + e)) + 0.5 * k1 * (
        n * m * e * e + w * m * ((1.0 + e) * (1.0 + e)) - ell * ((b - e) * (b - e))
    )
    p11 = p12 = p22 = 0.0
    for sign in (1.0, -1.0):
        outer = 0.5 * (at_plus + sign * at_minus)
        centre = 0.5 * (at_plus - sign * at_minus)
        disc = outer * outer - lead
        root = math.sqrt(max(0.0, disc))
        for side in (-1.0, 1.0):
            if disc >= 0.0 or sign > 0.0:
                p = 0.5 * (outer + side * root) / rho
                v1 = centre + p * (1.0 + b)
                v11, v13 = v1 * v1, -v1 * p
            else:
                # The roots s0 are a complex pair: z and rho^2/z belong to the same root.
                p = 0.5 * math.sqrt(lead) / rho
                q = -2.0 * p * rho * (1.0 + 0.5 * (k0 * f0[1] + k1 * f1[1]) / lead)
                q2 = k0 * _value(f0, 1.0) + k1 * _value(f1, 1.0)
                v11 = q2 + 2.0 * p * (1.0 + b) * q + p * p * ((1.0 + b) * (1.0 + b))
                v13 = -p * (q + p * (1.0 + b))
            x11 = q_uu - p * p
            x12 = v13 - q_xu - (1.0 + b) * x11
            x22 = q_xx - v11 - (1.0 + b) * (1.0 + b) * x11 - 2.0 * (1.0 + b) * x12 + n * x11
            if not mean:
                return x11, x12, x22
            p11 += 0.25 * x11
            p12 += 0.25 * x12
            p22 += 0.25 * x22
    return p11, p12, p22


@compiled(patient=True)
def outer_factor(
    m: float, ell: float, b: float, e: float, t: float, k0: float, k1: float
) -> tuple[float, float, float]:
    """p, q, r of k0 f0 + k1 f1 = |p z + q + r/z|^2 with both roots outside the circle."""
    rho = 1.0 - t
    f0, f1 = circle_forms(m, ell, b, e, t)
    at_plus = math.sqrt(max(0.0, k0 * f0[0] + k1 * f1[0]))
    at_minus = math.sqrt(max(0.0, k0 * _value(f0, 2.0) + k1 * _value(f1, 2.0)))
    outer = 0.5 * (at_plus + at_minus)
    root = math.sqrt(max(0.0, outer * outer - k0 * f0[2] - k1 * f1[2]))
    return 0.5 * (outer - root) / rho, 0.5 * (at_plus - at_minus), 0.5 * (outer + root) * rho


def _smallest_eigenvalue(P: Entries) -> float:
    # Python's own hypot rounds in another way than the C library's.
    return float(0.5 * (P[0] + P[2]) - np.hypot(0.5 * (P[0] - P[2]), P[1]))


@compiled(patient=True, interpreted=_smallest_eigenvalue)
def smallest_eigenvalue(P: Entries) -> float:
    """The smaller eigenvalue of [[P11, P12], [P12, P22]]."""
    return 0.5 * (P[0] + P[2]) - math.hypot(0.5 * (P[0] - P[2]), P[1])


@compiled(patient=True)
def best_multipliers(
    m: float, ell: float, b: float, e: float, t: float, low: float, high: float, enough: float
) -> tuple[float, float, float]:
    """Multipliers (k0, k1) that make the largest P as positive as possible, and its eigenvalue.

    The smallest eigenvalue of the largest P is concave in the multipliers, so a golden-section
    search over the interval finds its maximum; it stops early at the value ``enough``.
    """
    f0, f1 = circle_forms(m, ell, b, e, t)
    size0 = abs(f0[0]) + abs(f0[1]) + abs(f0[2])
    size1 = abs(f1[0]) + abs(f1[1]) + abs(f1[2])
    unit = size0 / size1 if size0 > 0.0 and size1 > 0.0 else 1.0
    left = low / (unit + low)
    right = 1.0 if math.isinf(high) else high / (unit + high)
    x1 = right - GOLDEN * (right - left)
    x2 = left + GOLDEN * (right - left)
    v1 = smallest_eigenvalue(storage(m, ell, b, e, t, 1.0 - x1, unit * x1, False))
    v2 = smallest_eigenvalue(storage(m, ell, b, e, t, 1.0 - x2, unit * x2, False))
    for _ in range(SECTIONS):
        if max(v1, v2) >= enough:
            break
        if v1 < v2:
            left, x1, v1 = x1, x2, v2
            x2 = left + GOLDEN * (right - left)
            v2 = smallest_eigenvalue(storage(m, ell, b, e, t, 1.0 - x2, unit * x2, False))
        else:
            right, x2, v2 = x2, x1, v1
            x1 = right - GOLDEN * (right - left)
            v1 = smallest_eigenvalue(storage(m, ell, b, e, t, 1.0 - x1, unit * x1, False))
    if v1 < v2:
        return 1.0 - x2, unit * x2, v2
    return 1.0 - x1, unit * x1, v1


@compiled(patient=True)
def condition(m: float, ell: float, b: float, e: float, t: float) -> int:
    """FEASIBLE, or which part of the LMI fails at the gap t: CIRCLE or POSITIVITY (of P)."""
    f0, f1 = circle_forms(m, ell, b, e, t)
    low, high, _, _ = multipliers(f0, f1)
    if low > high:
        return CIRCLE
    _, _, eigenvalue = best_multipliers(m, ell, b, e, t, low, high, 0.0)
    return FEASIBLE if eigenvalue >= 0.0 else POSITIVITY


@compiled(patient=True)
def critical_gap(m: float, ell: float, b: float, e: float) -> tuple[float, int]:
    """The largest gap t = 1 - rho of the LMI, and what binds there.

    MODE: an eigenvalue on a quadratic; CIRCLE or POSITIVITY: see :func:`condition`. A gap of 0
    means that no rate below 1 was found.
    """
    widest = 1.0 - max(SMALLEST_RATE, quadratic_radius(m, ell, b, e))
    if widest <= SMALLEST_GAP:
        return 0.0, MODE
    bad = widest
    reason = condition(m, ell, b, e, widest)
    if reason == FEASIBLE:
        return widest, MODE
    good = SMALLEST_GAP
    first = condition(m, ell, b, e, good)
    if first != FEASIBLE:
        return 0.0, first
    for _ in range(BISECTIONS):
        middle = 0.5 * (good + bad)
        now = condition(m, ell, b, e, middle)
        if now == FEASIBLE:
            good = middle
        else:
            bad, reason = middle, now
    return good, reason


@compiled(patient=True)
def interior(m: float, ell: float, b: float, e: float, t: float) -> tuple[float, float, Entries]:
    """Multipliers k0, k1 and a P >= 0 well inside the LMI's solutions at the gap t.

    k0 = k1 = 0 when there are none.
    """
    f0, f1 = circle_forms(m, ell, b, e, t)
    low, high, _, _ = multipliers(f0, f1)
    if low > high:
        return 0.0, 0.0, (0.0, 0.0, 0.0)
    k0, k1 = 1.0, 0.5 * (low + high)
    if math.isinf(high):
        k1 = 2.0 * low
    P = storage(m, ell, b, e, t, k0, k1, True)
    if smallest_eigenvalue(P) > 1e-9 * (P[0] + P[2]):
        return k0, k1, P
    k0, k1, top = best_multipliers(m, ell, b, e, t, low, high, np.inf)
    largest = storage(m, ell, b, e, t, k0, k1, False)
    if top <= 0.0:
        return 0.0, 0.0, largest
    P = storage(m, ell, b, e, t, k0, k1, True)
    share = 1.0
    for _ in range(40):
        blend = (
            largest[0] + share * (P[0] - largest[0]),
            largest[1] + share * (P[1] - largest[1]),
            largest[2] + share * (P[2] - largest[2]),
        )
        if smallest_eigenvalue(blend) >= 0.5 * top:
            return k0, k1, blend
        share *= 0.5
    return 0.0, 0.0, largest


@compiled(patient=True)
def proposal(
    m: float, ell: float, b: float, e: float, gap: float, step: float
) -> tuple[float, Entries, float, float]:
    """rho^2 on a binary grid with 1 - rho at most gap - step, and P, c0, c (for u = alpha g).

    The multipliers are scaled to tr P + c = 1 and rounded to few bits; c0 = c = 0: none found.
    """
    t = gap - min(step, 0.25 * gap)
    rho2 = 1.0 - math.floor(t * (2.0 - t) / GRID) * GRID
    t = (1.0 - rho2) / (1.0 + math.sqrt(rho2))
    k0, k1, P = interior(m, ell, b, e, t)
    scale = P[0] + P[2] + k1
    if not scale > 0.0 or (k0 == 0.0 and k1 == 0.0):
        return rho2, P, 0.0, 0.0
    unit = BITS / scale
    P = (round(P[0] * unit) / BITS, round(P[1] * unit) / BITS, round(P[2] * unit) / BITS)
    c0 = round(0.5 * k0 * unit) / BITS
    return rho2, P, c0, round(k1 * unit) / BITS


@compiled()
def propose_many(
    m: np.ndarray, ell: np.ndarray, b: np.ndarray, e: np.ndarray, step: float
) -> tuple[np.ndarray, np.ndarray]:
    """Gaps and binding conditions (shape n, 2) and proposals (n, 6: rho^2, P, c0, c)."""
    gaps = np.zeros((len(m), 2))
    points = np.zeros((len(m), 6))
    for i in range(len(m)):
        gap, reason = critical_gap(m[i], ell[i], b[i], e[i])
        gaps[i, 0], gaps[i, 1] = gap, reason
        if gap > 0.0:
            rho2, P, c0, c = proposal(m[i], ell[i], b[i], e[i], gap, step)
            points[i] = (rho2, P[0], P[1], P[2], c0, c)
    return gaps, points
