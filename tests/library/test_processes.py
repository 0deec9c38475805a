"""Workers end with the process that started them, however it ends; commands end quietly."""

import ctypes
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dptheory.files import replacing
from dptheory.processes import WorkerKilled, in_processes, quietly

# Two workers: one writes its number and sleeps, the other does the same.
PARENT = """
import os, sys, time
from pathlib import Path
from dptheory.processes import in_processes

def wait(folder, k):
    (Path(folder) / f"{k}").write_text(str(os.getpid()))
    time.sleep(100)

list(in_processes([(wait, (sys.argv[1], k)) for k in range(2)], 2))
"""


def running(process: int) -> bool:
    """Whether a process is there and is no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")


def awaited(condition: Callable[[], Any], process: subprocess.Popen[str] | None = None) -> None:
    """Fails where the condition does not come true, or the process ends before it does."""
    deadline = time.monotonic() + 90
    while not condition():
        assert time.monotonic() < deadline
        assert process is None or process.poll() is None
        time.sleep(0.02)


def gone(workers: Iterable[int]) -> bool:
    return not any(running(worker) for worker in workers)


@linux
@pytest.mark.parametrize(
    "name", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda s: s.name
)
def test_no_worker_is_left_and_none_complains_of_a_killed_parent(name, root, tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)],
        cwd=root, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as parent:  # fmt: skip
        awaited(lambda: len([p for p in tmp_path.iterdir() if p.read_text()]) == 2, parent)
        numbers = [int(p.read_text()) for p in tmp_path.iterdir()]
        parent.send_signal(name)
        _, error = parent.communicate(timeout=60)
    awaited(lambda: gone(numbers))
    assert name is not signal.SIGKILL or error == ""


def double(x: int) -> int:
    """A task."""
    return 2 * x


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(in_processes([(double, (k,)) for k in range(5)], jobs)) == [0, 2, 4, 6, 8]


# Two workers that grow by 320 MB after their first task, as caches do, and have more to do.
GROWING = """
import os, sys, time
from dptheory.processes import in_processes

def grow():
    held = vars(sys).setdefault("held", [])  # globals travel with the function
    if held:
        time.sleep(1.1)
    held.append(b"x" * (320 * 10**6 if len(held) == 1 else 1))
    return os.getpid()

print(len(set(in_processes([(grow, ())] * 8, 2))))
"""


def test_a_worker_keeps_its_caches_where_psutil_is_installed(python, root):
    pytest.importorskip("psutil")
    assert python("-c", GROWING, cwd=root).stdout.split() == ["2"]


QUICK = "dptheory memory --model vit-small --groups 1"
# What a command says of its time, also on a loaded machine.
ANNOUNCED = re.compile("take about|takes longer than")
# Each works for minutes, with workers; verify on a user's module.
LONG = {
    "rate": "dptheory rate --mu 1 --smoothness 10 --grid 400 --output map.csv",
    "figures": "dptheory figures fig-3",
    "verify": "verify --module both --mode full --jobs 2 --json claims.json",
}
BOTH = """
from dataclasses import replace
from my_claims import CLAIMS
CLAIMS = CLAIMS + (replace(CLAIMS[0], id="mine/again"),)
"""


def workers(process: int) -> list[int]:
    """The children of a process that work, without the one that tidies up after them."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    children = [int(child) for child in listed.read_text().split()] if listed.exists() else []
    return [c for c in children if b"--process-name" in Path(f"/proc/{c}/cmdline").read_bytes()]


def struck(
    command: str, blow: Callable[[int, int], None], root: Path, folder: Path
) -> tuple[int, str, list[str]]:
    """Exit status, output and words of a command that a blow hits, or one of its two workers."""
    with subprocess.Popen(
        [sys.executable, "-m", *LONG[command].split()],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(root)}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            awaited(lambda: len(workers(process.pid)) == 2, process)
            found = workers(process.pid)
            blow(process.pid, found[0])
            out, error = process.communicate(timeout=60)
        finally:
            process.kill()
    awaited(lambda: gone(found))
    return process.returncode, out, [x for x in error.splitlines() if not ANNOUNCED.search(x)]


@linux
@pytest.mark.parametrize(
    ("command", "number"),
    [("rate", signal.SIGINT), ("figures", signal.SIGTERM), ("verify", signal.SIGINT)],
)
def test_a_signal_ends_a_command_without_a_word(command, number, root, tmp_path):
    shutil.copy(root / "examples" / "my_claims.py", tmp_path)
    (tmp_path / "both.py").write_text(BOTH)
    found = struck(command, lambda process, _: os.kill(process, number), root, tmp_path)
    assert found == (128 + number, "", [])
    left = {p.name for p in tmp_path.rglob("*") if p.is_file() and p.name.startswith(".")}
    assert left <= {".lock"}


KEPT = {
    "rate": ("dptheory rate", "nothing is kept"),
    "figures": (
        "figures",
        "the finished cells in build/experiments/accelerated-logistic are kept, the same command "
        "computes the rest",
    ),
}


@linux
@pytest.mark.parametrize("command", KEPT)
def test_a_killed_worker_ends_a_command_in_a_line(command, root, tmp_path):
    found = struck(command, lambda _, worker: os.kill(worker, signal.SIGKILL), root, tmp_path)
    name, kept = KEPT[command]
    words = f"{name}: a worker process was killed (out of memory?); {kept}"
    assert found == (1, "", [words])


def killed(mark: Path) -> str:
    """A task whose process is killed the first time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def test_who_knows_better_may_go_on_without_a_killed_worker(tmp_path: Path) -> None:
    tasks = [(killed, (tmp_path / "mark",))]
    with pytest.raises(WorkerKilled, match=r"\(out of memory\?\); all is kept"):
        list(in_processes(tasks, 2, kept="all is kept"))
    assert list(in_processes(tasks, 2)) == ["done"]


def in_shell(line: str, root: Path) -> tuple[str, str, int]:
    """Output, words and exit status of Python with a shell's line."""
    words = ["bash", "-c", f"'{sys.executable}' {line}"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr, done.returncode


@pytest.mark.parametrize(
    ("closed", "status", "words"),
    [(">&-", 2, "dptheory memory: the standard output must be open. Found it closed.\n"),
     (">&- 2>&-", 2, ""), ("2>&- >&1", 0, ""), ("<&-", 0, "")],
)  # fmt: skip
def test_closed_standard_streams(closed: str, status: int, words: str, root: Path) -> None:
    out, *found = in_shell(f"-m {QUICK} {closed}", root)
    assert (found, bool(out)) == ([words, status], status == 0)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_what_is_being_written_is_tidied_up(number, status, tmp_path, capsys):
    def writing():
        with replacing(tmp_path / "file"):
            os.kill(os.getpid(), number)
            time.sleep(10)
        return 0

    assert quietly(writing) == status
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr() == ("", "")
    assert signal.getsignal(number) == signal.SIG_DFL


def refused_for_want_of_memory() -> ValueError:
    """What a public function makes of it."""
    error = ValueError("laplace must have arguments that it is defined for.")
    error.__cause__ = MemoryError()
    return error


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [(MemoryError, 2, "dptheory rate: out of memory: .*\n"), (KeyboardInterrupt, 130, ""),
     (refused_for_want_of_memory(), 2, "dptheory rate: out of memory: .*\n")],
)  # fmt: skip
def test_a_command_that_cannot_go_on_says_at_most_a_line(error, status, said, capsys):
    def stopped() -> int:
        raise error

    assert quietly(stopped, "dptheory rate") == status
    out, words = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(said, words)


COUNT = "import sys; from dptheory.processes import quietly; "
COUNT += "sys.exit(quietly(lambda: [print(i) for i in range(10**6)] and 0))"


def test_a_standard_output_that_ends_is_told_in_a_line_at_most(root: Path) -> None:
    full = "dptheory memory: the standard output: No space left on device\n"
    assert in_shell(f"-m {QUICK} > /dev/full", root) == ("", full, 2)
    left = f"-c '{COUNT}' | head -n 1; exit ${{PIPESTATUS[0]}}"  # a reader that leaves
    assert in_shell(left, root) == ("0\n", "", 141)


def test_a_signal_in_a_callback_is_not_lost(capsys: pytest.CaptureFixture[str]) -> None:
    @ctypes.CFUNCTYPE(None)
    def called_from_c() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)

    def compiling() -> int:
        called_from_c()
        time.sleep(30)
        return 0

    before = sys.unraisablehook
    assert quietly(compiling) == 128 + signal.SIGTERM
    assert capsys.readouterr() == ("", "")
    assert sys.unraisablehook is before


def test_only_the_thread_that_forgets_given_up_tasks_is_silent(monkeypatch):
    heard: list[str] = []

    def hook(found):
        assert found.thread is not None
        heard.append(f"{found.thread.name}: {found.exc_type.__name__}")

    def command(name, error):
        def fail():
            raise error

        thread = threading.Thread(target=fail, name=name)
        thread.start()
        thread.join()
        return 0

    monkeypatch.setattr(threading, "excepthook", hook)
    given_up, other = "ExecutorManagerThread", "another"
    for name in (given_up, other):
        for error in (KeyError("2"), ValueError("2")):
            assert quietly(partial(command, name, error)) == 0
    assert heard == [f"{given_up}: ValueError", f"{other}: KeyError", f"{other}: ValueError"]
    assert threading.excepthook is hook


LIMIT = "the limit of memory (ulimit -v, ulimit -d) must be"
CURVE = (
    "second-moment --noise-multiplier 0.4 --clip 0.1 --batch-size 256 --beta2 0.99 --iterations 9"
)


@pytest.mark.parametrize(
    ("before", "words", "refused"),
    [
        ("export NUMBA_NUM_THREADS=0", CURVE, "NUMBA_NUM_THREADS must be a whole number at least"),
        ("export NUMBA_NUM_THREADS=-1", CURVE, "NUMBA_NUM_THREADS must be a whole number at least"),
        ("ulimit -v 500000", CURVE, f"{LIMIT} at least 1048576 kB. Found 500000 kB."),
        (
            "ulimit -v 2000000; ulimit -d 300000",
            CURVE,
            f"{LIMIT} at least 1048576 kB. Found 300000 kB.",
        ),
        ("ulimit -v 450000", "verify no", f"{LIMIT} at least 1048576 kB. Found 450000 kB."),
        ("ulimit -v 570000", "figures fig-1", f"{LIMIT} at least 1048576 kB. Found 570000 kB."),
        (
            "mkdir a; cd a; rmdir ../a",
            "verify no",
            "the current folder must exist. Found it deleted.",
        ),
    ],
)
def test_a_bad_environment_is_named_in_a_line(before, words, refused, root, tmp_path) -> None:
    command = f"{before}; exec {sys.executable} -m dptheory {words}"
    environment = os.environ | {"PYTHONPATH": str(root), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert refused in done.stderr
    assert done.stderr.count("\n") == 1


@contextmanager
def caplog_of(name: str) -> Iterator[list[str]]:
    """What a logger lets through."""
    said: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger(name).addHandler(handler)
    yield said
    logging.getLogger(name).removeHandler(handler)


def test_notices_of_libraries_that_go_on_are_kept_back(capsys) -> None:
    def command() -> int:
        warnings.warn("File too large.  joblib will operate in serial mode", stacklevel=1)
        log = logging.getLogger("matplotlib")
        log.warning("Matplotlib created a temporary cache directory at %s because", "a-folder")
        log.warning("another word")
        return 0

    with warnings.catch_warnings(), caplog_of("matplotlib") as said:
        assert quietly(command, "dptheory figures") == 0
    assert said == ["another word"]
    assert capsys.readouterr().err == ""
