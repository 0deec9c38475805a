"""Parts of a Gaussian schedule against what is known of them: tables, bins, the search's end."""

import math

import numpy as np
import pytest

from dptheory.allocation import divergence, gaussian_schedule, scaling
from dptheory.allocation.divergence import ENDS, Setting, tabulated
from dptheory.privacy import Neighbouring
from dptheory.privacy.schedule import GaussianSchedule

REPLACE = Neighbouring.REPLACE_ONE


@pytest.mark.parametrize("power", [1, 3])
def test_a_power_law_s_table_has_its_prices_up_to_the_last_knot_and_squares_beyond(
    power: int,
) -> None:
    """r = z^(-2 power) has the price power z^(-2 power - 2); beyond the table r ~ 1/z^2."""
    knots = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    table = tabulated(knots, np.exp(-2 * power * knots))
    inner = np.array([0.05, 0.7, 1.5, 2.2, 3.3, 3.98])
    price = math.log(power) - (2 * power + 2) * inner
    assert table.multipliers(price) == pytest.approx(inner, abs=1e-4)
    assert table.divergence(inner) == pytest.approx(np.exp(-2 * power * inner), rel=1e-9)
    last = float(table.knots[-1])
    assert last == pytest.approx(4.0, abs=1e-3)
    further = last + np.array([0.5, 2.0, 9.0])
    price = float(table.slopes[-1]) - 4 * (further - last)
    assert table.multipliers(price) == pytest.approx(further, rel=1e-12)
    ends = math.exp(-2 * power * last) * np.exp(-2 * (further - last))
    assert table.divergence(further) == pytest.approx(ends, rel=1e-9)


@pytest.mark.parametrize("order", [1.5, 8.0])
def test_on_full_data_the_table_is_that_of_gaussian_releases_and_so_beyond_it(order: float) -> None:
    table = divergence.curve(Setting(7, 7, REPLACE), order, divergence.FINE)
    log_z = np.log([0.06, 0.5, 7.0, 900.0, 3.5e3, 1e7])
    assert log_z[-2] > math.log(ENDS[1])
    assert table.divergence(log_z) == pytest.approx(order / 2 * np.exp(-2 * log_z), rel=1e-6)
    price = math.log(order / 2) - 4 * log_z
    assert table.multipliers(price) == pytest.approx(log_z, abs=1e-3)


@pytest.mark.parametrize("spread", [10.0, 60.0])
def test_weights_in_one_bin_differ_by_its_width_at_most(spread: float) -> None:
    log_a = np.random.default_rng(0).uniform(-spread, 0.0, 5000)
    levels, index, counts = gaussian_schedule._binned(log_a)
    fall = min(spread, gaussian_schedule.DEPTH)
    assert levels.size <= gaussian_schedule.BINS
    assert (np.bincount(index) == counts).all()
    for k, level in enumerate(levels):
        here = log_a[index == k]
        assert here.min() <= level <= here.max()
        assert np.exp(here).mean() == pytest.approx(math.exp(level))
        if here.min() >= log_a.max() - fall:
            assert np.ptp(here) <= fall / (gaussian_schedule.BINS - 1) * (1 + 1e-9)


SMALL = 5e-10  # half of what is left for rounding


@pytest.mark.parametrize(
    "at_first", [1 + SMALL, 1 - SMALL, 1 + 1e-6, 1 - 1e-3, 1 - 1e-4, 1.0, 3.0, 1e-3]
)
@pytest.mark.parametrize("steep", [0.3, 2.5, 9.0])
def test_the_search_ends_below_the_budget_and_close_to_it(at_first: float, steep: float) -> None:
    """An epsilon that falls with noise as a power, and at first is so much of the budget."""
    calls: list[float] = []

    def account(shift: float) -> float:
        calls.append(shift)
        return 2.0 * at_first * math.exp(-steep * shift)

    shift, spent = scaling._settled(account, 2.0)
    assert shift is not None
    assert spent == account(shift)
    assert 2.0 * (1 - scaling.SETTLED) <= spent <= 2.0 * (1 - scaling.MARGIN)
    assert len(calls) <= 12


@pytest.mark.parametrize("share", [1.0, 1 + 1e-9])
def test_where_no_record_need_be_drawn_the_order_alone_decides(share: float) -> None:
    one, setting = np.ones(1), Setting(10, 1, REPLACE)
    delta = share * GaussianSchedule(10, 1, [1.0], [1]).ever_drawn
    found, spent = scaling.scaled(setting, 8.0, np.zeros(1), one, (1.0, delta))
    by_order = float(setting.divergences(8.0, np.exp(found))[0])
    budget = divergence.divergence_budget(8.0, 1.0, delta)
    assert 0.99 < spent <= 1.0
    assert by_order == pytest.approx(budget, rel=5e-3)


def test_the_second_round_s_ratio_is_the_best_of_those_near_it() -> None:
    weights, target = np.array([0.01, 1.0]), (1.0, 1e-2)
    given = {"sensitivity": 1.0, "n": 10, "batch_size": 1, "neighbouring": REPLACE}
    best = gaussian_schedule.gaussian(weights, *target, **given)
    for moved in (-0.1, 0.1):
        log_z = np.log(best.scales) + np.array([moved, 0.0])
        near, _ = scaling.scaled(Setting(10, 1, REPLACE), 4.0, log_z, np.ones(2), target)
        assert float(weights @ np.exp(2 * near)) >= best.objective * 0.999
