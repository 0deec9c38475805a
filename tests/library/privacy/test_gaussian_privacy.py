"""Gaussian noise on batches: divergences, accounts between their limits, Theorem 1's conditions."""

import math
from dataclasses import replace

import numpy as np
import pytest
from dp_accounting.pld.privacy_loss_distribution import from_gaussian_mechanism
from dp_accounting.privacy_accountant import NeighboringRelation
from dp_accounting.rdp import RdpAccountant

from dptheory.privacy import Neighbouring, final_iterate_delta, rdp, renyi, smallest_noise
from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon, rdp_epsilon, theorem_27_epsilon
from verify.papers.lssgd.laboratory.calibration import LEAST_RATIO, Conditions, theorem_1

REPLACE = {"neighbouring": Neighbouring.REPLACE_ONE}
ADD = {"neighbouring": Neighbouring.ADD_OR_REMOVE_ONE}
MNIST = GaussianSteps(1.0, 0.42596510899007806, 50000, 128, 19531)
RUNS = (
    MNIST,
    GaussianSteps(2.0, 0.5, 1000, 20, 300),
    GaussianSteps(1.0, 0.3, 1000, 999, 100),
    GaussianSteps(1.0, 1.0, 10, 1, 1),
    GaussianSteps(1.0, 1.0, 1000, 1000, 100),
)

# Divergences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "z", "q"), [(2, 1.0, 0.1), (5, 1.5, 0.3), (12, 4.0, 0.7)])
def test_attained_divergence_is_the_binomial_sum(order: int, z: float, q: float) -> None:
    # E L^order of the attained pair, exactly: L = 1 - q + q R.
    moment = math.fsum(
        math.comb(order, i) * (1 - q) ** (order - i) * q**i * math.exp(i * (i - 1) / (2 * z**2))
        for i in range(order + 1)
    )
    exact, found = math.log(moment) / (order - 1), rdp.subsampled_lower(order, z, q, **REPLACE)
    # Order 2 of the other direction is the smaller one.
    assert found == pytest.approx(exact, rel=1e-9) if order == 2 else found >= exact * (1 - 1e-9)


@pytest.mark.parametrize(
    ("order", "z", "q"),
    [(1.001, 1.2, 0.1), (2, 1, 0.1), (3, 1.5**0.5, 0.018), (116, 27.3, 0.00256), (40, 1e4, 1e-3)],
)
def test_limits_are_ordered_and_settled(order: float, z: float, q: float) -> None:
    limits = rdp.subsampled_lower, rdp.subsampled_upper
    lower, upper = (limit(order, z, q, **REPLACE) for limit in limits)
    assert 0 < lower <= upper <= rdp.gaussian_divergence(order, z)
    finer = [limit(order, z, q, panel=0.25, **REPLACE) for limit in limits]
    assert finer == pytest.approx([lower, upper], rel=1e-9)
    bound = rdp.subsampled_bound(order, z, q)
    assert bound is None or upper < bound


@pytest.mark.parametrize(("z", "q"), [(9.5, 0.002), (968.0, 0.795), (1.7, 0.01)])
def test_limits_settle_at_orders_close_to_one(z: float, q: float) -> None:
    """Where the integrals are divided by nearly nothing."""
    for function in (rdp.subsampled_lower, rdp.subsampled_upper):
        near = function(1 + 1e-4, z, q, **REPLACE)
        for gap in (1e-6, 1e-9, 1e-14):
            assert function(1 + gap, z, q, **REPLACE) == pytest.approx(near, rel=1e-3)
    assert rdp.subsampled_lower(1 + 1e-14, z, q, **REPLACE) <= near


def test_all_data_and_overflow() -> None:
    assert rdp.subsampled_upper(7, 2.0, 1.0, **REPLACE) == rdp.gaussian_divergence(7, 2.0)
    assert rdp.subsampled_upper(500, 0.1, 0.5, **REPLACE) == math.inf
    assert rdp.subsampled_bound(20, 1.5**0.5, 0.1) is None
    assert rdp.subsampled_bound(4, 3.0, 0.1) is None  # alpha > z^2/4, ln[1/(q (1 + z^2))] = 0
    assert rdp.subsampled_bound(4, 4.0, 0.1) == pytest.approx(5 * 0.1**2 * 4 / 16)
    assert rdp.subsampled_bound(20, 0.1, 1) == pytest.approx(10 * rdp.gaussian_divergence(20, 0.1))


# Accounts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", RUNS, ids=str)
@pytest.mark.parametrize("delta", [1e-5, 1e-2])
def test_accounts_between_their_limits(steps: GaussianSteps, delta: float) -> None:
    (eps, renyi_eps), (poisson, renyi_poisson) = (
        [account(steps, delta, **relation) for account in (pld_epsilon, rdp_epsilon)]
        for relation in (REPLACE, ADD)
    )
    assert 0 < final_iterate_delta(steps, eps) <= delta * (1 + 1e-3)
    assert eps <= renyi_eps * (1 + 1e-3)
    assert poisson <= min(eps, renyi_poisson * (1 + 1e-3))
    assert renyi_eps <= theorem_27_epsilon(steps, delta) * (1 + 1e-9)


def test_runs_of_which_the_epsilon_is_known() -> None:
    eps = pld_epsilon(MNIST, 1e-5, **REPLACE)
    # The last iterate alone nearly spends the budget.
    assert final_iterate_delta(MNIST, eps) > 0.8e-5
    assert final_iterate_delta(MNIST, 0.97 * eps) > 1e-5
    steps = GaussianSteps(1.0, 2.0, 5, 5, 1)  # all data: multiplier 5
    library = from_gaussian_mechanism(5.0, value_discretization_interval=1e-5)
    expected = library.get_epsilon_for_delta(1e-5)
    assert pld_epsilon(steps, 1e-5, **REPLACE) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("T", "delta"), [(10**5, 1e-12), (10**5, 1e-10), (10**6, 1e-12), (10**6, 1e-9)]
)
def test_rounding_of_many_steps_is_covered(T: int, delta: float) -> None:
    steps = GaussianSteps(1.0, 0.4 * math.sqrt(T), 10, 1, T)
    eps = pld_epsilon(steps, delta, **REPLACE)
    assert final_iterate_delta(steps, eps) <= delta
    assert delta < 1e-9 or eps < rdp_epsilon(steps, delta, **REPLACE) * 0.99


@pytest.mark.parametrize("T", [1, 10**4])
def test_a_divergence_lost_in_rounding_is_not_privacy_for_free(T: int) -> None:
    steps = replace(MNIST, noise_std=1e6, iterations=T)  # delta of eps = 0 is above 1e-12
    for account in (pld_epsilon, rdp_epsilon):
        assert account(steps, 1e-12, **ADD) > 0


def test_poisson_orders_are_all_of_dp_accounting() -> None:
    rare = GaussianSteps(1.0, 0.02, 10**4, 10, 1000)
    assert rdp_epsilon(rare, 1e-5, **ADD) <= 74.6
    theirs = RdpAccountant(None, NeighboringRelation.ADD_OR_REMOVE_ONE)
    assert set(theirs.orders) <= set(renyi.ORDERS)


@pytest.mark.parametrize("q", [0.01, 0.4, 1.0])
def test_divergences_of_many_multipliers_are_those_of_each(q: float) -> None:
    z = np.array([0.05, 0.4, 1.0, 7.0, 300.0])
    for order in (1.1, 2.0, 33.0, 900.0):
        each = [rdp.subsampled_upper(order, x, q, **REPLACE) for x in z.tolist()]
        assert rdp.subsampled_uppers(order, z, q) == pytest.approx(np.array(each), rel=1e-12)


@pytest.mark.parametrize("relation", [REPLACE, ADD], ids=["replace", "add"])
def test_delta_of_ever_being_drawn_needs_no_noise(relation: dict[str, Neighbouring]) -> None:
    steps = GaussianSteps(1.0, 1e-9, 1000, 1, 10)
    drawn = 1 - 0.999**10
    assert steps.ever_drawn == pytest.approx(drawn, rel=1e-12)
    accounts = [pld_epsilon, rdp_epsilon]
    assert [account(steps, drawn * 1.001, **relation) for account in accounts] == [0, 0]
    assert all(account(steps, drawn * 0.999, **relation) > 10 for account in accounts)
    assert theorem_27_epsilon(steps, drawn * 1.001) == 0
    assert smallest_noise(lambda _: 0.0, 0.5, 1.0) == 0.0
    assert replace(steps, batch_size=1000).ever_drawn == 1


def test_smallest_noise_meets_the_budget() -> None:
    def epsilon(noise: float) -> float:
        return pld_epsilon(replace(MNIST, noise_std=noise), 1e-5, **REPLACE)

    noise = smallest_noise(epsilon, 0.2, 1.0)
    assert noise is not None
    assert epsilon(noise) <= 0.2 < epsilon(noise * (1 - 2e-4))
    assert noise == pytest.approx(0.09741, rel=1e-3)
    assert smallest_noise(lambda _: 1.0, 0.5, 1.0) is None
    # A start that is far too large does not make every noise enough.
    assert smallest_noise(lambda noise: 1 / noise, 0.5, 1e20) == pytest.approx(2, rel=2e-4)


# Theorem 1 --------------------------------------------------------------------------------------


def calibrated(n: int, batch: int, T: int, eps: float, **more: float):
    return theorem_1(n=n, batch=batch, iterations=T, lipschitz=1.0, eps=eps, delta=1e-5, **more)


def test_noise_is_the_printed_one_and_the_best_mu_has_the_least() -> None:
    mu, alpha = 0.3, math.log(1e5) / (0.7 * 0.2) + 1
    found = calibrated(50000, 128, 19531, 0.2, mu=mu)
    assert found.order == pytest.approx(alpha)
    assert found.noise**2 == pytest.approx(20 * 19531 * alpha / (mu * 50000**2 * 0.2))
    assert found.ratio == pytest.approx((found.noise * 64) ** 2)
    assert found.order_limit == pytest.approx(math.log(50000 / 128 / (1 + found.ratio)))
    best = calibrated(50000, 128, 19531, 0.2)
    assert (best.conditions, best.covered) == (Conditions.ORDER, True)
    grid = [calibrated(50000, 128, 19531, 0.2, mu=m).noise for m in np.linspace(0.01, 0.99, 99)]
    assert best.noise <= min(grid) <= best.noise * 1.001


@pytest.mark.parametrize(("T", "eps"), [(10**11, 2.0), (10**5, 2.0), (1, 2.0), (10**10, 1.5)])
def test_feasible_mu_is_the_best_of_a_grid(T: int, eps: float) -> None:
    found = calibrated(10**6, 1, T, eps)
    assert found.conditions is Conditions.FEASIBLE
    assert found.order <= found.order_limit * (1 + 1e-9)
    assert found.ratio >= LEAST_RATIO * (1 - 1e-9)
    grid = [calibrated(10**6, 1, T, eps, mu=float(m)) for m in np.geomspace(1e-12, 0.9, 300)]
    feasible = [c.noise for c in grid if c.conditions is Conditions.FEASIBLE]
    assert found.noise <= min(feasible) * (1 + 1e-9)


def test_conditions_at_a_given_mu() -> None:
    assert calibrated(10**6, 1, 1, 2.0, mu=0.5).conditions is Conditions.NOISE
    assert calibrated(50000, 128, 19531, 0.2, mu=0.5).conditions is Conditions.ORDER
    assert not calibrated(50000, 128, 19531, 1.0).covered
    assert calibrated(100, 100, 10, 1.0).covered  # all data: the divergence is known


@pytest.mark.parametrize("eps", [0.5, 1.0, 2.0])
def test_least_data_of_the_printed_conditions(eps: float) -> None:
    least = 2.5 * math.e * 1e5 ** (1 / eps)
    for factor in (1.05, 0.95):
        n = math.ceil(factor * least)
        found = {calibrated(n, 1, T, eps).conditions for T in (1, n, 100 * n)}
        assert (Conditions.FEASIBLE in found) == (factor > 1)


@pytest.mark.parametrize("eps", [0.1, 0.3])
def test_constant_in_the_mnist_settings(eps: float) -> None:
    found, q = calibrated(50000, 128, 19531, eps), MNIST.rate
    z, unit = math.sqrt(found.ratio), q**2 * found.order / found.ratio
    assert rdp.subsampled_lower(found.order, z, q, **REPLACE) / unit >= 0.5
    assert rdp.subsampled_upper(found.order, z, q, **REPLACE) / unit <= 0.523
