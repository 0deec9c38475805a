"""Hostile command lines: each is answered, or refused in one line that names the argument.

They are the worst of those that ``python -m benchmarks.hostile_commands`` found.
"""

import json
import os
from pathlib import Path

import pytest

from benchmarks.hostile_commands import Outcome, run, word_of
from benchmarks.hostile_lines import Line, actions, lines
from benchmarks.hostile_values import BASES
from dptheory.cli import COMMANDS, main
from verify import kernel

CLASS = "--mu 1 --smoothness 10"
DATA = "--n 1000 --sensitivity 1 --epsilon 1"
RATE = f"rate {CLASS} --beta 0.2"
TUNE = "tune --mu 0.02 --smoothness 5 --dimension 20 --gap 10 --sensitivity 1"
MOMENT = "second-moment --noise-multiplier 0.4 --clip 0.1 --noise-divisor 256 --beta2 0.99"
WORST = "worst-law --rule clip --threshold 1/2 --gradient 0.1 --tau0 1"
NONCONVEX = "tune-nonconvex --gap 1 --tau0 1 --tau1 1/2 --epsilon 1 --dimension 9 --n 100 --l0 1"
REFUSED = [
    (f"{RATE} --alpha 1e309", "--alpha"),
    (f"{RATE} --alpha 1e-400", "--alpha"),
    (f"{RATE} --alpha=--", "--alpha"),
    (f"{RATE} --alpha ١٢", "--alpha"),
    (f"{RATE} --alpha 1_000", "--alpha"),
    (f"{RATE} --alpha 1e9999", "--alpha"),
    (f"{RATE} --alpha 1/{'3' * 5000}", "--alpha"),
    (f"{RATE} --alpha 1 --mu 1e-400", "--mu"),
    (f"{RATE} --alpha 1 --smoothness 1e400", "--smoothness"),
    (f"{RATE} --alpha 1 --eta 1e309 --method momentum", "--eta"),
    (f"{RATE} --alpha 1 --certificate {'x' * 300}.json", "--certificate"),
    (f"{RATE} --alpha 1 --certificate loop", "--certificate"),
    ("rate --mu 1 --smoothness 1e39 --method triple-momentum", "--smoothness"),
    ("map --mu 1 --smoothness 1e-300", "--smoothness"),
    ("map --mu 1e-300 --smoothness 1e-300 --top 1e300", "--top"),
    ("map --mu 1 --smoothness 10 --points 1e400", "--points"),
    (f"allocate {DATA} --weights-file missing", "--weights-file"),
    (f"allocate {DATA} --weights-file binary", "--weights-file"),
    (f"allocate {DATA} --weights-file pipe", "--weights-file"),
    (f"allocate {DATA} --weights-file /", "--weights-file"),
    (f"{MOMENT} --steps {'9' * 300}", "--steps"),
    (f"{MOMENT} --step 3 --gradient pipe", "--gradient"),
    (f"{WORST} --tau1=1e-999", "--tau1"),
    (f"{WORST} --alpha 1e-300", "--alpha"),
    ("simulate accelerated-logistic-quick --folder binary/x", "--folder"),
    ("simulate accelerated-logistic-quick --jobs 1e30", "--jobs"),
    (f"{TUNE} --n 10 --epsilon 1e-200", "--epsilon"),
    (f"{TUNE} --n 10 --epsilon 1e300", "--epsilon"),
    (f"{TUNE} --n 1e30 --epsilon 1", "--n"),
    (f"{NONCONVEX} --l1 1e309 --delta 1e-5", "--l1"),
    (f"{NONCONVEX} --l1 1 --delta 1e-400", "--delta"),
    (f"{NONCONVEX} --l1 1 --delta 1e400", "--delta"),
    (f"{NONCONVEX} --l1 1 --delta 1e-5 --tau1 1e309", "--tau1"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files that are none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(("line", "option"), REFUSED, ids=lambda value: value[:60])
def test_a_hostile_line_is_refused_in_one_line_that_names_the_argument(
    line: str, option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(line.split())
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, error = capsys.readouterr()
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert option in error
    assert len(error) < 600
    assert sorted(os.listdir(folder)) == ["binary", "loop", "pipe"]


@pytest.mark.parametrize("alpha", ["1e-300", "1e-30", "1e30", "1e300"])
@pytest.mark.parametrize("mu", ["1e-300", "1", "1e300"])
def test_the_rate_at_the_ends_of_its_range_is_one_that_the_kernel_accepts(
    alpha: str, mu: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for rest in (["--method", "gradient"], ["--beta", "0.3", "--eta", "1e300"]):
        method = [] if rest[0] == "--method" else ["--method", "momentum"]
        line = ["rate", "--alpha", alpha, "--mu", mu, "--smoothness", "1e300", *rest, *method]
        assert main([*line, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["alpha"], found["mu"], found["L"]) == (float(alpha), float(mu), 1e300)
        assert found["certificate"] is None or kernel.accepts(found["certificate"])
        assert main(line) == 0
        assert "nan" not in capsys.readouterr().out


def test_a_message_shows_controls_escaped_and_long_words_cut(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rate", *CLASS.split(), "--method", "\x1b[31m" + "x" * 5000]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "\x1b" not in line
    assert len(line) < 500


def test_the_lines_of_the_benchmark_are_determined_by_the_seed() -> None:
    assert lines(3, 26) == lines(3, 26)
    assert lines(3, 26) != lines(4, 26)
    assert {line.program for line in lines(0, 13)} == {*COMMANDS, "verify", "figures", "kernel"}
    assert all(actions(name) for name in BASES if name != "kernel")


@pytest.mark.parametrize(
    ("program", "status", "out", "error", "word"),
    [
        ("rate", 0, "rho 0.9", "", "answered"),
        ("rate", 0, "rho nan", "", "not a number"),
        ("rate", 0, "rho 0.9", "UserWarning: x", "answered with other words"),
        ("rate", 1, "", "Traceback (most recent call last):", "traceback"),
        ("rate", 1, "", "wrong", "internal error"),
        ("rate", 2, "", "dptheory rate: --alpha must be positive.\n", "refused"),
        ("rate", 2, "", "dptheory rate: must be positive.\n", "badly refused"),
        ("rate", 2, "", "--alpha must be\npositive.\n", "badly refused"),
        ("rate", 2, "rho", "--alpha must be positive.\n", "badly refused"),
        ("rate", 124, "", "", "hang"),
        ("map", 124, "", "dptheory map: 10 points take about 2 minutes\n", "announced"),
        ("rate", -9, "", "", "killed"),
        ("kernel", 1, "refused", "", "answered"),
    ],
)
def test_the_benchmark_names_what_became_of_a_line(
    program: str, status: int, out: str, error: str, word: str
) -> None:
    assert word_of(Line(program, ()), status, out, error) == word


def test_a_line_runs_in_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "rate.json").write_text("{}")
    found = run(Line("kernel", ("rate.json",)), tmp_path)
    assert isinstance(found, Outcome)
    assert (found.word, found.status) == ("refused", 2)
    assert os.listdir(tmp_path) == ["rate.json"]
