"""Constants from public data: against known ones, files, the command."""

import json
from pathlib import Path

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.problems.files import Wanted, read_records
from dptheory.problems.nonconvex import separable, tilted
from dptheory.tuning.nonconvex_estimates import estimate
from dptheory.tuning.public_models import public_model


@pytest.fixture
def records(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(200, 4))
    labels = np.where(features[:, 0] + 0.5 * rng.normal(size=200) > 0, "yes", "no")
    path = tmp_path / "public.npz"
    np.savez(path, features=features, labels=labels)
    return path


@pytest.mark.parametrize("profile", ["cauchy", "well", "ripple"])
def test_estimates_are_below_the_constants_and_near_them(profile: str) -> None:
    """Curvature is largest at the start of ``well`` or the minimum of ``cauchy``."""
    problem = tilted(separable(profile, 3), 60, tau0=0.3, tau1=0.2, seed=0)
    found = estimate(problem, np.full(3, 0.9), seed=0)
    met = np.linalg.norm(problem.gradient(np.full(3, 0.9)))
    assert found.gap == pytest.approx(float(problem.objective.value(np.full(3, 0.9))))
    for s in (0.0, met):
        most = problem.L0 + problem.L1 * s
        assert 0.4 * problem.L0 < found.L0.value + found.L1.value * s <= most * (1 + 1e-2)
        # A sum of two deviations, each of which is attained, not always by one record.
        most = problem.tau0 + problem.tau1 * s
        assert 0.7 * most < found.tau0.value + found.tau1.value * s <= most * (1 + 1e-9)
    for one in (found.L0, found.L1, found.tau0, found.tau1):
        assert one.low <= one.value <= one.high
    assert found.constants.L0 == found.L0.value
    assert found == estimate(problem, np.full(3, 0.9), seed=0)


def test_a_model_says_what_it_cannot_be_made_of(records: Path) -> None:
    read = read_records("--public", records, None, Wanted.KINDS)
    with pytest.raises(ValueError, match="of two kinds"):
        public_model("logistic", read.features, np.arange(200) % 3, seed=0)
    large, x0 = public_model("logistic", read.features * 1e40, read.labels, seed=0)
    with pytest.raises(ValueError, match=r"records must be scaled, .* Found one of \S+e\+\d"):
        estimate(large, x0, seed=0)
    huge, x0 = public_model("logistic", read.features * 1e160, read.labels, seed=0)
    with pytest.raises(ValueError, match="records must be scaled"):
        estimate(huge, x0, seed=0)


def test_the_command_says_what_estimates_are_not(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"tune nonconvex --public {records} --n 1e5 --epsilon 2 --delta 1e-6"
    line += " --max-iterations 300"
    assert main([*line.split(), "--model", "logistic", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["estimates"]["L0"]["low"] <= answer["estimates"]["L0"]["value"]
    assert "not for your problem" in answer["warning"]
    assert main(line.split()) == 0
    assert "not for your problem" in capsys.readouterr().out
    assert main([*line.split(), "--gap", "1"]) == 2
    assert "--gap and --public exclude each other" in capsys.readouterr().err
    assert main(["tune", "nonconvex", "--n", "10", "--epsilon", "1", "--delta", "0.1"]) == 2
    assert "--gap must be given, or --public FILE" in capsys.readouterr().err


def test_a_csv_and_an_npz_of_the_same_records_have_the_same_estimates(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with np.load(records) as stored:
        rows = [
            ",".join([label, *map(repr, row)])
            for label, row in zip(
                stored["labels"].tolist(), stored["features"].tolist(), strict=True
            )
        ]
    table = records.with_suffix(".csv")
    table.write_text("\n".join(rows))
    line = "tune nonconvex --n 1e5 --epsilon 2 --delta 1e-6 --max-iterations 300 --json --public"
    found = []
    for words in ([str(records)], [str(table), "--label", "0"]):
        assert main([*line.split(), *words]) == 0
        found.append(json.loads(capsys.readouterr().out)["estimates"])
    assert found[0] == found[1]
