"""The family's update: exact agreement with the state space."""

from fractions import Fraction as Q

import numpy as np
import pytest

from dptheory import methods
from dptheory.optimizers.momentum import MomentumState, init, query_point, schedule, update
from dptheory.optimizers.stage_plans import Stage, multistage, stages

FAMILY = (
    methods.gradient(Q(1, 3)),
    methods.heavy_ball(Q(1, 3), Q(2, 5)),
    methods.nesterov(Q(1, 4), Q(1, 2)),
    methods.momentum(Q(1, 5), Q(1, 3), Q(3, 4)),
    methods.triple_momentum(Q(1), Q(4)),
    methods.triple_momentum(Q(1), Q(3)),
)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: m.name)
def test_update_is_the_state_space_form_exactly(method: methods.Method) -> None:
    A, B, C = (np.array(part) for part in method.state_space())
    state = MomentumState(Q(7, 3), Q(-2, 5))
    for g in (Q(1, 7), Q(0), Q(-5)):
        expected = A @ np.array(state) + B[:, 0] * g
        assert query_point(method, state) == (C @ np.array(state))[0]
        state = update(method, state, g)
        assert state == tuple(expected)


def test_heavy_ball_is_the_smoothed_gradient_form() -> None:
    # u_t = beta u_{t-1} + (1 - beta) g_t, x_{t+1} = x_t - alpha/(1 - beta) u_t, started at rest.
    method, gradients = methods.heavy_ball(Q(1, 3), Q(2, 5)), [Q(3), Q(-1), Q(4), Q(1, 7)]
    state, x, smoothed = init(Q(2)), Q(2), Q(0)
    for g in gradients:
        state = update(method, state, g)
        smoothed = method.beta * smoothed + (1 - method.beta) * g
        x -= method.alpha / (1 - method.beta) * smoothed
        assert state.x == x


def test_schedules_repeat_and_multistage_restarts_and_cuts_off() -> None:
    method = methods.gradient(0.1)
    assert schedule(method, 3) == (method,) * 3
    assert schedule([method, method], 2) == (method,) * 2
    plan = stages(60, Q(1), Q(20), first=13)
    assert [s.iterations for s in plan] == [13, 40, 7]
    assert [s.alpha for s in plan] == [Q(1, 20), Q(1, 320), Q(1, 1280)]
    assert [s.iterations for s in stages(60, 1, 4, first=13, p=10**18)] == [13, 47]
    staged = multistage(stages(5, 1.0, 4.0, first=2), 1.0)
    assert [m.beta for m in staged[:3]] == [0.0, methods.nesterov_momentum(0.25, 1.0), 0.0]


def test_one_stage_is_nesterov() -> None:
    # At rest the first iteration of Nesterov's method has no momentum to use.
    start, steps = init(Q(3)), 4
    single = methods.nesterov(Q(1, 4), methods.nesterov_momentum(Q(1, 4), Q(1)))
    staged, plain = start, start
    for stage in multistage((Stage(steps, Q(1, 4)),), Q(1)):
        staged = update(stage, staged, 2 * query_point(stage, staged))
        plain = update(single, plain, 2 * query_point(single, plain))
        assert staged == plain
