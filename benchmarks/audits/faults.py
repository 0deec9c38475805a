"""What breaks under a run: workers and schedulers that die, and memory that is short.

``python -m benchmarks.audits.faults [NAME ...]`` plays faults that take too long for the tests. A
run on a scheduler must have the bytes of one machine, or end in one line. A command at a size that
its options allow must stay within ``MOST`` bytes, and with less memory than it needs say so in a
line. Status 1 where one does not. (The largest map, 1000 points a side, takes half an hour, and is
left out.)
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.library.test_cluster import CELLS, LINE, alone, awaited, began, files, started

ROOT = Path(__file__).resolve().parents[2]
MOST = 1.8e9
SHORT = 1_100_000  # kB of address space: little more than what the libraries take
LINES = {
    "allocate": "allocate --method gradient --alpha 1 --mu 0.1 --smoothness 1 --iterations 1e7 "
    "--epsilon 1 --n 10000 --sensitivity 2",
    "audit": "audit --optimizer sgd --epsilon 8 --delta 1e-5 --runs 1e7",
    "privacy": "privacy --n 1e12 --batch-size 256 --iterations 1e7 --epsilon 2 --delta 1e-5",
    "rate": "rate --mu 1 --smoothness 100 --alpha 0.01 --beta 0.5 --iterations 20",
    "plan": "plan --n 1e12 --batch-size 1e6 --epochs 1 --epsilon 8 --delta 1e-13 --clip 1",
    "second-moment": "second-moment --noise-multiplier 0.4 --clip 0.1 --batch-size 256 "
    "--beta2 0.999999 --iterations 1e6",
    "simulate, T": "simulate --quadratic 0.1,1,10 --alpha 0.1 --beta 0.3 --noise-std 0.1 "
    "--iterations 1e6 --runs 2",
    "simulate, runs": "simulate --quadratic 0.1,1,10 --alpha 0.1 --beta 0.3 --noise-std 0.1 "
    "--iterations 10 --runs 1e6",
    "tune class": "tune class --mu 0.02 --smoothness 5 --dimension 20 --n 1e5 --sensitivity 40 "
    "--gap 10 --epsilon 1 --max-iterations 1e5",
    "tune nonconvex": "tune nonconvex --gap 10 --L0 1 --L1 1 --tau0 1 --tau1 0.5 --dimension 1e6 "
    "--n 1e9 --batch-size 1000 --epsilon 1 --delta 1e-10 --max-iterations 1e7",
}
ONE = ("--nthreads", "1")


# A scheduler and its workers ------------------------------------------------------------------
@contextmanager
def scheduler(folder: Path, port: int = 0) -> Iterator[subprocess.Popen[str]]:
    """A scheduler whose file is in the folder."""
    place = folder / "scheduler.json"
    place.unlink(missing_ok=True)
    words = ("-m", "distributed.cli.dask_scheduler", "--scheduler-file", str(place))
    more = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with started(*words, *more, folder=folder, root=ROOT) as process:
        awaited(place.exists)
        yield process


def worker(folder: Path, *words: str, root: Path = ROOT) -> object:
    """A worker of this scheduler, with a nanny unless the words say otherwise."""
    place = str(folder / "scheduler.json")
    return started(
        *("-m", "distributed.cli.dask_worker", "--scheduler-file", place, "--host", "127.0.0.1"),
        *("--no-dashboard", *words),
        folder=folder, root=root,
    )  # fmt: skip


def run(folder: Path) -> object:
    """The cells on the scheduler."""
    words = ("waiting_cells.py", str(folder), str(folder / "scheduler.json"))
    return started(*words, folder=folder, root=ROOT)


def parent(process: int) -> int:
    """The process that started another one."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def end(process: subprocess.Popen[str], folder: Path) -> str:
    """How a run ended: the bytes of one machine, or what it said."""
    out, error = process.communicate(timeout=900)
    # A run may begin before its workers have reported.
    lines = [line for line in error.splitlines() if not line.endswith("has no workers yet")]
    if process.returncode == 0 and (out, lines) == ("", []):
        found = files(folder)
        return "equal bytes" if found == alone(folder, ROOT) else "OTHER BYTES"
    return lines[0] if len(lines) == 1 else "\n    ".join((f"{len(lines)} LINES", *lines))


def struck(folder: Path, strike: Callable[[int], object]) -> str:
    """A run of two workers with nannies, of which one is struck in the middle of a cell."""
    with (
        scheduler(folder),
        worker(folder, *ONE) as _,
        worker(folder, *ONE) as _,
        run(folder) as process,
    ):
        awaited(lambda: began(folder, 5))
        strike(began(folder, 5)[0])
        (folder / "go").touch()
        return end(process, folder)


def killed_with_its_nanny(folder: Path) -> str:
    """The nanny first, which would start another one."""

    def strike(process: int) -> None:
        for each in (parent(process), process):
            os.kill(each, signal.SIGKILL)

    return struck(folder, strike)


def stopped_for_a_minute(folder: Path) -> str:
    """As a machine that pages, or is suspended."""

    def strike(process: int) -> None:
        os.kill(process, signal.SIGSTOP)
        time.sleep(60)
        os.kill(process, signal.SIGCONT)

    return struck(folder, strike)


def killed_and_restarted(folder: Path) -> str:
    """The scheduler, at its old address; the run is started again."""
    with worker_of(folder) as (first, port), run(folder) as process:
        awaited(lambda: began(folder, 5))
        first.kill()
        line = end(process, folder)
        if f"{line}\n" != LINE.format(folder / "cells"):
            return line
    (folder / "go").touch()
    with scheduler(folder, port), worker(folder, *ONE) as _, run(folder) as process:
        return end(process, folder)


@contextmanager
def worker_of(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A scheduler with a worker, and its port."""
    with scheduler(folder) as process, worker(folder, *ONE, "--no-nanny") as _:
        text = (folder / "scheduler.json").read_text()
        yield process, int(re.search(r"tcp://[\d.]+:(\d+)", text)[1])  # type: ignore[index]


def of_other_code(folder: Path) -> str:
    """A worker whose library differs in a comment."""
    other = folder / "other"
    shutil.copytree(ROOT / "dptheory", other / "dptheory")
    with (other / "dptheory" / "files.py").open("a") as file:
        file.write("# another day\n")
    with (
        scheduler(folder),
        worker(folder, *ONE, "--no-nanny", root=other) as _,
        run(folder) as process,
    ):
        return end(process, folder)


def of_two_threads(folder: Path) -> str:
    """A worker that would do two tasks at once."""
    with scheduler(folder), worker(folder, "--nthreads", "2", "--no-nanny") as _:
        time.sleep(20)
        with run(folder) as process:
            return end(process, folder)


FAULTS: dict[str, tuple[Callable[[Path], str], str]] = {
    "a worker killed with its nanny": (killed_with_its_nanny, "equal bytes"),
    "a worker stopped for a minute": (stopped_for_a_minute, "equal bytes"),
    "the scheduler killed and restarted": (killed_and_restarted, "equal bytes"),
    "a worker with other code": (of_other_code, "must run the same code"),
    "a worker with two threads": (of_two_threads, "Found 2 threads"),
}


# Memory ---------------------------------------------------------------------------------------
def sized(line: str, limit: int | None) -> tuple[int, int, float, str]:
    """Status, largest memory in bytes, processor's seconds, and words of a command's errors."""
    words = f"exec {shlex.quote(sys.executable)} -m dptheory {line}"
    if limit:
        words = f"ulimit -v {limit}; {words}"
    with tempfile.TemporaryFile("w+") as error:
        process = subprocess.Popen(
            ["bash", "-c", words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=error
        )
        _, status, used = os.wait4(process.pid, 0)
        error.seek(0)
        said = [row for row in error.read().splitlines() if "take" not in row]
    seconds = used.ru_utime + used.ru_stime
    return os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024, seconds, "\n".join(said)


def memory(name: str) -> bool:
    """Print how a command does at its size, with memory and without."""
    status, used, seconds, said = sized(LINES[name], None)
    fits = status == 0 and used <= MOST
    print(f"{name:<36}{used / 1e9:.2f} GB, {seconds:.0f} s, status {status} {said}", flush=True)
    status, used, _, said = sized(LINES[name], SHORT)
    clear = status == 0 or (status in (1, 2) and said.count("\n") == 0 and bool(said))
    print(f"{'  with ' + str(SHORT) + ' kB':<36}{used / 1e9:.2f} GB, status {status} {said}")
    return fits and clear


def main(names: list[str]) -> int:
    """Play the faults whose names hold one of the words; 1 where one is not borne."""
    wrong = 0
    for name, (fault, wanted) in FAULTS.items():
        if names and not any(word in name for word in names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "waiting_cells.py").write_text(CELLS)
            start = time.perf_counter()
            found = fault(Path(folder))
            print(f"{name:<36}{time.perf_counter() - start:5.0f} s  {found}", flush=True)
        wrong += wanted not in found
    for name in LINES:
        if not names or any(word in name for word in names):
            wrong += not memory(name)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
