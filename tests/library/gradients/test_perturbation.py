"""The compiled mean of bounded gradients against the slow reference."""

import numpy as np
import pytest

from dptheory.gradients.kernels import WIDEST
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import bounded, mean_of_bounded

RULES = {
    "clip": PerSample("clip", (0.8,)),
    "normalise": PerSample("normalise", (1.0,), regulariser=0.3),
    "purely normalise": PerSample("normalise", (2.0,)),
}
GROUPED = {
    "clip": PerSample("clip", (0.8, 0.3, 1.1), (3, 1, 2)),
    "normalise": PerSample("normalise", (0.8, 0.3, 1.1), (3, 1, 2), 0.3),
    "in another order": PerSample("clip", (0.8, 0.3, 1.1), (3, 1, 2), order=(5, 0, 2, 3, 1, 4)),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (4, 7), (9, 2), (2, 3, 6), (5, WIDEST + 3)])
def test_the_compiled_mean_is_the_reference(rule: str, shape: tuple[int, ...]) -> None:
    gradients = np.random.default_rng(0).standard_normal(shape)
    gradients[..., 0, :] = 0.0
    slow = bounded(gradients, RULES[rule]).mean(axis=-2)
    np.testing.assert_allclose(
        mean_of_bounded(gradients, RULES[rule]), slow, rtol=1e-12, atol=1e-15
    )


@pytest.mark.parametrize("rule", GROUPED)
@pytest.mark.parametrize("shape", [(1, 6), (9, 6), (2, 3, 6)])
def test_groups_are_bounded_as_by_the_reference(rule: str, shape: tuple[int, ...]) -> None:
    gradients = np.random.default_rng(0).standard_normal(shape)
    gradients[..., 0, :3] = 0.0
    slow = bounded(gradients, GROUPED[rule]).mean(axis=-2)
    found = mean_of_bounded(gradients, GROUPED[rule])
    np.testing.assert_allclose(found, slow, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("rule", RULES)
def test_a_gradient_whose_norm_overflows_adds_nothing(rule: str) -> None:
    gradients = np.array([[1e200, 0.0], [0.3, 0.4]])
    alone = mean_of_bounded(gradients[1:], RULES[rule])
    np.testing.assert_allclose(mean_of_bounded(gradients, RULES[rule]), alone / 2, rtol=1e-14)


def test_arrays_of_other_layouts_are_taken() -> None:
    gradients = np.arange(12, dtype=np.int64).reshape(3, 4).T
    found = mean_of_bounded(gradients, RULES["clip"])
    np.testing.assert_allclose(found, bounded(gradients, RULES["clip"]).mean(axis=0), rtol=1e-14)
