"""Shared by the tests of the command line: what a line answers, prints and refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dptheory.cli import main


@pytest.fixture
def prints(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """``prints(line)``: what a line prints that succeeds and has nothing to complain about."""

    def run(line: str) -> str:
        assert main(line.split()) == 0
        output = capsys.readouterr()
        assert output.err == ""
        return output.out

    return run


@pytest.fixture
def answer(prints: Callable[[str], str]) -> Callable[[str], Any]:
    """``answer(line)``: the JSON of a line."""
    return lambda line: json.loads(prints(f"{line} --json"))


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """``refusal(line)``: the one line with which a line is refused, nothing else printed."""

    def run(line: str) -> str:
        try:
            status = main(line.split())
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, error = capsys.readouterr()
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert "Traceback" not in error
        assert len(error) < 600
        return error

    return run
