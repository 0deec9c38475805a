"""The cost of choosing: laws and profiles against exact enumeration, the worst order of scores."""

import math
from itertools import permutations

import numpy as np
import pytest
from scipy.special import gammaln

from dptheory.privacy.release import release_epsilon
from dptheory.privacy.renyi import ORDERS
from dptheory.privacy.selection import (
    NegativeBinomial,
    Poisson,
    renyi_choice,
    selection_epsilon,
    three_blocks,
)

LAWS = (
    NegativeBinomial(4.0),
    NegativeBinomial(3.0, 0.0),
    NegativeBinomial(2.5, -0.5),
    NegativeBinomial(6.0, 3.0),
    Poisson(3.0),
    Poisson(0.4),
)


def weights(law, most=4000):
    """The probabilities of K = 0, ..., most - 1."""
    k = np.arange(1, most)
    if isinstance(law, Poisson):
        logs = k * math.log(law.mean) - law.mean - gammaln(k + 1)
        return np.append(math.exp(-law.mean), np.exp(logs))
    left = math.log(-math.expm1(-law.decay))
    if law.shape == 0:
        return np.append(0.0, np.exp(k * left) / k / law.decay)
    sizes = np.exp(gammaln(k + law.shape) - gammaln(k + 1) - gammaln(abs(law.shape)) + k * left)
    return np.append(0.0, sizes / sizes.sum()) if law.shape < 0 else _by_gamma(law, sizes)


def _by_gamma(law, sizes):
    return np.append(0.0, sizes / math.expm1(law.shape * law.decay))


def best(chances, law):
    """The chances of what is chosen, outcomes from the best score on: the k-th powers, summed."""
    below = np.append(np.cumsum(chances[::-1])[::-1], 0.0)
    p = weights(law)
    powers = np.array([p @ (min(x, 1.0) ** np.arange(len(p))) for x in below])
    return powers[:-1] - powers[1:]


def delta_at(p, q, eps):
    """The larger hockey-stick divergence."""
    return max(
        np.maximum(p - math.exp(eps) * q, 0).sum(), np.maximum(q - math.exp(eps) * p, 0).sum()
    )


def account_of(p, q):
    """delta -> the least eps, by bisection from above."""

    def account(delta):
        if delta_at(p, q, 0.0) <= delta:
            return 0.0
        low, high = 0.0, 60.0
        while high - low > 1e-12:
            middle = (low + high) / 2
            low, high = (low, middle) if delta_at(p, q, middle) <= delta else (middle, high)
        return high

    return account


@pytest.mark.parametrize("law", LAWS)
def test_laws_are_those_of_their_weights(law):
    p = weights(law)
    assert p.sum() == pytest.approx(1, abs=1e-9)
    assert p @ np.arange(len(p)) == pytest.approx(law.mean, rel=1e-8)
    chances = np.array([0.2, 0.05, 0.45, 0.3])
    above = np.append(0.0, np.cumsum(chances)[:-1])
    found = [law.chance(a, c) for a, c in zip(above, chances, strict=True)]
    np.testing.assert_allclose(found, best(chances, law), rtol=1e-8, atol=1e-12)


def test_a_law_whose_gamma_is_3e_18_keeps_its_digits():
    law = NegativeBinomial(50.0, -0.9)
    assert 1 - math.exp(-law.decay) == 1.0
    assert law.chance(0.0, 1e-30) == pytest.approx(50e-30, rel=1e-9)
    assert law.chance(0.0, 1.0) == pytest.approx(1, rel=1e-12)
    assert law.chance(0.25, 0.5) + law.chance(0.75, 0.25) < 1


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("answer", [0.55, 0.75, 0.95])
def test_randomised_response_never_costs_more(law, answer):
    p, q = np.array([answer, 1 - answer]), np.array([1 - answer, answer])
    for delta in (1e-9, 1e-3, 0.05):
        eps = selection_epsilon(account_of(p, q), delta, law)
        for order in ([0, 1], [1, 0]):
            assert delta_at(best(p[order], law), best(q[order], law), eps) <= delta * (1 + 1e-7)


@pytest.mark.parametrize("law", LAWS)
def test_no_order_of_the_scores_of_a_finite_law_costs_more(law):
    rng = np.random.default_rng(5)
    for _ in range(3):
        p = rng.dirichlet(np.full(4, 0.7))
        q = rng.dirichlet(np.full(4, 0.7)) * 0.3 + p * 0.7
        account, delta = account_of(p, q), 10 ** rng.uniform(-6, -1.5)
        eps = selection_epsilon(account, delta, law)
        for order in permutations(range(4)):
            found = best(p[list(order)], law), best(q[list(order)], law)
            assert delta_at(*found, eps) <= delta * (1 + 1e-7)
        # Two outcomes with one score: what is chosen among them has their own chances.
        tied = np.array([p[0] + p[1], p[2], p[3]]), np.array([q[0] + q[1], q[2], q[3]])
        chosen = [best(x, law) for x in tied]
        split = [
            np.concatenate([c[0] * x[:2] / x[:2].sum(), c[1:]])
            for c, x in zip(chosen, (p, q), strict=True)
        ]
        assert delta_at(*split, eps) <= delta * (1 + 1e-7)


@pytest.mark.parametrize("multiplier", [0.8, 4.0])
@pytest.mark.parametrize(
    "law", [NegativeBinomial(10.0), NegativeBinomial(50.0, 0.0), Poisson(10.0)]
)
def test_gaussian_releases_between_the_worst_blocks_and_the_divergences(law, multiplier):
    def account(delta):
        return release_epsilon(multiplier, delta)

    def divergence(order):
        return order / (2 * multiplier**2)

    upper = selection_epsilon(account, 1e-6, law)
    lower = three_blocks(1 / multiplier, 1e-6, law)
    assert account(1e-6) < lower <= upper < 1.1 * lower
    assert upper <= renyi_choice(divergence, account, 1e-6, law, ORDERS[::3])


def test_the_choice_is_never_below_the_form_that_is_minimised_over_h():
    law, z = NegativeBinomial(20.0), 2.0
    found = selection_epsilon(lambda delta: release_epsilon(z, delta), 1e-6, law)
    alone = release_epsilon(z, 1e-6 / 20)
    printed = min(
        alone + 2 * math.log(math.exp(release_epsilon(z, d)) + law.odds * d)
        for d in np.geomspace(1e-6, 0.3, 40)
    )
    assert alone < found < printed


def test_limits():
    def account(delta):
        return release_epsilon(1.0, delta)

    # Hardly ever a second run, and hardly ever one at all.
    assert selection_epsilon(account, 1e-5, NegativeBinomial(1 + 1e-9)) == pytest.approx(
        account(1e-5), rel=1e-4
    )
    assert selection_epsilon(account, 1e-5, Poisson(1e-6)) == 0.0
    assert selection_epsilon(lambda _: math.inf, 1e-5, NegativeBinomial(2.0)) == math.inf
    assert selection_epsilon(lambda _: math.inf, 1e-5, Poisson(2.0)) == math.inf
    assert selection_epsilon(lambda _: 0.0, 1e-5, NegativeBinomial(9.0)) < 1e-4
    # Pure privacy: three times the budget, less what h saves.
    assert 2.0 < selection_epsilon(lambda _: 1.0, 1e-5, NegativeBinomial(10.0)) <= 3 + 1e-9


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: NegativeBinomial(1.0), "mean number of candidates must be above 1"),
        (lambda: NegativeBinomial(2.0, -1.0), "shape must be above -1"),
        (lambda: NegativeBinomial(50.0, -0.9999), "one that a gamma"),
        (lambda: Poisson(0.0), "mean number of candidates must be"),
        (lambda: selection_epsilon(lambda _: 1.0, 0.0, Poisson(1.0)), "delta must be in"),
        (lambda: three_blocks(1.0, 1.0, Poisson(1.0)), "delta must be in"),
    ],
)
def test_arguments_out_of_range_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
