"""What a run leaks by its release, and the noise that spends a budget: one door for each."""

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from dptheory import Budget, Release, Run, Sampling, allocate, calibrate, epsilon, plan
from dptheory.allocation import gaussian, laplace
from dptheory.planning.accounts import Accountant, spent
from dptheory.planning.users import group_epsilon
from dptheory.privacy import (
    GaussianSchedule,
    NegativeBinomial,
    Neighbouring,
    schedule_epsilon,
    selection_epsilon,
)
from dptheory.privacy.release import release_epsilon

DELTA = 1e-5
RUN = Run(n=1000, batch_size=50, epochs=2)
SLOPE = [2 + t / RUN.iterations for t in range(RUN.iterations)]
SCHEMES = list(Sampling)


def test_a_run_has_epochs_or_iterations() -> None:
    run = Run(60000, 256, iterations=4700)
    assert run == Run(60000, 256, epochs=20)
    assert (run.epochs, run.per_epoch, run.passes) == (20, 235, 20)
    begun = Run(100, 64, iterations=3)
    assert (begun.epochs, begun.iterations, begun.passes) == (Fraction(3, 2), 3, 2)
    assert replace(begun, drop_last=True).iterations == 2
    assert Run(100, 64, iterations=3, drop_last=True).epochs == 3


@pytest.mark.parametrize("sampling", SCHEMES)
def test_a_schedule_of_equal_noise_is_constant_noise(sampling: Sampling) -> None:
    one = epsilon(RUN, Release(2.0, sampling), DELTA)
    equal = [2.0] * RUN.iterations
    assert epsilon(RUN, Release(equal, sampling), DELTA) == one
    # By the way of a schedule: two kinds of releases, which nearly are one.
    nearly = Release([*equal[:-1], 2.0 + 1e-9], sampling)
    assert nearly.constant is None
    assert epsilon(RUN, nearly, DELTA) == pytest.approx(one, rel=2e-3)


@pytest.mark.parametrize("sampling", SCHEMES)
def test_a_schedule_leaks_between_its_least_and_its_largest_noise(sampling: Sampling) -> None:
    found = epsilon(RUN, Release(SLOPE, sampling), DELTA)
    ends = [epsilon(RUN, Release(z, sampling), DELTA) for z in (max(SLOPE), min(SLOPE))]
    assert ends[0] < found < ends[1]


def test_batches_without_replacement_move_the_sum_twice_as_far() -> None:
    half = GaussianSchedule(1000, 50, [z / 2 for z in SLOPE])
    found = epsilon(RUN, Release(SLOPE, Sampling.WITHOUT_REPLACEMENT), DELTA)
    assert found == schedule_epsilon(half, DELTA, neighbouring=Neighbouring.REPLACE_ONE)


def test_an_epoch_that_is_shuffled_has_its_least_noise() -> None:
    run = Run(n=6, batch_size=2, iterations=5)
    found = epsilon(run, Release([7, 3, 9, 8, 4], Sampling.SHUFFLED), DELTA)
    together = 1 / math.hypot(2 / 3, 2 / 4)
    assert found == pytest.approx(release_epsilon(together, DELTA), rel=1e-12)


def test_users_with_several_records() -> None:
    shuffled = Release(SLOPE, Sampling.SHUFFLED, records_per_user=4)
    apart = Release([z / 4 for z in SLOPE], Sampling.SHUFFLED)
    assert epsilon(RUN, shuffled, DELTA) == epsilon(RUN, apart, DELTA)
    fixed = Release([40 * z for z in SLOPE], Sampling.WITHOUT_REPLACEMENT)
    group = group_epsilon(partial(epsilon, RUN, fixed), DELTA, 2)
    assert epsilon(RUN, replace(fixed, records_per_user=2), DELTA) == group


@pytest.mark.parametrize("sampling", SCHEMES)
def test_the_older_doors_lead_to_the_same(sampling: Sampling) -> None:
    exact = Accountant.EXACT if sampling is Sampling.SHUFFLED else Accountant.LOSS
    found = spent(RUN, 2.0, DELTA, sampling, exact)
    assert found == epsilon(RUN, Release(2.0, sampling), DELTA)
    users = Release(9.0, sampling, records_per_user=3)
    equal = Release([9.0] * RUN.iterations, sampling, records_per_user=3)
    assert epsilon(RUN, equal, DELTA) == epsilon(RUN, users, DELTA)


def test_the_best_of_several_candidates() -> None:
    one, law = Release(30.0, Sampling.SHUFFLED), NegativeBinomial(mean=10)
    found = epsilon(RUN, replace(one, candidates=law), DELTA)
    assert found == selection_epsilon(partial(epsilon, RUN, one), DELTA, law)
    assert found > epsilon(RUN, one, DELTA)


SCALED = {
    "poisson": Release(),
    "without replacement, a schedule": Release(SLOPE, Sampling.WITHOUT_REPLACEMENT),
    "shuffled, a schedule": Release(SLOPE, Sampling.SHUFFLED),
    "users": Release(records_per_user=3),
    "candidates": Release(SLOPE, Sampling.SHUFFLED, candidates=NegativeBinomial(mean=10)),
}


@pytest.mark.parametrize("release", SCALED.values(), ids=SCALED)
def test_a_calibrated_release_spends_its_budget(release: Release) -> None:
    found = calibrate(RUN, Budget(3, DELTA), release)
    assert 3 * (1 - 1e-3) < epsilon(RUN, found, DELTA) <= 3
    if isinstance(found.noise_multiplier, tuple) and isinstance(release.noise_multiplier, tuple):
        pairs = zip(found.noise_multiplier, release.noise_multiplier, strict=True)
        factors = [new / old for new, old in pairs]
        assert factors == pytest.approx([factors[0]] * len(factors))
    assert replace(found, noise_multiplier=release.noise_multiplier) == release


def test_a_budget_is_allocated_by_its_kind() -> None:
    data: dict[str, Any] = {"sensitivity": 1.0, "n": 100}
    pure = allocate([1, 8], Budget(3), batch_size=50, sampling=Sampling.WITHOUT_REPLACEMENT, **data)
    assert pure.scales.tolist() == laplace([1, 8], 3, batch_size=50, **data).scales.tolist()
    for sampling in (Sampling.POISSON, Sampling.WITHOUT_REPLACEMENT):
        found = allocate([1, 8], Budget(3, DELTA), batch_size=100, sampling=sampling, **data)
        relation = sampling.neighbouring
        known = gaussian([1, 8], 3, DELTA, batch_size=100, neighbouring=relation, **data)
        assert found.scales.tolist() == known.scales.tolist()


def test_a_plan_of_a_run_already_done_needs_nothing() -> None:
    found = plan(RUN, Budget(None, DELTA), noise_multiplier=2.0)
    assert found.accounts[0].epsilon == epsilon(RUN, Release(2.0), DELTA)
    assert {row.needed for row in found.accounts} == {None}
    assert (found.adam, found.memory, found.users) == (None, None, ())
