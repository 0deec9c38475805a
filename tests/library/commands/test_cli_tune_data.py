"""``dptheory tune data``: what was looked at, what to set, 80 columns, pictures."""

import contextlib
import io
import json
from functools import cache

import numpy as np
import pytest

from benchmarks.studies import drawn_patients
from dptheory import tuning
from dptheory.cli import main
from dptheory.commands import tune_inputs, tune_page
from dptheory.prediction import Task, choosing, grid
from dptheory.prediction.releases import Vector
from dptheory.privacy import GaussianSchedule, Neighbouring, schedule_epsilon

# As many settings and runs as show the form of an answer.
FEWER = {"STEPS": 5, "MOMENTA": (0.3, 0.8), "WIDTHS": (0.4,)}
BUDGET = [
    "--radius-l2",
    "1",
    "--regularisation",
    "0.01",
    "--epsilon",
    "1",
    "--max-iterations",
    "20",
]
SURROGATE = ["--n", "1e4", "--dimension", "3", *BUDGET]


@pytest.fixture(autouse=True, scope="module")
def quick():
    """Searches of fewer settings, and one ranking by bounds for text and JSON."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in FEWER.items():
            patch.setattr(grid, name, value)
        patch.setattr(choosing, "RUNS", 20)
        patch.setattr(tuning, "tune", cache(tuning.tune))
        yield


def text(*words: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["tune", "data", *words]) == 0
    return out.getvalue()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """The same records as npz and as CSV, features before a column of labels 0 and 1."""
    generator = np.random.default_rng(0)
    features = generator.standard_normal((300, 3))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    labels = (generator.random(300) < 1 / (1 + np.exp(-4 * features[:, 0]))).astype(int)
    folder = tmp_path_factory.mktemp("records")
    np.savez(folder / "records.npz", features=features, labels=labels)
    table = np.column_stack([labels, features])
    np.savetxt(folder / "records.csv", table, delimiter=",", header="y,a,b,c", comments="")
    return folder


def test_surrogates_need_no_data_and_show_both_rankings():
    out = text(*SURROGATE)
    assert out.startswith("chosen on five surrogates drawn from the constants: no data were read\n")
    assert "by proved bounds alone, each method at its own best:\n" in out
    assert max(map(len, out.splitlines())) <= 80
    answer = json.loads(text(*SURROGATE, "--json"))
    assert {row["method"] for row in answer["by_bound"]} >= {"objective-perturbation", "multistage"}
    rows = answer["alternatives"]
    assert all(len(row["errors"]) == 5 for row in rows)
    # A bound holds on every data set of the constants.
    assert all(row["proved"] is None or max(row["errors"]) <= row["proved"] for row in rows)


def test_a_csv_and_an_npz_of_the_same_records_give_the_same_choice(records):
    of_arrays = text("--data", str(records / "records.npz"), *BUDGET)
    of_table = text("--data", str(records / "records.csv"), "--label", "y", *BUDGET)
    assert of_arrays == of_table.replace("first line read as names\n", "")
    assert of_arrays != of_table
    assert "the choice is NOT private, only the run is" in of_arrays


def test_gaussian_noise_spends_the_budget_and_is_said_in_three_units(records):
    words = ["--public", str(records / "records.npz"), "--n", "1e4", "--delta", "1e-6", *BUDGET]
    out, answer = text(*words), json.loads(text(*words, "--json"))
    assert max(map(len, out.splitlines())) <= 80
    assert "chosen on public data: the choice tells nothing about private records" in out
    (row,) = [row for row in answer["alternatives"] if row["method"] == "gradient"]
    # Two gradients of length at most 1 differ by at most 2.
    multipliers = [sigma * 1e4 / 2 for sigma in row["sigma_t"]]
    spent = schedule_epsilon(
        GaussianSchedule(10**4, 10**4, multipliers), 1e-6, neighbouring=Neighbouring.REPLACE_ONE
    )
    assert spent == pytest.approx(1.0, rel=1e-3)


def test_batches_and_bounds_of_gradients_are_chosen(records):
    words = [
        "--data",
        str(records / "records.npz"),
        *BUDGET,
        "--batch-size",
        "auto",
        "--clip",
        "auto",
    ]
    rows = json.loads(text(*words, "--json"))["alternatives"]
    assert all(row["batch_size"] in (300, 75, 18, 16) for row in rows if "batch_size" in row)
    clipped = json.loads(text(*words[:-1], "0.25", "--json"))["alternatives"]
    assert {row["clip"] for row in clipped} == {0.25, None}  # doing nothing clips nothing
    assert all(row["proved"] is None for row in clipped if row["clip"])


def test_a_quadratic_loss_is_tuned_with_bounded_gradients(records):
    words = ["--data", str(records / "records.npz"), *BUDGET, "--loss", "quadratic"]
    rows = json.loads(text(*words, "--clip", "auto", "--json"))["alternatives"]
    nothing = next(row["error"] for row in rows if row["method"] == "nothing")
    assert rows[0]["error"] < nothing


def test_a_picture_is_drawn(records, tmp_path):
    path = tmp_path / "tune.png"
    text("--data", str(records / "records.npz"), *BUDGET, "--output", str(path))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_perturbed_minimiser_is_that_of_the_risk_that_its_noise_is_for(records):
    public = ["--public", str(records / "records.npz"), "--n", "1e6", "--scale-rows"]
    words = [*public, *BUDGET, "--clip", "0.3"]
    lengths = "L1 length 1.73205, L2 length 1, longer ones shortened to it"
    assert f"noise for n = 1000000 records within {lengths}\n" in text(*words)
    rows = json.loads(text(*words, "--json"))["alternatives"]
    assert [row["risk"] for row in rows if "risk" in row] == [tune_page.CUT] * 2


@pytest.mark.parametrize("method", [choosing.OBJECTIVE, choosing.OUTPUT])
def test_what_is_minimised_is_said(method):
    noise, task = Vector("gamma", 2.0, 3), Task(100, 3, 0.02, 1.0, 0.25, 1.0, 1.0, 1.0)
    bare = tune_page.settings(choosing.Choice(method, 1.0, (), noise=noise), task)
    cut = tune_page.settings(choosing.Choice(method, 1.0, (), clip=0.3, noise=noise), task)
    assert bare["minimise exactly"].startswith("F(x)")
    assert "G" not in bare
    assert cut["minimise exactly"].startswith("G(x)")
    assert cut["G"] == tune_page.CUT
    assert cut["clip (L1 norm)"] == 0.3


@pytest.mark.parametrize(
    ("limit", "words"), [(7, "--max-iterations"), (9, "more are not searched")]
)
def test_a_limit_that_was_hit_is_said_with_its_number(limit, words, records, monkeypatch):
    monkeypatch.setattr(tune_page, "MOST_ITERATIONS", 9)
    public = ["--public", str(records / "records.npz"), "--n", "1e7", *BUDGET]
    public[public.index("--max-iterations") + 1] = str(limit)
    rows = json.loads(text(*public, "--json"))["alternatives"]
    assert {row["iterations"] for row in rows if row["at_limit"]} == {limit}
    listed = ", ".join(row["method"] for row in rows if row["at_limit"])
    assert f"\nmore than {limit} iterations ({words}) may do better:\n  {listed}" in text(*public)


def test_without_a_limit_as_many_iterations_are_searched_as_can_help(records, monkeypatch):
    """Up to ten thousand; where the first choice does not iterate, the rest may end early."""
    monkeypatch.setattr(choosing, "FEWER", (3, 30))
    monkeypatch.setattr(tune_inputs, "LIMIT", 200)
    words = ["--public", str(records / "records.npz"), "--n", "1e5", *BUDGET[:-2], "--json"]
    found = json.loads(text(*words))
    whole = json.loads(text(*words, "--max-iterations", "200"))
    assert found["best"] == whole["best"]
    assert found["alternatives"][0]["error"] <= 1.02 * whole["alternatives"][0]["error"]
    assert found["max_iterations"] <= 200


@pytest.fixture(scope="module")
def patients(tmp_path_factory):
    """Drawn records in their own units, and their ranges."""
    folder = tmp_path_factory.mktemp("patients")
    drawn_patients.write(folder, private=10, public=600)
    return folder


def test_a_target_error_has_the_answer_of_its_least_budget():
    asked = [*SURROGATE[:-4], "--max-iterations", "3"]
    found = json.loads(text(*asked, "--target-error", "0.01", "--json"))
    assert found["target_error"] == 0.01
    assert found["alternatives"][0]["error"] <= 0.01
    again = json.loads(text(*asked, "--epsilon", str(found["epsilon"]), "--json"))
    assert again == found | {"target_error": None}
    page = text(*asked, "--target-error", "0.01")
    assert f"epsilon {found['epsilon']:g}: the least, to 5 %, with a predicted error of" in page


def test_ranges_scale_columns_and_lambda_is_chosen_by_held_out_records(patients):
    words = ["--public", str(patients / "public.csv"), "--ranges", str(patients / "ranges.csv")]
    words += ["--n", "50000", "--epsilon", "2", "--max-iterations", "5"]
    out = text(*words, "--regularisation", "1e-3,1")
    assert "noise for n = 50000 records within L1 length 9, L2 length 3\n" in out
    assert "weights of the penalty, by accuracy, then loss, of a short search:\n" in out
    assert max(map(len, out.splitlines())) <= 80
    answer = json.loads(text(*words, "--regularisation", "1e-3,1", "--json"))
    held_out = answer["held_out"]
    assert len(held_out["chosen"]) == len(answer["alternatives"])
    best = held_out["penalties"][0]
    assert answer["regularisation"] == best["regularisation"] == 1e-3
    assert best["no_privacy"]["loss"] < held_out["majority"]["loss"]
    assert held_out["verdict"].startswith("UNDECIDED: 600 ")


def test_ranges_are_enough_without_a_file(patients):
    words = ["--ranges", str(patients / "ranges.csv"), "--n", "1000", *BUDGET[2:]]
    answer = json.loads(text(*words, "--json"))
    assert (answer["radius_l1"], answer["radius_l2"]) == (9, 3)
    assert answer["held_out"] is None
