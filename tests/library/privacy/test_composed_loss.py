"""The composed loss: never below an inversion in balls, at any tilt; its laws and their errors."""

import itertools
import math
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from flint import acb, arb, ctx
from scipy.stats import binom

from benchmarks.studies.accounts import NAMED, Setting, measured
from benchmarks.studies.grid_free import SIDES
from dptheory.privacy import (
    GaussianSchedule,
    Neighbouring,
    laws,
    loss,
    schedule_delta,
    schedule_epsilon,
)
from dptheory.privacy import schedule as schedule_module
from dptheory.privacy.loss import Composed, Releases
from dptheory.privacy.release import release_delta, release_epsilon

POISSON, REPLACE = Neighbouring.ADD_OR_REMOVE_ONE, Neighbouring.REPLACE_ONE
BOTH = POISSON, REPLACE


def account(q: float, z: float, T: int, delta: float, relation: Neighbouring) -> float:
    """The account on batches of a data set of 10^8 records."""
    schedule = GaussianSchedule(10**8, round(10**8 * q), [z], [T])
    return schedule_epsilon(schedule, delta, neighbouring=relation)


def run(q: float, z: float, T: int, delta: float, side: loss.Side) -> Composed:
    """One side of a run."""
    return Releases(np.asarray([z]), np.asarray([T]), q).run(side, delta)


@pytest.mark.parametrize(
    ("setting", "eps"),
    [
        ((1e-6, 0.4, 10**6, 1e-8), (2.87599, 2.87680)),
        ((0.01, 1.0, 10**4, 1e-20), (13.8802, 16.9350)),
        ((0.01, 1.0, 10**4, 1e-30), (17.6356, 21.0169)),
        ((1e-4, 1.5, 10**8, 1e-9), (4.49371, 5.61217)),
    ],
)
def test_long_runs_and_tiny_deltas_have_the_epsilon_of_an_independent_composition(setting, eps):
    found = [account(*setting, relation) for relation in BOTH]
    assert found == pytest.approx(eps, rel=5e-4)


def test_one_release_is_its_profile():
    schedule = GaussianSchedule(10**7, 920, [891.0], [1])
    for relation in BOTH:
        found = schedule_epsilon(schedule, 4.2e-13, neighbouring=relation)
        assert found == pytest.approx(4.270159e-7, rel=2e-6)
        with mpmath.workdps(60):
            q, z, e = mpmath.mpf(schedule.rate), mpmath.mpf(891), mpmath.mpf(found)
            inner = mpmath.log1p(mpmath.expm1(e) / q)
            upper = mpmath.ncdf(1 / (2 * z) - inner * z)
            delta = q * (upper - mpmath.exp(inner) * mpmath.ncdf(-1 / (2 * z) - inner * z))
            assert 0.999 * 4.2e-13 < delta <= mpmath.mpf(4.2e-13)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "setting",
    [
        NAMED[1],
        NAMED[3],
        Setting(0.3, 0.7, 60, 1e-4),
        Setting(1e-8, 1e9, 10**8, 1e-30),
        Setting(1e-12, 2.0, 10**10, 1e-30),
    ],
)
def test_delta_at_the_epsilon_is_enough_in_balls(setting, side):
    found = measured(setting, side)
    assert found.certified
    assert found.holds


@pytest.mark.parametrize("share", [0.2, 0.6, 1.0, 2.0, 6.0])
@pytest.mark.parametrize(
    ("q", "z", "delta"), [(0.02, 0.8, 1e-6), (1e-5, 2.0, 1e-12), (0.7, 50, 1e-9)]
)
def test_every_tilt_is_an_upper_bound(share, q, z, delta):
    exact = release_epsilon(z, delta, q)
    one, goal = run(q, z, 1, delta, laws.replaced), math.log(delta)
    tilt = share * one._moments.tilt_of_eps(exact)
    tilted = one._tilted(tilt, exact, goal, 1e-4)
    assert tilted.log_delta(exact) >= goal - 1e-9
    assert share != 1 or tilted.log_delta(exact * 1.001) < goal


def test_errors_of_the_transform_are_within_their_bounds(monkeypatch):
    q, z, T, delta = 0.03, 1.1, 40, 1e-7
    composed = run(q, z, T, delta, laws.removed)
    tilt = composed._moments.tilt_of_delta(math.log(delta))
    found = loss._transform(composed, composed._moments.at(tilt), 3.0, 40, 1e-9)
    part = composed.laws[0].parts[0]
    monkeypatch.setattr(ctx, "prec", 120)

    def exact(theta: float) -> acb:
        def integrand(x: acb, analytic: bool) -> acb:
            gain = arb(q) * ((x - 1 / (2 * arb(z))) / arb(z)).expm1()
            power = acb(arb(tilt) + 1, theta)
            return ((1 + gain).log(analytic=analytic) * power - x * x / 2).exp()

        return acb.integral(integrand, acb(part.low), acb(part.high)) / (2 * arb.pi()).sqrt()

    for j in (1, 2, 3, 7, 20, 40):
        turned = acb(0, 3.0 * j * arb(found.centre)).exp()
        scaled = (exact(3.0 * j)) ** T * (-arb(found.log_moment)).exp() / turned
        error = abs(scaled - acb(complex(found.values[j])))
        assert float(error.upper()) <= found.errors[j] + found.log_error + 1e-20


@pytest.mark.parametrize("relation", BOTH)
def test_accounts_are_monotone(relation):
    z = [account(0.01, z, 1000, 1e-6, relation) for z in (0.5, 0.501, 0.7, 1.0, 1.001, 30.0)]
    T = [account(0.01, 1.0, T, 1e-6, relation) for T in (1, 2, 3, 100, 101, 10**6)]
    delta = [account(1e-4, 0.6, 500, d, relation) for d in (1e-30, 1e-18, 1e-9, 1e-7, 1e-3)]
    for falling in (z, T[::-1], delta):
        assert all(a >= b for a, b in itertools.pairwise(falling))


def test_poisson_costs_at_most_what_replacing_costs():
    rng = np.random.default_rng(5)
    for _ in range(12):
        q, z, T = 10 ** rng.uniform(-6, -0.1), 10 ** rng.uniform(-0.6, 3), 10 ** rng.uniform(0, 6)
        delta = 10 ** rng.uniform(-20, -3)
        poisson, replaced = (account(q, z, int(T), delta, relation) for relation in BOTH)
        assert poisson <= replaced


@pytest.mark.parametrize(
    ("setting", "factor"),
    [
        ((1e-8, 0.5, 10**4, 1e-25), 1.001),
        ((1e-6, 0.7, 10**3, 1e-20), 1.001),
        ((1e-7, 1.0, 10**5, 1e-30), 1.002),
    ],
)
def test_one_large_loss_decides_a_tiny_delta(setting, factor):
    q, z, T, delta = setting
    least = release_epsilon(z, delta / T, q)
    assert least <= account(*setting, REPLACE) <= factor * least


@pytest.mark.parametrize("T", [1, 10])
def test_rare_batches_with_little_noise_are_not_free(T):
    # Few jumps: one of them decides, and T of them cost about T times its delta.
    for relation in BOTH:
        found = account(1e-8, 0.2, T, 1e-9, relation)
        assert release_epsilon(0.2, 1e-9 / T * 1.0001, 1e-8) <= found
        assert found <= 1.01 * release_epsilon(0.2, 1e-9 / T * 0.999, 1e-8)


@pytest.mark.parametrize("relation", BOTH)
def test_delta_is_the_inverse_of_epsilon(relation):
    for q, z, T, delta in ((0.01, 1.0, 1000, 1e-6), (0.2, 3.0, 50, 1e-15)):
        schedule = GaussianSchedule(1000, round(1000 * q), [z, 2 * z], [T, T])
        eps = schedule_epsilon(schedule, delta, neighbouring=relation)
        found = schedule_delta(schedule, eps, neighbouring=relation)
        assert found == pytest.approx(delta, rel=2e-2)


def test_delta_is_exact_where_all_is_one_release_and_never_above_full_data() -> None:
    relation = Neighbouring.REPLACE_ONE
    whole = GaussianSchedule(1000, 1000, [1.5], [19])
    found = schedule_delta(whole, 30.0, neighbouring=relation)
    assert found == release_delta(whole.whole, 30.0) == pytest.approx(8.8207332102e-20, rel=1e-10)
    for eps in (30.0, 200.0):
        most = schedule_delta(whole, eps, neighbouring=relation)
        for batch in (500, 990):
            sampled = GaussianSchedule(1000, batch, [1.5], [19])
            assert schedule_delta(sampled, eps, neighbouring=relation) <= most


def test_multipliers_at_the_ends_have_an_answer():
    for relation in BOTH:
        little = account(0.1, 0.01, 5, 1e-5, relation)
        assert little == pytest.approx(5 * 0.5 * 0.01**-2, rel=0.5)
        assert account(0.1, 1e200, 5, 1e-5, relation) == 0
        assert 0 < account(0.1, 1e9, 5, 1e-30, relation) < 1e-6


def test_whoever_knows_when_the_record_is_drawn_pays_for_more_draws_from_delta():
    # At most k of the 50 releases have the record, but for a chance that delta gives up.
    delta, q, z, T = 1e-5, 0.1, 0.01, 50
    k = next(k for k in range(T) if binom.sf(k, T, q) <= delta / 4)
    left = delta - binom.sf(k, T, q)
    wanted = release_epsilon(z / math.sqrt(k), left)
    assert account(q, z, T, delta, REPLACE) == pytest.approx(wanted, rel=1e-11)
    more = release_epsilon(z / math.sqrt(k), delta + binom.sf(k, T, q))
    assert more < wanted * (1 - 1e-8)


def test_turns_are_bounded_by_two_at_every_level():
    rng = np.random.default_rng(1)
    for levels in (1, 2, 5, 16):
        masses, angles = rng.random(200), 10 ** rng.uniform(-12, 5, 200)
        angles[:5] = 0.0, 0.5, 1.0, 2.0, 5e-324
        each = [masses @ np.minimum(2.0**i * angles, 2) for i in range(levels)]
        assert loss._turned(masses, angles, levels) == pytest.approx(each, rel=1e-12)


@pytest.mark.parametrize(("q", "delta"), [(1e-12, 1e-30), (1e-15, 1e-30), (1e-18, 1e-40)])
def test_rates_far_below_any_use_are_answered_with_few_nodes(q, delta, monkeypatch):
    # Quadrature that is finer than rounding asked for a million nodes at a frequency.
    seen = []
    turns = loss._characteristic
    monkeypatch.setattr(loss, "_characteristic", lambda *a: seen.append(a[2].size) or turns(*a))
    found = run(q, 1.0, 10**8, delta, laws.replaced).epsilon(delta)
    assert 0 < found < release_epsilon(1.0, delta, 1e-8)
    assert max(seen) < 10**5


@pytest.mark.parametrize("relation", BOTH)
def test_longer_runs_than_are_composed_have_an_account(relation):
    # 10^18 batches of one record: told by how often it is drawn, once in the mean.
    n = 10 * loss.LONGEST
    schedule = GaussianSchedule(n, 1, [1.0], [n])
    tiny = schedule_epsilon(schedule, 1e-30, neighbouring=relation)
    assert release_epsilon(1.0, 1e-30) < tiny < release_epsilon(1 / 8, 1e-30)
    assert schedule_epsilon(schedule, 1e-5, neighbouring=relation) == 0
    assert schedule_delta(schedule, 1.0, neighbouring=relation) == schedule.ever_drawn


@pytest.mark.parametrize(("q", "z", "T"), [(0.01, 1.0, 100), (1e-6, 0.5, 10**6), (0.5, 20.0, 30)])
def test_the_distance_in_total_variation_is_at_most_its_bound(q, z, T):
    bound = schedule_module._distance(Releases(np.asarray([z]), np.asarray([T]), q))
    for side in SIDES:
        assert run(q, z, T, 1e-9, getattr(laws, side)).delta(0.0) <= bound


@pytest.mark.parametrize(("q", "T"), [(1e-9, 10**9), (1e-3, 10**6), (0.5, 1000), (1.0, 7)])
@pytest.mark.parametrize("chance", [1e-3, 1e-12])
def test_how_often_a_record_is_drawn_at_most(q, T, chance, monkeypatch):
    counts = np.asarray([T, 2 * T])
    monkeypatch.setattr(schedule_module, "LONGEST", 0)
    drawn, beyond = schedule_module._most_drawn(counts, q, chance)
    assert (drawn <= counts).all()
    assert binom.sf(drawn, counts, q).sum() <= beyond == 2 * chance


def test_not_a_number_is_refused():
    with pytest.raises(ValueError, match="Found"):
        GaussianSchedule(10, 1, [math.nan])
    with pytest.raises(ValueError, match="Found"):
        account(0.1, 1.0, 5, math.nan, POISSON)


def test_a_law_whose_mass_is_not_one_is_refused():
    composed = run(0.1, 1.0, 5, 1e-5, laws.replaced)
    law = composed.laws[0]
    broken = replace(law, atoms=law.atoms[1:])
    with pytest.raises(ArithmeticError, match="mass of a law is"):
        replace(composed, laws=(broken,)).epsilon(1e-5)


def test_losses_are_within_their_rounding():
    x = np.linspace(-9.0, 12.0, 40)
    for q, z in ((1e-8, 0.2), (0.999, 0.3), (1e-3, 1e9), (0.5, 2.0)):
        found, _, rounding = laws.gaussian_ratio(q, z).losses(x)
        with mpmath.workdps(50):
            for place, value, error in zip(x.tolist(), found.tolist(), rounding, strict=True):
                y = (mpmath.mpf(place) - mpmath.mpf(1) / (2 * mpmath.mpf(z))) / mpmath.mpf(z)
                exact = mpmath.log1p(mpmath.mpf(q) * mpmath.expm1(y))
                assert abs(exact - mpmath.mpf(value)) <= error


def test_work_just_above_its_limit_does_not_ask_for_more_frequencies():
    found = measured(Setting(0.033742, 0.0625, 16, 7.139189057438961e-09), "removed")
    assert found.certified
    assert found.factor < 1.003  # fewer frequencies, more of a Gaussian loss
