"""CPU time of ``dptheory --help``."""

import resource
import subprocess
import sys

from benchmarks.speed.harness import Row

BUDGET = 0.15
ROUNDS = 7


def cpu_seconds(*arguments: str) -> float:
    """CPU seconds of one child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def help_time() -> list[Row]:
    """The smallest of some runs, against the budget; an interpreter that does nothing limits it."""
    times = [
        (cpu_seconds("-m", "dptheory", "--help"), cpu_seconds("-c", "pass")) for _ in range(ROUNDS)
    ]
    ours, bare = (min(pair[k] for pair in times) for k in (0, 1))
    limit = "the interpreter: its own start"
    return [Row("dptheory --help", ours, "its budget", BUDGET, limit, bare)]
