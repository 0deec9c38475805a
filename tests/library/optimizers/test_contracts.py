"""Contracts that every method for private gradients keeps: one line in ``CASES`` for a new one."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from dptheory.methods import heavy_ball
from dptheory.optimizers import Adam, DelayedRMSProp, Sgdm, adam, dp2_rmsprop, momentum, sgdm
from dptheory.optimizers.adam import AdamState
from dptheory.optimizers.floor import adam_floor, average_variance
from verify.papers.adambc.laboratory.adam_problems import (
    Lanes,
    Release,
    points,
    scaled_points,
    train,
)

Floats = list[float]
PHI = 0.3
SLOW = 1 - 1e-4
DELAY = 3


def faded(beta: float, numbers: Floats) -> float:
    """The sum over the past, a step back counting beta times."""
    return sum(beta**k * number for k, number in enumerate(reversed(numbers)))


def average(beta: float, numbers: Floats) -> float:
    return faded(beta, numbers) / faded(beta, [1.0] * len(numbers))


def adam_step(method: Adam, gradients: Floats) -> float:
    first = average(method.beta1, gradients)
    second = average(method.beta2, [g**2 for g in gradients])
    if method.noise_variance is not None:
        return -method.alpha * first / math.sqrt(max(second - PHI, method.floor))
    return -method.alpha * first / (math.sqrt(second + method.bias) + method.regulariser)


def sgdm_step(method: Sgdm, gradients: Floats) -> float:
    if method.noise_variance is not None:
        return -method.alpha * average(method.beta, gradients) / math.sqrt(PHI)
    return -method.alpha * faded(method.beta, gradients)


def delayed_step(method: DelayedRMSProp, gradients: Floats) -> float:
    """Of gradients that are divided by the preconditioner where they are released."""
    t, s, v = len(gradients), method.delay, 0.0
    for begin in range(0, t, 2 * s):
        if begin + s < t:
            mean = sum(gradients[begin : begin + s]) / s
            v = method.beta * v + (1 - method.beta) * mean**2
    later = (t - 1) % (2 * s) >= s
    scale = math.sqrt(v) + method.regulariser if later else 1.0
    return -(method.alpha if later else method.sgd_alpha) * gradients[-1] / scale


@dataclass(frozen=True)
class Case:
    """A method, its module, and its step from the gradients so far, written independently."""

    module: ModuleType
    method: Any
    step: Callable[[Any, Floats], float]


CASES = {
    "Adam": Case(adam, Adam(0.1, 0.8, 0.9, regulariser=0.01), adam_step),
    "Adam with a bias": Case(adam, Adam(0.1, 0.8, 0.9, bias=0.2), adam_step),
    "corrected Adam": Case(adam, Adam(0.1, noise_variance=PHI, floor=0.05), adam_step),
    "Adam of signs": Case(adam, Adam(0.1, 0.0, 0.0, regulariser=0.0), adam_step),
    "slow Adam": Case(adam, Adam(0.1, SLOW, SLOW, noise_variance=PHI, floor=1e-3), adam_step),
    "SGD": Case(sgdm, Sgdm(0.1, 0.0), sgdm_step),
    "the twin of signs": Case(sgdm, Sgdm(0.1, 0.0, noise_variance=PHI), sgdm_step),
    "the slow twin": Case(sgdm, Sgdm(0.1, SLOW, noise_variance=PHI), sgdm_step),
    "SGD with momentum": Case(sgdm, Sgdm(0.1, 0.8), sgdm_step),
    "the twin": Case(sgdm, Sgdm(0.1, 0.8, noise_variance=PHI), sgdm_step),
    "delayed RMSProp": Case(dp2_rmsprop, DelayedRMSProp(0.1, 0.2, DELAY, 0.5, 0.01), delayed_step),
}
EVERY = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
GRADIENTS = np.random.default_rng(1).normal(0.3, 1, size=(20, 4))


def stepped(case: Case, state: Any, gradient: np.ndarray, *sizes: np.ndarray) -> Any:
    """The next state, the gradient being released as the method asks."""
    if isinstance(case.method, DelayedRMSProp):
        gradient = gradient / dp2_rmsprop.preconditioner(case.method, state)
    return case.module.update(case.method, state, gradient, *sizes)


def run(case: Case, gradients: np.ndarray, x0: float = 0.0) -> np.ndarray:
    """The iterates, the first one included."""
    states = [case.module.init(np.full(gradients.shape[1:], x0))]
    for g in gradients:
        states.append(stepped(case, states[-1], g))
    return np.array([state.x for state in states])


@EVERY
def test_a_step_is_the_formula(case: Case) -> None:
    steps = np.diff(run(case, GRADIENTS), axis=0)
    for t, step in enumerate(steps, 1):
        expected = [case.step(case.method, past) for past in GRADIENTS[:t].T.tolist()]
        assert step == pytest.approx(expected, rel=1e-10, abs=1e-13)


@EVERY
def test_updates_are_pure_and_coordinates_independent(case: Case) -> None:
    state = case.module.init(np.ones(4))
    before = [np.copy(part) for part in state]
    stepped(case, state, GRADIENTS[0])
    for part, copy in zip(state, before, strict=True):
        np.testing.assert_array_equal(part, copy)
    whole = run(case, GRADIENTS)
    for i in range(4):
        alone = run(case, GRADIENTS[:, i : i + 1])
        np.testing.assert_allclose(alone[-1], whole[-1, i], rtol=1e-14)
    # The start only shifts the path.
    np.testing.assert_allclose(run(case, GRADIENTS, 2.0) - 2.0, whole, atol=1e-12)


@EVERY
def test_given_step_sizes_replace_the_methods(case: Case) -> None:
    state = case.module.init(np.zeros((3, 4)))
    sizes = np.array([[0.5], [1.0], [2.0]])
    for g in GRADIENTS[:5]:
        state = stepped(case, state, g, sizes)
    for k, size in enumerate((0.5, 1.0, 2.0)):
        alone = replace(case, method=replace(case.method, alpha=size))
        np.testing.assert_allclose(state.x[k], run(alone, GRADIENTS[:5])[-1], rtol=1e-14)


@EVERY
def test_without_noise_and_clipping_it_is_the_method_on_the_gradient(case: Case) -> None:
    """Whether there is no clipping at all, or a bound that no gradient reaches."""
    problem = scaled_points(3, n=8, d=4)
    state = case.module.init(np.zeros(4))
    for _ in range(8):
        state = stepped(case, state, problem.spectrum * (state.x - problem.minimiser))
    for clip in (math.inf, 1e9):
        release = Release(clip, 0.0, problem.size)
        found = train(problem, release, [Lanes(case.method)], 8, seed=0, observe=points)
        np.testing.assert_allclose(found[0][0, -1], state.x, rtol=1e-9)


# Relations --------------------------------------------------------------------------------------


def test_the_twin_is_adam_where_the_second_moment_is_the_noise() -> None:
    """With gradients of one size, whose square is Phi, both are the same method."""
    g = np.sign(GRADIENTS) * PHI**0.5
    one = run(Case(adam, Adam(0.1, regulariser=0.0), adam_step), g)
    two = run(Case(sgdm, Sgdm(0.1, 0.9, PHI), sgdm_step), g)
    np.testing.assert_allclose(one, two, atol=1e-12)


def test_constant_momentum_is_heavy_ball() -> None:
    path, state = run(CASES["SGD with momentum"], GRADIENTS), momentum.init(np.zeros(4))
    for x, g in zip(path[1:], GRADIENTS, strict=True):
        state = momentum.update(heavy_ball(0.1, 0.8), state, g)
        np.testing.assert_allclose(state.x, x, atol=1e-12)


def test_the_unit_of_the_gradient_changes_no_step() -> None:
    for method, scaled in (
        (Adam(0.1, regulariser=0.01, bias=0.2), Adam(0.1, regulariser=0.1, bias=20.0)),
        (Adam(0.1, noise_variance=PHI, floor=0.01), Adam(0.1, noise_variance=100 * PHI, floor=1.0)),
    ):
        one = run(Case(adam, method, adam_step), GRADIENTS)
        ten = run(Case(adam, scaled, adam_step), 10 * GRADIENTS)
        np.testing.assert_allclose(one, ten, rtol=1e-12)


# Compiled steps ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(7,), (3, 5), (), (0,), (2, 3, 4)])
@pytest.mark.parametrize(
    "method",
    [
        Adam(0.1),
        Adam(0.1, 0.0, 0.0, regulariser=0.0),
        Adam(0.1, 0.7, SLOW, bias=0.2),
        Adam(0.1, noise_variance=0.3, floor=0.01),
        Adam(0.1, SLOW, 0.5, noise_variance=0.0, floor=1e-300),
    ],
)
def test_a_compiled_step_has_the_bits_of_the_formula(
    method: Adam, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NumPy's lines compute what is not compiled."""
    draw = np.random.default_rng(5)
    start = adam.init(draw.standard_normal(shape))
    gradients = [draw.standard_normal(shape) * 10 ** draw.uniform(-4, 4) for _ in range(9)]

    def states() -> list[AdamState]:
        return list(accumulate(gradients, partial(adam.update, method), initial=start))

    assert adam._compiled(method, start, gradients[0], 0.1) is not None
    compiled = states()
    monkeypatch.setattr(adam, "_compiled", lambda *_: None)
    for fast, slow in zip(compiled, states(), strict=True):
        assert fast.iterations == slow.iterations
        for one, other in zip(fast[:3], slow[:3], strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("method", [Adam(0.1), Adam(0.1, noise_variance=0.3, floor=0.01)])
def test_one_gradient_for_several_runs_and_strided_states(method: Adam) -> None:
    runs = adam.init(np.arange(12.0).reshape(3, 4).T)
    one = adam.update(method, runs, np.ones(3))
    other = adam.update(method, runs, np.ones((4, 3)))
    third = adam.update(method, runs, np.broadcast_to(1.0, (4, 3)), np.full(3, 0.1))
    for x, y, z in zip(one[:3], other[:3], third[:3], strict=True):
        np.testing.assert_array_equal(x, y)
        np.testing.assert_array_equal(x, z)


@pytest.mark.parametrize("g", [1e200, 1e308])
def test_a_step_beyond_floats_is_refused_as_without_compilation(g: float) -> None:
    for step_size in (None, np.full(2, 0.1)):
        with pytest.raises(ValueError, match="overflow encountered"):
            adam.update(Adam(0.1), adam.init(np.zeros(2)), [0.0, g], step_size)


def test_a_coordinate_without_gradients_rests() -> None:
    method, g = Adam(0.1, regulariser=0.0), np.array([0.0, 2.0])
    state = adam.update(method, adam.init(np.zeros(2)), g)
    np.testing.assert_allclose(state.x, [0.0, -0.1], rtol=1e-12)


def test_a_step_over_zero_is_refused() -> None:
    method = Adam(0.1, beta2=0.0, regulariser=0.0)
    state = adam.update(method, adam.init(np.zeros(1)), [1.0])
    with pytest.raises(ValueError, match="stability constant gamma must be positive where"):
        adam.update(method, state, [0.0])


# The floor --------------------------------------------------------------------------------------


def test_variance_of_the_average_is_the_sum_of_its_squared_weights() -> None:
    for beta in (0.0, 0.5, 0.9):
        for t in (1, 2, 7):
            weights = beta ** np.arange(t) / sum(beta**k for k in range(t))
            assert average_variance(beta, t) == pytest.approx((weights**2).sum())
    assert average_variance(0.9, 10**4) == pytest.approx(1 / 19)


def test_noise_alone_moves_less_than_a_sign_above_the_floor() -> None:
    """Also with gradients that answer to the noise; without the floor it moves further."""
    rng = np.random.default_rng(0)
    runs, phi, beta1, beta2 = 4000, 2.0, 0.9, 0.99
    pure, v, z = np.zeros((3, runs))
    for t in range(1, 60):
        g = -0.2 * np.sign(z) * (t % 2)
        z = phi**0.5 * rng.standard_normal(runs)
        pure = beta1 * pure + (1 - beta1) * z
        v = beta2 * v + (1 - beta2) * (g + z) ** 2
        square, second = (pure / (1 - beta1**t)) ** 2, v / (1 - beta2**t) - phi
        floor = adam_floor(phi, beta1, t)
        assert (square / np.maximum(second, floor)).mean() < 1
        assert (square / np.maximum(second, 0.05 * floor)).mean() > 1
