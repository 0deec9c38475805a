"""Groupings: partitions, thresholds, and the sensitivity against all pairs of records."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dptheory.gradients import grouping as g
from dptheory.gradients.perturbation import bounded
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.problems.parameters import Layout, Parameter

STEM, NORM, HEAD = (Parameter(n, size, n) for n, size in (("stem", 2), ("norm", 1), ("head", 2)))
BOTH = (("w", 3), ("b", 2))
LAYERS = [Parameter(f"{n} {k}", size, f"layer {k}", k) for k in range(4) for n, size in BOTH]
LAYOUT = Layout((STEM, *LAYERS, NORM, HEAD))
ADD, REPLACE = Neighbouring.ADD_OR_REMOVE_ONE, Neighbouring.REPLACE_ONE
STYLES = {
    "all-layer": g.uniform(LAYOUT, 1, 1.0),
    "uniform 2": g.uniform(LAYOUT, 2, 1.0),
    "uniform 4": g.uniform(LAYOUT, 4, 1.0),
    "layer-wise": g.layer_wise(LAYOUT, 1.0),
    "parameter-wise": g.parameter_wise(LAYOUT, 1.0),
    "non-uniform": g.of_parameters(LAYOUT, [LAYOUT.names[::2], LAYOUT.names[1::2]], (0.6, 0.8)),
}


SIZES = {
    "all-layer": [25],
    "uniform 2": [12, 13],
    "uniform 4": [7, 5, 5, 8],
    "layer-wise": [2, 5, 5, 5, 5, 1, 2],
    "parameter-wise": [2, 3, 2, 3, 2, 3, 2, 3, 2, 1, 2],
}


@pytest.mark.parametrize("style", SIZES)
def test_a_style_makes_these_groups(style: str) -> None:
    assert [len(group) for group in STYLES[style].groups] == SIZES[style]
    assert STYLES[style].order == ()


@pytest.mark.parametrize("function", ["abadi", "auto"])
@pytest.mark.parametrize("style", STYLES)
def test_the_sensitivity_is_the_supremum_over_pairs(style: str, function: str) -> None:
    grouping = STYLES[style]
    rule = grouping.rule(function, gamma=0.01 if function == "auto" else None)
    rng = np.random.default_rng(1)
    records = rng.standard_normal((40, 25)) * 10.0 ** rng.integers(-3, 7, (40, 1))
    records = np.concatenate([records, -records])
    clipped = bounded(records[:, None], rule)[:, 0]
    added = np.linalg.norm(clipped, axis=1).max()
    replaced = np.linalg.norm(clipped[:, None] - clipped, axis=2).max()
    most, twice = grouping.sensitivity(ADD), grouping.sensitivity(REPLACE)
    assert (most, twice) == pytest.approx((1.0, 2.0))
    assert 1 - 1e-6 < added <= most * (1 + 1e-12)
    assert 1 - 1e-6 < replaced / twice <= 1 + 1e-12
    assert function == "abadi" or added < most


def test_the_sensitivity_of_exact_thresholds_is_exact() -> None:
    thresholds = [Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)]
    assert [g.square_of_sensitivity(thresholds, relation) for relation in (ADD, REPLACE)] == [1, 4]


@pytest.mark.parametrize("function", ["abadi", "auto"])
def test_the_order_of_groups_and_of_their_coordinates_does_not_matter(function: str) -> None:
    gradients = np.random.default_rng(3).standard_normal((5, 6))
    gamma = 0.1 if function == "auto" else None
    first = g.of_coordinates([[0, 4], [1, 2], [3, 5]], (0.3, 0.7, 0.2))
    second = g.of_coordinates([[5, 3], [4, 0], [2, 1]], (0.2, 0.3, 0.7))
    one, other = (bounded(gradients, x.rule(function, gamma=gamma)) for x in (first, second))
    np.testing.assert_allclose(one, other, rtol=1e-14)
    by_hand = np.linalg.norm(gradients[:, [0, 4]], axis=1, keepdims=True)
    factor = np.minimum(1, 0.3 / by_hand) if gamma is None else 0.3 / (by_hand + gamma)
    np.testing.assert_allclose(one[:, [0, 4]], gradients[:, [0, 4]] * factor, rtol=1e-14)


def test_default_thresholds_share_the_square_of_the_whole() -> None:
    assert STYLES["uniform 4"].thresholds == (0.5,) * 4
    assert math.hypot(*STYLES["parameter-wise"].thresholds) == pytest.approx(1.0)
