"""CPU time of ``dptheory --help``."""

import resource
import statistics
import subprocess
import sys

from benchmarks.harness import Row

BUDGET = 0.15


def cpu_seconds() -> float:
    """CPU seconds of one child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "dptheory", "--help"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def help_time() -> list[Row]:
    """Budget over the median of five runs."""
    seconds = statistics.median(cpu_seconds() for _ in range(5))
    return [Row(f"dptheory --help ({seconds:.3f} s CPU)", BUDGET / seconds, "0.15 s CPU", 1)]
