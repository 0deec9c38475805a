"""Accounting by privacy loss distributions: exact cases, upper bounds, refusals."""

import itertools
import math

import numpy as np
import pytest
from dp_accounting.pld.privacy_loss_distribution import from_laplace_mechanism
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ndtr
from scipy.stats import binom, gamma, norm

from dptheory.allocation import laplace
from dptheory.planning import Release, Run, epsilon
from dptheory.privacy import LaplaceSteps, Neighbouring, accounting, laplace_guarantee

REPLACE = {"neighbouring": Neighbouring.REPLACE_ONE}


def steps(thetas: list[float], n: int = 10, m: int = 10) -> LaplaceSteps:
    """Releases with these budgets within the batch."""
    return LaplaceSteps(float(m), tuple(1 / theta for theta in thetas), n, m)


def single(eps: float, shift: float) -> float:
    """delta(eps) of one coordinate by quadrature."""

    def excess(x: float) -> float:
        return max(0.0, math.exp(-abs(x)) - math.exp(eps - abs(x - shift))) / 2

    breaks = sorted([0.0, shift, (shift - eps) / 2, (shift + eps) / 2])
    return float(quad(excess, -40, 40 + shift, points=breaks, limit=400)[0])


@pytest.mark.parametrize("eps", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("shift", [0.5, 1.2, 4.0])
def test_one_release_is_exact(eps, shift):
    delta = accounting.laplace_delta(steps([shift]), eps, **REPLACE)
    assert delta >= single(eps, shift) - 1e-9
    assert delta == pytest.approx(single(eps, shift), abs=1e-4)


@pytest.mark.parametrize("q", [0.1, 0.5])
def test_sampling_covers_mixtures(q):
    # The batch without the record gives 0; with it +-1/2 (in units of the noise), or the same side.
    x = np.linspace(-40.0, 40.0, 160001)
    run = steps([1.0], 1000, round(1000 * q))
    for ends in ((1.0, 0.0), (0.5, -0.5), (0.0, 1.0)):
        p, r = ((1 - q) * np.exp(-abs(x)) / 2 + q * np.exp(-abs(x - s)) / 2 for s in ends)
        for eps in (0.0, 0.05, 0.2):
            delta = float(np.sum(np.maximum(p - math.exp(eps) * r, 0.0))) * (x[1] - x[0])
            assert delta <= accounting.laplace_delta(run, eps, **REPLACE) + 1e-6


def test_composition_agrees_with_the_library():
    ours = accounting.laplace_epsilon(steps([0.1] * 50), 1e-6, **REPLACE)
    theirs = from_laplace_mechanism(10.0, value_discretization_interval=1e-5).self_compose(50)
    assert ours == pytest.approx(theirs.get_epsilon_for_delta(1e-6), rel=1e-4)


def test_two_releases_are_close_to_the_exact_convolution():
    # The loss of one release: +-theta with an atom each, continuous between.
    theta, eps, count = 0.8, 0.5, 200001
    edges = np.linspace(-theta, theta, count)
    loss = (edges[:-1] + edges[1:]) / 2
    mass = 0.25 * np.exp((loss - theta) / 2) * (edges[1] - edges[0])
    losses = np.concatenate([[-theta], loss, [theta]])
    masses = np.concatenate([[0.5 * math.exp(-theta)], mass, [0.5]])
    assert masses.sum() == pytest.approx(1.0, abs=1e-9)
    within = (eps - losses).clip(-theta, theta)
    one = np.where(within >= 0, -np.expm1((within - theta) / 2), 0.0)
    back = -np.expm1(within) - np.exp(within) * np.expm1((-within - theta) / 2)
    below = -np.expm1(eps - losses)  # every loss exceeds the rest
    one = np.where(eps - losses < -theta, below, np.where(within < 0, back, one))
    exact = float(np.sum(masses * one))
    delta = accounting.laplace_delta(steps([theta, theta]), eps, **REPLACE)
    assert delta == pytest.approx(exact, abs=1e-5)
    assert delta >= exact - 1e-9


@pytest.mark.parametrize("m", [10**5, 1000])
def test_composition_never_exceeds_the_sum(m):
    weights = 0.97 ** np.arange(100)[::-1]
    schedule = laplace(weights, 1.0, sensitivity=40.0, n=10**5, batch_size=m)
    run = LaplaceSteps(40.0, tuple(schedule.scales), 10**5, m)
    total = float(laplace_guarantee(run, **REPLACE).epsilon)
    eps = [accounting.laplace_epsilon(run, delta, **REPLACE) for delta in (0.0, 1e-8, 1e-6, 1e-3)]
    assert eps[0] == total
    assert all(a >= b for a, b in itertools.pairwise(eps))
    assert eps[2] < 0.5
    assert accounting.laplace_delta(run, total, **REPLACE) == 0
    assert accounting.laplace_delta(run, eps[2], **REPLACE) == pytest.approx(1e-6, rel=2e-2)


def test_a_tiny_delta_costs_less_than_the_sum_of_the_budgets():
    run = steps([0.01] * 100)
    total = float(laplace_guarantee(run, **REPLACE).epsilon)
    eps = [accounting.laplace_epsilon(run, delta, **REPLACE) for delta in (1e-30, 1e-15, 1e-11)]
    assert total > eps[0] > eps[1] > eps[2]
    assert accounting.laplace_epsilon(run, 1e-300, **REPLACE) <= total


def test_rounding_many_scales_only_adds_leak(monkeypatch):
    thetas = list(np.exp(np.random.default_rng(0).uniform(-6, -4, 120)))
    exact = accounting.laplace_epsilon(steps(thetas), 1e-6, **REPLACE)
    monkeypatch.setattr(accounting, "DISTINCT", 30)
    rounded = accounting.laplace_epsilon(steps(thetas), 1e-6, **REPLACE)
    alike = accounting.laplace_epsilon(steps([max(thetas)] * len(thetas)), 1e-6, **REPLACE)
    assert exact < rounded < 1.1 * exact < alike


@pytest.mark.parametrize(("eps", "delta"), [(0.1, 1e-6), (1.0, 1e-5), (8.0, 1e-9)])
def test_gaussian_budget_meets_its_profile(eps, delta):
    rho, logarithm = accounting.gaussian_rho(eps, delta), math.log(1 / delta)
    mu = math.sqrt(2 * rho)
    spent = ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)
    assert spent == pytest.approx(delta, rel=1e-6)
    # More than the usual conversion from zCDP allows.
    assert rho > (math.sqrt(logarithm + eps) - math.sqrt(logarithm)) ** 2


@pytest.mark.parametrize(("q", "theta", "T"), [(0.01, 0.5, 1000), (0.3, 0.3, 50), (1.0, 0.1, 100)])
def test_laplace_noise_on_poisson_batches_beside_dp_accounting(q: float, theta: float, T: int):
    b = round(1000 * q)
    run = LaplaceSteps(1.0, (1 / (b * theta),) * T, 1000, b)
    found = accounting.laplace_epsilon(run, 1e-5, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
    theirs = from_laplace_mechanism(
        1 / theta, sampling_prob=q, value_discretization_interval=1e-4
    ).self_compose(T)
    assert found == pytest.approx(theirs.get_epsilon_for_delta(1e-5), rel=1e-3)


def test_one_laplace_release_on_a_poisson_batch_by_its_profile():
    """Removed, the profile is q(1 - e^((x - theta)/2)) at x = ln(1 + (e^eps - 1)/q)."""
    q, theta, delta = 0.2, 1.0, 0.01
    run = LaplaceSteps(1.0, (1 / (200 * theta),), 1000, 200)
    found = accounting.laplace_epsilon(run, delta, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
    x = theta + 2 * math.log1p(-delta / q)
    truth = math.log1p(q * math.expm1(x))
    assert truth <= found <= truth * 1.001


def test_laplace_releases_of_a_large_budget_on_poisson_batches_in_closed_form():
    """All batches have the record: the loss is its largest value less 2 Gamma(j), j binomial."""
    q, theta, T, delta = 0.084413, 296.89, 3, 5.756e-5
    run = LaplaceSteps(1.0, (1 / (84413 * theta),) * T, 10**6, 84413)
    found = accounting.laplace_epsilon(run, delta, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
    top = T * (theta + math.log(q))

    def above(eps: float) -> float:
        c = top - eps
        total = -math.expm1(-c) / 8
        for j in (1, 2, 3):
            weight = math.comb(3, j) / 8
            part = quad(lambda d, j=j: gamma.pdf(d, j, scale=2) * -math.expm1(d - c), 0, c)[0]
            total += weight * part
        return q**T * total

    truth = brentq(lambda eps: above(eps) - delta, top - 20, top - 1e-6)
    assert truth <= found <= truth * 1.001


@pytest.mark.parametrize("q", [0.003, 0.5, 1.0])
@pytest.mark.parametrize("theta", [700.0, 750.0, 999.0])
def test_budgets_beyond_the_exponents_of_floats_are_accounted_for(q: float, theta: float):
    run = steps([theta] * 15, 1000, int(1000 * q))
    removed = accounting.laplace_epsilon(run, 1e-6, neighbouring=Neighbouring.ADD_OR_REMOVE_ONE)
    assert theta <= removed <= laplace_guarantee(run, **REPLACE).epsilon


def test_a_large_gaussian_budget_on_poisson_batches_by_the_steps_that_have_the_record():
    """dp-accounting's optimistic side is above this: 849.597 and, ten times finer, 850.147."""
    q, z, T, delta = 0.125, 0.07512, 10, 3e-9

    def excess(eps: float) -> float:
        found = 0.0
        for k in range(1, T + 1):  # 1 - q is nothing beside q e^(x/z - 1/(2z^2)), nor that without
            mean = k * (0.5 / z**2 + math.log(q)) + (T - k) * math.log1p(-q)
            sd = math.sqrt(k) / z
            above = norm.sf((eps - mean) / sd)
            weighed = math.exp(eps - mean + sd**2 / 2 + norm.logsf((eps - mean) / sd + sd))
            found += binom.pmf(k, T, q) * (above - weighed)
        return found - delta

    exact = brentq(excess, 100, 1000)
    ours = epsilon([Run(10**6, 125_000, iterations=T)], [Release(z)], delta)
    assert exact <= ours <= exact * 1.0002
