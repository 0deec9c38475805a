"""Sub-exponential pairs of Adam's second moment: sharp, valid against the exact law, adaptive."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
from flint import arb, ctx

from dptheory.bounds import second_moment
from dptheory.bounds.second_moment import SubExponential
from dptheory.distributions.second_moment import SecondMoment
from verify.papers.dptheory.laboratory.moment_band import (
    SHARES,
    Drawn,
    band,
    chance_outside,
    worst_chance,
)


def log_mgf(x: np.ndarray, ratio: float) -> np.ndarray:
    """Of (z^2 - 1 + 2 sqrt(ratio) z) at x."""
    value: np.ndarray = -x - 0.5 * np.log1p(-2 * x) + 2 * ratio * x**2 / (1 - 2 * x)
    return value


@pytest.mark.parametrize("ratio", [0.0, 0.3, 5.0, 4e5])
@pytest.mark.parametrize("b", [2.01, 3.0, 4.0, 50.0])
def test_the_step_s_nu_is_the_least(ratio: float, b: float) -> None:
    nu = second_moment.step_nu(b, ratio)
    x = np.linspace(-1, 1, 2001)[1:-1] / b
    x = x[np.abs(x) > 1e-3 / b]
    for smaller in (0.0, 0.5 * ratio, ratio):
        assert (log_mgf(x, smaller) <= x**2 * nu**2 / 2 * (1 + 1e-9)).all()
    edge = np.array([0.9999999 / b])
    assert log_mgf(edge, ratio)[0] > edge[0] ** 2 * (0.9999 * nu) ** 2 / 2


def test_the_frontier_falls_to_the_variance() -> None:
    values = [second_moment.step_nu(b, 3.0) ** 2 for b in (2.1, 3.0, 4.0, 10.0, 1e3, 1e6)]
    assert values == sorted(values, reverse=True)
    assert values[2] == pytest.approx(16 * math.log(2) - 8 + 24)
    assert values[-1] == pytest.approx(14, rel=1e-4)


@pytest.mark.parametrize("b", [2.001, 50.0, 63.9, 64.1, 1e5, 1e9, 1e15])
def test_large_b_loses_no_digits(b: float) -> None:
    with ctx.workprec(300):
        exact = second_moment.step_nu(arb(b), arb(3))
    assert second_moment.step_nu(b, 3.0) == pytest.approx(float(exact), rel=1e-12)


def test_balls_and_rationals() -> None:
    assert second_moment.step_nu(arb(4), arb(0)).overlaps((16 * arb(2).log() - 8).sqrt())
    assert second_moment.step_pair(F(1, 4), F(1), 4).b == 1
    assert second_moment.largest_weight(F(1, 2), 2) == F(2, 3)
    assert second_moment.squared_weights(F(1, 2), 2) == F(4, 9) + F(1, 9)
    assert second_moment.squared_weights(F(0), 1) == 1


def tail(pair: SubExponential, delta: float) -> float:
    """Markov's inequality at the best l up to 1/b."""
    nu, b = float(pair.nu), float(pair.b)
    place = min(delta / nu**2, 1 / b)
    return math.exp(place * (place * nu**2 / 2 - delta))


CASES = [(0.9, 1), (0.9, 12), (0.999, 400)]


@pytest.mark.parametrize(("beta2", "t"), CASES)
@pytest.mark.parametrize("clip", [0.0, 1.0, 5.0])
def test_tails_bound_the_exact_law(beta2: float, t: int, clip: float) -> None:
    pairs = [second_moment.moment_pair(1.0, clip, beta2, t, b) for b in (2.2, 4, 30)]
    for share in (0.0, 0.5, 1.0):
        law = SecondMoment(1.0, beta2, t, share * clip)
        for deviations in (0.5, 1.0, 3.0, 8.0):
            delta = deviations * math.sqrt(law.variance)
            worst = max(law.exceedance(law.mean + delta).value, law.cdf(law.mean - delta).value)
            for pair in pairs:
                assert worst <= tail(pair, delta)


@pytest.mark.parametrize(("beta2", "t"), CASES)
@pytest.mark.parametrize("clip", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("alpha", [1e-6, 0.05, 0.9])
def test_the_bound_without_a_pair_covers(beta2: float, t: int, clip: float, alpha: float) -> None:
    exact = max(SecondMoment(1.0, beta2, t, s * clip).radius(alpha) for s in (0.0, 0.5, 1.0))
    assert exact <= second_moment.deviation_bound(alpha, 1.0, clip, beta2, t)


def test_the_two_regimes_meet() -> None:
    pair = SubExponential(3.0, 2.0)
    meeting = 2 * math.exp(-(3.0**2) / (2 * 2.0**2))
    assert second_moment.deviation(pair, meeting) == pytest.approx(3.0**2 / 2.0)
    assert second_moment.deviation(pair, meeting * 0.999999) == pytest.approx(4.5, rel=1e-5)
    for alpha in (1e-9, 0.01, 0.5, 0.999):
        xi = second_moment.deviation(pair, alpha)
        assert 2 * tail(pair, xi) == pytest.approx(alpha)


def adaptive(rule: str, runs: int, t: int, clip: float) -> tuple[np.ndarray, np.ndarray]:
    """v_hat less its noiseless part and Phi = 1, and that part, for gradients that react."""
    rng, beta2 = np.random.default_rng(3), 0.9
    moment, clean = np.zeros(runs), np.zeros(runs)
    state, z = np.zeros(runs), np.zeros(runs)
    for _ in range(t):
        g = clip * {"after": state > 0, "away": np.sign(moment), "last": np.sign(z)}[rule]
        z = rng.standard_normal(runs)
        state = np.where(state == 0, z, state)
        moment = beta2 * moment + (1 - beta2) * (2 * g * z + z * z - 1)
        clean = beta2 * clean + (1 - beta2) * g * g
    return moment / (1 - beta2**t), clean / (1 - beta2**t)


@pytest.mark.parametrize("rule", ["after", "away", "last"])
def test_reacting_gradients_stay_within_the_bounds(rule: str) -> None:
    t, clip, runs = 20, 4.0, 40_000
    moved, _ = adaptive(rule, runs, t, clip)
    pair = second_moment.moment_pair(1.0, clip, 0.9, t)
    for alpha in (0.5, 0.1, 0.01):
        best = second_moment.deviation_bound(alpha, 1.0, clip, 0.9, t)
        for xi in (second_moment.deviation(pair, alpha), best):
            assert (np.abs(moved) >= xi).mean() <= alpha + 5 * math.sqrt(alpha / runs)


def test_no_such_bound_holds_about_the_mean_of_reacting_gradients() -> None:
    t, clip = 20, 20.0
    moved, clean = adaptive("after", 20_000, t, clip)
    second = moved + clean
    xi = second_moment.deviation_bound(0.01, 1.0, clip, 0.9, t)
    assert (np.abs(second - second.mean()) >= xi).mean() > 0.9


def test_one_step_has_the_band_of_its_generating_function() -> None:
    ratio, level = 3.0, math.log(2 / 0.1)
    for beta2 in (0.3, 0.999):
        inverse = 2 + math.sqrt((1 + 2 * ratio) / (math.e * level))
        bound = inverse * (log_mgf(np.array([1 / inverse]), ratio)[0] + level)
        found = second_moment.deviation_band(0.1, 2.0, math.sqrt(2 * ratio), beta2, 1, 1)
        assert found == pytest.approx(2 * bound)


def test_backward_induction_has_the_exact_law_of_a_step() -> None:
    law, edge = SecondMoment(1.0, 0.6, 4, 1.5), 2.0
    far = np.array([60.0, 50.0, 40.0, edge])  # a wide grid is a coarse one
    assert chance_outside(far, 0.6, [1.5]) == pytest.approx(law.outside(edge).value, rel=5e-3)
    k = int((Drawn(4.0, 0.9, 30, 20_000, 5).farthest(0.5) >= 0.7).sum())
    exact = chance_outside(0.7 * band(0.5, 1.0, 2.0, 0.9, 30), 0.9, [2.0])
    assert abs(k / 20_000 - exact) < 5 * math.sqrt(exact / 20_000)


@pytest.mark.parametrize("ratio", [0.0, 1.0, 1e5])
@pytest.mark.parametrize(("beta2", "T"), [(0.1, 5), (0.9, 60), (0.999, 60)])
def test_the_band_holds_whatever_the_gradients_react_to(ratio: float, beta2: float, T: int) -> None:
    for delta in (1e-4, 0.05, 0.9):
        assert worst_chance(delta, 2.0, math.sqrt(2 * ratio), beta2, T) <= delta


def test_gradients_that_react_gain_next_to_nothing() -> None:
    edges = 0.7 * band(0.05, 1.0, 1.0, 0.9, 60)
    fixed = chance_outside(edges, 0.9, [1.0])
    assert fixed <= chance_outside(edges, 0.9, SHARES) <= fixed * 1.001


def test_two_thirds_of_the_band_of_the_page_s_runs_are_too_narrow() -> None:
    for beta2 in (0.9, 0.99, 0.999):
        edges = 2 / 3 * band(0.05, 1.0, math.sqrt(122.0), beta2, 250)
        assert chance_outside(edges, beta2, [math.sqrt(122.0)]) > 0.05


def test_a_band_is_wider_than_the_law_of_a_step() -> None:
    for beta2, t in ((0.9, 3), (0.99, 200), (0.999, 900)):
        found = second_moment.deviation_band(0.05, 1.0, 1.0, beta2, t, 1000)
        assert found > SecondMoment(1.0, beta2, t, 1.0).radius(0.05)


def test_long_runs_and_small_decays_have_a_band() -> None:
    steady = [second_moment.deviation_band(0.05, 1.0, 1.0, 0.999, t, 10**9) for t in (10**8, 10**9)]
    assert 0 < min(steady) <= max(steady) < 1.6 * min(steady)
    assert second_moment.deviation_band(0.05, 1.0, 1.0, 1e-300, 2, 3) > 1
