"""The rates that our claims state for every kappa are those that the library finds at some."""

from fractions import Fraction as F

import pytest

from dptheory.lyapunov import rate
from dptheory.methods import heavy_ball, nesterov, triple_momentum

# rho, q and s: on the curve, at the edge of the surface, at the step 1/L (twice).
REGION = [
    (F(1, 4), F(1, 8), F(63, 32)),
    (F(9, 10), F(9, 20), F(319, 200)),
    (F(1, 2), F(1, 3), F(16, 9)),
    (F(7, 8), F(3, 4), F(35, 32)),
    (F(19, 20), F(4, 5), F(26, 25)),
]


@pytest.mark.parametrize(("rho", "q", "s"), REGION)
def test_in_the_region_the_heavy_ball_has_the_rate_rho(rho, q, s):
    mu = (1 - rho) * (1 - rho * q)
    found = rate(heavy_ball(F(1), rho**2 * q), mu, mu + rho * s)
    assert found.rho == pytest.approx(float(rho), abs=1e-6)
    assert found.rho_lower <= float(rho) <= found.rho


@pytest.mark.parametrize("root", [2, 10, 1000])
def test_nesterovs_rate_is_near_the_one_that_is_proved_for_every_kappa(root):
    r = F(1, root)
    proved = float((1 - r) * (1 - r / 3))
    found = rate(nesterov(r**2, (1 - r) / (1 + r)), 1, root**2)
    assert found.rho**2 < proved
    # Of what is left to 1, at most a fifth; in the limit nothing.
    assert 1 - found.rho**2 < (1 - proved) * (1.02 if root == 1000 else 1.2)


@pytest.mark.parametrize("root", [2, 10])
def test_triple_momentum_has_the_proved_rate(root):
    found = rate(triple_momentum(1, root**2), 1, root**2)
    assert found.rho == pytest.approx(1 - 1 / root, abs=1e-5)
