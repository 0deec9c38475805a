"""Progress is a line on a terminal after a while; elsewhere it is nothing."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from dptheory import progress
from dptheory.cli import main
from dptheory.commands import privacy, rate_grid, tune_class


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A pseudo-terminal as standard error; the end from which it is read."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "AFTER", 0.02)
    reader, writer = pty.openpty()
    with os.fdopen(writer, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        yield reader
        stream.flush()
    os.close(reader)


def read(handle: int) -> str:
    """What was written to the terminal so far."""
    os.set_blocking(handle, False)
    parts: list[bytes] = []
    with suppress(OSError):  # nothing more
        parts += iter(lambda: os.read(handle, 65536), b"")
    return b"".join(parts).decode()


WIPED = "\x1b[2K"


def work(seconds: float) -> None:
    """Something that takes a while, and may be interrupted."""
    with progress.shown() as report:
        report("points", 3, 8)
        time.sleep(seconds)


def check_wiped(text: str, shown: str) -> None:
    """Something was shown, then wiped, and the cursor hidden and shown once."""
    assert text.rindex(WIPED) > text.rindex(shown)
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") == 1


def test_a_terminal_shows_what_is_done_and_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as reader:
        work(0.8)
        check_wiped(read(reader), "points 3 of 8")


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as reader:
        monkeypatch.setattr(progress, "AFTER", 60.0)
        work(0)
        assert read(reader) == ""


def test_a_pipe_gets_nothing(monkeypatch, capsys):
    monkeypatch.setattr(progress, "AFTER", 0.0)
    work(0.1)
    assert capsys.readouterr() == ("", "")


def test_long_work_is_announced_once_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    with progress.announced("dptheory plan"):
        time.sleep(0.3)
    assert capsys.readouterr().err.count("dptheory plan: this takes longer than") == 1
    with progress.announced("dptheory plan"):
        pass
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


def test_the_cost_of_a_large_task_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    progress.announce("dptheory rate", "10 points", 1.0)
    progress.announce("dptheory rate", "20 points", 240.0)
    assert capsys.readouterr().err == "dptheory rate: 20 points take about 4 minutes\n"


LINES = {
    rate_grid: "rate --mu 1 --smoothness 10 --grid 3 --jobs 1",
    tune_class: "tune class --mu 0.02 --smoothness 5 --dimension 2 --n 100 --sensitivity 1 --gap 1 "
    "--epsilon 1 --max-iterations 5",
    privacy: "privacy --n 100 --batch-size 100 --iterations 2 --epsilon 1 --delta 1e-3 "
    "--noise-std 1",
}


@pytest.mark.parametrize("module", LINES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_commands_report_what_they_do(module, monkeypatch, capsys):
    found: list[tuple[str, int, int]] = []

    @contextmanager
    def shown():
        yield lambda *report: found.append(report)

    monkeypatch.setattr(module, "shown", shown)
    assert main(LINES[module].split()) == 0
    assert capsys.readouterr().err == ""
    assert all(what and 0 <= done <= max(total, 0) for what, done, total in found)
    assert found


def test_an_interrupted_map_leaves_the_terminal_as_it_was(root: Path, tmp_path: Path) -> None:
    code = (
        # Where nohup, cron or a background job had the parent ignore interrupts, so does a child.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import sys; from dptheory import progress; progress.AFTER = 0.1\n"
        "from dptheory.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["rate", "--mu", "1", "--smoothness", "10", "--grid", "600", "--jobs", "1"]
    reader, writer = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=tmp_path, stderr=writer, stdout=writer,
        env=os.environ | {"PYTHONPATH": str(root), "TERM": "xterm"},
    ) as process:  # fmt: skip
        os.close(writer)
        try:
            text, deadline = "", time.monotonic() + 60
            while "of 360000" not in text:
                assert time.monotonic() < deadline
                text += read(reader)
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
        finally:
            process.kill()
    text += read(reader)
    os.close(reader)
    check_wiped(text, "of 360000")
    assert "Traceback" not in text
