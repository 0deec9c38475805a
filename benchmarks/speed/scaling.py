"""How the cost of quadratic runs grows with d, runs and T, and what a long run keeps in memory."""

import tracemalloc
from functools import partial
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from benchmarks.speed import limits
from benchmarks.speed.harness import Row, interleaved
from dptheory.methods import heavy_ball
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation import Noise, simulate
from figures.style import BLUE, STYLE

PLOT = Path("build/cost.png")
BASE = {"d": 20, "runs": 1280, "T": 200}
GRIDS = {
    "d": (4, 8, 16, 32, 64, 128),
    "runs": (320, 640, 1280, 2560, 5120),
    "T": (50, 100, 200, 400, 800),
}


def simulation(d: int, runs: int, T: int) -> object:
    """Quadratic runs of the heavy ball."""
    problem, noise = from_spectrum(np.linspace(1, 10, d).tolist()), Noise("laplace", 0.1)
    method, start = heavy_ball(0.1, 0.5), np.ones(d)
    return simulate(problem, method, noise, start, T, runs=runs, seed=0, record=[T])


def streams(d: int, runs: int, T: int) -> None:
    """The draws of the same runs."""
    limits.noise_of_runs(limits.LAPLACE, runs, T, np.empty((d, limits.QUADRATIC_BLOCK)))


def growth() -> list[Row]:
    """The cost of a step of a coordinate at both ends of every grid, and a plot of all of it."""
    rows = []
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 3.2), layout="constrained")
        axes = figure.subplots(1, len(GRIDS))
        for axis, (name, grid) in zip(axes, GRIDS.items(), strict=True):
            sizes = [BASE | {name: value} for value in grid]
            calls = [(partial(simulation, **size), 1) for size in sizes]
            *times, drawn = interleaved([*calls, (partial(streams, **sizes[-1]), 1)])
            steps = [float(np.prod(list(size.values()))) for size in sizes]
            slope = float(np.polyfit(np.log(grid), np.log(times), 1)[0])
            axis.loglog(grid, times, "o-", color=BLUE)
            axis.set(title=f"slope {slope:.2f}", xlabel=name)
            axis.set_xticks(grid, list(map(str, grid)))
            axis.minorticks_off()
            fixed = ", ".join(f"{k} = {v}" for k, v in BASE.items() if k != name)
            title = f"step of a coordinate at {name} = {grid[-1]} (slope {slope:.2f}; {fixed})"
            baseline, first = f"at {name} = {grid[0]}", times[0] / steps[0]
            limit, last = "random draws: the streams alone", times[-1] / steps[-1]
            rows.append(Row(title, last, baseline, first, limit, drawn / steps[-1]))
        axes[0].set_ylabel("CPU seconds")
        PLOT.parent.mkdir(exist_ok=True)
        figure.savefig(PLOT)
    return rows


def memory() -> list[Row]:
    """Peak memory of 10,000 runs of 1e5 steps, of which the last is recorded."""
    runs, T = 10_000, 100_000
    setting = from_spectrum([1.0]), heavy_ball(0.1, 0.5), Noise("laplace", 0.1), [1.0], T
    tracemalloc.start()
    simulate(*setting, runs=runs, seed=0, record=[0, T])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    full = runs * (T + 1) * 8
    # Four parameters of every step, and the recorded losses until they are folded.
    least = 4 * T * 8 + 2 * runs * 8
    name = "peak memory, 10,000 runs, T = 1e5"
    limit = "the schedule of four parameters and the recorded losses"
    return [Row(name, peak, "losses of all runs and steps", full, limit, least, unit="B")]
