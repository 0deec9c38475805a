"""Noise floors: both ends, closed forms, means over all paths, shocks."""

import json
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dptheory.lyapunov import (
    floor_from_below,
    floor_map,
    noise_floor,
    quadratic_noise_gain,
    radial_floor,
    worst_shock,
)
from dptheory.methods import gradient, heavy_ball, momentum, nesterov, triple_momentum
from verify import kernel

F = Fraction
# L c at mu = 1, L = kappa, by a semidefinite program in cvxpy, and the memory of V.
KNOWN = {
    "gradient": (gradient(F(1, 1000)), 1000, 0.5, 0),
    "a short step": (gradient(F(1, 20)), 10, 0.2083333, 0),
    "heavy ball": (heavy_ball(F(1, 10), F(9, 20)), 10, 0.9800659, 1),
    "flat": (heavy_ball(F(1, 1000), F(9, 20)), 1000, 1.0551835, 1),
    "light": (heavy_ball(F(7, 3440), F(1, 5)), 172, 0.2069234, 1),
    "Nesterov": (nesterov(F(1, 10), F(519494, 10**6)), 10, 0.9416905, 2),
    "triple": (triple_momentum(1, 10), 10, 2.878979, 1),
}
APART = {
    "free": (momentum(F(1, 20), F(1, 3), F(1, 5)), 10),
    "no momentum": (momentum(F(1, 20), F(0), F(1, 5)), 10),
}
METHODS = {name: setting[:2] for name, setting in KNOWN.items()} | APART


def accepted(found: object) -> bool:
    return kernel.accepts(json.loads(json.dumps(found.certificate)))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", KNOWN)
def test_known_floors(name: str) -> None:
    method, kappa, value, memory = KNOWN[name]
    found = noise_floor(method, 1, kappa)
    assert found.gain * kappa == pytest.approx(value, rel=1e-6)
    assert found.lookback == memory


@pytest.mark.parametrize("of", ["value", "distance", "gradient"])
@pytest.mark.parametrize("name", METHODS)
def test_both_ends_are_certified(name: str, of: str) -> None:
    method, kappa = METHODS[name]
    high, low = (
        noise_floor(method, 1, kappa, measure=of),
        worst_shock(method, 1, kappa, 4, measure=of),
    )
    assert accepted(high)
    assert accepted(low)
    assert low.gain <= high.gain
    assert float(F(high.certificate["statement"]["c"])) <= high.gain
    assert float(F(low.certificate["statement"]["c"])) >= low.gain


@pytest.mark.parametrize("name", METHODS)
def test_a_radial_function_is_at_least_as_bad_as_quadratics(name: str) -> None:
    method, kappa = METHODS[name]
    high, low = noise_floor(method, 1, kappa), radial_floor(method, 1, kappa)
    assert accepted(low)
    assert float(quadratic_noise_gain(method, 1, kappa)) <= low.gain * (1 + 1e-12)
    assert low.gain <= high.gain
    best = floor_from_below(method, 1, kappa)
    assert best.gain == max(low.gain, worst_shock(method, 1, kappa).gain)


@pytest.mark.parametrize("alpha", ["1/20", "1/3", "3/4", "1", "3/2", "19/10"])
@pytest.mark.parametrize("kappa", [F(3, 2), 30, 10**4])
def test_both_ends_meet_for_gradient_descent(alpha: str, kappa: Fraction) -> None:
    method, mu = gradient(F(alpha)), 1 / F(kappa)
    low, high = radial_floor(method, mu, 1), noise_floor(method, mu, 1)
    assert low.gain <= high.gain <= low.gain * (1 + 1e-6)


@pytest.mark.parametrize("name", ["a short step", "free", "Nesterov"])
def test_noise_across_a_path_keeps_its_distances(name: str) -> None:
    """The function itself, and a path in three dimensions from the start that the proof names."""
    method, kappa = METHODS[name]
    low = radial_floor(method, 1, kappa)
    alpha, beta, eta = (float(p) for p in (method.alpha, method.beta, method.extrapolation))
    k = float(F(low.certificate["witness"]["curvature"]))
    v = beta - alpha * k * eta
    unit = alpha**2 / ((1 - v) * (2 + 2 * v - alpha * k))
    ((xx, xd), (_, dd)) = moments = unit * np.array([[(1 + v) / (alpha * k), 1], [1, 2]])
    x, d = np.hstack([np.linalg.cholesky(moments), np.zeros((2, 1))])
    start = math.sqrt(xx + 2 * eta * xd + eta**2 * dd)  # of y
    border = (k - 1) / (kappa - 1) * start
    rng, errors = np.random.default_rng(0), []
    for _ in range(40):
        far, y = np.linalg.norm(x), x + eta * d
        huber = far**2 / 2 if far <= border else border * far - border**2 / 2
        errors.append(far**2 / 2 + (kappa - 1) * huber)
        gradient_there = y * (1 + (kappa - 1) * min(1, border / np.linalg.norm(y)))
        across = np.cross(x, d)
        w = rng.choice([-1, 1]) * across / np.linalg.norm(across)
        d = beta * d - alpha * (gradient_there + w)
        x = x + d
    assert errors == pytest.approx([low.gain] * 40, rel=1e-6)


@pytest.mark.parametrize("alpha", ["1/10", "1/2", "1", "3/2", "19/10"])
@pytest.mark.parametrize("kappa", [F(3, 2), 30])
def test_gradient_descent_has_closed_forms(alpha: str, kappa: Fraction) -> None:
    """At L = 1; from the step 1 on the quadratic of curvature L attains it."""
    a, m = float(F(alpha)), float(1 / F(kappa))
    value = a / (2 * (2 - a))
    if a < 1:
        root = math.sqrt((2 - a * m) ** 2 - 4 * (1 - m))
        value = a * (2 - a * m - root) / (4 * (1 - m))
    assert noise_floor(gradient(F(alpha)), 1 / F(kappa), 1).gain == pytest.approx(value, rel=1e-7)
    if 1 <= a < 1.9:
        low = worst_shock(gradient(F(alpha)), 1 / F(kappa), 1).gain
        # The witness is a solver's point, which differs from processor to processor.
        assert value * (1 - 2e-4) <= low <= value * (1 + 1e-7)


@pytest.mark.parametrize(("alpha", "beta"), [("1/2", "1/2"), ("1/10", "3/10"), ("1/5", "4/5")])
def test_a_short_heavy_ball_has_the_floor_of_the_longer_gradient_step(
    alpha: str, beta: str
) -> None:
    """For alpha <= (1 - beta)/L it is at most that of gradient descent at alpha/(1 - beta)."""
    most = F(alpha) / (2 * (1 - F(beta)))
    floors = [noise_floor(heavy_ball(F(alpha), F(beta)), m, 1).gain for m in (F(1, 3), F(1, 10**4))]
    assert max(floors) <= most * (1 + F(1, 10**6))
    assert floors[1] >= float(most) * 0.95


def test_no_floor_without_convergence() -> None:
    assert noise_floor(heavy_ball(F(1), F(0)), 1, 10) is None
    assert noise_floor(gradient(F(1)), 1, 1) is None
    with pytest.raises(ValueError, match="measure must be value, distance or gradient"):
        noise_floor(gradient(F(1, 10)), 1, 10, measure="values")
    with pytest.raises(ValueError, match="iterations must be from 1 to 20"):
        worst_shock(gradient(F(1, 10)), 1, 10, 21)


# F = x^2/2 + (kappa - 1) h(x) by h and h', 0 <= h'' <= 1.
SHAPES = {
    "flat": (lambda x: 0 * x, lambda x: 0 * x),
    "steep": (lambda x: x**2 / 2, lambda x: x),
    "one-sided": (lambda x: np.maximum(x, 0) ** 2 / 2, lambda x: np.maximum(x, 0)),
    "kinked": (
        lambda x: x**2 / 2 - np.maximum(abs(x) - 1, 0) ** 2 / 2,
        lambda x: np.clip(x, -1, 1),
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["a short step", "heavy ball", "Nesterov", "triple", "free"])
def test_sums_over_all_paths_from_the_minimiser(name: str, shape: str) -> None:
    """V is 0 there, so that no sum of errors is above c times that of the squared noise."""
    (h, slope), steps = SHAPES[shape], 12
    method, kappa = METHODS[name]
    alpha, beta, eta = (float(k) for k in (method.alpha, method.beta, method.extrapolation))
    found = {
        of: noise_floor(method, 1, kappa, measure=of).gain
        for of in ("value", "distance", "gradient")
    }
    signs = np.array(list(product((-1, 1), repeat=steps))).T
    once, some = 1.0 * (np.arange(steps) == 0), 1.0 + 5 * (np.arange(steps) % 3 == 1)
    for sizes in (np.full(steps, 3.0), some, once):
        x, d, weight = np.zeros(2**steps), np.zeros(2**steps), np.full(2**steps, 1.0)
        sums = dict.fromkeys(found, 0.0)
        for t, (sign, size) in enumerate(zip(signs, sizes, strict=True)):
            mean = weight / weight.sum()
            sums["value"] += (mean * (x**2 / 2 + (kappa - 1) * h(x))).sum()
            sums["distance"] += (mean * x**2).sum()
            sums["gradient"] += (mean * (x + (kappa - 1) * slope(x)) ** 2).sum()
            for of, gain in found.items():
                assert sums[of] <= gain * (sizes[:t] ** 2).sum() * (1 + 1e-9)
            skew = np.where(x > 0, 2.0, 0.5) ** sign
            y = x + eta * d
            d = beta * d - alpha * (y + (kappa - 1) * slope(y) + size * sign * skew)
            x, weight = x + d, weight / (1 + skew**2)


def test_a_map_is_the_floor_at_each_point() -> None:
    alphas, betas = (F(1, 20), F(1, 4)), (0, F(1, 2))
    found = floor_map(alphas, betas, 1, 10, method="nesterov")
    for (i, alpha), (j, beta) in product(enumerate(alphas), enumerate(betas)):
        single = noise_floor(nesterov(alpha, beta), 1, 10)
        assert found.gain[i, j] == (math.inf if single is None else single.gain)
    assert np.isfinite(found.gain[0]).all()
    assert not np.isfinite(found.gain[1]).any()
    axes = found.plot()
    assert axes.figure.axes[1].get_ylabel().startswith("floor of")
