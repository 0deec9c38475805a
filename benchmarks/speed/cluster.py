"""How many cells a second a scheduler bears, and bytes a cell.

``python -m benchmarks.speed.cluster``.

Cells that do nothing but return a few numbers go to workers on this machine, over loopback, as
those of an experiment do: what is measured is handing out alone. Client and scheduler are one
process here (``local:N``); its CPU time, which hangs little on what else the machine does, is the
limit where workers are many: a cell should take longer than that, times the number of workers.
"""

import argparse
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dptheory import store
from dptheory.cluster import scheduled
from dptheory.processes import in_processes

NUMBERS = 20  # that a cell returns
FIRST = 200  # cells that start the workers


def cell(k: int) -> tuple[Path, bytes]:
    """A cell that costs nothing: its file and the content of that."""
    return store.made(Path(f"{k}.npz"), lambda: {"x": np.full(NUMBERS, float(k))})


def bytes_over_loopback() -> int:
    """What this machine has sent to itself so far."""
    lines = Path("/proc/net/dev").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line.split(":")[0].strip() == "lo"]
    return int(line.split(":")[1].split()[0])


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(cells: int, address: str) -> list[tuple[str, str]]:
    """What is measured, and what was found."""
    with scheduled(address, "benchmarks.speed.cluster"):
        for _ in in_processes(((cell, (k,)) for k in range(FIRST)), 1):
            pass
        memory, sent = megabytes(), bytes_over_loopback()
        start, spent, content = time.perf_counter(), time.process_time(), 0
        for _, found in in_processes(((cell, (k,)) for k in range(cells)), 1, ordered=False):
            content += len(found)
        seconds, cpu = time.perf_counter() - start, time.process_time() - spent
        sent = bytes_over_loopback() - sent
    return [
        ("cells", f"{cells}"),
        ("seconds", f"{seconds:.0f}"),
        ("cells a second", f"{cells / seconds:.0f}"),
        ("CPU of client and scheduler, a cell", f"{1e6 * cpu / cells:.0f} us"),
        ("cells a second that one core of client and scheduler bears", f"{cells / cpu:.0f}"),
        ("bytes of a cell's file", f"{content / cells:.0f}"),
        ("bytes over loopback, a cell, to the worker and back", f"{sent / cells:.0f}"),
        ("memory of client and scheduler, before", f"{memory:.0f} MB"),
        ("memory of client and scheduler, at most", f"{megabytes():.0f} MB"),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.cluster", description=__doc__)
    parser.add_argument("--cells", type=int, default=100_000)
    parser.add_argument("--scheduler", metavar="ADDRESS", default="local:2")
    options = parser.parse_args(arguments)
    for what, value in measured(options.cells, options.scheduler):
        print(f"{value:>10}  {what}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
