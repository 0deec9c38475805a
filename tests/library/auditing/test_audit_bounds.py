"""Bounds from false alarms and misses: exact coverage, and closed forms."""

import math
from functools import partial

import numpy as np
import pytest
from scipy.stats import binom, norm

from dptheory.auditing import epsilon_lower, mu_lower
from dptheory.auditing.bounds import mu_epsilon, upper
from dptheory.privacy.distinguishing import sampled_epsilon_lower
from dptheory.privacy.release import release_epsilon

LEVEL = 0.05


@pytest.mark.parametrize("k", [0, 1, 40, 99])
def test_so_few_errors_have_the_chance_of_the_level_at_the_upper_end(k):
    assert binom.cdf(k, 100, upper(k, 100, LEVEL)) == pytest.approx(LEVEL)


def test_of_errors_alone_the_upper_end_is_1():
    assert upper([100], 100, LEVEL).tolist() == [1.0]


def chance_above(truth, bound, f, m, n=20):
    """The chance that a bound from n draws of each kind is above the truth."""
    errors = range(n + 1)
    above = [[bound(a, b, n) > truth for b in errors] for a in errors]
    alarms, misses = (binom.pmf(errors, n, p) for p in (f, m))
    return float(alarms @ np.array(above) @ misses)


@pytest.mark.parametrize("mu", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("threshold", [-0.5, 0.4, 1.5])
def test_mu_is_below_its_bound_with_at_most_twice_the_level(mu, threshold):
    f, m = norm.sf(threshold), norm.cdf(threshold - mu)
    assert chance_above(mu, partial(mu_lower, failure=LEVEL), f, m) <= 2 * LEVEL


@pytest.mark.parametrize("rate", [1.0, 0.3])
@pytest.mark.parametrize(("f", "m"), [(0.5, 0.5), (0.05, 0.4), (0.4, 0.02)])
def test_epsilon_is_below_its_bound_with_at_most_twice_the_level(f, m, rate):
    delta = 0.01
    ratios = [1 - rate + (rate * (1 - m) - delta) / f, 1.0]
    if rate == 1:
        ratios.append((1 - f - delta) / m)
    truth = math.log(max(ratios))
    bound = partial(epsilon_lower, delta=delta, failure=LEVEL, rate=rate)
    assert chance_above(truth, bound, f, m) <= 2 * LEVEL


def test_a_test_that_tells_nothing_gives_0():
    assert mu_lower(500, 500, 1000, failure=LEVEL) == 0
    assert mu_lower(0, 1000, 1000, failure=LEVEL) == 0
    assert epsilon_lower(1000, 1000, 1000, delta=1e-5, failure=LEVEL) == 0


def test_more_draws_without_an_error_show_more():
    assert mu_lower(0, 0, 100, failure=LEVEL) < mu_lower(0, 0, 10_000, failure=LEVEL)
    ends = -math.expm1(math.log(LEVEL) / 100)
    found = epsilon_lower(0, 0, 100, delta=0.0, failure=LEVEL)
    assert found == pytest.approx(math.log((1 - ends) / ends))


def test_epsilon_of_mu_is_the_exact_one():
    assert mu_epsilon(0.0, 1e-5) == 0
    assert mu_epsilon(0.5, 1e-5, iterations=4) == release_epsilon(1.0, 1e-5)
    sampled = sampled_epsilon_lower(0.1, 1.0, 20, 1e-5)
    assert mu_epsilon(1.0, 1e-5, rate=0.1, iterations=20) == sampled > 0
