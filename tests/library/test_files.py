"""Files are written whole or not at all; what is no file is written through, links are followed."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.experiments import store
from dptheory.files import output, replacing, write_atomically

RATE = ["rate", "--alpha", "0.1", "--beta", "0", "--mu", "1", "--smoothness", "10"]
MAP = ["map", "--mu", "1", "--smoothness", "10", "--points", "2", "--jobs", "1"]


def test_a_block_that_fails_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as temporary:
            temporary.write_text("half of it")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(0o600)
    write_atomically(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    write_atomically(tmp_path / "other", b"bytes")
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o644


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_a_link(exists: bool, tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    if exists:
        target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    text, deadline = "x" * 200_000, time.monotonic() + 30
    while True:
        try:
            write_atomically(pipe, text)
            break
        except OSError:  # the reader has not opened it yet
            assert time.monotonic() < deadline
    reader.join()
    assert found == [text]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_without_a_reader_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        write_atomically(tmp_path / "pipe", "text")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", [[*RATE, "--certificate"], [*MAP, "--output"]])
def test_a_full_device_is_one_line(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "/dev/full"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("No space left on device")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_output_into_the_standard_output() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dptheory", *MAP, "--output", "/dev/stdout"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("alpha,beta,status,rho\n")


@pytest.mark.parametrize(
    ("given", "suffixes"),
    [("", (".csv",)), ("rates.png", (".csv",)), (".", (".csv",)), ("none/rates.csv", (".csv",))],
)
def test_outputs_that_cannot_be_are_refused_first(given: str, suffixes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="--output must be a file"):
        output("--output", given, *suffixes)


def test_two_writers_of_one_file_leave_one_whole_answer(tmp_path: Path) -> None:
    path, texts = tmp_path / "file", ["a" * 10**6, "b" * 10**6]
    writers = [threading.Thread(target=write_atomically, args=(path, t)) for t in texts * 4]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


DAMAGES: dict[str, Callable[[bytes, bytes], bytes]] = {
    "cut short": lambda mine, other: mine[: len(mine) // 2],
    "emptied": lambda mine, other: b"",
    "a bit": lambda mine, other: mine[:-40] + bytes([mine[-40] ^ 1]) + mine[-39:],
    "swapped": lambda mine, other: other,
    "another format": lambda mine, other: mine.partition(b"\n")[2],
}


def cell(value: float) -> dict[str, np.ndarray]:
    """What is computed."""
    return {"x": np.array([value])}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_cell_is_named_and_computed_again(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    tasks = [(files[0], lambda: cell(1.0)), (files[1], lambda: cell(2.0))]
    assert store.complete(tmp_path, tasks) == 2
    files[0].write_bytes(DAMAGES[damage](files[0].read_bytes(), files[1].read_bytes()))
    with pytest.raises(ValueError, match="Found a damaged one"):
        store.read(files[0])
    assert store.complete(tmp_path, tasks) == 1
    assert capsys.readouterr().err == f"{files[0]} is damaged: it is computed again.\n"
    assert store.read(files[0])["x"].tolist() == [1.0]
    assert store.complete(tmp_path, tasks) == 0
