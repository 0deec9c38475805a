"""The audit of one run: the bound's chance by its definition, and how often it is too large."""

import numpy as np
import pytest
from scipy.stats import binom

from benchmarks.studies import audits
from dptheory.auditing import Claim, audit_one_run
from dptheory.auditing.canaries import many_canaries
from dptheory.auditing.one_run import SHARES, _bound, one_run_chance
from dptheory.gradients.per_sample import PerSample
from dptheory.privacy.release import release_multiplier


@pytest.mark.parametrize(("v", "r", "m"), [(0, 5, 9), (3, 5, 9), (40, 40, 50), (180, 200, 1000)])
@pytest.mark.parametrize("epsilon", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("delta", [0.0, 1e-5, 0.01])
def test_the_chance_is_that_of_corollary_5_4(v, r, m, epsilon, delta):
    q = np.exp(epsilon) / (1 + np.exp(epsilon))
    beta = binom.sf(v - 1, r, q)
    added = [(binom.sf(v - i - 1, r, q) - beta) / i for i in range(1, v + 1)]
    wanted = min(1.0, beta + 2 * m * delta * max(added, default=0.0))
    found = one_run_chance(v, r, m, epsilon=epsilon, delta=delta)
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-15)


def test_randomised_response_attains_it_at_delta_0():
    """Every guess is right with the chance e^eps/(1 + e^eps), independently."""
    rng, epsilon, m = np.random.default_rng(0), 1.5, 30
    right = rng.binomial(m, 1 / (1 + np.exp(-epsilon)), size=20_000)
    share = float(np.mean(right >= 27))
    chance = one_run_chance(27, m, m, epsilon=epsilon, delta=0.0)
    assert share == pytest.approx(chance, abs=4 * np.sqrt(chance / 20_000))


def test_it_is_above_the_account_in_at_most_one_of_a_hundred_repeats():
    epsilon, m, above = 4.0, 200, 0
    mu, level = 1 / release_multiplier(epsilon, 1e-5), 0.01 / SHARES
    for seed in range(200):
        rng = np.random.default_rng(seed)
        taken = rng.random(m) < 0.5
        scores = mu * taken + rng.standard_normal(m)
        above += any(_bound(scores, taken, m >> k, 1e-5, level)[0] > epsilon for k in range(2))
    assert above <= 2


def test_a_run_of_a_thousand_canaries_shows_a_part_of_epsilon():
    claim = Claim(8.0, 1e-5, iterations=3)
    found = audit_one_run(audits.dp_sgd(audits.needed(claim)), claim, canaries=1000)
    assert 2 < found.epsilon < 8
    assert found.right <= found.guesses <= 1000


def test_a_function_is_run_once_a_step_and_a_mistake_is_seen():
    claim = Claim(1.0, 1e-5, iterations=3)
    calls = []

    def step(gradients, rng):
        calls.append(gradients.shape)
        return audits.no_clip(audits.needed(claim))(gradients, rng)

    found = audit_one_run(step, claim, canaries=200, clip=1.0)
    assert calls == [(200, 200)] * 3
    assert found.epsilon > 1


def test_canaries_of_groups_are_orthogonal_and_as_long_as_the_bound():
    rule = PerSample("clip", (3.0, 4.0), sizes=(2, 3))
    rows = many_canaries(rule, 2, 5)
    assert rows.tolist() == [[0.6, 0, 0.8, 0, 0], [0, 0.6, 0, 0.8, 0]]
    with pytest.raises(ValueError, match="canaries must be a whole number from 1 to 2"):
        many_canaries(rule, 3, 5)
