"""Adam: limit cases, the sign descent of its first step, the compiled step, misuse."""

import numpy as np
import pytest

from dptheory.optimizers.adam import Adam, init, update
from dptheory.simulation.adam_kernels import adam_step, corrected_step

GRADIENTS = np.random.default_rng(0).standard_normal((30, 7))


@pytest.mark.parametrize("method", [Adam(0.1), Adam(0.1, noise_variance=0.3, floor=0.01)])
def test_compiled_steps_are_the_reference(method: Adam) -> None:
    state = init(np.ones(7))
    x, m, v = np.ones(7), np.zeros(7), np.zeros(7)
    for t, g in enumerate(GRADIENTS, start=1):
        state = update(method, state, g)
        common = (x, m, v, g, t, method.alpha, method.beta1, method.beta2)
        if method.noise_variance is None:
            adam_step(*common, method.gamma)
        else:
            corrected_step(*common, method.noise_variance, method.floor)
        for fast, slow in zip((x, m, v), state[:3], strict=True):
            np.testing.assert_allclose(fast, slow, rtol=1e-12, atol=1e-15)


def test_a_coordinate_without_gradients_rests() -> None:
    method, g = Adam(0.1, gamma=0.0), np.array([0.0, 2.0])
    state = update(method, init(np.zeros(2)), g)
    np.testing.assert_allclose(state.x, [0.0, -0.1], rtol=1e-12)
    x, m, v = np.zeros(2), np.zeros(2), np.zeros(2)
    adam_step(x, m, v, g, 1, 0.1, 0.9, 0.999, 0.0)
    np.testing.assert_allclose(x, state.x, rtol=1e-12)


def test_a_step_over_zero_is_refused() -> None:
    method = Adam(0.1, beta2=0.0, gamma=0.0)
    state = update(method, init(np.zeros(1)), [1.0])
    with pytest.raises(ValueError, match="stability constant gamma must be positive where"):
        update(method, state, [0.0])
