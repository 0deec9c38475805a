"""The command ``dptheory``: exact numbers in, JSON out, one line for every mistake."""

import csv
import json
import os
import resource
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from dptheory.cli import COMMANDS, main
from verify import kernel

ROOT = Path(__file__).resolve().parents[3]
POINT = ["--alpha", "0.1", "--beta", "0", "--mu", "1", "--smoothness", "10"]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter on the project."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """The JSON that ``dptheory rate`` prints."""
    assert main(["rate", *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return dict(json.loads(output.out))


@pytest.mark.parametrize(("alpha", "rate"), [("0.1", 0.9), ("2/11", 9 / 11), ("1e-2", 0.99)])
def test_rate_of_gradient_descent(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, alpha: str, rate: float
) -> None:
    path = tmp_path / "certificate.json"
    point = ["--alpha", alpha, *POINT[2:], "--method", "heavy-ball"]
    found = answer(capsys, *point, "--certificate", str(path))
    assert list(found) == [
        "status", "method", "alpha", "beta", "eta", "mu", "L", "rho", "rho_lower", "noise_gain",
        "certificate",
    ]  # fmt: skip
    assert found["status"] == "feasible"
    assert abs(found["rho"] - rate) < 1e-7
    assert found["rho_lower"] <= rate
    assert json.loads(path.read_text()) == found["certificate"]
    assert kernel.main([str(path)]) == 0
    assert capsys.readouterr().out.startswith("accepted: ")
    assert os.listdir(tmp_path) == ["certificate.json"]


def test_numbers_are_read_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, *POINT)["certificate"]["statement"]["alpha"] == "1/10"
    assert (
        answer(capsys, "--alpha", "2/11", *POINT[2:])["certificate"]["statement"]["alpha"] == "2/11"
    )


@pytest.mark.parametrize(
    ("arguments", "method", "beta", "eta"),
    [
        ([*POINT, "--method", "gradient"], "gradient", 0, 0),
        (["--alpha", "0.1", "--mu", "1", "--smoothness", "10", "--method", "gradient"],
         "gradient", 0, 0),
        (["--alpha", "0.1", "--beta", "0.5", *POINT[4:], "--method", "nesterov"],
         "nesterov", 0.5, 0.5),
        (["--alpha", "0.1", "--beta", "0.5", "--eta", "1/4", *POINT[4:], "--method", "momentum"],
         "momentum", 0.5, 0.25),
        (["--mu", "1", "--smoothness", "4", "--method", "triple-momentum"],
         "triple-momentum", 1 / 6, 1 / 9),
    ],
)  # fmt: skip
def test_every_method(
    capsys: pytest.CaptureFixture[str], arguments: list[str], method: str, beta: float, eta: float
) -> None:
    found = answer(capsys, *arguments)
    assert (found["status"], found["method"]) == ("feasible", method)
    assert found["beta"] == pytest.approx(beta)
    assert found["eta"] == pytest.approx(eta)
    assert kernel.accepts(found["certificate"])


def test_instability_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "--alpha", "1", *POINT[2:])
    assert found["status"] == "infeasible"
    assert found["rho"] is None
    assert found["noise_gain"] is None
    assert found["certificate"]["statement"]["says"] == "infeasible"
    assert kernel.accepts(found["certificate"])


def test_readable_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rate", *POINT, "--certificate", str(tmp_path / "c.json")]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == [
        "status", "method", "rho", "rho_lower", "noise_gain", "1", "certificate",
    ]  # fmt: skip


def test_a_map_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    small = ["map", "--mu", "1", "--smoothness", "10", "--points", "3", "--jobs", "1", "--picture"]
    assert main([*small, str(tmp_path / "map.png")]) == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert main([*small, str(tmp_path / "map.csv")]) == 2
    assert "--picture must be a file of .png" in capsys.readouterr().err
    assert main([*small[:6], "1001", *small[7:-1]]) == 2
    assert "--points must be from 1 to 1000. Found 1001." in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["map.png"]


BAD = [
    (["--alpha", "1e100000000", *POINT[2:]], "--alpha"),
    (["--alpha", "0.1", "--certificate", "", *POINT[2:]], "--certificate"),
    (["--alpha", "nan", *POINT[2:]], "--alpha"),
    (["--alpha", "inf", *POINT[2:]], "--alpha"),
    (["--alpha", "1/0", *POINT[2:]], "--alpha"),
    (["--alpha", "fast", *POINT[2:]], "--alpha"),
    (["--alpha", "0", *POINT[2:]], "--alpha"),
    (["--alpha=-1", *POINT[2:]], "--alpha"),
    (POINT[2:], "--alpha"),
    (["--alpha", "0.1", "--beta", "1", *POINT[4:]], "--beta"),
    (["--alpha", "0.1", "--beta=-0.1", *POINT[4:]], "--beta"),
    (["--alpha", "0.1", *POINT[4:]], "--beta"),
    ([*POINT[:4], "--mu=-1", "--smoothness", "10"], "--mu"),
    ([*POINT[:4], "--mu", "0", "--smoothness", "10"], "--mu"),
    ([*POINT[:4], "--mu", "nan", "--smoothness", "10"], "--mu"),
    ([*POINT[:4], "--mu", "11", "--smoothness", "10"], "--smoothness"),
    ([*POINT[:6]], "--smoothness"),
    ([*POINT, "--method", "adam"], "--method"),
    ([*POINT, "--eta", "1"], "--eta"),
    ([*POINT, "--eta=-1", "--method", "momentum"], "--eta"),
    ([*POINT, "--method", "momentum"], "--eta"),
    ([*POINT, "--eta", "0.5", "--method", "nesterov"], "--eta"),
    (["--alpha", "0.1", "--beta", "0.2", *POINT[4:], "--method", "gradient"], "--beta"),
    ([*POINT, "--method", "triple-momentum"], "--alpha"),
    ([*POINT[2:], "--method", "triple-momentum"], "--beta"),
    ([*POINT[4:], "--eta", "1", "--method", "triple-momentum"], "--eta"),
    ([*POINT, "--certificate", "/no/such/folder/c.json"], "--certificate"),
    ([*POINT, "--certificate", "/"], "--certificate"),
    ([*POINT, "--speed", "9"], "--speed"),
]


@pytest.mark.parametrize(("arguments", "name"), BAD)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], name: str
) -> None:
    try:
        status = main(["rate", *arguments])
    except SystemExit as stop:
        status = stop.code
    output = capsys.readouterr()
    assert status == 2
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert name in output.err
    assert "Traceback" not in output.err


@pytest.mark.parametrize("arguments", [[], ["fly"], ["rate", "--alpha"]])
def test_wrong_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "map.csv"
    command = ["map", "--mu", "1", "--smoothness", "10", "--points", "8", "--jobs", "1"]
    assert main([*command, "--output", str(path)]) == 0
    text = capsys.readouterr().out
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 64
    assert list(rows[0]) == ["alpha", "beta", "status", "rho"]
    counts = {
        word: sum(row["status"] == word for row in rows) for word in ("feasible", "infeasible")
    }
    assert sum(counts.values()) == 64
    assert str(counts["feasible"]) in text
    assert main([*command, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert len(listed) == 64
    for row, entry in zip(rows, listed, strict=True):
        assert row["status"] == entry["status"]
        assert (row["rho"] == "") == (entry["rho"] is None)
        assert (entry["rho"] is None) == (entry["status"] != "feasible")


@pytest.mark.parametrize(
    "extra",
    [
        ["--points", "0"],
        ["--points", "x"],
        ["--mu", "20"],
        ["--method", "adam"],
        ["--output", "/no/such/folder/map.csv"],
        ["--jobs", "0"],
        ["--top", "0"],
    ],
)
def test_map_refuses_bad_input(capsys: pytest.CaptureFixture[str], extra: list[str]) -> None:
    try:
        status = main(["map", "--mu", "1", "--smoothness", "10", *extra])
    except SystemExit as stop:
        status = stop.code
    output = capsys.readouterr()
    assert status == 2
    assert output.err.count("\n") == 1
    assert extra[0].lstrip("-") in output.err or extra[0] == "--mu"


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--version"])
    assert capsys.readouterr() == (f"dptheory {version('dptheory')}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], *[[name, "--help"] for name in COMMANDS if name != "verify"]],
)
def test_help_is_instant_and_loads_nothing_numerical(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from dptheory.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'numpy', 'scipy', 'numba', 'sympy', 'rich', 'cvxpy', 'matplotlib', 'flint'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = python("-c", code)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == "[]"
    # The budget is 0.15 s; twice that on a loaded machine.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3


def test_module_and_kernel_as_programs(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    made = python("-m", "dptheory", "rate", *POINT, "--json", "--certificate", str(path))
    assert made.returncode == 0
    assert json.loads(made.stdout)["status"] == "feasible"
    checked = python("verify/kernel.py", str(path))
    assert checked.returncode == 0
    refused = python("-m", "dptheory", "rate", "--alpha", "nan", *POINT[2:])
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


def test_verify_is_the_ledgers_command() -> None:
    assert python("-m", "dptheory", "verify", "--help").stdout.startswith("usage: python -m verify")
    refused = python("-m", "dptheory", "verify", "accelerated/none")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
