"""The benchmark's harness: what a row says, what is timed, where time is spent."""

import json

import numpy as np
import pytest

from benchmarks import harness, limits, sampling
from benchmarks.harness import Row, cells, interleaved, report, show
from dptheory.memory import optimal_groupings
from dptheory.simulation.streams import LAPLACE, fill_block

ROW = Row("a draw", 4e-9, "numpy", 20e-9, "random draws", 3e-9)


def test_a_row_has_its_ratio_and_its_share_of_the_limit_or_of_a_part_of_its_time() -> None:
    assert [ROW.ratio, ROW.share] == pytest.approx([5, 0.75])
    shown = "a draw | 4 ns | 5x | numpy (20 ns) | 75 % | random draws (3 ns)"
    assert " | ".join(cells(ROW)) == shown
    part = Row("a call", 1e-3, "by hand", 0.5, "checks", 6e-4, "part")
    assert cells(part)[2:] == ("500x", "by hand (500 ms)", "60 %", "of its time: checks (600 us)")


def test_amounts_are_shown_in_three_digits_with_a_unit() -> None:
    amounts = [(2.0, "s"), (1.2345e-3, "s"), (8e9, "B"), (3.36e6, "B"), (1e-12, "s")]
    shown = [show(amount, unit) for amount, unit in amounts]
    assert shown == ["2 s", "1.23 ms", "8 GB", "3.36 MB", "0.001 ns"]


def test_times_are_the_smallest_of_interleaved_calls_a_unit() -> None:
    order: list[str] = []
    ticks = iter([0, 9, 10, 12, 20, 26, 30, 34, 40, 43, 50, 58])
    runs = [(lambda: order.append("a"), 1), (lambda: order.append("b"), 2)]
    found = interleaved(runs, rounds=3, clock=lambda: float(next(ticks)))
    assert order == ["a", "b"] * 4
    assert found == (3.0, 1.0)


def test_the_report_writes_every_row_with_its_limit(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(harness, "RESULTS", tmp_path / "bench.json")
    report([ROW], {"processor": "one", "cores": 2, "load": 0.5})
    assert "| a draw | 4 ns | 5x | numpy (20 ns) | 75 % | random draws (3 ns) |" in (
        capsys.readouterr().out.splitlines()
    )
    found = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert found["machine"]["load"] == 0.5
    assert found["rows"][0]["limit_amount"] == ROW.limit_amount
    assert found["rows"][0]["share"] == pytest.approx(0.75)


def test_an_amount_that_is_not_positive_is_refused() -> None:
    with pytest.raises(ValueError, match="amounts of a draw must be positive"):
        report([Row("a draw", 0.0, "numpy", 1.0, "draws", 1.0)], harness.machine())


def test_samples_find_where_the_time_goes() -> None:
    sizes = list(range(1, 60))
    found = dict(sampling.parts(lambda: optimal_groupings(sizes, sizes), 0.2))
    assert found["dptheory/memory/grouping.py"] > 0.3
    assert sum(found.values()) == pytest.approx(1)
    outside = sampling.parts(lambda: sum(range(10_000)), 0.05)
    assert [name for name, _ in outside] == ["other"]


def test_limits_do_the_draws_that_the_runs_need() -> None:
    out, wanted = np.empty((3, 4)), np.empty((3, 4))
    limits.noise_of_runs(LAPLACE, 8, 5, out)
    fill_block(LAPLACE, 0, 4, 4, wanted)
    assert np.array_equal(out, wanted)


def test_both_products_of_a_logistic_gradient_are_done_in_both_orders() -> None:
    works = limits.products(np.ones((6, 2)), np.ones((3, 2)), np.ones((6, 3)))
    assert [call() for call, units in works if units == 1] == [None, None]
