"""The LMI's test in integer arithmetic: fast enough for maps with tens of thousands of points.

Every argument may be an int, a Fraction or a float (taken exactly). The entries of the 3x3 matrix
of :func:`dptheory.lyapunov.lmi.residual` are written out and cleared of denominators, so that the
test is a straight line of integer products. ``verify/kernel.py`` decides the same question on its
own; the tests compare the two.
"""

from fractions import Fraction
from math import lcm

Rational = int | float | Fraction
Point = tuple[Rational, Rational, Rational, Rational, Rational]  # alpha, beta, eta, mu, L


def semidefinite2(p11: int, p12: int, p22: int) -> bool:
    """Whether the symmetric 2x2 integer matrix is positive semidefinite."""
    return p11 >= 0 and p22 >= 0 and p11 * p22 >= p12 * p12


def semidefinite3(xx: int, xy: int, yy: int, xg: int, yg: int, gg: int) -> bool:
    """Whether the symmetric 3x3 integer matrix is positive semidefinite (principal minors)."""
    minor = xx * yy - xy * xy
    det = gg * minor - xg * (xg * yy - yg * xy) - yg * (yg * xx - xg * xy)
    if xx > 0 and minor > 0 and det > 0:
        return True
    return (
        xx >= 0
        and yy >= 0
        and gg >= 0
        and minor >= 0
        and det >= 0
        and xx * gg >= xg * xg
        and yy * gg >= yg * yg
    )


def integers(*numbers: Rational) -> tuple[list[int], int]:
    """Numerators over the least common denominator, and that denominator."""
    ratios = [x.as_integer_ratio() for x in numbers]
    common = lcm(*[bottom for _, bottom in ratios])
    return [top * (common // bottom) for top, bottom in ratios], common


def lmi_holds(
    point: Point, rho2: Rational, P: tuple[Rational, Rational, Rational], c0: Rational, c: Rational
) -> bool:
    """Whether (P, c0, c), of any positive scale, proves the rate rho: the LMI and its side
    conditions 0 < rho^2 < 1, P >= 0, c0 >= 0, c >= 0 and c + 2 s / L > 0 hold exactly."""
    alpha, beta, eta, mu, smoothness = point
    (p11, p12, p22, c0, c), _ = integers(*P, c0, c)
    n, d = rho2.as_integer_ratio()
    if not (c0 >= 0 and c >= 0 and 0 < n < d and semidefinite2(p11, p12, p22)):
        return False
    # c + 2 s / L > 0: s = 0 exactly when det P = 0 < P22 or P11 = P22 = 0.
    if c == 0 and not (p11 * p22 > p12 * p12 or (p22 == 0 and p11 > 0)):
        return False
    a, ad = alpha.as_integer_ratio()
    (m, ell), le = integers(mu, smoothness)
    if eta == 0:
        b, bd = beta.as_integer_ratio()
        e = 0
    else:
        (b, e), bd = integers(beta, eta)
    # Entries times 2 d le^3 bd^2 (xx, xy, yy), 2 d le^2 bd ad (xg, yg) and 2 d le ad^2 (gg).
    le2, bd2 = le * le, bd * bd
    b1, back = bd + b, b - e
    dc0, dc, dn = d * c0, d * c, d - n
    drop = le2 * ell * dc * back * back
    lift = 2 * le2 * le
    xx = -drop - lift * (d * (p11 * b1 * b1 + bd * (2 * p12 * b1 + bd * p22)) - n * p11 * bd2)
    xy = drop + lift * (d * b * (p11 * b1 + p12 * bd) + n * p12 * bd2)
    yy = -drop - lift * (d * p11 * b * b - n * p22 * bd2)
    cut = le * ell * dc * back * a
    shift = 2 * le2 * a
    curvature = le * (4 * m * ell * dc0 + le * m * c * dn)
    slope = 2 * le * (m + ell) * dc0
    xg = (
        cut
        - slope * ad * (bd + e)
        + le2 * ad * c * (n * bd - d * b1)
        + shift * d * (p11 * b1 + p12 * bd)
    )
    yg = -cut + le2 * ad * dc * b - shift * d * b * p11
    if e == 0:
        xx += curvature * bd2
    else:
        lead, pull = bd + e, le2 * m * c * n * e * e
        xx += curvature * lead * lead + pull
        xy -= curvature * e * lead + pull
        yy += curvature * e * e + pull
        yg += slope * ad * e
    gg = 4 * le * ad * ad * dc0 - dc * ell * a * a + 2 * le * d * a * (ad * c - a * p11)
    return semidefinite3(xx, xy, yy, xg, yg, gg)
