"""Workers end with the process that started them, however it ends; commands end quietly."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dptheory.processes import in_processes, quietly

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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
@pytest.mark.parametrize(
    "name", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda s: s.name
)
def test_no_worker_is_left(name: signal.Signals, root: Path, tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)],
        cwd=root, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(numbers := [p.read_text() for p in tmp_path.iterdir()]) < 2 or "" in numbers:
        assert time.monotonic() < deadline
        assert parent.poll() is None
        time.sleep(0.02)
    os.kill(parent.pid, name)
    parent.wait(timeout=30)
    while any(running(int(n)) for n in numbers):
        assert time.monotonic() < deadline, "a worker is left"
        time.sleep(0.05)


def double(x: int) -> int:
    """A task."""
    return 2 * x


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(in_processes([(double, (k,)) for k in range(5)], jobs)) == [0, 2, 4, 6, 8]


def test_an_interrupt_ends_a_command_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert quietly(interrupted) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_that_leaves_ends_a_command_without_a_word(root: Path) -> None:
    code = "from dptheory.processes import quietly\nimport sys\n"
    code += "def f():\n for i in range(10**6): print(i)\n return 0\nsys.exit(quietly(f))\n"
    done = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -c '{code}' | head -n 1; exit ${{PIPESTATUS[0]}}"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 141)
