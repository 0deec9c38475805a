"""``dptheory allocate`` and ``dptheory tune``: what they print, corners, one line a mistake."""

import json
import math
import time
from pathlib import Path

import numpy as np
import pytest

from dptheory.allocation import gaussian_zcdp, laplace
from dptheory.bounds.strongly_convex import nesterov
from dptheory.cli import main
from dptheory.privacy.laplace import step_epsilon
from verify import kernel

NESTEROV = {
    "--method": "nesterov",
    "--alpha": "1",
    "--mu": "0.01",
    "--smoothness": "1",
    "--iterations": "200",
    "--epsilon": "1",
    "--n": "100000",
    "--m": "1000",
    "--sensitivity": "40",
}
TUNE = {
    "--mu": "0.02",
    "--smoothness": "5",
    "--dimension": "20",
    "--n": "1e5",
    "--sensitivity": "40",
    "--gap": "10",
    "--epsilon": "1",
}


def flags(base: dict[str, str], changes: dict[str, str | None]) -> list[str]:
    """The command line with options changed, or left out where None."""
    merged = {k: v for k, v in (base | changes).items() if v is not None}
    return [f"{key}={value}" for key, value in merged.items()]


def answer(capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> dict:
    assert main([command, *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return json.loads(output.out)


def test_the_example_spends_its_budget_best(capsys):
    found = answer(capsys, "allocate", *flags(NESTEROV, {}))
    assert found["spent"] == pytest.approx(1, abs=1e-12)
    assert math.fsum(found["epsilon_t"]) == pytest.approx(1, abs=1e-12)
    leaks = [step_epsilon(40.0, b, 100000, 1000) for b in found["laplace_scale_t"]]
    assert math.fsum(leaks) == pytest.approx(1, abs=1e-11)
    weights = np.array(nesterov(1.0, 0.01, 1.0, 200).noise)
    assert found["weights"] == pytest.approx(list(weights))
    variances = 2 * np.array(found["laplace_scale_t"]) ** 2
    assert found["objective"] == pytest.approx(float(np.sum(weights * variances)))
    assert found["objective"] < found["cube_root_objective"] < found["uniform_objective"]
    assert found["kkt_residual"] < 1e-12
    assert found["printed_spent"] > 3


def test_printed_weights_are_twice_the_proved_ones(capsys):
    proved = answer(capsys, "allocate", *flags(NESTEROV, {}))
    printed = answer(capsys, "allocate", *flags(NESTEROV, {"--weights": "printed"}))
    # (29): a_{T,t} = (1 - sqrt(mu alpha))^(T-t) alpha (1 + alpha L), t = 1, ..., T.
    assert printed["weights"] == pytest.approx([0.9 ** (200 - t) * 2 for t in range(1, 201)])
    assert printed["weights"] == pytest.approx([2 * a for a in proved["weights"]])
    assert printed["epsilon_t"] == pytest.approx(proved["epsilon_t"])


@pytest.mark.parametrize(
    "changes",
    [
        {"--iterations": "1"},
        {"--m": "1"},
        {"--m": None},
        {"--n": "1", "--m": "1"},
        {"--epsilon": "1/1000"},
        {"--epsilon": "1e4"},
        {"--method": "gradient", "--alpha": "19/10"},
        {"--method": "multistage", "--alpha": None},
        {"--method": "multistage", "--alpha": None, "--first-stage": "7", "--p": "2",
         "--scale": "0.1"},
        {"--mu": "1"},
    ],
)  # fmt: skip
def test_corners(capsys, changes):
    found = answer(capsys, "allocate", *flags(NESTEROV, changes))
    epsilon = {"1/1000": 1e-3, "1e4": 1e4}.get(changes.get("--epsilon"), 1.0)
    assert found["spent"] == pytest.approx(epsilon, rel=1e-12)
    assert len(found["weights"]) == found["iterations"] == int(changes.get("--iterations", 200))
    assert found["objective"] <= found["uniform_objective"] * (1 + 1e-12)


def test_a_million_iterations(capsys):
    before = time.process_time()
    found = answer(capsys, "allocate", *flags(NESTEROV, {"--iterations": "1e6", "--mu": "1e-9"}))
    assert time.process_time() - before < 30
    assert found["spent"] == pytest.approx(1, abs=1e-12)


def test_own_weights_with_zeros(capsys, tmp_path: Path):
    path = tmp_path / "weights.txt"
    path.write_text("1\n0\n\n2/3\n1e-3\n")
    shape = dict.fromkeys(("--method", "--alpha", "--mu", "--smoothness", "--iterations"))
    found = answer(capsys, "allocate", *flags(NESTEROV, shape | {"--weights-file": str(path)}))
    best = laplace([1, 0, 2 / 3, 1e-3], 1.0, sensitivity=40.0, n=100000, m=1000)
    assert found["epsilon_t"] == pytest.approx(list(best.budgets))
    assert found["epsilon_t"][1] == 0
    assert found["laplace_scale_t"][1] is None
    assert main(["allocate", *flags(NESTEROV, shape | {"--weights-file": str(path)})]) == 0
    assert "infinite" in capsys.readouterr().out


def test_what_the_releases_really_cost(capsys):
    found = answer(capsys, "allocate", *flags(NESTEROV, {"--delta": "1e-6"}))
    assert 0.1 < found["epsilon_at_delta"] < 0.5


def test_gaussian_mechanisms(capsys):
    gaussian = {"--mechanism": "gaussian"}
    full = {"--m": None, "--epsilon": None, "--rho": "1/2"}
    found = answer(capsys, "allocate", *flags(NESTEROV, gaussian | full))
    best = gaussian_zcdp(found["weights"], 0.5, sensitivity=40.0 / 10**5)
    assert found["sigma_t"] == pytest.approx(list(best.scales))
    assert found["spent"] == pytest.approx(0.5)
    approximate = {"--delta": "1e-6", "--iterations": "50"}
    exact = answer(capsys, "allocate", *flags(NESTEROV, gaussian | approximate | {"--m": None}))
    assert exact["spent"] == pytest.approx(1)
    sampled = answer(capsys, "allocate", *flags(NESTEROV, gaussian | approximate))
    assert 0.999 < sampled["spent"] <= 1
    names = [row["accountant"].split(",")[0] for row in sampled["accounts"]]
    assert names == ["privacy loss distribution", "Renyi divergence", "Renyi divergence"]
    made = [row["epsilon"] for row in sampled["accounts"]]
    assert sampled["spent"] == pytest.approx(made[0], rel=1e-6)
    assert made == sorted(made)
    assert sampled["objective"] < sampled["uniform_objective"]


BAD = [
    ({"--epsilon": "0"}, "--epsilon"),
    ({"--epsilon": None}, "--epsilon"),
    ({"--epsilon": "nan"}, "--epsilon"),
    ({"--m": "100001"}, "--m"),
    ({"--m": "0"}, "--m"),
    ({"--m": "1.5"}, "--m"),
    ({"--n": "0"}, "--n"),
    ({"--sensitivity": "0"}, "--sensitivity"),
    ({"--sensitivity": "-1"}, "--sensitivity"),
    ({"--alpha": "1.5"}, "--alpha"),
    ({"--alpha": "0"}, "--alpha"),
    ({"--alpha": None}, "--alpha"),
    ({"--method": "gradient", "--alpha": "2"}, "--alpha"),
    ({"--method": "multistage"}, "--alpha"),
    ({"--method": "multistage", "--alpha": None, "--scale": "2"}, "--scale"),
    ({"--method": "multistage", "--alpha": None, "--first-stage": "0"}, "--first-stage"),
    ({"--method": "multistage", "--alpha": None, "--p": "0"}, "--p"),
    ({"--method": "heavy-ball"}, "--method"),
    ({"--method": None}, "--method"),
    ({"--scale": "1"}, "--scale"),
    ({"--mu": "0"}, "--mu"),
    ({"--mu": "2"}, "--smoothness"),
    ({"--smoothness": None}, "--smoothness"),
    ({"--iterations": "0"}, "--iterations"),
    ({"--iterations": "1e9"}, "--iterations"),
    ({"--iterations": "x"}, "--iterations"),
    ({"--weights": "guessed"}, "--weights"),
    ({"--weights": "printed", "--method": "gradient"}, "--weights"),
    ({"--weights-file": "/no/such/file"}, "--method"),
    ({"--mechanism": "cauchy"}, "--mechanism"),
    ({"--mechanism": "gaussian"}, "--delta"),
    ({"--delta": "1"}, "--delta"),
    ({"--rho": "1"}, "--rho"),
    ({"--mechanism": "gaussian", "--epsilon": None, "--rho": "1"}, "--m"),
    ({"--mechanism": "gaussian", "--rho": "1", "--m": None}, "--epsilon"),
]
BAD_TUNE = [
    ({"--epsilon": "0"}, "--epsilon"),
    ({"--delta": "0"}, "--delta"),
    ({"--gap": "0"}, "--gap"),
    ({"--gap": None}, "--gap"),
    ({"--dimension": "0"}, "--dimension"),
    ({"--m": "1e6"}, "--m"),
    ({"--mu": "6"}, "--smoothness"),
    ({"--mu": "0"}, "--mu"),
    ({"--sensitivity-l2": "41"}, "--sensitivity-l2"),
    ({"--max-iterations": "0"}, "--max-iterations"),
    ({"--n": "a"}, "--n"),
]


@pytest.mark.parametrize(
    ("command", "base", "changes", "named"),
    [("allocate", NESTEROV, *case) for case in BAD] + [("tune", TUNE, *case) for case in BAD_TUNE],
)
def test_bad_input_is_one_line(capsys, command, base, changes, named):
    try:
        status = main([command, *flags(base, changes)])
    except SystemExit as stop:
        status = stop.code
    output = capsys.readouterr()
    assert status == 2
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert named in output.err


@pytest.mark.parametrize("text", ["-1\n", "1\nx\n", "0\n0\n", "", "nan\n"])
def test_bad_weight_files_are_one_line(capsys, tmp_path: Path, text):
    path = tmp_path / "weights.txt"
    path.write_text(text)
    shape = dict.fromkeys(("--method", "--alpha", "--mu", "--smoothness", "--iterations"))
    assert main(["allocate", *flags(NESTEROV, shape | {"--weights-file": str(path)})]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert "--weights-file" in output.err


def test_tune_lists_every_alternative(capsys):
    asked = answer(capsys, "tune", *flags(TUNE, {}))
    assert [r["sensitivity_l2_is"] for r in asked["rankings"]] == ["L1", "L1/sqrt(d)"]
    found = asked["rankings"][0]
    rows = {row["method"]: row for row in found["alternatives"]}
    assert set(rows) == {
        "gradient", "heavy-ball", "nesterov", "multistage", "output-perturbation", "nothing",
    }  # fmt: skip
    bounds = [row["bound"] for row in found["alternatives"]]
    assert bounds == pytest.approx(sorted(bounds), rel=1e-8)
    assert found["best"] == found["alternatives"][0]["method"] == "nesterov"
    best = rows["nesterov"]
    assert len(best["laplace_scale_t"]) == best["iterations"]
    assert best["bound"] < best["uniform_bound"]
    assert best["bound"] == pytest.approx(best["optimisation"] + best["privacy"])
    assert kernel.accepts(rows["heavy-ball"]["certificate"])
    # (L/2) d (d+1) S^2/(n mu eps)^2.
    expected = 2.5 * 20 * 21 * (40 / (1e5 * 0.02)) ** 2
    assert rows["output-perturbation"]["bound"] == pytest.approx(expected)


def test_tune_prints_a_table(capsys):
    options = flags(TUNE, {"--delta": "1e-6", "--sensitivity-l2": "20", "--max-iterations": "500"})
    assert main(["tune", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "L2 sensitivity 20 (as given)"
    assert lines[1].startswith("smallest proved bound: ")
    assert {line.split()[0] for line in lines[3:9]} >= {"nesterov", "nothing", "gradient"}


def test_small_budgets_on_full_data_are_allocated(capsys):
    small = {"--mechanism": "gaussian", "--epsilon": "1e-5", "--delta": "1e-9", "--m": None}
    found = answer(capsys, "allocate", *flags(NESTEROV, small))
    accounts = {row["accountant"]: row["epsilon"] for row in found["accounts"]}
    assert found["spent"] == 1e-5
    assert 1e-5 * (1 - 1e-6) < accounts["privacy loss distribution"] <= 1e-5
