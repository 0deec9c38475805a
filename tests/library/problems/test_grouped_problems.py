"""Problems with groups of parameters: layouts, constants, the noise of a block."""

from typing import Any

import numpy as np
import pytest

from dptheory.gradients.grouping import layer_wise, of_coordinates, parameter_wise
from dptheory.problems import Softmax, grouped, networks, softmax

RNG = np.random.default_rng(0)
FEATURES, LABELS = RNG.standard_normal((7, 3)), np.array([0, 1, 2, 3, 2, 1, 0])
PROBLEMS: dict[str, Any] = {
    "softmax": Softmax(FEATURES, LABELS, 4),
    "two layers": networks.two_layer(FEATURES, LABELS, hidden=5, classes=4),
    "four layers": networks.network(FEATURES, LABELS, hidden=(4, 3, 5), classes=4),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_layout_names_all_parameters(name: str) -> None:
    problem = PROBLEMS[name]
    layout = problem.layout
    assert layout.dimension == problem.dimension
    assert layer_wise(layout, 1.0).number * 2 == parameter_wise(layout, 1.0).number
    assert layout.blocks == len(layout.layers)


def test_the_loss_at_zero_is_the_logarithm_of_the_classes_and_scores_may_be_large() -> None:
    assert PROBLEMS["softmax"].value(np.zeros(16)) == pytest.approx(np.log(4))
    x = np.repeat([-1e4, 1e4], [4, 12])
    assert np.isfinite(PROBLEMS["softmax"].value(x))
    assert np.isfinite(PROBLEMS["softmax"].per_sample_gradients(x)).all()


def test_no_gradient_of_softmax_changes_faster_than_its_constant() -> None:
    problem, rng = softmax.synthetic(30, 2, 2, seed=3), np.random.default_rng(4)
    rates = []
    for x in rng.standard_normal((200, 6)) * rng.choice([0.0, 1.0], (200, 1)):
        step = 1e-3 * rng.standard_normal(6)
        change = problem.gradient(x + step) - problem.gradient(x)
        rates.append(np.linalg.norm(change) / np.linalg.norm(step))
    assert 0.5 * problem.L < max(rates) <= problem.L


def test_a_network_starts_where_its_seed_says() -> None:
    problem = PROBLEMS["four layers"]
    assert (problem.first(1) == problem.first(1)).all()
    assert 0.0 <= problem.accuracy(problem.first(1)) <= 1.0


ONE_SIDED = [7.0] * 3 + [-3.0] * 7


@pytest.mark.parametrize("law", ["symmetric", "skewed"])
def test_the_noise_of_a_block_is_what_was_asked_for(law: str) -> None:
    spectrum = np.arange(1.0, 9.0)
    if law == "symmetric":
        problem = grouped.symmetric(spectrum, groups=4, n=10, deviation=0.3, seed=0)
        assert (problem.records[:5] == -problem.records[5:]).all()
    else:
        problem = grouped.of_blocks(spectrum, groups=4, law=ONE_SIDED, deviation=0.3)
        assert not np.allclose(np.sort(problem.records[:, 0]), np.sort(-problem.records[:, 0]))
    groups = layer_wise(problem.layout, 1.0).groups
    assert problem.xi(groups) == pytest.approx(0.3)
    assert problem.xi((tuple(range(8)),)) == pytest.approx(0.3)
    assert problem.xi(of_coordinates([[0], range(1, 8)], 1.0).groups) > 0.3
    x = np.ones(8)
    assert (problem.L, problem.optimal_value, float(problem.value(x))) == (8.0, 0.0, 18.0)


def test_a_law_of_blocks_is_its_numbers_along_one_vector() -> None:
    problem = grouped.of_blocks(np.ones(4), groups=2, law=[2.0, -1.0, -1.0], deviation=0.6)
    np.testing.assert_allclose(problem.records[0], -2 * problem.records[1], rtol=1e-14)
    assert problem.xi(layer_wise(problem.layout, 1.0).groups) == pytest.approx(0.6)
