"""Noise at a rate under the full inequality: the convex program, means over all paths."""

import json
from fractions import Fraction
from itertools import product

import cvxpy as cp
import numpy as np
import pytest

from dptheory.lyapunov import full_trade_off, quadratic_noise_gain, rate, sdp
from dptheory.lyapunov.interpolation import scaled
from dptheory.methods import Method, heavy_ball, momentum, nesterov
from verify import kernel

F = Fraction
BALLS = [(heavy_ball(F(1, 10), F(0)), 10), (heavy_ball(F(1, 10), F(9, 20)), 10)]
APART = [(nesterov(F(1, 10), F(1, 2)), 10), (momentum(F(1, 20), F(1, 3), F(1, 5)), 10)]


@pytest.mark.parametrize(("method", "kappa"), [*BALLS, *APART])
def test_gains_at_rates(method: Method, kappa: int) -> None:
    fastest = rate(method, 1, kappa)
    rates = [1 - (1 - fastest.rho) * share for share in (0.9, 0.7, 0.3)]
    for found in full_trade_off(method, 1, kappa, rates):
        assert kernel.accepts(json.loads(json.dumps(found.certificate)))
        rho2, c = (F(found.certificate["statement"][name]) for name in ("rho2", "c"))
        assert found.gain == pytest.approx(float(c / (1 - rho2)), rel=1e-12)
        assert fastest.rho2_lower <= rho2 <= F(found.rho) ** 2
        assert found.gain >= quadratic_noise_gain(method, 1, kappa) * (1 - 1e-12)


@pytest.mark.parametrize(("method", "kappa"), [BALLS[1], *APART])
def test_agreement_with_the_convex_program(method: Method, kappa: int) -> None:
    at = scaled(method, F(1), F(kappa)).floats()
    rho2 = (1 - (1 - rate(method, 1, kappa).rho) * 0.7) ** 2
    names = sdp.unknowns(at.names)
    v = cp.Variable(len(names))
    conditions = [v[names.index("s")] == 1]
    for block in sdp.STEP:
        it, rows = sdp.part(at.names, block), sdp.rows_of(at, block, True)
        conditions.append((it.rows[0] + rho2 * it.rows[1]) @ v >= 0)
        power = rho2 if block == "decrease" else at.m / (1 - at.m)
        forms = rows.T @ (it.forms[0] + power * it.forms[1]) @ rows
        X = cp.reshape(v @ forms.reshape(len(names), -1), forms.shape[1:], order="C")
        conditions.append((X + X.T) / 2 >> 0)
    least = cp.Problem(cp.Minimize(v[names.index("c")]), conditions).solve(solver=cp.CLARABEL)
    (found,) = full_trade_off(method, 1, kappa, [rho2**0.5])
    # V is at least 2 (F - F*)/(L - mu), and w counted in L.
    height = (kappa - 1) / 2 / kappa**2
    assert found.gain == pytest.approx(least / (1 - rho2) * height, rel=2e-5)


def test_no_gain_at_a_rate_that_is_too_small() -> None:
    assert full_trade_off(heavy_ball(F(1, 10), F(0)), 1, 10, [0.8]) == (None,)
    with pytest.raises(ValueError, match="rate rho must be"):
        full_trade_off(heavy_ball(F(1, 10), F(0)), 1, 10, [1.0])


# F = x^2/2 + (kappa - 1) h(x) by h and h', 0 <= h'' <= 1.
SHAPES = {
    "flat": (lambda x: 0 * x, lambda x: 0 * x),
    "steep": (lambda x: x**2 / 2, lambda x: x),
    "smooth": (lambda x: np.logaddexp(x, -x) - np.log(2), np.tanh),
    "one-sided": (lambda x: np.maximum(x, 0) ** 2 / 2, lambda x: np.maximum(x, 0)),
    "kinked": (
        lambda x: x**2 / 2 - np.maximum(abs(x) - 1, 0) ** 2 / 2,
        lambda x: np.clip(x, -1, 1),
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("method", "kappa"), [*BALLS, *APART])
def test_means_over_all_paths_keep_the_promise(method: Method, kappa: int, shape: str) -> None:
    """A law of two values and mean 0 that goes rarely and far away from the minimiser."""
    (h, slope), steps = SHAPES[shape], 10
    slower = 1 - (1 - rate(method, 1, kappa).rho) * 0.8
    gains = full_trade_off(method, 1, kappa, [slower])
    said = [[float(F(it.certificate["statement"][k])) for k in ("rho2", "C", "c")] for it in gains]
    alpha, beta, eta = (float(k) for k in (method.alpha, method.beta, method.extrapolation))
    signs = np.array(list(product((-1, 1), repeat=steps))).T
    late, some = 8.0 * (np.arange(steps) == steps - 1), 1.0 + 5 * (np.arange(steps) % 3 == 1)
    for x0, sizes in product((0.0, 0.3, -5.0), (np.full(steps, 3.0), some, late)):
        x, d, weight = np.full(2**steps, x0), np.zeros(2**steps), np.full(2**steps, 1.0)
        first, sums = x0**2 / 2 + (kappa - 1) * float(h(np.array(x0))), [0.0] * len(said)
        for t, (sign, size) in enumerate(zip(signs, sizes, strict=True)):
            skew = np.where(x > 0, 2.0, 0.5) ** sign
            y = x + eta * d
            d = beta * d - alpha * (y + (kappa - 1) * slope(y) + size * sign * skew)
            x, weight = x + d, weight / (1 + skew**2)
            # Paths that agree so far share the weight of their common past.
            mean = (weight * (x**2 / 2 + (kappa - 1) * h(x))).sum() / weight.sum()
            sums = [total * rho2 + size**2 for total, (rho2, _, _) in zip(sums, said, strict=True)]
            for total, (rho2, C, c) in zip(sums, said, strict=True):
                assert mean <= (C * rho2 ** (t + 1) * first + c * total) * (1 + 1e-9)
        assert weight.sum() == pytest.approx(1)
