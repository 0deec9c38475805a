"""What a run leaks at least: exact cases, below every upper bound, refusals."""

import math

import pytest
from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

from dptheory.privacy import GaussianSteps, Neighbouring, pld_epsilon
from dptheory.privacy.distinguishing import sampled_epsilon_lower, shuffled_epsilon_lower
from dptheory.privacy.release import release_epsilon

DELTA = 1e-5


@pytest.mark.parametrize(("rate", "multiplier"), [(0.01, 0.5), (0.3, 1.0), (0.9, 2.0)])
def test_one_step_spends_its_profile(rate, multiplier):
    exact = release_epsilon(multiplier, DELTA, rate)
    found = sampled_epsilon_lower(rate, multiplier, 1, DELTA)
    assert exact - 2e-3 <= found <= exact


@pytest.mark.parametrize(("rate", "multiplier", "steps"), [(0.02, 1.0, 200), (0.16, 2.0, 50)])
def test_many_steps_spend_nearly_what_the_upper_bound_says(rate, multiplier, steps):
    batch = round(rate * 10**4)
    run = GaussianSteps(1.0, multiplier / batch, 10**4, batch, steps)
    upper = pld_epsilon(run, DELTA, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
    assert upper * 0.98 <= sampled_epsilon_lower(rate, multiplier, steps, DELTA) <= upper


def test_a_record_that_is_nearly_always_drawn_leaks_like_a_release_on_all_data():
    whole = get_epsilon_gaussian(3.0 / math.sqrt(20), DELTA)
    found = sampled_epsilon_lower(1 - 1e-9, 3.0, 20, DELTA)
    assert whole - 2e-2 <= found <= whole + 1e-6


def test_without_signal_nothing_is_spent():
    assert sampled_epsilon_lower(1e-6, 10.0, 1, 0.1) == 0
    assert shuffled_epsilon_lower(10, 1e6, 1, 0.5) == 0


@pytest.mark.parametrize("multiplier", [0.5, 2.0])
def test_one_batch_an_epoch_is_the_gaussian_mechanism(multiplier):
    exact = get_epsilon_gaussian(multiplier, DELTA)
    assert shuffled_epsilon_lower(1, multiplier, 1, DELTA) == pytest.approx(exact, rel=1e-5)


def test_a_shuffled_epoch_leaks_at_most_what_its_batch_does():
    one, many = (shuffled_epsilon_lower(batches, 0.5, 1, DELTA) for batches in (10, 100))
    assert many <= one <= get_epsilon_gaussian(0.5, DELTA)
    assert shuffled_epsilon_lower(10, 0.5, 4, DELTA) >= one


def test_hardly_any_noise_leaks_a_finite_lower_limit():
    found = shuffled_epsilon_lower(10, 0.01, 3, DELTA)
    assert 600 < found < 700
    assert shuffled_epsilon_lower(1, 5.0, 1, 1e-9) <= get_epsilon_gaussian(5.0, 1e-9)
