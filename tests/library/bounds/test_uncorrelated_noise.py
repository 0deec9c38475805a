"""Gradient descent under noise that is merely uncorrelated with its state."""

import numpy as np
import pytest

from benchmarks.studies import uncorrelated
from dptheory.bounds.strongly_convex import uncorrelated_floor
from verify.papers.dptheory.laboratory.uncorrelated_runs import Problem, floors, kept, simulated


@pytest.mark.parametrize("step", [0.5, 1.0, 1.8])
def test_the_law_balances_and_stays_where_it_is(step: float) -> None:
    """Sums over the runs of one birth, step by step."""
    problem = Problem(10.0, step)
    rho, s, m = problem.rho, problem.s, 1.5
    u, value = kept(problem, m)
    x = np.concatenate([[-1.0], (s + m) * u ** np.arange(2000)])
    after = np.append(x[1:], u * x[-1])
    noise = after - np.where(x > 0, rho * x, -s * x)
    assert noise @ x == pytest.approx(0, abs=1e-9)
    assert (x @ x) / (1 + noise @ noise) == pytest.approx(value)


@pytest.mark.parametrize("kappa", [1.1, 10.0, 1000.0])
@pytest.mark.parametrize("part", [0.1, 0.5, 1.0])
def test_both_sides_are_above_the_floor_of_independent_noise(kappa: float, part: float) -> None:
    step = part * 2 * kappa / (kappa + 1)
    found = floors(Problem(kappa, step))
    independent = (step / kappa) ** 2 / (1 - (1 - step / kappa) ** 2)
    assert found.above == pytest.approx(uncorrelated_floor(step / kappa, 1.0, kappa) / independent)
    assert 1 < found.below < found.above


def test_runs_stay_near_what_the_law_has() -> None:
    problem = Problem(4.0, 1.0)
    mean, error = simulated(problem, 60, 100_000, seed=2)
    assert error < 0.15
    assert abs(mean - floors(problem).below) < 4 * error


def test_attacks_come_up_to_the_floor_and_not_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uncorrelated, "POINTS", 3000)
    monkeypatch.setattr(uncorrelated, "RUNS", 40)
    draw = np.random.default_rng(3)
    assert uncorrelated.step(draw) < 1e-13
    assert 0.9 < uncorrelated.attacked(draw) < 1 + 1e-9


@pytest.mark.parametrize("wrong", [(0, 1, 10), (0.2, 1, 10), (0.1, 0, 10), (0.1, 11, 10)])
def test_a_floor_needs_a_class_and_a_step_below_two_over_L(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        uncorrelated_floor(*wrong)
