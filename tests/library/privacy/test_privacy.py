"""Privacy formulas: limit cases, exact subset enumeration, inverses, extremes, misuse."""

import math
from fractions import Fraction as Q
from itertools import combinations
from statistics import pvariance

import numpy as np
import pytest
import sympy
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dptheory.privacy.laplace import (
    LaplaceSteps,
    laplace_guarantee,
    log_mixture,
    step_epsilon,
    step_laplace_scale,
)
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.subsampling import covariance_factor

BUDGETS = st.floats(1e-12, 600.0)
SIZES = st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)).map(
    lambda pair: (max(pair), min(pair))
)


def test_full_batch_leaks_sensitivity_over_scale_and_size_exactly() -> None:
    assert step_epsilon(Q(40), Q(3), 100, 100) == Q(40, 300)
    assert step_epsilon(40, 3, 100, 100) == Q(40, 300)
    assert step_laplace_scale(Q(40), Q(1, 50), 100, 100) == 20
    S, b, n = sympy.symbols("S b n", positive=True)
    assert sympy.simplify(step_epsilon(S, b, n, n) - S / (b * n)) == 0


def test_symbolic_form_is_the_printed_one() -> None:
    S, b, n, m = sympy.symbols("S b n m", positive=True)
    printed = sympy.log((sympy.exp(S / (b * m)) - 1) * m / n + 1)
    assert sympy.simplify(step_epsilon(S, b, n, m) - printed) == 0
    eps = sympy.symbols("epsilon", positive=True)
    printed = S / (m * sympy.log(1 + (sympy.exp(eps) - 1) * n / m))
    assert sympy.simplify(step_laplace_scale(S, eps, n, m) - printed) == 0


@given(st.floats(1e-9, 1e6), BUDGETS, SIZES)
def test_sampling_and_scales_have_inverses(S: float, eps: float, sizes: tuple[int, int]) -> None:
    n, m = sizes
    # d ln(outer)/d ln(inner) is at most n/m in the worst case (large budgets, small batches).
    close = pytest.approx(eps, rel=1e-12 * max(1, n / m))
    assert log_mixture(log_mixture(eps, n, m), m, n) == close
    assert step_epsilon(S, step_laplace_scale(S, eps, n, m), n, m) == close


@given(BUDGETS, SIZES)
def test_floats_agree_with_balls(epsilon: float, sizes: tuple[int, int]) -> None:
    n, m = sizes
    ball = (1 + (arb(epsilon).exp() - 1) * m / n).log()
    value = log_mixture(epsilon, m, n)
    # The ball loses about log10(n/(m epsilon)) of its 15 digits to cancellation, and says so.
    assert ball.overlaps(arb(value, 4e-15 * max(abs(value), 1e-300)))
    assert log_mixture(arb(epsilon), m, n).overlaps(arb(value, 4e-15 * value))
    array = log_mixture(np.array([epsilon, epsilon]), m, n)
    np.testing.assert_allclose(array, value, rtol=4e-15)


def test_extreme_budgets_keep_their_digits() -> None:
    assert log_mixture(5000.0, 1, 10) == pytest.approx(5000 - math.log(10), rel=1e-15)
    assert log_mixture(5000.0, 10, 1) == pytest.approx(5000 + math.log(10), rel=1e-15)
    assert np.isfinite(log_mixture(np.array([1e-3, 5000.0]), 1, 10)).all()
    assert log_mixture(1e-14, 1, 1000) == pytest.approx(1e-17, rel=1e-13)
    assert step_epsilon(0.0, 1.0, 10, 3) == step_epsilon(Q(0), Q(1), 10, 3) == 0
    assert step_laplace_scale(0.0, 1.0, 10, 3) == log_mixture(0.0, 3, 10) == 0


def test_uniform_schedule_spends_the_whole_budget_of_its_relation() -> None:
    S, n, m, T = 40.0, 100_000, 1000, 500
    steps = LaplaceSteps(S, (step_laplace_scale(S, 1 / T, n, m),) * T, n, m)
    found = laplace_guarantee(steps, neighbouring=Neighbouring.REPLACE_ONE)
    assert found.epsilon == pytest.approx(1.0, rel=1e-12)
    assert found.neighbouring is Neighbouring.REPLACE_ONE
    with pytest.raises(ValueError, match="neighbouring"):
        laplace_guarantee(steps)  # type: ignore[call-arg]


def test_both_forms_meet_where_they_change() -> None:
    for z in (40.0 - 1e-9, 40.0, 40.0 + 1e-9):
        exact = (1 + (arb(z).exp() - 1) * 1 / 1000).log()
        assert exact.overlaps(arb(log_mixture(z, 1, 1000), 1e-13))


def test_amplification_is_the_exact_worst_ratio_over_subsets():
    # A randomised-response batch mechanism: the output is "hit" with odds multiplied by e^eps when
    # the changed record is sampled. The ratio over all subsets attains Theorem A.3 exactly.
    subsets = list(combinations(range(6), 2))
    density_with = sum(Q(5) if 0 in s else Q(1) for s in subsets) / len(subsets)
    assert log_mixture(math.log(5), 2, 6) == pytest.approx(math.log(density_with), rel=1e-14)


@pytest.mark.parametrize("size", [2, 5, 7])
def test_sampling_facts_by_enumeration(size: int) -> None:
    values = [Q(k * k - 3 * k, 2) for k in range(size)]
    for m in range(1, size + 1):
        means = [sum(s) / m for s in combinations(values, m)]
        assert pvariance(means) == covariance_factor(size, m) * pvariance(values)
    assert covariance_factor(1, 1) == 0
