"""The Monte-Carlo engine: limit cases, a slow reference, exact moments, bit identity, misuse."""

import tracemalloc

import numpy as np
import pytest
from numba import njit
from numpy.testing import assert_equal
from scipy import stats

from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov
from dptheory.optimizers.momentum import MomentumState, query_point, schedule, update
from dptheory.problems.logistic import Logistic, synthetic
from dptheory.problems.quadratic import Quadratic, from_spectrum
from dptheory.simulation import Execution, Noise, expected_loss, simulate
from dptheory.simulation.elementary import cos_sin_turn, fast_exp, fast_log
from dptheory.simulation.statistics import LossStatistics
from dptheory.simulation.streams import batches, draws

FAMILY = (gradient(0.2), heavy_ball(0.2, 0.5), nesterov(0.2, 0.4), momentum(0.15, 0.3, 0.6))
# Family-wise chance of a false alarm in a comparison with the truth (fixed seeds).
LEVEL = 1e-6

RNG = np.random.default_rng(11)
QUADRATIC = Quadratic(np.array([0.5, 1.0, 3.0]), np.array([1.0, -2.0, 0.5]))
LOGISTIC = synthetic(150, 3, 0.05, 4)
KEPT = Execution(keep_losses=True)


def reference(
    problem: Quadratic | Logistic,
    methods: tuple[Method, ...],
    noise: Noise,
    x0: np.ndarray,
    before: np.ndarray,
    run: int,
    seed: int,
    batch_size: int | None = None,
) -> np.ndarray:
    """One run with the readable parts: streams, released gradients, pure updates."""
    scales = noise.scales(len(methods))
    state, losses = MomentumState(x0, before), [float(problem.value(x0))]
    for t, method in enumerate(methods):
        place = {"seed": seed, "runs": [run], "iterations": [t]}
        standard = draws(noise.law, **place, dimension=problem.dimension)[0, 0]
        y = query_point(method, state)
        if isinstance(problem, Logistic):
            n = problem.size
            batch = (
                None if batch_size is None else batches(**place, n=n, batch_size=batch_size)[0, 0]
            )
            gradient = problem.gradient(y, batch)
        else:
            gradient = problem.gradient(y)
        state = update(method, state, gradient + scales[t] * standard)
        losses.append(float(problem.value(state.x)))
    return np.array(losses) - problem.optimal_value


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_without_noise_every_run_is_the_deterministic_method(method: Method) -> None:
    found = simulate(QUADRATIC, method, Noise("laplace", 0.0), np.zeros(3), 40, runs=70, seed=0)
    exact = expected_loss(QUADRATIC, method, 0.0, np.zeros(3), 40)
    np.testing.assert_allclose(found.mean, exact, rtol=1e-11)
    np.testing.assert_allclose(found.variance, 0.0, atol=1e-25)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_quadratic_runs_equal_the_reference(law: str) -> None:
    methods = tuple(momentum(0.1 + 0.01 * t, 0.5 - 0.02 * t, 0.03 * t) for t in range(12))
    noise = Noise(law, tuple(0.1 * t for t in range(12)))
    x0, before = RNG.normal(size=(2, 3))
    given = {"x_previous": before, "execution": KEPT}
    found = simulate(QUADRATIC, methods, noise, x0, 12, runs=70, seed=9, **given)
    for run in (0, 63, 64, 69):
        slow = reference(QUADRATIC, methods, noise, x0, before, run, 9)
        np.testing.assert_allclose(found.losses[run], slow, rtol=1e-10)


@pytest.mark.parametrize("batch_size", [None, 1, 20])
@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_logistic_runs_equal_the_reference(method: Method, batch_size: int | None) -> None:
    noise, x0 = Noise("laplace", 0.05), np.array([2.0, -1.0, 0.5])
    given = {"batch_size": batch_size, "execution": KEPT}
    found = simulate(LOGISTIC, method, noise, x0, 8, runs=18, seed=5, **given)
    for run in (0, 17):
        slow = reference(LOGISTIC, schedule(method, 8), noise, x0, x0, run, 5, batch_size)
        np.testing.assert_allclose(found.losses[run], slow, rtol=1e-10)


def test_full_batch_by_sampling_is_the_full_gradient() -> None:
    given = LOGISTIC, heavy_ball(0.2, 0.5), Noise("laplace", 0.05), np.ones(3), 8
    full, sampled = (simulate(*given, runs=5, seed=5, batch_size=m).mean for m in (None, 150))
    np.testing.assert_allclose(full, sampled, rtol=1e-11)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_means_agree_with_exact_moments(method: Method, law: str) -> None:
    steps, noise = 50, Noise(law, tuple(np.linspace(0.5, 1.5, 50)))
    found = simulate(QUADRATIC, method, noise, np.zeros(3), steps, runs=20_000, seed=2)
    exact = expected_loss(QUADRATIC, method, noise.variances(steps), np.zeros(3), steps)
    # Normal approximation with 20000 runs, Bonferroni over the iterations.
    threshold = stats.norm.isf(LEVEL / (2 * steps))
    error = np.abs(found.mean - exact)
    assert (error[1:] <= threshold * found.standard_error[1:]).all()
    assert error[0] <= 1e-14 * exact[0]


def test_variance_of_the_loss_under_gaussian_noise() -> None:
    # A step of gradient descent with alpha = lambda = 1 forgets the start: F = w^2/2.
    line, noise, runs = from_spectrum([1.0]), Noise("gaussian", 2.0), 50_000
    found = simulate(line, gradient(1.0), noise, [5.0], 1, runs=runs, seed=8)
    # With sigma = 2, F/2 is chi-square with one degree of freedom: Var F = 8, and the sample
    # variance has relative variance (kurtosis - 1)/runs = 14/runs.
    assert found.variance[1] == pytest.approx(8.0, rel=stats.norm.isf(LEVEL) * (14 / runs) ** 0.5)


@pytest.mark.parametrize("problem", [QUADRATIC, LOGISTIC], ids=["quadratic", "logistic"])
def test_bits_do_not_depend_on_workers(problem: Quadratic | Logistic) -> None:
    batch_size = 10 if isinstance(problem, Logistic) else None

    def run(runs: int, jobs: int = 1) -> LossStatistics:
        given = problem, nesterov(0.2, 0.4), Noise("laplace", 0.3), np.ones(3), 15
        return simulate(*given, runs=runs, seed=6, batch_size=batch_size, execution=Execution(jobs))

    whole = run(330)
    assert_equal(vars(whole), vars(run(330, jobs=2)))
    assert_equal(vars(whole), vars(run(330, jobs=3)))
    assert not np.array_equal(whole.mean, run(329).mean)


def test_recording_fewer_iterations_changes_nothing_else() -> None:
    arguments = (QUADRATIC, heavy_ball(0.2, 0.5), Noise("laplace", 0.3), np.zeros(3), 30)
    everything = simulate(*arguments, runs=70, seed=0)
    some = simulate(*arguments, runs=70, seed=0, record=[0, 7, 30])
    np.testing.assert_array_equal(some.mean, everything.mean[[0, 7, 30]])
    np.testing.assert_array_equal(some.iterations, [0, 7, 30])


def test_escaping_runs_are_infinite_and_never_nan() -> None:
    noise = Noise("laplace", 1.0)
    found = simulate(QUADRATIC, gradient(1e10), noise, np.zeros(3), 60, runs=70, seed=0)
    wild = simulate(LOGISTIC, gradient(1e200), noise, np.ones(3), 9, runs=2, seed=0)
    for values in (found.mean, found.variance, wild.mean):
        assert np.isinf(values[-1])
        assert not np.isnan(values).any()


def test_fast_functions_are_the_functions() -> None:
    x = np.concatenate([np.linspace(-708, 708, 20_001), np.linspace(-1, 1, 20_001), [0.0]])
    u = np.concatenate([np.linspace(1e-3, 1, 20_001), 2.0 ** -np.arange(1, 54), [1 - 2.0**-53]])
    exponential = njit(lambda x: np.array([fast_exp(v) for v in x]))(x)
    logarithm, turns = njit(
        lambda u: (np.array([fast_log(v) for v in u]), [cos_sin_turn(v) for v in u])
    )(u)
    # Both sides are within an ulp or two of the truth.
    np.testing.assert_allclose(exponential, np.exp(x), rtol=6e-16)
    np.testing.assert_allclose(logarithm[:-1], np.log(u[:-1]), rtol=1e-15)
    assert logarithm[-1] == np.log(u[-1])
    exact = np.column_stack([np.cos(2 * np.pi * u), np.sin(2 * np.pi * u)])
    np.testing.assert_allclose(turns, exact, rtol=0, atol=1e-15)


def test_single_precision_sums_follow_double_ones() -> None:
    arguments = (LOGISTIC, nesterov(0.2, 0.4), Noise("laplace", 0.3), np.ones(3), 15)
    double = simulate(*arguments, runs=6, seed=0)
    single = simulate(*arguments, runs=6, seed=0, execution=Execution(precision="float32"))
    assert not np.array_equal(double.mean, single.mean)
    np.testing.assert_allclose(single.mean, double.mean, rtol=1e-4)


def test_memory_is_bounded_by_what_is_recorded() -> None:
    """Ten thousand runs of many steps hold one wave of losses, not all of them."""
    line, noise = from_spectrum([1.0]), Noise("laplace", 1.0)
    tracemalloc.start()
    simulate(line, gradient(0.1), noise, [1.0], 2000, runs=10_000, seed=0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000 * 2001 * 8 / 2
