"""Phases of a training and earlier runs on the same data, against values by other routes."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ndtr

from benchmarks.studies.by_draws import ByDraws
from benchmarks.studies.grid_free import Kind, reference
from benchmarks.studies.laplace_losses import LaplaceLosses
from dptheory import Release, Run, Sampling, epsilon
from dptheory.errors import ArgumentError
from dptheory.privacy import GaussianSchedule, Neighbouring, schedule_epsilon
from dptheory.privacy.phases import phases_epsilon

DELTA = 1e-5
ADD, REPLACE = Neighbouring.ADD_OR_REMOVE_ONE, Neighbouring.REPLACE_ONE


def gaussian(mu: float, eps: float) -> float:
    """The profile of one Gaussian release, the textbook's formula."""
    return float(ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu))


def inverse(delta_of, delta: float = DELTA) -> float:
    return float(brentq(lambda eps: delta_of(eps) - delta, 1e-9, 50))


def test_phases_on_all_data_are_one_gaussian_release() -> None:
    runs = [Run(100, 100, iterations=9), Run(100, 100, iterations=16)]
    for sampling, moved in ((Sampling.POISSON, 1), (Sampling.WITHOUT_REPLACEMENT, 2)):
        found = epsilon(runs, [Release(6.0, sampling), Release(4.0, sampling)], DELTA)
        mu = moved * math.hypot(3 / 6, 4 / 4)
        assert found == pytest.approx(inverse(lambda eps, mu=mu: gaussian(mu, eps)), rel=1e-9)


def test_a_release_on_all_data_and_one_on_a_batch_by_an_integral() -> None:
    """Given the loss y of the full release, the batch's profile at eps - y is averaged."""
    q, z, mu = 0.2, 1.5, 0.7
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    losses = mu * mu / 2 + mu * nodes
    weights = weights / math.sqrt(2 * math.pi)
    x = np.linspace(-12, 12 + 1 / z, 8001)
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    loss = np.log1p(q * np.expm1(x / z - 1 / (2 * z * z)))

    def removed(eps: float) -> float:
        return sum(
            w * np.trapezoid(density * np.maximum(np.exp(loss) - math.exp(eps - y), 0), x)
            for w, y in zip(weights, losses, strict=True)
        )

    def added(eps: float) -> float:
        return sum(
            w * np.trapezoid(density * np.maximum(1 - np.exp(eps - y + loss), 0), x)
            for w, y in zip(weights, losses, strict=True)
        )

    runs = [GaussianSchedule(5, 5, [1 / mu]), GaussianSchedule(5, 1, [z])]
    found = phases_epsilon(runs, 1e-3, neighbouring=ADD)
    truth = max(brentq(lambda eps, d=d: d(eps) - 1e-3, 1, 4, xtol=1e-6) for d in (removed, added))
    assert truth <= found <= truth * 1.002


def test_phases_of_one_rate_are_one_schedule() -> None:
    run = Run(1000, 50, iterations=30)
    whole = epsilon(Run(1000, 50, iterations=60), Release([2.0] * 30 + [3.0] * 30), DELTA)
    assert epsilon([run, run], [Release(2.0), Release(3.0)], DELTA) == whole
    assert epsilon([run, run], [Release(2.0)] * 2, DELTA) == epsilon(
        Run(1000, 50, iterations=60), Release(2.0), DELTA
    )


@pytest.mark.parametrize("neighbouring", [ADD, REPLACE])
def test_rates_that_nearly_agree_cost_as_one_rate(neighbouring: Neighbouring) -> None:
    one = schedule_epsilon(
        GaussianSchedule(10**9, 10**7, [1.0], [400]), DELTA, neighbouring=neighbouring
    )
    parts = [GaussianSchedule(10**9, b, [1.0], [200]) for b in (10**7, 10**7 + 1)]
    found = phases_epsilon(parts, DELTA, neighbouring=neighbouring)
    assert one * (1 - 1e-4) <= found <= one * 1.002


@pytest.mark.parametrize("k", [1, 3])
def test_phases_of_users_by_rates_that_nearly_agree(k: int) -> None:
    runs = [Run(10**9, b, iterations=100) for b in (10**7, 10**7 + 1)]
    release = Release(2.0, records_per_user=k)
    one = epsilon(Run(10**9, 10**7, iterations=200), release, DELTA)
    found = epsilon(runs, [release] * 2, DELTA)
    assert one * (1 - 1e-4) <= found <= one * 1.002


def test_phases_leak_more_than_each_and_less_than_their_sum() -> None:
    runs = [Run(50000, 256, epochs=2), Run(50000, 1024, epochs=3)]
    releases = [Release(1.0), Release(0.9)]
    alone = [epsilon(run, one, DELTA) for run, one in zip(runs, releases, strict=True)]
    found = epsilon(runs, releases, DELTA)
    assert max(alone) < found < sum(alone)
    assert found == epsilon(runs[::-1], releases[::-1], DELTA)


def test_phases_at_their_ends() -> None:
    rare = [GaussianSchedule(10**7, b, [1.0]) for b in (1, 2)]
    assert phases_epsilon(rare, DELTA, neighbouring=ADD) == 0
    steep = [GaussianSchedule(100, b, [0.001]) for b in (1, 50)]
    assert phases_epsilon(steep, DELTA, neighbouring=ADD) == pytest.approx(1e6, rel=1e-2)


def test_phases_whose_loss_is_one_number_but_where_the_record_is_drawn() -> None:
    """In doubles, with it added: its deviation is 0 there."""
    phases = [
        GaussianSchedule(10**6, b, [z], [T]) for b, z, T in ((3325, 0.0102, 2), (17000, 0.0153, 3))
    ]
    alone = [schedule_epsilon(one, 1e-6, neighbouring=ADD) for one in phases]
    found = phases_epsilon(phases, 1e-6, neighbouring=ADD)
    assert found == pytest.approx(max(alone), rel=0.02)  # of the steepest, once


@pytest.mark.parametrize(
    ("releases", "words"),
    [
        ([Release()], "release must be one for each of the runs. Found 1 releases of 2 runs."),
        ([Release(), Release(1, Sampling.SHUFFLED)], "of one sampling and records_per_user"),
        ([Release(), Release(records_per_user=2)], "of one sampling and records_per_user"),
    ],
)
def test_releases_that_do_not_go_together(releases: list[Release], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        epsilon([Run(10, 5, 1), Run(10, 2, 1)], releases, DELTA)


def test_an_inversion_in_balls_certifies_phases_and_users_and_no_less() -> None:
    """The third reference of ``benchmarks.studies.accounts_beside``."""
    phases = [Run(10**4, 1000, iterations=20), Run(10**4, 100, iterations=100)]
    twice = epsilon(phases, [Release(1.0), Release(1.5)], DELTA)
    users = epsilon(Run(10**4, 1000, iterations=5), Release(3.0, records_per_user=3), DELTA)
    for found, kinds in (
        (twice, [Kind(0.1, 1.0, 20), Kind(0.01, 1.5, 100)]),
        (users, [Kind(0.1, 3.0, 5, 3)]),
    ):
        of_delta = reference("removed", kinds, DELTA, found)
        assert float(of_delta.log_delta(found).upper()) < math.log(DELTA)
        assert float(of_delta.log_delta(found * 0.998).lower()) > math.log(DELTA)
        assert of_delta.epsilon(DELTA, found) <= found <= of_delta.epsilon(DELTA, found) * 1.001
    alone = reference("removed", [Kind(1.0, 2.0, 4)], DELTA, 4.0)
    assert alone.epsilon(DELTA, 4.0) == pytest.approx(inverse(lambda eps: gaussian(1.0, eps)))


def test_a_sum_over_draws_has_the_truth_of_one_step_and_an_account_of_six_in_its_ball() -> None:
    """One step: delta of the batch is q that of all data, at ln(1 + (e^eps - 1) / q)."""
    q, z = 0.3, 0.08
    for eps in (2.0, 40.0, 90.0):
        whole = math.log1p(math.expm1(eps) / q)
        ball = ByDraws((Kind(q, z, 1),)).log_delta(eps)
        assert float(ball.rad()) < 1e-3
        assert abs(float(ball.mid()) - math.log(q * gaussian(1 / z, whole))) <= float(ball.rad())
    delta, run = 3.58e-8, Run(10**6, 67782, iterations=6)
    found = epsilon(run, Release(0.0586), delta)
    six = ByDraws((Kind(0.067782, 0.0586, 6),))
    assert float(six.log_delta(found).upper()) < math.log(delta)
    assert float(six.log_delta(found * 0.9998).lower()) > math.log(delta)
    assert six.epsilon(delta, found) <= found <= six.epsilon(delta, found) * 1.0002


def test_losses_that_dominate_those_of_laplace_noise_are_an_integral_s_from_above() -> None:
    """Two steps, beyond the largest loss of one: the second in closed form, given the first."""
    q, u = 0.4, 1.3

    def of_one(eps: np.ndarray) -> np.ndarray:
        return q * -np.expm1(np.minimum(0, (np.log1p(np.expm1(eps) / q) - u) / 2))

    most = math.log1p(q * math.expm1(u))
    nodes, weights = np.polynomial.legendre.leggauss(400)
    for eps in (1.2 * most, 1.99999 * most):
        # An outcome counts where eps less its loss is below the largest loss.
        start = (1 + math.log1p(math.expm1(eps - most) / q) / u) / 2
        x = start + (1 - start) * (nodes + 1) / 2
        density = ((1 - q) * np.exp(-u * x) + q * np.exp(u * (x - 1))) * u / 2
        losses = np.log1p(q * np.expm1(u * (2 * x - 1)))
        atom = ((1 - q) * math.exp(-u) + q) / 2
        truth = atom * float(of_one(np.asarray(eps - most)))
        truth += (1 - start) / 2 * float(weights @ (density * of_one(eps - losses)))
        above = float(LaplaceLosses(q, 1 / u, 2).log_delta(eps).mid()) - math.log(truth)
        assert -1e-8 < above < 1e-6
