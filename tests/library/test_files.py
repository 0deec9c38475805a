"""Files are written whole or not at all; what is no file is written through, links are followed."""

import errno
import hashlib
import io
import os
import stat
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

from dptheory import store
from dptheory.cli import main
from dptheory.files import output, replacing, text_of, write_atomically

RATE = "rate --alpha 0.1 --beta 0 --mu 1 --smoothness 10"
ALLOCATE = "allocate --epsilon 1 --n 100000 --batch-size 1000 --sensitivity 40"
MOMENT = "second-moment --noise-multiplier 0.4 --clip 5 --batch-size 256 --beta2 0.999"
MAP = "rate --mu 1 --smoothness 10 --grid 2 --jobs 1"


@pytest.mark.parametrize(
    "error", [ZeroDivisionError(), OSError(errno.ENOSPC, "No space left on device")]
)
def test_a_block_that_fails_leaves_the_old_file_alone(error, tmp_path):
    path = tmp_path / "file"
    path.write_text("old")

    def fail():
        with replacing(path) as temporary:
            temporary.write_text("half of it")
            raise error

    with pytest.raises(type(error)) as caught:
        fail()
    # A full disk is told with the name of the file, not that of the temporary one.
    assert getattr(caught.value, "filename", str(path)) == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_keeps_its_rights_and_a_closed_one_its_content(tmp_path):
    path, other = tmp_path / "file", tmp_path / "other"
    path.touch(0o600)
    write_atomically(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    write_atomically(other, b"bytes")
    with pytest.MonkeyPatch.context() as patch:  # a superuser may write where nobody may
        patch.setattr(os, "access", lambda *_: False)
        with pytest.raises(PermissionError) as caught:
            write_atomically(other, b"other bytes")
    assert caught.value.filename == str(other)
    assert other.read_bytes() == b"bytes"


@pytest.mark.parametrize("given", ["", "rates.png", ".", "none/rates.csv", "x" * 300])
def test_outputs_that_cannot_be_are_refused_first(given):
    with pytest.raises(ValueError, match="--output must be a file"):
        output("--output", given, ".csv")


UNREADABLE = {
    "empty": "it is empty",
    "words": "it is no UTF-8",
    "none": "No such file or directory",
    "pipe": "it is empty",  # nobody writes into it: no wait
    "/dev/zero": "it has more than 1000 bytes",
    "long": "it has more than 1000 bytes",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_texts_that_cannot_be_read_are_refused_with_the_reason(name, tmp_path, monkeypatch):
    monkeypatch.setattr("dptheory.files.LONGEST", 1000)
    os.mkfifo(tmp_path / "pipe")
    files = {"empty": b"", "words": b"\xff\xfe", "long": b"x" * 1001, "longest": b"x" * 1000}
    for file, content in files.items():
        (tmp_path / file).write_bytes(content)
    why = rf"--weights must be a text file .* \({UNREADABLE[name]}\)\."
    with pytest.raises(ValueError, match=why):
        text_of("--weights", tmp_path / name)
    assert text_of("--weights", tmp_path / "longest") == "x" * 1000
    with pytest.raises(OSError, match="No such device"):  # a pipe without a reader
        write_atomically(tmp_path / "pipe", "text")


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf1\r\n2\r\n", b"1\r2\r", b"\xef\xbb\xbf1\r2\n"])
def test_marks_of_an_encoding_and_ends_of_lines_do_not_matter(content, tmp_path, capsys):
    path = tmp_path / "numbers"
    path.write_bytes(content)
    assert text_of("--weights", path) == "1\n2\n"
    for line in (f"{ALLOCATE} --weights {path}", f"{MOMENT} --iterations 2 --gradient {path}"):
        assert main(line.split()) == 0
        found = capsys.readouterr().out
        path.write_bytes(b"1\n2\n")
        assert main(line.split()) == 0
        assert capsys.readouterr().out == found
        path.write_bytes(content)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("line", [f"{RATE} --output", f"{MAP} --output"])
def test_a_full_device_is_one_line(line, capsys):
    *words, option = line.split()
    assert main([*words, option, "/dev/full"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    why = "must be a file that can be read or written. Found /dev/full (No space left on device)."
    assert said.endswith(f"{option} {why}")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_output_into_the_standard_output(python, root):
    done = python("-m", "dptheory", *MAP.split(), "--output", "/dev/stdout", cwd=root)
    assert (done.returncode, done.stdout.partition("\n")[0]) == (0, "alpha,beta,status,rho")


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_is_for_whom_the_umask_says(umask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "new.csv", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.csv").stat().st_mode) == mode


def test_what_replaces_a_private_file_is_private_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "private.csv"
    path.write_text("old")
    path.chmod(0o640)
    with replacing(path) as temporary:
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for text in ("the first", "new"):
        write_atomically(link, text)
        assert (link.is_symlink(), target.read_text()) == (True, text)


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


def test_two_writers_of_one_file_leave_one_whole_answer(tmp_path: Path) -> None:
    path, texts = tmp_path / "file", ["a" * 10**6, "b" * 10**6]
    writers = [threading.Thread(target=write_atomically, args=(path, t)) for t in texts * 4]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


# Two at a time write the same file in one format, again and again.
WRITER = """
import sys
from pathlib import Path
from typing import Any
import numpy as np
from dptheory.files import replacing

path, value = Path(sys.argv[1]), float(sys.argv[2])
if path.suffix == ".nc":
    import xarray as xr
    save = xr.Dataset({"x": ("t", np.full(50_000, value))}).to_netcdf
    save_to = lambda file: save(file, engine="h5netcdf")
else:
    save_to = lambda file: file.write_text(f"{value}\\n" * 100_000)
print("ready", flush=True)
sys.stdin.readline()
for _ in range(4):
    with replacing(path) as file:
        save_to(file)
"""


@pytest.mark.parametrize("suffix", [".nc", ".csv"])
def test_two_processes_that_write_one_file_leave_a_whole_one(suffix, root, tmp_path):
    path = tmp_path / f"file{suffix}"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), value],
            cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for value in ("1", "2")
    ]  # fmt: skip
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.communicate("go\n", timeout=60)
        assert writer.returncode == 0
    assert list(tmp_path.iterdir()) == [path]
    content = path.read_bytes()
    if suffix == ".nc":
        with xarray.open_dataset(path, engine="h5netcdf") as found:
            assert len(set(found["x"].values.tolist())) == 1
    else:
        assert content in (b"1.0\n" * 100_000, b"2.0\n" * 100_000)


DAMAGES: dict[str, Callable[[bytes, bytes], bytes]] = {
    "cut short": lambda mine, other: mine[: len(mine) // 2],
    "emptied": lambda mine, other: b"",
    "a bit": lambda mine, other: mine[:-40] + bytes([mine[-40] ^ 1]) + mine[-39:],
    "swapped": lambda mine, other: other,
    "another format": lambda mine, other: mine.partition(b"\n")[2],
    "other bytes, sealed": lambda mine, other: sealed(mine, b"nothing that numpy wrote"),
    "a single array, sealed": lambda mine, other: sealed(mine, saved(np.save, np.ones(2))),
    "objects, sealed": lambda mine, other: sealed(mine, saved(np.savez, x=np.array([{}, None]))),
    "words, sealed": lambda mine, other: sealed(mine, saved(np.savez, x=np.array(["one"]))),
    "no array, sealed": lambda mine, other: sealed(mine, zipped(b"\x93NUMPY\x01\x00")),
    "no format, sealed": lambda mine, other: sealed(mine, zipped(b"text")),
}


def saved(save: Callable[..., None], *arrays: Any, **named: Any) -> bytes:
    """What numpy writes."""
    stream = io.BytesIO()
    save(stream, *arrays, **named)
    return stream.getvalue()


def zipped(member: bytes) -> bytes:
    """An archive with one member."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("x.npy", member)
    return stream.getvalue()


def sealed(cell: bytes, content: bytes) -> bytes:
    """Content under the name of a cell, its checksum computed anew."""
    name = cell.split(b" ")[0]
    return name + b" " + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_cell_is_named_and_computed_again(damage, tmp_path, capsys):
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    tasks = [(path, partial(dict, x=np.array([k]))) for k, path in enumerate(files, 1)]
    assert store.complete(tmp_path, tasks) == 2
    files[0].write_bytes(DAMAGES[damage](files[0].read_bytes(), files[1].read_bytes()))
    with pytest.raises(ValueError, match="Found a damaged one"):
        store.read(files[0])
    assert store.complete(tmp_path, tasks) == 1
    assert capsys.readouterr().err == f"{files[0]} is damaged: it is computed again.\n"
    assert store.read(files[0])["x"].tolist() == [1]
    assert store.complete(tmp_path, tasks) == 0


@pytest.mark.parametrize("to", ["victim.txt", "missing.txt"])
def test_a_lock_opens_no_file_behind_a_link(to: str, tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    folder = tmp_path / "cells"
    folder.mkdir()
    (folder / ".lock").symlink_to(tmp_path / to)
    with pytest.raises(OSError, match=r"\.lock"):
        store.complete(folder, [])
    assert victim.read_text() == "mine"
    assert not (tmp_path / "missing.txt").exists()
    (folder / ".lock").unlink()
    (folder / ".lock").write_text("kept")
    assert store.complete(folder, []) == 0
    assert (folder / ".lock").read_text() == "kept"


def test_a_cell_in_place_of_a_link_is_a_file_of_its_own(tmp_path: Path) -> None:
    victim, cell = tmp_path / "victim.txt", tmp_path / "cells/one.npz"
    victim.write_text("mine")
    cell.parent.mkdir()
    cell.symlink_to(victim)
    assert store.complete(cell.parent, [(cell, partial(dict, x=np.ones(2)))]) == 1
    assert victim.read_text() == "mine"
    assert not cell.is_symlink()
    np.testing.assert_array_equal(store.read(cell)["x"], np.ones(2))


def test_a_cell_of_other_arrays_is_named_where_one_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    store.write(path, {"y": np.ones(1)})
    with pytest.raises(ValueError, match=r"one\.npz must hold x\. Found y; delete it\."):
        store.read(path)["x"]
