"""One thread against two, wall time: each part of a simulation alone, and the whole call.

A share is what two threads reach of twice the speed of one; what two threads of BLAS reach in the
same run stands beside the whole call's. What the call does on one thread only - its plan,
folding the losses in a fixed order, starting the threads - has a row of its own.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.speed import inside, limits
from benchmarks.speed.harness import Row, interleaved, show
from dptheory import heavy_ball
from dptheory.problems import from_spectrum
from dptheory.simulation import Execution, Noise, simulate

RUNS, STEPS, ROUNDS = 20_000, 100, 9
SPECTRUM = np.linspace(1.0, 10.0, 20)
METHOD, SCALE = heavy_ball(0.1, 0.5), 0.1
BLOCKS = -(-RUNS // limits.QUADRATIC_BLOCK)


def _product(share: int) -> None:
    a = np.ones((256, 256))
    out = np.empty_like(a)
    for _ in range(320 // share):
        np.matmul(a, a, out=out)


def _streams(share: int) -> None:
    out = np.empty((SPECTRUM.size, limits.QUADRATIC_BLOCK))
    limits.noise_of_runs(limits.LAPLACE, RUNS // share, STEPS, out)


def _kernel(share: int) -> None:
    blocks = BLOCKS // share
    inside.kernel(SPECTRUM, METHOD, SCALE, blocks * limits.QUADRATIC_BLOCK, STEPS)


def _both(work: Callable[[int], None]) -> Callable[[], object]:
    """Half of the work on each of two threads that wait for it."""
    pool = ThreadPoolExecutor(2)
    return lambda: list(pool.map(work, (2, 2)))


def _simulate(jobs: int, runs: int = RUNS, steps: int = STEPS) -> object:
    return simulate(
        from_spectrum(SPECTRUM.tolist()),
        METHOD,
        Noise("laplace", SCALE),
        np.ones(SPECTRUM.size),
        steps,
        runs=runs,
        seed=0,
        record=[steps],
        execution=Execution(jobs),
    )


def _alone() -> tuple[float, float, float]:
    """Seconds of what one thread does: the plan of a call, folding, starting and ending threads."""
    plan, fold, start = interleaved(
        [
            (lambda: _simulate(1, runs=1, steps=0), 1),
            inside.folding(BLOCKS, STEPS),
            inside.starting(2),
        ],
        rounds=ROUNDS,
        clock=time.perf_counter,
    )
    return plan, fold, start


def threads() -> list[Row]:
    """All rows; BLAS has one thread."""
    cases: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "dgemm": (lambda: _product(1), _both(_product)),
        "the draws alone": (lambda: _streams(1), _both(_streams)),
        "the compiled runs alone": (lambda: _kernel(1), _both(_kernel)),
        "simulate": (lambda: _simulate(1), lambda: _simulate(2)),
    }
    calls = [(call, 1) for pair in cases.values() for call in pair]
    walls = interleaved(calls, ROUNDS, time.perf_counter)
    pairs = {name: (walls[2 * k], walls[2 * k + 1]) for k, name in enumerate(cases)}
    costs = interleaved([(cases["simulate"][k], 1) for k in (0, 1)], ROUNDS)
    rows = [
        Row(f"two threads: {name}", two, "one thread", one, "half of one thread's time", one / 2)
        for name, (one, two) in pairs.items()
        if name != "simulate"
    ]
    one, two = pairs["simulate"]
    plan, fold, start = _alone()
    reached = pairs["dgemm"][0] / pairs["dgemm"][1]
    name = f"two threads: simulate, {RUNS} runs of {STEPS} steps"
    limit = (
        f"half of one thread's time; two threads of dgemm reach {reached:.2f}x, CPU time is"
        f" {costs[1] / costs[0]:.2f} times one thread's"
    )
    serial = (
        f"on one thread: arguments and plan {show(plan)}, folding {BLOCKS} blocks in order"
        f" {show(fold)}, starting and ending the threads {show(start)}"
    )
    return [
        *rows,
        Row(name, two, "one thread", one, limit, one / 2),
        Row(name, two, "one thread", one, serial, plan + fold + start, "part"),
    ]
