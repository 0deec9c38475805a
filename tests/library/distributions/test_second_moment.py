"""The exact law of the second moment: closed forms, direct integrals, balls, simulation."""

import math
import time
import timeit
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.special import ndtr
from scipy.stats import gamma, ncx2, norm

from dptheory.distributions.arb_tails import enclosed_exceedance, enclosed_second_moment
from dptheory.distributions.second_moment import SecondMoment, _inside

ALMOST_ONE = 1 - 1e-15  # equal weights to rounding


@pytest.mark.parametrize("g", [0.0, 0.3, 4.0, 600.0])
def test_one_step_is_a_noncentral_square(g: float) -> None:
    law = SecondMoment(0.25, 0.9, 1, g)
    for x in (1e-6, 0.01, 0.3, 1.0, g * g + 0.1, 3 * g * g + 5):
        below, above = norm.cdf([-math.sqrt(x), math.sqrt(x)], g, 0.5)
        assert law.exceedance(x).value == pytest.approx(1 - above + below, abs=1e-14)
        assert law.cdf(x).value == pytest.approx(above - below, abs=1e-14)


@pytest.mark.parametrize("t", [2, 3, 4, 7, 15, 40, 300])
@pytest.mark.parametrize("g", [0.0, 0.5, 3.0])
def test_equal_weights_are_a_noncentral_chi_square(t: int, g: float) -> None:
    law = SecondMoment(2.0, ALMOST_ONE, t, g)
    for x in law.mean * np.array([0.05, 0.5, 0.95, 1.0, 1.1, 2.0]):
        above = law.exceedance(x)
        assert abs(above.value - ncx2.sf(t * x / 2, t, t * g * g / 2)) <= 1e-12
        assert above.error <= 1e-12


def test_tails_are_relatively_accurate() -> None:
    law = SecondMoment(1.0, ALMOST_ONE, 6, 0.0)
    for x in (6.0, 15.0, 40.0):
        half = 3 * x  # of a chi-square of 6 degrees of freedom at 6 x
        exact, found = math.exp(-half) * (1 + half + half**2 / 2), law.exceedance(x)
        assert found.value == pytest.approx(exact, rel=1e-12)
        assert found.error <= 1e-11 * exact
    for x in (1e-3, 1e-6):
        assert law.cdf(x).value == pytest.approx(ncx2.cdf(6 * x, 6, 0), rel=1e-11)


def exact_weights(beta2: F, t: int) -> list[F]:
    return [(1 - beta2) * beta2 ** (t - s) / (1 - beta2**t) for s in range(1, t + 1)]


FEW = [(".9", 2, ".1"), (".5", 3, "0"), (".999", 5, ".2"), (".9", 12, "1"), (".99", 40, "0"),
       (".999", 10, "64")]  # fmt: skip
MANY = [(".999", 1000, ".1"), (".97", 300, "0"), (".999", 10**5, ".05")]


@pytest.mark.parametrize(
    ("beta", "t", "gradient", "k"),
    [*((*it, k) for it in FEW for k in (-1, 0, 4)), *((*it, 1) for it in MANY)],
)
def test_balls_lie_within_the_error_bound(beta: str, t: int, gradient: str, k: int) -> None:
    beta2, g = F(beta), F(gradient)
    law = SecondMoment(0.01, float(beta2), t, float(g))
    x = F(max(law.mean + k * math.sqrt(law.variance), law.mean / 50)).limit_denominator(10**6)
    if t > 40:
        ball = enclosed_second_moment(F(1, 100), beta2, t, g, x)
        found = [law.exceedance(float(x))]
    else:
        ball = enclosed_exceedance(exact_weights(beta2, t), [g] * t, F(1, 100), x)
        sequence = SecondMoment(0.01, float(beta2), t, [float(g)] * t)
        found = [which.exceedance(float(x)) for which in (law, sequence)]
    assert float(ball.rad()) <= (1e-17 if t <= 40 else 1e-16)
    assert all(abs(it.value - float(ball.mid())) <= it.error for it in found)


SPIKE = (F(1, 1000), [F(113), F(0)], F(23))  # and little memory


@pytest.mark.parametrize(
    ("beta2", "gradients", "x"),
    [SPIKE, (F(7, 10), [F(0), F(-2)], F(29)), (F(1, 10), [F(0), F(-5, 2)], F(84))],
)
def test_far_tails_of_few_steps(beta2: F, gradients: list[F], x: F) -> None:
    ball = enclosed_exceedance(exact_weights(beta2, 2), gradients, F(7, 10), x)
    found = SecondMoment(0.7, float(beta2), 2, [float(g) for g in gradients]).exceedance(float(x))
    assert abs(found.value - float(ball.mid())) <= found.error + float(ball.rad())
    assert found.error <= 1e-9 * found.value


def test_both_ball_forms_agree_and_are_exact_without_noise_or_weights() -> None:
    beta2, t, g, x = F(4, 5), 8, F(1, 3), F(3, 2)
    one = enclosed_exceedance(exact_weights(beta2, t), [g] * t, F(1), x)
    assert one.overlaps(enclosed_second_moment(F(1), beta2, t, g, x))
    half = [F(1, 2), F(1, 2)]
    assert enclosed_exceedance(half, [F(1), F(1)], F(0), F(1)) == 0
    assert enclosed_exceedance(half, [F(1), F(1)], F(0), F(99, 100)) == 1
    assert enclosed_exceedance([F(0)], [F(1)], F(1), F(0)) == 0
    assert enclosed_exceedance(half, [F(0), F(0)], F(1), F(-1)) == 1


@pytest.mark.parametrize(
    ("beta2", "t", "ends"),
    [(0.5, 3, (0, 0)), (0.9, 20, (0.7, 0.7)), (0.99, 60, (0, 2)), (0.3, 8, (0, 2))],
)
def test_simulation_agrees(beta2: float, t: int, ends: tuple[float, float]) -> None:
    runs, rng, g = 100_000, np.random.default_rng(7), np.linspace(*ends, t)
    w = beta2 ** np.arange(t - 1, -1, -1.0)
    draws = (g + rng.standard_normal((runs, t))) ** 2 @ (w / w.sum())
    law = SecondMoment(1.0, beta2, t, g)
    for p in (0.01, 0.25, 0.5, 0.9, 0.99):
        share = float((draws <= law.quantile(p)).mean())
        assert abs(share - p) <= 4.5 * math.sqrt(p * (1 - p) / runs)
    assert draws.mean() == pytest.approx(law.mean, rel=0.02)
    assert draws.var() == pytest.approx(law.variance, rel=0.05)


@pytest.mark.parametrize(
    ("beta2", "t", "g"), [(0.9, 1, 0.0), (0.5, 40, 1.0), (0.999, 30_000, 0.0), (0.9, 9, 50.0)]
)
def test_quantiles_invert_the_law(beta2: float, t: int, g: float) -> None:
    law = SecondMoment(0.5, beta2, t, g)
    for p in (1e-9, 0.01, 0.5, 0.95, 1 - 1e-9):
        x = law.quantile(p)
        assert law.cdf(x).value == pytest.approx(p, rel=1e-12, abs=1e-15)
    assert law.quantile(0.2) < law.quantile(0.3) < law.quantile(0.9)


@pytest.mark.parametrize(
    ("beta2", "t", "g", "p", "x"),
    [
        (0.5, 200, 3.0, 1e-30, 4.57e-3),
        (0.9, 100, 0.0, 1e-35, 9.49e-3),
        (0.9, 20, 0.0, 1e-40, 3.79e-5),
        (0.5, 3, 0.0, 1e-80, 3.207e-54),
        (0.9, 100, 0.0, 1e-170, 8.451e-6),
        (0.9, 1, 0.0, 1e-12, math.pi / 2 * 1e-24),
    ],
)
def test_rare_quantiles(beta2: float, t: int, g: float, p: float, x: float) -> None:
    law = SecondMoment(1.0, beta2, t, g)
    assert law.quantile(p) == pytest.approx(x, rel=2e-3)
    assert law.cdf(law.quantile(p)).value == pytest.approx(p, rel=1e-9)


def test_laws_that_are_those_of_others() -> None:
    # Without memory only the last gradient counts.
    single, last = SecondMoment(0.25, 0.9, 1, 0.7), SecondMoment(0.25, 0.0, 5, [9.0] * 4 + [0.7])
    for x in (0.1, 0.5, 2.0):
        assert last.exceedance(x).value == pytest.approx(single.exceedance(x).value, abs=1e-14)
    assert last.mean == pytest.approx(single.mean)
    # The units of the gradient do not matter.
    law = SecondMoment(1.0, 0.97, 80, 0.5)
    x = 1.1 * law.mean
    for scale in (1e-30, 1e-4, 1e30):
        scaled = SecondMoment(scale**2, 0.97, 80, 0.5 * scale)
        assert scaled.exceedance(x * scale**2).value == pytest.approx(law.exceedance(x).value)
        assert scaled.quantile(0.3) == pytest.approx(scale**2 * law.quantile(0.3), rel=1e-12)
    # Without noise it is a point.
    point = SecondMoment(0.0, 0.9, 3, [1.0, 2.0, 3.0])
    assert (point.variance, point.quantile(0.1)) == (0, point.mean)
    assert point.exceedance(point.mean * 0.999).value == 1
    assert point.exceedance(point.mean).value == 0


@pytest.mark.parametrize(("t", "k"), [(1, 0), (1, 1), (100, -1), (100, 1)])
def test_the_largest_gradients_are_within_the_error_bound(t: int, k: int) -> None:
    law = SecondMoment(1.0, 0.9, t, 1e12)
    x = law.mean + k * math.sqrt(law.variance)
    found = law.exceedance(x)
    # Nearly normal: the deviation is 2 g sum w z; x itself is rounded to 1e-4 of its unit.
    assert abs(found.value - ndtr(-k)) <= found.error + 1e-4
    assert found.error <= 0.01


def test_errors_are_at_most_one_and_not_zero_where_something_is_left_out() -> None:
    far = SecondMoment(1e-20, 0.9, 1).exceedance(1e300)
    near = [SecondMoment(1e100, 0.9, t).cdf(1e-300) for t in (1, 2)]
    for found, most in ((far, 1e-200), *((it, 1e-100) for it in near)):
        assert found.value == 0 < found.error < most
    assert SecondMoment(1.0, 0.9, 10**6, 1e12).exceedance(1e24).error <= 1


@pytest.mark.parametrize("t", [1, 2, 30])
def test_the_error_of_a_probability_near_one_holds_what_one_minus_it_loses(t: int) -> None:
    law = SecondMoment(1.0, 0.9, t, 0.3)
    for k in range(4, 60, 5):
        x = law.mean + k * math.sqrt(law.variance)
        below, above = law.cdf(x), law.exceedance(x)
        assert abs(1 - F(below.value) - F(above.value)) <= below.error + above.error


@pytest.mark.parametrize("t", [1, 2, 9, 400])
@pytest.mark.parametrize("g", [0.0, 0.7])
def test_a_quantile_is_looked_for_from_the_gamma_law_of_the_same_moments(t: int, g: float) -> None:
    law = SecondMoment(2.0, 0.8, t, g)
    third = law._power_sum(3, 8.0, 24.0) * law.noise_variance**3
    shape = 4 * law.variance**3 / third**2
    scale = third / (2 * law.variance)
    for p in (1e-4, 0.01, 0.3, 0.5, 0.9, 0.999):
        exact = law.mean + scale * (gamma.ppf(p, shape) - shape)
        assert law._guess(p) == pytest.approx(exact, rel=0.05, abs=0.05 * law.mean)


def test_the_table_of_quantiles_is_that_of_the_law() -> None:
    law = SecondMoment(1.0, 0.9, 20, 0.3)
    columns = law._columns()
    levels = columns["probability"]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1], len(levels)) == (0.001, 0.999, 23)
    for level, x in zip(levels, columns["second moment"], strict=True):
        assert law.cdf(x).value == pytest.approx(level, rel=1e-12)


def test_where_a_search_left_its_bracket_it_goes_on_inside() -> None:
    for low, high in ((0.0, 4.0), (1.0, 4.0)):
        for x in (1e-9, 0.5, 2.0, 5.0, 1e9):
            inside = _inside(x, low, high)
            assert inside == x if low <= x <= high else low < inside < high


@pytest.mark.parametrize(
    ("beta2", "t"), [(0.95, 16), (0.96, 15), (0.96, 16), (0.99, 16), (0.5, 99)]
)
def test_many_terms_are_sixteen_of_at_least_half_the_largest(beta2: float, t: int) -> None:
    assert SecondMoment(1.0, beta2, t).terms.many == (
        int((beta2 ** np.arange(t) >= 0.5).sum()) >= 16
    )


@pytest.mark.parametrize("size", [0.0, 0.5, 9.0])
def test_one_step_keeps_its_digits_near_zero(size: float) -> None:
    law = SecondMoment(1.0, 0.9, 1, math.sqrt(size))
    for x in (1e-9, 3e-10, 1e-12, 1e-30, 1e-200):
        ball = enclosed_exceedance([F(1)], [F(math.sqrt(size))], F(1), F(x))
        found, digits = law.cdf(x), float((1 - ball).mid())
        assert abs(found.value - digits) <= found.error + 1e-17
        leading = math.sqrt(2 * x / math.pi) * math.exp(-size / 2)
        assert found.value == pytest.approx(leading, rel=1e-7)
        assert found.error <= 1e-9 * found.value


@pytest.mark.parametrize("x", [-1.0, 0.0, 1e-320, 1e-200, 1e-12, 1e3, 1e300])
def test_extreme_thresholds(x: float) -> None:
    for law in (SecondMoment(1.0, 0.9, 20, 0.3), SecondMoment(1e-200, 0.5, 2, 0.0)):
        above, below = law.exceedance(x), law.cdf(x)
        assert 0 <= below.value <= 1
        assert above.value + below.value == pytest.approx(1, abs=above.error + below.error)
        assert 0 <= above.error <= 1e-12


def test_a_hundred_thousand_steps_take_milliseconds() -> None:
    sequence = 0.3 * np.random.default_rng(0).random(10**5)
    for gradient, limit in ((0.1, 0.02), (sequence, 0.1)):

        def once(given: object = gradient) -> None:
            law = SecondMoment(1.0, 0.999, 10**5, given)
            law.exceedance(law.mean)

        assert min(timeit.repeat(once, repeat=5, number=1, timer=time.process_time)) <= limit
