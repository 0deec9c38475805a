"""The numbers of the figure; the claims are tests by the line in pytest.ini."""

import numpy as np

from .drawings import price


def test_the_best_of_ten_costs_more_than_one_run_and_less_than_ten_at_large_orders() -> None:
    table = price.tables(price.PARAMETERS)["budgets"]
    for eta in price.SHAPES:
        best = table[f"eta = {eta:g}"]
        assert np.all(best >= table["one run"])
        assert best[-1] < table["all runs"][-1]
    assert np.all(table["eta = 0"] < table["eta = 1"])
