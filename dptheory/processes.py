"""How processes end: workers with the one that asked for them, commands without a traceback."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

SECONDS = 0.5
WORKERS = 8


def in_processes(
    tasks: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]], jobs: int, *, ordered: bool = True
) -> Iterator[Any]:
    """Results of function and arguments, in worker processes, as they become ready.

    However this process ends, killed ones included, its workers notice within a second and end
    too; an interrupt from the keyboard is left to this process.

    Args:
        tasks: a function and its arguments, picklable.
        jobs: the number of workers; with one there are none, the work is done here.
        ordered: results in the order of the tasks, or whichever is ready first.
    """
    from joblib import Parallel, delayed

    pool = Parallel(
        n_jobs=jobs,
        return_as="generator" if ordered else "generator_unordered",
        batch_size=1,
        **({"initializer": _follow, "initargs": (os.getpid(),)} if jobs > 1 else {}),
    )
    found: Iterator[Any] = pool(delayed(function)(*arguments) for function, arguments in tasks)
    return found


def check_jobs(jobs: int) -> int:
    """The number of workers that an option --jobs asks for.

    Raises:
        ValueError: it is below 1, or more than eight a core, each with libraries of 100 MB.
    """
    most = WORKERS * (os.cpu_count() or 1)
    if not 1 <= jobs <= most:
        raise ValueError(f"--jobs must be from 1 to {most}, {WORKERS} a core. Found {jobs}.")
    return jobs


def quietly(command: Callable[[], int]) -> int:
    """Run a command; an interrupt from the keyboard or a reader that has left ends it unsaid.

    Returns:
        its exit status; 130 when it was interrupted, 141 when nobody reads what it prints (128 and
        the number of the signal, as shells have it).
    """
    try:
        status = command()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # The interpreter would try once more to print what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


def _follow(parent: int) -> None:
    """In a worker, before its first task: its end is the parent's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS)
    os._exit(1)
