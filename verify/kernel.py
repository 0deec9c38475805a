"""Checks certificates exactly: python verify/kernel.py FILE... (0 accepted, 1 refused, 2 malformed)

A certificate is an envelope {"kind", "version": 1, "statement": {"says", ...}, "witness": {...}}:
what is claimed and what proves it. The table CHECKERS has the checker and the fields of each kind.
Files are plain ASCII JSON, their numbers strings such as "-3/7", "0.25" or "1e-3".

Kind "rate". F is mu-strongly convex with an L-Lipschitz gradient ("F in S(mu, L)"), in any
dimension, with minimiser x* = 0 and F* = F(0). The method is x+ = x - alpha g + beta (x - x'), x'
the previous iterate and g the gradient at y = x + eta (x - x'). Quadratic forms act on
h = (x, x', g); the standard inequalities between two of x, y, x+, 0 give, for every F in S(mu, L),
  X0 = 2 mu L y^2 - 2 (mu + L) y g + 2 g^2            <= 0,
  X1 = g (x - x+) + mu/2 (x - y)^2 - L/2 (x+ - y)^2   <= F(x) - F(x+),
  X2 = mu/2 y^2 - g x+ - L/2 (x+ - y)^2               <= F* - F(x+).
"feasible": V = [x x'] P [x x']^T + c (F(x) - F*) falls by rho^2 a step if c0, c, P, M >= 0,
  M = c0 X0 + c (rho^2 X1 + (1 - rho^2) X2) - [x+ x] P [x+ x]^T + rho^2 [x x'] P [x x']^T >= 0.
With s = P11 - P12^2/P22 (P11 if P22 = 0), minimising over x' gives V >= (c + 2 s/L)(F - F*); this
constant must be positive. P, c0, c may be scaled together.
"lower": no such P, c0, c exist at this rho or a smaller one; "infeasible": at no rho < 1. Put
r = rho^2 for "lower", r = 1 for "infeasible". Either proof will do:
* curvature: on the quadratic (curvature/2) x^2 of S(mu, L) an eigenvalue of the iteration has
  modulus > rho (>= 1 if r = 1), while V would force F - F* down by a smaller factor.
* Z >= 0 (3x3), N = [x+ x] Z [x+ x]^T - r Z_xx >= 0. At q = rho^2 <= r (q < 1) a certificate gives
  0 <= <M, Z> = c0 <X0, Z> + c <q X1 + (1 - q) X2, Z> - <P, N + (r - q) Z_xx>. If <X0, Z> <= 0 and
  the middle bracket is < 0 then c = 0 and the other terms vanish. If <X0, Z> < 0 then c0 = 0 and
  M >= 0 makes P11 = 0, then P = 0; if N11 + (r - q) Z11 > 0 then P is singular with s = 0: either
  contradicts c + 2 s/L > 0 (one of the two is asked for).

Kind "interpolation". The same class, mu < L; d+ = A d + B g, x+ = x + d+_1, g the gradient at
y = x + C d: the family with the one move d = x - x', A = beta, B = -alpha, C = eta, or "matrices"
for up to three. Points i with gradients g_i and values F_i belong to one F in S(mu, L), in some
dimension, just if for all i, j (Taylor, Hendrickx, Glineur 2017)
  I_ij = F_j - F_i + g_j (i - j) + (|g_i - g_j|^2 + mu L |i - j|^2 - 2 mu (g_i - g_j)(i - j))
         / (2 (L - mu)) <= 0.
xi = (x, d, g, h), h the gradient at x; V = xi Q xi^T + q_y (F(y) - F*) + q_x (F(x) - F*). If
C = 0, y is x, and h, x, q_x are left out. Multipliers >= 0 times I_ij are added to three
differences; in each the values F_i must cancel and the matrix that is left be >= 0:
  rho^2 V - V+ on (xi, g+, h+), "decrease", between y, x, n = y+, z = x+ and s = x*;
  V - (F(x) - F*) on xi, "lower", between y, x and s;
  C (F(x) - F*) - V on (x, g) with d = 0 and h = g, "start", between y and s.
So F(x_t) - F* <= V_t <= rho^(2t) V_0 <= C rho^(2t) (F(x_0) - F*) from rest. "noise": g + w moves x,
E w = 0 given the past; on (xi, g+, h+, w) the first gets c |w|^2 + 2 w (m . xi), whose mean is
c E|w|^2: E V+ <= rho^2 E V + c E|w|^2.
"lower", "infeasible": no V of this form has V+ <= rho^2 V and V >= F(x) - F* on all of S(mu, L) at
this rho or a smaller one (at a rho < 1). For the family a curvature, as above, or a "cycle" x_0,
..., x_{K-1} of the plane, which fixes d and g at every y: with one "value" > 0 there they are those
of some F, on which V cannot fall in K steps and exceeds F - F*. Or moments: "step" of
(xi, g+, h+) and "values" at y, x, n, z are those of some F, since I_ij <= 0. What the step leaves,
the later moments and values - rho^2 times those now, belongs to points y, x of some F again. There
V+ - rho^2 V <= 0 is V >= F(x) - F* > 0. A smaller rho would give V+ <= rho^2 V too, since V >= 0.

Kind "floor". As above, but with a longer memory: f = (F - F* - mu/2 |x|^2) / (L - mu) is any convex
function with a 1-Lipschitz gradient and minimum 0 at 0, and obeys I_ij with mu = 0, L = 1. With
y_k = y_(t-k), g_k its gradient of f and d_k the k-th last move, V is the form of (x, d_1, ..., g_1,
g_2, ...) plus "values" times f(y_1), f(y_2), .... It is known before w, which enters V+ through x+
and d+ alone: E V+ is V+ without noise plus c E|w|^2. "decrease": V - V+ - M, M = F(x) - F*, |x|^2
or |grad F(x)|^2, between y_0 = a, y_1 = b, ..., x and s; "lower": V, between b, ... and s. So
E M_t <= E V_t - E V_(t+1) + c E|w_t|^2 and V >= 0; sums over t give the mean.

Kind "shock". f as above. "moments" of (e, g_0, ..., g_(n-1)[, h_0, ...]) and "values" at y_0, ...[,
x_0, ...] obey every I_ij of the points on the path from x_0 = e, x_(-1) = 0, g_t and h_t the
gradients of f at y_t and x_t: they are those of some f. e = -alpha w is a shock from rest.

Kind "radial". f = H(|x|), H(r) the smaller of r^2/2 (r <= u) and u r - u^2/2 (r >= u), has the
gradient q y if u = q |y|, q <= 1: that of F is k y, k = mu + (L - mu) q the "curvature". In three
dimensions w is either unit vector across x and d = x - x', with equal chances. While |y| stays, the
moments of (x, d) obey d+ = v d - alpha k x - alpha w, v = beta - alpha k eta, and rest at
|d|^2 = 2 b, x d = b, |x|^2 = b (1 + v)/(alpha k), b = alpha^2/((1 - v)(2 + 2 v - alpha k)): from
there |x| and |y| never change. "root" is at most |x| |y|.

Kinds "horizon", "tree". f as above; L = 1 by units, m = mu/L, G = 2 f + m/(1 - m) |x|^2, which is
2 (F - F*)/(1 - m). From rest, x_(-1) = x_0; point t < N is y_t, point N is x_N. E(w_t | past) = 0,
and a vector is the sum of what x_0 (part 0) and each w_(j-1) (part j) add to it, with mean 0 given
what came before: parts are orthogonal in the mean, and the method acts on each. Vectors of a part:
x_N or w_(j-1); the later u_t = (x_(t-1) - x_t)/alpha; the gradient of f at x_N. That at y_t is
(u_(t+1) - beta u_t - m y_t)/(1 - m). Two runs that share k noises and go on independently have
parts 0, ..., k in common, and products of later ones have mean 0: E I_ij <= 0 for i of one and j of
the other, k <= i, j (k the least of them: of one run). "horizon": "pairs" are i, j, k and the
multiplier of 2 I_ij, "minimiser" those of x* and j; those of i and x* cancel the values. Their sum
and c_0 G at x_0 (or |x_0|^2) + c_j |w_(j-1)|^2 - G at x_N is a form >= 0 in each part: its mean is
>= 0, and that of their sum is not above 0. "tree": w_t is one of M "branches", equally likely, the
corners of a regular simplex about 0, in coordinates of their own for each past. Runs that part
after k noises have parts 0, ..., k in common, of part k + 1 products -1/(M - 1) times those within
a run, later parts orthogonal. "moments" of each part and "values" obey all I_ij <= 0: these points,
finitely many, belong to some F, and the method with this noise runs through them.

Kind "semidefinite". Scaled to integers (row i and column i alike) and eliminated without fractions:
each pivot is a principal minor. One < 0 refuses; so does one = 0, for "psd" if its row is not 0.

Kind "worst-law". phi = N/D piece by piece on [-R, R]; at a common end it may take either value. If
D > 0 and N - (value + slope e) D >= 0 on each piece, then phi(e) >= value + slope e on [-R, R], and
E phi(e) >= value for every law on [-R, R] with E e = 0 ("at most": with -phi and -value). "cuts"
are points inside each piece, in order; between neighbours both polynomials have Bernstein
coefficients >= 0 (D: > 0), and so have their values, which are averages of the coefficients.

Kind "drift". grad f = s u with |u| = 1, g = s u + e, E e = 0, |e| <= R = tau0 + tau1 s. The value
E h <grad f, g> - alpha E h s^2 is the mean of F = h (s x - alpha s^2) with x = <u, g>, y = |g| and
h = k/(m + n y) on pieces of y. (x, y) is any point with |x| <= y, y^2 - 2 s x + s^2 = |e|^2 <= R^2
(d = 1: |x| = y too), and E x = s; if d >= 2 the part of g across u may have a fair sign, so that
every law of (x, y) with E x = s occurs. Upper: the value of the law of "atoms". Lower: F >= lower +
slope (x - s) at all these points, whose sides are linear in x at given y; so it is enough on the
edges x = y (y from max(s - R, 0) to s + R), x = -y (y to R - s) and, unless d = 1,
2 s x = y^2 + s^2 - R^2 (y from |R - s| to R + s). Each edge is cut where h changes; a piece between
its "cuts" has Bernstein coefficients >= 0, as above.

Kind "grouping". Block m of sample i has length n_im, |g_i|^2 = sum_m n_im^2. All-layer clipping at
R > 0 scales its blocks by min(1, R/|g_i|) ("abadi") or R/(|g_i| + gamma) ("auto"), group-wise
clipping by min(1, R_m/n_im) or R_m/(n_im + gamma); a block of length 0 stays 0. Any other is the
same in both just if R_m = R n_im/|g_i| (or R_m >= n_im, where |g_i| <= R), for "auto"
R_m = R (n_im + gamma)/(|g_i| + gamma). The witness names, from 1, for each group a sample whose
(least) R_m does for all, or a group and two samples neither of whose R_m does for the other: the
sets are points and half-lines, so that no R_m does for both.
"""

import json
import os
import re
import stat
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb, lcm
from typing import Any

Point = tuple[Any, ...]  # alpha, beta, eta, mu, L
Matrix = list[list[Any]]  # symmetric
Record = dict[str, Any]
LONGEST = 10**6  # bytes in a file
MOST_WORK = 10**9  # products of 30-bit digits: about a second
DIGITS = "[0-9]{1,4000}"
NUMBER = re.compile(rf"-?{DIGITS}(/(?!0+\Z){DIGITS}|(\.{DIGITS})?([eE][+-]?[0-9]{{1,3}})?)")
PARAMETERS = ("alpha", "beta", "eta", "mu", "L")


class Refused(Exception):
    """The certificate can be read and does not prove its statement."""


class Malformed(ValueError):
    """The certificate cannot be read."""


def length(value: Any) -> int:
    """Bits of all the numbers in what was read; the sum or product of all has no more."""
    if isinstance(value, dict | list | tuple):
        return sum(map(length, value.values() if isinstance(value, dict) else value))
    if isinstance(value, int | Fraction):
        return value.numerator.bit_length() + value.denominator.bit_length()
    return 0


def affordable(steps: int, bits: int) -> None:
    """Malformed where so many steps with numbers of so many bits are too much work."""
    work = steps * (3000 + (bits // 30) ** 2)  # 3000: a step with short numbers
    if work > MOST_WORK:
        raise Malformed(f"the work must be at most {MOST_WORK:.0e}. Found {work:.0e}.")


def whole(*numbers: Any) -> list[int]:
    """The numbers times their least common denominator (integers), and that denominator."""
    ratios = [v.as_integer_ratio() for v in numbers]
    common = lcm(*[bottom for _, bottom in ratios])
    return [top * (common // bottom) for top, bottom in ratios] + [common]


def common(value: Any) -> int:
    """Bits of the longest number of nested lists, all over their common denominator."""
    flat = value
    while any(isinstance(v, list) for v in flat):
        flat = [v for entry in flat for v in (entry if isinstance(entry, list) else [entry])]
    affordable(len(flat) // 1000 + 1, length(flat))
    return max(map(length, whole(*flat)))


def rows(point: Point) -> Any:
    """Integer rows that read x, x', g, y, x+ off h, all times the factor in x[0]."""
    a, b, e, one = whole(*point[:3])
    return (one, 0, 0), (0, one, 0), (0, 0, one), (one + e, -e, 0), (one + b, -b, -a)


def moves(s: Record) -> tuple[list[Any], list[Any], list[Any]]:
    """The matrices A, B, C of a method."""
    own = s.get("matrices") or {"A": [[s["beta"]]], "B": [-s["alpha"]], "C": [s["eta"]]}
    return own["A"], own["B"], own["C"]


def proper(s: Record, flat: bool = False) -> bool:
    """Whether the parameters are of the family, or the matrices fit, and mu < L (flat: mu <= L)."""
    if "matrices" in s:
        A, B, C = moves(s)
        return {len(A), len(C), *map(len, A)} == {len(B)} and bool(0 < s["mu"] < s["L"])
    alpha, beta, eta, mu, L = point = tuple(s[key] for key in PARAMETERS)
    known = alpha > 0 <= beta < 1 and eta >= 0 < mu <= L and (flat or mu < L)
    return bool(known and s["method"](*point))


def add(form: Matrix, weight: Any, p: Any, q: Any) -> None:
    """Adds weight (p.h)(q.h) to twice the matrix of a quadratic form."""
    for (i, a), (j, b) in product(enumerate(p), enumerate(q)):
        if a and b:
            term = weight * a * b
            form[i][j] += term
            form[j][i] += term


def forms(point: Point, k0: int, k1: int, k2: int) -> tuple[Matrix, int]:
    """The matrix of k0 X0 + k1 X1 + k2 X2 times a positive factor, and the factor / x[0]^2."""
    (x, _, g, y, new), (m, ell, one) = rows(point), whole(*point[3:])
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
    """Whether a symmetric matrix is positive semidefinite."""
    return definite({"says": "psd", "matrix": m}, {})


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


def triple(alpha: Any, beta: Any, eta: Any, mu: Any, L: Any) -> bool:
    """Whether this is triple momentum, up to rounding of 1 - sqrt(mu/L)."""
    root = alpha * L - 1
    near = 0 <= root < 1 and abs((1 - root) ** 2 - mu / L) <= Fraction(1, 2**50)
    return bool(near and beta * (2 - root) == root**2 == eta * (1 + root) * (2 - root))


def rate(s: Record, w: Record) -> bool:
    """The kind "rate"."""
    affordable(10, length([s, w]))
    point, rho2 = tuple(s[key] for key in PARAMETERS), s.get("rho2", Fraction(1))
    if not (proper(s, flat=True) and 0 < rho2 <= 1) or (rho2 < 1) == (s["says"] == "infeasible"):
        return False
    if s["says"] == "feasible":
        return rate_holds(point, rho2, (*w["P"][0], w["P"][1][1]), w["c0"], w["c"])
    return none_at(point, rho2, w["Z"]) if "Z" in w else escapes(point, rho2, w["curvature"])


def definite(s: Record, _: Record) -> bool:
    """The kind "semidefinite"."""
    size = len(s["matrix"])
    affordable(size**2, max(map(length, s["matrix"])))
    scales = [lcm(*(v.denominator for v in row)) for row in s["matrix"]]
    m = [[int(v * p * q) for v, q in zip(row, scales, strict=True)]
         for row, p in zip(s["matrix"], scales, strict=True)]  # fmt: skip
    # The minors of order k have k times the bits; the k-th step has (size - k)^2 of them.
    affordable(size**3 // 15 + 1, size * (max(length(v) for row in m for v in row) + 6))
    last = 1
    while m:
        (pivot, *first), *rest = m
        if pivot < 0 or (pivot == 0 and (s["says"] == "pd" or any(first))):
            return False
        m = [row[1:] for row in rest]
        if pivot > 0:
            m = [[(pivot * v - p * q) // last for v, q in zip(row, first, strict=True)]
                 for row, p in zip(m, first, strict=True)]  # fmt: skip
            last = pivot
    return True


class Difference:
    """Twice a form on vectors of some length, and coefficients of values: sums of the terms added.

    Attributes:
        points: name -> (rows that read the point and its gradient off the vector).
    """

    def __init__(self, s: Record, size: int, points: dict[str, tuple[Any, Any]]) -> None:
        self.mu, self.L, self.points = s["mu"], s["L"], points
        self.points["s"] = [0] * size, [0] * size
        self.form: Matrix = [[Fraction(0)] * size for _ in range(size)]
        self.values = dict.fromkeys(points, Fraction(0))

    def condition(self, pair: str, weight: Any) -> None:
        """Adds weight I_ij, for the names i, j in ``pair``."""
        i, j = tuple(pair)
        (x, g), (z, h) = self.points[i], self.points[j]
        move, turn = ([a - b for a, b in zip(*both, strict=True)] for both in ((x, z), (g, h)))
        share = weight / (2 * (self.L - self.mu))
        for k, p, q in ((weight, h, move), (share, turn, turn),
                        (share * self.mu * self.L, move, move),
                        (-2 * share * self.mu, turn, move)):  # fmt: skip
            add(self.form, k, p, q)
        self.values[j] += weight
        self.values[i] -= weight

    def quadratic(self, Q: Matrix, xi: list[Any], factor: Any) -> None:
        """Adds factor times the form Q of the vectors that the rows ``xi`` read."""
        for (i, p), (j, q) in product(enumerate(xi), repeat=2):
            add(self.form, factor * Q[i][j], p, q)

    def nonnegative(self, multipliers: dict[str, Any]) -> bool:
        """Whether multipliers >= 0 of all the conditions leave no value and a form >= 0."""
        pairs = {i + j for i, j in permutations(self.points, 2)}
        if set(multipliers) != pairs or min(multipliers.values(), default=0) < 0:
            return False
        for pair, weight in multipliers.items():
            self.condition(pair, weight)
        left = any(value for name, value in self.values.items() if name != "s")
        return not left and semidefinite(self.form)

    def possible(self, moments: Matrix, values: dict[str, Any]) -> bool:
        """Whether vectors with these moments, and values, belong to a function of the class."""
        size = range(len(moments))
        for pair in permutations(self.points, 2):
            one = Difference({"mu": self.mu, "L": self.L}, len(moments), dict(self.points))
            one.condition("".join(pair), Fraction(1))
            mean = sum(one.form[i][j] * moments[i][j] for i in size for j in size) / 2
            if mean + values[pair[1]] - values[pair[0]] > 0:
                return False
        return semidefinite(moments)


def units(size: int) -> list[list[Fraction]]:
    """The rows of an identity."""
    return [[Fraction(i == j) for j in range(size)] for i in range(size)]


def row(*terms: tuple[Any, Any]) -> list[Any]:
    """The sum of factor times row over the terms."""
    return [sum(k * v for k, v in zip([k for k, _ in terms], column, strict=True))
            for column in zip(*[p for _, p in terms], strict=True)]  # fmt: skip


def places(s: Record, names: str, x: Any, d: Any, gradients: list[Any]) -> dict[str, Any]:
    """The points y and, unless C = 0, x, under names of theirs, and their gradients."""
    points = row((1, x), *zip(moves(s)[2], d, strict=True)), x
    return dict(zip(names, zip(points, gradients, strict=False), strict=False))


def step(s: Record, noisy: bool = False) -> tuple[Difference, list[Any], list[Any]]:
    """Two moments on (xi, g+, h+[, w]): their difference, and what V reads at each."""
    A, B, C = moves(s)
    n, k = len(B), 1 + any(C)  # moves, and gradients at a moment
    x, *rest = units(1 + n + 2 * k + noisy)
    d, now, later, noise = (rest[i:j] for i, j in pairwise((0, n, n + k, n + 2 * k, len(rest))))
    moved = [row(*zip(a, d, strict=True), *((b, p) for p in (now[0], *noise)))
             for a, b in zip(A, B, strict=True)]  # fmt: skip
    new = row((1, x), (1, moved[0]))
    points = places(s, "yx", x, d, now) | places(s, "nz", new, moved, later)
    return Difference(s, len(x), points), [x, *d, *now], [new, *moved, *later]


def around(s: Record, cycle: list[Any], value: Any) -> bool:
    """Whether the method goes round these points on some F of the class that has one value at y."""
    points = {}
    for t, (last, x) in enumerate(pairwise([cycle[-1], *cycle])):
        d = row((1, x), (-1, last))
        moved = row((1, x), (s["beta"], d), (-1, cycle[(t + 1) % len(cycle)]))
        points[chr(ord("A") + t)] = row((1, x), (s["eta"], d)), row((1 / s["alpha"], moved))
    return Difference(s, 2, points).possible(units(2), dict.fromkeys(points, value) | {"s": 0})


def interpolation(s: Record, w: Record) -> bool:
    """The kind "interpolation"."""
    affordable(40, length([s, w]))
    rho2 = s.get("rho2", Fraction(1))
    if not (proper(s) and 0 < rho2 <= 1) or (rho2 < 1) == (s["says"] == "infeasible"):
        return False
    if "curvature" in w:
        return escapes(tuple(s[key] for key in PARAMETERS), rho2, w["curvature"])
    if "cycle" in w:
        return w["value"] > 0 and around(s, w["cycle"], w["value"])
    change, now, then = step(s, "noise" in w)
    xi = units(len(now))
    above = Difference(s, len(xi), {
        i: (p[: len(xi)], g[: len(xi)]) for i, (p, g) in change.points.items() if i in "yx"
    })  # fmt: skip
    pairs = [("y", "n"), ("x", "z")][: 1 + any(moves(s)[2])]
    x = pairs[-1][0]
    if "step" in w:
        if len(w["step"]) != len(change.form) or len(w["values"]) != 2 * len(pairs):
            return False
        before, after = (products(read, w["step"], read)[0] for read in (now, then))
        left = [[b - rho2 * a for a, b in zip(*both, strict=True)]
                for both in zip(before, after, strict=True)]  # fmt: skip
        values = {**dict(zip("yxnz" if x == "x" else "yn", w["values"], strict=True)), "s": 0}
        heights = {i: values[j] - rho2 * values[i] for i, j in pairs} | {"s": 0}
        possible = change.possible(w["step"], values) and above.possible(left, heights)
        return bool(heights[x] > 0 and possible)
    if not len(w["Q"]) == len(xi) == len(w.get("noise", xi)) or len(w["q"]) != len(pairs):
        return False
    change.quadratic(w["Q"], now, rho2)
    change.quadratic(w["Q"], then, -1)
    above.quadratic(w["Q"], xi, 1)
    for (i, j), q in zip(pairs, w["q"], strict=True):
        change.values[i], change.values[j] = rho2 * q, -q
        above.values[i] = q
    above.values[x] -= 1
    if "noise" in w:
        noise = units(len(change.form))[-1]
        add(change.form, s["c"], noise, noise)
        for k, p in zip(w["noise"], now, strict=True):
            add(change.form, 2 * k, noise, p)
    e, g = units(2)
    begun = Difference(s, 2, {"y": (e, g)})
    begun.quadratic(w["Q"], [e, *[[0, 0]] * (len(xi) - 1 - len(pairs)), *[g] * len(pairs)], -1)
    begun.values["y"] = s["C"] - sum(w["q"])
    return (change.nonnegative(w["decrease"]) and above.nonnegative(w["lower"])
            and begun.nonnegative(w["start"]))  # fmt: skip


def floor(s: Record, w: Record) -> bool:
    """The kind "floor"."""
    affordable(100, length([s, w]))
    alpha, beta, eta, mu, L = (s[key] for key in PARAMETERS)
    if not proper(s):
        return False
    form, values, apart = w["form"], w["values"], int(eta > 0)
    past, moves = len(values), len(form) - len(values)
    if moves < max(past + 1 + apart, 2 if beta else 1):  # the points and the next move need them
        return False
    x, *rest = units(len(form) + 1 + apart)
    d, old, (new, *own) = rest[: moves - 1], rest[moves - 1 : len(form) - 1], rest[len(form) - 1 :]
    y, trail = [], x
    for k in range(past + 1):
        y.append(row((1, trail), *((eta, move) for move in d[k : k + apart])))
        trail = row((1, trail), *((-1, move) for move in d[k : k + 1]))
    moved = row((-alpha * mu, y[0]), (-alpha * (L - mu), new), *((beta, p) for p in d[:1]))
    then = [row((1, x), (1, moved)), moved, *d][:moves] + [new, *old][:past]
    points = dict(zip("abcde", zip(y, [new, *old], strict=True), strict=False))
    unit = {"mu": Fraction(0), "L": Fraction(1)}
    above = Difference(unit, len(form), {
        name: (p[: len(form)], g[: len(form)]) for name, (p, g) in points.items() if name != "a"
    })  # fmt: skip
    if apart:
        points["x"] = x, own[0]
    change, top = Difference(unit, len(x), points), "x" if apart else "a"
    for name, later, value in zip("bcde", "abcd", values, strict=False):
        above.values[name] = value
        change.values[name] += value
        change.values[later] -= value
    above.quadratic(form, units(len(form)), 1)
    change.quadratic(form, [x, *d, *old], 1)
    change.quadratic(form, then, -1)
    if s["says"] == "value":
        change.values[top] -= L - mu
        add(change.form, -mu / 2, x, x)
    else:
        measured = x if s["says"] == "distance" else row((mu, x), (L - mu, points[top][1]))
        add(change.form, Fraction(-1), measured, measured)
    hit = range(min(moves, 2))  # x+ and d+
    cost = alpha**2 * sum(form[i][j] for i in hit for j in hit)
    return bool(cost <= s["c"] and change.nonnegative(w["decrease"])
                and above.nonnegative(w["lower"]))  # fmt: skip


def products(left: Matrix, moments: Matrix, *others: Matrix) -> list[Matrix]:
    """The products of what rows read off vectors with these moments, with each of the others."""
    half = [row(*zip(p, moments, strict=True)) for p in left]
    return [[[sum(a * b for a, b in zip(p, q, strict=True) if a and b) for q in right]
             for p in half] for right in others]  # fmt: skip


def plus(left: list[Matrix], factor: Any, right: list[Matrix]) -> list[Matrix]:
    """Matrices and a multiple of others."""
    return [[row((1, a), (factor, b)) for a, b in zip(*both, strict=True)]
            for both in zip(left, right, strict=True)]  # fmt: skip


def excess(f: list[Any], own: list[Matrix], both: list[Matrix], i: int, j: int) -> Any:
    """2 I_ij at mu = 0, L = 1, by values and the products of gradients with points and gradients.

    Args:
        own: of one run with itself. both: of the runs of i and j.
    """
    (x, g), (gx, gg) = own, both
    return 2 * (f[j] - f[i] + gx[j][i] - x[j][j] - gg[i][j]) + g[i][i] + g[j][j]


def shock(s: Record, w: Record) -> bool:
    """The kind "shock"."""
    alpha, beta, eta, mu, L = (s[key] for key in PARAMETERS)
    moments, f, apart = w["moments"], [*w["values"], Fraction(0)], int(eta > 0)
    affordable(4 * len(moments) ** 3, max(map(length, [*moments, *s.values()])))
    if not proper(s):
        return False
    steps, rest = divmod(len(moments) - 1, 1 + apart)
    if rest or steps == 0 or len(f) != len(moments) or moments[0][0] <= 0:
        return False
    x, *g = units(len(moments))
    d, iterates, y = x, [], []
    for new in g[:steps]:
        iterates.append(x)
        y.append(row((1, x), (eta, d)))
        d = row((beta, d), (-alpha * mu, y[-1]), (-alpha * (L - mu), new))
        x = row((1, x), (1, d))
    zero = [Fraction(0)] * len(moments)
    places, g = [*y, *iterates * apart, zero], [*g, zero]

    both = products(g, moments, places, g)
    if any(excess(f, both, both, *ij) > 0 for ij in permutations(range(len(f)), 2)):
        return False
    last = range(len(f) - 1 - steps, len(f) - 1)  # the iterates
    measured = iterates
    if s["says"] == "gradient":
        measured = [row((mu, places[k]), (L - mu, g[k])) for k in last]
    (squares,) = products(measured, moments, measured)
    total = sum(squares[k][k] for k in range(steps))
    if s["says"] == "value":
        total = (L - mu) * sum(f[k] for k in last) + mu / 2 * total
    enough = total * alpha**2 >= s["c"] * moments[0][0]
    return bool(enough and semidefinite(moments))


def radial(s: Record, w: Record) -> bool:
    """The kind "radial"."""
    affordable(100, length([s, w]))
    alpha, beta, eta, mu, L = (s[key] for key in PARAMETERS)
    k, root = w["curvature"], w["root"]
    if not proper(s):
        return False
    v = beta - alpha * k * eta
    if not (mu <= k <= L and 2 + 2 * v > alpha * k and root >= 0):
        return False
    b, q = alpha**2 / ((1 - v) * (2 + 2 * v - alpha * k)), (k - mu) / (L - mu)
    xx = b * (1 + v) / (alpha * k)
    yy = xx + b * 2 * eta * (1 + eta)
    value = xx / 2 if xx <= q**2 * yy else q * root - q**2 * yy / 2
    return bool(root**2 <= xx * yy and mu / 2 * xx + (L - mu) * value >= s["c"])


def part(s: Record, last: int, source: int) -> tuple[Matrix, Matrix]:
    """Rows that read the points y_0, ..., x_N and their gradients off the vectors of a part."""
    first, *later, end = units(last + 2 - source)
    zero = [Fraction(0)] * (len(later) + 2)
    u = [*[zero] * source, first, *later] if source else [zero, *later]
    m, points, gradients, step = s["mu"] / s["L"], [], [], s["alpha"] * s["L"]
    x = zero if source else row((1, first), *((step, p) for p in later))
    for t in range(last + 1):
        x = row((1, x), (-step, u[t]))
        y = row((1, x), (-s["eta"] * step * (t < last), u[t]))
        new = end if t == last else row((1, u[t + 1]), (-s["beta"], u[t]), (-m, y))
        points.append(y)
        gradients.append(row((1 if t == last else 1 / (1 - m), new)) if t >= source else zero)
    return points, gradients


def horizon(s: Record, w: Record) -> bool:
    """The kind "horizon"."""
    c, mu, L, of_value = [s["gain"], *s["weights"]], s["mu"], s["L"], s["says"] == "value"
    points, last, minimiser = range(len(c)), len(c) - 1, w["minimiser"]
    weights = [*minimiser, *(pair[3] for pair in w["pairs"])]
    bits = common([*weights, *c]) + 2 * length([s[key] for key in PARAMETERS])
    affordable((last + 3) ** 4 // 2 + len(c) * len(weights), bits)
    if not proper(s) or min(weights) < 0 or len(minimiser) != len(c):
        return False
    into, out = [*minimiser], [Fraction(0)] * len(c)
    cross = [[[Fraction(0)] * len(c) for _ in c] for _ in c]  # of part, j, i
    for *ijk, weight in w["pairs"]:
        if any(at not in points for at in ijk) or ijk[2] > min(ijk):
            return False
        i, j, k = map(int, ijk)
        into[j] += weight
        out[i] += weight
        for p in range(k + 1):
            cross[p][j][i] += weight
    left = [a - b + s["gain"] * of_value * (t == 0) - (t == last)
            for t, (a, b) in enumerate(zip(into, out, strict=True))]  # fmt: skip
    for p in (p for p in points if p == 0 or c[p]):
        x, g = part(s, last, p)
        form: Matrix = [[Fraction(0)] * len(x[0]) for _ in x[0]]
        for j in points:
            own = [(into[j] + out[j] + left[j], g[j]), (-2 * into[j], x[j])]
            shared = [(2 * cross[p][j][i], row((1, x[i]), (-1, g[i]))) for i in points]
            add(form, 1, g[j], row(*own, *shared))
        add(form, -mu / (L - mu), x[last], x[last])
        first = units(len(x[0]))[0] if p else x[0]
        add(form, (2 * L**2 if p else mu if of_value else 2) / (L - mu) * c[p], first, first)
        if not semidefinite(form):
            return False
    return bool(min(left) >= 0)


def tree(s: Record, w: Record) -> bool:
    """The kind "tree"."""
    levels, M, mu, L = s["levels"], w["branches"], s["mu"], s["L"]
    last, f = len(levels), [*w["values"], Fraction(0)]
    bits = common([*w["moments"], *levels, *f, M]) + 2 * length([s[key] for key in PARAMETERS])
    affordable((last + 3) ** 4 // 2, bits)
    if not (proper(s) and M.denominator == 1 < M and len(f) == last + 2):
        return False
    if [*map(len, w["moments"])] != [*range(last + 2, 1, -1)]:
        return False
    none, first, square = [Fraction(0)] * (last + 2), Fraction(0), Fraction(0)
    both, shared, parted = [[none] * (last + 2)] * 2, [], []
    for p, moments in enumerate(w["moments"]):
        x, g = ([*rows, none[p:]] for rows in part(s, last, p))
        mean = products(g, moments, x, g)
        parted.append(plus(both, Fraction(-1, int(M) - 1), mean))
        shared.append(both := plus(both, 1, mean))
        (start, *_), (*_, end) = products([x[0], x[last]], moments, [x[0], x[last]])[0]
        first, square = first + start, square + end
        if p and moments[0][0] > levels[p - 1] / L**2:
            return False
    if s["says"] == "value":
        first = (L - mu) * f[0] + mu / 2 * first
    for i, j in product(range(last + 2), repeat=2):
        k = min(i % (last + 1), j % (last + 1))  # 0 with the minimiser
        if any(excess(f, both, other, i, j) > 0 for other in [*parted[1 : k + 1], shared[k]]):
            return False
    error = (L - mu) * f[last] + mu / 2 * square
    return bool(first <= s["start"] and error >= s["error"] and all(
        semidefinite(moments) for moments in w["moments"]))  # fmt: skip


def bernstein(p: list[Any], a: Any, b: Any) -> list[Any]:
    """The c with p(a + (b - a) t) = sum_j c_j binom(n, j) t^j (1 - t)^(n - j), p of degree n."""
    n = range(len(p))
    q = [(b - a) ** i * sum(comb(k, i) * p[k] * a ** (k - i) for k in n[i:]) for i in n]
    return [sum(Fraction(comb(j, i), comb(n[-1], i)) * q[i] for i in n[: j + 1]) for j in n]


def worst_law(s: Record, w: Record) -> bool:
    """The kind "worst-law"."""
    sign, radius, pieces = 1 if s["says"] == "at least" else -1, s["radius"], s["pieces"]
    if len(w["cuts"]) != len(pieces):
        raise Malformed(f"cuts must be {len(pieces)} lists, one a piece. Found {len(w['cuts'])}.")
    sizes = [max(len(p["numerator"]), len(p["denominator"]) + 1) for p in pieces]
    steps = sum(2 * n * (n + 1) * (len(cuts) + 1) for n, cuts in zip(sizes, w["cuts"], strict=True))
    ends = [radius, *(p["to"] for p in pieces), *(cut for cuts in w["cuts"] for cut in cuts)]
    shifted = 2 * max(sizes) * max(map(length, ends))  # what powers of two ends add
    affordable(steps, length([s["value"], w["slope"]]) + shifted + max(map(length, pieces)))
    joints = [-radius, *(piece["to"] for piece in pieces)]
    if [*(piece["from"] for piece in pieces), radius] != joints or radius <= 0:
        return False
    for piece, cuts in zip(pieces, w["cuts"], strict=True):
        N, D = piece["numerator"], piece["denominator"]
        gap = [Fraction(0)] * max(len(N), len(D) + 1)  # sign (N - (value + slope e) D)
        for weight, polynomial, shift in ((1, N, 0), (-s["value"], D, 0), (-w["slope"], D, 1)):
            for k, coefficient in enumerate(polynomial):
                gap[k + shift] += sign * weight * coefficient
        for a, b in pairwise([piece["from"], *cuts, piece["to"]]):
            if a > b or min(bernstein(D, a, b)) <= 0 or min(bernstein(gap, a, b)) < 0:
                return False
    return True


def drift(s: Record, w: Record) -> bool:
    """The kind "drift"."""
    size, alpha, radius = s["gradient"], s["alpha"], s["tau0"] + s["tau1"] * s["gradient"]
    ends = [size, *(cut for cuts in w["cuts"] for cut in cuts)]
    affordable(40 * len(ends), 8 * (length([s, w["slope"], w["atoms"]]) + max(map(length, ends))))
    scale = s["threshold"] if s["says"] == "clip" else s["regulariser"]
    if not (scale > 0 and size >= 0 < s["tau0"] and 0 <= s["tau1"] < 1 and 0 <= alpha < 1):
        return False
    far, near = size + radius, abs(size - radius)
    rule: Any = [(0, far, 1, scale, 1)]  # from, to, k, m, n
    if s["says"] == "clip":
        rule = [(0, min(scale, far), 1, 1, 0), (scale, far, scale, 0, 1)]
    edges = [(max(size - radius, 0), far, (0, 1, 0)), (0, radius - size, (0, -1, 0))]
    if size > 0 and not s["d"]:
        edges.append((near, far, ((size**2 - radius**2) / (2 * size), 0, 1 / (2 * size))))
    pieces = [(max(a, c), min(b, d), x, *h)
              for a, b, x in edges for c, d, *h in rule if max(a, c) < min(b, d)]  # fmt: skip
    if len(w["cuts"]) != len(pieces):
        return False
    for (start, end, x, k, m, n), cuts in zip(pieces, w["cuts"], strict=True):
        level = w["slope"] * size - s["lower"]
        gap = [level * m - k * alpha * size**2, level * n, Fraction(0), Fraction(0)]
        for i, v in enumerate(x):  # k (s x - alpha s^2) - (lower + slope (x - s)) (m + n y)
            gap[i] += (k * size - w["slope"] * m) * v
            gap[i + 1] -= w["slope"] * n * v
        for a, b in pairwise([start, *cuts, end]):
            if a > b or min(bernstein(gap, a, b)) < 0:
                return False
    mass, mean, value = Fraction(0), Fraction(0), Fraction(0)
    for x, y, weight in (atom.values() for atom in w["atoms"]):
        inside = abs(x) <= y and y**2 - 2 * size * x + size**2 <= radius**2
        if weight < 0 or not inside or (s["d"] and abs(x) != y):
            return False
        k, m, n = next(h for c, d, *h in rule if c <= y <= d)
        mass, mean = mass + weight, mean + weight * x
        value += weight * k * (size * x - alpha * size**2) / (m + n * y)
    return bool(mass == 1 and mean == size and value <= s["upper"])


def same(a: Any, A: Any, b: Any, B: Any, gamma: Any) -> bool:
    """Whether a (sqrt(B) + gamma) = b (sqrt(A) + gamma)."""
    u, v, gap = a**2 * B, b**2 * A, (b - a) * gamma  # sqrt(u) = sqrt(v) + gap
    rest = u - v - gap**2  # 2 gap sqrt(v), if so
    return bool(rest**2 == 4 * gap**2 * v and rest * gap >= 0 and (gap >= 0 or gap**2 <= v))


def grouping(s: Record, w: Record) -> bool:
    """The kind "grouping"."""
    auto, gamma, level = "gamma" in s, s.get("gamma", 1), s.get("threshold2", 1)
    n = s["lengths" if auto else "squares"]
    if len({len(row) for row in n}) > 1:
        raise Malformed("the samples must have the same groups. Found lists of other lengths.")
    affordable(4 * len(n) * len(n[0]), 4 * (length([level, gamma]) + max(map(length, n))))
    totals = [sum(v**2 if auto else v for v in row) for row in n]

    def does(i: int, j: int, m: int) -> bool:
        """Whether the (least) R_m of sample i does for sample j."""
        if n[j][m] == 0:
            return True
        if auto:
            return same(n[i][m] + gamma, totals[i], n[j][m] + gamma, totals[j], gamma)
        least = n[i][m] * min(1, level / totals[i]) if n[i][m] else 0  # its square
        clipped = totals[j] > level
        return bool(least * totals[j] == level * n[j][m] if clipped else least >= n[j][m])

    samples, groups = range(len(n)), range(len(n[0]))
    chosen, at = [k - 1 for k in w["samples"]], w.get("group", 1) - 1
    if min(map(min, n)) < 0 or gamma <= 0 or level <= 0:
        return False
    if at not in groups or any(i not in samples for i in chosen):
        return False
    chosen, at = [*map(int, chosen)], int(at)
    if "group" in w:
        i, j = chosen
        return n[i][at] > 0 < n[j][at] and not does(i, j, at) and not does(j, i, at)
    each = ((i, j, m) for m, i in enumerate(chosen) for j in samples)
    return len(chosen) == len(groups) and all(does(*ijm) for ijm in each)


def read(value: Any, shape: Any, name: str) -> Any:
    """The value in the shape that was asked for; Malformed when it has another one.

    Shapes: None for anything; Fraction for a number; a table for the name of one of its entries; a
    range for a symmetric matrix of such a size; (shape of the entries, range of the length) for a
    list; [fields, ...] for an object with exactly the fields, name -> shape, of one of these.
    """
    wanted = "a number like '-3/7' in a string"
    if shape is None:
        return value
    if shape is Fraction and isinstance(value, str) and NUMBER.fullmatch(value):
        return Fraction(value)
    if isinstance(shape, dict):
        wanted = f"one of {', '.join(shape)}"
        if isinstance(value, str) and value in shape:
            return shape[value]
    if isinstance(shape, range):
        wanted = "a symmetric matrix"
        m = read(value, ((Fraction, shape), shape), name)
        if m == [list(column) for column in zip(*m, strict=False)]:
            return m
    if isinstance(shape, tuple):
        wanted = f"a list of {shape[1][0]} to {shape[1][-1]} entries"
        if isinstance(value, list) and len(value) in shape[1]:
            return [read(entry, shape[0], name) for entry in value]
    if isinstance(shape, list):
        wanted = "an object " + " or ".join(f"{{{', '.join(fields)}}}" for fields in shape)
        for fields in shape:
            if isinstance(value, dict) and set(value) == set(fields):
                return {key: read(value[key], fields[key], key) for key in fields}
    raise Malformed(f"{name} must be {wanted}. Found {value!a:.60}.")


FAMILY: dict[str, Callable[..., bool]] = {
    "gradient": lambda alpha, beta, eta, mu, L: beta == 0 and eta == 0,
    "heavy-ball": lambda alpha, beta, eta, mu, L: eta == 0,
    "nesterov": lambda alpha, beta, eta, mu, L: eta == beta,
    "triple-momentum": triple,
    "momentum": lambda alpha, beta, eta, mu, L: True,
}


def pairs(points: str) -> Record:
    """The fields of the multipliers of all conditions between named points."""
    return dict.fromkeys(map("".join, permutations(points, 2)), Fraction)


OF = "{method}, alpha = {alpha}, beta = {beta}, eta = {eta}"
SETTING = OF + ", F in S({mu}, {L}): the LMI has "
POINT: Record = {"method": FAMILY, **dict.fromkeys(PARAMETERS, Fraction)}
THREE = (Fraction, range(1, 4))
MATRICES: Record = {"matrices": [{"A": (THREE, range(1, 4)), "B": THREE, "C": THREE}]}
OF_FAMILY = {"method", "alpha", "beta", "eta", "curvature", "cycle"}
SOLUTION = [{"P": range(2, 3), "c0": Fraction, "c": Fraction}]
NONE = [{"Z": range(3, 4)}, {"curvature": Fraction}]
NEAR, BESIDE, STEPPED, ALL = map(pairs, ("ys", "yxs", "yns", "yxnzs"))
LYAPUNOV: Record = {"Q": range(3, 7), "q": (Fraction, range(1, 3)), "decrease": [STEPPED, ALL],
                    "lower": [NEAR, BESIDE], "start": [NEAR]}  # fmt: skip
NO_FORM = [{"curvature": Fraction}, {"step": range(4, 9), "values": (Fraction, range(2, 5))},
           {"cycle": ((Fraction, range(2, 3)), range(2, 27)), "value": Fraction}]  # fmt: skip
NO_V = SETTING.replace("the LMI has", "there is") + (
    "no V, a form in one moment's points and gradients plus multiples of its values, with "
)
FALLS = OF + (": for every F in S({mu}, {L}), in every dimension, from rest and for all t, ")
ERRORS = {"value": "F(x_t) - F*", "distance": "|x_t - x*|^2", "gradient": "|grad F(x_t)|^2"}
SOME_F = OF + ": for some F in S({mu}, {L}), "
SUM_OF = SOME_F + (
    "after one shock from rest, x_0 = x* - alpha w, x_(-1) = x*, the sum over t >= 0 of WHAT is at "
    "least {c} * |w|^2"
)
SHOCK = ({**POINT, "c": Fraction}, [{"moments": range(2, 42), "values": (Fraction, range(1, 41))}])
KEPT = SOME_F + (
    "in three dimensions, from some start and with some errors w_t of g, E(w_t | past) = 0, "
    "|w_t| = 1, for all t, F(x_t) - F* >= {c}"
)
MEAN_OF = (
    FALLS.replace("from rest and for all t", "all T and all errors w_t of g with E(w_t | past) = 0")
    + "the mean over t < T of E WHAT is at most V_0/T + {c} times that of E|w_t|^2, V_0 >= 0 fixed "
    "by the start"
)
BEGUN = {"value": "F(x_0) - F*", "distance": "|x_0 - x*|^2"}
AFTER = (
    FALLS.replace("from rest and for all t", "from rest and all errors w_t of g, E(w_t | past) = 0")
    + "E F(x_N) - F* <= {gain} * (WHAT) + sum over t < N of c_t E|w_t|^2 with the N numbers "
    "c = {weights}, w_t = 0 where c_t = 0"
)
REACHED = SOME_F + (
    "some start at rest with WHAT <= {start} and some errors w_t of g, E(w_t | past) = 0, with the "
    "N numbers E|w_t|^2 <= {levels}, E F(x_N) - F* >= {error}"
)
HORIZON = ({**POINT, "gain": Fraction, "weights": (Fraction, range(1, 21))}, [{
    "pairs": ((Fraction, range(4, 5)), range(4000)),
    "minimiser": (Fraction, range(2, 22)),
}])  # fmt: skip
TREE = ({**POINT, "start": Fraction, "levels": (Fraction, range(1, 21)), "error": Fraction}, [{
    "branches": Fraction, "moments": (range(2, 23), range(1, 22)),
    "values": (Fraction, range(2, 22)),
}])  # fmt: skip
FLOOR = ({**POINT, "c": Fraction}, [{
    "form": range(1, 12), "values": (Fraction, range(5)),
    "decrease": [pairs("abcde"[: k + 1] + x + "s") for k in range(5) for x in ("", "x")],
    "lower": [pairs("bcde"[:k] + "s") for k in range(5)],
}])  # fmt: skip
POLYNOMIAL = (Fraction, range(1, 65))
PIECE = {"from": Fraction, "to": Fraction, "numerator": POLYNOMIAL, "denominator": POLYNOMIAL}
LAW = (
    "E phi(e) is {says} {value} for every law on [-R, R] with E e = 0, R = {radius}, phi = N/D "
    "(coefficients of 1, e, e^2, ...) on the pieces {pieces}",
    {"value": Fraction, "radius": Fraction, "pieces": ([PIECE], range(1, 1001))},
    [{"slope": Fraction, "cuts": ((Fraction, range(10**4)), range(1, 1001))}],
)
MEAN = (
    "grad f of length {gradient}, g = grad f + e, e on R^d with E e = 0, |e| <= {tau0} + {tau1} * "
    "|grad f|, d {d}, h = RULE: the least E h <grad f, g> - {alpha} * E h |grad f|^2 is between "
    "{lower} and {upper}"
)
BOUNDS = {"d": {"= 1": True, ">= 2": False}, **dict.fromkeys(
    ("gradient", "tau0", "tau1", "alpha", "lower", "upper"), Fraction)}  # fmt: skip
ATTAINED = [{"slope": Fraction, "cuts": ((Fraction, range(10**4)), range(1, 7)),
             "atoms": ([dict.fromkeys(("x", "y", "weight"), Fraction)], range(1, 3))}]  # fmt: skip
BLOCKS = ((Fraction, range(1, 1001)), range(1, 10**4 + 1))
EQUALLY = "{words} R_1, ..., R_M > 0 clip samples whose groups have the {lengths} as R does, "
ABADI = EQUALLY + "by min(1, R/|g|), R^2 = {{threshold2}}"
AUTO = EQUALLY + "by R/(|g| + {{gamma}}), R > 0"
SQUARES: Record = {"squares": BLOCKS, "threshold2": Fraction}
LENGTHS: Record = {"lengths": BLOCKS, "gamma": Fraction}
SOME = [{"samples": (Fraction, range(1, 1001))}]
NEITHER = [{"group": Fraction, "samples": (Fraction, range(2, 3))}]
# kind -> (checker, what it says -> (the sentence, fields of the statement, shape of the witness))
CHECKERS: dict[str, tuple[Callable[[Record, Record], bool], Record]] = {
    "rate": (rate, {
        "feasible": (SETTING + "a certificate at rho^2 = {rho2}, and F(x_t) - F* = O(rho^(2t))",
                     {**POINT, "rho2": Fraction}, SOLUTION),
        "lower": (SETTING + "no certificate at any rho^2 <= {rho2}",
                  {**POINT, "rho2": Fraction}, NONE),
        "infeasible": (SETTING + "no certificate at any rho < 1", POINT, NONE),
    }),
    "interpolation": (interpolation, {
        "rate": (FALLS + "F(x_t) - F* <= {C} * ({rho2})^t * (F(x_0) - F*)",
                 {**POINT, "rho2": Fraction, "C": Fraction}, [LYAPUNOV]),
        "noise": (FALLS + "E F(x_t) - F* <= {C} * ({rho2})^t * (F(x_0) - F*) + {c} * sum over "
                  "k < t of ({rho2})^(t-1-k) E|w_k|^2, w_k the error of g, E(w_k | past) = 0",
                  {**POINT, **dict.fromkeys(("rho2", "C", "c"), Fraction)},
                  [{**LYAPUNOV, "noise": (Fraction, range(3, 7))}]),
        "lower": (NO_V + "rho^2 <= {rho2}", {**POINT, "rho2": Fraction}, NO_FORM),
        "infeasible": (NO_V + "rho < 1", POINT, NO_FORM),
    }),
    "floor": (floor, {k: (MEAN_OF.replace("WHAT", what), *FLOOR) for k, what in ERRORS.items()}),
    "shock": (shock, {k: (SUM_OF.replace("WHAT", what), *SHOCK) for k, what in ERRORS.items()}),
    "radial": (radial, {"value": (KEPT, {**POINT, "c": Fraction},
                                  [{"curvature": Fraction, "root": Fraction}])}),
    "horizon": (horizon, {k: (AFTER.replace("WHAT", what), *HORIZON) for k, what in BEGUN.items()}),
    "tree": (tree, {k: (REACHED.replace("WHAT", what), *TREE) for k, what in BEGUN.items()}),
    "semidefinite": (definite, {
        "psd": ("{matrix} is positive semidefinite", {"matrix": range(1, 65)}, [{}]),
        "pd": ("{matrix} is positive definite", {"matrix": range(1, 65)}, [{}]),
    }),
    "worst-law": (worst_law, {"at least": LAW, "at most": LAW}),
    "drift": (drift, {
        "normalise": (MEAN.replace("RULE", "1/({regulariser} + |g|)"),
                      {"regulariser": Fraction, **BOUNDS}, ATTAINED),
        "clip": (MEAN.replace("RULE", "min(1, {threshold}/|g|)"),
                 {"threshold": Fraction, **BOUNDS}, ATTAINED),
    }),
    "grouping": (grouping, {
        "abadi": (ABADI.format(words="some", lengths="squared lengths {squares}"), SQUARES, SOME),
        "not abadi": (ABADI.format(words="no", lengths="squared lengths {squares}"),
                      SQUARES, NEITHER),
        "auto": (AUTO.format(words="some", lengths="lengths {lengths}"), LENGTHS, SOME),
        "not auto": (AUTO.format(words="no", lengths="lengths {lengths}"), LENGTHS, NEITHER),
    }),
}  # fmt: skip


def check(document: Any) -> str:
    """The statement in words; Refused without a proof, Malformed when it cannot be read."""
    parts = dict.fromkeys(("version", "statement", "witness"))
    parts = read(document, [{"kind": CHECKERS, **parts}], "a certificate")
    version, said = parts["version"], parts["statement"]
    if type(version) is not int or version != 1:
        raise Malformed(f"version must be 1. Found {version!a:.60}.")
    checker, table = parts["kind"]
    says = said.get("says") if isinstance(said, dict) else None
    words, fields, witness = read(says, table, "what the statement says")
    if checker is interpolation and "matrices" in said:
        fields = MATRICES | {key: fields[key] for key in fields if key not in OF_FAMILY}
        witness = [shape for shape in witness if OF_FAMILY.isdisjoint(shape)]
        words = words.replace(OF, "d+ = A d + B g(y), x+ = x + d+_1, y = x + C d with {matrices}")
    statement = read(said, [{"says": None, **fields}], "the statement")
    if not checker(statement, read(parts["witness"], witness, "the witness")):
        raise Refused("the witness must prove the statement. Found that it does not.")
    # Numbers, names and lists of them: JSON without its quotes.
    return str(words.format_map({k: json.dumps(v).replace('"', "") for k, v in said.items()}))


def accepts(document: Any) -> bool:
    """Whether the certificate proves its statement; Malformed when it cannot be read."""
    try:
        return bool(check(document))
    except Refused:
        return False


def distinct(pairs: list[tuple[str, Any]]) -> Record:
    """An object of a file; its keys must differ."""
    if len(dict(pairs)) < len(pairs):
        raise Malformed(f"keys must differ. Found {[key for key, _ in pairs]!a:.60}.")
    return dict(pairs)


def load(path: str) -> Any:
    """The document of a file. Its floats, NaN among them, fit no shape."""
    # A pipe into which nobody writes would be waited for; the standard input is a choice.
    if not stat.S_ISREG(os.stat(path).st_mode) and path != "/dev/stdin":
        raise Malformed("FILE must be a regular file. Found another kind.")
    with open(path, "rb") as file:
        text = file.read(LONGEST + 1)
    if len(text) > LONGEST:
        raise Malformed(f"a certificate must have at most {LONGEST} bytes. Found more.")
    return json.loads(text.decode("ascii"), object_pairs_hook=distinct)


def main(paths: list[str]) -> int:
    """One line a file; the largest status."""
    status = 0 if paths else 2
    if not paths:
        print("malformed: a FILE must be given. Found none.", file=sys.stderr)
    for path in paths:
        name = f"{ascii(path)[1:-1]}: " if len(paths) > 1 else ""
        try:
            print(f"{name}accepted: {check(load(path))}.", flush=True)
        except Refused:
            print(f"{name}refused", flush=True)
            status = max(status, 1)
        except (OSError, ValueError, RecursionError) as error:
            print(f"{name}malformed: {' '.join(str(error).split())}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
