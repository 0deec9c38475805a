"""The frontier of rate against floor: what is certified, and what the search finds."""

import json
from fractions import Fraction

import numpy as np
import pytest

from dptheory.lyapunov import frontier, noise_floor, rate
from dptheory.methods import heavy_ball, nesterov
from verify import kernel

F = Fraction


def accepted(certificate: dict) -> bool:
    return kernel.accepts(json.loads(json.dumps(certificate)))


@pytest.mark.parametrize("family", ["gradient", "heavy-ball", "nesterov"])
def test_everything_that_is_said_is_certified(family: str) -> None:
    (found,) = frontier(family, F(1, 10), 1, ["0.9"])
    assert found.rho <= 0.9
    for name, certificate in (("rho2", found.certificate), ("c", found.floor.certificate)):
        assert accepted(certificate)
        said = certificate["statement"]
        assert (F(said["alpha"]), F(said["beta"])) == (found.method.alpha, found.method.beta)
        assert name in said
    assert F(found.certificate["statement"]["rho2"]) <= F(found.rho) ** 2
    assert accepted(found.lower.certificate)
    assert found.lower.gain <= found.floor.gain


def test_momentum_ends_lower_at_a_rate_of_gradient_descent() -> None:
    for kappa, rho in ((10, "0.93"), (100, "0.99")):
        plain, ball = (frontier(n, F(1, kappa), 1, [rho])[0] for n in ("gradient", "heavy-ball"))
        assert plain.method.alpha == pytest.approx(kappa * (1 - float(rho)), rel=1e-4)
        assert ball.floor.gain < 0.7 * plain.lower.gain
        assert ball.method.alpha < plain.method.alpha


@pytest.mark.parametrize(("family", "make"), [("heavy-ball", heavy_ball), ("nesterov", nesterov)])
def test_no_setting_of_a_grid_is_lower(family: str, make) -> None:
    (found,) = frontier(family, F(1, 10), 1, ["0.85"])
    for step in np.linspace(0.15, 0.75, 4):
        for beta in np.linspace(0.4, 0.8, 5):
            method = make(F(step), F(beta))
            known = rate(method, F(1, 10), 1).rho
            if known is not None and known <= 0.85:
                assert noise_floor(method, F(1, 10), 1).gain > found.floor.gain


def test_rates_out_of_reach() -> None:
    assert list(frontier("gradient", 1, 10, ["0.81"])) == [None]
    assert list(frontier("heavy-ball", 1, 100, ["0.9"])) == [None]
    with pytest.raises(ValueError, match="method must be one of"):
        frontier("triple-momentum", 1, 10, ["0.9"])
    with pytest.raises(ValueError, match="rate rho must be in"):
        frontier("gradient", 1, 10, [1])
    with pytest.raises(ValueError, match="smoothness L must be above"):
        frontier("gradient", 1, 1, ["0.5"])
