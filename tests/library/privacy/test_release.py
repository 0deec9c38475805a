"""One Gaussian release on all data, against its profile with 60 digits."""

import math

import mpmath
import numpy as np
import pytest
from scipy.special import erfcx, ndtr

from dptheory.allocation import gaussian
from dptheory.privacy import GaussianSchedule, Neighbouring, schedule_epsilon
from dptheory.privacy.accounting import gaussian_rho
from dptheory.privacy.release import release_delta, release_epsilon, release_multiplier


def profile(eps: float, z: float) -> mpmath.mpf:
    """delta of Balle and Wang (2018), Theorem 8, of these very floats."""
    with mpmath.workdps(60):
        return _difference(eps, z)


def _difference(eps: float, z: float) -> mpmath.mpf:
    e, half = mpmath.mpf(eps), 1 / mpmath.mpf(z) / 2
    return mpmath.ncdf(half - e * z) - mpmath.exp(e) * mpmath.ncdf(-half - e * z)


def drawn(seed: int, count: int, *ranges: tuple[float, float]) -> list[tuple[float, ...]]:
    """Numbers between powers of ten, evenly in their logarithms."""
    low, high = np.transpose(ranges)
    exponents = np.random.default_rng(seed).uniform(low, high, (count, len(ranges)))
    return [tuple(row) for row in (10**exponents).tolist()]


# The range in which dp-accounting's root finder fails, then the ends: little noise, delta 1e-300.
SETTINGS = [
    *drawn(0, 300, (0, 8), (-12, -2)),
    *drawn(1, 60, (-4, 3), (-300, -1e-3)),
    (1e-3, 0.999),
    (1e15, 1e-17),
]


def test_the_epsilon_is_private_and_no_smaller_one_is() -> None:
    for z, delta in SETTINGS:
        eps = release_epsilon(z, delta)
        assert profile(eps, z) <= delta, (z, delta, eps)
        assert eps == 0 or profile(eps * (1 - 1e-11), z) > delta, (z, delta, eps)


def test_the_delta_is_that_of_the_profile_rounded_up() -> None:
    for z, eps in [*drawn(7, 100, (-2, 2), (-9, 1)), (1.5, 0.0), (1e20, 1e-25)]:
        exact, found = profile(eps, z), release_delta(z, eps)
        assert exact <= found <= max(exact * (1 + 1e-9), 1e-300), (z, eps, found)
    assert (release_delta(1e-200, 1.0), release_delta(9.0, 1e9)) == (1.0, 1e-300)
    for q, z in ((0.3, 1.5), (0.99, 0.7), (1e-3, 1.0)):
        for eps in (0.1, 3.0):
            assert release_epsilon(z, release_delta(z, eps, q), q) == pytest.approx(eps, rel=1e-9)


def test_the_smallest_deltas_are_not_passed_either() -> None:
    # h and delta of one size, however small: their logarithms are long, their difference is not.
    for z, delta in drawn(4, 300, (0, 280), (-8, -1e-4)):
        delta *= 0.398 / z
        eps = release_epsilon(z, delta)
        with mpmath.workdps(600):
            assert _difference(eps, z) <= delta, (z, delta, eps)


def test_special_functions_err_by_less_than_the_bound_of_rounding_takes() -> None:
    with mpmath.workdps(40):
        near = np.random.default_rng(5).uniform(-0.36, 8, 1000)
        for x in [*near.tolist(), *np.geomspace(8, 1000, 200).tolist()]:
            exact = mpmath.exp(mpmath.mpf(x) ** 2) * mpmath.erfc(mpmath.mpf(x))
            assert abs(float(erfcx(x)) / exact - 1) < 12 * 2.0**-53  # of 16; 7.2 were seen
        for x in np.abs(near).tolist():
            assert abs(float(ndtr(x)) / mpmath.ncdf(mpmath.mpf(x)) - 1) < 12 * 2.0**-53


def test_the_noise_is_private_and_no_smaller_one_is() -> None:
    for eps, delta in [*drawn(2, 300, (-9, 4), (-12, -2)), *drawn(3, 60, (-30, 12), (-99, -1e-3))]:
        z = release_multiplier(eps, delta)
        assert profile(eps, z) <= delta, (eps, delta, z)
        assert profile(eps, z * (1 - 1e-11)) > delta, (eps, delta, z)
        rho = gaussian_rho(eps, delta)
        assert rho <= 0.5 / mpmath.mpf(z) ** 2
        assert rho == pytest.approx(0.5 / z**2, rel=1e-15)


def test_the_ends_of_floats_have_an_answer() -> None:
    assert release_epsilon(1e-160, 1e-6) == math.inf
    assert release_epsilon(1e300, 1e-6) == 0.0
    assert release_epsilon(1e-140, 1e-6) == pytest.approx(5e279)
    assert release_multiplier(1e-300, 1e-6) == pytest.approx(1e6 / math.sqrt(2 * math.pi))
    assert release_multiplier(1e300, 1e-6) == pytest.approx(math.sqrt(0.5) * 1e-150)


@pytest.mark.parametrize("relation", Neighbouring)
def test_accounts_of_full_data_are_of_one_release(relation: Neighbouring) -> None:
    # 44 of 300 such settings had no answer from dp-accounting, and none was rounded up.
    for z, delta in SETTINGS[:100]:
        schedule = GaussianSchedule(1000, 1000, [z], [112])
        found = schedule_epsilon(schedule, delta, neighbouring=relation)
        assert profile(found, schedule.whole) <= delta


def test_a_schedule_on_full_data_is_within_a_small_budget() -> None:
    given = {"sensitivity": 1.0, "n": 1000, "m": 1000, "neighbouring": Neighbouring.REPLACE_ONE}
    found = gaussian([1.0, 2.0, 3.0], 1e-5, 1e-9, **given)
    whole = 1 / math.sqrt(float(np.sum((1000 * found.scales) ** -2.0)))
    assert profile(1e-5, whole) <= 1e-9 < profile(1e-5 * (1 - 1e-3), whole)
