"""``dptheory simulate``: means within their errors of what is known, noise of a budget, files."""

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from dptheory import expected_loss, heavy_ball
from dptheory.problems import Logistic, from_spectrum
from dptheory.simulation import Noise, simulate

QUADRATIC = "simulate --quadratic 2,1/2 --alpha 0.3 --beta 0.2 --iterations 12 --seed 3"
RECORDS = "simulate --data records.csv --regularisation 0.1 --method gradient --alpha 0.5"


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Logistic:
    """A file of records in the current folder, and their regression."""
    monkeypatch.chdir(tmp_path)
    features = np.random.default_rng(0).uniform(-0.5, 0.5, (30, 2)).round(3)
    labels = np.where(features[:, 0] > 0, 1.0, -1.0)
    np.savetxt("records.csv", np.column_stack([features, labels]), delimiter=",")
    return Logistic(features, labels, 0.1)


def test_a_quadratic_beside_its_exact_loss(answer, prints) -> None:
    line = f"{QUADRATIC} --noise-std 0.4 --runs 400"
    found = answer(line)
    exact = expected_loss(from_spectrum([0.5, 2]), heavy_ball(0.3, 0.2), 0.16, [0.8**0.5] * 2, 12)
    rows = found["losses"]
    assert [row["iteration"] for row in rows] == list(range(13))
    assert [row["exact"] for row in rows] == pytest.approx(exact.tolist(), rel=1e-12)
    assert rows[0]["mean"] == pytest.approx(1)  # the gap
    far = [abs(row["mean"] - row["exact"]) / row["standard_error"] for row in rows[1:]]
    assert max(far) < 4.5
    assert (found["mu"], found["L"], found["law"], found["scale"]) == (0.5, 2, "gaussian", 0.4)
    heads = prints(line).splitlines()[3].split()
    assert heads == ["t", "mean", "F", "-", "F*", "standard", "error", "exact"]


def test_the_noise_of_a_budget(answer) -> None:
    """Laplace noise of T alike iterations on n records: S T/(n epsilon) (Kuru et al., (11))."""
    line = f"{QUADRATIC} --n 100 --sensitivity 3 --epsilon 2"
    assert answer(line)["scale"] == pytest.approx(3 * 12 / (100 * 2))
    found = answer(f"{line} --delta 1e-6")
    assert found["law"] == "gaussian"
    # rho = S^2 T/(2 n^2 sigma^2) is at least that of the usual conversion.
    rho = 9 * 12 / (2 * (100 * found["scale"]) ** 2)
    assert rho + 2 * math.sqrt(rho * math.log(1e6)) > 2 > rho


def test_records_as_the_library_simulates_them(answer, records) -> None:
    found = answer(f"{RECORDS} --noise-std 0.1 --iterations 4 --runs 20 --batch-size 10")
    from dptheory import gradient

    runs = simulate(
        records, gradient(0.5), Noise("gaussian", 0.1), [0, 0], 4, runs=20, seed=0, batch_size=10
    )
    assert [row["mean"] for row in found["losses"]] == runs.mean.tolist()
    assert "exact" not in found["losses"][0]


@pytest.mark.usefixtures("records")
def test_the_noise_of_records_follows_their_radius_and_the_clip(answer) -> None:
    line = f"{RECORDS} --radius-l2 1 --epsilon 1 --iterations 3"
    assert answer(line)["scale"] == pytest.approx(2 * 2**0.5 * 3 / 30)
    private = f"{line} --delta 1e-4"
    whole, half = answer(private)["scale"], answer(f"{private} --clip 1/2")["scale"]
    assert half == pytest.approx(whole / 2)


def test_all_iterations_are_written(answer, tmp_path) -> None:
    path = tmp_path / "runs.csv"
    found = answer(f"{QUADRATIC} --noise-std 0 --output {path}")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [{k: json.loads(v) for k, v in row.items()} for row in rows] == found["losses"]


def test_a_run_that_diverges_has_no_number(answer, prints) -> None:
    line = "simulate --quadratic 1 --method gradient --alpha 9 --noise-std 1 --iterations 3000"
    found = answer(line)
    assert found["losses"][-1]["mean"] is None
    assert len(found["losses"]) == 1001
    assert "infinite" in prints(line)
