"""The closed form of the heavy ball's feasible set: the proof's identities, and both sides."""

import random
from fractions import Fraction
from itertools import combinations, product

import flint
import pytest
import sympy

from dptheory.lyapunov import solver
from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.criterion import coefficients, heavy_ball_feasible, infeasibility
from dptheory.lyapunov.lmi import inner, residual, supply_forms
from dptheory.lyapunov.paper_rates import paper_rate as rate
from dptheory.methods import heavy_ball
from verify import kernel

F = Fraction
m, ell, b, k, x = sympy.symbols("m ell b k x", positive=True)


def quadratics(s: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """f0 and f1 with m = alpha mu, ell = alpha L."""
    b0, b1, _ = coefficients(1, b, m, ell)
    return m * ell + b0 * s + 4 * b * s**2, s * (2 * b * s - b1)


def test_symbolic_identities_of_the_proof() -> None:
    """The steps named in docs/lmi.md."""
    b0, b1, q = coefficients(1, b, m, ell)
    room = 2 * (1 + b) - ell
    # End point s = 2.
    f0, f1 = quadratics(sympy.Integer(2))
    assert sympy.expand(f0 - (2 * (1 + b) - m) * room) == 0
    assert sympy.expand(f1 - 2 * room) == 0
    # Minimal discriminant in k, and its factors.
    discriminant = (b0 - k * b1) ** 2 - 4 * m * ell * (4 * b + 2 * b * k)
    best = (b0 * b1 + 4 * q) / b1**2
    factors = (1 - b) * (4 * b - b1) * (m - b1)
    assert sympy.expand(4 * b - b1 - room) == 0
    assert sympy.expand(b0 * b1 + 2 * q + 2 * b1**2 - factors) == 0
    assert sympy.simplify(discriminant.subs(k, best) + 8 * q * factors / b1**2) == 0
    # Its minimiser as a function of m, and where that vanishes.
    assert sympy.expand(b0 * b1 + 4 * q - (1 - b) * room * (m - b1) - 2 * q + 2 * b1**2) == 0
    assert sympy.expand(b1 - b * ell - (1 - b) * (ell - 2)) == 0
    # The oscillation at the zero of f1.
    f0, f1 = quadratics(b1 / (2 * b))
    assert sympy.simplify(f1) == 0
    assert sympy.simplify(f0 - factors / (2 * b)) == 0
    # Circle criterion: the discriminant of f0 at m = y^2, and its smaller root.
    y = sympy.symbols("y", positive=True)
    circle = (1 + b) * y**2 - 4 * sympy.sqrt(b * ell) * y + (1 + b) * ell - 2 * (1 - b) ** 2
    f0_slope = coefficients(1, b, y**2, ell)[0]
    assert sympy.expand(circle + f0_slope + 4 * sympy.sqrt(b * ell) * y) == 0
    for sign in (1, -1):
        root = (2 * sympy.sqrt(b * ell) + sign * (1 - b) * sympy.sqrt(room)) / (1 + b)
        assert sympy.simplify(circle.subs(y, root)) == 0
        # sqrt(q) - b1 there.
        gap = (1 - b) * (room + sign * sympy.sqrt(b * ell * room)) / (1 + b)
        assert sympy.simplify(root * sympy.sqrt(b * ell) - b1 - gap) == 0


def test_cocoercivity_of_nested_classes() -> None:
    """A larger mu or a smaller L: X0 of the larger class is at most lambda times the smaller's."""
    y, u, other = sympy.symbols("y u other", real=True)
    for changed, kept in ((m, ell), (ell, m)):
        factor = (kept - changed) / (kept - other)
        left = factor * (other * y - u) - (changed * y - u)
        assert sympy.simplify((left - (factor - 1) * (kept * y - u)) * (kept * y - u)) == 0


def test_never_faster_than_gradient_descent_at_the_ends_of_the_range() -> None:
    """sigma = 1 and -1 in docs/lmi.md, Theorem 5: f0 on the circle of radius rho."""
    rho, p, s = sympy.symbols("rho p s", positive=True)
    for sigma, form in (
        (1, 2 * p * s * (p * rho + p + rho**2 - 3 * rho + 2 * rho * s)),
        (-1, -2 * p * (2 - s) * (rho**2 - rho - p * (1 - rho) + 2 * rho * s)),
    ):
        alpha, beta = 1 - p * sigma, rho * p
        x0, _, _ = supply_forms(heavy_ball(alpha, beta), 1 - rho, 1 + rho)
        value = inner(x0, atom(alpha, beta, rho**2, rho * (1 - s))) * alpha**2 / 2
        assert sympy.simplify(value - form) == 0


def test_the_storage_on_the_boundary_is_positive_definite() -> None:
    """At m = b1, ell = 2 - x, 0 <= x < 2 b: an explicit P whose LMI matrix has rank one."""
    edge, top = 2 * b - x, 2 - x
    c = 2 * (1 - b) * x / edge
    p11 = (1 - b) * (x**2 - (1 + b) * x + 2 * b) / edge
    p12 = -(1 - b) * b * x / edge
    p22 = 2 * (1 - b) * b**2 / edge
    method = heavy_ball(sympy.Integer(1), b)
    half, one = sympy.Rational(1, 2), sympy.Integer(1)
    M = sympy.Matrix(residual(method, edge, top, one, (p11, p12, p22), half, c))
    for rows, columns in product(combinations(range(3), 2), repeat=2):
        assert sympy.simplify(M.extract(rows, columns).det()) == 0
    assert sympy.simplify(M[2, 2] - b**2 * top / edge) == 0
    determinant = b**2 * (1 - b) ** 2 * top / edge
    assert sympy.simplify(p11 * p22 - p12**2 - determinant) == 0


def points(count: int, seed: int) -> list[tuple[F, F, F]]:
    """(alpha L, beta, kappa), many of them close to the boundary."""
    draw = random.Random(seed)
    found = []
    for i in range(count):
        kappa = F(draw.choice([1, 2, 3, 6, 10, 100, 1000]))
        beta = F(draw.randint(0, 999), 1000)
        size = F(draw.randint(1, 4000), 1000)
        if i % 3 == 0 and kappa > 1:
            size = 2 * (1 - beta) / (1 - 1 / kappa) * (1 + F(draw.randint(-20, 20), 10**4))
        found.append((size, beta, kappa))
    return found


def test_the_criterion_is_the_solvers_answer() -> None:
    for size, beta, kappa in points(3000, 1):
        gap, _ = solver.critical_gap(float(size / kappa), float(size), float(beta), 0.0)
        assert heavy_ball_feasible(size, beta, 1 / kappa, 1) == (gap > 0)


def test_both_sides_are_certified() -> None:
    answers = {True: 0, False: 0}
    for size, beta, kappa in points(150, 2):
        result = rate(heavy_ball(size, beta), 1 / kappa, 1)
        expected = heavy_ball_feasible(size, beta, 1 / kappa, 1)
        assert result.status == ("feasible" if expected else "infeasible")
        assert kernel.accepts(result.certificate)
        answers[expected] += 1
    assert min(answers.values()) > 20


def test_boundary_points_are_infeasible_with_a_certificate() -> None:
    # alpha L <= 2: alpha (L - mu) = 2 (1 - beta); and alpha L = 2 (1 + beta).
    # alpha L > 2: beta = 1/4, alpha L = 9/4, room = 1/4: sqrt(m) = (3/2 - 3/8)/(5/4) = 9/10.
    for beta, mu, L, beyond in (
        (F(1, 2), F(1, 2), F(3, 2), True),
        (F(1, 10), F(1, 5), F(2), True),
        (F(1, 5), F(1), F(12, 5), False),
        (F(1, 4), F(81, 100), F(9, 4), True),
    ):
        assert not heavy_ball_feasible(F(1), beta, mu, L)
        assert kernel.accepts(rate(heavy_ball(F(1), beta), mu, L).certificate)
        assert heavy_ball_feasible(F(1), beta, mu * (1 + F(1, 10**9)), L) == beyond


def test_classical_tuning_is_certified_below_three_plus_two_root_two() -> None:
    """r = sqrt(kappa): feasible exactly for r^2 - 2 r - 1 < 0."""
    for r in map(F, ("1.5", "2", "2.4", "2.41", "2.414", "2.415", "2.5", "9")):
        alpha, beta = 4 / (1 + r) ** 2, ((r - 1) / (r + 1)) ** 2
        assert heavy_ball_feasible(alpha, beta, F(1), r**2) == (r * r - 2 * r - 1 < 0)


def test_number_types_agree() -> None:
    for size, beta, kappa in points(60, 3):
        exact = size, beta, 1 / kappa, F(1)
        assert heavy_ball_feasible(*map(float, exact)) == heavy_ball_feasible(*exact)
        inside = size * F(999, 1000), beta, 1 / kappa, F(1)
        balls = [flint.arb(v.numerator) / flint.arb(v.denominator) for v in inside]
        assert heavy_ball_feasible(*balls) == heavy_ball_feasible(*inside)


@pytest.mark.parametrize("alpha", [F(1, 10), F(1)])
def test_infeasibility_is_none_where_feasible_or_unstable(alpha: F) -> None:
    assert infeasibility(alpha, F(0), F(1), F(10)) is None
