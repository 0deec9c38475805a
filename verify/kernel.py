"""Checks a rate certificate exactly: python verify/kernel.py FILE (0 accepted, 1 refused, 2 bad).

F is mu-strongly convex with an L-Lipschitz gradient ("F in S(mu, L)"), in any dimension, with
minimiser x* = 0 and F* = F(0). The method is x+ = x - alpha g + beta (x - x'), where x' is the
previous iterate and g the gradient at y = x + eta (x - x'). Quadratic forms act on h = (x, x', g);
the standard inequalities between two of the points x, y, x+, 0 give, for every F in S(mu, L),
  X0 = 2 mu L y^2 - 2 (mu + L) y g + 2 g^2            <= 0,
  X1 = g (x - x+) + mu/2 (x - y)^2 - L/2 (x+ - y)^2   <= F(x) - F(x+),
  X2 = mu/2 y^2 - g x+ - L/2 (x+ - y)^2               <= F* - F(x+).
kind "feasible": V = [x x'] P [x x']^T + c (F(x) - F*) falls by rho^2 a step if c0, c, P, M >= 0,
  M = c0 X0 + c (rho^2 X1 + (1 - rho^2) X2) - [x+ x] P [x+ x]^T + rho^2 [x x'] P [x x']^T >= 0.
With s = P11 - P12^2/P22 (P11 if P22 = 0), minimising over x' gives V >= (c + 2 s/L)(F - F*); this
constant must be positive. P, c0, c may be scaled together.
kind "lower": no such certificate exists at this rho or a smaller one; kind "infeasible": at no
rho < 1. Put r = rho^2 for "lower", r = 1 for "infeasible". Either proof will do:
* curvature: on the quadratic (curvature/2) x^2 of S(mu, L) an eigenvalue of the iteration has
  modulus > rho (>= 1 if r = 1), while V would force F - F* down by a smaller factor.
* Z >= 0 (3x3), N = [x+ x] Z [x+ x]^T - r Z_xx >= 0. At q = rho^2 <= r (q < 1) a certificate gives
  0 <= <M, Z> = c0 <X0, Z> + c <q X1 + (1 - q) X2, Z> - <P, N + (r - q) Z_xx>. If <X0, Z> <= 0 and
  the middle bracket is < 0 then c = 0 and the other terms vanish. If <X0, Z> < 0 then c0 = 0 and
  M >= 0 makes P11 = 0, then P = 0; if N11 + (r - q) Z11 > 0 then P is singular with s = 0: either
  contradicts c + 2 s/L > 0 (one of the two is asked for).
"""

import json
import sys
from fractions import Fraction
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

Point = tuple[Any, ...]  # alpha, beta, eta, mu, L
Matrix = list[list[Any]]  # symmetric
PARAMETERS = ("alpha", "beta", "eta", "mu", "L")
FIELDS = {"feasible": ["rho2 P c0 c"], "lower": ["rho2 Z", "rho2 curvature"]}
FIELDS["infeasible"] = ["Z", "curvature"]
SETTING = "{method}, alpha = {alpha}, beta = {beta}, eta = {eta}, F in S({mu}, {L}): "
STATEMENT = {
    "feasible": SETTING + "V = [x x'] P [x x']^T + c (F(x) - F*) falls by rho^2 = {rho2} a step",
    "lower": SETTING + "the matrix inequality has no certificate at any rho^2 <= {rho2}",
    "infeasible": SETTING + "the matrix inequality has no certificate at any rho < 1",
}


def whole(*numbers: Any) -> list[int]:
    """The numbers times their least common denominator (integers), and that denominator."""
    ratios = [v.as_integer_ratio() for v in numbers]
    common = lcm(*[bottom for _, bottom in ratios])
    return [top * (common // bottom) for top, bottom in ratios] + [common]


def rows(point: Point) -> Any:
    """Integer rows that read x, x', g, y, x+ off h, all times the factor in x[0]."""
    a, b, e, one = whole(*point[:3])
    return (one, 0, 0), (0, one, 0), (0, 0, one), (one + e, -e, 0), (one + b, -b, -a)


def add(form: Matrix, weight: Any, p: Any, q: Any) -> None:
    """Adds weight (p.h)(q.h) to twice the 3x3 matrix of a quadratic form."""
    for i in range(3):
        for j in range(3):
            form[i][j] += weight * (p[i] * q[j] + p[j] * q[i])


def forms(point: Point, k0: int, k1: int, k2: int) -> tuple[Matrix, int]:
    """The matrix of k0 X0 + k1 X1 + k2 X2 times a positive factor, and the factor / x[0]^2."""
    x, _, g, y, new = rows(point)
    m, ell, one = whole(*point[3:])
    jump, back, move = ([p[i] - q[i] for i in range(3)] for p, q in ((new, y), (x, y), (x, new)))
    form: Matrix = [[0] * 3 for _ in range(3)]
    add(form, 4 * m * ell * k0 + m * one * k2, y, y)
    add(form, -4 * (m + ell) * one * k0, y, g)
    add(form, 4 * one * one * k0, g, g)
    add(form, 2 * one * one * k1, g, move)
    add(form, -2 * one * one * k2, g, new)
    add(form, m * one * k1, back, back)
    add(form, -ell * one * (k1 + k2), jump, jump)
    return form, 4 * one * one


def semidefinite(m: Matrix) -> bool:
    """Whether a symmetric 2x2 or 3x3 matrix is positive semidefinite: its principal minors."""
    minors = [m[i][i] for i in range(len(m))]
    minors += [m[i][i] * m[j][j] - m[i][j] ** 2 for i in range(len(m)) for j in range(i)]
    if len(m) == 3:
        (a, b, c), (_, d, e), (_, _, f) = m
        minors.append(a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d))
    return all(minor >= 0 for minor in minors)


def rate_holds(point: Point, rho2: Any, P: tuple[Any, Any, Any], c0: Any, c: Any) -> bool:
    """Whether (P, c0, c) proves V+ <= rho^2 V with V >= (positive constant)(F - F*)."""
    p11, p12, p22, c0, c, _ = whole(*P, c0, c)
    n, d = rho2.as_integer_ratio()
    if not (0 < n < d and c0 >= 0 and c >= 0 and semidefinite([[p11, p12], [p12, p22]])):
        return False
    top, bottom = (p11 * p22 - p12**2, p22) if p22 > 0 else (p11, 1)  # s = top / bottom
    form, factor = forms(point, d * c0, n * c, (d - n) * c)
    x, old, _, _, new = rows(point)
    for p, q, sign in ((new, x, -d), (x, old, n)):
        add(form, sign * factor // 2 * p11, p, p)
        add(form, sign * factor * p12, p, q)
        add(form, sign * factor // 2 * p22, q, q)
    return c * point[4] * bottom + 2 * top > 0 and semidefinite(form)


def none_at(point: Point, r: Fraction, Z: Matrix) -> bool:
    """Whether Z excludes every certificate with rho^2 <= r, or with rho^2 < 1 when r = 1."""
    x, _, _, _, new = rows(point)
    N = [[-r * x[0] ** 2 * Z[i][j] for j in range(2)] for i in range(2)]
    for (i, p), (j, q) in product(enumerate((new, x)), repeat=2):
        N[i][j] += sum(p[k] * Z[k][m] * q[m] for k in range(3) for m in range(3))

    def pair(*k: int) -> Fraction:
        form, _ = forms(point, *k)
        return Fraction(sum(form[i][j] * Z[i][j] for i in range(3) for j in range(3)))

    x0, x1, x2 = pair(1, 0, 0), pair(0, 1, 0), pair(0, 0, 1)
    negative = x2 <= 0 and (x1 + x2 < 0 and x1 <= 0 if r == 1 else r * x1 + (1 - r) * x2 < 0)
    fixed = x0 < 0 or (Z[0][0] > 0 if r == 1 else N[0][0] > 0)
    return semidefinite(Z) and semidefinite(N) and x0 <= 0 and negative and fixed


def escapes(point: Point, r: Fraction, curvature: Fraction) -> bool:
    """Whether an eigenvalue on that quadratic has modulus > rho (>= 1 when rho^2 = r = 1)."""
    alpha, beta, eta, mu, L = point
    trace, product = 1 + beta - alpha * curvature * (1 + eta), beta - alpha * curvature * eta
    excess = max(abs(product) - r, r * trace**2 - (r + product) ** 2)
    return bool(mu <= curvature <= L and (excess >= 0 if r == 1 else excess > 0))


def members(point: Point) -> dict[str, bool]:
    """The names that fit the parameters; triple momentum up to rounding of 1 - sqrt(mu/L)."""
    alpha, beta, eta, mu, L = point
    root = alpha * L - 1
    near = 0 <= root < 1 and abs((1 - root) ** 2 - mu / L) <= Fraction(1, 2**50)
    triple = near and beta * (2 - root) == root**2 == eta * (1 + root) * (2 - root)
    return {
        "gradient": beta == 0 and eta == 0,
        "heavy-ball": eta == 0,
        "nesterov": eta == beta,
        "triple-momentum": triple,
        "momentum": True,
    }


def parse(value: Any, size: int = 0) -> Any:
    """A rational from its string, or a symmetric matrix from its list of rows."""
    if size == 0 and isinstance(value, str) and Fraction(value.partition("/")[2] or 1):
        return Fraction(value)
    lists = [value, *value] if size and isinstance(value, list) else [None]
    if any(not isinstance(v, list) or len(v) != size for v in lists):
        raise ValueError(f"a number must be a string, a matrix a list of rows. Found {value!r}.")
    m = [[parse(entry) for entry in row] for row in value]
    if m == [list(column) for column in zip(*m, strict=True)]:
        return m
    raise ValueError(f"a matrix must be symmetric. Found {value!r}.")


def accepts(certificate: dict[str, Any]) -> bool:
    """Whether the certificate proves its statement; ValueError when it cannot be read."""
    if not isinstance(certificate, dict) or certificate.get("kind") not in list(FIELDS):
        raise ValueError(f"kind must be one of {', '.join(FIELDS)}.")
    kind, method = certificate["kind"], certificate.get("method")
    keys = set(certificate) - {"kind", "method"}
    if not any(keys == {*fields.split(), *PARAMETERS} for fields in FIELDS[kind]):
        raise ValueError(f"the fields must be those of the kind {kind}. Found {sorted(keys)}.")
    data = {key: parse(certificate[key], {"P": 2, "Z": 3}.get(key, 0)) for key in keys}
    alpha, beta, eta, mu, L = point = tuple(data[key] for key in PARAMETERS)
    if not alpha > 0 <= beta < 1 or not eta >= 0 < mu <= L:
        return False
    if method not in list(members(point)):
        raise ValueError(f"method must be one of the family. Found {method!r}.")
    rho2 = data.get("rho2", Fraction(1))
    if not members(point)[method] or not 0 < rho2 <= 1 or (rho2 < 1) == (kind == "infeasible"):
        return False
    if kind == "feasible":
        P = (*data["P"][0], data["P"][1][1])
        return rate_holds(point, rho2, P, data["c0"], data["c"])
    if "Z" in data:
        return none_at(point, rho2, data["Z"])
    return escapes(point, rho2, data["curvature"])


def main(arguments: list[str]) -> int:
    try:
        certificate = json.loads(Path(*arguments).read_text(encoding="utf-8"))
        accepted = accepts(certificate)
    except (OSError, ValueError, RecursionError) as error:
        print(f"malformed: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    proved = STATEMENT[certificate["kind"]].format_map(certificate)
    print(f"accepted: {proved}." if accepted else "refused")
    return 0 if accepted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
