"""What commands that take ``--jobs`` gain from a second worker.

``python -m benchmarks.speed.jobs``.

Each is run with one worker and with two in turns (1 2 1 2 ...), from nothing kept. The ratio is the
smallest wall time with one over the smallest with two. Under load that says little: the CPU time
of both, children included, is printed too, and twice one's over two's is what idle cores would give
- nothing where two are asked for and none is started, because the work is done before.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

GRID = "-m dptheory rate --mu 1 --smoothness 10 --output grid.csv --grid"
PAPER = "--inequality paper"
RUNS = "--alpha 0.1 --beta 0.3 --noise-std 1 --iterations 2000 --runs 50000"
SIMULATE = f"-m dptheory simulate --quadratic 1,2,5,10 {RUNS}"
COMMANDS = {
    "rate --grid 60": f"{GRID} 60",
    "rate --grid 20 (none started)": f"{GRID} 20",
    "rate --grid 400 --inequality paper": f"{GRID} 400 {PAPER}",
    "rate --grid 200 --inequality paper (none started)": f"{GRID} 200 {PAPER}",
    "simulate --runs 50000": SIMULATE,
    "verify nsgd/lemma* --mode quick": "-m verify nsgd/lemma* --mode quick --json claims.json",
    "verify accelerated/eq-11 (none started)": (
        "-m verify accelerated/eq-11 --mode quick --json claims.json"
    ),
}
NONE = "none started"
ROOT = Path(__file__).resolve().parents[2]


def timed(command: str, jobs: int) -> tuple[float, float]:
    """Wall and CPU seconds of a command in an empty folder, its workers included."""
    with tempfile.TemporaryDirectory() as folder:
        before, start = _cpu(), time.perf_counter()
        subprocess.run(
            [sys.executable, *command.split(), "--jobs", str(jobs)],
            cwd=folder, check=True, capture_output=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        return time.perf_counter() - start, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(name: str, command: str, rounds: int) -> str:
    """A line of the table."""
    found = [(timed(command, 1), timed(command, 2)) for _ in range(rounds)]
    (one, one_cpu), (two, two_cpu) = (
        (min(pair[k][0] for pair in found), min(pair[k][1] for pair in found)) for k in (0, 1)
    )
    idle = "1x" if NONE in name else f"{2 * one_cpu / two_cpu:.2f}x"
    ratios = f"{one / two:.2f}x | {idle}"
    return f"| {name} | {one:.1f} s | {two:.1f} s | {one_cpu:.1f} s | {two_cpu:.1f} s | {ratios} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.jobs", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="+", metavar="WORD", help="commands with such a word")
    options = parser.parse_args(arguments)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| command | one worker | two | CPU, one | CPU, two | gain | on idle cores |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, command in COMMANDS.items():
        if not options.only or any(word in name for word in options.only):
            print(row(name, command, options.rounds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
