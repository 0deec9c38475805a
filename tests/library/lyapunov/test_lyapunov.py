"""The rate solver: known answers, limits, agreement with the convex program, exactness."""

import math
import random
import warnings
from fractions import Fraction
from itertools import product

import cvxpy as cp
import numpy as np
import pytest
from cvxpy.atoms.affine.trace import trace
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.lyapunov import certificates, duals, exact, lmi, solver
from dptheory.lyapunov.atoms import atom
from dptheory.lyapunov.grid import rate_map
from dptheory.lyapunov.lmi import rate_form, supply_forms
from dptheory.lyapunov.noise import quadratic_noise_gain, trade_off
from dptheory.lyapunov.paper_rates import paper_rate as rate
from dptheory.lyapunov.results import RateResult, root_down, root_up
from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov, triple_momentum
from dptheory.simulation import stationary_covariance
from verify import kernel

F = Fraction


def checked(method: Method, mu: object, smoothness: object) -> RateResult:
    """The result, after the kernel has accepted all it contains; no quadratic is slower."""
    result = rate(method, mu, smoothness)
    for certificate in (result.certificate, result.lower_certificate):
        assert certificate is None or kernel.accepts(certificate)
    if result.status == "feasible":
        assert result.certificate is not None
        slowest = max(radius(method, v) for v in np.linspace(float(mu), float(smoothness), 7))
        assert slowest - 1e-12 <= result.rho <= result.rho_lower + 1.01e-6
    if result.status == "infeasible":
        assert result.certificate["statement"]["says"] == "infeasible"
    return result


def radius(method: Method, curvature: float) -> float:
    """Spectral radius on a quadratic of that curvature."""
    return float(max(abs(np.linalg.eigvals(np.array(method.closed_loop(curvature), float)))))


FAMILIES = ("heavy-ball", "nesterov", "momentum")
TESTS = exact.lmi_holds, kernel.rate_holds


def random_method(draw: random.Random, kappa: float, family: str) -> Method:
    """A member of the family, mostly near interesting step sizes."""
    alpha = 10 ** draw.uniform(-2, 0.5) / kappa
    beta = draw.uniform(0, 0.99)
    if family == "heavy-ball":
        return heavy_ball(alpha, beta)
    return nesterov(alpha, beta) if family == "nesterov" else momentum(alpha, beta, 2 * beta)


@pytest.mark.parametrize(
    ("kappa", "beta"),
    [(1e4, 0.0), (1e4, 0.5), (1 + 1e-6, 0.0), (1 + 1e-6, 0.3), (1.0, 0.0), (1.0, 0.3), (1.0, 0.9)],
)
def test_extreme_condition_numbers(kappa: float, beta: float) -> None:
    for alpha in (1 / kappa, 0.3 / kappa):
        assert checked(heavy_ball(alpha, beta), 1, kappa).status == "feasible"


@pytest.mark.parametrize("beta", [0.9, 0.99, 0.999])
def test_heavy_momentum(beta: float) -> None:
    assert beta < checked(heavy_ball((1 - beta) / 100, beta), 1, 100).rho < 1
    assert checked(heavy_ball(0.02, beta), 1, 100).status == "infeasible"


def test_mu_equal_to_the_smoothness_gives_the_spectral_radius() -> None:
    for method in (heavy_ball(0.2, 0.1), heavy_ball(0.5, 0.6), heavy_ball(0.9, 0.05)):
        assert abs(checked(method, 2, 2).rho - radius(method, 2)) < 1e-6
    at_once = checked(gradient(F(1, 3)), 3, 3)
    assert 0 < at_once.rho < 1e-6
    assert at_once.lower_certificate is None


@pytest.mark.parametrize("family", FAMILIES)
def test_every_random_point_is_decided_and_certified(family: str) -> None:
    draw = random.Random(family)
    kappas = [10 ** draw.uniform(0, 4) for _ in range(120)]
    answers = {str(checked(random_method(draw, k, family), 1, k).status) for k in kappas}
    assert answers == {"feasible", "infeasible"}


def margin(method: Method, mu: float, smoothness: float, rho: float) -> float | None:
    """The largest t for which the LMI at rho holds with t I to spare; None if the solver gave up.

    Nonnegative (up to the solver's accuracy) exactly when the LMI is feasible at rho.
    """
    A, B, _ = (np.array(m, dtype=float) for m in method.state_space())
    x0, x1, x2 = (np.array(m, dtype=float) for m in supply_forms(method, mu, smoothness))
    rate = np.array(rate_form(x1.tolist(), x2.tolist(), rho**2), dtype=float)
    P = cp.Variable((2, 2), PSD=True)
    c0, c, t = cp.Variable(nonneg=True), cp.Variable(nonneg=True), cp.Variable()
    moved, stay = np.hstack([A, B]), np.eye(2, 3)
    slack = c0 * x0 + c * rate - moved.T @ P @ moved + rho**2 * stay.T @ P @ stay
    problem = cp.Problem(
        cp.Maximize(t), [(slack + slack.T) / 2 - t * np.eye(3) >> 0, trace(P) + c == 1, t <= 1]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of an inaccurate solution: it is not used
        try:
            problem.solve(solver=cp.CLARABEL)
        except cp.SolverError:
            return None
    return float(np.asarray(t.value)) if problem.status == cp.OPTIMAL else None


@pytest.mark.parametrize("family", FAMILIES)
def test_agreement_with_the_convex_program(family: str) -> None:
    draw, compared = random.Random("cvxpy " + family), 0
    while compared < 3:
        kappa = draw.choice([2.0, 5.0, 20.0])
        method = random_method(draw, kappa, family)
        result = rate(method, 1, kappa)
        if result.status == "feasible":
            assert margin(method, 1, kappa, result.rho + 1e-4) > 0
            if result.rho_lower > 0.05:
                assert margin(method, 1, kappa, result.rho_lower - 1e-3) < 0
            compared += 1


@pytest.mark.parametrize("scale", [F(1, 1000), F(7), F(10**9)])
def test_scaling_the_objective_leaves_the_rate_alone(scale: F) -> None:
    for beta in (F(0), F(1, 3)):
        plain = checked(heavy_ball(F(1, 12), beta), 1, 10)
        scaled = checked(heavy_ball(F(1, 12) / scale, beta), scale, 10 * scale)
        assert plain.rho == scaled.rho
        assert math.isclose(plain.noise_gain, scaled.noise_gain * float(scale), rel_tol=1e-9)


def test_momentum_helps_at_a_small_step() -> None:
    slow, fast = (checked(heavy_ball(0.004, beta), 1, 100) for beta in (0.0, 0.5))
    assert fast.rho < 0.99196
    assert slow.rho_lower > 0.99599


@pytest.mark.parametrize("L", [4, 7])  # with rational parameters and with irrational ones
def test_triple_momentum(L: int) -> None:
    found = checked(triple_momentum(F(1), F(L)), 1, L)
    assert found.status == "feasible"
    assert found.certificate["statement"]["method"] == "triple-momentum"


def test_numbers_beyond_floats_are_still_answered() -> None:
    assert rate(heavy_ball(F(10) ** 400, F(0)), 1, 10).status == "infeasible"
    tiny = rate(heavy_ball(F(1, 10**400), F(0)), 1, 10)
    assert (tiny.status, tiny.rho) == ("feasible", 1.0)
    assert 1 - tiny.rho2 == 1 - (1 - F(1, 10**400)) ** 2


@pytest.mark.parametrize("alpha", [F(1, 10**15), F(1, 10**9), F(1, 10**5)])
@pytest.mark.parametrize("beta", [F(0), F(1, 2)])
def test_near_1_the_accuracy_is_a_share_of_what_is_left(alpha: F, beta: F) -> None:
    result = checked(heavy_ball(alpha, beta), 1, 10)
    decided = beta == 0 or alpha > F(1, 10**10)
    assert result.status == ("feasible" if decided else "undecided")
    if decided:
        least, most = float(1 - result.rho2), float(1 - result.rho2_lower)
        assert 0.99 * most <= least <= most


@settings(max_examples=100)
@given(
    st.sampled_from([gradient, lambda a: heavy_ball(a, 0 * a), lambda a: nesterov(a, 0 * a)]),
    st.fractions(min_value=F(1, 10**6), max_value=1),
    st.fractions(min_value=1, max_value=10**6),
    st.fractions(min_value=F(1, 10**9), max_value=2),
)
def test_without_momentum_the_rate_is_gradient_descents(make, mu, kappa, share):
    alpha = share / (kappa * mu)
    result = checked(make(alpha), mu, kappa * mu)
    exact = max(abs(1 - alpha * mu), abs(1 - share)) ** 2
    assert result.status == ("infeasible" if share == 2 else "feasible")
    if share < 2:
        assert result.rho2 == exact or (kappa == 1 and result.rho2 > exact)
        assert 1 - result.rho2_lower <= (1 - exact) * (1 + F(1, 10**8))


def test_roots_are_rounded_outwards() -> None:
    for square in (F(2, 3), F(1, 4), F(94212699046675, 140737488355328)):
        assert F(root_down(square)) ** 2 <= square <= F(root_up(square)) ** 2
        assert root_up(square) - root_down(square) < 1e-15


@pytest.mark.parametrize(
    ("square", "root"),
    [
        (F(0), 0.0),
        (F(1), 1.0),
        (F(1, 10**400), 1e-200),
        (F(3, 10**324), math.sqrt(3) * 1e-162),  # 5e-324 as a float
        (F(1, 10**640), 1e-320),
        (F(1, 10**700), 0.0),
    ],
)
def test_the_root_of_a_square_that_is_too_small_for_a_float(square, root) -> None:
    assert F(root_down(square)) ** 2 <= square <= F(root_up(square)) ** 2
    assert root_down(square) == pytest.approx(root, rel=1e-15, abs=5e-324)
    assert root_up(square) == pytest.approx(root, rel=1e-15, abs=5e-324)


# The forms and the exact tests ------------------------------------------------------------------

small = st.fractions(min_value=0, max_value=2, max_denominator=30)
unit = st.fractions(min_value=0, max_value=F(19, 20), max_denominator=20)
place = st.fractions(min_value=-2, max_value=2, max_denominator=9)


@settings(max_examples=60)
@given(st.sampled_from(["quadratic", "huber"]), unit, small, place, place, small)
def test_the_forms_bound_function_values(kind, beta, eta, x, previous, share):
    """X0 <= 0, X1 <= F(x) - F(x+) and X2' <= F* - F(x+) on functions of the class."""
    mu, L, alpha = F(1), F(3), F(1, 4)
    curvature = mu + (L - mu) * share / 2

    def slope(x):
        if kind == "quadratic":
            return curvature * x
        return mu * x + (L - mu) * max(F(-1), min(F(1), x))

    def value(x):
        """x slope(x)/2, and what Huber's function has less beyond its bend."""
        beyond = max(F(0), abs(x) - 1) if kind == "huber" else 0
        return x * slope(x) / 2 + (L - mu) * beyond / 2

    method = momentum(alpha, beta, eta)
    y = x + eta * (x - previous)
    h = np.array([x, previous, slope(y)])
    after = x - alpha * slope(y) + beta * (x - previous)
    x0, x1, x2 = (h @ np.array(form) @ h for form in lmi.supply_forms(method, mu, L))
    assert x0 <= 0
    assert x1 <= value(x) - value(after)
    assert x2 <= -value(after)


def test_forms_of_the_heavy_ball_are_the_papers() -> None:
    """For eta = 0: X1 + (1 - rho^2) X2 with the printed X1 and X2."""
    a, b, mu, L, rho2 = F(1, 7), F(2, 5), F(1), F(4), F(9, 10)
    _, x1, x2 = lmi.supply_forms(heavy_ball(a, b), mu, L)
    k = (1 - L * a) * b
    printed_1 = [[-L * b * b, L * b * b, -k], [L * b * b, -L * b * b, k], [-k, k, a * (2 - L * a)]]
    printed_2 = [[mu, F(0), F(-1)], [F(0), F(0), F(0)], [F(-1), F(0), F(0)]]
    printed = (np.array(printed_1) + (1 - rho2) * np.array(printed_2)) / 2
    assert (np.array(lmi.rate_form(x1, x2, rho2)) == printed).all()


def test_circle_forms_are_the_forms_on_the_circle() -> None:
    draw = np.random.default_rng(0)
    for _ in range(20):
        m, ell = sorted(draw.uniform(0.01, 2, 2))
        b, e, t, s = draw.uniform(0.01, 0.9, 4)
        rho = 1 - t
        z = rho * np.exp(1j * np.arccos(1 - s))
        h = np.array([1, 1 / z, (1 - z) * (1 - b / z)])
        x0, x1, x2 = lmi.supply_forms(momentum(1.0, b, e), m, ell)
        forms = np.array([x0, lmi.rate_form(x1, x2, rho * rho)])
        f0, f1 = (np.polyval(f[::-1], s) for f in solver.circle_forms(m, ell, b, e, t))
        assert np.allclose([2 * f0, f1], (h.conj() @ forms @ h).real, rtol=1e-9, atol=1e-12)
        Z = np.array(atom(1.0, b, rho * rho, z.real))
        assert np.allclose(Z, np.outer(h, h.conj()).real)


def test_increase_is_dual_to_the_dual_state_and_atoms_on_the_circle_have_none() -> None:
    method, P, rho2 = momentum(F(1, 3), F(1, 4), F(1, 5)), (F(3), F(-1), F(2)), F(4, 5)
    Z = ((F(2), F(1), F(3)), (F(1), F(5), F(-1)), (F(3), F(-1), F(7)))
    N = lmi.dual_state(method, Z, rho2)
    pairing = P[0] * N[0][0] + 2 * P[1] * N[0][1] + P[2] * N[1][1]
    assert lmi.inner(lmi.increase(method, P, rho2), Z) == pairing
    a, b, rho = F(1, 3), F(2, 7), F(9, 10)
    circle = atom(a, b, rho**2, rho * F(1, 5))
    assert lmi.dual_state(heavy_ball(a, b), circle, rho**2) == ((0, 0), (0, 0))


def test_integer_test_and_kernel_agree_on_thousands_of_points() -> None:
    draw = random.Random(7)
    answers = {True: 0, False: 0}
    for k in range(2500):
        kappa = draw.choice([1.5, 4.0, 30.0, 1000.0])
        method = random_method(draw, kappa, draw.choice(["heavy-ball", "nesterov", "momentum"]))
        a, b, e = method.alpha, method.beta, method.extrapolation
        gap, _ = solver.critical_gap(a, a * kappa, b, e)
        if gap == 0.0:
            gap = draw.uniform(0.001, 0.1)
        step = draw.choice([1e-8, 1e-6, 1e-3, -1e-9, -1e-5])
        rho2, P, c0, c = solver.proposal(a, a * kappa, b, e, gap - min(step, 0.0), abs(step))
        c0, c = c0 * a * a, c * a
        if k % 3 == 0:
            size = draw.choice([1e-12, 1e-6, 0.1])
            P = tuple(v * (1 + size * draw.gauss(0, 1)) for v in P)
            c0 *= 1 + size * draw.gauss(0, 1)
        if k % 7 == 0:
            rho2 *= 1 - draw.choice([1e-9, 1e-4])
        point = (a, b, e, 1.0, kappa)
        here, there = (test(point, rho2, P, c0, c) for test in TESTS)
        assert here == there
        answers[here] += 1
    assert min(answers.values()) > 500


def test_the_integer_test_decides_singular_cases() -> None:
    # Gradient descent at exactly its rate: V = |x|^2, the LMI matrix is singular.
    a, mu, L, none = F(1, 10), F(1), F(10), F(0)
    point, rho2, square = (a, none, none, mu, L), F(81, 100), (F(1), none, none)
    assert len({test(point, rho2, square, F(1, 110), none) for test in TESTS}) == 1
    # 2 a (1 - a mu)/(L - mu) is the multiplier with which the matrix is PSD and singular.
    c0 = a * (1 - a * mu) / (L - mu)
    for test in TESTS:
        assert test(point, rho2, square, c0, none)
        assert not test(point, F(8099, 10000), square, c0, none)
        # c + 2 s/L > 0 fails for P = (x - x')^2-like forms and for P = 0.
        assert not test(point, F(99, 100), (F(1), F(-1), F(1)), c0, none)
        assert not test(point, F(99, 100), (none, none, none), c0, none)


def test_where_positivity_binds_the_trajectory_dual_proves_the_bound() -> None:
    """A heavy-ball point at which P >= 0, not the circle condition, limits the rate."""
    ell, kappa, beta = 0.0951, 3.271, 0.665
    alpha = ell / kappa
    _, reason = solver.critical_gap(alpha, ell, beta, 0.0)
    assert reason == solver.POSITIVITY
    result = checked(heavy_ball(alpha, beta), 1, kappa)
    assert result.status == "feasible"
    assert "Z" in result.lower_certificate["witness"]
    method, rho = heavy_ball(F(alpha), F(beta)), F(result.rho_lower) - F(1, 10**8)
    Z = duals.excluding(method, F(1), F(kappa), rho).Z
    assert lmi.dual_state(method, Z, rho**2)[0][0] > 0


# Noise and maps ---------------------------------------------------------------------------------


def test_noise_gain_of_gradient_descent_at_its_best_step() -> None:
    """At alpha = 2/(mu+L) V = |x|^2 is forced: alpha^2 L/(2 (1 - rho^2)), attained at L."""
    method = gradient(F(2, 11))
    gain = checked(method, 1, 10).noise_gain
    assert gain == pytest.approx(float(F(2, 11) ** 2 * 5 / (1 - F(81, 121))), rel=1e-6)
    assert gain == pytest.approx(quadratic_noise_gain(method, 1, 10), rel=1e-6)


@pytest.mark.parametrize(
    "method", [heavy_ball(0.1, 0.3), nesterov(0.1, 0.5), momentum(0.1, 0.3, 0.6)]
)
def test_noise_trade_off(method: Method) -> None:
    result = rate(method, 1, 10)
    rates = [result.rho + (1 - result.rho) * x for x in (1e-3, 0.05, 0.2, 0.6)]
    curve = trade_off(method, 1, 10, rates)
    floor = quadratic_noise_gain(method, 1, 10)
    for rho, point in zip(rates, curve, strict=True):
        assert point is not None
        assert kernel.accepts(point.certificate)
        assert point.gain >= floor
        assert point.gain >= 10 * method.alpha**2 / (2 * (1 - rho**2)) * (1 - 1e-12)
    assert curve[0].gain <= result.noise_gain * 1.001
    assert trade_off(method, 1, 10, [result.rho_lower - 1e-3]) == (None,)


def test_quadratic_noise_gain_is_the_stationary_second_moment() -> None:
    for method in (heavy_ball(0.1, 0.4), nesterov(0.12, 0.6), momentum(0.05, 0.5, 1.5)):
        curvatures = np.linspace(1, 10, 400)
        variances = [stationary_covariance(method, v, 1.0)[0] for v in curvatures]
        worst = (curvatures / 2 * variances).max()
        assert math.isclose(quadratic_noise_gain(method, 1.0, 10.0), worst, rel_tol=1e-4)


def test_the_map_agrees_with_single_points_and_with_the_kernels_test(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alphas = [F(4 * (i + 1), 120) for i in range(12)]
    betas = [F(j, 10) for j in range(10)]
    grid = rate_map(alphas, betas, 1, 10, inequality="paper")
    monkeypatch.setattr("dptheory.lyapunov.grid.lmi_holds", kernel.rate_holds)
    again = rate_map(alphas, betas, 1, 10, inequality="paper")
    assert (grid.status == again.status).all()
    assert (grid.rho == again.rho).all()
    for i, j in product(range(0, 12, 3), range(0, 10, 3)):
        result = rate(heavy_ball(alphas[i], betas[j]), 1, 10)
        assert grid.status[i, j] == result.status
        assert result.rho is None or abs(grid.rho[i, j] - result.rho) < 1e-6
    assert set(np.unique(grid.status)) == {"feasible", "infeasible"}
    assert (grid.rho[grid.status == "infeasible"] == 1).all()


def test_the_map_does_not_depend_on_the_number_of_workers() -> None:
    alphas, betas = [0.02, 0.05, 0.11], [0.0, 0.5]
    one, two = (rate_map(alphas, betas, 1, 10, method="nesterov", jobs=n) for n in (1, 2))
    assert (one.rho == two.rho).all()
    assert (one.status == two.status).all()


def test_certificates_hold_no_matrix_of_the_lmi() -> None:
    result = checked(heavy_ball(F(1, 20), F(1, 5)), 1, 10)
    assert set(result.certificate) == {"kind", "version", "statement", "witness"}
    said = "says method alpha beta eta mu L rho2"
    assert set(result.certificate["statement"]) == set(said.split())
    assert set(result.certificate["witness"]) == {"P", "c0", "c"}
    found = certificates.solution(result.certificate)
    assert found.P[0] + found.P[2] + found.c == 1
    assert found.rho2 == result.rho2
    assert found.c0 >= 0
