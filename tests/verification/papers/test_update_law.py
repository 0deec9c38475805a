"""The joint law of Adam's moments under noise alone: exact cases and simulation."""

import math

import numpy as np
import pytest
from scipy.stats import beta, chi2, norm

from verify.papers.adambc.laboratory.update_law import Noise

EVEN = 1 - 1e-9  # weights that are all the same, up to 1e-7
STEPS = 120
PLAIN = Noise(EVEN, EVEN, STEPS)


@pytest.mark.parametrize("p", [1e-6, 0.25, 0.5, 0.75, 1 - 1e-6])
def test_even_weights_give_chi_square(p):
    assert PLAIN.second_quantile(p) == pytest.approx(chi2.ppf(p, STEPS) / STEPS, rel=1e-6)


@pytest.mark.parametrize("p", [0.6, 0.75, 0.999])
def test_without_correction_the_squared_update_is_a_beta_variable(p):
    exact = math.sqrt(beta.ppf(2 * p - 1, 0.5, (STEPS - 1) / 2))
    assert PLAIN.update_quantile(p, 0.0, 0.0) == pytest.approx(exact, rel=1e-6)


def test_a_floor_that_is_never_passed_gives_a_normal_update():
    law = Noise(0.9, 0.99, 500)
    exact = norm.ppf(0.8) * law.first_deviation / 2.0
    assert law.update_quantile(0.8, 1.0, 4.0) == pytest.approx(exact, rel=1e-6)


def test_corrected_moments_agree_with_simulation():
    law, runs = Noise(0.8, 0.97, 150), 40000
    z = np.random.default_rng(1).standard_normal((runs, law.steps))
    ages = np.arange(law.steps - 1, -1, -1)
    m = z @ (0.8**ages * 0.2 / (1 - 0.8**law.steps))
    v = z**2 @ (0.97**ages * 0.03 / (1 - 0.97**law.steps))
    kept = np.maximum(v - 0.98, 0.05)
    assert law.corrected_mean(0.98, 0.05) == pytest.approx(kept.mean(), abs=5 * kept.std() / 200)
    c = law.update_quantile(0.75, 0.98, 0.05)
    share = np.mean(np.abs(m) > c * np.sqrt(kept))
    assert share == pytest.approx(0.5, abs=5 * 0.5 / math.sqrt(runs))
