"""``dptheory map``: certified rates or noise floors over the (alpha, beta) plane."""

import argparse
import json
import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.commands.arguments import MOST, add_class, check_class, check_positive, number
from dptheory.commands.budget import whole
from dptheory.errors import ArgumentError
from dptheory.files import output, replacing, write_atomically
from dptheory.processes import check_jobs
from dptheory.progress import Report, announce, shown, silent

if TYPE_CHECKING:
    from dptheory.lyapunov.floor_grid import FloorMap
    from dptheory.lyapunov.grid import RateMap

Rows = list[dict[str, Any]]
Lines = list[tuple[str, Any]]  # words and what they say
MOST_POINTS = 1000
POINTS, FLOORS = 200, 40  # a side, of rates and of noise floors


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "map",
        help="certified rates or noise floors over a grid of step sizes and momenta",
        description="Certified rates, or noise floors, on the grid alpha L in (0, TOP], beta in "
        "[0, 1), every one with an exact certificate.",
    )
    add_class(p)
    p.add_argument(
        "--method", default="heavy-ball", metavar="NAME", help="heavy-ball (default) or nesterov"
    )
    p.add_argument(
        "--inequality",
        default="full",
        metavar="NAME",
        help="full (default): all interpolation conditions; paper: (22) of Kuru et al.",
    )
    p.add_argument(
        "--floor",
        action="store_true",
        help="noise floors: bounds of the mean of F - F* per unit of E|w|^2",
    )
    p.add_argument(
        "--points",
        type=whole,
        metavar="N",
        help=f"grid points a side (default {POINTS}, of floors {FLOORS})",
    )
    p.add_argument(
        "--top", type=number, default=Fraction(4), metavar="TOP", help="largest alpha L (default 4)"
    )
    p.add_argument(
        "--jobs",
        type=whole,
        default=2,
        metavar="J",
        help="worker processes (default 2), where they pay",
    )
    add_scheduler(p)
    p.add_argument("--output", metavar="FILE", help="write a CSV file")
    p.add_argument("--picture", metavar="FILE", help="draw the map into a PNG file")
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solve the grid, print a summary or JSON, write the CSV."""
    check_class(arguments.mu, arguments.smoothness)
    if arguments.method not in ("heavy-ball", "nesterov"):
        raise ArgumentError(f"--method must be heavy-ball or nesterov. Found {arguments.method!r}.")
    if arguments.inequality not in ("full", "paper"):
        raise ArgumentError(f"--inequality must be full or paper. Found {arguments.inequality!r}.")
    if arguments.floor and arguments.inequality == "paper":
        raise ArgumentError("--floor must be asked with --inequality full. Found paper.")
    size = arguments.points
    if size is None:
        size = FLOORS if arguments.floor else POINTS
    if not 1 <= size <= MOST_POINTS:
        raise ArgumentError(f"--points must be from 1 to {MOST_POINTS}. Found {size}.")
    check_jobs(arguments.jobs)
    check_scheduler(arguments.scheduler)
    check_positive("--top", arguments.top)
    largest = arguments.top / arguments.smoothness
    if not MOST_POINTS / MOST <= largest <= MOST:
        raise ArgumentError(
            f"--top must keep step sizes alpha between 1e-300 and 1e300. Found {arguments.top}."
        )
    path = output("--output", arguments.output, ".csv")
    picture = output("--picture", arguments.picture, ".png")
    alphas = [arguments.top * (i + 1) / size / arguments.smoothness for i in range(size)]
    betas = [Fraction(i, size) for i in range(size)]
    solve = _floors if arguments.floor else _rates
    rows, summary = solve(arguments, alphas, betas, picture)
    if path is not None:
        lines = [",".join(rows[0])] + [
            ",".join("" if value is None else str(value) for value in row.values()) for row in rows
        ]
        write_atomically(path, "\n".join(lines) + "\n")
    if arguments.json:
        print(json.dumps(rows))
        return 0
    for word, said in summary:
        print(f"{word:>11}  {said}")
    return 0


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
    announce("dptheory map", f"{size} points", seconds)

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
    with shown() as report, scheduled(arguments.scheduler, "dptheory map"):
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
    announce("dptheory map", f"{size} points", size * SECONDS / arguments.jobs)
    with shown() as report, scheduled(arguments.scheduler, "dptheory map"):
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
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="lower right", fontsize="small")
    figure.savefig(path, format="png", dpi=150)
