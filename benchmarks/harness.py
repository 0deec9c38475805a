"""Interleaved timing: A B A B ..., medians of CPU time per unit of work."""

import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from dptheory.files import write_atomically

RESULTS = Path("build/bench.json")


@dataclass(frozen=True)
class Row:
    """One line of the benchmark's table.

    Attributes:
        name: what is measured.
        ratio: how many times faster than the baseline.
        baseline: what it is compared with, in words, with its own time.
        target: the ratio aimed at.
    """

    name: str
    ratio: float
    baseline: str
    target: float


def interleaved(
    runs: Sequence[tuple[Callable[[], object], int]], rounds: int = 5
) -> tuple[float, ...]:
    """Median CPU seconds per unit of work of every run.

    Args:
        runs: pairs of a callable and the units of work that one call does; each is called once
            to warm up.
        rounds: how often the whole sequence is repeated.
    """
    for call, _ in runs:
        call()
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for i, (call, units) in enumerate(runs):
            start = time.process_time()
            call()
            times[i].append((time.process_time() - start) / units)
    return tuple(statistics.median(t) for t in times)


def report(rows: Sequence[Row]) -> None:
    """Print the table and write ``build/bench.json``."""
    width = max(len(row.name) for row in rows)
    print(f"{'work':<{width}}  {'ratio':>9}  {'target':>7}  baseline")
    for row in rows:
        print(f"{row.name:<{width}}  {row.ratio:>8.1f}x  {row.target:>6g}x  {row.baseline}")
    write_atomically(RESULTS, json.dumps([asdict(row) for row in rows], indent=1) + "\n")
