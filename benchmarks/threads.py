"""One thread against two, wall time: each part of a simulation alone, and the whole call.

A share is what two threads reach of twice the speed of one; what two threads of BLAS reach in the
same run stands beside the whole call's. What the call does on one thread only - its plan,
folding the losses in a fixed order, starting the threads - has a row of its own.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks import limits
from benchmarks.harness import Row, interleaved, show
from dptheory.methods import heavy_ball
from dptheory.optimizers.momentum import parameters
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.engine import QUADRATIC_BLOCK, Execution, Noise, simulate
from dptheory.simulation.kernels import Errors, quadratic_runs
from dptheory.simulation.loop_kernels import Momentum, Plan
from dptheory.simulation.statistics import empty, fold_blocks
from dptheory.simulation.streams import LAPLACE
from dptheory.simulation.workers import in_threads

RUNS, STEPS, ROUNDS = 20_000, 100, 9
SPECTRUM = np.linspace(1.0, 10.0, 20)
METHOD, SCALE = heavy_ball(0.1, 0.5), 0.1
BLOCKS = -(-RUNS // QUADRATIC_BLOCK)


def _product(share: int) -> None:
    a = np.ones((256, 256))
    out = np.empty_like(a)
    for _ in range(320 // share):
        np.matmul(a, a, out=out)


def _streams(share: int) -> None:
    out = np.empty((SPECTRUM.size, QUADRATIC_BLOCK))
    limits.noise_of_runs(LAPLACE, RUNS // share, STEPS, out)


def _kernel(share: int) -> None:
    losses, nothing, d = np.empty((1, QUADRATIC_BLOCK)), np.empty(0), SPECTRUM.size
    problem, method = Errors(SPECTRUM), Momentum(*parameters(METHOD, STEPS))
    plan = Plan(LAPLACE, 0, 1, np.full(STEPS, SCALE), np.array([STEPS]), np.ones((2, d)), d)
    for block in range(BLOCKS // share):
        quadratic_runs(problem, method, plan, QUADRATIC_BLOCK * block, losses, nothing)


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
    blocks = [np.random.default_rng(0).random((QUADRATIC_BLOCK, 1)) for _ in range(BLOCKS)]
    statistics = empty(np.array([STEPS]))
    plan, fold, start = interleaved(
        [
            (lambda: _simulate(1, runs=1, steps=0), 1),
            (lambda: fold_blocks(statistics, blocks), 1),
            (lambda: in_threads(id, range(32), 2), 1),
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
