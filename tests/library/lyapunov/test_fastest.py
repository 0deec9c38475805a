"""The step size and momentum with the least certified rate: no grid finds a better pair."""

from fractions import Fraction

import numpy as np
import pytest

from dptheory.lyapunov import rate, rate_map
from dptheory.lyapunov.fastest import fastest


def certified(name, kappa):
    found = rate(fastest(name, 1, kappa), 1, kappa)
    assert found.status == "feasible"
    return 1 - found.rho


@pytest.mark.parametrize("kappa", [Fraction(101, 100), 2, 100, 10**8])
def test_gradient_descent_has_its_closed_form(kappa):
    method = fastest("gradient", 1, kappa)
    assert method.alpha == Fraction(2) / (1 + kappa)
    assert certified("gradient", kappa) == pytest.approx(float(2 / (1 + Fraction(kappa))), rel=1e-3)


@pytest.mark.parametrize("name", ["heavy-ball", "nesterov"])
def test_no_grid_is_better(name):
    steps = [Fraction(k, 80) for k in range(1, 21)]  # up to 2.5/L
    momenta = [Fraction(k, 20) for k in range(20)]
    grid = rate_map(steps, momenta, 1, 10, method=name)
    best = rate(fastest(name, 1, 10), 1, 10).rho
    assert best <= np.min(grid.rho)
    assert best >= np.min(grid.rho) - 0.02  # the same valley


@pytest.mark.parametrize("name", ["heavy-ball", "nesterov"])
@pytest.mark.parametrize("kappa", [Fraction(101, 100), 2, 1000, 10**8, 10**12])
def test_momentum_is_never_worse_than_gradient_descent(name, kappa):
    method = fastest(name, 1, kappa)
    assert method.alpha > 0 <= method.beta < 1
    assert certified(name, kappa) >= float(2 / (1 + Fraction(kappa))) * (1 - 1e-4)


def test_equal_curvatures_take_one_step():
    assert [(m.alpha, m.beta) for m in (fastest(n, 2, 2) for n in ("gradient", "nesterov"))] == [
        (Fraction(1, 2), 0)
    ] * 2
