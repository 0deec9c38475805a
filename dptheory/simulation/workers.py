"""Work on threads of this process, or on what ``joblib.parallel_config`` names instead."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from dptheory.cluster import active, finished, inside
from dptheory.ranges import count

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_threads(
    function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int
) -> list[Result]:
    """The function's results in the order of the tasks.

    Args:
        function: releases the interpreter's lock for most of its time.
        tasks: its arguments.
        jobs: number of threads, or of the workers of joblib's active backend.

    Raises:
        ValueError: the number of threads is not a positive whole number.
    """
    from joblib import Parallel, delayed
    from joblib.parallel import ThreadingBackend, get_active_backend

    jobs = count("jobs", jobs)
    if inside():
        return [function(task) for task in tasks]
    if (client := active()) is not None:
        # What the function holds travels once, not with every task.
        held = client.scatter(function, hash=False)
        calls = ((_called, (held, task)) for task in tasks)
        return list(finished(client, calls, ordered=True, kept="nothing is kept"))
    backend, _ = get_active_backend(prefer="threads")
    if not isinstance(backend, ThreadingBackend):
        found: list[Result] = Parallel(n_jobs=jobs)(delayed(function)(task) for task in tasks)
        return found
    # joblib looks at its own threads every 10 ms: a tenth of 200 ms of work on two of them.
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(function, tasks))


def _called(function: Callable[[Task], Result], task: Task) -> Result:
    return function(task)
