"""The expectations over runs of DP-LSSGD against a simulation that shares no code with them."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from verify.formula.evaluate import Undecided
from verify.papers.lssgd.laboratory import problems, shapes, training

RUNS = 20_000
SIGMAS = 5.0  # standard errors


@dataclass(frozen=True)
class Path:
    """Simulated errors w - w* (runs, coordinates) after each number of steps, and what F is."""

    errors: list[Any]
    matrix: Any
    value: Any
    gradient: Any


def simulated(rng, loss, T, n, b, G, L, sigma, start, nu, eta):
    """T steps, with batches drawn without replacement."""
    d = len(start)
    matrix = np.eye(d)
    for i in range(d):
        matrix[i, i] += 2 * sigma
        matrix[i, (i + 1) % d] -= sigma
        matrix[i, (i - 1) % d] -= sigma
    u = np.full(d, 1 / math.sqrt(d))
    if isinstance(loss, problems.Quadratic):
        pairs = [(float(c), np.array(v, float)) for c, v in loss.curvatures]
        hessian = L * sum(c * np.outer(v, v) / (v @ v) for c, v in pairs)
        deviation = G * np.array(loss.deviation, float)

        def gradient(e):
            return e @ hessian

        def value(e):
            return np.einsum("ri,ij,rj->r", e, hessian, e) / 2
    else:
        deviation = G * float(loss.spread) * u
        places, slopes = np.array(loss.slope, float).T
        kinked = not np.ptp(places)  # at 0; elsewhere the slope is continuous
        fine = np.linspace(-200, 200, 400_001)
        between = np.interp(fine, places, slopes)
        heights = np.concatenate([[0], np.cumsum((between[1:] + between[:-1]) / 2 * 1e-3)])

        def slope(x):
            return np.where(x < 0, *slopes) if kinked else np.interp(x, places, slopes)

        def gradient(e):
            return (G * slope(L / G * (e @ u)))[:, None] * u

        def value(e):
            x = L / G * (e @ u)
            height = slope(x) * x if kinked else np.interp(x, fine, heights - heights.min())
            return G**2 / L * height

    signs = np.array([1, -1] * (n // 2) + [0] * (n % 2), float)
    errors = [np.tile(np.array(start, float), (RUNS, 1))]
    for _ in range(T):
        drawn = rng.permuted(np.tile(signs, (RUNS, 1)), axis=1)[:, :b].mean(axis=1)
        noise = drawn[:, None] * deviation + nu * rng.standard_normal((RUNS, d))
        errors.append(
            errors[-1] - eta * np.linalg.solve(matrix, (gradient(errors[-1]) + noise).T).T
        )
    return Path(errors, matrix, value, gradient)


def agrees(sample, computed):
    """Whether a number is the mean of a sample, up to its standard error."""
    error = sample.std() / math.sqrt(RUNS)
    return abs(sample.mean() - computed) <= SIGMAS * error + 1e-4 * (1 + abs(computed))


@pytest.mark.parametrize("seed", range(10))
def test_expectations_are_those_of_simulated_runs(seed):
    rng = np.random.default_rng(seed)
    d, n = int(rng.integers(1, 5)), int(rng.integers(1, 9))
    b, T = int(rng.integers(1, n + 1)), 2 if seed % 2 else 3
    kind = problems.Problem(convex=seed % 3 != 1, jumps=seed % 5 == 4)
    F = kind.draw(rng, {"d": d, "n": n, "T": T}, None)
    assert kind.contains(F, {"d": d, "n": n, "T": T})
    T = 2 if F[0] == problems.RIDGE else T
    G, L, sigma, nu, eta = (float(x) for x in rng.uniform([0.5, 0.5, 0, 0.1, 0.1], [2, 2, 4, 1, 1]))
    start = tuple(float(x) for x in rng.uniform(-2, 2, d))
    path = simulated(rng, problems.read(F), T, n, b, G, L, sigma, start, nu, eta)
    inverse = np.linalg.inv(path.matrix)

    def of(function, at):
        return training.Expectation(function)(F, at, n, b, G, L, sigma, start, nu, eta)

    def form(matrix, e):
        return np.einsum("ri,ij,rj->r", e, matrix, e)

    mean = sum(path.errors[:T]) / T
    assert agrees(path.value(mean), of(training.average_gap, T))
    assert agrees(form(inverse, path.gradient(mean)), of(training.average_square, T))
    for k in range(T):
        squares = form(inverse, path.gradient(path.errors[k]))
        assert agrees(squares, of(training.square, k))
        assert agrees(form(path.matrix, path.errors[k + 1]), of(training.distance, k + 1))
        assert agrees(path.value(path.errors[k]), of(training.gap, k))


def on_the_line(T, slope, start, nu, eta):
    """Simulated F(w_k) and F of the average, for G = L = 1 and a ridge on R."""
    rng = np.random.default_rng(3)
    loss = problems.Ridge(slope, shapes.ZERO)
    path = simulated(rng, loss, T, 1, 1, 1, 1, 0, (start,), nu, eta)
    return path.value(path.errors[T]), path.value(sum(path.errors[:T]) / T)


@pytest.mark.parametrize("T", [3, 21, 101])
def test_the_last_iterate_across_a_kink(T):
    last, _ = on_the_line(T, shapes.KINK, 0.01, 0.01, 1)
    F = problems.ridge(shapes.KINK)
    arguments = (F, T, 1, 1, 1, 1, 0, (Fraction(1, 100),), Fraction(1, 100), 1)
    low = training.Expectation(training.gap)(*arguments)
    ball = training.Expectation(training.gap).balls(*arguments)
    assert low <= last.mean() + SIGMAS * last.std() / math.sqrt(RUNS)
    assert float(ball.lower()) == pytest.approx(low, rel=1e-6)
    assert float(ball.upper()) >= last.mean()


def test_the_average_iterate_far_out_and_beside_a_kink():
    _, far = on_the_line(101, shapes.HUBER, 52.0, 1e-3, 0.5)
    F, shares = problems.ridge(shapes.HUBER), (Fraction(1),) * 101
    low = training.Expectation(training.average_gap, shares=True)(
        F, 101, 1, 1, 1, 1, 0, (52,), Fraction(1, 1000), shares
    )
    assert low == pytest.approx(far.mean(), rel=1e-4)
    _, beside = on_the_line(100, shapes.KINK, 0.025, 0.01, 0.1)
    low = training.ToAndFro()(100, 1, Fraction(1, 40), Fraction(1, 100), Fraction(1, 10))
    assert 0.02 < low <= beside.mean() + SIGMAS * beside.std() / math.sqrt(RUNS)


@pytest.mark.parametrize(
    ("T", "start", "eta"), [(3, 0.3, 4), (9, 0.3, 4), (9, 4.7, 0.5), (16, -0.3, 4)]
)
def test_the_average_iterate_over_the_pieces_of_a_slope(T, start, eta):
    _, average = on_the_line(T, shapes.HUBER, start, 1 / 400, eta)
    arguments = (problems.ridge(shapes.HUBER), T, 1, 1, 1, 1, 0, (Fraction(str(start)),))
    arguments += (Fraction(1, 400), Fraction(eta))
    low = training.Expectation(training.average_gap)(*arguments)
    ball = training.Expectation(training.average_gap).balls(*arguments)
    error = SIGMAS * average.std() / math.sqrt(RUNS) + 1e-5  # of the interpolated heights
    assert low - error <= average.mean() <= float(ball.upper()) + error
    assert low == pytest.approx(float(ball.lower()), rel=1e-5)
    assert low == pytest.approx(average.mean(), rel=1e-2)


def test_a_run_that_may_leave_its_pieces_is_undecided():
    run = training.Expectation(training.average_gap)
    arguments = (problems.ridge(shapes.HUBER), 9, 1, 1, 1, 1, 0, (Fraction(3, 10),))
    with pytest.raises(Undecided, match="may leave"):
        run(*arguments, Fraction(1), Fraction(4))
    with pytest.raises(Undecided, match="knot"):
        run(*arguments[:-1], (Fraction(1),), Fraction(1, 400), Fraction(4))


def test_what_is_no_loss_of_the_class_is_refused():
    smooth, kinked = problems.Problem(), problems.Problem(jumps=True)
    point = {"d": 2, "n": 4, "T": 2}
    steep = (problems.QUADRATIC, ((Fraction(2), (1, 1)),), (0, 0))
    assert not smooth.contains(steep, point)
    assert not smooth.contains(problems.ridge(shapes.TENT), point)
    assert not smooth.contains(problems.ridge(shapes.KINK), point)
    assert not kinked.contains(problems.ridge(shapes.KINK, Fraction(1, 2)), point)
    assert kinked.contains(problems.ridge(shapes.KINK), point)
    assert problems.read(3) is None
    assert problems.read(((1,), 2, 3)) is None
