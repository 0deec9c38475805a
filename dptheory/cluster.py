"""Work on the machines of a Dask scheduler; what travels are calls and what they return.

A scheduler is chosen by :func:`scheduled`, the option ``--scheduler`` of commands, or from Python
by ``joblib.parallel_config(backend="dask")``: :func:`dptheory.processes.in_processes` asks joblib.
Imports little, so that every ``--help`` is instant.
"""

import functools
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from dptheory import extras
from dptheory.errors import ArgumentError

LOCAL = "local:"
AHEAD = 1000  # tasks that the scheduler holds at a time
SECONDS = 30  # until a scheduler must have answered
PATIENCE = 300  # seconds without a word from another machine until it counts as lost
AGAIN = 0.1  # seconds until the clock is looked at again
WORKERS = 8  # a core, on this machine
Task = tuple[Callable[..., Any], tuple[Any, ...]]
_ONE = threading.Lock()


class WorkerKilled(RuntimeError):
    """A worker process ended before its task did: killed, or out of memory."""


class SchedulerLost(RuntimeError):
    """The scheduler went away, can no longer be reached, or waits for a clock that was set back."""


class Client(Protocol):
    """What is asked of a ``distributed.Client``."""

    loop: Any

    def map(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> list[Any]:
        """The futures of calls."""

    def scatter(self, held: Any, **options: Any) -> Any:
        """The future of something that workers shall hold."""

    def ncores(self) -> dict[str, int]:
        """The threads of every worker."""


def most_workers() -> int:
    """How many workers a command may start here, each with libraries of 100 MB."""
    return WORKERS * (os.cpu_count() or 1)


def add_scheduler(parser: Any) -> None:
    """The option --scheduler."""
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on a Dask scheduler's workers: host:port, its file (.json), local:N to start N",
    )


def check_scheduler(address: str | None) -> None:
    """Refuse what can be no scheduler.

    Raises:
        ValueError: the address says so.
    """
    if address is None:
        return
    most = most_workers()
    if address.startswith(LOCAL):
        count = address.removeprefix(LOCAL)
        fits = count.isascii() and count.isdecimal() and 1 <= int(count[:9]) <= most
        wanted = f"local:N with N from 1 to {most}"
    elif address.endswith(".json"):
        fits, wanted = os.path.isfile(address), "the file of a scheduler"
    else:
        fits = re.fullmatch(r"([a-z]+://)?[^\s/]+:\d{1,5}", address) is not None
        wanted = f"an address host:port, the file of a scheduler, or local:N with N up to {most}"
    if not fits:
        raise ArgumentError(f"--scheduler must be {wanted}. Found {address}.")


@contextmanager
def scheduled(address: str | None, command: str = "dptheory") -> Iterator[None]:
    """Within the block what is shared out goes to a scheduler; as before where there is none.

    Args:
        address: of the scheduler, see :func:`add_scheduler`.
        command: begins the line that says that no worker is there yet.

    Raises:
        ValueError: there is no scheduler, or its workers have several threads.
        MissingExtra: Dask is not installed.
    """
    if address is None:
        yield
        return
    check_scheduler(address)
    distributed = extras.module("distributed")
    from joblib import parallel_config

    with ExitStack() as stack:
        stack.enter_context(_silent())
        # A scheduler that is killed is noticed at once; one that is busy is not given up.
        patience = {
            f"distributed.comm.timeouts.{key}": f"{PATIENCE}s" for key in ("tcp", "connect")
        }
        stack.enter_context(extras.module("dask").config.set(patience))
        client = stack.enter_context(_client(distributed, address))
        threads = client.ncores()
        if any(count != 1 for count in threads.values()):
            raise ArgumentError(
                "--scheduler must have workers of one thread (dask worker --nthreads 1). "
                f"Found {max(threads.values())} threads at {address}."
            )
        if not threads:
            print(f"{command}: {address} has no workers yet", file=sys.stderr, flush=True)
        stack.enter_context(parallel_config(backend="dask", client=client))
        yield


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    """A client of the scheduler at an address."""
    from logging import CRITICAL

    if address.startswith(LOCAL):
        # Only this machine can reach it.
        options = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "threads_per_worker": 1}
        count = int(address.removeprefix(LOCAL))
        with (
            quiet_tracker(),
            distributed.LocalCluster(
                n_workers=count, processes=True, silence_logs=CRITICAL, **options
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError as error:
                raise WorkerKilled("no worker process could be started") from error
            yield client
        return
    where = {"scheduler_file" if address.endswith(".json") else "address": address}
    try:
        client = distributed.Client(**where, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        wanted = "--scheduler must be a Dask scheduler that answers"
        raise ArgumentError(f"{wanted}. Found {address} ({error}).") from error
    try:
        yield client
    finally:
        client.close(timeout=1)


@contextmanager
def quiet_tracker() -> Iterator[None]:
    """Within the block the process is started that tidies up after a killed one.

    It need not warn of what it tidies up, and reads from its environment that it shall not.
    """
    before = os.environ.get("PYTHONWARNINGS")
    own = "ignore:resource_tracker:UserWarning"
    os.environ["PYTHONWARNINGS"] = f"{before},{own}" if before else own
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


@contextmanager
def _silent() -> Iterator[None]:
    """Within the block Dask says nothing itself of what is lost."""
    import logging

    # Dask gives some of tornado's own levels.
    known = logging.root.manager.loggerDict
    names = [n for n in known if n.split(".")[0] in ("distributed", "tornado", "asyncio")]
    before = {name: logging.getLogger(name).level for name in names}
    for name in before:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def inside() -> bool:
    """Whether this is a task of a worker's, which must not wait for others of its scheduler."""
    utils = sys.modules.get("distributed.utils")
    return utils is not None and hasattr(utils.thread_state, "execution_state")


def active() -> Client | None:
    """The client of joblib's active backend; None where it is not Dask's."""
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    client: Client | None = getattr(backend, "client", None)
    return client if type(backend).__name__ == "DaskDistributedBackend" else None


def finished(client: Client, tasks: Iterable[Task], *, ordered: bool, kept: str) -> Iterator[Any]:
    """Results of function and arguments as the workers of a scheduler send them.

    A task whose worker dies is given to another one; at the fourth death it is given up.

    Args:
        client: of the scheduler.
        tasks: as of :func:`dptheory.processes.in_processes`, which also says what ``ordered`` and
            ``kept`` are.

    Raises:
        WorkerKilled: a task was given up. SchedulerLost: there is no scheduler any more, or this
            machine's clock was set back by more than ``PATIENCE``.
        ValueError: a worker has other code or libraries.
    """
    from uuid import uuid4

    distributed = extras.module("distributed")
    completed = distributed.as_completed(loop=client.loop, with_results=True, raise_errors=False)
    running: dict[Any, int] = {}
    early: dict[int, Any] = {}
    numbered, run = enumerate(tasks), uuid4().hex
    given, ahead = 0, time.time() - time.monotonic()

    def submit() -> None:
        # Of results that wait for their turn there are no more than of tasks ahead.
        if len(running) + len(early) > AHEAD // 2:
            return
        if not (batch := list(islice(numbered, AHEAD // 2))):
            return
        codes = [code_of(_module(function)) for _, (function, _) in batch]
        calls = [call for _, call in batch]
        # One message for all of them; among equals the order is that of the keys.
        keys = [f"dptheory-{run}-{number:012}" for number, _ in batch]
        futures = client.map(_alone, codes, *zip(*calls, strict=True), key=keys, pure=False)
        running.update(zip(futures, (number for number, _ in batch), strict=True))
        completed.update(futures)

    try:
        submit()
        while running:
            while not completed.has_ready():
                # Deadlines of Dask's messages are times of day: it would stand still for as long.
                if (back := ahead - (time.time() - time.monotonic())) > PATIENCE:
                    raise SchedulerLost(f"the clock was set back by {back:.0f} seconds; {kept}")
                with completed.thread_condition:
                    completed.thread_condition.wait(AGAIN)
            future, result = next(completed)
            number = running.pop(future)
            if future.status != "finished":
                raise _lost(future, result, kept)
            submit()
            if not ordered:
                yield result
                continue
            early[number] = result
            while given in early:
                yield early.pop(given)
                given += 1
                submit()
    finally:
        if any(future.status == "pending" for future in running):
            with _quietly_cancelled():
                for future in running:
                    future.cancel()


@contextmanager
def _quietly_cancelled() -> Iterator[None]:
    """Nobody waits any more for what is cancelled, nor for a scheduler that is gone."""
    try:
        yield
    except (OSError, RuntimeError):
        return


def _lost(future: Any, result: Any, kept: str) -> BaseException:
    """Why a task has no result."""
    if future.status != "error":
        return SchedulerLost(f"the scheduler went away; {kept}")
    error, trace = _error(result)
    if type(error).__name__ == "KilledWorker":
        return WorkerKilled(f"four workers died of one task (out of memory?); {kept}")
    return error.with_traceback(trace)


def _error(result: Any) -> tuple[BaseException, TracebackType | None]:
    """The exception of a task, from what Dask has in the place of its result."""
    _, error, trace = result
    return error, trace


def _module(function: Callable[..., Any]) -> str:
    """Where a task's function stands."""
    while isinstance(function, functools.partial):
        function = function.func
    return function.__module__


def _alone(code: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """A task in a worker: the only one of its process, by the code of who asked for it."""
    if code_of(_module(function)) != code:
        from socket import gethostname

        where = gethostname()
        raise ArgumentError(
            f"a worker must run the same code and libraries. Found others on {where}."
        )
    # Numbers of threads and precisions belong to a process: two tasks would change each other's.
    with _ONE:
        return function(*arguments)


@functools.cache
def code_of(module: str) -> str:
    """A hash of this package, of a module's own, and of the versions of what they rest on."""
    from hashlib import sha256

    digest = sha256(" ".join(versions()).encode())
    top = module.partition(".")[0]
    own = getattr(sys.modules.get(top), "__path__", ()) if top != __package__ else ()
    for folder in (Path(__file__).parent, *map(Path, own)):
        for file in sorted(folder.rglob("*.py")):
            digest.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def versions() -> tuple[str, ...]:
    """Python's version and those of the libraries that the package requires, extras apart."""
    from importlib import metadata

    try:
        required = metadata.requires("dptheory") or []
    except metadata.PackageNotFoundError:
        required = []
    names = [re.split(r"[^\w.-]", text)[0] for text in required if "extra ==" not in text]
    return (sys.version.split()[0], *(f"{name} {metadata.version(name)}" for name in names))
