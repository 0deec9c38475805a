"""The benchmark's harness: what a row says, what is timed, where time is spent."""

import ast
import importlib
import json
import re
from fractions import Fraction as F
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest

from benchmarks.audits import hand_mutants, paper_lines
from benchmarks.audits.hostile_lines import actions
from benchmarks.audits.hostile_values import BASES
from benchmarks.audits.replacing import in_place_of
from benchmarks.speed import harness, jobs, limits, sampling, vectorised
from benchmarks.speed.__main__ import PARTS
from benchmarks.speed.growth import curve, exponent
from benchmarks.speed.harness import Row, cells, interleaved, report, show
from benchmarks.speed.page import PAGE, replaced, write_page
from benchmarks.speed.worst_law import ALPHA, TAU1, on_a_grid
from dptheory import smoothing
from dptheory.distributions.worst_law import Clip, Normalise, worst_descent
from dptheory.memory import optimal_groupings
from dptheory.optimizers import adam
from dptheory.optimizers.adam import Adam, AdamState
from dptheory.simulation.streams import LAPLACE, fill_block
from dptheory.smoothing.shares import root

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


def test_baselines_compute_what_the_library_computes() -> None:
    rng, size = np.random.default_rng(0), 2 * vectorised.SLAB + 5
    space = np.empty((2, vectorised.SLAB))
    (x, m, v), g = rng.random((3, size)), rng.random(size)
    ours, theirs = AdamState(x, m, v, 4), [a.copy() for a in (x, m, v)]
    ours = adam.update(Adam(1e-3), ours, g)
    vectorised.adam(*theirs, g, 5, space)
    np.testing.assert_allclose(ours[:3], theirs, rtol=0, atol=1e-14)
    ours = adam.update(Adam(1e-3, noise_variance=0.3, floor=0.01), ours, g)
    vectorised.corrected_adam(*theirs, g, 6, 0.3, 0.01, space)
    np.testing.assert_allclose(ours[:3], theirs, rtol=0, atol=1e-14)
    found = vectorised.smoothed(g, float(root(10.0)))
    np.testing.assert_allclose(found, smoothing.solve(g, 10.0), atol=1e-14)


def test_a_law_on_the_grid_is_no_better_than_the_worst_one() -> None:
    for rule, s in ((Clip(F(1, 10)), F(3, 2)), (Normalise(F(8, 5)), F(1, 10))):
        exact = float(worst_descent(rule, s, F(1), TAU1, ALPHA).found.upper)
        assert exact <= on_a_grid(rule, s) <= exact + 1e-2 * abs(exact)


def test_signed_ziggurat_draws_are_laplace_draws() -> None:
    draws = np.empty(200_001)
    vectorised.laplace(vectorised.fast_generator(), draws)
    # Moments 0, 2 and E|X| = 1, shares of the signs; five standard errors.
    assert abs(draws.mean()) < 5 * (2 / draws.size) ** 0.5
    assert abs((draws**2).mean() - 2) < 5 * (20 / draws.size) ** 0.5
    assert abs((draws > 0).mean() - 0.5) < 2.5 / draws.size**0.5


def test_an_exponent_is_the_slope_of_doubling_sizes() -> None:
    assert exponent([3.0, 6.0, 12.0, 24.0]) == pytest.approx(1)
    assert exponent([1.0, 4.0, 16.0]) == pytest.approx(2)
    asked: list[tuple[int, int]] = []

    def make(n: int, d: int) -> object:
        asked.append((n, d))
        return lambda: sum(range(n * d))

    assert len(curve(make, {"n": 3, "d": 5}, "n")) == 4  # type: ignore[arg-type]
    assert asked == [(3, 10), (6, 10), (12, 10), (24, 10)]


def test_the_page_takes_new_tables_and_keeps_the_rest(tmp_path, root):
    page = tmp_path / "page.md"
    page.write_text((root / PAGE).read_text(encoding="utf-8"), encoding="utf-8")
    before = page.read_text(encoding="utf-8")
    write_page(["| a |"], ["| b |"], page)
    after = page.read_text(encoding="utf-8")
    assert "<!-- rows -->\n\n| a |\n\n<!-- end of rows -->" in after
    assert "<!-- growth -->\n\n| b |\n\n<!-- end of growth -->" in after
    assert after[:500] == before[:500]
    assert after.split("<!-- end of growth -->")[1] == before.split("<!-- end of growth -->")[1]
    with pytest.raises(ValueError, match="the page must have <!-- rows -->"):
        replaced("nothing", "rows", [])


def test_a_limit_that_is_beaten_is_said_to_be_wrong(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(harness, "RESULTS", tmp_path / "bench.json")
    beaten = Row("a draw", 4e-9, "numpy", 20e-9, "random draws", 5e-9)
    report([beaten], {"processor": "one", "cores": 2, "load": 0.5})
    assert "The limit of a draw is wrong" in capsys.readouterr().out


def test_every_command_that_takes_jobs_is_measured_and_the_page_has_no_other_rows() -> None:
    taking = [name for name in BASES if any(a.dest == "jobs" for a in actions(name))]
    assert (
        {name.split()[0] for name in jobs.COMMANDS} == set(taking) == {"rate", "simulate", "verify"}
    )
    page = (jobs.ROOT / "docs/scaling.md").read_text(encoding="utf-8")
    rows = [
        line.split(" | ")[0][2:] for line in page.splitlines() if re.search("x \\| .*x \\|$", line)
    ]
    assert {name.split()[0] for name in rows} >= {"rate", "simulate"}
    assert [name for name in jobs.COMMANDS if name in rows] == rows


class _Held:
    @property
    def one(self) -> int:
        return 1

    @cached_property
    def two(self) -> int:
        return 2


@cache
def _doubled(x: int, *, more: int = 0) -> int:
    return 2 * x + more


def test_what_stands_in_place_of_a_function_is_called_wherever_it_is_held() -> None:
    table = {"double": _doubled}
    with in_place_of(_doubled, lambda was, x, **named: was(x, **named) + 1):
        assert (table["double"](5), table["double"](5, more=1)) == (11, 12)
    _doubled.cache_clear()
    assert table["double"](5) == 10
    with in_place_of(_Held.one, lambda was, held: -was(held)):
        assert (_Held().one, _Held().two) == (-1, 2)
    with in_place_of(_Held.two, lambda was, held: -was(held)):
        assert (_Held().one, _Held().two) == (1, -2)
    with pytest.raises(ValueError, match="free vars"):
        in_place_of(lambda: table, lambda was: None).__enter__()


def test_a_change_by_hand_takes_the_place_of_its_function() -> None:
    for change in hand_mutants.CHANGES:
        with in_place_of(change.function, change.by):
            pass
        assert [t for t in change.tests if not (hand_mutants.ROOT / "tests" / t).exists()] == []
    assert len({str(change) for change in hand_mutants.CHANGES}) == len(hand_mutants.CHANGES)


def test_a_line_of_a_papers_module_is_of_one_kind() -> None:
    text = (
        '"""A lemma."""\n\nfrom verify.language import claim\n\nN = 1  # records\nLEMMA = (\n'
        '    claim("a/b", "(1)", "a title")\n    .says(\n        BOUND,\n        by=Derive(\n'
        "            shown(BOUND)\n        ),\n    )\n    .quoting(\n        'x'\n    )\n)\n"
    )
    found = paper_lines.kinds(ast.parse(text), text)
    assert found == {
        "prose": 1, "blank": 2, "imports": 1, "rest": 3, "statements": 4, "derivations": 3,
        "quotes": 3,
    }  # fmt: skip
    assert set(found) == set(paper_lines.KINDS)


# What rows may import beside it, as nothing of it is timed: makers of what they are called with.
MAKERS = {
    "dptheory.problems.softmax.synthetic",
    "dptheory.problems.grouped.BlockQuadratic",
    "dptheory.gradients.grouping.of_coordinates",
    "dptheory.smoothing.shares.root",
}
WITH_ROWS = (*(part.__module__ for part in PARTS), "benchmarks.speed.growth")


@pytest.mark.parametrize("module", WITH_ROWS)
def test_what_is_timed_is_what_a_user_can_call(module: str, root: Path) -> None:
    """Offered by a package, of an offered module, or imported on a page."""
    tree = ast.parse((root / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    imported = [
        (line.module, name.name)
        for line in ast.walk(tree)
        if isinstance(line, ast.ImportFrom) and str(line.module).startswith("dptheory")
        for name in line.names
    ]
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (root / "docs").glob("*.md"))
    wrong = [
        f"{place}.{name}"
        for place, name in imported
        if not (
            _offered(place, name)
            or re.search(rf"from {re.escape(place)} import .*\b{name}\b", pages)
            or f"{place}.{name}" in pages
            or f"{place}.{name}" in MAKERS
        )
    ]
    assert wrong == []


def _offered(place: str, name: str) -> bool:
    """Whether a package on the way offers the module or the very object."""
    found = getattr(importlib.import_module(place), name)
    packages = [".".join(place.split(".")[:k]) for k in range(1, place.count(".") + 2)]
    for package in map(importlib.import_module, packages):
        for offered in getattr(package, "__all__", ()):
            it = getattr(package, offered)
            if it is found or getattr(it, "__name__", "") == place:
                return True
    return False
