"""The computations that the claims on appendix F of DP-AdamBC rest on, against other routes."""

from fractions import Fraction as F

import numpy as np
import pytest
from flint import arb

from verify.formula.evaluate import Undecided
from verify.papers.adambc.lemmas.exceedance import enclosed_aged_exceedance, enclosed_exceedance
from verify.papers.adambc.lemmas.far_start import enclosed_square, gap, mean_square
from verify.papers.adambc.lemmas.noise_direction import enclosed_direction, mean_direction
from verify.papers.adambc.results.lemma_3_terms import enclosed_size, enclosed_variance
from verify.papers.enclosures import Middle

exceedance, aged_exceedance = Middle(enclosed_exceedance), Middle(enclosed_aged_exceedance)


def test_one_step_exceeds_with_the_probability_of_a_sample() -> None:
    rng = np.random.default_rng(5)
    squares = 0.5 * (0.7 + rng.normal(0, 1.5, 400_000)) ** 2
    found = exceedance((F(7, 10),), 1, F(9, 4), F(1, 2), F(1))
    assert found == pytest.approx(np.mean(squares >= 1), abs=0.004)


def test_a_nonpositive_threshold_is_always_exceeded() -> None:
    assert exceedance(F(0), 1, F(1), F(1, 2), F(-1)) == 1


def test_several_steps_are_left_undecided() -> None:
    assert enclosed_exceedance((F(1), F(1)), 2, F(1), F(1, 2), F(1)) is None
    with pytest.raises(Undecided):
        aged_exceedance((F(1), F(1)), 2, F(1), F(1, 2), F(1))


def test_the_last_step_has_weight_one_where_weights_fall_with_age() -> None:
    late = aged_exceedance((F(1),), 1, F(1), F(1, 2), F(3))
    assert late == pytest.approx(exceedance((F(1),), 1, F(1), F(1, 2), F(3, 2)))


def test_half_normal_moments_are_the_closed_forms() -> None:
    size = (2 * arb(3) / arb.pi()).sqrt()
    assert enclosed_size(3).overlaps(size)
    assert enclosed_variance(3).overlaps(3 - 6 / arb.pi())
    assert float(enclosed_size(3).rad()) < 1e-12


@pytest.mark.parametrize(("g", "c"), [(1, F(1)), (-3, F(1, 100)), (0, F(2))])
def test_the_mean_direction_lies_in_its_enclosure(g: int, c: F) -> None:
    ball = enclosed_direction(g, c, F(4))
    assert float(ball) == pytest.approx(mean_direction(g, c, F(4)), abs=1e-6)
    assert float(ball.rad()) < 1e-5


def test_noise_points_against_the_gradient() -> None:
    assert enclosed_direction(1, F(1), F(1)) < 0
    assert enclosed_direction(-1, F(1), F(1)) > 0


def test_a_kink_that_the_nodes_do_not_resolve_is_undecided() -> None:
    with pytest.raises(Undecided):
        mean_direction(0, F(1, 10**9), F(1))


def run(phi: float, start: float, beta1: float, steps: int) -> float:
    """The mean squared gradient of one noisy run in one dimension, C = L = 1, eta = 0.01."""
    rng, x, m, v, total = np.random.default_rng(3), start, 0.0, 0.0, 0.0
    for t in range(1, steps + 1):
        slope = float(np.clip(x, -1, 1))
        total += slope**2 / steps
        g = slope + np.sqrt(phi) * rng.standard_normal()
        m, v = beta1 * m + g, 0.9 * v + g * g
        x -= 0.01 * (1 - beta1) * np.sqrt((1 - 0.9**t) / 0.1) * m / np.sqrt(v + 1e-9)
    return total


@pytest.mark.parametrize("beta1", [F(0), F(1, 2)])
def test_a_far_start_keeps_every_gradient_at_the_slope(beta1: F) -> None:
    values = F(1), F(1), F(4), 1, F(1, 100), beta1, F(9, 10), 50
    assert mean_square(*values) == 1
    assert run(0.5, 4.0, float(beta1), 50) == pytest.approx(1)


def test_the_first_gradient_is_that_of_the_start() -> None:
    values = F(1), F(2), F(1, 4), 1, F(1), F(0), F(1, 2), 1
    assert mean_square(*values) == pytest.approx(0.25)


def test_a_start_that_is_near_is_undecided() -> None:
    values = F(1), F(1), F(1), 1, F(1), F(0), F(1, 2), 3
    assert enclosed_square(*values) is None
    with pytest.raises(Undecided):
        mean_square(*values)


def test_the_gap_is_continuous_where_the_slope_begins() -> None:
    inside = gap(2.0, 4.0, 0.5 - 1e-9, 1.0)
    outside = gap(2.0, 4.0, 0.5 + 1e-9, 1.0)
    assert inside == pytest.approx(outside, rel=1e-8)
