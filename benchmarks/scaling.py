"""How the cost of quadratic runs grows with d, runs and T, and what a long run keeps in memory."""

import time
import tracemalloc
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from benchmarks.harness import Row
from dptheory.methods import heavy_ball
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.engine import Noise, simulate
from figures.style import STYLE

PLOT = Path("build/cost.png")
BASE = {"d": 20, "runs": 1280, "T": 200}
GRIDS = {
    "d": (4, 8, 16, 32, 64, 128),
    "runs": (320, 640, 1280, 2560, 5120),
    "T": (50, 100, 200, 400, 800),
}


def seconds(d: int, runs: int, T: int) -> float:
    """Median CPU time of three simulations."""
    problem = from_spectrum(np.linspace(1, 10, d).tolist())
    times = []
    for _ in range(3):
        begin = time.process_time()
        simulate(
            problem,
            heavy_ball(0.1, 0.5),
            Noise("laplace", 0.1),
            np.ones(d),
            T,
            runs=runs,
            seed=0,
            record=[T],
        )
        times.append(time.process_time() - begin)
    return float(np.median(times))


def growth() -> list[Row]:
    """Slopes on logarithmic axes (1: proportional), and their plot."""
    seconds(**BASE)
    rows = []
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 3.2), layout="constrained")
        axes = figure.subplots(1, len(GRIDS))
        for axis, (name, grid) in zip(axes, GRIDS.items(), strict=True):
            times = [seconds(**(BASE | {name: value})) for value in grid]
            slope = float(np.polyfit(np.log(grid), np.log(times), 1)[0])
            axis.loglog(grid, times, "o-")
            axis.set_title(f"slope {slope:.2f}")
            axis.set_xlabel(name)
            fixed = ", ".join(f"{k} = {v}" for k, v in BASE.items() if k != name)
            rows.append(Row(f"slope of the cost in {name}", slope, f"proportional, {fixed}", 1))
        axes[0].set_ylabel("CPU seconds")
        PLOT.parent.mkdir(exist_ok=True)
        figure.savefig(PLOT)
    return rows


def memory() -> list[Row]:
    """Peak memory of 10,000 runs of 1e5 steps, of which the last is recorded."""
    runs, T = 10_000, 100_000
    tracemalloc.start()
    simulate(
        from_spectrum([1.0]),
        heavy_ball(0.1, 0.5),
        Noise("laplace", 0.1),
        [1.0],
        T,
        runs=runs,
        seed=0,
        record=[0, T],
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    full = runs * (T + 1) * 8
    name = f"peak memory, 10,000 runs, T = 1e5 ({peak / 1e6:.1f} MB)"
    return [Row(name, full / peak, f"losses of all runs and steps ({full / 1e9:.0f} GB)", 100)]
