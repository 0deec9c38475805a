"""The drawn problems and paired runs behind the behavioural claims on DP-Adam's twin."""

import numpy as np
import pytest

from verify.papers.adambc.laboratory.twins import (
    ETA,
    RUNS,
    SIZE,
    Regressions,
    cells,
    drawn,
    interval,
    pair,
    read,
)


def generator() -> np.random.Generator:
    return np.random.Generator(np.random.Philox(1))


@pytest.mark.parametrize("name", ["quadratic", "logistic", "scaled"])
def test_the_gradient_is_the_slope_of_the_loss_where_nothing_is_clipped(name: str) -> None:
    problems = drawn(name, generator())
    if isinstance(problems, Regressions):
        problems = Regressions(problems.rows / 100)
    x, way = generator().standard_normal((2, RUNS, 1, SIZE))
    slope = (problems.loss(x + 1e-5 * way) - problems.loss(x - 1e-5 * way)) / 2e-5
    assert slope == pytest.approx((problems.gradient(x, None) * way).sum(axis=-1), rel=1e-5)


def test_no_record_counts_for_more_than_the_clipping_bound() -> None:
    problems = Regressions(100 * drawn("logistic", generator()).rows)  # type: ignore[union-attr]
    gradient = problems.gradient(np.zeros((RUNS, 1, SIZE)), None)
    assert np.linalg.norm(gradient, axis=-1).max() <= 1


def test_the_first_step_of_adam_is_a_sign_and_that_of_its_twin_is_not() -> None:
    runs = pair("quadratic", 100.0, 1, 7)
    assert np.abs(runs.adam[1]) == pytest.approx(np.full((RUNS, SIZE), ETA))
    assert np.ptp(np.abs(runs.twin[1])) > ETA


def test_runs_are_those_of_their_seed() -> None:
    first, again = pair("logistic", 1.0, 3, 5), pair.__wrapped__("logistic", 1.0, 3, 5)
    assert np.array_equal(first.losses, again.losses)
    assert not np.array_equal(first.losses, pair("logistic", 1.0, 3, 6).losses)


def test_an_interval_contains_its_mean_and_shrinks_with_the_spread() -> None:
    wide, narrow = (interval(1 + s * generator().standard_normal(40)) for s in (1.0, 0.1))
    assert wide.low < wide.value < wide.high
    assert narrow.high - narrow.low == pytest.approx((wide.high - wide.low) / 10)


def test_a_cell_says_its_problem_noise_and_steps() -> None:
    assert read(cells(("logistic",), (0.125,), 200)[0]) == ("logistic", 0.125, 200)
