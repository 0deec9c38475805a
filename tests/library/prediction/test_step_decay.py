"""Steps that fall: against exact second moments, constant steps, noisy runs, and in a choice."""

import numpy as np
import pytest
from library.prediction.small_model import N, model, task

from dptheory.commands.tune_page import settings
from dptheory.prediction import LinearModel, Question, Task, choose
from dptheory.prediction.choosing import Choice
from dptheory.prediction.curves import curve
from dptheory.prediction.grid import LITTLE, SHORT, Search, Setting
from dptheory.prediction.guarantees import guarantee
from dptheory.prediction.plans import scheduled
from dptheory.prediction.runs import Mean, Run, run_errors
from dptheory.prediction.search import Settings, explore, predicted
from dptheory.prediction.step_decay import Falling, factors, predicted_falling

T = 6
METHODS = [(0.9, 0.0, 0.0), (0.9, 0.5, 0.0), (0.9, 0.5, 0.5)]


def lopsided() -> tuple[LinearModel, Task]:
    """Positive features, whose mean has nearly all the curvature, and a weak penalty."""
    generator = np.random.default_rng(5)
    features = generator.random((N, 6)) + 0.3
    features /= features.sum(axis=1, keepdims=True)
    outputs = (features - features.mean(axis=0)) @ generator.standard_normal(6)
    outputs += 0.1 * outputs.std() * generator.standard_normal(N)
    asked = Task(
        n=N, dimension=6, mu=0.002, slope=1.0, bend=0.25, radius_l1=1.0, radius_l2=1.0, epsilon=2.0
    )
    return LinearModel(features, np.where(outputs > 0, 1.0, -1.0), 0.001), asked


def falling(method: tuple[float, float, float], fall: float) -> Falling:
    return Falling(Settings(*(np.array([v]) for v in method)), fall, T)


def exact(data: LinearModel, run: Run) -> float:
    """E F(x_T) - F* on a quadratic by the mean and the second moments of (x, x_prev), forwards."""
    values, vectors = np.linalg.eigh(data.hessian(data.centre))
    total = 0.0
    for value, goal in zip(values, vectors.T @ data.centre, strict=True):
        mean, moments = np.array([-goal, -goal]), np.zeros((2, 2))
        for alpha, scale in zip(run.steps, run.scales, strict=True):
            turn, pull = 1 + run.beta, alpha * value
            matrix = np.array(
                [[turn - pull * (1 + run.eta), pull * run.eta - run.beta], [1.0, 0.0]]
            )
            variance = scale**2 * (2 if run.law == "laplace" else 1)
            mean, moments = matrix @ mean, matrix @ moments @ matrix.T
            moments[0, 0] += alpha**2 * variance
        total += value / 2 * (mean[0] ** 2 + moments[0, 0])
    return float(total)


@pytest.mark.parametrize("delta", [None, 1e-6])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("fall", [0.1, 1.0, 2.0])
def test_predictions_on_quadratics_are_the_exact_second_moments(method, delta, fall):
    data, asked = model("quadratic", 6), task(delta)
    alpha, beta, eta = method
    run = scheduled([data], asked, alpha=alpha, beta=beta, eta=eta, iterations=T, m=N, fall=fall)
    assert run.steps == pytest.approx(alpha * factors(fall, T))
    found = predicted_falling(data, asked, falling(method, fall))[0]
    assert found == pytest.approx(exact(data, run), rel=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_steps_that_do_not_fall_are_the_constant_ones(method):
    data, asked = model("logistic", 6), task(None)
    one = Settings(*(np.array([v]) for v in method))
    seen = explore(data, one, asked, T, enough=np.inf, slack=np.inf, batches=False)
    found = predicted_falling(data, asked, falling(method, 1.0))[0]
    assert found == pytest.approx(predicted(seen, asked, N)[0, -1], rel=1e-9)


def test_runs_have_the_error_that_is_predicted():
    data, asked = model("logistic", 6), task(1e-6)
    run = scheduled([data], asked, alpha=2.0, beta=0.3, eta=0.3, iterations=T, m=N, fall=0.2)
    found = predicted_falling(data, asked, falling((2.0, 0.3, 0.3), 0.2))[0]
    measured = Mean.of(run_errors(data, run, N, 2000, seed=1))
    assert 0.95 * measured.low < found < 1.05 * measured.high


def test_a_search_gains_by_falling_steps_where_iterations_are_few():
    data, asked = lopsided()
    search = Search(asked, [data], (N,), 100, seed=0)
    constant = search.best(momentum=True, ahead=False)
    found = search.falling(constant)
    assert found.predicted * LITTLE < constant.predicted
    assert found.fall < 1
    both = [search.planned(setting) for setting in (constant, found)]
    first, second = (Mean.of(run_errors(data, run, N, 4000, seed=2)) for run in both)
    assert second.high < first.low


def test_falling_steps_are_not_fitted_to_the_records_at_hand():
    # A steep spectrum: with a first step far beyond stability some runs end well by chance.
    generator = np.random.default_rng(0)
    features = generator.standard_normal((4000, 20)) / np.arange(1.0, 21) ** 2
    outputs = features @ generator.standard_normal(20)
    chances = 1 / (1 + np.exp(-2 * outputs / outputs.std()))
    labels = np.where(generator.random(4000) < chances, 1.0, -1.0)
    features /= np.abs(features).sum(axis=1, keepdims=True)
    mu, n = 0.25 / 999, 100_000
    halves = slice(0, 2000), slice(2000, 4000)
    data, other = (LinearModel(features[h], labels[h], mu / 2) for h in halves)
    asked = Task(
        n=n, dimension=20, mu=mu, slope=1.0, bend=0.25, radius_l1=1.0, radius_l2=1.0, epsilon=1.0
    )
    search = Search(asked, [data], (n,), 100, seed=0)
    constant = search.best(momentum=True, ahead=True)
    found = search.falling(constant) or constant
    first, second = (run_errors(other, search.planned(s), n, 200, 1) for s in (constant, found))
    assert second.mean() < 1.1 * first.mean()


@pytest.mark.parametrize(("iterations", "m"), [(SHORT + 1, N), (1, N), (5, N // 2)])
def test_falling_steps_are_for_few_iterations_of_full_batches(iterations, m):
    search = Search(task(None), [model("logistic", 6)], (N, N // 2), 100, seed=0)
    assert search.falling(Setting(1.0, 0.5, 0.0, 0.0, iterations, m)) is None


def test_a_choice_with_falling_steps_says_them_and_has_no_bound():
    data, asked = lopsided()
    rows = choose(Question(asked, (data,), (N,))).choices
    chosen = next(row for row in rows if row.run and row.run.fall != 1)
    run = chosen.run
    said = settings(chosen, asked)["step alpha_t, t from 0"]
    first, ratio = (float(word) for word in said.removesuffix("^t").split(" * "))
    steps = [first * ratio**t for t in range(len(run.scales))]
    assert steps == pytest.approx(run.steps, rel=1e-4)
    assert guarantee(chosen, asked, 0.7) is None
    lengths, errors, bounds = curve(chosen, data, asked, 0.7)
    place = list(lengths).index(len(run.scales))
    assert errors[place] == pytest.approx(chosen.predicted, rel=1e-9)
    assert np.isnan(bounds).all()
    constant = Choice("gradient", 1.0, (), run=Run(0.5, 0.0, 0.0, "laplace", (1.0,), N))
    assert settings(constant, asked)["step alpha"] == 0.5
