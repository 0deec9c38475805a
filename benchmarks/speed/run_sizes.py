"""``python -m benchmarks.speed.run_sizes``: how time and memory grow with n, d, T and runs.

A row a kind of run: the exponent of its CPU time (one thread) in every size, from a fit over a
factor of eight of that size with the others fixed, and what a unit of work takes at the largest.
Memory is what NumPy holds at most during a call; the records themselves come on top.
"""

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.speed.harness import interleaved
from dptheory.gradients import PerSample
from dptheory.methods import heavy_ball
from dptheory.problems.logistic import Logistic, synthetic
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.engine import Noise, simulate

FACTORS = 1, 2, 4, 8
METHOD, NOISE = heavy_ball(0.1, 0.5), Noise("laplace", 0.1)


@dataclass(frozen=True)
class Kind:
    """A kind of run.

    Attributes:
        name: as printed.
        sizes: the smallest of each.
        call: does the work for sizes by name.
        units: the sizes whose product is the work.
    """

    name: str
    sizes: dict[str, int]
    call: Callable[..., object]
    units: tuple[str, ...]


def quadratic(d: int, T: int, runs: int) -> object:
    """Runs on a quadratic."""
    problem = from_spectrum(np.linspace(1, 10, d).tolist())
    return simulate(problem, METHOD, NOISE, np.ones(d), T, runs=runs, seed=0, record=[T])


def logistic(
    n: int, d: int, T: int, runs: int, m: int | None = None, per_sample: PerSample | None = None
) -> object:
    """Runs on a logistic regression: full gradients, batches, or clipped ones."""
    return simulate(
        _data(n, d), METHOD, NOISE, np.ones(d), T,
        runs=runs, seed=0, record=[T], batch_size=m, per_sample=per_sample,
    )  # fmt: skip


_KNOWN: dict[tuple[int, int], Logistic] = {}


def _data(n: int, d: int) -> Logistic:
    """Records, drawn once."""
    if (n, d) not in _KNOWN:
        _KNOWN[n, d] = synthetic(n, d, 0.01, seed=1)
    return _KNOWN[n, d]


CLIPPED = PerSample("clip", (1.0,))
KINDS = (
    Kind("quadratic", {"d": 16, "T": 100, "runs": 640}, quadratic, ("d", "T", "runs")),
    Kind(
        "logistic, all records",
        {"n": 2500, "d": 10, "T": 10, "runs": 20},
        logistic,
        ("n", "d", "T", "runs"),
    ),
    Kind(
        "logistic, batches of m",
        {"n": 2500, "d": 10, "T": 50, "runs": 20, "m": 100},
        logistic,
        ("m", "d", "T", "runs"),
    ),
    Kind(
        "logistic, clipped, batches of m",
        {"n": 2500, "d": 10, "T": 50, "runs": 20, "m": 100},
        partial(logistic, per_sample=CLIPPED),
        ("m", "d", "T", "runs"),
    ),
)


def exponents(kind: Kind) -> dict[str, float]:
    """Of the time, in every size."""
    found = {}
    for name, least in kind.sizes.items():
        calls = [(partial(kind.call, **kind.sizes | {name: least * f}), 1) for f in FACTORS]
        times = interleaved(calls, rounds=3)
        found[name] = float(np.polyfit(np.log(FACTORS), np.log(times), 1)[0])
    return found


def largest(kind: Kind) -> tuple[float, float]:
    """Seconds of a unit of work and bytes held, where every size of the work is twice the least."""
    sizes = {name: 2 * least for name, least in kind.sizes.items()}
    (seconds,) = interleaved([(partial(kind.call, **sizes), 1)], rounds=3)
    tracemalloc.start()
    kind.call(**sizes)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return seconds / float(np.prod([sizes[name] for name in kind.units])), peak


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table in Markdown."""
    argparse.ArgumentParser(
        prog="python -m benchmarks.speed.run_sizes", description=__doc__
    ).parse_args(arguments)
    names = ("n", "m", "d", "T", "runs")
    print(f"| run | {' | '.join(names)} | a unit of work | held |")
    print("|---|" + "--:|" * (len(names) + 2))
    with threadpool_limits(1):
        for kind in KINDS:
            powers = exponents(kind)
            unit, peak = largest(kind)
            cells = " | ".join(f"{powers[k]:.2f}" if k in powers else "" for k in names)
            work = " ".join(kind.units)
            print(
                f"| {kind.name} | {cells} | {1e9 * unit:.2f} ns ({work}) | {peak / 1e6:.2f} MB |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
