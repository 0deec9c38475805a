"""``dptheory rate --grid``: certified rates or noise floors over the (alpha, beta) plane."""

import argparse
import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.commands import options
from dptheory.commands.arguments import left_out, require, tell
from dptheory.files import outputs, replacing, write_rows
from dptheory.processes import check_jobs
from dptheory.progress import Report, announce, shown, silent

if TYPE_CHECKING:
    from dptheory.lyapunov.floor_grid import FloorMap
    from dptheory.lyapunov.grid import RateMap

Rows = list[dict[str, Any]]
Lines = list[tuple[str, Any]]  # words and what they say
MOST_POINTS = 1000
POINTS, FLOORS = 200, 40  # a side, of rates and of noise floors
TOP = 4  # alpha L
OWN = ("jobs", "scheduler")  # options of grids alone
OTHERS = (
    "beta", "extrapolation", "trade_off", "iterations", "noise_schedule",
)  # fmt: skip


def add(p: Any) -> None:
    """The options of a grid."""
    group = p.add_argument_group(
        "a grid",
        "Rates, or with --floor noise floors, of heavy-ball or nesterov at step sizes up to alpha "
        f"(default {TOP}/L) and momenta in [0, 1), each with an exact certificate.",
    )
    words = f"default {POINTS}, of floors {FLOORS}"
    options.add(group, "grid", words, between=(1, MOST_POINTS), nargs="?", const=0)
    options.add(group, "jobs", "where they pay, default 2")
    add_scheduler(group)


def run(arguments: argparse.Namespace) -> int:
    """Solve the grid, print a summary or JSON, write the CSV."""
    left_out(arguments, OTHERS, "with --grid")
    known = arguments.method in ("heavy-ball", "nesterov")
    require(known, "--method", "heavy-ball or nesterov with --grid", repr(arguments.method))
    full = not arguments.floor or arguments.inequality == "full"
    require(full, "--floor", "asked with --inequality full", arguments.inequality)
    size = arguments.grid or (FLOORS if arguments.floor else POINTS)
    arguments.jobs = check_jobs(2 if arguments.jobs is None else arguments.jobs)
    check_scheduler(arguments.scheduler)
    largest = Fraction(TOP) / arguments.smoothness if arguments.alpha is None else arguments.alpha
    least = Fraction(MOST_POINTS, 10**options.FAR)
    fits = least <= largest <= 10**options.FAR
    require(fits, "--alpha", f"between {float(least):g} and 1e300 with --grid", largest)
    paths = outputs("--output", arguments.output, ".csv", ".png")
    alphas = [largest * (i + 1) / size for i in range(size)]
    betas = [Fraction(i, size) for i in range(size)]
    solve = _floors if arguments.floor else _rates
    rows, summary = solve(arguments, alphas, betas, paths.get(".png"))
    if ".csv" in paths:
        write_rows(paths[".csv"], rows)
    return tell(arguments, rows, lambda _: (f"{word:>11}  {said}" for word, said in summary))


def _rates(
    arguments: argparse.Namespace,
    alphas: list[Fraction],
    betas: list[Fraction],
    picture: Path | None,
) -> tuple[Rows, Lines]:
    """The map of rates: a row a point, and what is said of all; the picture is drawn."""
    from dptheory.lyapunov.grid import SECONDS, rate_map
    from dptheory.lyapunov.results import Inequality

    size = len(alphas) * len(betas)
    seconds = size * SECONDS[Inequality(arguments.inequality)] / arguments.jobs
    announce("dptheory rate", f"{size} points", seconds)

    def solved(inequality: str, report: Report) -> "RateMap":
        return rate_map(
            alphas,
            betas,
            arguments.mu,
            arguments.smoothness,
            method=arguments.method,
            inequality=inequality,
            jobs=arguments.jobs,
            report=report,
        )

    drawn = picture is not None and arguments.inequality != "paper"
    with shown() as report, scheduled(arguments.scheduler, "dptheory rate"):
        grid = solved(arguments.inequality, report)
        paper = solved("paper", silent) if drawn else grid
    rows: Rows = [
        {
            "alpha": float(alpha),
            "beta": float(beta),
            "status": str(grid.status[i][j]),
            "rho": float(grid.rho[i][j]) if grid.rho[i][j] < 1 else None,
        }
        for i, alpha in enumerate(alphas)
        for j, beta in enumerate(betas)
    ]
    if picture is not None:
        descent = float(1 - 2 / (1 + arguments.smoothness / arguments.mu))
        with replacing(picture) as temporary:
            _draw(grid, paper, descent, temporary)
    words = ("feasible", "infeasible", "undecided")
    summary: Lines = [(word, sum(r["status"] == word for r in rows)) for word in words]
    return rows, summary + _best(rows, "rho")


def _floors(
    arguments: argparse.Namespace,
    alphas: list[Fraction],
    betas: list[Fraction],
    picture: Path | None,
) -> tuple[Rows, Lines]:
    """The same of noise floors."""
    from dptheory.lyapunov.floor_grid import SECONDS, floor_map

    size = len(alphas) * len(betas)
    announce("dptheory rate", f"{size} points", size * SECONDS / arguments.jobs)
    with shown() as report, scheduled(arguments.scheduler, "dptheory rate"):
        grid = floor_map(
            alphas,
            betas,
            arguments.mu,
            arguments.smoothness,
            method=arguments.method,
            jobs=arguments.jobs,
            report=report,
        )
    rows: Rows = [
        {"alpha": float(alpha), "beta": float(beta), "floor": gain if gain < math.inf else None}
        for alpha, row in zip(alphas, grid.gain.tolist(), strict=True)
        for beta, gain in zip(betas, row, strict=True)
    ]
    if picture is not None:
        with replacing(picture) as temporary:
            _save(grid, temporary)
    known = sum(row["floor"] is not None for row in rows)
    return rows, [("certified", known), ("none", len(rows) - known), *_best(rows, "floor")]


def _best(rows: Rows, name: str) -> Lines:
    """The least value, and where it is."""
    best = min((r for r in rows if r[name] is not None), key=lambda r: r[name], default=None)
    if best is None:
        return []
    at = f"alpha = {best['alpha']:.10g}, beta = {best['beta']:.10g}"
    return [("best rho" if name == "rho" else "least floor", f"{best[name]:.10g} at {at}")]


def _save(grid: "FloorMap", path: Path) -> None:
    """The picture of a map of floors."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5), layout="constrained")
    grid.plot(figure.subplots())
    figure.savefig(path, format="png", dpi=150)


def _draw(grid: "RateMap", paper: "RateMap", descent: float, path: Path) -> None:
    """The picture of the map with two lines.

    Args:
        grid: the map.
        paper: the map of (22), whose region gets a line.
        descent: gradient descent's best rate; the other line shows where the method is certified
            faster.
        path: of the PNG file.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5), layout="constrained")
    axes = figure.subplots()
    grid.plot(axes)
    steps = [float(alpha * grid.smoothness) for alpha in grid.alphas]
    momenta = [float(beta) for beta in grid.betas]
    lines = (
        (paper, 1.0, "black", "edge of the region of (22)"),
        (grid, descent, "red", f"gradient descent's best rate, {descent:.4g}"),
    )
    for one, level, colour, words in lines:
        if len(steps) > 1 and one.rho.min() < level <= one.rho.max():
            axes.contour(
                steps, momenta, one.rho.T, levels=[level * (1 - 1e-9)], colors=colour, linewidths=1
            )
            axes.plot([], [], color=colour, linewidth=1, label=words)
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        # The region and the best settings may be anywhere: the legend stands above them.
        figure.legend(handles, labels, loc="outside upper center", ncol=2, fontsize="small")
    figure.savefig(path, format="png", dpi=150)
