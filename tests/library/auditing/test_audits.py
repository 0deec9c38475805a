"""The audit: near the account, hardly ever above it, and blind to no planted mistake."""

import math

import numpy as np
import pytest

from benchmarks.studies import audits
from dptheory import audit
from dptheory.auditing import Claim, many_runs
from dptheory.auditing.canaries import neighbours, signs
from dptheory.auditing.releases import run_sums
from dptheory.gradients.grouping import of_coordinates
from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import Perturbation, bounded
from dptheory.optimizers.adam import Adam
from dptheory.optimizers.private import Private
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.release import release_multiplier

REPLACE = Neighbouring.REPLACE_ONE
CLIP = PerSample("clip", (2.0,))
GROUPED = of_coordinates([(0, 3, 4), (1, 2)], [1.0, 0.5]).rule("abadi")


def judged(epsilon, draws, seed):
    """The audit of statistics that are drawn as Gaussian noise has them."""
    mu, rng = 1 / release_multiplier(epsilon, 1e-5), np.random.default_rng(seed)
    absent, present = rng.standard_normal(draws), mu + rng.standard_normal(draws)
    return many_runs.judged(present, absent, Claim(epsilon, 1e-5), 1, 0.99, None)


@pytest.mark.parametrize("epsilon", [1.0, 2.0, 4.0, 8.0])
def test_a_million_draws_see_95_percent_of_the_account(epsilon):
    found = judged(epsilon, 10**6, 0)
    assert 0.95 * epsilon < found.gaussian.epsilon < epsilon
    assert 0.55 * epsilon < found.plain.epsilon < 0.85 * epsilon


def test_it_is_above_the_account_in_at_most_one_of_a_hundred_repeats():
    found = [judged((1.0, 8.0)[seed % 2], 10**4, seed) for seed in range(1000)]
    assert sum(one.exceeded for one in found) <= 10


def test_of_the_librarys_own_step_it_sees_as_much():
    claim = Claim(8.0, 1e-5, iterations=2)
    found = audit(audits.dp_sgd(audits.needed(claim)), claim, draws=20_000)
    assert found.account == pytest.approx(8.0)
    assert 7.2 < found.gaussian.epsilon < 8.0
    assert not found.exceeded
    assert found.sentence.startswith("not seen to spend more: epsilon 7.")


@pytest.mark.parametrize("name", audits.FAULTS)
def test_a_planted_mistake_is_found(name):
    found = audits.planted(audits.FAULTS[name], 8.0, seed=1, draws=400)
    assert found.exceeded
    assert found.sentence.startswith("spends more than claimed")


def test_no_mistake_is_found_where_none_is_planted():
    assert not audits.planted(audits.right, 8.0, seed=1, draws=400).exceeded


def test_the_side_of_the_canary_does_not_matter():
    claim = Claim(8.0, 1e-5)
    step = audits.right(audits.needed(claim))
    found = audit(lambda g, rng: -np.asarray(step(g, rng)), claim, clip=1.0, draws=2000)
    assert found.gaussian.epsilon > 5


@pytest.mark.parametrize("neighbouring", Neighbouring)
@pytest.mark.parametrize(
    ("base", "rule"),
    [
        (Sgdm(0.1), CLIP),
        (Adam(0.1), CLIP),
        (Adam(0.1, noise_variance=0.3), PerSample("normalise", (1.0,), regulariser=0.01)),
        (Sgdm(0.1, 0.0), GROUPED),
    ],
)
def test_a_canary_moves_what_is_released_by_its_bound(base, rule, neighbouring):
    """Three steps of a mean of five records."""
    method, B, k = Private(base, rule, Perturbation(0.7, "sum", "bound")), 5, 3
    pair = neighbours(rule, batch_size=B, dimension=5, neighbouring=neighbouring)
    rng, order = np.random.default_rng(3), signs(k)
    sums = [
        run_sums(method, g, order, rng, 4000) @ pair.direction for g in (pair.present, pair.absent)
    ]
    moved = (2 if neighbouring is REPLACE else 1) * rule.bound * k / B
    deviation = 0.7 * rule.bound * math.sqrt(k) / B
    error = deviation * math.sqrt(2 / 4000)
    assert sums[0].mean() - sums[1].mean() == pytest.approx(moved, abs=4 * error)
    assert [s.std() for s in sums] == pytest.approx([deviation] * 2, rel=0.05)


def test_clipping_leaves_the_canary_its_direction_in_groups():
    pair = neighbours(GROUPED, batch_size=2, dimension=5)
    left = bounded(pair.present, GROUPED)
    assert left[0] == pytest.approx(GROUPED.bound * pair.direction)
    assert left[1] == pytest.approx(-GROUPED.bound * pair.direction)
    assert np.linalg.norm(pair.direction) == pytest.approx(1)


def test_noise_that_repeats_cancels():
    order, noise = signs(16), np.random.default_rng(0).normal(size=8)
    assert order[:8].tolist() == [1, -1, -1, 1, -1, 1, 1, -1]
    for repeated in (np.ones(16), np.tile(noise, 2), np.repeat(noise, 2)):
        assert order @ repeated == pytest.approx(0, abs=1e-12)


def test_others_that_are_zero_miss_a_clip_of_the_mean():
    claim = Claim(8.0, 1e-5, iterations=2)
    step = audits.clip_of_the_mean(audits.needed(claim))
    found = audit(step, claim, clip=1.0, draws=400, other_records="zero")
    assert not found.exceeded


def test_on_batches_a_step_is_seen_and_the_run_is_composed():
    claim = Claim(8.0, 1e-5, iterations=100, batch_size=10, n=100)
    found = audit(audits.dp_sgd(1.0), claim, dimension=2, draws=20_000)
    assert found.observed == 1
    assert found.mu == pytest.approx(1.0, abs=0.08)
    assert 0.85 * found.account < found.gaussian.epsilon < found.account
    assert found.plain.epsilon < found.gaussian.epsilon


def test_noise_on_the_mean_is_seen_to_spend_nothing():
    """A thousand times the noise of the sum."""
    claim = Claim(2.0, 1e-5, batch_size=1000)
    found = audit(audits.dp_sgd(3.6, on="mean"), claim, dimension=1, draws=2000)
    assert found.epsilon == 0
    assert found.account < 1e-3


def test_without_noise_the_account_is_infinite():
    found = audit(audits.dp_sgd(0.0), Claim(2.0, 1e-5), draws=1000)
    assert found.account == math.inf
    assert found.exceeded


def test_the_seed_determines_the_answer():
    claim, method = Claim(2.0, 1e-5), audits.dp_sgd(2.0)
    first, again, other = (audit(method, claim, draws=500, seed=s) for s in (5, 5, 6))
    assert first == again != other


def test_progress_is_reported():
    heard = []
    audit(audits.dp_sgd(1.0), Claim(1.0, 1e-5), draws=500, report=lambda *of: heard.append(of))
    assert heard == [("draws", 0, 500)]
