"""The rates that our claims state for every kappa are those that the library finds at some."""

from fractions import Fraction as F

import pytest

from dptheory.lyapunov import rate
from dptheory.methods import heavy_ball

# rho, q and s: on the curve, at the edge of the surface, at the step 1/L.
REGION = [
    (F(1, 4), F(1, 8), F(63, 32)),
    (F(9, 10), F(9, 20), F(319, 200)),
    (F(1, 2), F(1, 3), F(16, 9)),
    (F(7, 8), F(3, 4), F(35, 32)),
]


@pytest.mark.parametrize(("rho", "q", "s"), REGION)
def test_in_the_region_the_heavy_ball_has_the_rate_rho(rho, q, s):
    mu = (1 - rho) * (1 - rho * q)
    found = rate(heavy_ball(F(1), rho**2 * q), mu, mu + rho * s)
    assert found.rho == pytest.approx(float(rho), abs=1e-6)
    assert found.rho_lower <= float(rho) <= found.rho
