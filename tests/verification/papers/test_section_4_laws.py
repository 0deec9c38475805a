"""What Section 4 of DP-AdamBC is checked against: signs, errors and gains."""

import math
from fractions import Fraction

import numpy as np
import pytest

from verify.formula.evaluate import EXACT, Undefined, evaluate
from verify.language import instance
from verify.papers.adambc.formulas.printed_tables import gain
from verify.papers.adambc.lemmas.error_left import as_large, no_root
from verify.papers.adambc.lemmas.moving_averages import closed, variance
from verify.papers.adambc.lemmas.wrong_sign import enclosed_wrong, wrong
from verify.papers.adambc.notation import V

F = Fraction


def test_the_first_step_has_the_wrong_sign_as_often_as_one_draw() -> None:
    assert wrong(F(1), F(1), F(9, 10), 1) == pytest.approx(math.erfc(1 / math.sqrt(2)) / 2)


def test_a_wrong_sign_is_as_frequent_as_in_a_simulation() -> None:
    t, beta, draws = 20, 0.9, 200_000
    weights = (1 - beta) * beta ** np.arange(t) / (1 - beta**t)
    noise = np.random.default_rng(1).standard_normal((draws, t)) @ weights
    found = float(np.mean(0.2 + noise < 0))
    assert abs(found - wrong(F(1, 5), F(1), F(9, 10), t)) < 5 * math.sqrt(0.25 / draws)


def test_the_enclosure_contains_the_probability_of_a_wrong_sign() -> None:
    arguments = F(1, 10), F(1, 4), F(9, 10), 100
    assert abs(float(enclosed_wrong(*arguments)) - wrong(*arguments)) < 1e-14


@pytest.mark.parametrize(("g", "Phi"), [(0, 1), (1, 0)])
def test_no_gradient_or_no_noise_has_no_wrong_sign(g: int, Phi: int) -> None:
    with pytest.raises(Undefined):
        wrong(g, Phi, F(9, 10), 1)


def test_without_a_gradient_the_first_second_moment_is_a_square_of_noise() -> None:
    assert no_root(F(999, 1000), 1) == pytest.approx(math.erf(1 / math.sqrt(2)))


def test_the_error_is_as_large_as_a_gradient_that_is_small_and_never_as_a_large_one() -> None:
    assert as_large(F(1, 10**7)) > 0.9999
    assert as_large(F(165, 10**6)) < 1e-12


def test_the_variance_without_a_sum_is_the_sum_of_squared_weights() -> None:
    point = instance("t=7 beta2=2/3 w=5")
    sums = [evaluate(f(V.beta2, V.w).tree, point, EXACT) for f in (variance, closed)]
    weights = [F(1, 3) * F(2, 3) ** k / (1 - F(2, 3) ** 7) for k in range(7)]
    assert sums == [5 * sum(w**2 for w in weights)] * 2


def test_gains_are_over_the_best_of_the_others() -> None:
    assert gain("SNLI", 7) == F("3.45")
    assert gain("SNLI", 1) == F("-2.86")
    assert gain("obgn-arxiv", 3, (2,)) == F("3.96")
