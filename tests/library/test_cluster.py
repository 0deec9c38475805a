"""Work on a Dask scheduler has the bytes of one machine, also where workers are killed."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dptheory import cluster
from dptheory.cluster import check_scheduler, code_of, scheduled, versions

# Cells say that they began, and one waits for a file.
CELLS = """
import os, sys, time
from pathlib import Path

import numpy as np

from dptheory import progress
from dptheory.cluster import scheduled
from dptheory.store import computed
from dptheory.processes import quietly

progress.PATIENCE = 1e4
COUNT, SLOW = 12, 5


def cell(folder, k):
    Path(folder, f"began-{k}-{os.getpid()}").touch()
    while k == SLOW and not Path(folder, "go").exists():
        time.sleep(0.02)
    return {"x": np.sin(np.arange(100.0) * k)}


def main(folder, address):
    with scheduled(address):
        computed(Path(folder, "cells"), (), cell, [(folder, k) for k in range(COUNT)])
    return 0


if __name__ == "__main__":
    sys.exit(quietly(lambda: main(*sys.argv[1:]), "cells"))
"""
LINE = (
    "cells: the scheduler went away; the finished cells in {} are kept, "
    "the same command computes the rest\n"
)
SET_BACK = LINE.replace("the scheduler went away", "the clock was set back by 86400 seconds")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the script of the cells."""
    (tmp_path / "waiting_cells.py").write_text(CELLS)
    return tmp_path


@contextmanager
def started(*words: str, folder: Path, root: Path) -> Iterator[subprocess.Popen[str]]:
    """A child that finds the script and the project; it ends with the block."""
    path = os.pathsep.join((str(folder), str(root)))
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=folder, env=os.environ | {"PYTHONPATH": path, "PYTHONWARNINGS": ""},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def awaited(condition: Callable[[], object]) -> None:
    """Fails where the condition does not come true."""
    deadline = time.monotonic() + 900
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def began(folder: Path, cell: int) -> list[int]:
    """The processes that began a cell."""
    return [int(p.name.split("-")[2]) for p in folder.glob(f"began-{cell}-*")]


def files(folder: Path) -> dict[str, bytes]:
    """The cells that are kept."""
    return {p.name: p.read_bytes() for p in (folder / "cells").glob("*.npz")}


def alone(folder: Path, root: Path) -> dict[str, bytes]:
    """The cells as this machine computes them without a scheduler, and nothing kept."""
    for path in (folder / "cells").glob("*.npz"):
        path.unlink()
    code = "import sys, waiting_cells as w; w.main(sys.argv[1], None)"
    with started("-c", code, str(folder), folder=folder, root=root) as process:
        assert process.communicate() == ("", "")
    return files(folder)


@pytest.mark.cluster
def test_a_killed_worker_is_replaced_and_its_cell_computed_again(folder, root):
    with started("waiting_cells.py", str(folder), "local:2", folder=folder, root=root) as process:
        awaited(lambda: began(folder, 5))
        (killed,) = began(folder, 5)
        os.kill(killed, signal.SIGKILL)
        (folder / "go").touch()
        assert process.communicate(timeout=900) == ("", "")
        assert process.returncode == 0
    found = files(folder)
    assert len(found) == 12
    assert set(began(folder, 5)) > {killed}
    assert found == alone(folder, root)


@pytest.mark.cluster
def test_a_run_whose_scheduler_was_killed_says_what_is_kept_and_resumes(folder, root):
    place = folder / "scheduler.json"
    scheduler = (
        *("-m", "distributed.cli.dask_scheduler", "--scheduler-file", str(place)),
        *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
    )
    worker = (
        *("-m", "distributed.cli.dask_worker", "--scheduler-file", str(place)),
        *("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"),
    )
    where = {"folder": folder, "root": root}
    with started(*scheduler, **where) as first, started(*worker, **where):
        awaited(place.exists)
        with started("waiting_cells.py", str(folder), str(place), **where) as process:
            # With one worker, cells before the slow one are finished when it begins.
            awaited(lambda: began(folder, 5) and len(files(folder)) == 5)
            first.kill()
            assert process.communicate(timeout=900) == ("", LINE.format(folder / "cells"))
            assert process.returncode == 1
    kept = files(folder)
    assert len(kept) == 5
    (folder / "go").touch()
    before = {k: len(began(folder, k)) for k in range(12)}
    with started("waiting_cells.py", str(folder), "local:1", **where) as process:
        assert process.communicate(timeout=900) == ("", "")
    again = [k for k in range(12) if len(began(folder, k)) > before[k]]
    assert again == list(range(5, 12))
    found = files(folder)
    assert kept.items() < found.items()
    assert found == alone(folder, root)


def test_two_writers_of_one_folder_compute_each_cell_once(folder, root):
    code = "import sys, waiting_cells as w; w.main(sys.argv[1], None)"
    where = {"folder": folder, "root": root}
    with started("-c", code, str(folder), **where) as one:
        awaited(lambda: began(folder, 5))
        with started("-c", code, str(folder), **where) as other:
            (folder / "go").touch()
            for process in (one, other):
                assert process.communicate(timeout=900) == ("", "")
    assert [len(began(folder, k)) for k in range(12)] == [1] * 12
    assert files(folder) == alone(folder, root)


# The clock of client, scheduler and workers, which all run the script, is set by as many seconds.
JUMPING = """
import time
from pathlib import Path

_clock = time.time
time.time = lambda: _clock() + SECONDS * Path("jumped").exists()
"""


@contextmanager
def jumped(seconds: int, folder: Path, root: Path) -> Iterator[subprocess.Popen[str]]:
    """A run whose clock is set in the middle of a cell."""
    script = JUMPING.replace("SECONDS", str(seconds)) + CELLS
    (folder / "jumping_cells.py").write_text(script)
    words = ("jumping_cells.py", str(folder), "local:2")
    with started(*words, folder=folder, root=root) as process:
        awaited(lambda: began(folder, 5))
        (folder / "jumped").touch()
        (folder / "go").touch()
        yield process


@pytest.mark.cluster
def test_a_clock_set_forward_changes_nothing(folder, root):
    with jumped(86400, folder, root) as process:
        assert process.communicate(timeout=900) == ("", "")
        assert process.returncode == 0
    assert files(folder) == alone(folder, root)


@pytest.mark.cluster
def test_a_clock_set_back_ends_the_run_in_a_line_that_says_what_is_kept(folder, root):
    with jumped(-86400, folder, root) as process:
        assert process.communicate(timeout=900) == ("", SET_BACK.format(folder / "cells"))
        assert process.returncode == 1
    with started("waiting_cells.py", str(folder), "local:1", folder=folder, root=root) as process:
        assert process.communicate(timeout=900) == ("", "")
    assert files(folder) == alone(folder, root)


FROM_PYTHON = """
from distributed import Client, LocalCluster
from joblib import Parallel, delayed, parallel_config

from dptheory.processes import in_processes
from dptheory.simulation.workers import in_threads


def refused(x):
    raise ValueError("x must be another number. Found it.")


def squares(count):
    held = list(range(count))
    return in_threads(lambda k: held[k] ** 2, held, 2)


if __name__ == "__main__":
    quick = {"processes": True, "dashboard_address": "127.0.0.1:0", "host": "127.0.0.1"}
    with LocalCluster(n_workers=1, threads_per_worker=1, **quick) as cluster, Client(cluster):
        with parallel_config(backend="dask"):
            # More than are sent at a time, in order.
            assert [*in_processes([(pow, (2, k)) for k in range(600)], 2)][-1] == 2**599
            assert squares(20) == [k**2 for k in range(20)]
            # Within a worker there is none to wait for: it is the only one.
            assert Parallel()([delayed(squares)(9)]) == [[k**2 for k in range(9)]]
            try:
                list(in_processes([(refused, (1,))], 1))
            except ValueError as error:
                print(error)
"""


@pytest.mark.cluster
def test_joblibs_backend_is_enough_from_python(tmp_path, root):
    (tmp_path / "from_python.py").write_text(FROM_PYTHON)
    with started("from_python.py", folder=tmp_path, root=root) as process:
        out, error = process.communicate(timeout=900)
        assert (process.returncode, out) == (0, "x must be another number. Found it.\n"), error


def test_no_logger_of_dasks_speaks_while_it_works():
    logger = logging.getLogger("tornado.application")
    before = logger.level
    logger.setLevel(logging.ERROR)  # as Dask does
    try:
        with cluster._silent():
            assert not logger.isEnabledFor(logging.CRITICAL)
        assert logger.level == logging.ERROR
    finally:
        logger.setLevel(before)


@pytest.mark.parametrize(
    "address", ["local:0", "local:", "local:10000000000", "local:x", "here", "h:p", "none.json", ""]
)
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(ValueError, match=r"^--scheduler must be .* Found"):
        check_scheduler(address)


@pytest.mark.parametrize("address", [None, "local:1", "tcp://10.0.0.1:8786", "node7:8786"])
def test_an_address_may_be_one(address):
    check_scheduler(address)


def test_workers_are_compared_by_code_and_versions():
    assert code_of("dptheory.files") == code_of("dptheory.cluster") != code_of("verify.kernel")
    assert any(word.startswith("numpy ") for word in versions())
    assert not any(word.startswith(("dask", "pytest")) for word in versions())


def test_a_worker_with_other_code_computes_nothing():
    with pytest.raises(ValueError, match=r"must run the same code and libraries\. Found others on"):
        cluster._alone("another", pow, (2, 3))
    assert cluster._alone(code_of("builtins"), pow, (2, 3)) == 8


class Threaded:
    """A client of a scheduler whose workers have several threads."""

    def __init__(self, address: str, **_: object) -> None:
        self.address = address

    def ncores(self) -> dict[str, int]:
        return {"tcp://a": 1, "tcp://b": 4}

    def close(self, timeout: float) -> None:
        """Nothing is open."""


@pytest.mark.cluster
def test_workers_of_several_threads_are_refused(monkeypatch):
    import distributed

    monkeypatch.setattr(distributed, "Client", Threaded)
    with (
        pytest.raises(ValueError, match=r"--nthreads 1\). Found 4 threads at host:1\."),
        scheduled("host:1"),
    ):
        pass
