"""Accounts of different releases: between independent limits, and those of dp-accounting."""

import math

import numpy as np
import pytest
from dp_accounting.rdp import RdpAccountant

from benchmarks.studies.accounts import by_renyi, drawn, laplace_account, limit
from benchmarks.studies.least_loss import gaussian, least_epsilon
from dptheory.privacy import GaussianSchedule, Neighbouring, schedule_epsilon
from dptheory.privacy.renyi import floor
from dptheory.privacy.schedule import schedule_rdp_epsilon, schedule_theorem_27_epsilon

REPLACE, ADD = Neighbouring.REPLACE_ONE, Neighbouring.ADD_OR_REMOVE_ONE
ACCOUNTS = schedule_epsilon, schedule_rdp_epsilon


@pytest.mark.parametrize("seed", range(2))
def test_accounts_of_schedules_are_between_their_limits(seed):
    schedule, delta = drawn(np.random.default_rng(seed), 1 + seed % 2)
    (tight, renyi), (poisson, renyi_poisson) = (
        [account(schedule, delta, neighbouring=relation) for account in ACCOUNTS]
        for relation in (REPLACE, ADD)
    )
    assert limit(schedule, delta) <= poisson <= tight * (1 + 1e-3)
    assert tight <= renyi
    theirs = by_renyi(schedule, delta, ADD)
    assert theirs is None or renyi_poisson <= 1.01 * theirs


def test_laplace_accounts_are_between_their_limits():
    for seed in range(2):
        eps, theirs, least = laplace_account(np.random.default_rng(seed))
        assert least <= eps
        assert theirs is None or eps <= 1.01 * theirs


def test_the_lower_limit_is_close_to_the_account_of_poisson_batches():
    least = least_epsilon(0.03, [gaussian(0.7), gaussian(2.0)], [3, 30], 1e-6)
    schedule = GaussianSchedule(1000, 30, [0.7, 2.0], [3, 30])
    account = schedule_epsilon(schedule, 1e-6, neighbouring=ADD)
    assert 0.998 * account < least <= account


def test_theorem_27_is_as_in_dp_accounting():
    schedule = GaussianSchedule(10**4, 100, [1.0, 4.0], [3, 20])
    theirs = by_renyi(schedule, 1e-5, REPLACE)
    assert schedule_theorem_27_epsilon(schedule, 1e-5) == pytest.approx(theirs, rel=1e-2)


def test_many_multipliers_are_rounded_to_more_loss():
    z = np.geomspace(2.0, 9.0, 3000)
    schedule = GaussianSchedule(1000, 500, z)
    assert schedule.releases.multipliers.size <= 402
    assert schedule.iterations == 3000
    rounded = schedule.releases
    together = 1 / math.sqrt(float(np.sum(rounded.counts / rounded.multipliers**2)))
    assert 0.995 * schedule.whole < together <= schedule.whole


def test_on_all_data_different_releases_are_one():
    z = np.geomspace(2.0, 9.0, 3000)
    for account in ACCOUNTS:
        many, one = (
            account(GaussianSchedule(7, 7, multipliers), 1e-6, neighbouring=REPLACE)
            for multipliers in (z, [1 / math.sqrt(float(np.sum(z**-2)))])
        )
        assert many == pytest.approx(one, rel=1e-12)


def test_the_floor_of_renyi_accounts_stands_at_large_noise():
    schedule = GaussianSchedule(10**4, 100, [300.0], [10])
    eps = schedule_rdp_epsilon(schedule, 1e-5, neighbouring=REPLACE)
    assert floor(1e-5) <= eps <= 1.02 * floor(1e-5)
    assert schedule_epsilon(schedule, 1e-5, neighbouring=REPLACE) < 0.1 * eps


def test_no_series_is_summed_for_noise_that_hides_everything(monkeypatch):
    def summed(*_):
        raise AssertionError("dp-accounting was asked")

    monkeypatch.setattr(RdpAccountant, "compose", summed)
    for z in (1e9, 1e39):
        schedule = GaussianSchedule(1000, 100, [z], [20])
        assert schedule_rdp_epsilon(schedule, 1e-5, neighbouring=ADD) == 0
    with pytest.raises(AssertionError, match="asked"):
        schedule_rdp_epsilon(GaussianSchedule(1000, 100, [1e3], [20]), 1e-5, neighbouring=ADD)
