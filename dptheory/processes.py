"""How processes end: workers with the one that asked for them, commands without a traceback."""

import atexit
import errno
import gc
import math
import os
import re
import resource
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from dptheory.cluster import (
    WORKERS,
    SchedulerLost,
    WorkerKilled,
    active,
    finished,
    inside,
    most_workers,
    quiet_tracker,
)
from dptheory.errors import ArgumentError
from dptheory.parser import one_line
from dptheory.progress import announced
from dptheory.signals import ENDS, Ended, ending, starting

SECONDS = 0.5
AGAIN = 0.05  # seconds until a signal that was swallowed is sent again
STANDARD_OUTPUT = "the standard output"
NO_MEMORY = "out of memory: the task needs more than there is."
LIBRARIES = 2**20  # kB of addresses, for NumPy, SciPy, numba and matplotlib, which take 600 MB
RARELY = (20_000, 20, 50)  # thresholds of a worker's collector of garbage


def in_processes(
    tasks: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]],
    jobs: int,
    *,
    ordered: bool = True,
    kept: str = "nothing is kept",
) -> Iterator[Any]:
    """Results of function and arguments, in worker processes, as they become ready.

    However this process ends, killed ones included, its workers notice within a second and end
    too; an interrupt from the keyboard is left to this process. Where joblib's active backend is
    Dask's, its workers do the work; within a worker of Dask's it is done where it is asked for.

    Args:
        tasks: a function and its arguments, picklable.
        jobs: the number of workers; with one there are none, the work is done here.
        ordered: results in the order of the tasks, or whichever is ready first.
        kept: what is left of the work where a worker is killed.

    Raises:
        WorkerKilled: a worker was. SchedulerLost: so was Dask's scheduler. Both are raised while
            results are taken.
    """
    from joblib import Parallel, delayed

    from dptheory.contract import entered, unchecked

    if inside():
        return (function(*arguments) for function, arguments in tasks)
    if entered():
        tasks = ((unchecked, (function, *arguments)) for function, arguments in tasks)
    if (client := active()) is not None:
        return finished(client, tasks, ordered=ordered, kept=kept)
    pool = Parallel(
        n_jobs=jobs,
        return_as="generator" if ordered else "generator_unordered",
        batch_size=1,
        **({"initializer": _follow, "initargs": (os.getpid(),)} if jobs > 1 else {}),
    )
    work = ((_settled, (function, *arguments)) for function, arguments in tasks)
    calls = work if jobs > 1 else tasks
    with starting(), quiet_tracker():
        found: Iterator[Any] = pool(delayed(function)(*arguments) for function, arguments in calls)
    return _unless_killed(found, kept)


def _unless_killed(results: Iterator[Any], kept: str) -> Iterator[Any]:
    """The results; in place of a pool's complaint a line about the work."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield from results
    except BrokenProcessPool as error:
        raise WorkerKilled(f"a worker process was killed (out of memory?); {kept}") from error


def check_jobs(jobs: int) -> int:
    """The number of workers that an option --jobs asks for.

    Raises:
        ValueError: it is below 1, or more than eight a core, each with libraries of 100 MB.
    """
    most = most_workers()
    if not 1 <= jobs <= most:
        raise ArgumentError(f"--jobs must be from 1 to {most}, {WORKERS} a core. Found {jobs}.")
    return jobs


def quietly(
    command: Callable[[], int], name: str = "", options: Mapping[str, Any] | None = None
) -> int:
    """Run a command; what is wrong with its input is said in one line, an end from outside not.

    Args:
        command: returns an exit status.
        name: the command's, which begins the line.
        options: their values by name, to say which of them named a file that failed.

    Returns:
        its exit status; 1 when one of its workers or their scheduler was lost; 2 on bad input (a
        ValueError or OSError, a missing extra, too little memory, a full disk behind the standard
        output or nothing at all); 130, 143 or 129 when it was interrupted, terminated or its
        terminal closed, 141 when nobody reads what it prints (128 and the number of the signal, as
        shells have it).
    """
    from dptheory.extras import missing

    if sys.stderr is None:
        # Python has none where it was closed; the next file to be opened would take its number.
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stdout is None:
        print(f"{name}: {STANDARD_OUTPUT} must be open. Found it closed.", file=sys.stderr)
        return 2
    status = 2
    try:
        with _given_up(), ending(), _sent_again(), announced(name):
            _prepare()
            status = command()
            _flush()
        return status
    except (KeyboardInterrupt, Ended) as end:
        # Of joblib's, about tasks that are given up.
        warnings.filterwarnings("ignore", r"\d+ tasks which were still being processed")
        return 128 + (end.signal if isinstance(end, Ended) else signal.SIGINT)
    except BrokenPipeError:
        _mute()
        return 128 + signal.SIGPIPE
    except (WorkerKilled, SchedulerLost) as error:
        words, status = str(error), 1
    except OSError as error:
        words = _of_file(error, options or {})
    except (ValueError, MemoryError) as error:
        # A function that ran out of it names its arguments.
        short = any(isinstance(e, MemoryError) for e in (error, error.__cause__))
        words = NO_MEMORY if short else str(error)
    except ImportError as error:
        lacks = missing(error) if isinstance(error, ModuleNotFoundError) else None
        if lacks is None and not _limits():
            raise
        words = lacks or NO_MEMORY
    try:
        _flush()
    except OSError as error:
        words = str(error)
    print(f"{name}: {one_line(words)}", file=sys.stderr)
    return status


def _prepare() -> None:
    """Name a setting that libraries refuse without its name, and have them keep notices back.

    Raises:
        ValueError: the number of threads of compiled loops is none, or the limit of memory is below
            what the libraries take.
    """
    import logging

    if limits := _limits():
        # Without room OpenBLAS asks for 32 MB a thread for ever, and LLVM aborts.
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        if min(limits) < LIBRARIES:
            raise ArgumentError(
                f"the limit of memory (ulimit -v, ulimit -d) must be at least {LIBRARIES} kB. "
                f"Found {min(limits)} kB."
            )
    threads = os.environ.get("NUMBA_NUM_THREADS", "")
    if re.fullmatch(r"\s*(-\d+|0+)\s*", threads):
        raise ArgumentError(
            f"NUMBA_NUM_THREADS must be a whole number at least 1. Found {threads}."
        )
    # Both go on: without processes, and with a folder that is thrown away.
    warnings.filterwarnings("ignore", ".*joblib will operate in serial mode")
    logging.getLogger("matplotlib").addFilter(_is_no_notice)


def _is_no_notice(record: Any) -> bool:
    return "temporary cache directory" not in record.getMessage()


def _limits() -> list[int]:
    """The limits of this process's memory in kB (``ulimit -v``, ``ulimit -d``), if it has any."""
    found = (resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return [limit // 1024 for limit in found if limit != resource.RLIM_INFINITY]


@contextmanager
def _given_up() -> Iterator[None]:
    """Within the block, and after an end from outside, the pool may forget its tasks in silence.

    The thread that feeds joblib's workers looks for a task once more when all are given up, and
    ends in a KeyError that means nothing.
    """
    before = threading.excepthook

    def heard(found: threading.ExceptHookArgs) -> None:
        feeds = found.thread is not None and found.thread.name == "ExecutorManagerThread"
        if not (feeds and found.exc_type is KeyError):
            before(found)

    threading.excepthook = heard
    try:
        yield
    except (KeyboardInterrupt, Ended):
        raise
    except BaseException:
        threading.excepthook = before
        raise
    threading.excepthook = before


@contextmanager
def _sent_again() -> Iterator[None]:
    """Within the block a signal that ends it is sent again where a callback swallowed it.

    Python goes on after exceptions in callbacks from C, such as those of a compiler.
    """
    before = sys.unraisablehook
    timers: list[threading.Timer] = []

    def heard(found: "sys.UnraisableHookArgs") -> None:
        error = found.exc_value
        if not isinstance(error, KeyboardInterrupt | Ended):
            before(found)
            return
        number = error.signal if isinstance(error, Ended) else signal.SIGINT
        # Later, when the callback is over.
        timers.append(threading.Timer(AGAIN, os.kill, (os.getpid(), number)))
        timers[-1].daemon = True
        timers[-1].start()

    sys.unraisablehook = heard
    try:
        yield
    finally:
        sys.unraisablehook = before
        for timer in timers:
            timer.cancel()


def _of_file(error: OSError, options: Mapping[str, Any]) -> str:
    """Which file, of which option, could not be read or written, and why."""
    own = str(error).startswith(STANDARD_OUTPUT)
    if error.errno is None and type(error) is OSError and not own and _limits():
        return NO_MEMORY  # of a compiler that could not be loaded
    if error.filename is None and error.errno == errno.ENOENT:
        return "the current folder must exist. Found it deleted."
    if error.filename is None or not error.strerror:
        full = error.errno == errno.ENOSPC
        return f"{STANDARD_OUTPUT}: {error.strerror}" if full else str(error)
    file = str(error.filename)
    for key, value in options.items():
        if file == value or (isinstance(value, list) and file in value):
            option = f"--{key.replace('_', '-')} must be a file that can be read or written"
            return f"{option}. Found {file} ({error.strerror})."
    return f"{file}: {error.strerror}"


def _flush() -> None:
    """Write what was printed.

    Raises:
        OSError: a full disk, or another fault of the standard output.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _mute()
        raise OSError(f"{STANDARD_OUTPUT}: {error.strerror}") from error


def _mute() -> None:
    """The interpreter would try once more to print what is left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _settled(function: Callable[..., Any], *arguments: Any) -> Any:
    """A task in a worker, and the collection of its garbage.

    joblib collects after each task, over all that earlier tasks left in caches: up to a second.
    What is left now is no garbage, and the next collection need not look at it again.
    """
    result = function(*arguments)
    gc.collect()
    gc.freeze()
    return result


def _leave() -> None:
    """The end of a worker: it has sent what it found, and its memory is freed as a whole."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)


def _follow(parent: int) -> None:
    """In a worker, before its first task: its end is the parent's."""
    # First registered is last called: before the interpreter takes a gigabyte of caches apart,
    # object by object, which is seconds of work for nothing.
    atexit.register(_leave)
    # Garbage is collected after each task; meanwhile a search makes millions of small objects.
    gc.set_threshold(*RARELY)
    # Where psutil is installed joblib ends a worker that has grown by 300 MB: those are its caches.
    vars(sys.modules["joblib.externals.loky.process_executor"])["_MAX_MEMORY_LEAK_SIZE"] = math.inf
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS)
    os._exit(1)
