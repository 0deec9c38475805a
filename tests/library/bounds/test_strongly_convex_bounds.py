"""Linear bounds: never below the exact error of a quadratic in the class, and equal where known."""

from fractions import Fraction as Q

import numpy as np
import pytest

from dptheory import methods
from dptheory.bounds import strongly_convex as bounds
from dptheory.optimizers.momentum import Methods
from dptheory.optimizers.stage_plans import Stage, multistage, stages
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import expected_loss

MU, L, T = 1.0, 20.0, 120
PLAN = stages(T, MU, L)
RUNS: dict[str, tuple[Methods, bounds.LinearBound]] = {
    "gradient": (methods.gradient(1 / L), bounds.gradient(1 / L, MU, L, T)),
    "nesterov": (
        methods.nesterov(0.5 / L, methods.nesterov_momentum(0.5 / L, MU)),
        bounds.nesterov(0.5 / L, MU, L, T),
    ),
    "multistage": (multistage(PLAN, MU), bounds.multistage(PLAN, MU, L)),
}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("variance", [0.0, 1e-4, 1.0])
def test_bound_covers_every_quadratic(name: str, variance: float) -> None:
    method, bound = RUNS[name]
    for curvature in np.linspace(MU, L, 7):
        problem = from_spectrum([float(curvature)])
        loss = expected_loss(problem, method, variance, np.ones(1), T)
        assert loss[-1] <= bound.value(loss[0], [variance] * T) * (1 + 1e-12)


def test_gradient_step_on_the_stiffest_quadratic_is_exact() -> None:
    # At curvature L and alpha = 1/L the gap vanishes and only L alpha^2/2 E|w|^2 is left.
    assert bounds.gradient(Q(1, 4), Q(1), Q(4), 1).noise_weights == (Q(1, 8),)


def test_nesterov_s_weights_are_the_printed_ones_and_every_stage_costs_a_factor_2() -> None:
    one = bounds.nesterov(Q(1, 4), Q(1), Q(4), 2)
    assert one == bounds.LinearBound(Q(1, 2), (Q(1, 8), Q(1, 4)))
    assert one == bounds.multistage((Stage(2, Q(1, 4)),), Q(1), Q(4))
    two = bounds.multistage((Stage(1, Q(1, 4)), Stage(1, Q(1, 16))), Q(1), Q(4))
    assert two == bounds.LinearBound(Q(3, 2), (Q(3, 8), Q(5, 128)))
