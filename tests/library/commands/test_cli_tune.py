"""``dptheory tune class``: which L2 sensitivity it took, what wins, limits that were hit."""

import contextlib
import io
import json
from functools import cache

import pytest

from dptheory import tuning
from dptheory.cli import main
from dptheory.tuning import tune

CLASS = ["--mu", "0.02", "--smoothness", "5", "--n", "1e4", "--gap", "10", "--sensitivity", "40"]
BUDGET = ["--dimension", "20", "--epsilon", "1"]
GIVEN = [*BUDGET, "--sensitivity-l2", "8.9"]
SHORT = ["--delta", "1e-6", "--max-iterations", "7"]


@pytest.fixture(autouse=True, scope="module")
def tuned_once():
    """Tables and JSON of one problem come from one search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tuning, "tune", cache(lambda problem, _: tune(problem)))
        yield


@cache
def text(*more: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["tune", "class", *CLASS, *more]) == 0
    return out.getvalue()


def ranking(*more: str) -> dict:
    """The one ranking of a given L2 sensitivity."""
    (found,) = json.loads(text(*GIVEN, *more, "--json"))["rankings"]
    return dict(found)


def test_without_an_l2_sensitivity_both_ends_are_ranked():
    out = text(*BUDGET, "--n", "1e5")
    most, least = json.loads(text(*BUDGET, "--n", "1e5", "--json"))["rankings"]
    assert (most["sensitivity_l2"], most["sensitivity_l2_is"]) == (40.0, "L1")
    assert least["sensitivity_l2_is"] == "L1/sqrt(d)"
    assert least["sensitivity_l2"] == pytest.approx(40 / 20**0.5)
    # The L1 number in place of the L2 one turns the order round.
    assert (most["best"], least["best"]) == ("nesterov", "output-perturbation")
    best = most["alternatives"][0]
    assert len(best["laplace_scale_t"]) == best["iterations"]
    assert best["bound"] < best["uniform_bound"]
    assert "not given: from 8.94427 (L1/sqrt d) to 40 (L1)" in out
    before, after = out.split("L2 sensitivity 8.94427 (L1/sqrt")
    assert "smallest proved bound: nesterov" in before.partition("L2 sensitivity 40 (L1")[2]
    assert "smallest proved bound: output-perturbation" in after


def test_a_given_l2_sensitivity_is_said_and_a_limit_only_where_it_was_hit():
    assert text(*GIVEN).startswith("L2 sensitivity 8.9 (as given)\n")
    assert "not given" not in text(*GIVEN)
    assert "--max-iterations" not in text(*GIVEN)
    assert (ranking()["sensitivity_l2"], ranking()["sensitivity_l2_is"]) == (8.9, "given")
    assert not any(row["at_limit"] for row in ranking()["alternatives"])


def test_in_one_dimension_the_two_are_one():
    rankings = json.loads(text("--dimension", "1", "--epsilon", "1", "--json"))["rankings"]
    assert [(r["sensitivity_l2"], r["sensitivity_l2_is"]) for r in rankings] == [(40.0, "L1")]


@pytest.mark.parametrize("more", [[*BUDGET, "--n", "1e5"], GIVEN, [*BUDGET, *SHORT]])
def test_bounds_are_said_to_rank_guarantees_in_80_columns(more):
    out = text(*more)
    assert "Bounds rank guarantees, not runs" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "not runs" in json.loads(text(*more, "--json"))["ranked_by"]


def test_small_budgets_on_full_data_are_tuned():
    small = ["--epsilon", "1e-5", "--delta", "1e-9", "--max-iterations", "20"]
    out = text("--dimension", "20", "--sensitivity-l2", "8.9", *small)
    assert "1e-05  privacy loss distribution" in out


@pytest.mark.parametrize(
    ("more", "density", "law"),
    [([], "exp(-|x|/scale)", "gamma"), (SHORT, "exp(-|x|^2/(2 scale^2))", "gaussian")],
)
def test_output_perturbation_that_wins_says_law_scale_and_density(more, density, law):
    out = text(*GIVEN, *more)
    answer = ranking(*more)
    best = answer["alternatives"][0]
    assert "\nsmallest proved bound: output-perturbation, " in out
    assert answer["best"] == best["method"] == "output-perturbation"
    assert (best["law"], best["density"]) == (law, density)
    assert f"noise on the minimiser: density proportional to {density}\n" in out
    assert f"with scale = {best['scale']:.6g} (a {law} law)\n" in out
    if law == "gamma":  # of scale S_2/(n mu epsilon)
        assert best["scale"] == pytest.approx(8.9 / (1e4 * 0.02))
        assert best["bound"] == pytest.approx(5 / 2 * 20 * 21 * best["scale"] ** 2)


def test_a_limit_that_was_hit_is_said():
    out = text(*GIVEN, *SHORT)
    rows = ranking(*SHORT)["alternatives"]
    hit = [row["method"] for row in rows if row["at_limit"]]
    assert hit
    assert all(row["at_limit"] == (row["iterations"] == 7) for row in rows)
    listed = ", ".join(hit)
    assert f"more than 7 iterations (--max-iterations) may do better:\n  {listed}\n" in out
