"""``dptheory tune``: the law of output perturbation where it wins, and limits that were hit."""

import contextlib
import io
import json
from functools import cache

import pytest

from dptheory.cli import main

CLASS = ["--mu", "0.02", "--smoothness", "5", "--dimension", "20", "--n", "1e4", "--gap", "10"]
DATA = ["--sensitivity", "40", "--sensitivity-l2", "8.9", "--epsilon", "1"]
SHORT = ["--delta", "1e-6", "--max-iterations", "7"]


@cache
def text(*more: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["tune", *CLASS, *DATA, *more]) == 0
    return out.getvalue()


@pytest.mark.parametrize(
    ("more", "density", "law"),
    [
        ([], "exp(-|x|/scale)", "gamma"),
        (SHORT, "exp(-|x|^2/(2 scale^2))", "gaussian"),
    ],
)
def test_output_perturbation_that_wins_says_law_scale_and_density(more, density, law):
    out = text(*more)
    answer = json.loads(text(*more, "--json"))
    best = answer["alternatives"][0]
    assert out.startswith("smallest proved bound: output-perturbation, ")
    assert answer["best"] == best["method"] == "output-perturbation"
    assert (best["law"], best["density"]) == (law, density)
    assert f"noise on the minimiser: density proportional to {density}\n" in out
    assert f"with scale = {best['scale']:.6g} (a {law} law)\n" in out
    if law == "gamma":  # of scale S_2/(n mu epsilon)
        assert best["scale"] == pytest.approx(8.9 / (1e4 * 0.02))
        assert best["bound"] == pytest.approx(5 / 2 * 20 * 21 * best["scale"] ** 2)


def test_a_limit_that_was_hit_is_said():
    out = text(*SHORT)
    rows = json.loads(text(*SHORT, "--json"))["alternatives"]
    hit = [row["method"] for row in rows if row["limit_reached"]]
    assert hit
    assert all(row["limit_reached"] == (row["iterations"] == 7) for row in rows)
    listed = ", ".join(hit)
    assert f"more than 7 iterations (--max-iterations) may do better: {listed}\n" in out


def test_no_limit_is_named_where_none_was_hit():
    assert "--max-iterations" not in text()
    rows = json.loads(text("--json"))["alternatives"]
    assert not any(row["limit_reached"] for row in rows)
