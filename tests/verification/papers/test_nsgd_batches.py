"""The expectations over batches that Lemmas A.2 and A.4 of the nsgd paper speak of."""

import math
from fractions import Fraction

import numpy as np
import pytest

from verify.formula.evaluate import Undefined
from verify.language import instance
from verify.papers.nsgd.lemmas import batches

DATA = ((3, 4), (-1, 0), (0, Fraction(1, 2)))
RULES = (batches.normalised, batches.clipped)
WAVES = (2.0, 0.5, -0.375, 0.75, 1.25, 0.7)


def test_records_draw_what_they_contain() -> None:
    kind, point = batches.Records(), instance("N=3 d=2")
    values = [kind.draw(np.random.default_rng(seed), point, None) for seed in range(20)]
    assert all(kind.contains(v, point) for v in (*values, *kind.corners(point)))
    assert not kind.contains(DATA, {"N": 2, "d": 2})


@pytest.mark.parametrize("rule", RULES)
def test_a_bounded_gradient_keeps_its_direction_and_its_bound(rule: batches.Rule) -> None:
    bounded = rule(batches.rows(DATA), 0.75)
    assert np.all(np.linalg.norm(bounded, axis=1) <= 1)
    assert bounded[0][0] / bounded[0][1] == pytest.approx(3 / 4)


@pytest.mark.parametrize("rule", RULES)
def test_a_batch_of_one_is_a_record_and_one_of_all_is_the_mean(rule: batches.Rule) -> None:
    of_batches = batches.of_batches(rule)
    assert of_batches(DATA, 1, 1) == pytest.approx(batches.of_records(rule)(DATA, 1))
    assert of_batches(DATA, 3, 1) == pytest.approx(batches.of_mean(rule)(DATA, 1))


def test_without_noise_and_choice_the_rise_is_a_difference_of_the_objective() -> None:
    L0, L1, theta, kappa, w, phi = WAVES
    gradient = batches.rows(DATA).mean(axis=0)
    y = -0.3 * batches.normalised(batches.rows(DATA), 0.5).mean(axis=0)
    curvature = L0 + L1 * math.hypot(*gradient)
    lam = theta * curvature
    A = kappa * (curvature - abs(lam)) / w**2
    waves = np.cos(phi) - np.cos(w * y + phi) - w * y * np.sin(phi)
    expected = gradient @ y + (lam / 2 * y**2 + A * waves).sum()
    rise = batches.rise(batches.normalised)(DATA, 3, Fraction(1, 2), Fraction(3, 10), 0, *WAVES)
    assert rise == pytest.approx(float(expected), rel=1e-12)


def test_the_mean_over_the_noise_is_that_of_a_gaussian() -> None:
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    w, phi, deviation, step = 1.25, 0.7, 0.8, 0.3
    data, shape = ((2,),), (2, 0, 0, 1, w, phi)
    y = -step * (2 / 2.5 + deviation * nodes)
    values = 2 * y + 2 / w**2 * (np.cos(phi) - np.cos(w * y + phi) - w * y * np.sin(phi))
    expected = float(weights @ values / weights.sum())
    found = batches.rise(batches.normalised)(data, 1, 0.5, step, deviation, *shape)
    assert found == pytest.approx(expected, rel=1e-12)


def test_what_double_precision_does_not_hold_is_refused() -> None:
    with pytest.raises(Undefined, match="beyond double precision"):
        batches.rows(((Fraction(10) ** 80,),))
    with pytest.raises(Undefined, match="at most N = 3 records"):
        batches.of_batches(batches.clipped)(DATA, 4, 1)
