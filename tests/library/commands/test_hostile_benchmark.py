"""The benchmark of hostile command lines: its lines, and what it calls their outcomes."""

import os
from pathlib import Path

import pytest

from benchmarks.audits.hostile_commands import Outcome, run, word_of
from benchmarks.audits.hostile_lines import Line, actions, lines
from benchmarks.audits.hostile_values import BASES
from dptheory.cli import COMMANDS


def test_the_lines_of_the_benchmark_are_determined_by_the_seed() -> None:
    assert lines(3, 26) == lines(3, 26)
    assert lines(3, 26) != lines(4, 26)
    assert {line.program for line in lines(0, 15)} == {*COMMANDS, "verify", "figures", "kernel"}
    assert all(actions(name) for name in BASES if name != "kernel")


@pytest.mark.parametrize(
    ("program", "status", "out", "error", "word"),
    [
        ("rate", 0, "rho 0.9", "", "answered"),
        ("rate", 0, "rho nan", "", "not a number"),
        ("figures", 0, "Infinity/fig-2.png", "", "answered"),  # a folder
        ("rate", 0, "rho 0.9", "UserWarning: x", "answered with other words"),
        ("rate", 1, "", "Traceback (most recent call last):", "traceback"),
        ("rate", 1, "", "wrong", "internal error"),
        ("rate", 2, "", "dptheory rate: --alpha must be positive.\n", "refused"),
        ("rate", 2, "", "dptheory rate: must be positive.\n", "badly refused"),
        ("rate", 2, "", "--alpha must be\npositive.\n", "badly refused"),
        ("rate", 2, "rho", "--alpha must be positive.\n", "badly refused"),
        ("rate", 124, "", "", "hang"),
        ("rate", 124, "", "dptheory rate: 10 points take about 2 minutes\n", "announced"),
        ("rate", -9, "", "", "killed"),
        ("kernel", 1, "refused", "", "answered"),
    ],
)
def test_the_benchmark_names_what_became_of_a_line(program, status, out, error, word):
    assert word_of(Line(program, ()), status, out, error) == word


def test_a_line_runs_in_a_folder_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "rate.json").write_text("{}")
    found = run(Line("kernel", ("rate.json",)), tmp_path)
    assert isinstance(found, Outcome)
    assert (found.word, found.status) == ("refused", 2)
    assert os.listdir(tmp_path) == ["rate.json"]
